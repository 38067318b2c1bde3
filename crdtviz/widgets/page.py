"""The page of a player as plain HTML: pictures drawn once, and text for every step, all of it stepped by CSS.

The root element has the class `crd` and one more of its own (the scope). What belongs to certain positions, in pictures
and in text, has the class `at`, and `f3 t5` where it is shown from position 3 to position 5: `step_style` does that.
Text cells hold every text they ever show, one above the other, so a cell is as high as its highest text and nothing
moves between steps. Nothing here needs a kernel or a script.
"""

from __future__ import annotations

import inspect
from html import escape
from importlib import resources
from textwrap import dedent
from typing import Callable, Sequence

from matplotlib.figure import Figure

from .. import draw
from ..explain import what_happened, why_all
from ..family import Family
from ..laws import LAWS
from ..trace import show_view
from .story import Story


def stylesheet(*names: str) -> str:
    """The named style sheets of this package, and the colours of the pictures, as a <style> element."""
    sheets = [(resources.files(__package__) / name).read_text("utf-8") for name in names]
    return "<style>" + draw.CSS + "".join(sheets).replace("\n", "") + "</style>"


def step_style(last: int, since: Callable[[int], str]) -> str:
    """The <style> element that steps a page of positions 0 to `last`.

    `since(k)` is the selector that the page's root matches at position k and at all later ones.
    """
    shown = "".join(f"{since(k)} .f{k}{{visibility:visible}}" for k in range(last + 1))
    over = "".join(f"{since(k + 1)} .t{k}{{visibility:hidden}}" for k in range(last))
    return f"<style>{shown}{over}</style>"


def stack(texts: Sequence[str]) -> str:
    """HTML that shows `texts[k]` at position k; equal neighbours are written once."""
    starts = [k for k, text in enumerate(texts) if not k or text != texts[k - 1]]
    ends = [k - 1 for k in starts[1:]] + [len(texts) - 1]
    cells = (f'<div class="at f{start} t{end}">{texts[start]}</div>' for start, end in zip(starts, ends))
    return f'<div class="stk">{"".join(cells)}</div>'


def body(story: Story, scope: str) -> str:
    """All panels of a player: timelines, this step, and the folded ones, as HTML for a root with class `scope`."""
    traces = story.traces
    prefix = scope + "-"
    timeline = draw.to_svg(timeline_figure(story), timeline_title(story), prefix + "t")
    marks = "".join(f'<p class="at f{since}">{escape(text)}</p>' for since, text in story.difference_sentences())
    # a column of text narrower than this is harder to read than a table below the picture
    room = f"flex-basis:{11.5 * len(traces)}em"
    now = f'<div class="now" style="{room}"><h4>This step</h4>{step_table(story)}{marks}</div>'
    parts = [f'<div class="side"><div>{panel_picture("Timelines", timeline)}</div>{now}</div>']
    if story.family == "causal_context":
        parts.append(pictures("What each context claims", *draw.context_strips(traces), story, prefix + "c"))
    if story.family == "tombstone_gc":
        parts.append(pictures("Whose acks are known", *draw.ack_matrices(traces), story, prefix + "a"))
    parts += [
        folded("What is stored at each replica", stored_table(story)),
        folded("Why, for every element", why_table(story)),
        folded("Merge graph", graph_panel(story, scope)),
        folded("The rule that differs, as it runs", rules([trace.version for trace in traces])),
    ]
    return "".join(parts)


def timeline_figure(story: Story):
    """The timelines, each with its own two marks."""
    return draw.timelines(story.traces, marks=[tuple(m and m[0] for m in parted) for parted in story.parted])


def timeline_title(story: Story) -> str:
    versions = ", ".join(trace.version.name for trace in story.traces)
    return f"Timelines of {versions}; the table below says the same in words"


def panel_picture(heading: str, svg: str) -> str:
    """A picture under its heading."""
    return f"<h4>{heading}</h4>{picture(heading, svg)}"


def picture(name: str, svg: str) -> str:
    """A picture in a box that scrolls sideways when the screen is narrow."""
    return f'<div class="pic" tabindex="0" role="region" aria-label="{escape(name)}">{svg}</div>'


def pictures(heading: str, figures: Sequence[Figure], notes: Sequence[str], story: Story, prefix: str) -> str:
    """A small picture for each version, side by side where there is room, and the notes that explain them."""
    named = [f"{heading}: {trace.version.name}" for trace in story.traces]
    drawn = "".join(
        picture(name, draw.to_svg(figure, f"{name}; the table of stored states says the same", f"{prefix}{place}"))
        for place, (name, figure) in enumerate(zip(named, figures))
    )
    said = "".join(f'<p class="why">{escape(note)}</p>' for note in notes)
    return f'<h4>{heading}</h4><div class="row">{drawn}</div>{said}'


def graph_panel(story: Story, scope: str) -> str:
    """The merge graphs, with the rules that light up a state's causal past on hover and on focus."""
    svg = draw.to_svg(draw.merge_graphs(story.traces), "Merge graph: every state of every replica", scope + "-g")
    lit = "".join(draw.past_css(trace, f".{scope}") for trace in story.traces)
    note = "<p>Point at a state, or reach it with the Tab key: the states it grew from light up.</p>"
    return f"<style>{lit}</style>{note}" + panel_picture("States and how they merged", svg)


def folded(heading: str, html: str) -> str:
    return f"<details><summary>{heading}</summary>{html}</details>"


def table(story: Story, caption: str, rows: Sequence[tuple[str, Callable[[int, int], str]]]) -> str:
    """A table with a column for each version; a row's function gives the cell of version i at position k."""
    head = "".join(f'<th scope="col">{escape(trace.version.name)}</th>' for trace in story.traces)
    lines = [
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{stack([cell(i, k) for k in story.positions])}</td>" for i in range(len(story.traces)))
        + "</tr>"
        for name, cell in rows
    ]
    head = f"<thead><tr><td></td>{head}</tr></thead>"
    return f'<table class="t"><caption>{caption}</caption>{head}<tbody>{"".join(lines)}</tbody></table>'


def step_table(story: Story) -> str:
    """The event of each step, what it did in each version, and what each replica shows, with ✓ or ✗ and the reason."""
    total = len(story.traces[0])
    caption = stack(
        [f"<b>Step {k} of {total}: {escape(story.label(k)[len(str(k)) + 1 :])}</b>" for k in story.positions]
    )
    rows: list[tuple[str, Callable[[int, int], str]]] = [("what happened", lambda i, k: happened(story, i, k))]
    rows += [(f"{replica} shows", shown_cell(story, replica)) for replica in story.replicas]
    return table(story, caption, rows)


def happened(story: Story, version: int, position: int) -> str:
    """What the event did, and the laws that it broke (besides what is shown, which has its own rows)."""
    broken = [pair for pair in story.verdicts[version][position].broken if pair[0] != "shows"]
    laws = "".join(
        f'<br><span class="bad">✗ breaks a law</span> {escape(LAWS[law].statement)}: {escape(sentence)}.'
        for law, sentence in broken
    )
    return escape(what_happened(story.traces[version], position)) + laws


def shown_cell(story: Story, replica: str) -> Callable[[int, int], str]:
    place = story.replicas.index(replica)

    def cell(version: int, position: int) -> str:
        trace, verdict = story.traces[version], story.verdicts[version][position]
        view = trace.view(position, replica)
        if replica not in verdict.wrong:
            return f'<span class="ok">✓ right</span> {escape(show_view(view))}'
        right = verdict.right[place]
        whys = why_all(trace, position)[replica]
        blamed = [
            why for name, why in whys if (name in view) != (name in right) or view.count(name) != right.count(name)
        ]
        return (
            f'<span class="bad">✗ wrong</span> {escape(show_view(view))}; should be {escape(show_view(right))}.'
            f'<div class="why">{escape(" ".join(blamed))}</div>'
        )

    return cell


def stored_table(story: Story) -> str:
    """What each replica stores at each step; what is new at a step is bold and has a Δ."""

    def row(replica: str) -> Callable[[int, int], str]:
        def cell(version: int, position: int) -> str:
            trace = story.traces[version]
            before = dict(trace.stored(position - 1, replica)) if position else {}
            lines = []
            for label, items in trace.stored(position, replica):
                old = before.get(label, []) if position else items
                said = ", ".join(
                    escape(item) if item in old else f'<span class="new">Δ {escape(item)}</span>' for item in items
                )
                lines.append(f"<li>{escape(label)}: {said or 'none'}</li>")
            return f"<ul>{''.join(lines)}</ul>"

        return cell

    return table(story, "Stored at each replica after this step", [(r, row(r)) for r in story.replicas])


def why_table(story: Story) -> str:
    """Why each element named so far is or is not visible at each replica, at each step."""

    def row(replica: str) -> Callable[[int, int], str]:
        def cell(version: int, position: int) -> str:
            whys = why_all(story.traces[version], position)[replica]
            return "".join(f"<p>{escape(sentence)}</p>" for _, sentence in whys) or "<p>Nothing was named yet.</p>"

        return cell

    return table(story, "Why each element is visible or not after this step", [(r, row(r)) for r in story.replicas])


def rules(versions: Sequence[Family]) -> str:
    """The one rule of each version as live source; lines that the last version does not have are marked."""
    sources = [rule_source(version).rstrip().splitlines() for version in versions]
    blocks, alone = [], len(versions) == 1
    for version, lines in zip(versions, sources):
        others = [line for theirs in sources if theirs is not lines for line in theirs]
        shown = "\n".join(escape(line) if line in others or not line.strip() else indent_mark(line) for line in lines)
        name = escape(version.name)
        code = f'<pre tabindex="0" role="region" aria-label="The rule of {name}"><code>{shown}</code></pre>'
        blocks.append(f"<div><h4>{name}</h4>{code}</div>")
    question = escape(versions[0].question)
    note = "" if alone else " ◆ marks what only this version says."
    return f'<p>{question}{note}</p><div class="rules">{"".join(blocks)}</div>'


def indent_mark(line: str) -> str:
    """A source line with its text marked, its indentation left alone."""
    bare = line.lstrip()
    return line[: len(line) - len(bare)] + f"<mark>{escape(bare)}</mark>"


def rule_source(version: Family) -> str:
    """The source of a version's rule; a learner's own function where it stands for the rule."""
    function = getattr(version, "function", None) or getattr(type(version), version.rule)
    try:
        return dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return f"{version.rule}: its source is not available here"


def document(story: Story) -> str:
    """A whole page that steps by radio buttons and CSS alone: no network, no kernel, no script."""
    scope = "standalone"
    steps = "".join(
        f'<label><input type="radio" name="step" id="k{k}"{"" if k else " checked"}> {escape(story.label(k))}</label>'
        for k in story.positions
    )
    chosen = step_style(story.positions[-1], lambda k: f".crd.{scope}:has(label:nth-of-type(n+{k + 1}) :checked)")
    title = escape(f"{story.traces[0].version.title}: {timeline_title(story)}")
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"{stylesheet('page.css', 'export.css')}{chosen}</head>"
        f'<body class="crd {scope}"><main><h1>{escape(story.traces[0].version.title)}</h1>'
        f'<fieldset class="steps"><legend>Step (arrow keys move it)</legend>{steps}</fieldset>'
        f"{body(story, scope)}</main></body></html>"
    )

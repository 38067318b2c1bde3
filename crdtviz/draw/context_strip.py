"""Family 4's context strip: every dot that was ever minted, and what each replica's causal context says of it.

A dot is a disc: solid where the version vector covers it, a ring where the cloud does, dashed and empty where nothing
does. A context that covers a dot of which, by history, neither the add nor a remove reached its replica claims what it
has not seen: ✗.
"""

from __future__ import annotations

from functools import partial
from typing import Iterator, NamedTuple, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..clocks import Dot, entry
from ..laws import Verdict, judge
from ..oracle import ids
from ..trace import Trace, show_view
from . import shapes
from .canvas import MARGIN, Canvas, badge, heading, heading_width, stacked
from .chips import target
from .gids import runs
from .style import INK, MUTED, NOW, NOW_EDGE, PANEL, RIGHT, WRONG, hue
from .text import SIZE, SMALL, elided, width_of

MOST_DOTS = 40  # in a row; of each origin, the latest are shown
NAME = 8  # characters of an element in a cell
ROW = 42
RADIUS = 7
KEYS = (
    "solid: in the vector · ring: in the cloud · dashed: not covered · name: live · removed: covered, not live",
    "✗ unseen: claimed, though it never came · ✗ lost: came and was not removed, yet is not live",
)


class Cell(NamedTuple):
    """One dot as one replica sees it: vector, cloud or gap; what is written below it; whether that is wrong."""

    cover: str
    word: str
    wrong: bool


def minted(trace: Trace) -> dict[Dot, list[tuple[int, str]]]:
    """Dot -> the adds that minted it, each as its event id in the history and its element (more than one: a fault)."""
    found: dict[Dot, list[tuple[int, str]]] = {}
    number = 0
    for step in trace:
        kind, replica = step.event[:2]
        if kind == "add":
            log = step.after[replica].log
            for dot, element in log[len(log)].store.pairs():
                found.setdefault(dot, []).append((number, element))
        number += kind in ("add", "rem")
    return found


def cell(trace: Trace, position: int, replica: str, dot: Dot, adds: Sequence[tuple[int, str]]) -> Cell:
    """What `replica` makes of `dot` at `position`; `adds` are those that minted it."""
    history, causal = trace.histories[position], trace.state(position, replica).causal
    known = history.known[replica]
    alive = history.alive(known)
    live = sorted(causal.store.elements.get(dot, ()))
    lost = [element for number, element in adds if alive >> number & 1 and element not in live]
    if dot.counter <= entry(causal.context.vector, dot.replica):
        cover = "vector"
    else:
        cover = "cloud" if causal.context.covers(dot) else "gap"
    # the delta of a remove brings the dots that it removed, and may well come without their adds
    dead = 0
    for number in ids(known & ~history.alive(known)):
        dead |= history.kills(number)
    seen = any((known | dead) >> number & 1 for number, _ in adds)
    if live:
        return Cell(cover, ", ".join(live), bool(lost))
    if cover == "gap":
        return Cell(cover, "", False)
    word = "unseen" if not seen else "lost" if lost else "removed"
    return Cell(cover, word, word != "removed")


class Plan(NamedTuple):
    """Where everything goes, the same for every version."""

    dots: dict[Dot, float]  # dot -> x of its disc
    rows: dict[str, float]  # replica -> y of its discs
    words: float  # x of what a replica shows
    width: float
    height: float
    cut: str  # which dots are left out
    cell: float


def context_strips(traces: Sequence[Trace]) -> tuple[list[Figure], list[str]]:
    """A figure for each of `traces` (one causal_context schedule, different versions), and the words below them all.

    Replicas are rows, dots are columns. All figures have the same size, so that they can stand side by side.
    """
    made = plan(traces)
    draws = (partial(draw_context_strip, trace=trace, made=made) for trace in traces)
    figures = [stacked(made.width, made.height, [draw], ()) for draw in draws]
    return figures, [*KEYS, made.cut] if made.cut else [*KEYS]


def plan(traces: Sequence[Trace]) -> Plan:
    """The layout: a column for each dot that any version minted or claims, those of one replica side by side."""
    replicas = traces[0].replicas
    known = {dot for trace in traces for dot in claimed(trace)}
    names = [e for trace in traces for adds in minted(trace).values() for _, e in adds]
    origins = [replica for replica in replicas if any(dot.replica == replica for dot in known)]
    most = max(MOST_DOTS // max(len(origins), 1), 1)
    wide = max(width_of(f"✗ {word}", SMALL, True) for word in ("removed", *(elided(n, NAME) for n in names))) + 8
    left = MARGIN + max(width_of(elided(replica), SIZE, True) for replica in replicas) + 24
    dots, x, cut = {}, left, []
    for origin in origins:
        own = sorted(dot for dot in known if dot.replica == origin)
        if len(own) > most:
            cut.append(f"{elided(origin)} 1 to {own[-most].counter - 1}")
        for dot in own[-most:]:
            dots[dot] = x + wide / 2
            x += wide
        x += 14
    views = {tuple(view) for trace in traces for k in range(len(trace) + 1) for view in trace.views(k)}
    shown = min(max(width_of(show_view([elided(name) for name in view])) for view in views), 180.0)
    rows = {replica: 56.0 + number * ROW for number, replica in enumerate(replicas)}
    width = max(x + 10 + max(shown, 60) + MARGIN, *(heading_width(trace) for trace in traces))
    sentence = f"Not shown: the dots {', '.join(cut)}." if cut else ""
    return Plan(dots, rows, x + 8, width, 44.0 + ROW * len(replicas), sentence, wide)


def claimed(trace: Trace) -> Iterator[Dot]:
    """Every dot that a run minted, or that any context in it covers."""
    yield from minted(trace)
    for position in range(len(trace) + 1):
        for state in trace.world(position).values():
            yield from state.causal.context.dots()


def draw_context_strip(axes: Axes, trace: Trace, made: Plan | None = None) -> Axes:
    """One version's strip on `axes`, from its upper left corner; it takes the plan's width × height in pixels."""
    made = made or plan([trace])
    pen, verdicts = Canvas(axes), judge(trace)
    for position, event in enumerate(trace.schedule, 1):
        y = made.rows[target(event)]
        band = [(2, y - 15), (made.width - 2, y - 15), (made.width - 2, y + 25), (2, y + 25)]
        pen.shape([shapes.polygon(*band)], f"n{position}", NOW, NOW_EDGE)
    heading(pen, trace)
    for dot, x in made.dots.items():
        pen.text(x, 33, f"{elided(dot.replica, NAME)} {dot.counter}", None, MUTED, SMALL, False, "center")
    adds = minted(trace)
    for replica, y in made.rows.items():
        badge(pen, trace.replicas, replica, MARGIN - 4, y)
        for dot, x in made.dots.items():
            states = (cell(trace, k, replica, dot, adds.get(dot, ())) for k in range(len(trace) + 1))
            for gid, state in runs(states):
                draw_cell(pen, trace, made, dot, state, x, y, gid)
        draw_view(pen, trace, verdicts, made, replica, y)
    return axes


def draw_cell(pen: Canvas, trace: Trace, made: Plan, dot: Dot, state: Cell, x: float, y: float, gid: str) -> None:
    """One dot's disc, and the word below it."""
    fill, disc = hue(trace.replicas.index(dot.replica)).fill, shapes.circle(x, y, RADIUS)
    if state.cover == "gap":
        pen.shape([disc], gid, PANEL, MUTED, 1, (2, 2))
    elif state.cover == "cloud":
        pen.shape([disc], gid, PANEL, INK, 1)
        pen.shape([shapes.circle(x, y, RADIUS - 2)], gid, None, fill, 2.6)
    else:
        pen.shape([disc], gid, fill, INK, 1)
    if state.word:
        named = elided(state.word, NAME)
        ink = WRONG if state.wrong else MUTED if state.word == "removed" else INK
        pen.text(x, y + 20, f"✗ {named}" if state.wrong else named, gid, ink, SMALL, state.wrong, "center")


def draw_view(pen: Canvas, trace: Trace, verdicts: Sequence[Verdict], made: Plan, replica: str, y: float) -> None:
    """What the replica shows at each position, and the judgement."""
    room = made.width - made.words - MARGIN
    shown = (fitted([elided(n) for n in trace.view(k, replica)], room) for k in range(len(trace) + 1))
    for gid, words in runs(shown):
        pen.text(made.words, y + 2, words, gid)
    for gid, wrong in runs(replica in verdict.wrong for verdict in verdicts):
        word, ink = ("✗ wrong", WRONG) if wrong else ("✓ right", RIGHT)
        pen.text(made.words, y + 16, word, gid, ink, SMALL, wrong)


def fitted(names: Sequence[str], room: float) -> str:
    """As many names as fit into `room`, and how many more there are."""
    for count in range(len(names), 0, -1):
        text = ", ".join(names[:count]) + (f" +{len(names) - count}" if count < len(names) else "")
        if width_of(text) <= room:
            return text
    return show_view(list(names[:1])) if len(names) < 2 else f"{len(names)} names"

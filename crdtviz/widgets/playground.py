"""The playground: build a schedule from the events that can happen, or paste one, and see all versions at once."""

from __future__ import annotations

import json
from base64 import b64encode
from html import escape
from typing import Any, Callable

import ipywidgets as w

from .. import draw
from ..events import LARGEST, Event, ScheduleError, show_event, show_schedule, split_words
from ..laws import laws_of
from ..models import FAMILIES, VERSIONS, find_version
from ..oracle import History
from ..run import run
from ..shrink import shrink
from ..situations import enabled
from .drafts import Drafts
from .page import document, stylesheet, timeline_figure
from .player import Player

STARTS = {
    "lww_element_set": "add a milk 1\nmerge a b\nrem b milk 2\nmerge b a",
    "or_set": "add a milk\nadd b bread\nmerge a b\nrem b milk\nmerge b a",
    "mv_register": "write a red\nwrite b blue\nmerge a b\nwrite b green\nmerge b a",
    "causal_context": "add a milk\nadd a bread\ndelta a b 2\nmerge a b\nmerge b a",
    "tombstone_gc": "add a row\nsync a b\nrem a row\npurge a\nsync b a",
}
FRESH = ("x", "y", "z")
NAMES = "a b"
OUTSIDERS = ("observer", *(f"observer{number}" for number in range(2, 100)))


class Playground(w.VBox):
    """Build or paste a schedule of any family and see broken, attempt and fixed beside what is right.

    In: `family`, the one to begin with. Bad text is answered beside the field and stays as it was typed; the last good
    schedule stays on show. Undo, redo and fork lose nothing.
    """

    def __init__(self, family: str = "lww_element_set"):
        find_version(family, "fixed")
        self.family = w.Dropdown(options=[(v["fixed"].title, name) for name, v in FAMILIES.items()], value=family)
        self.family.description = "Family"
        self.replicas = w.Text(NAMES, description="Replicas", continuous_update=False)
        self.text = w.Textarea(STARTS[family], description="Schedule", rows=9, continuous_update=False)
        self.text.layout = w.Layout(width="min(100%, 34em)")
        self.event = w.Dropdown(description="Next event", layout={"width": "min(100%, 24em)"})
        self.branch = w.Dropdown(description="Draft")
        self.message = w.HTML()
        self.output = w.Textarea(description="To copy", rows=4, layout={"width": "100%"})
        self.links = w.HTML()
        self.player: Player | None = None
        self.drafts = Drafts(self.text.value)
        self.kept = {family: self.drafts}
        self.kept_names: dict[str, str] = {}
        super().__init__([w.HTML(stylesheet("page.css", "controls.css")), *self._rows()])
        self.add_class("crd").add_class("crd-kernel").add_class("crd-playground")
        self._listening = True
        for widget, react in (
            (self.family, self._change_family),
            (self.replicas, self._change_replicas),
            (self.text, self._change_text),
            (self.branch, self._change_branch),
        ):
            widget.observe(self._guarded(react), "value")
        self._show()

    def _rows(self) -> list[w.Widget]:
        wrap = {"flex_flow": "row wrap"}
        acts = (
            ("Add event", self._add, "Append the chosen event to the schedule"),
            ("Undo", self._undo, "Back to the draft before"),
            ("Redo", self._redo, "Forward to the draft after"),
            ("Fork", self._fork, "Keep this draft and go on with a copy of it"),
            ("Shrink", self._shrink, "Reduce a failing schedule to a smallest one that fails the same way"),
            ("As text", self._as_text, "Write the schedule as text, one event a line, to copy it"),
            ("As JSON", self._as_json, "Write the schedule as a JSON array, to copy it"),
            ("Save", self._save, "Make links to the picture and to the page that steps by itself"),
        )
        buttons = []
        for label, act, hint in acts:
            button = w.Button(description=label, tooltip=hint, layout={"width": "auto"}).add_class("crd-act")
            button.on_click(self._guarded(lambda _, act=act: act()))
            buttons.append(button)
        return [
            w.HBox([self.family, self.replicas, self.branch], layout=wrap),
            w.VBox([self.text, self.message]),
            w.HBox([self.event, *buttons[:5]], layout=wrap),
            w.HBox(buttons[5:], layout=wrap),
        ]

    def _guarded(self, react: Callable[[Any], None]) -> Callable[[Any], None]:
        """`react`, deaf to the changes it makes itself, with bad input answered beside the field."""

        def guarded(change: Any) -> None:
            if not self._listening:
                return
            self._listening = False
            self._say("working …")
            try:
                react(change)
            except ScheduleError as error:
                self._say(str(error), good=False)
            finally:
                self._listening = True

        return guarded

    def _say(self, text: str, good: bool = True) -> None:
        told = f"<b>{escape(text)}</b>" if good else f'<span class="bad">✗ not read</span> <b>{escape(text)}</b>'
        self.message.value = f'<p role="status">{told}</p>'
        (self.remove_class if good else self.add_class)("crd-stale")

    @property
    def names(self) -> list[str]:
        """The replicas' names, from their field: separated by spaces or commas, and quoted where they hold such."""
        return split_words(self.replicas.value, "replicas", " \t\r\n,")

    def schedule(self) -> list[Event]:
        """The schedule in the field as events. Raises ScheduleError."""
        version = find_version(self.family.value, "fixed")
        return run(self.family.value, version, self.text.value, self.names).schedule

    def _show(self) -> None:
        """Draws what is in the fields; raises ScheduleError and leaves what is on show where they hold no schedule."""
        self._list_branches()
        events = self.schedule()
        self.player = Player(self.family.value, events, self.names)
        self._list_events(events)
        self.children = (*self.children[:5], self.player)
        story = self.player.story
        judged = {trace.version.name: verdicts for trace, verdicts in zip(story.traces, story.verdicts)}
        wrong = [name for name, verdicts in judged.items() if verdicts[-1].wrong]
        told = f"{len(events)} events. At the end " + (f"wrong: {', '.join(wrong)}." if wrong else "all are right.")
        broken = {name: [k for k in story.positions if verdicts[k].broken] for name, verdicts in judged.items()}
        earlier = [f"{name} (step {at[0]})" for name, at in broken.items() if at and name not in wrong]
        self._say(told + (f" A law is broken on the way: {', '.join(earlier)}." if earlier else ""))

    def _list_events(self, events: list[Event]) -> None:
        family, history = self.family.value, History(tuple(self.names))
        for event in events:
            history = history.after(event)
        named = [event[2] for event in events if event[0] in ("add", "rem", "write")]
        known = list(dict.fromkeys(named))
        new = [name for name in FRESH if name not in known][:1]
        times = sorted({event[3] for event in events if event[0] in ("add", "rem") and len(event) > 3})
        stamps = sorted({*times, min(times[-1] + 1, LARGEST)}) if times else [1]
        outsider = [name for name in OUTSIDERS if name not in self.names][:1]
        able = enabled(family, history, self.names, known + new, stamps, outsider)
        self.event.options = [(show_event(event), event) for event in able]
        self.event.index = 0 if able else None

    def _list_branches(self) -> None:
        self.branch.options = [(f"draft {k + 1}", k) for k in range(len(self.drafts.branches))]
        self.branch.value = self.drafts.current

    def _put(self, text: str) -> None:
        self.text.value = text
        self._show()

    def _change_family(self, change: Any) -> None:
        self.kept_names[change["old"]] = self.replicas.value
        self.replicas.value = self.kept_names.get(change["new"], NAMES)
        self.drafts = self.kept.setdefault(change["new"], Drafts(STARTS[change["new"]]))
        self._put(self.drafts.text)
        self.message.value += (
            "<p>Each family keeps its own drafts and replicas: choose the other one again to go back to them.</p>"
        )

    def _change_replicas(self, change: Any) -> None:
        self._show()

    def _change_text(self, change: Any) -> None:
        self.drafts.write(change["new"])
        self._show()

    def _change_branch(self, change: Any) -> None:
        self.drafts.choose(change["new"])
        self._put(self.drafts.text)

    def _add(self) -> None:
        if self.event.value is not None:
            self._write(show_schedule([*self.schedule(), self.event.value]))

    def _write(self, text: str) -> None:
        self.drafts.write(text)
        self._put(text)

    def _undo(self) -> None:
        self.drafts.undo()
        self._put(self.drafts.text)

    def _redo(self) -> None:
        self.drafts.redo()
        self._put(self.drafts.text)

    def _fork(self) -> None:
        self.drafts.fork()
        self._put(self.drafts.text)

    def _shrink(self) -> None:
        events, family = self.schedule(), self.family.value
        # what the message calls wrong comes first: the law about what is shown, a version that is wrong at the end
        verdicts = dict(zip(VERSIONS, self.player.story.verdicts))
        for law in laws_of(family):
            for version in sorted(("broken", "attempt"), key=lambda name: not verdicts[name][-1].wrong):
                try:
                    small = shrink(family, version, events, self.names, law=law.name)
                except ScheduleError:
                    continue
                self._write(show_schedule(small))
                self._say(
                    f"{len(events)} events shrunk to {len(small)}: {version} still breaks the law “{law.statement}”."
                )
                return
        self._say("No version breaks a law on this schedule, so there is nothing to shrink.")

    def _as_text(self) -> None:
        self._offer(show_schedule(self.schedule()))

    def _as_json(self) -> None:
        self._offer(json.dumps(self.schedule(), ensure_ascii=False))

    def _offer(self, text: str) -> None:
        self.output.value = text
        self.children = (*self.children[:5], self.output, *([self.player] if self.player else []))

    def _save(self) -> None:
        self.schedule()
        story = self.player.story
        figure = timeline_figure(story)
        files = (
            ("timeline.svg", "image/svg+xml", draw.to_svg(figure, "Timelines", "saved").encode()),
            ("timeline.png", "image/png", draw.to_png(figure)),
            ("player.html", "text/html", document(story).encode()),
        )
        links = (
            f'<li><a download="{name}" href="data:{kind};base64,{b64encode(data).decode()}">{name}</a></li>'
            for name, kind, data in files
        )
        self.links.value = f"<p>Save what is on show:</p><ul>{''.join(links)}</ul>"
        self.children = (*self.children[:5], self.links, self.player)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        words = self.player.story.words() if self.player else self.text.value
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": f"Playground\n{words}"}

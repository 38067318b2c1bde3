"""The player: one schedule by up to three versions, drawn once and stepped in the browser.

Play, slider, step strip and jumps are tied to one another by `jslink`, and CSS shows what belongs to the step that the
strip has chosen, so a step never calls the kernel: it works while the kernel is busy, and before one has started.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import ipywidgets as w

from .. import draw
from ..events import ScheduleError
from ..family import Family, RuleError
from ..models import VERSIONS
from ..run import run
from .page import body, document, step_style, stylesheet, timeline_figure
from .story import Story


class Player(w.VBox):
    """Steps a schedule through versions of a family in lockstep.

    In: `family`; a schedule (a list of events, or text); the replicas' names; `versions`, up to three names or
    learner's own versions; `at`, the position shown first (default: the start). Raises ScheduleError for bad input and
    RuleError for a learner's rule that fails.
    """

    def __init__(
        self,
        family: str,
        schedule: Any,
        replicas: Sequence[str],
        versions: Sequence[str | Family] = VERSIONS,
        at: int = 0,
    ):
        if not versions:
            raise ScheduleError("versions: name at least one, for example ['fixed']")
        self.story = Story([run(family, version, schedule, replicas) for version in versions])
        super().__init__()
        scope, last = f"p{self.model_id}", len(self.story.traces[0])
        self.slider = w.IntSlider(value=min(at, last), min=0, max=last, description="Step")
        self.slider.style.description_width = "initial"
        steps = step_style(last, lambda k: f".crd.{scope}:has(.crd-strip button:nth-of-type(n+{k + 1}).mod-active)")
        page = stylesheet("page.css", "controls.css") + steps + self._jump_style(scope) + body(self.story, scope)
        self.children = (*self._controls(), w.HTML(page, layout={"width": "100%"}))
        self.add_class("crd").add_class("crdtviz-player").add_class("needs-no-kernel").add_class(scope)

    def _controls(self) -> list[w.Widget]:
        """Play, slider, step strip and jumps, all tied to the slider."""
        play = w.Play(min=0, max=self.slider.max, interval=2500)
        labelled = w.ToggleButton(description="▶ Play", tooltip="Play the steps one after the other, or pause")
        w.jslink((labelled, "value"), (play, "playing"))
        row = w.HBox([labelled.add_class("crd-play"), play, self.slider], layout={"flex_flow": "row wrap"})
        strip = self._buttons([self.story.label(k) for k in self.story.positions]).add_class("crd-strip")
        controls: list[w.Widget] = [row, strip]
        marks = self.story.marks
        if marks:
            goto = {k: f"◆ Go to step {k}: {what}" for k, what in marks.items()}
            labels = [goto.get(k, f"step {k}") for k in self.story.positions]
            controls.append(self._buttons(labels).add_class("crd-jump"))
            self._tie(controls[-1], "index")
        for widget, trait in ((play, "value"), (strip, "index")):
            self._tie(widget, trait)
        return controls

    def _tie(self, widget: w.Widget, trait: str) -> None:
        setattr(widget, trait, self.slider.value)
        w.jslink((self.slider, "value"), (widget, trait))

    def _buttons(self, labels: list[str]) -> w.ToggleButtons:
        options = [(label, position) for position, label in enumerate(labels)]
        return w.ToggleButtons(options=options, style={"button_width": "auto"})

    def _jump_style(self, scope: str) -> str:
        """A button can only be tied to the step it stands for, so the jumps are a whole strip of which two show."""
        hidden = [
            f".{scope} .crd-jump button:nth-of-type({k + 1})" for k in self.story.positions if k not in self.story.marks
        ]
        return f"<style>{','.join(hidden)}{{display:none}}</style>" if hidden else ""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs)
        picture = draw.to_png(timeline_figure(self.story))
        return {**bundle, "text/plain": self.story.words(), "image/png": picture}

    def save_html(self, path: str | Path) -> None:
        """Writes the player as one self-contained page: no network, no kernel, no script; stepping works by CSS."""
        Path(path).write_text(document(self.story), encoding="utf-8")


class Gallery(w.VBox):
    """A player with a menu of schedules; choosing one rebuilds the player, in one kernel call.

    In: `family`; `schedules`, a map from a label to (schedule, replicas); `versions` as in `Player`.
    """

    def __init__(
        self,
        family: str,
        schedules: Mapping[str, tuple[Any, Sequence[str]]],
        versions: Sequence[str | Family] = VERSIONS,
    ):
        self._make: Callable[[str], Player] = lambda label: Player(family, *schedules[label], versions)
        self.menu = w.Dropdown(
            options=list(schedules), description="Schedule", layout={"width": "auto", "max_width": "100%"}
        )
        self.player = self._make(self.menu.value)
        super().__init__([self.menu, self.player])
        self.add_class("crd").add_class("crd-kernel").add_class("crd-gallery")
        self.menu.observe(self._choose, "value")

    def _choose(self, change: Any) -> None:
        try:
            self.player = self._make(change["new"])
        except (ScheduleError, RuleError) as error:
            self.children = (self.menu, w.HTML(f"<p>{escape(str(error))}</p>"))
        else:
            self.children = (self.menu, self.player)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs)
        shown = self.player._repr_mimebundle_()
        words = f"Schedule: {self.menu.value} (of {len(self.menu.options)})\n{shown['text/plain']}"
        return {**bundle, "text/plain": words, "image/png": shown["image/png"]}

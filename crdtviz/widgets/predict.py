"""Predictions: the learner commits to what the replicas show before anything is revealed.

Choosing an answer is the commitment; it opens the reveal by `jslink`, so a prediction works without a kernel too. Only
possible answers are offered, nothing is counted or sent, and the first button takes the choice back.
"""

from __future__ import annotations

from html import escape
from typing import Any, Sequence

import ipywidgets as w

from ..events import ScheduleError, show_event
from ..explain import what_happened, why_all
from ..family import Family
from ..run import run
from ..trace import show_view
from .page import stylesheet

NAMES = {"broken": "The broken version", "attempt": "The attempt", "fixed": "The fixed version"}


class Predict(w.VBox):
    """Asks what every replica shows at the end of a schedule, and reveals it once the learner has chosen.

    In: `family`, the `version` that runs, a schedule, the replicas, and `answers`: the possible answers, each a list of
    views (one list of names per replica); the right one must be among them. `question` may replace the standard one.
    Raises ScheduleError for bad input, and when the right answer is not on offer.
    """

    def __init__(
        self,
        family: str,
        version: str | Family,
        schedule: Any,
        replicas: Sequence[str],
        answers: Sequence[Sequence[Sequence[str]]],
        question: str = "",
    ):
        self.trace = run(family, version, schedule, replicas)
        self.answers = [[list(view) for view in answer] for answer in answers]
        self.right = self.trace.views(len(self.trace))
        if self.right not in self.answers:
            raise ScheduleError("answers: the right one is missing; offer it among the others")
        runner = NAMES.get(self.trace.version.name, self.trace.version.name)
        self.question = question or f"{runner} runs these events. What does each replica show at the end?"
        self.options = ["I have not decided"] + [self.describe(answer) for answer in self.answers]
        self.buttons = w.ToggleButtons(options=self.options, style={"button_width": "auto"})
        self.reveals = w.Stack([w.HTML(self.reveal(i)) for i in range(len(self.options))], selected_index=0)
        w.jslink((self.buttons, "index"), (self.reveals, "selected_index"))
        head = w.HTML(stylesheet("page.css", "controls.css") + self.prompt())
        super().__init__([head, self.buttons, self.reveals])
        self.add_class("crd").add_class("crd-predict").add_class("needs-no-kernel")

    def describe(self, answer: Sequence[Sequence[str]]) -> str:
        """An answer in words: `a: milk; b: nothing`."""
        return "; ".join(f"{r}: {show_view(list(view))}" for r, view in zip(self.trace.replicas, answer))

    def prompt(self) -> str:
        """The question and the schedule, as HTML."""
        events = "".join(f"<li>{escape(show_event(event))}</li>" for event in self.trace.schedule)
        return f"<h4>Predict</h4><p>{escape(self.question)}</p><ol>{events}</ol>"

    def reveal(self, choice: int) -> str:
        """What is shown for the option of this number; nothing is revealed for the first one."""
        if not choice:
            return "<p>Choose an answer; only then is anything revealed.</p>"
        right = self.describe(self.right)
        verdict = "✓ Yes" if self.answers[choice - 1] == self.right else "✗ Not quite"
        last = len(self.trace)
        steps = "".join(f"<li>{escape(what_happened(self.trace, k))}</li>" for k in range(1, last + 1))
        whys = [sentence for pairs in why_all(self.trace, last).values() for _, sentence in pairs]
        return (
            f"<p><b>{verdict}: {escape(right)}.</b></p><ol>{steps}</ol>"
            f"<ul>{''.join(f'<li>{escape(why)}</li>' for why in whys)}</ul>"
            "<p>What surprised you? Say it in one sentence before you go on. "
            f"To take your choice back, press “{self.options[0]}”.</p>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs)
        events = "\n".join(f"  {k}. {show_event(event)}" for k, event in enumerate(self.trace.schedule, 1))
        offers = "\n".join(f"  ( ) {option}" for option in self.options)
        return {**bundle, "text/plain": f"{self.question}\n{events}\n{offers}"}

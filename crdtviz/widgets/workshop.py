"""The workshop: a learner's own rule, put through the fixtures, the laws and the hunt, and answered in plain words."""

from __future__ import annotations

from html import escape
from typing import Any, Callable

import ipywidgets as w

from ..check import check_rule, words
from ..events import show_event
from ..family import RuleError, with_rule
from ..laws import laws_of
from ..models import find_version
from ..search import Found, hunt
from ..trace import show_view
from .page import stylesheet
from .player import Player


class Workshop(w.VBox):
    """Judges a rule and shows the shortest schedule that breaks it beside the fixed version.

    In: `family`; `rule`, a function (or a subclass of the family's mechanism) that stands for the one rule that
    differs; `max_events`, how far to hunt (default: as far as the family's own hunts go). Nothing is raised for a rule
    that fails: the answer says which line of it failed, and how.
    """

    def __init__(self, family: str, rule: Callable, max_events: int | None = None):
        self.version = with_rule(find_version(family, "fixed"), rule)
        self.found: Found | None = None
        self.lines = self._fixtures() + self._hunts(max_events)
        super().__init__([w.HTML(stylesheet("page.css", "controls.css") + self._html())])
        self.add_class("crd")
        if self.found:
            try:
                player = Player(family, self.found.schedule, self.found.replicas, [self.version, "fixed"])
            except RuleError:
                return  # the rule fails later on; its message stands among the lines already
            self.children = (*self.children, player)

    def _fixtures(self) -> list[str]:
        report = check_rule(self.version)
        lines = [f"Fixtures: {report.passed} of {report.total} pass."]
        if report.failing:
            if report.error:
                lines.append(f"✗ {report.error}")
            lines.append(f"The first that fails: “{report.failing.case}”.")
            lines += words(report.failing)
            lines.append(f"It should answer {plain(report.failing.expected, report.failing.args)}.")
            if not report.error:
                lines.append(f"Your rule answers {plain(report.actual, report.failing.args)}.")
        self.right = report.passed == report.total
        return lines

    def _hunts(self, max_events: int | None) -> list[str]:
        lines = []
        for law in laws_of(self.version.family):
            try:
                found = hunt(self.version.family, self.version, law=law.name, max_events=max_events)
            except RuleError as error:
                return [*lines, f"The hunt stopped, because your rule failed: {error}"]
            if found.schedule is None:
                lines.append(f"Law “{law.statement}” holds: nothing found up to {found.reached} events.")
                lines.append(f"That covers {found.schedules:,} schedules.")
                continue
            self.found = self.found or found
            events = ", ".join(show_event(event) for event in found.schedule)
            lines.append(f"Law “{law.statement}” is broken by: {events}.")
            lines.append(f"There, {found.broken}.")
        if self.right and not self.found:
            lines.append("✓ Your rule is right within these bounds.")
        return lines

    def _html(self) -> str:
        said = "".join(f"<p>{escape(line)}</p>" for line in self.lines)
        return f'<h4>What your {escape(self.version.rule)} does</h4><div aria-live="polite">{said}</div>'

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": "\n".join(self.lines)}


def plain(answer: Any, arguments: list) -> str:
    """A record's answer in words where it is a list of views of the replicas, as it stands otherwise."""
    if isinstance(answer, list):
        return "; ".join(f"{replica}: {show_view(view)}" for replica, view in zip(arguments[1], answer))
    return str(answer)

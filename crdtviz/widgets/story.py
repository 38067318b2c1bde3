"""The story that a player tells: the traces of one schedule, judged, and where the versions part."""

from __future__ import annotations

from functools import cached_property
from typing import Sequence

from ..events import show_event
from ..explain import Differences, differences, what_happened
from ..laws import Verdict, judge
from ..trace import Trace, show_view

PLACES = ("inside", "on screen")  # where a cause shows, and where a symptom does


class Story:
    """The traces of one schedule by one to three versions, with what the page says about each position."""

    def __init__(self, traces: Sequence[Trace]):
        self.traces = list(traces)
        self.verdicts: list[list[Verdict]] = [judge(trace) for trace in self.traces]
        self.positions = range(len(self.traces[0]) + 1)
        self.replicas = self.traces[0].replicas
        self.family = self.traces[0].version.family
        nothing = Differences(None, None)
        self.parted = [differences(trace, self.traces[-1]) for trace in self.traces[:-1]] + [nothing]

    @cached_property
    def marks(self) -> dict[int, str]:
        """Position -> what it is the first of, for each position where a version first differs from the last one."""
        found: dict[int, dict[str, list[str]]] = {}
        for trace, parted in zip(self.traces, self.parted):
            for mark, name in zip(parted, Differences._fields):
                if mark:
                    found.setdefault(mark[0], {}).setdefault(name, []).append(trace.version.name)
        return {position: in_words(places) for position, places in sorted(found.items())}

    def label(self, position: int) -> str:
        """A position's name, as on the step strip: its number and event, with ◆ at a first difference."""
        text = show_event(self.traces[0].steps[position - 1].event) if position else "start"
        if len(text) > 40:
            text = text[:39] + "…"
        return f"{position} {text}" + (" ◆" if position in self.marks else "")

    def words(self) -> str:
        """Every step of every version in words: event, what happened, and what each replica shows, with ✓ or ✗."""
        lines = []
        for trace, verdicts in zip(self.traces, self.verdicts):
            lines.append(f"{trace.version.title}, {trace.version.name}")
            for position in self.positions:
                verdict = verdicts[position]
                lines.append(f"  {self.label(position)}: {what_happened(trace, position)}")
                for replica, right in zip(trace.replicas, verdict.right):
                    shown = show_view(trace.view(position, replica))
                    wrong = f"✗ {replica} shows {shown}, should show {show_view(right)}"
                    lines.append("    " + (wrong if replica in verdict.wrong else f"✓ {replica} shows {shown}"))
                lines += [f"    ✗ {sentence}" for law, sentence in verdict.broken if law != "shows"]
        return "\n".join([*lines, *(text for _, text in self.difference_sentences())])

    def difference_sentences(self) -> list[tuple[int, str]]:
        """(position, sentence): what each version first does differently from the last one, inside and on screen."""
        return [
            (mark[0], f"◆ {trace.version.name}, first difference {place}: {mark[1]}")
            for trace, parted in zip(self.traces, self.parted)
            for mark, place in zip(parted, PLACES)
            if mark
        ]


def in_words(marks: dict[str, list[str]]) -> str:
    """Marks at one position and the versions they are of: `cause and symptom (broken)`."""
    cause, symptom = marks.get("cause"), marks.get("symptom")
    if cause == symptom:
        return f"cause and symptom ({', '.join(cause)})"
    return " and ".join(f"{name} ({', '.join(versions)})" for name, versions in sorted(marks.items()))

"""The layout of timelines: which events are shown, where everything goes, and the words around it.

A column has a gutter on its left, which belongs to arrows, and room for words on its right; the marker stands between
them. So an arrow, which runs down or up the gutter of its receiver's column, never meets a word.
"""

from __future__ import annotations

from typing import NamedTuple, Sequence

from ..laws import Verdict, judge
from ..oracle import LOCAL
from ..trace import Trace
from .canvas import MARGIN
from .chips import Chip, Label, chips, labels, lost_deltas, widest_name, widest_verdict
from .text import LEADING, SIZE, SMALL, elided, width_of

MOST_COLUMNS = 40
GUTTER = 19  # left of a marker: an arrow and its tail
INSET = 3  # of a chip's text in its box
LEGEND = (
    ("●", "local event"),
    ("■", "merge (receive)"),
    ("▲", "purge"),
    ("◆", "versions differ: cause inside, symptom in view"),
    ("- - ×", "delta never sent"),
    ("Δ", "new, −x gone"),
    ("✓ ✗", "right or wrong by what its replica knows"),
)


class Row(NamedTuple):
    """One lane: its upper edge, its line, and the top of its chips."""

    top: float
    line: float
    chip: float


class Plan(NamedTuple):
    """Where everything goes, the same for every panel of a figure."""

    first: int  # the first event shown
    last: int
    sentence: str  # what is not shown, or nothing
    left: float  # the marker of column `first`
    column: float  # from one column to the next
    width: float
    height: float  # of one panel
    rows: dict[str, Row]
    outsiders: tuple[str, ...]
    verdicts: list[list[Verdict]]
    chips: list[dict[tuple[int, str], Chip]]
    words: list[dict[int, Label]]
    tall: bool  # labels may take two lines

    def x(self, position: int) -> float:
        return self.left + (position - self.first) * self.column


def window(length: int, around: int | None = None) -> tuple[int, int, str]:
    """Which of `length` events to show, with `around` among them: the first, the last, and a sentence on the others.

    The sentence is empty where all are shown; at most 40 are.
    """
    if length <= MOST_COLUMNS:
        return 1, length, ""
    first = 1 if around is None else min(max(around - MOST_COLUMNS // 2, 1), length - MOST_COLUMNS + 1)
    last = first + MOST_COLUMNS - 1
    before = f"{first - 1} before" if first > 1 else ""
    after = f"{length - last} after" if last < length else ""
    hidden = " and ".join(filter(None, (before, after)))
    return first, last, f"Events {first} to {last} of {length}; {hidden} are not shown."


def plan(traces: Sequence[Trace], around: int | None = None, marks: int = 0) -> Plan:
    """The layout of traces of one schedule by different versions, with `marks` lines for ◆ marks."""
    trace = traces[0]
    first, last, sentence = window(len(trace), around)
    verdicts = [judge(each) for each in traces]
    words = [labels(each, first, last) for each in traces]
    names = max(widest_name(each, first, last) for each in traces)
    room, tall = room_for(words, max(names, widest_verdict(trace.version.family)))
    shown = [chips(each, judged, first, last, room) for each, judged in zip(traces, verdicts)]
    outsiders = tuple(dict.fromkeys(event[1] for event in trace.schedule if event[0] == "observe"))
    names = max(width_of(elided(name), SIZE, True) for name in (*trace.replicas, *outsiders))
    silent = {name for name in trace.replicas if silent_until(trace, name)}
    names = max(names, width_of("silent", SMALL) if silent else 0)
    lost = lost_deltas(trace)
    lossy = {trace.schedule[position - 1][1] for position in lost if first <= position <= last}
    rows, y = {}, 38.0 + 13 * marks
    for name in (*trace.replicas, *outsiders):
        if outsiders and name == outsiders[0]:
            y += 16  # for the words that set them apart
        line = y + (36 if tall else 23)
        chip = line + 9 + (13 if name in lossy else 0)
        lines = max((len(c.lines) for each in shown for (_, lane), c in each.items() if lane == name), default=0)
        rows[name] = Row(y, line, chip)
        y = chip + (lines * LEADING + 4 if lines else 0) + 7
        if name in silent:
            y = max(y, line + 28)  # for the word below its name
    column = GUTTER + room + INSET
    left = MARGIN + names + 10 + GUTTER + (column if first > 1 else 0)
    width = left + max(last - first + 1, 1) * column - GUTTER + MARGIN
    width = max(width, width_of(sentence, SMALL) + 2 * MARGIN, 300) + (24 if marks else 0)
    return Plan(first, last, sentence, left, column, width, y + 2, rows, outsiders, verdicts, shown, words, tall)


def room_for(words: Sequence[dict[int, Label]], room: float) -> tuple[float, bool]:
    """The width of a column's words, whose chips take `room`; and whether labels take two lines for it."""
    said = {label for each in words for label in each.values()}
    whole = max((width_of(" ".join(label)) for label in said), default=0) - INSET
    halves = max((width_of(half) for label in said for half in label), default=0) - INSET
    # a second line costs height, a longer one costs width at every event
    tall = whole > room + 12
    return max(room, halves if tall else whole), tall


def mark_lines(cause: int | None, symptom: int | None) -> int:
    """How many lines the ◆ marks take; an event that is both needs two."""
    return 2 if cause and cause == symptom else 1 if cause or symptom else 0


def silent_until(trace: Trace, member: str) -> int:
    """Up to which position a member has reported nothing to a replica that purges; 0 if it kept none waiting."""
    until, reported = 0, {member}
    for position, event in enumerate(trace.schedule, 1):
        if event[0] == "ack" and event[1] == member:
            reported.add(event[2])
        elif event[0] == "purge" and event[1] not in reported and member not in trace.histories[position].departed:
            until = position
    if not until:
        return 0
    ends = (("ack", member), ("depart", member))
    return next((k for k in range(until + 1, len(trace) + 1) if trace.schedule[k - 1][:2] in ends), len(trace))


def legend(traces: Sequence[Trace], made: Plan, marks: bool) -> list[str]:
    """What the signs mean, for those that occur, in lines as wide as the figure."""
    kinds = {event[0] for event in traces[0].schedule[made.first - 1 : made.last]}
    given = {
        "●": kinds & LOCAL,
        "■": kinds - LOCAL - {"purge", "depart"},
        "▲": "purge" in kinds,
        "◆": marks,
        "- - ×": lost_deltas(traces[0]),
    }
    lines = [""]
    for sign, meaning in LEGEND:
        if given.get(sign, True):
            longer = f"{lines[-1]} · {sign} {meaning}" if lines[-1] else f"{sign} {meaning}"
            if width_of(longer, SMALL) > made.width - 2 * MARGIN and lines[-1]:
                lines.append(f"{sign} {meaning}")
            else:
                lines[-1] = longer
    return lines

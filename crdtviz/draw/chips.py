"""What a timeline says in words at one event: the event's own label, and a chip for each replica that it changes."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, Sequence

from ..events import Event
from ..laws import Verdict, laws_of
from ..oracle import LOCAL
from ..trace import Trace
from .style import INK, MUTED, RIGHT, WRONG, Ink
from .text import SIZE, SMALL, elided, width_of

MOST_LINES = 5  # of names in a chip
# what a broken law is called where there is room for one word; "shows" is what a replica shows, so it is simply wrong
BREACHES = {"claims": "context", "compact": "cloud", "purge_safety": "too early", "purge_liveness": "overdue"}


class Line(NamedTuple):
    """One line of a chip, and how many names are on it."""

    text: str
    ink: Ink = INK
    bold: bool = False
    size: float = SIZE
    names: int = 0

    @property
    def width(self) -> float:
        return width_of(self.text, self.size, self.bold)


class Chip(NamedTuple):
    """What a replica shows from here on; not `boxed` is the small mark of a change that cannot be seen."""

    lines: tuple[Line, ...]
    wrong: bool
    boxed: bool


def target(event: Event) -> str:
    """The replica in whose lane an event is drawn."""
    return event[2] if event[0] in ("merge", "sync", "delta", "ack", "observe") else event[1]


def source(event: Event) -> str | None:
    """The lane from which an event's arrow starts, if it has one."""
    return event[1] if target(event) != event[1] else None


def ships(trace: Trace) -> bool:
    """Whether the schedule sends deltas, so that one that is never sent counts as lost."""
    return any(event[0] == "delta" for event in trace.schedule)


def delta_numbers(trace: Trace) -> dict[int, tuple[str, int]]:
    """Position -> the delta that its event makes, as its replica and number."""
    made: Counter = Counter()
    numbers = {}
    for position, event in enumerate(trace.schedule, 1):
        if event[0] in LOCAL:
            made[event[1]] += 1
            numbers[position] = (event[1], made[event[1]])
    return numbers


def lost_deltas(trace: Trace) -> dict[int, int]:
    """Position -> the number of the delta made there, for each that nobody ever sends."""
    if not ships(trace):
        return {}
    sent = {(event[1], event[3]) for event in trace.schedule if event[0] == "delta"}
    return {position: delta[1] for position, delta in delta_numbers(trace).items() if delta not in sent}


Label = tuple[str, str]  # what happens, and to what; on one line where there is room


def labels(trace: Trace, first: int, last: int) -> dict[int, Label]:
    """Position -> the words above its event's marker, in this version's run."""
    numbers = delta_numbers(trace) if ships(trace) else {}
    return {k: label(trace, k, numbers.get(k)) for k in range(first, last + 1)}


def label(trace: Trace, position: int, delta: tuple[str, int] | None) -> Label:
    """The words above one event's marker; the arrow and the lane say the rest."""
    kind, *rest = trace.steps[position - 1].event
    if kind in LOCAL:
        stamp = f" @{elided(str(rest[2]), 8)}" if len(rest) > 2 else ""
        return (f"{kind} (δ{delta[1]})" if delta else kind), elided(rest[1]) + stamp
    if kind == "purge":
        return purge_label(trace, position, rest[0])
    if kind == "depart":
        return "departed", ""
    if kind == "observe":
        return "report", "of nothing"
    giver = "itself" if rest[0] == rest[1] else elided(rest[0])
    if kind == "delta":
        return f"δ{rest[-1]}", f"of {giver}"
    return kind, f"of {giver}" if kind == "ack" else f"from {giver}"


def purge_label(trace: Trace, position: int, replica: str) -> Label:
    """What a purge did: it is the same event in every version, and does not do the same."""
    before = sorted(stone.element for stone in trace.state(position - 1, replica).tombstones)
    kept = sorted(stone.element for stone in trace.state(position, replica).tombstones)
    gone = list((Counter(before) - Counter(kept)).elements())
    some, verb = (gone, "takes") if gone else (kept, "keeps")
    more = f" +{len(some) - 1}" if len(some) > 1 else ""
    return "purge", f"{verb} {elided(some[0], 10)}{more}" if some else "takes nothing"


def chips(trace: Trace, verdicts: Sequence[Verdict], first: int, last: int, room: float) -> dict[tuple[int, str], Chip]:
    """(position, replica) -> chip, for every change from `first` to `last`, and for what was there before `first`.

    Lines are at most `room` wide, unless one name takes more.
    """
    found = {}
    for replica in trace.replicas if first > 1 else ():
        if replica not in trace.histories[first - 1].departed:
            view, wrong = trace.view(first - 1, replica), replica in verdicts[first - 1].wrong
            found[first - 1, replica] = Chip((*view_lines(view, view, room), verdict_line(wrong, None)), wrong, True)
    for position in range(first, last + 1):
        for replica in trace.replicas:
            made = chip(trace, verdicts, position, replica, room)
            if made:
                found[position, replica] = made
    return found


def chip(trace: Trace, verdicts: Sequence[Verdict], position: int, replica: str, room: float) -> Chip | None:
    """The chip of one replica after one event, or None where nothing about the replica changed."""
    step, now = trace.steps[position - 1], verdicts[position]
    if replica in trace.histories[position].departed:
        return None
    breach = breach_at(now, step.event, replica)
    wrong = replica in now.wrong
    # a merge that leaves a state as it was can still make it wrong: what it should have brought did not come
    turned = wrong != (replica in verdicts[position - 1].wrong)
    if step.before[replica] == step.after[replica] and not turned and not breach:
        return None
    before, after = trace.view(position - 1, replica), trace.view(position, replica)
    said = verdict_line(wrong, breach)
    if before == after and not turned and not breach:
        if trace.stored(position - 1, replica) == trace.stored(position, replica):
            return None
        return Chip((Line("Δ stored", MUTED, False, SMALL), said), wrong, False)
    return Chip((*view_lines(before, after, room), said), wrong or bool(breach), True)


def breach_at(verdict: Verdict, event: Event, replica: str) -> str | None:
    """The law, other than on what is shown, that this replica broke by an event."""
    return next((law for law, _ in verdict.broken if law != "shows"), None) if replica == target(event) else None


def verdict_line(wrong: bool, breach: str | None) -> Line:
    """The judgement as glyph and word."""
    if wrong or breach:
        return Line(f"✗ {BREACHES[breach]}" if breach and not wrong else "✗ wrong", WRONG, True, SMALL)
    return Line("✓ right", RIGHT, False, SMALL)


def widest_verdict(family: str) -> float:
    """The width of the longest judgement that a chip of this family may hold."""
    breaches = [law.name for law in laws_of(family) if law.name in BREACHES]
    return max(verdict_line(not breach, breach).width for breach in (*breaches, None))


def view_lines(before: Sequence[str], after: Sequence[str], room: float) -> list[Line]:
    """A view in lines: what stayed, then what is new (bold, with Δ), then what went (with −)."""
    old, new = Counter(before), Counter(after)
    stayed, came, went = ([*part.elements()] for part in (old & new, new - old, old - new))
    lines = packed(sorted(stayed), room, "", False) + packed(sorted(came), room, "Δ ", True)
    lines = lines or [Line("nothing", MUTED)]
    if len(lines) > MOST_LINES:
        lines = lines[: MOST_LINES - 1]
        lines.append(Line(f"+{len(after) - sum(line.names for line in lines)} more", MUTED))
    gone = packed(sorted(went), room, "Δ −", False, ", −")
    if len(gone) > 2:
        gone = [gone[0], Line(f"Δ −{len(went) - gone[0].names} more", MUTED)]
    return lines + gone


def packed(names: Sequence[str], room: float, sign: str, bold: bool, comma: str = ", ") -> list[Line]:
    """Names on as few lines as they fit on, each line with the sign before it."""
    lines: list[Line] = []
    ink = MUTED if "−" in sign else INK
    for name in map(elided, names):
        longer = lines[-1]._replace(text=lines[-1].text + comma + name, names=lines[-1].names + 1) if lines else None
        if longer and longer.width <= room:
            lines[-1] = longer
        else:
            lines.append(Line(sign + name, ink, bold, SIZE, 1))
    return lines


def widest_name(trace: Trace, first: int, last: int) -> float:
    """The width that any name in a chip may take, from `first` to `last`."""
    names = {name for k in range(max(first - 1, 0), last + 1) for view in trace.views(k) for name in view}
    return max((Line("Δ " + elided(name), INK, True).width for name in names), default=0.0)

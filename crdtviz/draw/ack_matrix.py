"""Family 5's ack matrix: what a replica that holds tombstones was told, and how far it believes everyone has come.

Rows are members, columns are origins; a number says how many of an origin's events a member has confirmed. Below stands
the smallest of the numbers that the version's rule asks for, beside what is true by history: so far a purge is safe.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..clocks import NOTHING, entry
from ..family import RuleError
from ..laws import live_members
from ..oracle import History
from ..trace import Trace
from . import shapes
from .canvas import MARGIN, Canvas, badge, heading, heading_width, stacked
from .chips import target
from .gids import runs
from .style import INK, MUTED, NOW, NOW_EDGE, RIGHT, WRONG
from .text import SIZE, SMALL, elided, width_of

ROW = 17
TOP = 70  # baseline of the first row
NAME = 10  # characters of a name in a matrix
STATUS = "departed, asked"  # the longest words beside a row
NO_HOLDER = "no replica holds a tombstone in this run"
KEYS = (
    "rows: how many of each origin's events a member has confirmed · asked: the rule asks this one · hatched: silent",
    "believed: the least that anyone asked has confirmed · true: the least that a live member has, by history",
    "tombstones: the numbers of those kept; a purge takes those up to the believed one (✗: further than is true)",
)


class Row(NamedTuple):
    """One reporter at one position: its numbers by origin (None if it never reported), and how it stands."""

    numbers: tuple[int, ...] | None
    status: str


def holders(traces: Sequence[Trace]) -> list[str]:
    """The replicas that hold a tombstone, or purge, in any of the runs."""
    purging = {event[1] for event in traces[0].schedule if event[0] == "purge"}
    return [
        replica
        for replica in traces[0].replicas
        if replica in purging
        or any(len(trace.state(k, replica).tombstones) for trace in traces for k in range(len(trace) + 1))
    ]


def outsiders(trace: Trace) -> tuple[str, ...]:
    """The observers, in the order of their first report."""
    return tuple(dict.fromkeys(event[1] for event in trace.schedule if event[0] == "observe"))


def asked_by(trace: Trace, position: int, holder: str) -> frozenset[str] | None:
    """Whose acks the version's rule asks for there; None where a learner's rule gives no answer."""
    state = trace.state(position, holder)
    departed = frozenset(state.departed)
    reporters = frozenset(state.acks.insert(holder, state.delivered))
    try:
        return frozenset(trace.version.acknowledgers(frozenset(trace.replicas) - departed, reporters, departed))
    except RuleError:
        return None


def row_of(trace: Trace, position: int, holder: str, reporter: str) -> Row:
    """What `holder` knows of `reporter`."""
    state = trace.state(position, holder)
    vector = state.delivered if reporter == holder else state.acks.get(reporter)
    numbers = None if vector is None else tuple(entry(vector, origin) for origin in trace.replicas)
    if reporter in trace.histories[position].departed:
        status = "departed"
    elif reporter not in trace.replicas:
        status = "outsider"
    else:
        status = "itself" if reporter == holder else "silent" if numbers is None else ""
    asked = reporter in (asked_by(trace, position, holder) or ())
    return Row(numbers, ", ".join(filter(None, (status, "asked" if asked else ""))))


def believed(trace: Trace, position: int, holder: str) -> tuple[int, ...] | None:
    """How far the rule takes everyone to have come, by origin; None where it asks nobody."""
    state = trace.state(position, holder)
    acks = state.acks.insert(holder, state.delivered)
    vectors = [acks.get(name) or NOTHING for name in asked_by(trace, position, holder) or ()]
    return tuple(min(entry(vector, origin) for vector in vectors) for origin in trace.replicas) if vectors else None


def true_frontier(history: History, origins: Sequence[str]) -> tuple[int, ...]:
    """How far every live member has come, by origin."""
    live = live_members(history)
    made = [sum(1 << n for n in range(history.size) if history.facts[n].event[1] == origin) for origin in origins]
    return tuple(min((history.known[member] & mask).bit_count() for member in live) for mask in made)


def held(trace: Trace, position: int, holder: str) -> tuple[str, ...]:
    """The sequence numbers of the tombstones that `holder` keeps, by origin."""
    stones = sorted(trace.state(position, holder).tombstones, key=lambda stone: stone.seq)
    return tuple(", ".join(str(stone.seq) for stone in stones if stone.origin == origin) for origin in trace.replicas)


class Plan(NamedTuple):
    """Where everything goes, the same for every version."""

    holders: list[str]
    outside: tuple[str, ...]
    leaving: tuple[str, ...]
    names: float  # width of the column of names
    cell: float
    block: float  # width of one matrix
    width: float
    height: float


def ack_matrices(traces: Sequence[Trace]) -> tuple[list[Figure], list[str]]:
    """A figure for each of `traces` (one tombstone_gc schedule, different versions), and the words below them all.

    Each holds a matrix for each holder. All figures have the same size, so that they can stand side by side.
    """
    made = plan(traces)
    draws = (partial(draw_ack_matrix, trace=trace, made=made) for trace in traces)
    return [stacked(made.width, made.height, [draw], ()) for draw in draws], [*KEYS]


def plan(traces: Sequence[Trace]) -> Plan:
    """The layout."""
    trace = traces[0]
    holding, outside = holders(traces), outsiders(trace)
    leaving = tuple(event[1] for event in trace.schedule if event[0] == "depart")
    names = max(width_of(elided(n, NAME)) for n in (*trace.replicas, *outside, "tombstones", "believed")) + 16
    cell = max(24.0, *(width_of(elided(origin, NAME), SMALL) + 10 for origin in trace.replicas))
    words = [", ".join(map(str, range(1, 4)))]
    words += [word for each in traces for h in holding for k in range(len(each) + 1) for word in held(each, k, h)]
    cell = max(cell, *(width_of(word, SMALL) + 10 for word in words))
    block = names + cell * len(trace.replicas) + width_of(STATUS, SMALL) + 28
    apart = len(outside) + len(leaving)
    rows = len(trace.replicas) + (apart + 1 if apart else 0) + 3
    needed = MARGIN + block * len(holding) if holding else width_of(NO_HOLDER) + 2 * MARGIN
    width = max(needed, *(heading_width(each) for each in traces))
    return Plan(holding, outside, leaving, names, cell, block, width, TOP + rows * ROW + 4 if holding else 50)


def draw_ack_matrix(axes: Axes, trace: Trace, made: Plan | None = None) -> Axes:
    """One version's matrices on `axes`, from its upper left corner; they take the plan's width × height in pixels."""
    made = made or plan([trace])
    pen = Canvas(axes)
    heading(pen, trace)
    if not made.holders:
        pen.text(MARGIN, 40, NO_HOLDER, None, MUTED)
    for number, holder in enumerate(made.holders):
        draw_matrix(pen, trace, made, holder, MARGIN + number * made.block)
    return axes


def draw_matrix(pen: Canvas, trace: Trace, made: Plan, holder: str, x: float) -> None:
    """The matrix of one holder, from `x` rightwards."""
    right, left = x + made.block - 16, x + made.names
    for position, event in enumerate(trace.schedule, 1):
        if target(event) == holder or event[0] == "depart":
            band = [(x - 5, 22), (right, 22), (right, made.height - 6), (x - 5, made.height - 6)]
            pen.shape([shapes.polygon(*band)], f"n{position}", NOW, NOW_EDGE)
    wide = badge(pen, trace.replicas, holder, x, 36)
    pen.text(x + wide + 8, 40, "was told", None, MUTED, SMALL)
    for number, origin in enumerate(trace.replicas):
        pen.text(middle(made, left, number), TOP - 14, elided(origin, NAME), None, MUTED, SMALL, False, "center")
    y = TOP
    for member in trace.replicas:
        pen.text(x, y, elided(member, NAME))
        present = [member not in history.departed for history in trace.histories]
        draw_row(pen, trace, made, holder, member, left, y, present)
        for gid, _ in runs(None if here else "" for here in present):
            pen.text(left + made.cell * len(trace.replicas) + 8, y, "departed ↓", gid, MUTED, SMALL)
        y += ROW
    if made.outside or made.leaving:
        pen.text(x, y, "not members:", None, MUTED, SMALL)
        y += ROW
    for name in (*made.outside, *made.leaving):
        joining = (("observe", name), ("depart", name))
        since = next(k for k, event in enumerate(trace.schedule, 1) if event[:2] in joining)
        pen.text(x + 6, y, elided(name, NAME), f"s{since}", MUTED)
        if name in made.outside:
            present = [name in trace.state(k, holder).acks for k in range(len(trace) + 1)]
        else:
            present = [name in history.departed for history in trace.histories]
        draw_row(pen, trace, made, holder, name, left, y, present)
        y += ROW
    pen.line([(x, y - 9), (right - 8, y - 9)], None, MUTED, 1)
    draw_frontiers(pen, trace, made, holder, x, y + 6)


def middle(made: Plan, left: float, number: int) -> float:
    """The middle of a column."""
    return left + made.cell * (number + 0.5)


def draw_row(
    pen: Canvas, trace: Trace, made: Plan, holder: str, name: str, left: float, y: float, present: Sequence[bool]
) -> None:
    """One reporter's numbers and standing, at the positions where it has this row."""
    end = left + made.cell * len(trace.replicas)
    rows = (row_of(trace, k, holder, name) if here else None for k, here in enumerate(present))
    for gid, row in runs(rows):
        if row.numbers is None:
            # a row of strokes: nothing was reported, which counts as zero
            strokes = [(left + 4 + step, y + 1, left + 10 + step, y - 8) for step in range(0, int(end - left - 12), 8)]
            parts = [([(a, b), (c, d)], [shapes.M, shapes.L]) for a, b, c, d in strokes]
            pen.shape(parts, gid, None, MUTED, 1)
        else:
            for number, value in enumerate(row.numbers):
                pen.text(middle(made, left, number), y, str(value), gid, INK, SIZE, False, "center")
        if row.status:
            pen.text(end + 8, y, row.status, gid, MUTED, SMALL)


def draw_frontiers(pen: Canvas, trace: Trace, made: Plan, holder: str, x: float, y: float) -> None:
    """What the rule believes, what is true, and the tombstones that are measured by it, column by column."""
    left, positions = x + made.names, range(len(trace) + 1)
    believes = [believed(trace, k, holder) for k in positions]
    truth = [true_frontier(history, trace.replicas) for history in trace.histories]
    kept = [held(trace, k, holder) for k in positions]
    for line, name in enumerate(("believed", "true", "tombstones")):
        pen.text(x, y + line * ROW, name, None, INK, SIZE, True)
    for number in range(len(trace.replicas)):
        at = middle(made, left, number)
        pairs = (None if b is None else (b[number], b[number] > t[number]) for b, t in zip(believes, truth))
        for gid, (value, beyond) in runs(pairs):
            ink = WRONG if beyond else INK
            pen.text(at, y, f"✗ {value}" if beyond else str(value), gid, ink, SIZE, beyond, "center")
        for gid, value in runs(t[number] for t in truth):
            pen.text(at, y + ROW, str(value), gid, RIGHT, SIZE, False, "center")
        for gid, words in runs(k[number] or None for k in kept):
            pen.text(at, y + 2 * ROW, words, gid, INK, SIZE, False, "center")

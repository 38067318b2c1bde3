"""Schedules within bounds: their names, the events that can come next, and how many schedules there are."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple, Sequence

from .essence import Membership, essence_of
from .events import Event, ScheduleError, short
from .models import FAMILIES, family_versions
from .oracle import LOCAL, History, refusal

OUTSIDERS = ("o",)  # who may observe in tombstone_gc without being a member


class Bounds(NamedTuple):
    """What a hunt may use: how many replicas, elements (or values) and timestamps, and how many events at most."""

    replicas: int
    elements: int
    timestamps: int
    events: int


DEFAULTS: dict[str, Bounds] = {
    "lww_element_set": Bounds(2, 2, 2, 6),
    "or_set": Bounds(2, 2, 0, 6),
    "mv_register": Bounds(2, 2, 0, 6),
    "causal_context": Bounds(2, 2, 0, 6),
    "tombstone_gc": Bounds(2, 2, 0, 6),
}


def bounds_for(
    family: str,
    replicas: int | None = None,
    elements: int | None = None,
    timestamps: int | None = None,
    max_events: int | None = None,
) -> Bounds:
    """The family's default bounds with the given ones in their place; raises ScheduleError for one out of range."""
    family_versions(family)
    usual = DEFAULTS[family]
    given = {"replicas": replicas, "elements": elements, "timestamps": timestamps, "events": max_events}
    ranges = {"replicas": (1, 8), "elements": (1, 8), "timestamps": (0, 8), "events": (0, 64)}
    for name, value in given.items():
        low, high = ranges[name]
        if value is not None and (type(value) is not int or not low <= value <= high):
            raise ScheduleError(f"{name} must be an integer from {low} to {high}, not {short(value)}")
    if not usual.timestamps:
        given["timestamps"] = None  # the family has none, so any number of them bounds nothing
    return usual._replace(**{name: value for name, value in given.items() if value is not None})


class Names(NamedTuple):
    """The names that schedules within bounds may use, in their fixed order."""

    replicas: tuple[str, ...]
    elements: tuple[str, ...]
    timestamps: tuple[int, ...]
    outsiders: tuple[str, ...] = ()


def names_for(family: str, bounds: Bounds) -> Names:
    """Replicas a, b, c …; elements x, y, z, x4 … (values v1, v2 … for mv_register); timestamps 1, 2 …"""
    if family == "mv_register":
        elements = tuple(f"v{i}" for i in range(1, bounds.elements + 1))
    else:
        elements = ("x", "y", "z", *(f"x{i}" for i in range(4, bounds.elements + 1)))[: bounds.elements]
    outsiders = OUTSIDERS if family == "tombstone_gc" else ()
    return Names(tuple("abcdefgh"[: bounds.replicas]), elements, tuple(range(1, bounds.timestamps + 1)), outsiders)


def possible(family: str, names: Names, numbers: Sequence[int] = ()) -> list[Event]:
    """Every event of the family over `names`, by kind in the grammar's order, then argument by argument.

    `numbers`: what a delta's number may be. A replica never merges with itself: that is no event between replicas.
    """
    roles: dict[str, Sequence[Any]] = {
        "replica": names.replicas,
        "source": names.replicas,
        "destination": names.replicas,
        "element": names.elements,
        "value": names.elements,
        "timestamp": names.timestamps,
        "outsider": names.outsiders,
        "number": numbers,
    }
    grammar = FAMILIES[family]["fixed"].grammar
    events = [(kind, *values) for kind, wanted in grammar.items() for values in product(*(roles[r] for r in wanted))]
    return [event for event in events if event[0] in LOCAL or len(event) < 3 or event[1] != event[2]]


def enabled(
    family: str,
    history: History,
    replicas: Sequence[str],
    elements: Sequence[str],
    timestamps: Sequence[int] = (1, 2),
    outsiders: Sequence[str] = OUTSIDERS,
) -> list[Event]:
    """The valid next events over these names, in a fixed order: by kind in the grammar's order, then by arguments.

    In: a family, the history so far, and the names to use. Out: events, as tuples. Raises ScheduleError for an unknown
    family.
    """
    family_versions(family)
    most = max((history.made(replica) for replica in replicas), default=0)
    names = Names(tuple(replicas), tuple(elements), tuple(timestamps), tuple(outsiders))
    events = possible(family, names, range(1, most + 1))
    return [event for event in events if not refusal(family, history, event)]


def count_schedules(family: str, bounds: Bounds, length: int) -> int:
    """How many valid schedules of one to `length` events there are over the names of `bounds`. Exact.

    A table from a class of situations with the same events to come, to how many schedules lead there, is carried from
    length to length. In three families every event is always possible, so one class is enough; with deltas it is the
    number of deltas made; for tombstone_gc it is who sees, knows removed and has left what (no acks, which forbid
    nothing).
    """
    names = names_for(family, bounds)
    fixed = possible(family, names)
    receivers = len(names.replicas) - 1
    essence = essence_of(family, names.replicas)
    here: dict[Any, int] = {essence.start() if family == "tombstone_gc" else 0: 1}
    total = 0
    for _ in range(length):
        there: dict[Any, int] = {}
        for place, ways in here.items():
            for following, choices in followers(family, place, fixed, receivers, essence):
                there[following] = there.get(following, 0) + ways * choices
        total += sum(there.values())
        here = there
    return total


def followers(family: str, place: Any, fixed: list[Event], receivers: int, essence: Any) -> list[tuple[Any, int]]:
    """(class of the situation after, number of events that lead there) for each kind of step out of class `place`."""
    if family == "causal_context":
        local = sum(event[0] in LOCAL for event in fixed)
        return [(place + 1, local), (place, len(fixed) - local + place * receivers)]
    if family != "tombstone_gc":
        return [(0, len(fixed))]
    valid = [event for event in fixed if not essence.refuses(place, event)]
    moves: list[Membership] = [essence.after(place, event)._replace(told=frozenset()) for event in valid]
    return [(after, 1) for after in moves]

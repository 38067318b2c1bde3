"""What of a history can still matter: for each family, the part on which every later verdict depends.

Two histories with equal essence have the same right answers now, accept the same events, and still have equal essence
after any one of them. So a search may visit one of them and skip the other. An essence is a small value made of names,
flags and sets; `after` maps it along an event, `right` is what a replica has to show. The tests hold each against the
oracle, which computes the same from the whole history.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Iterable, NamedTuple

from .events import Event

Seen = frozenset  # of (replica, alive): what each replica that heard of an add or write makes of it


def merged(seen: Seen, source: str, destination: str) -> Seen:
    """`seen` after a merge: dead if dead at either side, else alive if heard of at either side."""
    table = dict(seen)
    if source not in table:
        return seen
    table[destination] = table[source] and table.get(destination, True)
    return frozenset(table.items())


def marked(seen: Seen, replica: str, alive: bool) -> Seen:
    """`seen` with `replica`'s entry set."""
    return frozenset({**dict(seen), replica: alive}.items())


class Essence:
    """One family's essence. Subclasses say how it starts, where an event takes it, and what it means."""

    def __init__(self, replicas: Iterable[str]):
        self.replicas = tuple(replicas)

    def start(self) -> Any:
        """The essence of the empty history."""
        return frozenset()

    def after(self, value: Any, event: Event) -> Any:
        """The essence one (valid) event later."""
        raise NotImplementedError

    def right(self, value: Any, replica: str) -> list[str] | None:
        """What `replica` has to show, sorted; None where it is not judged any more."""
        raise NotImplementedError

    def refuses(self, value: Any, event: Event) -> bool:
        """Whether the event cannot happen here."""
        return False


class LastWriterWins(Essence):
    """Per replica and element, the largest known timestamp of its adds and of its removes (-1: none known).

    Sound: the right answer compares just these two, and the largest of a union is the larger of the largest.
    Value: a frozenset of (replica, element, added, removed).
    """

    def after(self, value: frozenset, event: Event) -> frozenset:
        kind, first, second = event[:3]
        table = {(r, e): (added, removed) for r, e, added, removed in value}
        if kind == "merge":
            for (replica, element), (added, removed) in list(table.items()):
                if replica == first:
                    ours = table.get((second, element), (-1, -1))
                    table[second, element] = max(added, ours[0]), max(removed, ours[1])
        else:
            added, removed = table.get((first, second), (-1, -1))
            stamp = event[3]
            table[first, second] = (max(added, stamp), removed) if kind == "add" else (added, max(removed, stamp))
        return frozenset((r, e, added, removed) for (r, e), (added, removed) in table.items())

    def right(self, value: frozenset, replica: str) -> list[str]:
        return sorted(e for r, e, added, removed in value if r == replica and added >= 0 and added >= removed)


class AddWins(Essence):
    """For each add that is alive somewhere: its element, and for each replica that knows it whether it is alive there.

    Sound: a merge unions what is known, so an add is dead at the receiver if it was dead at either side; a remove
    kills the adds of its element alive at its replica. Both map an add's entries by themselves, so adds with equal
    entries stay equal and one of them is enough; and what is alive nowhere can only spread as dead, so it is dropped.
    Value: a frozenset of (element, Seen).
    """

    def after(self, value: frozenset, event: Event) -> frozenset:
        kind, first, second = event
        if kind == "add":
            return value | {(second, frozenset({(first, True)}))}
        if kind == "merge":
            moved = ((element, merged(seen, first, second)) for element, seen in value)
        else:
            moved = (
                (element, marked(seen, first, False) if element == second and (first, True) in seen else seen)
                for element, seen in value
            )
        return frozenset((element, seen) for element, seen in moved if any(alive for _, alive in seen))

    def right(self, value: frozenset, replica: str) -> list[str]:
        return sorted({element for element, seen in value if (replica, True) in seen})


class Unobserved(Essence):
    """For each write that is current somewhere: its value, and at each replica that knows it whether it is current.

    Sound for the reasons of `AddWins`, with a write in the place of the remove: it had observed every write that its
    replica knew. Writes of one value count twice when shown, so equal entries are counted.
    Value: a frozenset of (value, Seen, how many).
    """

    def after(self, value: frozenset, event: Event) -> frozenset:
        kind, first, second = event
        moved: Counter = Counter()
        for written, seen, count in value:
            if kind == "merge":
                seen = merged(seen, first, second)
            elif (first, True) in seen:
                seen = marked(seen, first, False)
            if any(current for _, current in seen):
                moved[written, seen] += count
        if kind == "write":
            moved[second, frozenset({(first, True)})] += 1
        return frozenset((written, seen, count) for (written, seen), count in moved.items())

    def right(self, value: frozenset, replica: str) -> list[str]:
        return sorted(w for written, seen, count in value if (replica, True) in seen for w in [written] * count)


class Effect(NamedTuple):
    """What one delta means in a history: the add that it brings, or the adds that its remove killed."""

    add: Any = None  # the add's label
    kills: frozenset = frozenset()  # labels


class AddWinsByDelta(Essence):
    """As `AddWins`, for knowledge that arrives in pieces: each add keeps a label, because deltas refer to it.

    Sound: an add is dead at a replica that knows a remove which killed it, even before the add itself arrives; known
    and dead, or unknown and dead, are then the same for good. An add may still come alive wherever it is not dead (its
    delta can be sent again at any time), so it is dropped only once it is dead everywhere. The deltas themselves
    belong to the situation (`machines.DeltaMachine`), as their effects do.
    Value: a frozenset of (element, label, Seen). A label is (replica, n): any name will do that no other add has.
    """

    def after(self, value: frozenset, event: Event) -> frozenset:
        """Along a merge, or `("add", replica, element, label)`, or `("effect", replica, Effect)`."""
        kind, first, second = event[:3]
        if kind == "add":
            return value | {(second, event[3], frozenset({(first, True)}))}
        moved = set()
        for element, label, seen in value:
            if kind == "merge":
                seen = merged(seen, first, second)
            elif label in second.kills:
                seen = marked(seen, first, False)
            elif label == second.add and first not in dict(seen):
                seen = marked(seen, first, True)
            if len(seen) < len(self.replicas) or any(alive for _, alive in seen):
                moved.add((element, label, seen))
        return frozenset(moved)

    def killed_by(self, value: frozenset, replica: str, element: str) -> frozenset:
        """The labels of the adds that a remove of `element` at `replica` kills."""
        return frozenset(label for e, label, seen in value if e == element and (replica, True) in seen)

    def right(self, value: frozenset, replica: str) -> list[str]:
        return sorted({element for element, _, seen in value if (replica, True) in seen})


class Membership(NamedTuple):
    """The essence of a tombstone_gc history (see `Stability`)."""

    departed: frozenset = frozenset()  # members
    used: frozenset = frozenset()  # elements ever added
    known: frozenset = frozenset()  # (member, element, who removed it, or None for its add)
    told: frozenset = frozenset()  # (asker, member, element, who removed it)


class Stability(Essence):
    """Which adds and removes each live member knows, which removes it was told that others know, and who left.

    Sound: an element is added once and a member removes it at most once, so (element, remover) names an event; a sync
    unions what is known, an ack copies it. Departed members neither act nor are asked, so nothing of or about them is
    kept, save that they left and that an element was used.
    """

    def start(self) -> Membership:
        return Membership()

    def after(self, value: Membership, event: Event) -> Membership:
        kind, first = event[0], event[1]
        if kind == "add":
            return value._replace(used=value.used | {event[2]}, known=value.known | {(first, event[2], None)})
        if kind == "rem":
            return value._replace(known=value.known | {(first, event[2], first)})
        if kind == "sync":
            return value._replace(known=value.known | {(event[2], e, by) for m, e, by in value.known if m == first})
        if kind == "ack":
            heard = {(event[2], m, e, by) for m, e, by in value.known if m == first and by is not None}
            return value._replace(told=value.told | heard)
        if kind == "depart":
            known = frozenset(fact for fact in value.known if fact[0] != first)
            told = frozenset(fact for fact in value.told if first not in fact[:2])
            return Membership(value.departed | {first}, value.used, known, told)
        return value

    def right(self, value: Membership, replica: str) -> list[str] | None:
        if replica in value.departed:
            return None
        removed = {e for m, e, by in value.known if m == replica and by is not None}
        return sorted({e for m, e, _ in value.known if m == replica} - removed)

    def refuses(self, value: Membership, event: Event) -> bool:
        kind, first = event[0], event[1]
        named = event[1:2] if kind in ("add", "rem") else event[1:]
        if value.departed.intersection(named):
            return True
        if kind == "add":
            return event[2] in value.used
        if kind == "rem":
            return event[2] not in (self.right(value, first) or ())
        return kind == "depart" and len(value.departed) + 1 == len(self.replicas)


ESSENCES: dict[str, type[Essence]] = {
    "lww_element_set": LastWriterWins,
    "or_set": AddWins,
    "mv_register": Unobserved,
    "causal_context": AddWinsByDelta,
    "tombstone_gc": Stability,
}


def essence_of(family: str, replicas: Iterable[str]) -> Essence:
    """The family's essence for these replicas."""
    return ESSENCES[family](replicas)

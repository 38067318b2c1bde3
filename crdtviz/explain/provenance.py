"""Where everything in a trace came from, collected in one pass: the common part of every family's explanations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from ..events import Event
from ..oracle import LOCAL, Known, ids
from ..trace import Step, Trace
from .reason import Fact, Reason
from .words import cited, opening

Entry = tuple  # ("add", element, timestamp), ("dot", element, dot), … as each family's `entries` says


class Provenance:
    """Which event put which entry into which replica's state, and what each replica should know since when.

    A family's explanations are a subclass that gives `entries`, `explain` and `happened`, and describes its entries.
    Positions count as in a trace; event `n` leads to position `n`.
    """

    def __init__(self, trace: Trace):
        self.trace = trace
        self.numbers: list[int] = []  # id of a local event, as in the history -> its number
        self.times: dict[str, dict[Entry, list[int]]] = {r: {} for r in trace.replicas}  # came, went, came, went …
        self.learned: dict[tuple[str, int], int] = {}  # (replica, id) -> the event with which it should know it
        self.first_shown: dict[tuple[str, str], int] = {}
        self.touched: dict[str, list[int]] = {r: [0] for r in trace.replicas}  # position -> last one that concerned it
        self.named: list[list[str]] = [[]]  # position -> the elements named so far, sorted
        self.held: list[dict[str, frozenset]] = [{r: self.entries(trace.start[r]) for r in trace.replicas}]
        self.reasons: dict[tuple[str, str, int], Reason] = {}
        for step in trace:
            self._follow(step)

    def _follow(self, step: Step) -> None:
        number, event, before, after = step
        local = event[0] in LOCAL
        if local:
            self.numbers.append(number)
            self.record(len(self.numbers) - 1, step)
        elements = self.named[-1]
        self.named.append(sorted({*elements, event[2]}) if local and event[2] not in elements else elements)
        held, was, now = dict(self.held[-1]), self.trace.histories[number - 1].known, self.trace.histories[number].known
        for replica, touched in self.touched.items():
            changed = before[replica] is not after[replica]
            touched.append(number if changed or replica in event[1:] else touched[-1])
            if was[replica] != now[replica]:
                for gained in ids(now[replica] & ~was[replica]):
                    self.learned[replica, gained] = number
            if changed:
                entries = self.entries(after[replica])
                for entry in entries ^ held[replica]:
                    self.times[replica].setdefault(entry, []).append(number)
                held[replica] = entries
                for element in self.trace.version.view(after[replica]):
                    self.first_shown.setdefault((replica, element), number)
        self.held.append(held)

    # What a family gives.

    def entries(self, state: Any) -> frozenset:
        """The entries of a replica's state."""
        raise NotImplementedError

    def record(self, number: int, step: Step) -> None:
        """Note what the local event with id `number` made. Called in order, for every local event."""

    def explain(self, replica: str, element: str, position: int) -> Reason:
        """The reason at `position`, for an element that the replica shows or should have heard of."""
        raise NotImplementedError

    def happened(self, step: Step) -> str:
        """The sentence on what an event did."""
        raise NotImplementedError

    def form(self, position: int, replica: str) -> Any:
        """The replica's state in a form that can be compared between versions."""
        return self.held[position][replica]

    def parted(self, other: "Provenance", position: int, replica: str) -> bool:
        """Whether the replica's state differs in substance from that in `other`."""
        return self.form(position, replica) != other.form(position, replica)

    def contrast(self, other: "Provenance", position: int, replica: str, names: tuple[str, str]) -> str:
        """How the replica's state differs from that in `other`, as a clause; `names` are those of both versions."""
        ours, theirs = self.form(position, replica), other.form(position, replica)
        left, right = self.describe(ours - theirs), self.describe(theirs - ours)
        if left and right:
            return f"{replica} stores {left} in {names[0]} and {right} in {names[1]}"
        there, missing = names if left else names[::-1]
        return f"{replica} stores {left or right} in {there} and not in {missing}"

    def describe(self, entries: Iterable[Entry]) -> str:
        """Entries in words; an empty text for none."""
        raise NotImplementedError

    # What a family asks.

    def event(self, number: int) -> Event:
        """The event with this number."""
        return self.trace.steps[number - 1].event

    def fact(self, ident: int) -> tuple[int, Event]:
        """A local event by its id in the history: its number and the event."""
        number = self.numbers[ident]
        return number, self.event(number)

    def known(self, replica: str, position: int) -> Known:
        """The ids, as a bit mask, of the local events that the replica should know."""
        return self.trace.histories[position].known[replica]

    def known_about(self, kind: str, element: str, replica: str, position: int) -> list[int]:
        """The ids of the local events of one kind about one element that the replica should know, in order."""
        history = self.trace.histories[position]
        return list(ids(history.known[replica] & history.events_about(kind, element)))

    def since(self, replica: str, entry: Entry, position: int) -> int | None:
        """The event that put `entry` where it is at `position`; None where it is not there."""
        times = self.times[replica].get(entry, ())
        place = bisect_right(times, position)
        return times[place - 1] if place % 2 else None

    def gone(self, replica: str, entry: Entry, position: int) -> int | None:
        """The event that took `entry` away, for good as of `position`; None where it is there or never was."""
        times = self.times[replica].get(entry, ())
        place = bisect_right(times, position)
        return times[place - 1] if place and not place % 2 else None

    def stored(self, replica: str, entry: Entry, position: int) -> Fact:
        """The claim that `entry` is at the replica at `position`, with the event that put it there."""
        return Fact("stored", replica, entry, self.since(replica, entry, position) or 0)

    def opening(self, replica: str, element: str, visible: bool, position: int) -> str:
        """How the sentence starts."""
        shown = self.first_shown.get((replica, element))
        return opening(replica, element, visible, shown is not None and shown <= position)

    def came(self, number: int, *kinds: str) -> Iterator[tuple[str, Entry]]:
        """(replica, entry) for every entry of these kinds that event `number` put somewhere, in order."""
        return self._difference(self.held[number], self.held[number - 1], kinds)

    def went(self, number: int, *kinds: str) -> Iterator[tuple[str, Entry]]:
        """(replica, entry) for every entry of these kinds that event `number` took from somewhere, in order."""
        return self._difference(self.held[number - 1], self.held[number], kinds)

    def _difference(self, more: dict, less: dict, kinds: Iterable[str]) -> Iterator[tuple[str, Entry]]:
        for replica in self.trace.replicas:
            if more[replica] is not less[replica]:
                for entry in sorted(more[replica] - less[replica], key=order):
                    if entry[0] in kinds:
                        yield replica, entry

    # What is asked of it.

    def reason(self, replica: str, element: str, position: int) -> Reason:
        """Why `element` is or is not visible at `replica` after `position` events.

        Raises KeyError for an unknown replica and IndexError for a position outside the trace.
        """
        if not 0 <= position <= len(self.trace):
            raise IndexError(f"position {position} is outside the trace, which has 0 to {len(self.trace)}")
        # a reason rests on the replica's own state and past alone, so it stands until an event concerns the replica
        key = replica, element, self.touched[replica][position]
        if key not in self.reasons:
            self.reasons[key] = self._reason(*key)
        return self.reasons[key]

    def _reason(self, replica: str, element: str, position: int) -> Reason:
        history = self.trace.histories[position]
        about = 0
        for kind in LOCAL:
            about |= history.events_about(kind, element)
        if about & history.known[replica] or self.mentions(replica, element, position):
            return self.explain(replica, element, position)
        return Reason(False, "unheard", (), f"{replica} has not heard of {element} yet.")

    def mentions(self, replica: str, element: str, position: int) -> bool:
        """Whether the replica's state says anything of `element`, which it may do without knowing of an event."""
        return any(element in entry[1:2] for entry in self.held[position][replica])

    def visible(self, replica: str, element: str, position: int) -> bool:
        """Whether the replica shows `element`."""
        return element in self.trace.version.view(self.trace.state(position, replica))

    def cite(self, number: int) -> str:
        """An event by its number and its text."""
        return cited(number, self.event(number))


def order(entry: Hashable) -> str:
    """A sort key for entries, which may hold anything that a learner's rule makes."""
    return str(entry)

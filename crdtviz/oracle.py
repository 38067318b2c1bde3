"""What is right, apart from any implementation: histories of events, and each family's meaning in a few lines.

A history keeps every local event with what its replica knew just before it. A replica's right answer is a function of
the events it knows, and of nothing else: no tags, vectors or tombstones. This is a specification over events and
visibility in the sense of Burckhardt, Gotsman, Yang and Zawirski (POPL 2014).

Sets of event ids are integers used as bit masks: id i is bit i, and their union is `|`.
"""

from __future__ import annotations

from typing import Callable, Iterator

from rpds import HashTrieMap

from .events import Event, listed, short

Known = int  # a set of event ids, as a bit mask
LOCAL = frozenset({"add", "rem", "write"})  # the events that a replica makes by itself


def ids(known: Known) -> Iterator[int]:
    """The event ids in a bit mask, in order."""
    while known:
        lowest = known & -known
        yield lowest.bit_length() - 1
        known ^= lowest


class Fact:
    """One local event: what it was, what its replica knew just before it, and (for removes) which adds it killed."""

    __slots__ = ("event", "knew", "kills")

    def __init__(self, event: Event, knew: Known):
        self.event, self.knew, self.kills = event, knew, None


class History:
    """Every local event so far, and what each replica knows of them. A value: `after` gives a new history.

    `facts`: the local events in order (of the list, the first `size`); `known`: replica -> bit mask of the events it
    knows; `own`: (replica, n) -> id of its n-th local event, and replica -> how many it made; `told`: (asker, member)
    -> what the member knew when it last reported to the asker; `departed`: the members that left; `about`:
    (kind, subject) -> bit mask of the events of that kind about that element or value.
    """

    __slots__ = ("facts", "size", "known", "own", "told", "departed", "about")

    def __init__(self, replicas: tuple[str, ...]):
        self.facts: list[Fact] = []
        self.size = 0
        self.known: HashTrieMap = HashTrieMap({replica: 0 for replica in replicas})
        self.own = self.told = self.about = HashTrieMap()
        self.departed: frozenset[str] = frozenset()

    def after(self, event: Event) -> "History":
        """The history one event later. The event must be valid here (see `refusal`)."""
        new = History.__new__(History)
        for slot in History.__slots__:
            setattr(new, slot, getattr(self, slot))
        kind, first = event[0], event[1]
        if kind in LOCAL:
            new._record(event)
        elif kind in ("merge", "sync"):
            new.known = self.known.insert(event[2], self.known[event[2]] | self.known[first])
        elif kind == "delta":
            new.known = self.known.insert(event[2], self.known[event[2]] | 1 << self.own[first, event[3]])
        elif kind == "ack":
            new.told = self.told.insert((event[2], first), self.known[first])
        elif kind == "depart":
            new.departed = self.departed | {first}
        return new

    def _record(self, event: Event) -> None:
        # the histories of one run share a list that only grows; one that branches off takes a copy of its part
        if len(self.facts) != self.size:
            self.facts = self.facts[: self.size]
        kind, replica, subject = event[:3]
        self.facts.append(Fact(event, self.known[replica]))
        bit, number = 1 << self.size, self.made(replica) + 1
        self.known = self.known.insert(replica, self.known[replica] | bit)
        self.own = self.own.insert((replica, number), self.size).insert(replica, number)
        self.about = self.about.insert((kind, subject), self.events_about(kind, subject) | bit)
        self.size += 1

    def made(self, replica: str) -> int:
        """How many local events `replica` has made."""
        return self.own.get(replica) or 0

    def events_about(self, kind: str, subject: str) -> Known:
        """The events of one kind about one element or value."""
        return self.about.get((kind, subject)) or 0

    def kills(self, number: int) -> Known:
        """The adds that remove `number` killed: those of its element that its replica saw alive."""
        fact = self.facts[number]
        if fact.kills is None:
            kind, _, element = fact.event[:3]
            fact.kills = 0
            if kind == "rem":
                dead = 0
                for earlier in ids(fact.knew & self.events_about("rem", element)):  # ascending, so each is known by now
                    dead |= self.kills(earlier)
                fact.kills = fact.knew & self.events_about("add", element) & ~dead
        return fact.kills

    def alive(self, known: Known) -> Known:
        """The adds among `known` that no remove among `known` killed."""
        dead = adds = 0
        for number in ids(known):
            if self.facts[number].event[0] == "add":
                adds |= 1 << number
            else:
                dead |= self.kills(number)
        return adds & ~dead


def last_writer_wins(history: History, known: Known) -> list[str]:
    """Visible: the elements with an add as late as anything known about them (on a tie the add wins)."""
    latest: dict[str, tuple[int, bool]] = {}
    for number in ids(known):
        kind, _, element, timestamp = history.facts[number].event
        latest[element] = max(latest.get(element, (-1, False)), (timestamp, kind == "add"))
    return sorted(element for element, (_, added) in latest.items() if added)


def add_wins(history: History, known: Known) -> list[str]:
    """Visible: the elements with a known add that no known remove killed."""
    return sorted({history.facts[number].event[2] for number in ids(history.alive(known))})


def unobserved_writes(history: History, known: Known) -> list[str]:
    """Visible: the values of the known writes that no other known write had observed."""
    observed = 0
    for number in ids(known):
        observed |= history.facts[number].knew
    return sorted(history.facts[number].event[2] for number in ids(known & ~observed))


def added_and_never_removed(history: History, known: Known) -> list[str]:
    """Visible: the elements with a known add and no known remove."""
    events = [history.facts[number].event for number in ids(known)]
    removed = {event[2] for event in events if event[0] == "rem"}
    return sorted({event[2] for event in events if event[0] == "add"} - removed)


MEANINGS: dict[str, Callable[[History, Known], list[str]]] = {
    "lww_element_set": last_writer_wins,
    "or_set": add_wins,
    "mv_register": unobserved_writes,
    "causal_context": add_wins,
    "tombstone_gc": added_and_never_removed,
}


def right_view(family: str, history: History, replica: str) -> list[str]:
    """What `replica` has to show, sorted, by the family's meaning and the events that it knows."""
    return MEANINGS[family](history, history.known[replica])


def seen_alive(history: History, replica: str, element: str) -> bool:
    """`element in right_view("tombstone_gc", history, replica)`, without looking at every other element."""
    known = history.known[replica]
    return bool(known & history.events_about("add", element)) and not known & history.events_about("rem", element)


def refusal(family: str, history: History, event: Event) -> str | None:
    """Why the (well-formed) event cannot happen here, with the remedy; None where it can.

    It depends on the history alone, so a schedule that is valid for one version is valid for all.
    """
    kind, first = event[0], event[1]
    if kind == "delta" and event[3] > history.made(first):
        return f"{short(first)} has made {history.made(first)} deltas so far, so there is no number {event[3]} to send"
    if family != "tombstone_gc":
        return None
    for name in event[1:] if kind not in LOCAL else (first,):
        if name in history.departed:
            live = sorted(set(history.known) - history.departed)
            return f"{short(name)} has departed; live members are {listed(live)}"
    if kind == "add" and history.events_about("add", event[2]):
        return f"{short(event[2])} was added before; an element is added only once, so choose a new name"
    if kind == "rem" and not seen_alive(history, first, event[2]):
        seen = listed(right_view(family, history, first)) or "nothing"
        return f"{short(first)} does not see {short(event[2])} here; it sees {seen}"
    if kind == "depart" and len(history.departed) + 1 == len(history.known):
        return f"{short(first)} is the last live member; one has to stay"
    return None

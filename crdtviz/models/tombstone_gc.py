"""Tombstone collection by causal stability (record FA-75126; Baquero, Almeida, Shoker, arXiv 1710.04469).

A two-phase set of unique elements. A tombstone may be purged once every live member has delivered its remove; a member
that says nothing has to be waited for, and one outside the membership has no say.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rpds import HashTrieMap, HashTrieSet

from ..clocks import NOTHING, VersionVector, entry, join_vectors, show_vector
from ..events import ScheduleError, check_integer, check_list, check_name, check_replicas, short
from ..family import Family, entries, expect
from ..trace import World


class Tombstone(NamedTuple):
    """The trace that a remove leaves: the element, the removing replica, and that replica's sequence number."""

    element: str
    origin: str
    seq: int

    def __str__(self) -> str:
        return f"{self.element} ({self.origin}, {self.seq})"


class Member(NamedTuple):
    """A replica's state: live elements, tombstones, what it delivered, the acks it was told, and who has departed."""

    live: HashTrieSet = HashTrieSet()
    tombstones: HashTrieSet = HashTrieSet()
    delivered: VersionVector = NOTHING
    acks: HashTrieMap = HashTrieMap()
    departed: HashTrieSet = HashTrieSet()


class TombstoneGc(Family):
    """The mechanism; whose acks must cover a tombstone is asked of `acknowledgers`."""

    family = "tombstone_gc"
    title = "Tombstone collection"
    record = "FA-75126"
    contract = (
        "An element is visible if and only if it was added and no known remove names it; "
        "a tombstone is purged exactly when every live member is known to have delivered its remove."
    )
    grammar = {
        "add": ("replica", "element"),
        "rem": ("replica", "element"),
        "sync": ("source", "destination"),
        "ack": ("source", "destination"),
        "observe": ("outsider", "destination"),
        "depart": ("replica",),
        "purge": ("replica",),
    }
    rule = "acknowledgers"
    question = "Whose acks are asked before a tombstone is purged?"
    empty = Member()

    def acknowledgers(
        self, live: frozenset[str], reporters: frozenset[str], departed: frozenset[str]
    ) -> frozenset[str]:
        """In: the live members, everyone who ever reported, and the departed. Out: those whose acks are asked."""
        raise NotImplementedError

    def stable(
        self, tombstones: Any, acks: HashTrieMap, members: frozenset[str], departed: frozenset[str]
    ) -> list[Tombstone]:
        """The tombstones that everyone who is asked has acknowledged; none when nobody is asked."""
        asked = self.acknowledgers(members - departed, frozenset(acks), departed)
        vectors = [acks.get(name) or NOTHING for name in asked]
        # `all` of nobody is true: without this guard an empty circle would confirm everything
        return [t for t in tombstones if vectors and all(entry(v, t.origin) >= t.seq for v in vectors)]

    def local(self, world: World, replica: str) -> Member:
        """The state of `replica` with its own delivered entry incremented, as every local event does."""
        state = world[replica]
        return state._replace(delivered=state.delivered.insert(replica, entry(state.delivered, replica) + 1))

    def on_add(self, world: World, replica: str, element: str) -> World:
        state = self.local(world, replica)
        return world.insert(replica, state._replace(live=state.live.insert(element)))

    def on_rem(self, world: World, replica: str, element: str) -> World:
        state = self.local(world, replica)
        left = Tombstone(element, replica, state.delivered[replica])
        return world.insert(
            replica, state._replace(live=state.live.discard(element), tombstones=state.tombstones.insert(left))
        )

    def on_sync(self, world: World, source: str, destination: str) -> World:
        theirs, ours = world[source], world[destination]
        tombstones = ours.tombstones.union(theirs.tombstones)
        live = ours.live.union(theirs.live)
        for tombstone in tombstones:
            live = live.discard(tombstone.element)
        delivered = join_vectors(ours.delivered, theirs.delivered)
        return world.insert(destination, ours._replace(live=live, tombstones=tombstones, delivered=delivered))

    def on_ack(self, world: World, source: str, destination: str) -> World:
        return self.report(world, source, world[source].delivered, destination)

    def on_observe(self, world: World, outsider: str, destination: str) -> World:
        return self.report(world, outsider, NOTHING, destination)

    def report(self, world: World, reporter: str, vector: VersionVector, destination: str) -> World:
        state = world[destination]
        return world.insert(destination, state._replace(acks=state.acks.insert(reporter, vector)))

    def on_depart(self, world: World, replica: str) -> World:
        for name, state in world.items():
            world = world.insert(name, state._replace(departed=state.departed.insert(replica)))
        return world

    def on_purge(self, world: World, replica: str) -> World:
        state = world[replica]
        acks = state.acks.insert(replica, state.delivered)
        purged = self.stable(state.tombstones, acks, frozenset(world), frozenset(state.departed))
        return world.insert(replica, state._replace(tombstones=state.tombstones.difference(HashTrieSet(purged))))

    def view(self, state: Member) -> list[str]:
        return sorted(state.live)

    def stored(self, state: Member) -> list[tuple[str, list[str]]]:
        return [
            ("live", sorted(state.live)),
            ("tombstones", [str(tombstone) for tombstone in sorted(state.tombstones)]),
            ("delivered", [show_vector(state.delivered)]),
            ("acks", entries(state.acks, show_vector)),
            ("departed", sorted(state.departed)),
        ]

    def solve(self, *arguments: Any) -> dict[str, list[str]]:
        """In: tombstones, acks, members, departed, as in the record. Out: the elements `purged` and `kept`, sorted."""
        tombstones, acks, members, departed = expect(arguments, "tombstones", "acks", "members", "departed")
        stones = [
            read_tombstone(item, i) for i, item in enumerate(check_list(tombstones, "tombstones", "tombstones"), 1)
        ]
        reports = read_acks(acks)
        names = frozenset(check_replicas(members, "members"))
        gone = frozenset(
            check_name(n, f"name {i}", "departed")
            for i, n in enumerate(check_list(departed, "departed", "departed"), 1)
        )
        if not names - gone:
            raise ScheduleError("departed: no live member is left to confirm anything; keep at least one member")
        purged = set(self.stable(stones, reports, names, gone))
        return {
            "purged": sorted(stone.element for stone in stones if stone in purged),
            "kept": sorted(stone.element for stone in stones if stone not in purged),
        }

    def accepts(self, answer: Any, *arguments: Any) -> str | None:
        good = isinstance(answer, (set, frozenset, list, tuple)) and all(isinstance(name, str) for name in answer)
        return None if good else "it must be a set of names"


def read_tombstone(item: Any, number: int) -> Tombstone:
    """A tombstone of the record, `[element, origin, seq]`, checked; raises ScheduleError naming it."""
    where = f"tombstone {number}"
    if not isinstance(item, (list, tuple)) or len(item) != 3:
        raise ScheduleError(f"{where}: must be [element, origin, seq], not {short(item)}")
    element, origin, seq = item
    check_name(element, "element", where)
    return Tombstone(element, check_name(origin, "origin", where), check_integer(seq, "seq", where, 1))


def read_acks(acks: Any) -> HashTrieMap:
    """The acks of the record, `{replica: {origin: number}}`, checked; raises ScheduleError naming the entry."""
    if not isinstance(acks, dict):
        raise ScheduleError(f"acks: must map each reporter to a vector, not {short(acks)}")
    reports = HashTrieMap()
    for reporter, vector in acks.items():
        where = f"acks of {short(check_name(reporter, 'a reporter', 'acks'))}"
        if not isinstance(vector, dict):
            raise ScheduleError(f"{where}: must map origins to numbers, not {short(vector)}")
        for origin, number in vector.items():
            check_integer(number, f"the number for {short(check_name(origin, 'origin', where))}", where, 0)
        reports = reports.insert(reporter, HashTrieMap(vector))
    return reports


class Broken(TombstoneGc):
    name = "broken"

    def acknowledgers(
        self, live: frozenset[str], reporters: frozenset[str], departed: frozenset[str]
    ) -> frozenset[str]:
        return reporters - departed


class Attempt(TombstoneGc):
    name = "attempt"

    def acknowledgers(
        self, live: frozenset[str], reporters: frozenset[str], departed: frozenset[str]
    ) -> frozenset[str]:
        return live | reporters


class Fixed(TombstoneGc):
    name = "fixed"

    def acknowledgers(
        self, live: frozenset[str], reporters: frozenset[str], departed: frozenset[str]
    ) -> frozenset[str]:
        return live

"""Dots, version vectors and causal contexts: the clocks that every family is built from.

Vectors are persistent maps (`rpds.HashTrieMap`), so "the vector after this event" shares its memory with the
vector before it and both are plain, hashable values. Compare them with `==` alone: this rpds answers `!=` wrongly.
"""

from __future__ import annotations

from typing import Iterable, Iterator, NamedTuple

from rpds import HashTrieMap

VersionVector = HashTrieMap  # replica -> highest counter, every one below it included
NOTHING: VersionVector = HashTrieMap()


class Dot(NamedTuple):
    """One event, named by the replica that made it and that replica's counter (from 1).

    Source: Almeida, Shoker, Baquero, *Delta state replicated data types*, arXiv 1603.01529.
    """

    replica: str
    counter: int

    def __str__(self) -> str:
        return f"({self.replica}, {self.counter})"


def entry(vector: VersionVector, replica: str) -> int:
    """The counter that `vector` holds for `replica`; a missing replica counts as 0."""
    return vector.get(replica) or 0


def join_vectors(left: VersionVector, right: VersionVector) -> VersionVector:
    """The pointwise maximum of two version vectors, linear in `right`."""
    for replica, counter in right.items():
        if counter > entry(left, replica):
            left = left.insert(replica, counter)
    return left


def dominates(left: VersionVector, right: VersionVector) -> bool:
    """Whether `left` is at least `right` in every entry (equal vectors dominate each other)."""
    return all(entry(left, replica) >= counter for replica, counter in right.items())


def strictly_dominates(left: VersionVector, right: VersionVector) -> bool:
    """Whether `left` dominates `right` and `right` does not dominate `left`."""
    return dominates(left, right) and not dominates(right, left)


class CausalContext(NamedTuple):
    """Every dot a replica claims to have seen: a version vector plus a cloud of dots above its gaps.

    `vector` maps a replica to its counter; `cloud` maps a replica to the frozenset of the counters seen beyond the
    vector. Source: arXiv 1603.01529; the name *dot cloud* is Baquero's (delta-crdts).
    """

    vector: VersionVector = NOTHING
    cloud: HashTrieMap = NOTHING

    def covers(self, dot: Dot) -> bool:
        """Whether the context claims `dot`: at or below the vector, or in the cloud."""
        replica, counter = dot
        return counter <= entry(self.vector, replica) or counter in self.cloud.get(replica, ())

    def cloud_dots(self) -> Iterator[Dot]:
        """The dots of the cloud, in no particular order."""
        return (Dot(replica, counter) for replica, counters in self.cloud.items() for counter in counters)

    def dots(self) -> set[Dot]:
        """Every dot the context covers, as a set (its size is the sum of the counters)."""
        below = {Dot(replica, n) for replica, top in self.vector.items() for n in range(1, top + 1)}
        return below.union(self.cloud_dots())

    @staticmethod
    def of(dots: Iterable[Dot]) -> "CausalContext":
        """The context that covers exactly `dots`, all of them in its cloud."""
        cloud: dict[str, set[int]] = {}
        for replica, counter in dots:
            cloud.setdefault(replica, set()).add(counter)
        return CausalContext(
            NOTHING, HashTrieMap({replica: frozenset(counters) for replica, counters in cloud.items()})
        )


def show_vector(vector: VersionVector) -> str:
    """A vector in words, its replicas sorted: `{a: 2, b: 1}`."""
    return "{" + ", ".join(f"{replica}: {counter}" for replica, counter in sorted(vector.items())) + "}"

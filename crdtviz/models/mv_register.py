"""Multi-value register (record FA-74961; Shapiro et al. 2011, INRIA RR-7506, MV-Register).

A replica keeps an ordered list of siblings, each a value with the version vector of its write. A write replaces what
its replica saw; values written concurrently stay side by side until a later write has seen them all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rpds import HashTrieMap

from ..clocks import NOTHING, VersionVector, dominates, entry, join_vectors, show_vector, strictly_dominates
from ..events import LARGEST
from ..family import Family
from ..trace import World


class Sibling(NamedTuple):
    """One value of the register and the version vector of the write that made it."""

    value: str
    vector: VersionVector


class Register(NamedTuple):
    """A replica's state: its siblings, in order."""

    siblings: tuple[Sibling, ...] = ()


class MvRegister(Family):
    """The mechanism; what a write claims to have seen is asked of `write_context`."""

    family = "mv_register"
    title = "Multi-value register"
    record = "FA-74961"
    contract = "A replica shows exactly the values of the known writes that no other known write had observed."
    grammar = {"write": ("replica", "value"), "merge": ("source", "destination")}
    rule = "write_context"
    question = "What does a write claim to have seen?"
    empty = Register()

    def write_context(self, writer: str, siblings: tuple[Sibling, ...]) -> VersionVector:
        """In: the writing replica and its siblings. Out: the version vector that the write builds upon."""
        raise NotImplementedError

    def on_write(self, world: World, replica: str, value: str) -> World:
        context = self.write_context(replica, world[replica].siblings)
        vector = HashTrieMap.convert(context).insert(replica, entry(context, replica) + 1)
        return world.insert(replica, Register((Sibling(value, vector),)))

    def on_merge(self, world: World, source: str, destination: str) -> World:
        pool = world[destination].siblings + world[source].siblings
        kept: list[Sibling] = []
        for sibling in pool:
            beaten = any(strictly_dominates(other.vector, sibling.vector) for other in pool)
            # nothing in `kept` beats it, so domination there can only mean an equal vector
            if not beaten and not any(dominates(other.vector, sibling.vector) for other in kept):
                kept.append(sibling)
        return world.insert(destination, Register(tuple(kept)))

    def view(self, state: Register) -> list[str]:
        return sorted(sibling.value for sibling in state.siblings)

    def stored(self, state: Register) -> list[tuple[str, list[str]]]:
        return [("siblings", [f"{s.value} {show_vector(s.vector)}" for s in state.siblings])]

    def accepts(self, answer: Any, writer: str, siblings: tuple[Sibling, ...]) -> str | None:
        good = isinstance(answer, (dict, HashTrieMap)) and all(
            isinstance(replica, str) and type(counter) is int and 0 <= counter <= LARGEST
            for replica, counter in answer.items()
        )
        return None if good else "it must be a version vector: a map from replicas to counters"


class Broken(MvRegister):
    name = "broken"

    def write_context(self, writer: str, siblings: tuple[Sibling, ...]) -> VersionVector:
        return siblings[0].vector if siblings else NOTHING


class Attempt(MvRegister):
    name = "attempt"

    def write_context(self, writer: str, siblings: tuple[Sibling, ...]) -> VersionVector:
        return HashTrieMap({writer: max((entry(s.vector, writer) for s in siblings), default=0)})


class Fixed(MvRegister):
    name = "fixed"

    def write_context(self, writer: str, siblings: tuple[Sibling, ...]) -> VersionVector:
        context = NOTHING
        for sibling in siblings:
            context = join_vectors(context, sibling.vector)
        return context

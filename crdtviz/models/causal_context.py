"""Delta add-wins set: the join of causal contexts (record FA-75001; Almeida, Shoker, Baquero, arXiv 1603.01529).

A state holds live dots and a causal context: a version vector plus a cloud of the dots above its gaps. A dot that the
context covers and that is not live was removed. Compacting the cloud into the vector must therefore never jump a gap:
the dots in it would be taken for removed.
"""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple

from rpds import HashTrieMap, HashTrieSet

from ..clocks import NOTHING, CausalContext, Dot, entry, join_vectors, show_vector
from ..events import ScheduleError, check_integer, check_list, check_name, short
from ..family import Family, expect
from ..trace import World

NO_DOTS: HashTrieSet = HashTrieSet()


class DotStore(NamedTuple):
    """The live dots, by dot and by element, so that neither a join nor a remove has to look through all of them."""

    elements: HashTrieMap = NOTHING  # dot -> frozenset of its elements (more than one only if a dot was minted twice)
    dots: HashTrieMap = NOTHING  # element -> its dots

    def add(self, dot: Dot, element: str) -> "DotStore":
        elements = self.elements.get(dot, frozenset()) | {element}
        dots = self.dots.get(element, NO_DOTS).insert(dot)
        return DotStore(self.elements.insert(dot, elements), self.dots.insert(element, dots))

    def drop(self, dot: Dot, element: str) -> "DotStore":
        elements = self.elements[dot] - {element}
        dots = self.dots[element].remove(dot)
        return DotStore(
            self.elements.insert(dot, elements) if elements else self.elements.remove(dot),
            self.dots.insert(element, dots) if len(dots) else self.dots.remove(element),
        )

    def holds(self, dot: Dot, element: str) -> bool:
        return element in self.elements.get(dot, ())

    def covered_by(self, context: CausalContext) -> Iterable[tuple[Dot, str]]:
        """The live (dot, element) pairs that `context` covers; linear in the smaller of cloud and store for a delta."""
        if not len(context.vector):
            candidates: Iterable[Dot] = (dot for dot in context.cloud_dots() if dot in self.elements)
        else:
            candidates = (dot for dot in self.elements if context.covers(dot))
        return [(dot, element) for dot in candidates for element in self.elements[dot]]

    def pairs(self) -> Iterable[tuple[Dot, str]]:
        return ((dot, element) for dot, elements in self.elements.items() for element in elements)


class Causal(NamedTuple):
    """A state of the lattice, a delta included: live dots and the context that covers them."""

    store: DotStore = DotStore()
    context: CausalContext = CausalContext()


class Replica(NamedTuple):
    """A replica's state in a schedule: its causal state, and the log of its own deltas (number -> delta)."""

    causal: Causal = Causal()
    log: HashTrieMap = HashTrieMap()


class CausalContextSet(Family):
    """The mechanism; whether a cloud entry may advance the vector is asked of `absorbs`."""

    family = "causal_context"
    title = "Causal context of a delta set"
    record = "FA-75001"
    contract = (
        "An element is visible if and only if some known add of it was not killed by any known remove; "
        "the context claims exactly the dots that arrived."
    )
    grammar = {
        "add": ("replica", "element"),
        "rem": ("replica", "element"),
        "delta": ("source", "destination", "number"),
        "merge": ("source", "destination"),
    }
    rule = "absorbs"
    question = "When may a cloud entry advance the vector?"
    empty = Replica()

    def absorbs(self, counter: int, known: int | None) -> bool:
        """In: a cloud entry above the vector, and the vector's entry for its replica (None if missing).

        Out: whether the vector may advance to `counter`.
        """
        raise NotImplementedError

    def join(self, ours: Causal, theirs: Causal, settled: bool = False) -> Causal:
        """The join of two causal states, linear in their dots and clouds (up to sorting a cloud).

        `settled`: nothing in the cloud of `ours` can move by itself, and `theirs` is a delta. Then only what the delta
        names is compacted, and a local event costs the same however large the cloud is.
        """
        store = ours.store
        for dot, element in ours.store.covered_by(theirs.context):
            if not theirs.store.holds(dot, element):
                store = store.drop(dot, element)
        for dot, element in theirs.store.pairs():
            if not ours.context.covers(dot):
                store = store.add(dot, element)
        vector = join_vectors(ours.context.vector, theirs.context.vector)
        cloud = ours.context.cloud
        for replica, counters in theirs.context.cloud.items():
            cloud = cloud.insert(replica, cloud.get(replica, frozenset()) | counters)
        return Causal(store, self.compact(vector, cloud, theirs.context.cloud if settled else cloud))

    def compact(self, vector: HashTrieMap, cloud: HashTrieMap, replicas: Iterable[str]) -> CausalContext:
        """Move the cloud entries of `replicas` into the vector, and drop those at or below it, until nothing moves."""
        for replica in replicas:
            waiting, moved = sorted(cloud[replica]), True
            while moved:
                moved, left = False, []
                for counter in waiting:
                    known = vector.get(replica)
                    if counter <= (known or 0):
                        continue
                    if self.absorbs(counter, known):
                        vector, moved = vector.insert(replica, counter), True
                    else:
                        left.append(counter)
                waiting = left
            cloud = cloud.insert(replica, frozenset(waiting)) if waiting else cloud.remove(replica)
        return CausalContext(vector, cloud)

    def on_add(self, world: World, replica: str, element: str) -> World:
        vector = world[replica].causal.context.vector
        dot = Dot(replica, entry(vector, replica) + 1)
        return self.publish(world, replica, Causal(DotStore().add(dot, element), CausalContext.of([dot])))

    def on_rem(self, world: World, replica: str, element: str) -> World:
        seen = world[replica].causal.store.dots.get(element, NO_DOTS)
        return self.publish(world, replica, Causal(DotStore(), CausalContext.of(seen)))

    def publish(self, world: World, replica: str, delta: Causal) -> World:
        """Join `delta` into its own replica and log it, so that it can be sent later."""
        state = world[replica]
        log = state.log.insert(len(state.log) + 1, delta)
        # the state came out of a join (or is empty), so it is settled
        return world.insert(replica, Replica(self.join(state.causal, delta, settled=True), log))

    def on_delta(self, world: World, source: str, destination: str, number: int) -> World:
        return self.receive(world, destination, world[source].log[number])

    def on_merge(self, world: World, source: str, destination: str) -> World:
        return self.receive(world, destination, world[source].causal)

    def receive(self, world: World, replica: str, arriving: Causal) -> World:
        state = world[replica]
        return world.insert(replica, state._replace(causal=self.join(state.causal, arriving)))

    def view(self, state: Replica) -> list[str]:
        return sorted(state.causal.store.dots.keys())

    def stored(self, state: Replica) -> list[tuple[str, list[str]]]:
        store, (vector, _) = state.causal.store, state.causal.context
        return [
            ("dots", [f"{element} {dot}" for element, dot in sorted((e, d) for d, e in store.pairs())]),
            ("vector", [show_vector(vector)]),
            ("cloud", [str(dot) for dot in sorted(state.causal.context.cloud_dots())]),
        ]

    def solve(self, *arguments: Any) -> dict[str, list]:
        """In: two states as in the record. Out: their join, with `elements`, `dots`, `vv` and `cloud`, all sorted."""
        left, right = expect(arguments, "a", "b")
        store, context = self.join(read_state(left, "state a"), read_state(right, "state b"))
        return {
            "elements": sorted(store.dots.keys()),
            "dots": sorted([element, *dot] for dot, element in store.pairs()),
            "vv": sorted([replica, counter] for replica, counter in context.vector.items()),
            "cloud": sorted([replica, counter] for replica, counter in context.cloud_dots()),
        }

    def accepts(self, answer: Any, counter: int, known: int | None) -> str | None:
        return None if isinstance(answer, bool) else "it must be True or False"


def read_state(state: Any, where: str) -> Causal:
    """A state of the record, `{"dots": …, "vv": …, "cloud": …}`, checked; raises ScheduleError naming the entry."""
    if not isinstance(state, dict) or set(state) != {"dots", "vv", "cloud"} or not isinstance(state["vv"], dict):
        raise ScheduleError(
            f'{where}: write {{"dots": [], "vv": {{}}, "cloud": []}} with your entries, not {short(state)}'
        )
    store = DotStore()
    for i, item in enumerate(check_list(state["dots"], "dots", where), 1):
        element, *dot = triple(item, ("element", "replica", "n"), f"{where}, dot {i}")
        check_name(element, "element", f"{where}, dot {i}")
        store = store.add(check_dot(dot, f"{where}, dot {i}"), element)
    vector = NOTHING
    for replica, counter in state["vv"].items():
        vector = vector.insert(*check_dot([replica, counter], f"{where}, vv"))
    cloud = [
        check_dot(triple(item, ("replica", "n"), f"{where}, cloud entry {i}"), f"{where}, cloud entry {i}")
        for i, item in enumerate(check_list(state["cloud"], "cloud", where), 1)
    ]
    return Causal(store, CausalContext(vector, CausalContext.of(cloud).cloud))


def triple(item: Any, roles: tuple[str, ...], where: str) -> list:
    """`item` as a list with one entry for each of `roles`; raises ScheduleError otherwise."""
    if not isinstance(item, (list, tuple)) or len(item) != len(roles):
        raise ScheduleError(f"{where}: must be [{', '.join(roles)}], not {short(item)}")
    return list(item)


def check_dot(pair: list, where: str) -> Dot:
    """A pair of a replica's name and a positive counter, as a dot; raises ScheduleError otherwise."""
    replica, counter = pair
    return Dot(check_name(replica, "replica", where), check_integer(counter, "counter", where, 1))


class Broken(CausalContextSet):
    name = "broken"

    def absorbs(self, counter: int, known: int | None) -> bool:
        return counter > (known or 0)


class Attempt(CausalContextSet):
    name = "attempt"

    def absorbs(self, counter: int, known: int | None) -> bool:
        return known is not None and counter == known + 1


class Fixed(CausalContextSet):
    name = "fixed"

    def absorbs(self, counter: int, known: int | None) -> bool:
        return counter == (known or 0) + 1

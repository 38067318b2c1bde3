"""Situations and the steps between them, as small integers: what the search walks over.

A *situation* is every replica's state under one version, with the essence of the history (see `essence`). States and
essences are numbered as they turn up, so that each step is computed once and looked up from then on.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Hashable, Iterator, NamedTuple

from rpds import HashTrieMap, HashTrieSet

from .essence import essence_of
from .events import Event
from .family import Family, mechanism_of
from .laws import LAWS, Situation
from .models import FAMILIES
from .oracle import History
from .situations import Names, enabled, possible
from .trace import World


class Node(NamedTuple):
    """A situation: numbers for each replica's state and for the essence, and with deltas the log of (source, item)."""

    states: tuple[int, ...]
    essence: int
    log: tuple[tuple[int, int], ...] = ()


class Numbered:
    """Values numbered in the order in which they turn up."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.values: list[Any] = []
        self.images: dict[Hashable, dict[int, int]] = {}  # renaming -> number -> number of the renamed value

    def number(self, value: Hashable) -> int:
        number = self.numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def renamed(value: Any, names: dict[str, str]) -> Any:
    """`value` with every name in it replaced, whatever it is made of; what holds no names stays."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        parts = (renamed(part, names) for part in value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, frozenset):
        return frozenset(renamed(part, names) for part in value)
    if isinstance(value, HashTrieSet):
        return HashTrieSet(renamed(part, names) for part in value)
    if isinstance(value, HashTrieMap):
        return HashTrieMap({renamed(key, names): renamed(part, names) for key, part in value.items()})
    return value


class Fold:
    """One renaming of replicas and elements: which replica stands where, and numbers -> renamed numbers."""

    def __init__(self, names: Names, replicas: tuple[str, ...], elements: tuple[str, ...]):
        self.index = (replicas, elements)
        self.back = inverse(names.replicas, replicas), inverse(names.elements, elements)
        self.names = dict(zip(names.replicas + names.elements, replicas + elements))
        # position i of a renamed situation holds the state of the replica that is renamed to the i-th name
        self.places = tuple(replicas.index(replica) for replica in names.replicas)

    def rename(self, value: Any) -> Any:
        return renamed(value, self.names)

    def image(self, numbered: Numbered, number: int) -> int:
        """The number of the renamed value."""
        table = numbered.images.setdefault(self.index, {})
        image = table.get(number)
        if image is None:
            image = table[number] = numbered.number(self.rename(numbered.values[number]))
            numbered.images.setdefault(self.back, {})[image] = number
        return image


def inverse(names: tuple[str, ...], renamed_to: tuple[str, ...]) -> tuple[str, ...]:
    """The renaming that takes each of `renamed_to` back to the name in its place."""
    return tuple(names[renamed_to.index(name)] for name in names)


def folds_for(names: Names) -> list[Fold]:
    """Every renaming but the identity; above four replicas or three elements these stay as they are (still sound)."""
    replicas = list(permutations(names.replicas)) if len(names.replicas) <= 4 else [names.replicas]
    elements = list(permutations(names.elements)) if len(names.elements) <= 3 else [names.elements]
    return [Fold(names, r, e) for r in replicas for e in elements][1:]


def plain(version: Family) -> bool:
    """Whether `version` is one of our mechanisms with nothing but the rule replaced."""
    mechanism, own = mechanism_of(version), type(version)
    return mechanism is mechanism_of(FAMILIES[version.family]["fixed"]) and all(
        getattr(own, name) is getattr(mechanism, name)
        for name in dir(mechanism)
        if name not in ("name", version.rule) and not name.startswith("__")
    )


class Machine:
    """The situations of a version whose mechanism is ours, for every family but causal_context.

    A step is looked up by the event and the states that it names, because our mechanisms read and write no others (a
    departure is told to all, and counts as naming all). With `folds`, situations that are equal up to a renaming of
    replicas and elements share a key. That is sound for our own versions: none looks into a name, only at whether two
    are the same, so a renamed schedule does the renamed thing and breaks a law exactly when the other does. Timestamps
    are compared by size and are never renamed.
    """

    def __init__(self, version: Family, names: Names, symmetric: bool, still: bool):
        self.version, self.names, self.still = version, names, still
        self.states, self.essences = Numbered(), Numbered()
        self.essence = essence_of(version.family, names.replicas)
        self.folds = folds_for(names) if symmetric else []
        self.place = {replica: i for i, replica in enumerate(names.replicas)}
        self.verdicts: dict[tuple[int, int, int], bool] = {}
        self.steps = [
            (event, self.named(event), *self.pair(event), {}, {}) for event in possible(version.family, names)
        ]

    def named(self, event: Event) -> tuple[int, ...]:
        """The places of the replicas whose states the event may read or change."""
        if event[0] == "depart":
            return tuple(range(len(self.names.replicas)))
        return tuple(self.place[name] for name in event[1:3] if name in self.place)

    def pair(self, event: Event) -> tuple[int, int]:
        """The first and the last place the event names."""
        named = self.named(event)
        return named[0], named[-1]

    def start(self) -> Node:
        """The situation before the first event."""
        empty = self.states.number(self.version.empty)
        return Node((empty,) * len(self.names.replicas), self.essences.number(self.essence.start()))

    def successors(self, node: Node) -> Iterator[tuple[Event, Node]]:
        """Each enabled event with the situation after it, in the fixed order of events.

        An event that changes nothing is left out, unless `still`: replicas then show what they did, but a law about the
        event itself (a purge that should have purged) may yet be broken.
        """
        states, essence, _ = node
        for event, named, first, last, moves, turns in self.steps:
            turned = turns.get(essence)
            if turned is None:
                turned = turns[essence] = self.turn(event, essence)
            if turned < 0:
                continue
            at = (states[first], states[last]) if len(named) < 3 else states
            moved = moves.get(at)
            if moved is None:
                moved = moves[at] = self.move(event, named, states)
            if turned == essence and not self.still and all(states[i] == new for i, new in zip(named, moved)):
                continue
            after = list(states)
            for i, new in zip(named, moved):
                after[i] = new
            yield event, Node(tuple(after), turned)

    def turn(self, event: Event, number: int) -> int:
        """The number of the essence after the event; -1 where the event is refused."""
        value = self.essences.values[number]
        return -1 if self.essence.refuses(value, event) else self.essences.number(self.essence.after(value, event))

    def move(self, event: Event, named: tuple[int, ...], states: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of the named replicas' states after the event."""
        world = self.version.apply(self.world(Node(states, 0)), event)
        if event[0] == "depart":  # a departed member's state is never read again: let them all look alike
            gone = set().union(*(state.departed for state in world.values()))
            world = HashTrieMap({name: self.version.empty if name in gone else state for name, state in world.items()})
        return tuple(self.states.number(world[self.names.replicas[i]]) for i in named)

    def world(self, node: Node) -> World:
        """The replicas' states, as laws and versions read them."""
        return HashTrieMap({r: self.states.values[state] for r, state in zip(self.names.replicas, node.states)})

    def wrong(self, event: Event, node: Node) -> bool:
        """Whether a replica that the event names shows what it should not: the law `shows`, looked up."""
        states, essence, _ = node
        for name in event[1:3]:
            place = self.place.get(name)
            if place is not None:
                at = place, states[place], essence
                verdict = self.verdicts.get(at)
                if verdict is None:
                    right = self.essence.right(self.essences.values[essence], name)
                    verdict = self.verdicts[at] = right is not None and self.shown(states[place]) != right
                if verdict:
                    return True
        return False

    def shown(self, state: int) -> list[str]:
        """What a replica in this state shows."""
        return self.version.view(self.states.values[state])

    def key(self, node: Node) -> Hashable:
        """Equal for situations of which one need be visited: the least of all renamings of the node."""
        best = node
        for fold in self.folds:
            states = tuple([fold.image(self.states, node.states[i]) for i in fold.places])
            if states <= best.states:  # the states decide nearly always, and then the rest need not be renamed
                best = min(best, self.image(node, fold, states))
        return best

    def image(self, node: Node, fold: Fold, states: tuple[int, ...]) -> Node:
        """The renamed node, its states already renamed."""
        return Node(states, fold.image(self.essences, node.essence))


class WholeMachine:
    """The situations of any version at all, mechanism replaced or not: its world and the whole history, unfolded.

    Slow, and sound without an argument; the tests hold the others against it.
    """

    def __init__(self, version: Family, names: Names):
        self.version, self.names = version, names

    def start(self) -> Situation:
        return Situation(self.version.start(self.names.replicas), History(self.names.replicas))

    def successors(self, node: Situation) -> Iterator[tuple[Event, Situation]]:
        names = self.names
        events = enabled(
            self.version.family, node.history, names.replicas, names.elements, names.timestamps, names.outsiders
        )
        for event in events:
            yield event, Situation(self.version.apply(node.world, event), node.history.after(event))

    def wrong(self, event: Event, node: Situation) -> bool:
        return bool(LAWS["shows"].check(self.version, node, event, node))

    def world(self, node: Situation) -> World:
        return node.world

    def key(self, node: Situation) -> Hashable:
        world, history = node
        facts = tuple((fact.event, fact.knew) for fact in history.facts[: history.size])
        return world, facts, history.known, history.told, history.departed

"""The situations of causal_context, whose replicas keep a log of deltas that may be sent late, twice or never."""

from __future__ import annotations

from typing import Any, Hashable, Iterator

from rpds import HashTrieMap

from .essence import Effect
from .events import Event
from .family import Family
from .machines import Fold, Machine, Node, Numbered, WholeMachine, plain
from .models.causal_context import Causal, Replica
from .situations import Names
from .trace import World

MERGE = ("merge", "s", "d")  # for joining two states, or a delta and a state, outside any schedule


class DeltaMachine(Machine):
    """The situations of causal_context under our mechanism: causal states, the essence, and the log of deltas.

    The state numbers stand for causal states, without the replica's own log; an *item* of the log is a delta's content
    in this version together with its effect in the history. Who made a delta, and under which number, does not matter
    to what it does on arrival, so the key holds just the set of the items that could still change some replica. An
    item that changes nothing at a replica never will again: a join leaves a state that covers the delta's dots and, of
    these, holds only what the delta holds, and further joins keep it so. The same goes for what the item means.
    """

    def __init__(self, version: Family, names: Names, symmetric: bool, still: bool):
        super().__init__(version, names, symmetric, still)
        self.items = Numbered()
        self.joins: dict[tuple[int, int], int] = {}
        self.mints: dict[tuple, tuple[int, int]] = {}
        self.lessons: dict[tuple, int] = {}
        self.kills: dict[tuple, frozenset] = {}
        self.local = [step for step in self.steps if step[0][0] in ("add", "rem")]
        self.merges = [step for step in self.steps if step[0][0] == "merge"]

    def start(self) -> Node:
        empty = self.states.number(Causal())
        return Node((empty,) * len(self.names.replicas), self.essences.number(self.essence.start()))

    def successors(self, node: Node) -> Iterator[tuple[Event, Node]]:
        states, essence, log = node
        for event, _, place, _, _, _ in self.local:
            yield event, self.made(node, event, place)
        for event, place, item in self.deliveries(log):
            content, _ = self.items.values[item]
            new, turned = self.join(states[place], content), self.learn(place, item, essence)
            if self.still or new != states[place] or turned != essence:
                yield event, Node(states[:place] + (new,) + states[place + 1 :], turned, log)
        for event, _, first, last, _, turns in self.merges:
            turned = turns.get(essence)
            if turned is None:
                turned = turns[essence] = self.turn(event, essence)
            new = self.join(states[last], states[first])
            if self.still or new != states[last] or turned != essence:
                yield event, Node(states[:last] + (new,) + states[last + 1 :], turned, log)

    def deliveries(self, log: tuple) -> Iterator[tuple[Event, int, int]]:
        """(event, place of the receiver, item) for every delta that can be sent, in the fixed order of events."""
        for source, name in enumerate(self.names.replicas):
            own = [item for origin, item in log if origin == source]
            for place, other in enumerate(self.names.replicas):
                if place != source:
                    for number, item in enumerate(own, 1):
                        yield ("delta", name, other, number), place, item

    def made(self, node: Node, event: Event, place: int) -> Node:
        """The situation after a local event: its delta is joined, and logged with its effect."""
        states, essence, log = node
        kind, replica, element = event
        at = event, states[place]
        minted = self.mints.get(at)
        if minted is None:
            after = self.version.apply(HashTrieMap({replica: Replica(self.states.values[states[place]])}), event)
            causal, made = after[replica]
            minted = self.mints[at] = self.states.number(causal), self.states.number(made[1])
        new, content = minted
        if kind == "add":
            values = self.items.values
            label = (replica, 1 + sum(origin == place and values[item][1].add is not None for origin, item in log))
            effect, meant = Effect(add=label), ("add", replica, element, label)
        else:
            dead = self.kills.get((event, essence))
            if dead is None:
                dead = self.essence.killed_by(self.essences.values[essence], replica, element)
                self.kills[event, essence] = dead
            effect = Effect(kills=dead)
            meant = ("effect", replica, effect)
        turned = self.lessons.get((meant, essence))
        if turned is None:
            turned = self.essences.number(self.essence.after(self.essences.values[essence], meant))
            self.lessons[meant, essence] = turned
        item = self.items.number((content, effect))
        return Node(states[:place] + (new,) + states[place + 1 :], turned, (*log, (place, item)))

    def join(self, ours: int, theirs: int) -> int:
        """The number of the state after `theirs`, a state or a delta, is joined into `ours`."""
        at = ours, theirs
        joined = self.joins.get(at)
        if joined is None:
            values = self.states.values
            after = self.version.apply(HashTrieMap({"s": Replica(values[theirs]), "d": Replica(values[ours])}), MERGE)
            joined = self.joins[at] = self.states.number(after["d"].causal)
        return joined

    def learn(self, place: int, item: int, essence: int) -> int:
        """The number of the essence after an item's effect reached the replica at `place`."""
        at = place, item, essence
        turned = self.lessons.get(at)
        if turned is None:
            event = ("effect", self.names.replicas[place], self.items.values[item][1])
            turned = self.essences.number(self.essence.after(self.essences.values[essence], event))
            self.lessons[at] = turned
        return turned

    def shown(self, state: int) -> list[str]:
        return self.version.view(Replica(self.states.values[state]))

    def world(self, node: Node) -> World:
        worlds = {}
        for place, (replica, state) in enumerate(zip(self.names.replicas, node.states)):
            own = [self.states.values[self.items.values[item][0]] for origin, item in node.log if origin == place]
            worlds[replica] = Replica(self.states.values[state], HashTrieMap(dict(enumerate(own, 1))))
        return HashTrieMap(worlds)

    def key(self, node: Node) -> Hashable:
        states, essence, log = node
        items = self.items.values
        waiting = sorted(
            item
            for item in {item for _, item in log}
            if any(
                self.join(state, items[item][0]) != state or self.learn(place, item, essence) != essence
                for place, state in enumerate(states)
            )
        )
        return super().key(Node(states, essence, tuple(waiting)))

    def image(self, node: Node, fold: Fold, states: tuple[int, ...]) -> Node:
        items = tuple(sorted(self.item_image(item, fold) for item in node.log))
        return Node(states, fold.image(self.essences, node.essence), items)

    def item_image(self, item: int, fold: Fold) -> int:
        """The number of the renamed item."""
        table = self.items.images.setdefault(fold.index, {})
        if item not in table:
            content, effect = self.items.values[item]
            table[item] = self.items.number((fold.image(self.states, content), fold.rename(effect)))
        return table[item]


def machine_for(version: Family, names: Names, symmetric: bool, still: bool) -> Any:
    """The machine that walks this version: a fast one for our mechanisms, `WholeMachine` for a changed mechanism."""
    if not plain(version):
        return WholeMachine(version, names)
    return (DeltaMachine if version.family == "causal_context" else Machine)(version, names, symmetric, still)

"""Observed-remove set with unique tags (record FA-74931; Shapiro et al. 2011, INRIA RR-7506, OR-Set).

Every add gives its element a new tag. A remove tombstones only the tags that its replica has seen, so an add that the
remover had not seen survives: if, and only if, no two adds ever share a tag.
"""

from __future__ import annotations

from typing import Any, Hashable, NamedTuple

from rpds import HashTrieMap, HashTrieSet

from ..events import LARGEST
from ..family import Family, entries
from ..trace import World

NO_TAGS: HashTrieSet = HashTrieSet()


class Tagged(NamedTuple):
    """A replica's state: how many adds it made, element -> its live tags, and the tombstoned tags."""

    count: int = 0
    live: HashTrieMap = HashTrieMap()
    tombstones: HashTrieSet = NO_TAGS


class OrSet(Family):
    """The mechanism; how an add's tag is made is asked of `tag`."""

    family = "or_set"
    title = "Observed-remove set"
    record = "FA-74931"
    contract = (
        "An element is visible if and only if some known add of it was not killed by any known remove; "
        "a remove kills the adds of its element that its replica saw alive."
    )
    grammar = {
        "add": ("replica", "element"),
        "rem": ("replica", "element"),
        "merge": ("source", "destination"),
    }
    rule = "tag"
    question = "How is the tag of an add made?"
    empty = Tagged()

    def tag(self, replica: str, element: str, counter: int) -> Hashable:
        """In: the adding replica, the element, and the replica's add counter (from 1). Out: the add's tag."""
        raise NotImplementedError

    def on_add(self, world: World, replica: str, element: str) -> World:
        state = world[replica]
        counter = state.count + 1
        tags = state.live.get(element, NO_TAGS).insert(self.tag(replica, element, counter))
        return world.insert(replica, state._replace(count=counter, live=state.live.insert(element, tags)))

    def on_rem(self, world: World, replica: str, element: str) -> World:
        state = world[replica]
        if element not in state.live:
            return world
        buried = state.tombstones.union(state.live[element])
        return world.insert(replica, state._replace(live=state.live.remove(element), tombstones=buried))

    def on_merge(self, world: World, source: str, destination: str) -> World:
        theirs, ours = world[source], world[destination]
        tombstones = ours.tombstones.union(theirs.tombstones)
        live = ours.live
        for element, tags in theirs.live.items():
            live = live.insert(element, live.get(element, NO_TAGS).union(tags))
        for element, tags in live.items():
            left = tags.difference(tombstones)
            if not len(left):
                live = live.remove(element)
            elif len(left) < len(tags):
                live = live.insert(element, left)
        return world.insert(destination, ours._replace(live=live, tombstones=tombstones))

    def view(self, state: Tagged) -> list[str]:
        return sorted(state.live.keys())

    def stored(self, state: Tagged) -> list[tuple[str, list[str]]]:
        return [
            ("adds made", [str(state.count)]),
            ("live tags", entries(state.live, lambda tags: ", ".join(sorted(map(show_tag, tags))))),
            ("tombstones", sorted(map(show_tag, state.tombstones))),
        ]

    def accepts(self, answer: Any, replica: str, element: str, counter: int) -> str | None:
        return None if is_tag(answer) else "a tag is a text, a whole number, or a tuple of such"


def is_tag(answer: Any) -> bool:
    """Whether it can be compared with every other tag, and written down."""
    if isinstance(answer, tuple):
        return all(map(is_tag, answer))
    return isinstance(answer, str) or type(answer) is int and abs(answer) <= LARGEST


def show_tag(tag: Hashable) -> str:
    """A tag in words: `1`, or `(a, 1)`."""
    return "(" + ", ".join(map(str, tag)) + ")" if isinstance(tag, tuple) else str(tag)


class Broken(OrSet):
    name = "broken"

    def tag(self, replica: str, element: str, counter: int) -> Hashable:
        return counter


class Attempt(OrSet):
    name = "attempt"

    def tag(self, replica: str, element: str, counter: int) -> Hashable:
        return (element, counter)


class Fixed(OrSet):
    name = "fixed"

    def tag(self, replica: str, element: str, counter: int) -> Hashable:
        return (replica, counter)

"""Last-writer-wins element set with add bias (record FA-74921; Shapiro et al. 2011, INRIA RR-7506).

Every replica keeps two tables, `adds` and `removes`, from an element to its largest timestamp. An element is visible
when it has an add timestamp that is at least its remove timestamp: a tie keeps it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rpds import HashTrieMap

from ..clocks import NOTHING
from ..family import Family, entries
from ..trace import World


class Tables(NamedTuple):
    """A replica's state: element -> largest timestamp of its adds, and of its removes."""

    adds: HashTrieMap = NOTHING
    removes: HashTrieMap = NOTHING


class LwwElementSet(Family):
    """The mechanism; which tables a merge folds is asked of `table_flow`."""

    family = "lww_element_set"
    title = "Last-writer-wins element set"
    record = "FA-74921"
    contract = (
        "An element is visible if and only if some known add of it has the largest timestamp "
        "among all known adds and removes of it; on a tie the add wins."
    )
    grammar = {
        "add": ("replica", "element", "timestamp"),
        "rem": ("replica", "element", "timestamp"),
        "merge": ("source", "destination"),
    }
    rule = "table_flow"
    question = "Which tables flow at a merge, and which way?"
    empty = Tables()

    def table_flow(self, source: str, destination: str) -> tuple[tuple[str, str, str], ...]:
        """In: the two replicas of a merge. Out: triples (table, giver, taker); `taker` folds in `giver`'s table."""
        raise NotImplementedError

    def on_add(self, world: World, replica: str, element: str, timestamp: int) -> World:
        tables = world[replica]
        return world.insert(replica, tables._replace(adds=stamped(tables.adds, element, timestamp)))

    def on_rem(self, world: World, replica: str, element: str, timestamp: int) -> World:
        tables = world[replica]
        return world.insert(replica, tables._replace(removes=stamped(tables.removes, element, timestamp)))

    def on_merge(self, world: World, source: str, destination: str) -> World:
        for table, giver, taker in self.table_flow(source, destination):
            joined = getattr(world[taker], table)
            for element, timestamp in getattr(world[giver], table).items():
                joined = stamped(joined, element, timestamp)  # not as vectors join: here 0 is a value, not "nothing"
            world = world.insert(taker, world[taker]._replace(**{table: joined}))
        return world

    def view(self, state: Tables) -> list[str]:
        return sorted(e for e, added in state.adds.items() if added >= state.removes.get(e, added))

    def stored(self, state: Tables) -> list[tuple[str, list[str]]]:
        return [("adds", entries(state.adds)), ("removes", entries(state.removes))]

    def accepts(self, answer: Any, source: str, destination: str) -> str | None:
        pair = {source, destination}
        good = isinstance(answer, (list, tuple)) and all(
            isinstance(flow, (list, tuple))
            and len(flow) == 3
            and flow[0] in Tables._fields
            and {flow[1], flow[2]} <= pair
            for flow in answer
        )
        return None if good else 'it must be a list of triples (table, giver, taker), table "adds" or "removes"'


def stamped(table: HashTrieMap, element: str, timestamp: int) -> HashTrieMap:
    """`table` with `timestamp` stored for `element` if it is greater than what is stored."""
    return table.insert(element, timestamp) if timestamp > table.get(element, -1) else table


class Broken(LwwElementSet):
    name = "broken"

    def table_flow(self, source: str, destination: str) -> tuple[tuple[str, str, str], ...]:
        return (("adds", source, destination),)


class Attempt(LwwElementSet):
    name = "attempt"

    def table_flow(self, source: str, destination: str) -> tuple[tuple[str, str, str], ...]:
        return (("adds", source, destination), ("removes", destination, source))


class Fixed(LwwElementSet):
    name = "fixed"

    def table_flow(self, source: str, destination: str) -> tuple[tuple[str, str, str], ...]:
        return (("adds", source, destination), ("removes", source, destination))

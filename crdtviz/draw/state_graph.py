"""The graph of the states that replicas went through, and of which states each of them came from.

A node is one state of one replica for as long as it lasts. A new one begins where the state changes, and where its
judgement does: a merge that leaves a state as it was can make it wrong, as what it should have brought did not come,
and a purge can fail to take what it should.
"""

from __future__ import annotations

from typing import Any, Callable, Hashable

import networkx

from ..laws import judge
from ..oracle import LOCAL
from ..trace import Trace
from .chips import Line, breach_at, delta_numbers, labels, target, verdict_line
from .style import WRONG
from .text import elided

Node = tuple[str, int]  # a replica, and how many states it had before

# What a state hands on when it is merged: equal parts are the same knowledge, wherever they lie. A replica's own
# counters and logs, and what it was told about others, differ for ever and are left out.
SHARED: dict[str, Callable[[Any], Hashable]] = {
    "lww_element_set": lambda state: state,
    "or_set": lambda state: (state.live, state.tombstones),
    "mv_register": lambda state: frozenset(state.siblings),
    "causal_context": lambda state: state.causal,
    "tombstone_gc": lambda state: (state.live, state.tombstones, state.delivered),
}


class Marks:
    """Letters for states: the same one for states that hand on the same; ∅ for the one that all start from."""

    def __init__(self, family: str):
        self.shared = SHARED[family]
        self.known: dict[Hashable, str] = {}

    def of(self, state: Any) -> str:
        place = len(self.known) - 1
        mark = "∅" if place < 0 else chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")
        return self.known.setdefault(self.shared(state), mark)


def graph(trace: Trace) -> networkx.DiGraph:
    """The graph of the states of a run, an edge from each state to those that came from it.

    Nodes are (replica, n), n from 0, with `replica`, `position` (where the state began), `last` (where it ended),
    `same` (a mark shared by equal states), `wrong` (shown wrongly, or made against a law), `verdict` (in a word),
    `view`, `label` (the event that made it) and `number` (from 0, in the order of their making). Edges have `label`
    and `kind`: "event" for what a replica does by itself, else the kind of what it received, both for the edge from its
    own state before and for the one from the giver's.
    """
    made, marks = networkx.DiGraph(), Marks(trace.version.family)
    verdicts, minted = judge(trace), {delta: position for position, delta in delta_numbers(trace).items()}
    words = labels(trace, 1, len(trace))
    for replica in trace.replicas:
        add_node(made, trace, (replica, 0), 0, marks, verdict_line(False, None), "")
    current = {replica: (replica, 0) for replica in trace.replicas}
    for step in trace:
        k, before, event = step.number, dict(current), step.event
        word = " ".join(words[k]).strip()
        if event[0] == "depart":
            word = f"{elided(event[1])} departs"
        for replica in trace.replicas:
            wrong = replica in verdicts[k].wrong
            turned = wrong != (replica in verdicts[k - 1].wrong)
            breach = breach_at(verdicts[k], event, replica)
            if step.before[replica] == step.after[replica] and not turned and not breach:
                continue
            node = current[replica] = (replica, before[replica][1] + 1)
            add_node(made, trace, node, k, marks, verdict_line(wrong, breach), word)
            made.nodes[before[replica]]["last"] = k - 1
            kind = "event" if event[0] in LOCAL or event[0] in ("purge", "depart") else event[0]
            made.add_edge(before[replica], node, kind=kind, label=word)
            giver = giver_of(made, event, replica, before, minted)
            if giver and giver != before[replica]:
                made.add_edge(giver, node, kind=kind, label=word)
    return made


def add_node(
    made: networkx.DiGraph, trace: Trace, node: Node, position: int, marks: Marks, verdict: Line, word: str
) -> None:
    """Adds one node with all it is known by."""
    replica, _ = node
    made.add_node(
        node,
        replica=replica,
        position=position,
        last=len(trace),
        same=marks.of(trace.state(position, replica)),
        wrong=verdict.ink is WRONG,
        verdict=verdict.text,
        view=trace.view(position, replica),
        label=word,
        number=made.number_of_nodes(),
    )


def giver_of(made: networkx.DiGraph, event: tuple, replica: str, before: dict[str, Node], minted: dict) -> Node | None:
    """The other state that this replica's new one came from, if there is one."""
    if event[0] == "delta":
        # a delta carries what its replica did at one event, whatever became of it since
        at = minted[event[1], event[3]]
        own = ((node, data) for node, data in made.nodes(data=True) if data["replica"] == event[1])
        return next(node for node, data in own if data["position"] <= at <= data["last"])
    if event[0] in ("merge", "sync", "ack") and event[1] in before:
        # some wrong versions change the sender as well: then that came from the receiver
        other = event[1] if replica == target(event) else event[2]
        return before[other]
    return None

"""Hypothesis strategies shared by the tests: valid schedules, reachable states, and anything JSON-like."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from crdtviz import FAMILIES, run
from crdtviz.family import Family
from crdtviz.oracle import History, refusal
from crdtviz.trace import Trace

ELEMENTS = ("x", "y", "z")
TIMESTAMPS = (1, 2, 3)


def possible(family: str, history: History, replicas: tuple[str, ...], elements: tuple[str, ...] = ELEMENTS) -> list:
    """Every event that can happen here, in a fixed order. An observer is called o."""
    values = {
        "replica": replicas,
        "source": replicas,
        "destination": replicas,
        "outsider": ("o",),
        "element": elements,
        "value": elements,
        "timestamp": TIMESTAMPS,
    }
    events = []
    for kind, roles in FAMILIES[family]["fixed"].grammar.items():
        for arguments in product(*(values.get(role, (0,)) for role in roles)):
            if kind == "delta":
                sender, receiver, _ = arguments
                events += [(kind, sender, receiver, n + 1) for n in range(history.made(sender)) if sender != receiver]
            elif "source" not in roles or arguments[0] != arguments[1]:
                events.append((kind, *arguments))
    return [event for event in events if refusal(family, history, event) is None]


@st.composite
def schedules(
    draw: Any, family: str, least: int = 0, most: int = 12, replicas: tuple[str, ...] = ("a", "b", "c")
) -> list[tuple]:
    """Schedules that are valid on `replicas`; deltas get lost and reordered, members depart, observers report."""
    elements = tuple(f"e{n}" for n in range(1, 9)) if family == "tombstone_gc" else ELEMENTS
    history, events = History(replicas), []
    for number in draw(st.lists(st.integers(0, 2**16), min_size=least, max_size=most)):
        choices = possible(family, history, replicas, elements)
        kinds = list(dict.fromkeys(event[0] for event in choices))
        # first the kind, so that the many forms of an add do not crowd out the merges; a rare kind stays rare
        common = [kind for kind in kinds if kind not in ("depart", "observe")] if number % 13 else kinds
        kind = common[number % len(common)]
        alike = [event for event in choices if event[0] == kind]
        event = alike[number // 17 % len(alike)]
        events.append(event)
        history = history.after(event)
    return events


@st.composite
def traces(draw: Any, version: Family, replicas: tuple[str, ...] = ("a", "b", "c"), most: int = 12) -> Trace:
    """Finished runs of valid schedules."""
    return run(version.family, version, draw(schedules(version.family, most=most, replicas=replicas)), replicas)


class Lattice(NamedTuple):
    """A family's join as an operation on two states, and the part of a state that the laws speak about."""

    version: Family

    def join(self, ours: Any, theirs: Any) -> Any:
        """`theirs` merged into `ours`; the state of the destination afterwards."""
        world = self.version.start(("ours", "theirs")).insert("ours", ours).insert("theirs", theirs)
        kind = "sync" if "sync" in self.version.grammar else "merge"
        return self.version.apply(world, (kind, "theirs", "ours"))["ours"]

    def core(self, state: Any) -> Any:
        """What replicas that know the same must agree on: no own counters, logs or acks, and no order of siblings."""
        name = self.version.family
        if name == "or_set":
            return state.live, state.tombstones
        if name == "mv_register":
            return frozenset(state.siblings)
        if name == "causal_context":
            return state.causal
        if name == "tombstone_gc":
            return state.live, state.tombstones, state.delivered
        return state

    def view(self, state: Any) -> list[str]:
        return self.version.view(state)

    def commutative(self, a: Any, b: Any) -> bool:
        return self.core(self.join(a, b)) == self.core(self.join(b, a))

    def associative(self, a: Any, b: Any, c: Any) -> bool:
        return self.core(self.join(self.join(a, b), c)) == self.core(self.join(a, self.join(b, c)))

    def idempotent(self, a: Any) -> bool:
        return self.core(self.join(a, a)) == self.core(a)

    def below(self, a: Any, b: Any) -> bool:
        """Whether `a` is at most `b` in the order of the lattice: joining it into `b` changes nothing."""
        return self.core(self.join(b, a)) == self.core(b)


NAMES = st.text(min_size=1, max_size=6).filter(lambda name: not any(0xD800 <= ord(c) <= 0xDFFF for c in name))

JSON_LIKE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.integers()
    | st.floats()
    | st.sampled_from(["a", "b", "x", "add", "rem", "merge", "write", "sync", "delta", "ack", "depart", "purge", ""])
    | st.text(max_size=4)
    | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.sampled_from(["dots", "vv", "cloud", "a", "b", ""]) | st.text(max_size=2), inner, max_size=3
        )
        | st.dictionaries(st.integers(), inner, max_size=1)
    ),
    max_leaves=12,
)

"""Random schedules that can happen, for every family, and rules that a learner might write."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from crdtviz import FAMILIES, VERSIONS, with_rule
from crdtviz.oracle import History, refusal

REPLICAS = ("a", "b", "c")
ELEMENTS = ("bread", "milk")
POOLS = {
    "replica": REPLICAS,
    "source": REPLICAS,
    "destination": REPLICAS,
    "element": ELEMENTS,
    "value": ELEMENTS,
    "outsider": ("obs",),
    "timestamp": (1, 2, 3),
    "number": (1, 2, 3),
}
GC_ELEMENTS = ("bread", "milk", "eggs", "salt")  # each is added only once, so there must be more of them


def pool(family: str) -> dict[str, list[tuple]]:
    """Every event of a family over these names, by kind."""
    pools = POOLS if family != "tombstone_gc" else POOLS | {"element": GC_ELEMENTS}
    grammar = FAMILIES[family]["fixed"].grammar
    return {
        kind: [(kind, *rest) for rest in product(*(pools[role] for role in roles))] for kind, roles in grammar.items()
    }


POOL = {family: pool(family) for family in FAMILIES}
OFTEN = ("add", "write", "merge", "sync", "purge", "delta")  # with fewer of these, little would happen
KINDS = {family: [kind for kind in POOL[family] for _ in range(3 if kind in OFTEN else 1)] for family in FAMILIES}


@st.composite
def schedules(draw, family: str, longest: int = 14) -> list[tuple]:
    """A schedule that can happen: a kind is drawn first, then an event among those of the kind that can."""
    history, schedule = History(REPLICAS), []
    busy = draw(st.sampled_from([frozenset(REPLICAS[:2]), frozenset(REPLICAS)]))  # two that meet often, or all three
    for _ in range(draw(st.integers(1, longest))):
        kind = draw(st.sampled_from(KINDS[family]))
        events = [event for event in POOL[family][kind] if not (set(event[1:]) & set(REPLICAS)) - busy]
        enabled = [event for event in events if refusal(family, history, event) is None]
        if enabled:
            schedule.append(draw(st.sampled_from(enabled)))
            history = history.after(schedule[-1])
    return schedule


RULES = {
    "lww_element_set": [
        lambda source, destination: [],
        lambda source, destination: [("removes", source, destination)],
        lambda source, destination: [
            (table, *way) for table in ("adds", "removes") for way in ((source, destination), (destination, source))
        ],
    ],
    "or_set": [
        lambda replica, element, counter: 0,
        lambda replica, element, counter: counter % 2,
        lambda replica, element, counter: (element, (replica,)),
        lambda replica, element, counter: f"{element}/{counter}",
    ],
    "mv_register": [
        lambda writer, siblings: {},
        lambda writer, siblings: {"elsewhere": 3, writer: 0},
        lambda writer, siblings: siblings[-1].vector if siblings else {},
    ],
    "causal_context": [
        lambda counter, known: False,
        lambda counter, known: True,
        lambda counter, known: counter % 2 == 1,
    ],
    "tombstone_gc": [
        lambda live, reporters, departed: set(),
        lambda live, reporters, departed: {"nobody of that name"},
        lambda live, reporters, departed: live & reporters,
        lambda live, reporters, departed: departed | {min(live)},
    ],
}
LEARNERS = [(family, with_rule(FAMILIES[family]["fixed"], rule)) for family, rules in RULES.items() for rule in rules]
OURS = [(family, FAMILIES[family][version]) for family in FAMILIES for version in VERSIONS]

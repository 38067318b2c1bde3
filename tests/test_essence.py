"""Essences against the oracle: computed from the last essence and the event alone, they must mean the same for good.

An essence is a function of the essence before and the event, and what is right is a function of the essence. So once
these agree with the oracle along every schedule, histories of equal essence have equal verdicts for ever.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crdtviz.essence import Effect, essence_of
from crdtviz.models import FAMILIES
from crdtviz.oracle import History, ids, refusal, right_view
from tests.test_oracle_agreement import all_events, names_of, random_schedule

NUMBERS = st.lists(st.integers(0, 2**16), max_size=24)
EXACT = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def meaning(essence, value, event, effects, history):
    """The event as the essence of deltas wants it: with labels, and effects in the place of numbers."""
    kind, first = event[0], event[1]
    if kind == "add":
        label = (first, 1 + history.made(first))
        effects[first, history.made(first) + 1] = Effect(add=label)
        return (*event, label)
    if kind == "rem":
        effect = Effect(kills=essence.killed_by(value, first, event[2]))
        effects[first, history.made(first) + 1] = effect
        return ("effect", first, effect)
    return event if kind == "merge" else ("effect", event[2], effects[first, event[3]])


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("family", FAMILIES)
@EXACT
@given(numbers=NUMBERS)
def test_essence_means_what_the_oracle_means(family, size, numbers):
    names, effects = names_of(family, size), {}
    essence = essence_of(family, names.replicas)
    value = essence.start()
    for event, before, after in random_schedule(family, names, numbers):
        if family == "causal_context":
            value = essence.after(value, meaning(essence, value, event, effects, before))
        else:
            value = essence.after(value, event)
        for replica in names.replicas:
            right = essence.right(value, replica)
            assert right is None if replica in after.departed else right == right_view(family, after, replica)
        hash(value)


@EXACT
@given(numbers=NUMBERS)
def test_stability_refuses_and_knows_what_the_history_does(numbers):
    names = names_of("tombstone_gc", 3)
    essence = essence_of("tombstone_gc", names.replicas)
    value, history = essence.start(), History(names.replicas)
    for event, _, after in random_schedule("tombstone_gc", names, numbers):
        for other in all_events("tombstone_gc", names, 0):
            assert essence.refuses(value, other) == bool(refusal("tombstone_gc", history, other))
        value, history = essence.after(value, event), after
        live = set(names.replicas) - history.departed
        assert value.known == {(m, *fact) for m in live for fact in facts(history, history.known[m])}
        assert value.told == {
            (asker, member, *fact)
            for asker in live
            for member in live
            for fact in facts(history, history.told.get((asker, member)) or 0)
            if fact[1] is not None
        }


def facts(history, known):
    """(element, who removed it, or None for its add) for each event known."""
    for number in ids(known):
        kind, replica, element = history.facts[number].event
        yield element, replica if kind == "rem" else None

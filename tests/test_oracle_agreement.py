"""The fixed versions against the oracle: long random schedules on three and four replicas, every law at every event."""

from collections import Counter
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crdtviz.laws import Situation, laws_of
from crdtviz.models import FAMILIES
from crdtviz.oracle import History, refusal, right_view
from crdtviz.situations import Names, possible

ELEMENTS = {"tombstone_gc": ("u", "v", "w", "x", "y", "z")}  # added once each, so a long schedule needs many


def names_of(family, size):
    return Names(tuple("abcd"[:size]), ELEMENTS.get(family, ("x", "y", "z")), (0, 1, 2), ("o", "p"))


@lru_cache(maxsize=None)
def all_events(family, names, most):
    return possible(family, names, range(1, most + 1))


def pick(family, history, names, number):
    """A valid event for a random number: the first one from there on, round the list of all of them."""
    most = max(history.made(replica) for replica in names.replicas)
    events = all_events(family, names, most)
    for step in range(len(events)):
        event = events[(number + step) % len(events)]
        # departures are rare, or nobody would be left for the rest of the schedule
        if not refusal(family, history, event) and (event[0] != "depart" or number % 5 == 0):
            return event
    raise AssertionError("an event is always possible: a purge, or a merge")


def random_schedule(family, names, numbers):
    """(event, history before it, history after it) for each number."""
    history = History(names.replicas)
    for number in numbers:
        event = pick(family, history, names, number)
        before, history = history, history.after(event)
        yield event, before, history


@pytest.mark.parametrize("family", FAMILIES)
def test_fixed_keeps_every_law_on_2000_long_random_schedules(family):
    version, laws = FAMILIES[family]["fixed"], laws_of(family)
    kinds, lengths = Counter(), []

    @settings(
        max_examples=2000, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(size=st.integers(3, 4), drawn=st.binary(min_size=30, max_size=60))
    def keeps(size, drawn):
        numbers = [int.from_bytes(drawn[i : i + 2]) for i in range(0, len(drawn) - 1, 2)]  # drawn in one go: faster
        names = names_of(family, size)
        world = version.start(names.replicas)
        for event, before, after in random_schedule(family, names, numbers):
            here, world = world, version.apply(world, event)
            for law in laws:
                assert law.check(version, Situation(here, before), event, Situation(world, after)) == []
            kinds[event[0]] += 1
        for replica in names.replicas:
            if replica not in after.departed:
                assert version.view(world[replica]) == right_view(family, after, replica)
        lengths.append(len(numbers))

    keeps()
    assert len(lengths) >= 2000 and min(lengths) >= 15 and max(lengths) == 30
    assert set(kinds) == set(version.grammar)  # the departing, the observing and the late deltas among them

"""Shrinking: what comes out is valid, breaks the same law with its last event, and cannot lose an event."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from crdtviz import FAMILIES, ScheduleError, judge, run
from crdtviz.laws import find_law, laws_of
from crdtviz.shrink import broken_prefix, shrink, without
from tests.test_oracle_agreement import names_of, random_schedule

WRONG = [
    (family, name, law.name)
    for family, versions in FAMILIES.items()
    for name in versions
    for law in laws_of(family)
    if (name, law.name) in {("broken", "shows"), ("attempt", "shows"), ("broken", "claims"), ("attempt", "compact"),
                            ("broken", "purge_safety"), ("attempt", "purge_liveness")}
    and (family, name, law.name) != ("tombstone_gc", "attempt", "shows")
]  # fmt: skip


@pytest.mark.parametrize(("family", "name", "law"), WRONG)
def test_what_is_left_is_locally_minimal(family, name, law):
    shrunk = []

    @settings(max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(numbers=st.lists(st.integers(0, 2**16), min_size=12, max_size=30))
    def minimal(numbers):
        names = names_of(family, 2 if family == "tombstone_gc" else 3)
        schedule = [event for event, _, _ in random_schedule(family, names, numbers)]
        version, predicate = FAMILIES[family][name], find_law(family, law)
        assume(broken_prefix(version, predicate, schedule, names.replicas) is not None)
        small = shrink(family, name, schedule, names.replicas, law)
        verdicts = judge(run(family, name, small, names.replicas))  # valid, or this would raise
        assert [law in dict(verdict.broken) for verdict in verdicts] == [False] * len(small) + [True]
        for place in range(len(small)):
            fewer = without(small, place, place + 1)
            assert len(fewer) < len(small)
            assert broken_prefix(version, predicate, fewer, names.replicas) is None
        assert shrink(family, name, small, names.replicas, law) == small
        shrunk.append(len(small))

    minimal()
    assert shrunk and max(shrunk) <= 12


def test_a_pasted_text_becomes_the_known_failure():
    text = "add b z 9\nadd a x 5\nmerge b a\nrem a z 20\nmerge a b\nmerge b a"
    assert shrink("lww_element_set", "broken", text, ["a", "b"]) == [
        ("add", "b", "z", 0), ("rem", "a", "z", 1), ("merge", "a", "b"),
    ]  # fmt: skip


def test_a_dropped_event_takes_its_deliveries_along():
    schedule = [
        ("add", "a", "x"), ("add", "a", "y"), ("rem", "a", "x"), ("delta", "a", "b", 2), ("delta", "a", "b", 3),
    ]  # fmt: skip
    assert without(schedule, 0, 1) == [
        ("add", "a", "y"), ("rem", "a", "x"), ("delta", "a", "b", 1), ("delta", "a", "b", 2),
    ]  # fmt: skip
    assert without(schedule, 1, 2) == [("add", "a", "x"), ("rem", "a", "x"), ("delta", "a", "b", 2)]
    assert without(schedule, 3, 4) == [*schedule[:3], ("delta", "a", "b", 3)]


def test_what_does_not_break_cannot_be_shrunk():
    with pytest.raises(ScheduleError, match="it keeps the law shows"):
        shrink("or_set", "fixed", [["add", "a", "x"]], ["a", "b"])
    with pytest.raises(ScheduleError, match='event 1 \\(delta\\): "a" has made 0 deltas'):
        shrink("causal_context", "broken", [["delta", "a", "b", 1]], ["a", "b"])
    with pytest.raises(ScheduleError, match="unknown law"):
        shrink("or_set", "broken", [], ["a"], "compact")

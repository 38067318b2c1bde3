"""Observed-remove set: the laws of its merge, and the laws that colliding tags break."""

import pytest
from hypothesis import given, settings

from crdtviz import FAMILIES, run, solve
from tests.models.merge_laws import check_every_law, check_monotone
from tests.strategies import Lattice, traces

BROKEN, ATTEMPT, FIXED = FAMILIES["or_set"].values()


@settings(max_examples=60)
@given(traces(FIXED))
def test_the_fixed_merge_obeys_every_law(trace):
    check_every_law(trace)


@settings(max_examples=60)
@given(traces(FIXED))
def test_fixed_tags_are_never_made_twice(trace):
    tags = [tag for r in trace.replicas for s in [trace.state(len(trace), r)] for tag in s.tombstones]
    owners = {}
    for replica in trace.replicas:
        for element, live in trace.state(len(trace), replica).live.items():
            for tag in live:
                assert owners.setdefault(tag, element) == element
                assert tag not in trace.state(len(trace), replica).tombstones
    assert all(tag[0] in trace.replicas for tag in tags)


COLLISION = "add a x\nrem a x\nmerge a b\nadd b x"  # b's add makes a tag that it has already buried


@pytest.mark.parametrize("version", [BROKEN, ATTEMPT])
def test_a_colliding_tag_makes_the_merge_not_idempotent(version):
    trace = run("or_set", version, COLLISION, ["a", "b"])
    lattice, b = Lattice(version), trace.state(4, "b")
    assert lattice.view(b) == ["x"] and lattice.view(lattice.join(b, b)) == []
    assert not lattice.idempotent(b)
    b = run("or_set", FIXED, COLLISION, ["a", "b"]).state(4, "b")
    assert Lattice(FIXED).idempotent(b)


@pytest.mark.parametrize("version", [BROKEN, ATTEMPT])
def test_a_colliding_tag_makes_an_add_not_monotone(version):
    with pytest.raises(AssertionError):
        check_monotone(run("or_set", version, COLLISION, ["a", "b"]))
    check_monotone(run("or_set", FIXED, COLLISION, ["a", "b"]))


def test_in_the_broken_version_removing_one_element_removes_another():
    schedule = ("add a bread\nadd b milk\nmerge a b\nrem b bread\nmerge b a", ["a", "b"])
    assert solve("or_set", "broken", *schedule) == [[], ["milk"]]
    assert solve("or_set", "attempt", *schedule) == solve("or_set", "fixed", *schedule) == [["milk"], ["milk"]]


def test_in_the_attempt_a_remove_reaches_an_add_that_it_never_saw():
    schedule = ("add a x\nadd b x\nrem a x\nmerge a b", ["a", "b"])
    assert solve("or_set", "attempt", *schedule) == [[], []]
    assert solve("or_set", "fixed", *schedule) == [[], ["x"]]


@pytest.mark.parametrize("version", FAMILIES["or_set"])
def test_removing_what_is_not_there_is_an_event_without_effect(version):
    trace = run("or_set", version, "rem a x\nadd a x\nrem a x\nrem a x", ["a"])
    assert [step.changed() for step in trace] == [(), ("a",), ("a",), ()]


def test_tags_in_words():
    assert run("or_set", "fixed", "add a x\nadd a x\nrem a x", ["a"]).stored(2, "a") == [
        ("adds made", ["2"]),
        ("live tags", ["x: (a, 1), (a, 2)"]),
        ("tombstones", []),
    ]
    assert run("or_set", "broken", "add a x\nrem a x", ["a"]).stored(2, "a")[2] == ("tombstones", ["1"])
    assert run("or_set", "attempt", "add a x", ["a"]).stored(1, "a")[1] == ("live tags", ["x: (x, 1)"])

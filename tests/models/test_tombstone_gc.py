"""Tombstone collection: the laws of its sync, the arguments of the record, and what purging too soon breaks."""

import pytest
from hypothesis import given, settings

from crdtviz import FAMILIES, ScheduleError, run, solve
from crdtviz.clocks import dominates
from tests.models.merge_laws import check_every_law, check_merge_laws, live
from tests.strategies import Lattice, traces

BROKEN, ATTEMPT, FIXED = FAMILIES["tombstone_gc"].values()


def check_syncs_teach_something(trace):
    """A sync from a member that has delivered nothing more changes nothing that is shown."""
    lattice = Lattice(trace.version)
    states = [trace.state(len(trace), replica) for replica in live(trace)]
    for ours in states:
        for theirs in states:
            if dominates(ours.delivered, theirs.delivered):
                assert lattice.view(lattice.join(ours, theirs)) == lattice.view(ours)


@settings(max_examples=60)
@given(traces(FIXED, most=16))
def test_the_fixed_sync_obeys_every_law(trace):
    check_every_law(trace)
    check_syncs_teach_something(trace)


@settings(max_examples=60)
@given(traces(ATTEMPT, most=16))
def test_the_attempt_is_safe(trace):
    check_merge_laws(trace)
    check_syncs_teach_something(trace)


TOO_SOON = "add a x\nsync a b\nrem a x\npurge a"


def test_a_purge_too_soon_brings_a_deleted_element_back():
    trace = run("tombstone_gc", BROKEN, TOO_SOON + "\nsync b a", ["a", "b"])
    assert [trace.view(n, "a") for n in range(6)] == [[], ["x"], ["x"], [], [], ["x"]]


def test_after_a_purge_too_soon_a_sync_that_teaches_nothing_changes_what_is_shown():
    with pytest.raises(AssertionError):
        check_syncs_teach_something(run("tombstone_gc", BROKEN, TOO_SOON, ["a", "b"]))
    check_syncs_teach_something(run("tombstone_gc", FIXED, TOO_SOON, ["a", "b"]))


@pytest.mark.parametrize("stale", ["observe o a", "depart b"], ids=["an observer", "a departed member"])
def test_the_attempt_never_collects_once_an_outsider_has_reported(stale):
    schedule = f"add a x\nrem a x\nack b a\n{stale}\nsync a c\nack c a\n"
    schedule += "purge a" if stale.startswith("depart") else "sync a b\nack b a\npurge a"
    stones = {
        name: run("tombstone_gc", name, schedule, ["a", "b", "c"]).world(len(schedule.splitlines()))["a"].tombstones
        for name in FAMILIES["tombstone_gc"]
    }
    assert len(stones["attempt"]) == 1 and len(stones["fixed"]) == 0


def test_a_silent_member_blocks_only_the_right_versions():
    schedule = "add a x\nrem a x\nsync a b\nack b a\npurge a"
    traces = [run("tombstone_gc", name, schedule, ["a", "b", "c"]) for name in FAMILIES["tombstone_gc"]]
    left = {trace.version.name: len(trace.state(5, "a").tombstones) for trace in traces}
    assert left == {"broken": 0, "attempt": 1, "fixed": 1}


def test_an_ack_for_another_origin_does_not_confirm():
    assert solve("tombstone_gc", "fixed", [["x", "a", 1]], {"a": {"a": 1}, "b": {"b": 9}}, ["a", "b"], []) == {
        "purged": [],
        "kept": ["x"],
    }


def test_with_nobody_to_ask_the_rule_purges_nothing():
    # broken asks the reporters, and there is none: that must not count as everyone having confirmed
    for version in FAMILIES["tombstone_gc"]:
        assert solve("tombstone_gc", version, [["x", "a", 1]], {}, ["a"], []) == {"purged": [], "kept": ["x"]}


def test_a_tombstone_named_twice_is_answered_twice_either_way():
    stones = [["x", "a", 1], ["x", "a", 1], ["y", "a", 2], ["y", "a", 2]]
    answer = solve("tombstone_gc", "fixed", stones, {"a": {"a": 1}}, ["a"], [])
    assert answer == {"purged": ["x", "x"], "kept": ["y", "y"]}


GOOD = ([["x", "a", 1]], {"a": {"a": 1}}, ["a", "b"], ["b"])


@pytest.mark.parametrize(
    "place, value, said",
    [
        (0, None, "tombstones: tombstones must be a list, not None"),
        (0, {"x": 1}, "tombstones: tombstones must be a list"),
        (0, ["x"], 'tombstone 1: must be [element, origin, seq], not "x"'),
        (0, [["x", "a"]], "tombstone 1: must be [element, origin, seq], not ['x', 'a']"),
        (0, [["x", "a", 1, 2]], "tombstone 1: must be [element, origin, seq]"),
        (0, [["x", "a", 1], ["", "a", 1]], 'tombstone 2: element must be a non-empty string, not ""'),
        (0, [["x", None, 1]], "tombstone 1: origin must be a non-empty string, not None"),
        (0, [["x", "a", 0]], "tombstone 1: seq must be an integer of at least 1, not 0"),
        (0, [["x", "a", True]], "tombstone 1: seq must be an integer of at least 1, not True"),
        (0, [["x", "a", 1.5]], "tombstone 1: seq must be an integer of at least 1, not 1.5"),
        (0, [["x", "a", "1"]], 'tombstone 1: seq must be an integer of at least 1, not "1"'),
        (0, [["x", "a", 2**64]], "tombstone 1: seq is too large"),
        (1, None, "acks: must map each reporter to a vector, not None"),
        (1, [["a", 1]], "acks: must map each reporter to a vector"),
        (1, {"": {}}, 'acks: a reporter must be a non-empty string, not ""'),
        (1, {1: {}}, "acks: a reporter must be a non-empty string, not 1"),
        (1, {"a": None}, 'acks of "a": must map origins to numbers, not None'),
        (1, {"a": 1}, 'acks of "a": must map origins to numbers, not 1'),
        (1, {"a": {"": 1}}, 'acks of "a": origin must be a non-empty string, not ""'),
        (1, {"a": {"b": -1}}, 'acks of "a": the number for "b" must be an integer of at least 0, not -1'),
        (1, {"a": {"b": None}}, 'the number for "b" must be an integer of at least 0, not None'),
        (1, {"a": {"b": False}}, 'the number for "b" must be an integer of at least 0, not False'),
        (2, [], 'members: name at least one, for example ["a", "b"]'),
        (2, "ab", 'members: members must be a list, not "ab"'),
        (2, ["a", "a"], 'members: "a" named twice; name each once'),
        (2, ["a", 1], "members: name 2 must be a non-empty string, not 1"),
        (3, None, "departed: departed must be a list, not None"),
        (3, "b", 'departed: departed must be a list, not "b"'),
        (3, [""], 'departed: name 1 must be a non-empty string, not ""'),
        (3, ["a", "b"], "departed: no live member is left to confirm anything; keep at least one member"),
        (3, ["b", "a", "z"], "departed: no live member is left to confirm anything"),
    ],
)
def test_malformed_arguments_are_refused(place, value, said):
    for version in FAMILIES["tombstone_gc"]:
        with pytest.raises(ScheduleError) as caught:
            solve("tombstone_gc", version, *(value if n == place else good for n, good in enumerate(GOOD)))
        assert said in str(caught.value)

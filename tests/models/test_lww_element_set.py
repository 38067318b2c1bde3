"""Last-writer-wins element set: the laws of its merge, and the laws that the wrong versions break."""

import pytest
from hypothesis import given, settings

from crdtviz import FAMILIES, run, solve
from tests.models.merge_laws import check_convergence, check_every_law, check_sender_unchanged
from tests.strategies import Lattice, traces

BROKEN, ATTEMPT, FIXED = FAMILIES["lww_element_set"].values()


@settings(max_examples=60)
@given(traces(FIXED))
def test_the_fixed_merge_obeys_every_law(trace):
    check_every_law(trace)


def ends(version, text, replicas=("a", "b")):
    """The states at the end of a run, in order, with the lattice of the version."""
    trace = run("lww_element_set", version, text, replicas)
    return Lattice(version), *(trace.state(len(trace), replica) for replica in replicas)


@pytest.mark.parametrize("version", [BROKEN, ATTEMPT])
def test_wrong_merges_are_not_commutative(version):
    lattice, a, b = ends(version, "add a x 1\nrem b x 2")
    assert lattice.view(lattice.join(a, b)) == ["x"]  # b's remove does not reach a …
    assert lattice.view(lattice.join(b, a)) == []  # … though a's add reaches b
    assert not lattice.commutative(a, b)


def test_the_attempt_changes_the_sender_of_a_merge():
    trace = run("lww_element_set", ATTEMPT, "add a x 1\nrem b x 2\nmerge a b", ["a", "b"])
    with pytest.raises(AssertionError):
        check_sender_unchanged(trace)
    assert (trace.view(2, "a"), trace.view(3, "a")) == (["x"], [])


def test_the_broken_version_never_converges():
    with pytest.raises(AssertionError):
        check_convergence(run("lww_element_set", BROKEN, "add a x 1\nrem b x 2", ["a", "b"]))


def test_the_attempt_converges_only_when_everyone_also_sends():
    # one way, again and again, the remove never arrives; on the way back it does
    one_way = "add a x 1\nrem b x 2" + "\nmerge b a" * 3
    assert solve("lww_element_set", "attempt", one_way, ["a", "b"]) == [["x"], []]
    assert solve("lww_element_set", "attempt", one_way + "\nmerge a b", ["a", "b"]) == [[], []]


@pytest.mark.parametrize("version", FAMILIES["lww_element_set"])
def test_an_add_at_time_zero_travels(version):
    assert solve("lww_element_set", version, "add a x 0\nmerge a b", ["a", "b"]) == [["x"], ["x"]]


def test_a_remove_at_time_zero_travels_and_loses_to_any_add_since_ties_keep():
    assert solve("lww_element_set", "fixed", "rem a x 0\nmerge a b\nadd b x 0", ["a", "b"]) == [[], ["x"]]
    state = run("lww_element_set", "fixed", "rem a x 0\nmerge a b", ["a", "b"]).stored(2, "b")
    assert state == [("adds", []), ("removes", ["x: 0"])]


def test_removing_what_is_not_there_stores_its_timestamp():
    assert solve("lww_element_set", "fixed", "rem a x 5\nadd a x 4", ["a"]) == [[]]
    assert solve("lww_element_set", "fixed", "rem a x 5\nadd a x 5", ["a"]) == [["x"]]


def test_an_older_timestamp_is_no_event():
    trace = run("lww_element_set", "fixed", "add a x 5\nadd a x 5\nadd a x 4", ["a"])
    assert [step.changed() for step in trace] == [("a",), (), ()]

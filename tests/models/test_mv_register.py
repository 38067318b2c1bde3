"""Multi-value register: the laws of its merge, and the law that a write with too small a context breaks."""

import pytest
from hypothesis import given, settings
from rpds import HashTrieMap

from crdtviz import FAMILIES, run, solve
from crdtviz.clocks import strictly_dominates
from crdtviz.models.mv_register import Register, Sibling
from tests.models.merge_laws import check_every_law, check_monotone
from tests.strategies import Lattice, traces

BROKEN, ATTEMPT, FIXED = FAMILIES["mv_register"].values()


@settings(max_examples=60)
@given(traces(FIXED))
def test_the_fixed_merge_obeys_every_law(trace):
    check_every_law(trace)


@settings(max_examples=60)
@given(traces(FIXED))
def test_siblings_are_concurrent_with_each_other(trace):
    for replica in trace.replicas:
        vectors = [sibling.vector for sibling in trace.state(len(trace), replica).siblings]
        assert not any(strictly_dominates(one, other) for one in vectors for other in vectors)
        assert len(set(vectors)) == len(vectors)


# the shortest writes over what the writer had seen and does not claim
SEEN = {"broken": "write a x\nwrite b y\nmerge b a\nwrite a z", "attempt": "write a x\nmerge a b\nwrite b y"}


@pytest.mark.parametrize("version", [BROKEN, ATTEMPT], ids=lambda version: version.name)
def test_a_write_with_too_small_a_context_is_not_monotone(version):
    trace = run("mv_register", version, SEEN[version.name], ["a", "b"])
    last, lattice = trace.steps[-1], Lattice(version)
    writer = last.event[1]
    before, after = last.before[writer], last.after[writer]
    assert not lattice.below(before, after)
    # what the write replaced comes back beside it with the next merge
    assert set(lattice.view(lattice.join(after, before))) > set(lattice.view(after))
    with pytest.raises(AssertionError):
        check_monotone(trace)
    check_monotone(run("mv_register", FIXED, SEEN[version.name], ["a", "b"]))


def test_the_context_of_each_version():
    schedule = "write a x\nwrite b y\nmerge b a\nwrite a z"
    stored = {name: run("mv_register", name, schedule, ["a", "b"]).stored(4, "a") for name in FAMILIES["mv_register"]}
    assert stored == {
        "broken": [("siblings", ["z {a: 2}"])],  # the first sibling's vector is x's
        "attempt": [("siblings", ["z {a: 2}"])],
        "fixed": [("siblings", ["z {a: 2, b: 1}"])],
    }
    schedule = "write a x\nmerge a b\nwrite b y"
    stored = {name: run("mv_register", name, schedule, ["a", "b"]).stored(3, "b") for name in FAMILIES["mv_register"]}
    assert stored["broken"] == stored["fixed"] == [("siblings", ["y {a: 1, b: 1}"])]
    assert stored["attempt"] == [("siblings", ["y {b: 1}"])]


def test_the_same_value_written_concurrently_appears_twice():
    assert solve("mv_register", "fixed", "write a x\nwrite b x\nmerge b a\nmerge b a", ["a", "b"]) == [
        ["x", "x"],
        ["x"],
    ]


def test_the_pool_is_the_destination_first():
    trace = run("mv_register", "fixed", "write a x\nwrite b y\nmerge b a\nmerge a b", ["a", "b"])
    assert [sibling.value for sibling in trace.state(4, "a").siblings] == ["x", "y"]
    assert [sibling.value for sibling in trace.state(4, "b").siblings] == ["y", "x"]


def test_of_equal_vectors_the_first_is_kept():
    vector = HashTrieMap({"a": 1})
    ours, theirs = Register((Sibling("x", vector),)), Register((Sibling("y", vector),))
    assert Lattice(FIXED).join(ours, theirs) == ours

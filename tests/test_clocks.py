"""Version vectors and causal contexts."""

from hypothesis import given
from hypothesis import strategies as st
from rpds import HashTrieMap

from crdtviz.clocks import (
    CausalContext,
    Dot,
    dominates,
    entry,
    join_vectors,
    show_vector,
    strictly_dominates,
)

VECTORS = st.dictionaries(st.sampled_from("abc"), st.integers(1, 4)).map(HashTrieMap)
DOTS = st.lists(st.builds(Dot, st.sampled_from("ab"), st.integers(1, 5)))


def test_a_missing_replica_counts_as_zero():
    assert entry(HashTrieMap({"a": 2}), "a") == 2
    assert entry(HashTrieMap({"a": 2}), "b") == 0


@given(VECTORS, VECTORS, VECTORS)
def test_the_join_of_vectors_is_the_least_upper_bound(left, right, above):
    joined = join_vectors(left, right)
    assert joined == join_vectors(right, left)
    assert dominates(joined, left) and dominates(joined, right)
    if dominates(above, left) and dominates(above, right):
        assert dominates(above, joined)


@given(VECTORS, VECTORS)
def test_domination_is_an_order(left, right):
    assert dominates(left, left) and not strictly_dominates(left, left)
    assert strictly_dominates(left, right) == (dominates(left, right) and not left == right)
    if dominates(left, right) and dominates(right, left):
        assert left == right


@given(DOTS)
def test_a_context_of_dots_covers_exactly_these(dots):
    context = CausalContext.of(dots)
    assert context.dots() == set(dots) == set(context.cloud_dots())
    assert all(context.covers(Dot(replica, n)) == (Dot(replica, n) in dots) for replica in "abc" for n in range(1, 7))


def test_a_vector_covers_everything_below_it():
    context = CausalContext(HashTrieMap({"a": 2}), HashTrieMap({"a": frozenset({4})}))
    assert context.dots() == {("a", 1), ("a", 2), ("a", 4)}
    assert not context.covers(Dot("a", 3))


def test_clocks_in_words():
    assert show_vector(HashTrieMap({"b": 1, "a": 2})) == "{a: 2, b: 1}"
    assert show_vector(HashTrieMap()) == "{}"
    assert str(Dot("a", 1)) == "(a, 1)"

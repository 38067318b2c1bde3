"""Causal contexts: the laws of the join, states of the record, and what jumping a gap or never compacting breaks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crdtviz import FAMILIES, ScheduleError, run, solve
from crdtviz.clocks import Dot, entry
from tests.models.merge_laws import check_every_law
from tests.strategies import Lattice, traces

BROKEN, ATTEMPT, FIXED = FAMILIES["causal_context"].values()


@settings(max_examples=50)
@given(traces(FIXED))
def test_the_fixed_join_obeys_every_law(trace):
    check_every_law(trace)


def deltas(trace):
    """Every delta that a run logged, as states that can be joined."""
    empty = trace.version.empty
    return [empty._replace(causal=d) for r in trace.replicas for _, d in sorted(trace.state(len(trace), r).log.items())]


@settings(max_examples=50)
@given(traces(FIXED), st.randoms(use_true_random=False))
def test_the_fixed_join_takes_deltas_in_any_order_and_any_number_of_times(trace, random):
    lattice, sent = Lattice(FIXED), deltas(trace)
    shuffled = sent + sent[:2]
    random.shuffle(shuffled)
    left = right = FIXED.empty
    for delta in sent:
        left = lattice.join(left, delta)
    for delta in shuffled:
        right = lattice.join(right, delta)
    assert lattice.core(left) == lattice.core(right)
    for a in sent[:3]:
        for b in sent[:3]:
            assert lattice.commutative(a, b) and lattice.associative(left, a, b) and lattice.associative(a, b, left)


def test_the_broken_join_is_not_associative():
    # x's delta after y's: alone, y's jumps the vector over x's dot; joined first, the two leave no gap to jump
    trace = run("causal_context", BROKEN, "add a x\nadd a y", ["a", "b"])
    lattice, empty, (x, y) = Lattice(BROKEN), BROKEN.empty, deltas(trace)
    assert lattice.view(lattice.join(lattice.join(empty, y), x)) == ["y"]
    assert lattice.view(lattice.join(empty, lattice.join(y, x))) == ["x", "y"]
    assert not lattice.associative(empty, y, x)
    fixed = Lattice(FIXED)
    assert fixed.associative(empty, y, x)


def test_the_broken_join_loses_data_for_good_in_four_events_and_a_merge_back():
    trace = run("causal_context", BROKEN, "add a x\nadd a y\ndelta a b 2\nmerge a b\nmerge b a", ["a", "b"])
    assert trace.views(4) == [["x", "y"], ["y"]]
    assert trace.views(5) == [["y"], ["y"]]


def test_in_the_attempt_the_second_add_makes_the_same_dot_again():
    trace = run("causal_context", ATTEMPT, "add a x\nadd a y", ["a"])
    dots = [next(delta.causal.context.cloud_dots()) for delta in deltas(trace)]
    assert dots == [Dot("a", 1), Dot("a", 1)] and trace.views(2) == [[]]


def test_the_attempt_never_compacts_a_replica_known_only_through_the_cloud():
    cloud = {"dots": [], "vv": {}, "cloud": [["a", 2], ["a", 1]]}
    empty = {"dots": [], "vv": {}, "cloud": []}
    answers = {v: solve("causal_context", v, cloud, empty) for v in FAMILIES["causal_context"]}
    assert answers["attempt"]["cloud"] == [["a", 1], ["a", 2]] and answers["attempt"]["vv"] == []
    assert answers["fixed"]["cloud"] == [] and answers["fixed"]["vv"] == answers["broken"]["vv"] == [["a", 2]]


STATE = st.fixed_dictionaries(
    {
        "dots": st.lists(
            st.tuples(st.sampled_from("xy"), st.sampled_from("ab"), st.integers(1, 5)).map(list), max_size=4
        ),
        "vv": st.dictionaries(st.sampled_from("ab"), st.integers(1, 4)),
        "cloud": st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 6)).map(list), max_size=4),
    }
)


def plain_join(left, right):
    """The join of two states of the record by the letter of its definition, in no hurry."""

    def covers(state, dot):
        return dot[1] <= state["vv"].get(dot[0], 0) or list(dot) in state["cloud"]

    dots = [d for d in left["dots"] if d in right["dots"] or not covers(right, d[1:])]
    dots += [d for d in right["dots"] if d not in left["dots"] and not covers(left, d[1:])]
    vector = {r: max(s["vv"].get(r, 0) for s in (left, right)) for r in {*left["vv"], *right["vv"]}}
    cloud = {tuple(entry) for state in (left, right) for entry in state["cloud"]}
    while True:
        useless = {(r, n) for r, n in cloud if n <= vector.get(r, 0)}
        cloud -= useless
        due = sorted((r, n) for r, n in cloud if n == vector.get(r, 0) + 1)
        if not due:
            break
        vector[due[0][0]] = due[0][1]
    unique = sorted(map(list, {tuple(d) for d in dots}))
    return {
        "elements": sorted({element for element, _, _ in unique}),
        "dots": unique,
        "vv": sorted(map(list, vector.items())),
        "cloud": sorted(map(list, cloud)),
    }


@settings(max_examples=200)
@given(STATE, STATE)
def test_the_linear_join_answers_as_the_definition_does(left, right):
    assert solve("causal_context", "fixed", left, right) == plain_join(left, right)


@settings(max_examples=60)
@given(traces(FIXED))
def test_nothing_in_a_cloud_could_be_in_the_vector(trace):
    for replica in trace.replicas:
        context = trace.state(len(trace), replica).causal.context
        assert all(dot.counter > entry(context.vector, dot.replica) + 1 for dot in context.cloud_dots())


@pytest.mark.parametrize("version", FAMILIES["causal_context"])
def test_removing_what_is_not_there_is_a_delta_of_nothing(version):
    trace = run("causal_context", version, "rem a x\nadd a x\ndelta a b 1\ndelta a b 2", ["a", "b"])
    assert trace.views(4) == [["x"], ["x"]] and trace.steps[2].changed() == ()


EMPTY = {"dots": [], "vv": {}, "cloud": []}
FORM = 'write {"dots": [], "vv": {}, "cloud": []} with your entries'


@pytest.mark.parametrize(
    "change, said",
    [
        (None, FORM),
        ([], FORM),
        ({}, FORM),
        ({"dots": [], "vv": {}}, FORM),
        ({**EMPTY, "more": 1}, FORM),
        ({**EMPTY, "vv": [["a", 1]]}, FORM),
        ({**EMPTY, "vv": None}, FORM),
        ({**EMPTY, "dots": None}, "dots must be a list, not None"),
        ({**EMPTY, "dots": {"x": 1}}, "dots must be a list"),
        ({**EMPTY, "dots": [["x", "a"]]}, "dot 1: must be [element, replica, n], not ['x', 'a']"),
        ({**EMPTY, "dots": [["x", "a", 1], "xa1"]}, 'dot 2: must be [element, replica, n], not "xa1"'),
        ({**EMPTY, "dots": [["", "a", 1]]}, 'dot 1: element must be a non-empty string, not ""'),
        ({**EMPTY, "dots": [["x", 1, 1]]}, "dot 1: replica must be a non-empty string, not 1"),
        ({**EMPTY, "dots": [["x", "a", 0]]}, "dot 1: counter must be an integer of at least 1, not 0"),
        ({**EMPTY, "dots": [["x", "a", True]]}, "dot 1: counter must be an integer of at least 1, not True"),
        ({**EMPTY, "dots": [["x", "a", 1.0]]}, "dot 1: counter must be an integer of at least 1, not 1.0"),
        ({**EMPTY, "dots": [["x", "a", 2**70]]}, "dot 1: counter is too large"),
        ({**EMPTY, "vv": {"a": 0}}, "vv: counter must be an integer of at least 1, not 0"),
        ({**EMPTY, "vv": {"a": -1}}, "vv: counter must be an integer of at least 1, not -1"),
        ({**EMPTY, "vv": {"": 1}}, 'vv: replica must be a non-empty string, not ""'),
        ({**EMPTY, "vv": {1: 1}}, "vv: replica must be a non-empty string, not 1"),
        ({**EMPTY, "cloud": "a1"}, 'cloud must be a list, not "a1"'),
        ({**EMPTY, "cloud": [["a"]]}, "cloud entry 1: must be [replica, n], not ['a']"),
        ({**EMPTY, "cloud": [["a", None]]}, "cloud entry 1: counter must be an integer of at least 1, not None"),
        ({**EMPTY, "cloud": [["a", 1], [["a"], 2]]}, "cloud entry 2: replica must be a non-empty string, not ['a']"),
    ],
)
def test_a_malformed_state_is_refused(change, said):
    for place, arguments in (("state a", (change, EMPTY)), ("state b", (EMPTY, change))):
        with pytest.raises(ScheduleError) as caught:
            solve("causal_context", "fixed", *arguments)
        assert str(caught.value).startswith(place) and said in str(caught.value)

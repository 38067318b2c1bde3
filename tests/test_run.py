"""`solve` and `run`: every published observation, and nothing but ScheduleError for bad input of any kind."""

import collections
import types

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crdtviz import FAMILIES, VERSIONS, ScheduleError, run, solve
from crdtviz.records import fixtures, incidents
from tests.strategies import JSON_LIKE, schedules

OBSERVATIONS = [(one, version) for family in FAMILIES for one in fixtures(family) for version in VERSIONS]


@pytest.mark.parametrize(
    "fixture, version", OBSERVATIONS, ids=[f"{f.record}-{f.variant}-{v}-{f.case}" for f, v in OBSERVATIONS]
)
def test_every_published_observation(fixture, version):
    assert solve(fixture.family, version, *fixture.args) == fixture.actual[version]


def test_there_are_675_observations():
    assert len(OBSERVATIONS) == 675
    assert all(fixture.actual["fixed"] == fixture.expected for fixture, _ in OBSERVATIONS)


@pytest.mark.parametrize("incident", incidents(), ids=lambda one: one.source)
def test_every_incident(incident):
    assert solve(incident.family, "fixed", *incident.args) == incident.expected
    assert solve(incident.family, "broken", *incident.args) == incident.broken
    assert solve(incident.family, "attempt", *incident.args) == incident.attempt


@pytest.mark.parametrize("family", ["lww_element_set", "or_set", "mv_register"])
def test_a_run_ends_where_solve_ends(family):
    for fixture in fixtures(family):
        for version in VERSIONS:
            trace = run(family, version, *fixture.args)
            assert trace.views(len(trace)) == fixture.actual[version]


def test_solve_does_not_change_its_arguments():
    for fixture, version in OBSERVATIONS:
        before = repr(fixture.args)
        solve(fixture.family, version, *fixture.args)
        assert repr(fixture.args) == before


@pytest.mark.parametrize("family", FAMILIES)
def test_a_valid_schedule_runs_through_all_versions_in_lockstep(family):
    @settings(max_examples=50)
    @given(schedules(family))
    def check(schedule):
        traces = [run(family, version, schedule, ["a", "b", "c"]) for version in VERSIONS]
        assert len({len(trace) for trace in traces}) == 1
        assert traces[0].schedule == schedule

    check()


@pytest.mark.parametrize(
    "family", ["or-set", "OR_SET", "", None, 3, True, ["or_set"], {}, b"or_set", "\ud800", object()]
)
def test_an_unknown_family_lists_the_known_ones(family):
    for call in (solve, run):
        with pytest.raises(ScheduleError, match='known are "lww_element_set", "or_set", "mv_register"') as caught:
            call(family, "fixed", [], ["a"])
        assert str(caught.value).startswith("unknown family ")


@pytest.mark.parametrize("version", ["Fixed", "", None, 3, ["fixed"], {}, FAMILIES["mv_register"]["fixed"], str])
def test_an_unknown_version_lists_the_known_ones(version):
    for call in (solve, run):
        with pytest.raises(ScheduleError, match='known are "broken", "attempt", "fixed"') as caught:
            call("or_set", version, [], ["a"])
        assert str(caught.value).startswith("unknown version ")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_number_of_arguments_says_which_belong_there(family):
    for arguments in ((), ([],), ([], [], [], [], [])):
        with pytest.raises(ScheduleError, match=r"arguments: expected \d \(.*\), got \d"):
            solve(family, "fixed", *arguments)


def raises_only_schedule_errors(call, *arguments):
    try:
        call(*arguments)
    except ScheduleError as error:
        assert str(error) and str(error).encode(), "a message that can be printed"


FAMILY = st.sampled_from(list(FAMILIES)) | JSON_LIKE
VERSION = st.sampled_from(VERSIONS) | JSON_LIKE
REPLICAS = st.just(["a", "b"]) | st.lists(st.sampled_from(["a", "b", "", "x", 1]), max_size=3) | JSON_LIKE
WORDS = ["add", "rem", "merge", "write", "delta", "sync", "ack", "observe", "depart", "purge", "a", "b", "x", "1", "-1"]
NEARLY = st.lists(st.lists(st.sampled_from([*WORDS, 1, 2, 0, None, True]) | JSON_LIKE, max_size=5), max_size=4)
LINES = st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=5).map(" ".join), max_size=4).map(
    "\n".join
)
TEXT = LINES | st.text() | LINES.map(lambda text: "[" + text)
STATES = st.fixed_dictionaries(
    {
        "dots": JSON_LIKE
        | st.lists(st.lists(st.sampled_from(["x", "a", 1, 0, True, None, 1.0]), max_size=4), max_size=2),
        "vv": JSON_LIKE | st.dictionaries(st.sampled_from(["a", ""]), st.sampled_from([1, 0, True, None, 2**64])),
        "cloud": JSON_LIKE | st.lists(st.lists(st.sampled_from(["a", 1, 0, "", 1.5]), max_size=3), max_size=2),
    }
)


@settings(max_examples=400)
@given(FAMILY, VERSION, NEARLY | TEXT | JSON_LIKE, REPLICAS)
def test_nothing_but_schedule_errors_escapes_run(family, version, schedule, replicas):
    raises_only_schedule_errors(run, family, version, schedule, replicas)


@settings(max_examples=300)
@given(FAMILY, VERSION, st.lists(NEARLY | TEXT | STATES | REPLICAS | JSON_LIKE, max_size=5))
def test_nothing_but_schedule_errors_escapes_solve(family, version, arguments):
    raises_only_schedule_errors(solve, family, version, *arguments)


@settings(max_examples=200)
@given(STATES | JSON_LIKE, STATES)
def test_nothing_but_schedule_errors_escapes_a_join_of_states(left, right):
    raises_only_schedule_errors(solve, "causal_context", "fixed", left, right)


STONES = st.lists(st.lists(st.sampled_from(["x", "a", 1, 2, 0, None]), min_size=2, max_size=4) | JSON_LIKE, max_size=3)
ACKS = st.dictionaries(
    st.sampled_from(["a", "b", ""]) | JSON_LIKE.filter(lambda v: isinstance(v, (str, int))), JSON_LIKE
)


@settings(max_examples=200)
@given(STONES | JSON_LIKE, ACKS | JSON_LIKE, REPLICAS, REPLICAS)
def test_nothing_but_schedule_errors_escapes_a_purge(tombstones, acks, members, departed):
    raises_only_schedule_errors(solve, "tombstone_gc", "fixed", tombstones, acks, members, departed)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "value",
    [
        nested(100_000),
        "[" * 100_000,
        10**10_000,
        [10**10_000],
        float("inf"),
        "\ud800",
        ["\ud800"],
        (event for event in ()),
        range(3),
        types.SimpleNamespace(),
        collections.defaultdict(list),
        collections.OrderedDict(dots=[], vv={}, cloud=[]),
        collections.Counter("ab"),
        types.MappingProxyType({"dots": []}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_odd_values_in_every_place(family, value):
    size = 4 if family == "tombstone_gc" else 2
    plain = [[["x", "a", 1]], {"a": {"a": 1}}, ["a"], []] if size == 4 else [[], ["a"]]
    for place in range(size):
        arguments = [value if n == place else argument for n, argument in enumerate(plain)]
        raises_only_schedule_errors(solve, family, "fixed", *arguments)
    raises_only_schedule_errors(run, family, "fixed", value, ["a"])
    raises_only_schedule_errors(run, family, "fixed", [value], ["a"])
    raises_only_schedule_errors(run, family, "fixed", [["add", "a", value]], ["a"])
    raises_only_schedule_errors(run, family, "fixed", [[value, "a", "x"]], value)

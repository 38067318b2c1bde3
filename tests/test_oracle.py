"""The meaning of each family: histories, what kills what, and which events cannot happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdtviz import FAMILIES, ScheduleError, run
from crdtviz.oracle import MEANINGS, History, ids, refusal, right_view, seen_alive
from tests.strategies import schedules, traces


def history(*lines, replicas=("a", "b", "c")):
    made = History(replicas)
    for line in lines:
        words = line.split()
        made = made.after(tuple(int(word) if word.isdigit() else word for word in words))
    return made


@given(st.sets(st.integers(0, 200)))
def test_ids_of_a_bit_mask(numbers):
    assert list(ids(sum(1 << n for n in numbers))) == sorted(numbers)


def test_what_each_replica_knows():
    made = history("add a x", "add b y", "merge a b", "rem b x", "merge b c", "add c z")
    assert {name: list(ids(known)) for name, known in made.known.items()} == {
        "a": [0],
        "b": [0, 1, 2],
        "c": [0, 1, 2, 3],
    }
    assert [list(ids(fact.knew)) for fact in made.facts] == [[], [], [0, 1], [0, 1, 2]]
    assert made.made("b") == 2 and made.made("a") == 1


def test_a_delta_carries_exactly_its_event():
    made = history("add a x", "add a y", "delta a b 2")
    assert list(ids(made.known["b"])) == [1]


def test_histories_that_branch_do_not_disturb_each_other():
    trunk = history("add a x")
    left, right = trunk.after(("add", "b", "y")), trunk.after(("add", "b", "z"))
    assert [fact.event[2] for fact in left.facts[: left.size]] == ["x", "y"]
    assert [fact.event[2] for fact in right.facts[: right.size]] == ["x", "z"]
    assert trunk.size == 1 and list(ids(trunk.events_about("add", "y"))) == []


@pytest.mark.parametrize(
    "family, lines, right",
    [
        ("lww_element_set", ["add a x 1", "rem a x 1"], ["x"]),
        ("lww_element_set", ["rem a x 2", "add a x 1"], []),
        ("lww_element_set", ["add a x 0"], ["x"]),
        ("lww_element_set", ["add a x 3", "rem a x 2", "add a x 1"], ["x"]),
        ("or_set", ["add a x", "rem a x"], []),
        ("or_set", ["add b x", "rem a x", "merge b a"], ["x"]),
        ("or_set", ["add b x", "merge b a", "rem a x", "add b x", "merge b a"], ["x"]),
        ("mv_register", ["write a x", "write b y", "merge b a"], ["x", "y"]),
        ("mv_register", ["write a x", "write b x", "merge b a"], ["x", "x"]),
        ("mv_register", ["write b y", "merge b a", "write a x"], ["x"]),
        ("causal_context", ["add b x", "add b y", "delta b a 2"], ["y"]),
        ("causal_context", ["add b x", "rem b x", "delta b a 2", "delta b a 1"], []),
        ("tombstone_gc", ["add a x", "sync a b", "rem a x", "purge a", "sync b a"], []),
        ("tombstone_gc", ["add b x", "sync b a"], ["x"]),
    ],
)
def test_what_a_should_show(family, lines, right):
    assert right_view(family, history(*lines), "a") == right


def test_a_remove_kills_only_what_its_replica_saw_alive():
    # b's second remove knew the add but saw it dead already, so alone at c it kills nothing: c never got the first one
    made = history("add a x", "delta a b 1", "rem b x", "rem b x", "delta a c 1", "delta b c 2")
    assert [list(ids(made.kills(n))) for n in (1, 2)] == [[0], []]
    assert right_view("causal_context", made, "c") == ["x"]


@pytest.mark.parametrize(
    "family, lines, event, said",
    [
        ("causal_context", ["add a x"], "delta a b 2", '"a" has made 1 deltas so far, so there is no number 2 to send'),
        ("tombstone_gc", ["add a x"], "add b x", '"x" was added before; an element is added only once'),
        ("tombstone_gc", ["add a x"], "rem b x", '"b" does not see "x" here; it sees nothing'),
        ("tombstone_gc", ["add a x", "rem a x"], "rem a x", '"a" does not see "x" here; it sees nothing'),
        ("tombstone_gc", ["add a x"], "rem a y", '"a" does not see "y" here; it sees "x"'),
        ("tombstone_gc", ["depart c"], "sync a c", '"c" has departed; live members are "a", "b"'),
        ("tombstone_gc", ["depart c"], "sync c a", '"c" has departed'),
        ("tombstone_gc", ["depart c"], "ack c a", '"c" has departed'),
        ("tombstone_gc", ["depart c"], "observe o c", '"c" has departed'),
        ("tombstone_gc", ["depart c"], "purge c", '"c" has departed'),
        ("tombstone_gc", ["depart c"], "add c x", '"c" has departed'),
        ("tombstone_gc", ["depart c"], "depart c", '"c" has departed'),
        ("tombstone_gc", ["depart c", "depart a"], "depart b", '"b" is the last live member; one has to stay'),
    ],
)
def test_what_cannot_happen_is_refused_with_its_reason_in_every_version(family, lines, event, said):
    assert said in refusal(family, history(*lines), tuple(int(w) if w.isdigit() else w for w in event.split()))
    for version in FAMILIES[family]:
        with pytest.raises(ScheduleError) as caught:
            run(family, version, "\n".join([*lines, event]), ["a", "b", "c"])
        assert str(caught.value).startswith(f"event {len(lines) + 1} ({event.split()[0]}): ")
        assert said in str(caught.value)


@pytest.mark.parametrize("family", ["lww_element_set", "or_set", "mv_register"])
def test_these_families_refuse_nothing(family):
    @given(schedules(family))
    def check(schedule):
        made = History(("a", "b", "c"))
        for event in schedule:
            assert refusal(family, made, event) is None
            made = made.after(event)

    check()


@given(schedules("tombstone_gc", most=14))
def test_seeing_one_element_is_seeing_it_among_all(schedule):
    made = History(("a", "b", "c"))
    for event in schedule:
        made = made.after(event)
    for replica in "abc":
        shown = right_view("tombstone_gc", made, replica)
        assert [e for e in (f"e{n}" for n in range(1, 9)) if seen_alive(made, replica, e)] == shown


@pytest.mark.parametrize("family", MEANINGS)
def test_every_fixed_version_shows_what_its_events_mean(family):
    @given(traces(FAMILIES[family]["fixed"], most=14))
    def check(trace):
        for position, made in enumerate(trace.histories):
            for replica in set(trace.replicas) - made.departed:
                assert trace.view(position, replica) == right_view(family, made, replica)

    check()

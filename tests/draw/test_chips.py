"""The words of a timeline: labels of events, chips where something changes."""

import pytest

from crdtviz import run
from crdtviz.draw.chips import chip, labels, lost_deltas, packed, source, target, view_lines, widest_verdict
from crdtviz.draw.text import width_of
from crdtviz.laws import judge
from tests.draw.samples import LOST, OUTSIDE, REBORN, versions


def lines(before, after, room=1000):
    return [(line.text, line.bold) for line in view_lines(before, after, room)]


def test_what_stayed_comes_before_what_is_new_and_what_went():
    assert lines(["a", "b"], ["b", "c"]) == [("b", False), ("Δ c", True), ("Δ −a", False)]
    assert lines(["a"], []) == [("nothing", False), ("Δ −a", False)]
    assert lines([], []) == [("nothing", False)]


def test_a_value_that_stands_twice_is_counted_twice():
    assert lines(["v"], ["v", "v"]) == [("v", False), ("Δ v", True)]
    assert lines(["v", "v"], ["v"]) == [("v", False), ("Δ −v", False)]


@pytest.mark.parametrize("room", [10, 60, 200])
def test_names_fill_lines_up_to_the_room_and_none_is_left_out(room):
    names = [f"name {n}" for n in range(9)]
    made = packed(names, room, "Δ ", True)
    assert ", ".join(line.text.removeprefix("Δ ") for line in made) == ", ".join(names)
    assert sum(line.names for line in made) == 9
    assert all(line.width <= room or line.names == 1 for line in made)


def test_more_lines_than_there_is_place_for_are_counted():
    names = [f"a long name {n}" for n in range(9)]
    assert lines([], names, 80)[-1] == ("+5 more", False) and len(lines([], names, 80)) == 5
    assert lines(names, [], 80)[1:] == [("Δ −a long name…", False), ("Δ −8 more", False)]
    assert lines([], ["x, y"] * 3, 1)[-1] == ("Δ x, y", True)


def test_labels_name_the_event_and_the_lane_it_came_from():
    trace = run(
        "lww_element_set", "fixed", [("add", "a", "x", 2**63 - 1), ("merge", "a", "b"), ("merge", "b", "b")], ("a", "b")
    )
    assert list(labels(trace, 1, 3).values()) == [("add", "x @9223372…"), ("merge", "from a"), ("merge", "from itself")]
    outside = labels(run("tombstone_gc", "fixed", OUTSIDE, ("a", "b", "c")), 1, 9)
    assert [outside[k] for k in (3, 6, 8)] == [("report", "of nothing"), ("ack", "of b"), ("departed", "")]
    assert [target(event) for event in OUTSIDE[2:4]] == ["a", "a"] and source(OUTSIDE[2]) == "o"
    assert source(("add", "a", "x")) is None and source(("merge", "a", "a")) is None


def test_deltas_have_their_numbers_where_deltas_are_sent():
    trace = run("causal_context", "fixed", LOST, ("a", "b"))
    assert labels(trace, 1, 3) == {1: ("add (δ1)", "x"), 2: ("add (δ2)", "y"), 3: ("δ2", "of a")}
    assert lost_deltas(trace) == {1: 1}
    assert lost_deltas(run("causal_context", "fixed", LOST[:2], ("a", "b"))) == {}


def test_a_departed_member_is_not_judged():
    trace = run("tombstone_gc", "fixed", OUTSIDE, ("a", "b", "c"))
    assert chip(trace, judge(trace), 8, "c", 100) is None
    assert not chip(trace, judge(trace), 8, "b", 100).boxed


def test_breaking_another_law_than_what_is_shown_is_wrong_too():
    broken, _, fixed = versions("tombstone_gc", REBORN, "ab")
    made = chip(broken, judge(broken), 4, "a", 100)
    assert made.wrong and made.lines[-1].text == "✗ too early" and chip(fixed, judge(fixed), 4, "a", 100) is None


def test_the_room_for_judgements_holds_each_of_a_familys():
    assert widest_verdict("causal_context") >= width_of("✗ context", 10, True)
    assert widest_verdict("or_set") == width_of("✗ wrong", 10, True) < widest_verdict("tombstone_gc")

"""The layout of timelines: the window, and who is silent for how long."""

import pytest

from crdtviz import run
from crdtviz.draw.timeline_plan import plan, silent_until, window
from tests.draw.samples import at_random, versions


@pytest.mark.parametrize(
    ("length", "around", "shown"),
    [
        (0, None, (1, 0)),
        (40, None, (1, 40)),
        (41, None, (1, 40)),
        (100, 1, (1, 40)),
        (100, 50, (30, 69)),
        (100, 100, (61, 100)),
    ],
)
def test_a_window_of_at_most_forty_events_holds_the_one_asked_for(length, around, shown):
    first, last, sentence = window(length, around)
    assert (first, last) == shown and bool(sentence) == (length > 40)


def test_a_window_says_what_it_leaves_out():
    assert window(45)[2] == "Events 1 to 40 of 45; 5 after are not shown."
    assert window(100, 50)[2] == "Events 30 to 69 of 100; 29 before and 31 after are not shown."


def test_every_panel_has_the_same_columns_and_lanes_in_order():
    made = plan(versions("or_set", at_random("or_set", 9, ("b", "a"), ("x",), 1), "ba"))
    assert list(made.rows) == ["b", "a"] and made.rows["b"].line < made.rows["a"].line
    assert made.x(9) < made.width and made.x(3) - made.x(2) == pytest.approx(made.column)


def test_a_longer_schedule_makes_a_wider_picture_and_nothing_else():
    short, long = (plan([run("or_set", "fixed", n * [("add", "a", "x")], ("a", "b"))]) for n in (8, 16))
    assert long.width > short.width and long.height == short.height and long.column == short.column


def test_silence_ends_with_a_report_and_needs_a_purge_that_waits():
    wait = [("add", "a", "x"), ("purge", "a"), ("sync", "a", "b"), ("ack", "b", "a"), ("purge", "a")]
    trace = run("tombstone_gc", "fixed", wait, ["a", "b"])
    assert silent_until(trace, "b") == 4 and silent_until(trace, "a") == 0
    assert silent_until(run("tombstone_gc", "fixed", wait[:1], ["a", "b"]), "b") == 0
    assert silent_until(run("tombstone_gc", "fixed", wait[:2], ["a", "b"]), "b") == 2

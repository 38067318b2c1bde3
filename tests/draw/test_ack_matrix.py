"""Ack matrices: who reported what, whom the rule asks, and what it believes."""

import pytest
from matplotlib.text import Text

from crdtviz import FAMILIES, run, with_rule
from crdtviz.draw import ack_matrices
from crdtviz.draw.ack_matrix import Row, believed, holders, row_of, true_frontier
from crdtviz.laws import live_members
from tests.draw.samples import HOSTILE, OUTSIDE, REBORN, at_random, flaws, versions


def test_rows_say_who_reported_and_who_is_asked():
    broken, attempt, fixed = versions("tombstone_gc", OUTSIDE, "abc")
    assert row_of(fixed, 6, "a", "a") == Row((2, 0, 0), "itself, asked")
    assert row_of(fixed, 6, "a", "b") == Row((2, 0, 0), "asked")
    assert row_of(fixed, 6, "a", "c") == Row(None, "silent, asked")
    assert row_of(broken, 6, "a", "c") == Row(None, "silent")
    assert row_of(fixed, 6, "a", "o") == Row((0, 0, 0), "outsider")
    assert row_of(attempt, 6, "a", "o") == Row((0, 0, 0), "outsider, asked")
    assert row_of(fixed, 8, "a", "c") == Row(None, "departed")


def test_a_belief_beyond_the_truth_is_what_brings_an_element_back():
    broken, _, fixed = versions("tombstone_gc", REBORN, "ab")
    assert true_frontier(broken.histories[3], broken.replicas) == (1, 0)
    assert believed(broken, 3, "a") == (2, 0)
    assert believed(fixed, 3, "a") == (0, 0)
    figures, _ = ack_matrices([broken, fixed])
    assert [axes_words(figure.axes[0], "✗ 2") for figure in figures] == [1, 0]


def axes_words(axes, word):
    return sum(text.get_text() == word for text in axes.texts)


@pytest.mark.parametrize("seed", range(8))
def test_the_fixed_rule_never_believes_more_than_is_true(seed):
    replicas = ("a", "b", "c")
    trace = run("tombstone_gc", "fixed", at_random("tombstone_gc", 16, replicas, ("x",), seed), replicas)
    for position, history in enumerate(trace.histories):
        truth = true_frontier(history, replicas)
        for holder in live_members(history):
            assert all(b <= t for b, t in zip(believed(trace, position, holder), truth))


def test_only_those_who_hold_a_tombstone_or_purge_have_a_matrix():
    assert holders(versions("tombstone_gc", REBORN, "ab")) == ["a"]
    assert holders(versions("tombstone_gc", [("add", "a", "x")], "ab")) == []
    figure = ack_matrices(versions("tombstone_gc", [("add", "a", "x")], "ab"))[0][0]
    assert "no replica holds a tombstone in this run" in [text.get_text() for text in figure.findobj(Text)]


def test_outsiders_and_the_departed_are_set_apart():
    figure = ack_matrices(versions("tombstone_gc", OUTSIDE, "abc"))[0][0]
    y = {text.get_text(): text.get_position()[1] for text in figure.axes[0].texts}
    assert y["b"] < y["not members:"] < y["o"] < y["c"] < y["believed"] < y["true"] < y["tombstones"]
    gids = {text.get_text(): text.get_gid() for text in figure.axes[0].texts if text.get_gid()}
    assert gids["o"] == "s3" and gids["c"] == "s8"


def test_a_rule_of_a_learner_that_fails_leaves_the_belief_out():
    def broken_rule(live, reporters, departed):
        raise KeyError("no such member")

    rule = with_rule(FAMILIES["tombstone_gc"]["fixed"], broken_rule)
    trace = run("tombstone_gc", rule, [("add", "a", "x"), ("rem", "a", "x")], ("a", "b"))
    assert believed(trace, 2, "a") is None
    assert flaws(ack_matrices([trace])[0][0]) == []


def test_a_rule_that_asks_nobody_believes_nothing():
    rule = with_rule(FAMILIES["tombstone_gc"]["fixed"], lambda live, reporters, departed: set())
    trace = run("tombstone_gc", rule, REBORN, ("a", "b"))
    assert believed(trace, 3, "a") is None


def test_no_words_meet():
    five = ("n1", "n2", "n3", "n4", "n5")
    for schedule, replicas in (
        (OUTSIDE, "abc"),
        ([], "ab"),
        (at_random("tombstone_gc", 12, tuple(HOSTILE[:4]), HOSTILE, 3), HOSTILE[:4]),
        (at_random("tombstone_gc", 40, five, ("x",), 3), five),
    ):
        for figure in ack_matrices(versions("tombstone_gc", schedule, replicas))[0]:
            assert flaws(figure) == []

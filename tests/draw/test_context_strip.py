"""Context strips: what each context covers, and what it only claims."""

import pytest
from matplotlib.text import Text

from crdtviz import run
from crdtviz.clocks import Dot
from crdtviz.draw import context_strips
from crdtviz.draw.context_strip import Cell, cell, minted
from crdtviz.oracle import ids
from tests.draw.samples import HOSTILE, LOST, TWICE, at_random, flaws, versions


def cells(version, schedule, position, replica):
    """Dot -> cell, for every dot that was minted."""
    trace = run("causal_context", version, schedule, ("a", "b"))
    return {dot: cell(trace, position, replica, dot, adds) for dot, adds in minted(trace).items()}


def test_a_jump_claims_what_it_never_saw():
    one, two = Dot("a", 1), Dot("a", 2)
    assert cells("broken", LOST, 3, "b") == {one: Cell("vector", "unseen", True), two: Cell("vector", "y", False)}
    assert cells("fixed", LOST, 3, "b") == {one: Cell("gap", "", False), two: Cell("cloud", "y", False)}


def test_a_dot_that_came_and_was_dropped_is_lost():
    one, two = Dot("a", 1), Dot("a", 2)
    assert cells("broken", LOST, 4, "b")[one] == Cell("vector", "lost", True)
    assert cells("broken", LOST, 5, "a")[one] == Cell("vector", "lost", True)
    assert cells("fixed", LOST, 4, "b") == {one: Cell("vector", "x", False), two: Cell("vector", "y", False)}


def test_a_dot_minted_twice_loses_its_first_element():
    trace = run("causal_context", "attempt", TWICE, ("a", "b"))
    assert minted(trace) == {Dot("a", 1): [(0, "x"), (1, "y")]}
    assert cells("attempt", TWICE, 1, "a") == {Dot("a", 1): Cell("cloud", "x", False)}
    assert cells("attempt", TWICE, 2, "a")[Dot("a", 1)].wrong


def test_a_remove_may_come_before_its_add():
    schedule = [("add", "a", "x"), ("rem", "a", "x"), ("delta", "a", "b", 2)]
    assert cells("fixed", schedule, 3, "b") == {Dot("a", 1): Cell("vector", "removed", False)}


def test_removes_take_no_number_of_their_own():
    schedule = [("add", "a", "x"), ("rem", "a", "x"), ("add", "a", "y")]
    trace = run("causal_context", "fixed", schedule, ("a", "b"))
    assert minted(trace) == {Dot("a", 1): [(0, "x")], Dot("a", 2): [(2, "y")]}


@pytest.mark.parametrize("seed", range(12))
def test_the_fixed_version_claims_and_loses_nothing(seed):
    trace = run(
        "causal_context", "fixed", at_random("causal_context", 14, ("a", "b", "c"), ("x", "y"), seed), "a b c".split()
    )
    for position in range(len(trace) + 1):
        for replica in trace.replicas:
            assert not any(cell(trace, position, replica, dot, adds).wrong for dot, adds in minted(trace).items())


@pytest.mark.parametrize("seed", range(12))
def test_what_the_broken_version_claims_is_what_history_does_not_know(seed):
    trace = run("causal_context", "broken", at_random("causal_context", 10, ("a", "b"), ("x",), seed), "a b".split())
    adds = minted(trace)
    for position, history in enumerate(trace.histories):
        for replica in trace.replicas:
            known = set(ids(history.known[replica]))
            known |= {k for n in known if history.facts[n].event[0] == "rem" for k in ids(history.kills(n))}
            context = trace.state(position, replica).causal.context
            for dot, made in adds.items():
                unseen = cell(trace, position, replica, dot, made).word == "unseen"
                assert unseen == (context.covers(dot) and not known & {n for n, _ in made})


def test_no_words_meet():
    for schedule, replicas in (
        (LOST, "ab"),
        ([], "ab"),
        (at_random("causal_context", 12, tuple(HOSTILE[:4]), HOSTILE, 3), HOSTILE[:4]),
        (
            at_random("causal_context", 40, ("n1", "n2", "n3", "n4", "n5"), ("x", "elephants"), 3),
            ["n1", "n2", "n3", "n4", "n5"],
        ),
    ):
        for figure in context_strips(versions("causal_context", schedule, replicas))[0]:
            assert flaws(figure) == []


def test_many_dots_are_cut_and_it_says_so():
    schedule = [("add", "a", f"e{n}") for n in range(50)]
    (figure,), notes = context_strips([run("causal_context", "fixed", schedule, ("a", "b"))])
    said = [text.get_text() for text in figure.findobj(Text)]
    assert "Not shown: the dots a 1 to 10." in notes and "a 11" in said and "a 10" not in said


def test_each_state_is_drawn_once_for_as_long_as_it_lasts():
    (figure,), _ = context_strips([run("causal_context", "fixed", LOST, ("a", "b"))])
    gids = [(text.get_text(), text.get_gid()) for text in figure.axes[0].texts if text.get_text() in ("x", "nothing")]
    assert (
        ("x", "r1-5") in gids and ("x", "r4-5") in gids and ("nothing", "r0-0") in gids and ("nothing", "r0-2") in gids
    )

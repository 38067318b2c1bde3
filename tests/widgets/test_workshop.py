"""The workshop: every rule gets an answer in words, and none ends in a stack trace."""

import re
from random import Random

import pytest

from crdtviz import FAMILIES
from crdtviz.widgets import Workshop

WRONG_AND_RIGHT = {
    family: {name: getattr(version, version.rule) for name, version in versions.items()}
    for family, versions in FAMILIES.items()
}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_fixed_rule_passes_and_nothing_is_found(family):
    workshop = Workshop(family, WRONG_AND_RIGHT[family]["fixed"], max_events=3)
    total = 40 if family == "or_set" else 50 if family == "causal_context" else 45
    assert workshop.lines[0] == f"Fixtures: {total} of {total} pass."
    assert workshop.found is None


@pytest.mark.parametrize("family", FAMILIES)
def test_the_attempt_gets_its_verdict_and_its_shortest_schedule(family):
    workshop = Workshop(family, WRONG_AND_RIGHT[family]["attempt"])
    assert workshop.found is not None
    assert type(workshop.children[-1]).__name__ == "Player"
    assert any(line.startswith("The first that fails") for line in workshop.lines)


def test_a_rule_that_answers_differently_each_time_is_told_so():
    random = Random(1)
    workshop = Workshop("or_set", lambda replica, element, counter: random.randrange(3), max_events=4)
    assert any("did not answer the same twice" in line for line in workshop.lines)


def bad_name(source, destination):
    return undefined  # noqa: F821


def bad_answer(source, destination):
    return "adds"


def no_arguments():
    return ()


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (bad_name, "line .*`return undefined  # noqa: F821`: NameError"),
        (bad_answer, 'your table_flow answered "adds": it must be a list of triples'),
        (no_arguments, "TypeError"),
        (None, "TypeError"),
        (7, "TypeError"),
    ],
)
def test_a_rule_that_fails_is_answered_with_its_own_line(rule, said):
    workshop = Workshop("lww_element_set", rule)
    text = workshop._repr_mimebundle_()["text/plain"]
    assert re.search(said, text), text
    assert "Traceback" not in text

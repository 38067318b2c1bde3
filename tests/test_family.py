"""What a family promises, that its versions differ in one rule, and rules that learners write."""

import sys

import pytest

from crdtviz import FAMILIES, VERSIONS, Family, RuleError, ScheduleError, run, solve, with_rule
from crdtviz.family import mechanism_of

ALL = [version for versions in FAMILIES.values() for version in versions.values()]


def test_five_families_in_order_with_three_versions_each():
    assert list(FAMILIES) == ["lww_element_set", "or_set", "mv_register", "causal_context", "tombstone_gc"]
    assert all(tuple(versions) == VERSIONS == ("broken", "attempt", "fixed") for versions in FAMILIES.values())
    assert all(family == v.family and name == v.name for family, vs in FAMILIES.items() for name, v in vs.items())


@pytest.mark.parametrize("version", ALL, ids=lambda v: f"{v.family}-{v.name}")
def test_a_version_overrides_the_one_rule_and_inherits_from_no_other(version):
    own = {name for name in vars(type(version)) if not name.startswith("__")}
    assert own == {"name", version.rule}
    assert type(version).__bases__ == (mechanism_of(version),)
    assert mechanism_of(version).__bases__ == (Family,)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_mechanism_states_its_contract_and_answers_no_rule_itself(family):
    mechanism = mechanism_of(FAMILIES[family]["fixed"])()
    assert mechanism.contract.endswith(".") and mechanism.question.endswith("?") and mechanism.title
    assert mechanism.record.startswith("FA-")
    assert all(hasattr(mechanism, "on_" + kind) for kind in mechanism.grammar)
    rule = getattr(mechanism, mechanism.rule)
    assert rule.__doc__.startswith("In: ") and "Out: " in rule.__doc__
    with pytest.raises(NotImplementedError):
        rule(*(None for _ in range(rule.__code__.co_argcount - 1)))


SCHEDULE = ("add a x\nmerge a b", ["a", "b"])


def test_a_learners_function_is_a_version_of_its_own():
    mine = with_rule(FAMILIES["or_set"]["broken"], lambda replica, element, counter: (replica, counter))
    assert (mine.name, mine.family) == ("yours", "or_set")
    assert solve("or_set", mine, *SCHEDULE) == [["x"], ["x"]]
    assert str(run("or_set", mine, *SCHEDULE)).startswith("or_set, yours: 2 events")


def test_a_learners_subclass_is_a_version_too():
    class Mine(mechanism_of(FAMILIES["or_set"]["fixed"])):
        def tag(self, replica, element, counter):
            return (replica, counter)

    assert solve("or_set", with_rule(FAMILIES["or_set"]["fixed"], Mine), *SCHEDULE) == [["x"], ["x"]]
    assert solve("or_set", Mine(), *SCHEDULE) == [["x"], ["x"]]
    with pytest.raises(ScheduleError, match="unknown version"):
        solve("mv_register", Mine(), *SCHEDULE)
    with pytest.raises(ScheduleError, match="unknown version"):
        solve("or_set", Family(), *SCHEDULE)


class Silent(Exception):
    def __str__(self):
        raise KeyError("no message")


def mute(replica, element, counter):
    raise Silent


class Demanding(mechanism_of(FAMILIES["or_set"]["fixed"])):
    def __init__(self, wish):
        self.tag = wish


def failing(replica, element, counter):
    return replica / counter


TAG = "a tag is a text, a whole number, or a tuple of such"


@pytest.mark.parametrize(
    "rule, said",
    [
        (failing, "`return replica / counter`: TypeError: unsupported operand"),
        (lambda replica: 1, "TypeError: "),
        (lambda *_: None, "your tag answered None: " + TAG),
        (lambda *_: [], "your tag answered []: " + TAG),
        (lambda *_: 1.0, "your tag answered 1.0: " + TAG),
        (lambda *_: (1, float("nan")), "your tag answered (1, nan): " + TAG),
        (lambda *_: ValueError, "your tag answered <class 'ValueError'>: " + TAG),
        (lambda *_: sys.exit(3), "SystemExit: 3"),
        (mute, "`raise Silent`: Silent"),
        (Demanding, "TypeError: "),
        (3, "TypeError: 'int' object is not callable"),
        (mechanism_of(FAMILIES["or_set"]["fixed"]), "NotImplementedError"),
    ],
)
def test_a_rule_that_fails_is_blamed_on_its_own_line(rule, said):
    with pytest.raises(RuleError) as caught:
        solve("or_set", with_rule(FAMILIES["or_set"]["fixed"], rule), *SCHEDULE)
    assert said in str(caught.value)
    if rule is failing:
        assert str(caught.value).startswith(f"line {failing.__code__.co_firstlineno + 1}, ")


@pytest.mark.parametrize(
    "family, schedule, answers",
    [
        (
            "lww_element_set",
            "add a x 1\nmerge a b",
            [None, 1, [1], [("adds", "a")], [("adds", "a", "z")], [("x", "a", "b")]],
        ),
        ("mv_register", "write a x", [None, 1, [], {1: 1}, {"a": -1}, {"a": True}, {"a": 1.0}]),
        ("causal_context", "add a x", [None, 1, 0, "yes"]),
        ("tombstone_gc", "add a x\nrem a x\npurge a", [None, 1, "a", {1}, [None], {"a": 1}]),
    ],
)
def test_an_answer_that_the_mechanism_cannot_use_is_refused(family, schedule, answers):
    for answer in answers:
        mine = with_rule(FAMILIES[family]["fixed"], lambda *_, answer=answer: answer)
        with pytest.raises(RuleError, match=f"your {mine.rule} answered .*: it must be "):
            run(family, mine, schedule, ["a", "b"])


def test_an_interrupt_is_no_failure_of_the_rule():
    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve("or_set", with_rule(FAMILIES["or_set"]["fixed"], stop), *SCHEDULE)

"""The report on a version: fixtures, laws, and a learner's rule that fails."""

import json

import pytest

from crdtviz import FAMILIES, VERSIONS, RuleError, ScheduleError, with_rule
from crdtviz.check import PROBES, check_json, check_rule, check_table, counts
from crdtviz.family import mechanism_of
from crdtviz.records import fixtures

PASSED = {
    "lww_element_set": (35, 35, 45),
    "or_set": (30, 35, 40),
    "mv_register": (35, 30, 45),
    "causal_context": (45, 45, 50),
    "tombstone_gc": (35, 35, 45),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_fixtures_passed_over_the_five_variants(family):
    total = PASSED[family][2]
    assert [counts(family, version) for version in VERSIONS] == [(passed, total) for passed in PASSED[family]]


def test_the_table():
    lines = check_table().splitlines()
    assert lines[0].split() == ["family", "version", "passed"]
    assert [line.split() for line in lines[1:16]] == [
        [family, version, f"{passed}/{PASSED[family][2]}"]
        for family in FAMILIES
        for version, passed in zip(VERSIONS, PASSED[family])
    ]
    assert "or_set: record FA-74931, CC0-1.0, recorded with Python 3.12.14" in lines
    assert lines[-1] == "Scope: bounded teaching models, not a production library."
    assert check_table(["or_set"]).count("\n") == 6


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("variant", [1, 2, 3, 4, 5])
def test_the_json_has_the_form_of_the_records(family, variant):
    for version in VERSIONS:
        report = check_json(family, version, variant)
        assert list(report) == ["observations", "passed"]
        assert report["passed"] is (version == "fixed")
        known = [fixture for fixture in fixtures(family) if fixture.variant == variant]
        assert report["observations"] == [
            {
                "check": fixture.case,
                "actual": fixture.actual[version],
                "expected": fixture.expected,
                "passed": fixture.actual[version] == fixture.expected,
            }
            for fixture in known
        ]
        assert json.loads(json.dumps(report)) == report


@pytest.mark.parametrize("variant", [0, 6, -1, True, "1", 1.5, []])
def test_an_unknown_variant_lists_the_known_ones(variant):
    with pytest.raises(ScheduleError, match='unknown variant .*; known are "1", "2", "3", "4", "5"'):
        check_json("or_set", "fixed", variant)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_version_gets_the_same_report_as_its_rule_in_a_learners_hands(family):
    for version in FAMILIES[family].values():
        ours, theirs = check_rule(version), check_rule(with_rule(version, getattr(version, version.rule)))
        assert (theirs.version, theirs._replace(version=ours.version)) == ("yours", ours)
        assert ours.passed == counts(family, version)[0] and ours.total == PASSED[family][2]
        assert ours.right is (version.name == "fixed")
        assert str(ours) == str(check_rule(version))
        assert json.loads(json.dumps(ours.to_json())) == ours.to_json()


def test_the_report_names_the_first_failing_fixture_and_the_law():
    assert str(check_rule(FAMILIES["or_set"]["broken"])) == (
        "or_set, broken: 30 of 40 fixtures pass\n"
        "  ✓ 5/5 concurrent add survives remove elsewhere\n"
        "  ✗ 0/5 same counters on different replicas do not collide\n"
        "  ✓ 5/5 removal propagates by merge\n"
        "  ✓ 5/5 local remove is visible immediately\n"
        "  ✗ 0/5 own earlier removes are not undone by stale peers\n"
        "  ✓ 5/5 removed element absent from sender is dropped at receiver\n"
        "  ✓ 5/5 multiple elements\n"
        "  ✓ 5/5 receiver own tombstone blocks resurrected tag\n"
        "The first that fails: same counters on different replicas do not collide (variant 1)\n"
        "  schedule: add a x, add b x, rem b x, merge b a, merge a b\n"
        "  replicas: a, b\n"
        "  expected [['x'], ['x']]\n"
        "  answered [[], []]\n"
        "Law broken: shows, by event 4 of: add a x, rem a x, add b x, merge a b\n"
        "  b shows nothing and should show x"
    )
    said = str(check_rule(FAMILIES["tombstone_gc"]["broken"]))
    assert "  members: ['a', 'b', 'c']" in said and "Law broken: purge_safety, by event 4 of: " in said
    assert str(check_rule(FAMILIES["mv_register"]["fixed"])).count("\n") == 9


def test_each_law_that_the_published_versions_break_is_found_by_a_probe():
    broken = {
        (family, version.name): [breach.law for breach in check_rule(version).breaches]
        for family, versions in FAMILIES.items()
        for version in versions.values()
    }
    assert {key: laws for key, laws in broken.items() if laws != ["shows"]} == {
        **{(family, "fixed"): [] for family in FAMILIES},
        ("causal_context", "broken"): ["claims", "shows"],
        ("causal_context", "attempt"): ["compact", "shows"],
        ("tombstone_gc", "broken"): ["purge_safety", "shows", "purge_liveness"],
        ("tombstone_gc", "attempt"): ["purge_liveness"],
    }
    assert list(PROBES) == list(FAMILIES)


def careless(replica, element, counter):
    return {}[replica]


def test_a_rule_that_raises_is_reported_and_not_raised():
    report = check_rule(with_rule(FAMILIES["or_set"]["fixed"], careless))
    assert report.passed == 0 and not report.right and report.actual is None
    assert report.error.endswith("`return {}[replica]`: KeyError: 'a'") and report.error.startswith(
        "the rule failed: line "
    )
    assert report.error in str(report) and report.to_json()["failing"]["error"] == report.error
    assert [breach.law for breach in report.breaches] == ["rule"]
    observation = check_json("or_set", with_rule(FAMILIES["or_set"]["fixed"], careless), 1)["observations"][0]
    assert observation["actual"] == report.error and not observation["passed"]


def test_a_bare_subclass_that_raises_is_reported_too():
    class Mine(mechanism_of(FAMILIES["or_set"]["fixed"])):
        name = "mine"

        def tag(self, replica, element, counter):
            raise RuleError if counter > 9 else ZeroDivisionError("no")

    report = check_rule(Mine())
    assert report.version == "mine" and report.passed == 0 and "ZeroDivisionError: no" in report.error


def test_a_rule_that_fails_on_some_fixtures_only_keeps_the_others():
    def shy(writer, siblings):
        if len(siblings) > 1:
            raise ValueError("too many")
        return siblings[0].vector if siblings else {}

    report = check_rule(with_rule(FAMILIES["mv_register"]["fixed"], shy))
    assert 0 < report.passed < report.total and "ValueError: too many" in report.error


def test_a_report_is_a_check_and_no_proof():
    def late(counter, known):
        return counter == (known or 0) + 1 or counter > 9  # wrong, but no fixture and no probe counts that far

    assert check_rule(with_rule(FAMILIES["causal_context"]["fixed"], late)).right

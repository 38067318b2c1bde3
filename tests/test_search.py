"""Every known failure by its shortest schedule, the fixed versions by none, and mutants that each law must catch."""

import json
import subprocess
import sys

import pytest

from crdtviz import FAMILIES, RuleError, ScheduleError, judge, run, with_rule
from crdtviz.laws import LAWS, laws_of
from crdtviz.models import causal_context, tombstone_gc
from crdtviz.search import Found, also_breaks, hunt

# (family, version, law) -> the shortest schedule, distinct situations, and how many shorter schedules keep the law
FOUND = {
    ("lww_element_set", "broken", "shows"): ("add a x 1; rem a x 2; merge a b", 99, 342),
    ("lww_element_set", "attempt", "shows"): ("add a x 1; rem a x 2; merge a b", 102, 342),
    ("or_set", "broken", "shows"): ("add a x; add b x; rem a x; merge a b", 93, 1110),
    ("or_set", "attempt", "shows"): ("add a x; add b x; rem a x; merge a b", 101, 1110),
    ("mv_register", "broken", "shows"): ("write a v1; write b v1; merge a b; write b v1; merge a b", 86, 1554),
    ("mv_register", "attempt", "shows"): ("write a v1; merge a b; write b v1; merge a b", 40, 258),
    ("causal_context", "broken", "shows"): ("add a x; add a y; delta a b 2; delta a b 1", 129, 1366),
    ("causal_context", "broken", "claims"): ("add a x; add a x; delta a b 2", 14, 118),
    ("causal_context", "attempt", "shows"): ("add a x; add a y", 3, 10),
    ("causal_context", "attempt", "compact"): ("add a x", 1, 0),
    ("tombstone_gc", "broken", "shows"): ("add a x; sync a b; rem a x; purge a; sync a b", 566, 24742),
    ("tombstone_gc", "broken", "purge_safety"): ("add a x; rem a x; purge a", 42, 186),
    ("tombstone_gc", "broken", "purge_liveness"): ("add a x; rem a x; observe o a; depart b; purge a", 493, 24742),
    ("tombstone_gc", "attempt", "purge_liveness"): ("add a x; rem a x; ack b a; depart b; purge a", 438, 24742),
}

# (family, version) -> distinct situations and schedules of the default law at the default bounds
NONE = {
    ("lww_element_set", "fixed"): (1083, 36_012_942),
    ("or_set", "fixed"): (452, 1_111_110),
    ("mv_register", "fixed"): (102, 55_986),
    ("causal_context", "fixed"): (672, 2_923_502),
    ("tombstone_gc", "attempt"): (688, 2_989_042),
    ("tombstone_gc", "fixed"): (689, 2_989_042),
}


def written(schedule):
    return "; ".join(" ".join(map(str, event)) for event in schedule)


@pytest.mark.parametrize("failure", FOUND, ids=" ".join)
def test_the_shortest_failure_is_found(failure):
    family, name, law = failure
    found = hunt(family, name, law)
    assert (written(found.schedule), found.explored, found.schedules) == FOUND[failure]
    assert found.finished and not found.closed and found.reached == len(found.schedule) - 1
    verdict = judge(run(family, name, found.schedule, found.replicas))[-1]
    assert (law, found.broken) in verdict.broken


@pytest.mark.parametrize("silence", NONE, ids=" ".join)
def test_none_up_to_the_default_bound(silence):
    found = hunt(*silence)
    assert found.schedule is None and found.broken is None
    assert (found.explored, found.schedules) == NONE[silence]
    assert found.finished and found.reached == found.bound.events == 6


@pytest.mark.parametrize(("family", "law"), [(f, law.name) for f in FAMILIES for law in laws_of(f)])
def test_fixed_breaks_no_law_among_three(family, law):
    found = hunt(family, "fixed", law, replicas=3, elements=1, max_events=4)
    assert found.schedule is None and found.reached == 4


def test_what_a_version_breaks_besides():
    assert also_breaks("causal_context", "broken", hunt("causal_context", "broken")) == ["claims"]
    assert also_breaks("tombstone_gc", "attempt", hunt("tombstone_gc", "attempt")) == ["purge_liveness"]
    assert also_breaks("tombstone_gc", "attempt", hunt("tombstone_gc", "attempt", max_events=3)) == []
    assert also_breaks("or_set", "broken", hunt("or_set", "broken")) == []


def test_closed_means_at_any_length():
    found = hunt("lww_element_set", "fixed", elements=1, max_events=40)
    assert found.closed and found.explored == 45 and found.reached == 40
    assert str(found).endswith("Nothing new is reached after that, so no longer one breaks it either.")


class Forgetful(causal_context.Fixed):
    """A join that takes the other side's context for its own."""

    name = "forgetful"

    def join(self, ours, theirs, settled=False):
        return super().join(ours, theirs)._replace(context=theirs.context)


class Resurrecting(tombstone_gc.Fixed):
    """A sync that does not look at tombstones."""

    name = "resurrecting"

    def on_sync(self, world, source, destination):
        live = world[destination].live.union(world[source].live)
        return world.insert(destination, world[destination]._replace(live=live))


def mutant(family, rule):
    return with_rule(FAMILIES[family]["fixed"], rule, "mutant")


# law -> mutants that break it: (family, version, length of the shortest schedule)
MUTANTS = {
    "shows": [
        ("lww_element_set", mutant("lww_element_set", lambda s, d: [("removes", s, d)]), 2),
        ("or_set", mutant("or_set", lambda replica, element, counter: "tag"), 4),
        ("mv_register", mutant("mv_register", lambda writer, siblings: {}), 4),
        ("causal_context", mutant("causal_context", lambda counter, known: False), 2),
        ("tombstone_gc", Resurrecting(), 4),
    ],
    "claims": [
        ("causal_context", mutant("causal_context", lambda counter, known: known is None or counter == known + 1), 3),
        ("causal_context", Forgetful(), 2),
    ],
    "compact": [("causal_context", mutant("causal_context", lambda counter, known: counter < 2), 2)],
    "purge_safety": [("tombstone_gc", mutant("tombstone_gc", lambda live, reporters, gone: live & reporters), 3)],
    "purge_liveness": [("tombstone_gc", mutant("tombstone_gc", lambda live, reporters, gone: live | gone), 4)],
}


@pytest.mark.parametrize("law", LAWS)
def test_a_mutant_per_law_is_caught(law):
    for family, version, length in MUTANTS[law]:
        found = hunt(family, version, law)
        assert found.schedule is not None and len(found.schedule) == length, found
        assert law in dict(judge(run(family, version, found.schedule, found.replicas))[-1].broken)


def test_every_law_has_a_mutant():
    assert set(MUTANTS) == set(LAWS)
    assert {family for family, _, _ in MUTANTS["shows"]} == set(FAMILIES)


def test_an_asymmetric_rule_is_found():
    def only_from_a(source, destination):
        tables = ("adds", "removes") if source == "a" else ("adds",)
        return [(table, source, destination) for table in tables]

    found = hunt("lww_element_set", mutant("lww_element_set", only_from_a), elements=1)
    assert written(found.schedule) == "add a x 1; rem b x 2; merge b a"


def test_a_failing_rule_says_so():
    def rule(replica, element, counter):
        return element[1]

    with pytest.raises(RuleError, match="string index out of range"):
        hunt("or_set", mutant("or_set", rule))


def test_an_interrupt_says_how_far_it_got():
    calls = []

    def rule(replica, element, counter):
        calls.append(counter)
        if counter > 2:
            raise KeyboardInterrupt
        return replica, counter

    found = hunt("or_set", mutant("or_set", rule))
    assert not found.finished and found.schedule is None and found.reached == 2 and found.schedules == 110
    assert "interrupted; none up to 2 events\n" in str(found) and "110 schedules of up to 2 events" in str(found)
    assert found.to_json()["finished"] is False


def test_in_words():
    assert str(hunt("or_set", "broken")) == (
        "or_set, broken: broken by 4 events\n"
        "Law shows: every replica shows what the events it knows mean.\n"
        "  1. add a x\n  2. add b x\n  3. rem a x\n  4. merge a b\n"
        "Then b shows nothing and should show x.\nNothing shorter breaks it:\n"
        "1,110 schedules of up to 3 events, 93 distinct situations (2 replicas, 2 elements)."
    )
    assert str(hunt("mv_register", "fixed", elements=1, max_events=3)) == (
        "mv_register, fixed: none up to 3 events\n"
        "Law shows: every replica shows what the events it knows mean.\n"
        "84 schedules of up to 3 events, 5 distinct situations (2 replicas, 1 element)."
    )


def test_as_json():
    found = json.loads(json.dumps(hunt("lww_element_set", "broken").to_json()))
    assert found["schedule"] == [["add", "a", "x", 1], ["rem", "a", "x", 2], ["merge", "a", "b"]]
    assert found["replicas"] == ["a", "b"] and found["law"] == "shows" and found["explored"] == 99
    assert found["bound"] == {"replicas": 2, "elements": 2, "timestamps": 2, "events": 6}
    assert set(found) == set(Found._fields)
    assert hunt("or_set", "fixed", max_events=2).to_json()["schedule"] is None


def test_bad_input_is_refused():
    for arguments in (("set", "fixed", "shows"), ("or_set", "best", "shows"), ("or_set", "fixed", "compact")):
        with pytest.raises(ScheduleError, match="known are"):
            hunt(*arguments)


def test_a_bar_only_where_it_is_wanted(capsys):
    hunt("or_set", "fixed", max_events=2)
    assert capsys.readouterr() == ("", "")
    hunt("or_set", "fixed", max_events=2, progress=True)
    assert "2 events" in capsys.readouterr().err
    code = "import sys, crdtviz.search as s; s.hunt('or_set', 'broken'); sys.exit('tqdm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_one_replica_has_nobody_to_disagree_with():
    assert hunt("or_set", "broken", replicas=1).schedule is None
    assert hunt("or_set", "fixed", max_events=0).schedules == 0

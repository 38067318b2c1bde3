"""The laws by name: each holds for the fixed version, and each can fail."""

import pytest
from hypothesis import given

from crdtviz import FAMILIES, LAWS, ScheduleError, judge, run
from crdtviz.laws import find_law, laws_of
from tests.strategies import traces

# law, family, version, schedule: the last event breaks exactly this law, in this sentence
BREACHES = [
    ("shows", "lww_element_set", "broken", "add a x 1, rem b x 2, merge b a", "a shows x and should show nothing"),
    ("shows", "lww_element_set", "attempt", "add a x 1, rem b x 2, merge b a", "a shows x and should show nothing"),
    ("shows", "or_set", "broken", "add a x, rem a x, add b x, merge a b", "b shows nothing and should show x"),
    ("shows", "or_set", "attempt", "add a x, rem a x, add b x, merge a b", "b shows nothing and should show x"),
    (
        "shows",
        "mv_register",
        "broken",
        "write a x, write b y, merge b a, write a z, merge b a",
        "a shows y, z and should show z",
    ),
    ("shows", "mv_register", "attempt", "write a x, merge a b, write b y, merge b a", "a shows x, y and should show y"),
    ("shows", "causal_context", "attempt", "add a x, add a y", "a shows nothing and should show x, y"),
    (
        "claims",
        "causal_context",
        "broken",
        "add a x, add a y, delta a b 2",
        "b claims (a, 1), which neither side of the join had seen",
    ),
    ("compact", "causal_context", "attempt", "add a x", "a keeps (a, 1) in its cloud, where the vector could take it"),
    (
        "purge_safety",
        "tombstone_gc",
        "broken",
        "add a x, sync a b, rem a x, purge a",
        "a purged the tombstone of x (a, 2), which b did not deliver",
    ),
    (
        "purge_liveness",
        "tombstone_gc",
        "attempt",
        "add a x, rem a x, sync a b, ack b a, observe o a, purge a",
        "a keeps the tombstone of x (a, 2), though every live member has confirmed it",
    ),
    (
        "purge_liveness",
        "tombstone_gc",
        "attempt",
        "add a x, rem a x, ack b a, depart b, purge a",
        "a keeps the tombstone of x (a, 2), though every live member has confirmed it",
    ),
    (
        "shows",
        "tombstone_gc",
        "broken",
        "add a x, sync a b, rem a x, purge a, sync b a",
        "a shows x and should show nothing",
    ),
]


@pytest.mark.parametrize("law, family, version, schedule, sentence", BREACHES, ids=lambda part: str(part)[:24])
def test_each_law_is_broken_by_a_wrong_version_and_held_by_the_right_one(law, family, version, schedule, sentence):
    names, text = ["a", "b"], schedule.replace(", ", "\n")
    assert (law, sentence) in judge(run(family, version, text, names))[-1].broken
    assert not any(verdict.broken or verdict.wrong for verdict in judge(run(family, "fixed", text, names)))


def test_every_law_has_been_seen_to_fail():
    assert {law for law, *_ in BREACHES} == set(LAWS)
    assert {(family, version) for _, family, version, *_ in BREACHES} == {
        (family, version) for family in FAMILIES for version in ("broken", "attempt")
    }


def test_a_join_that_forgets_breaks_the_law_of_claims():
    class Forgetful(type(FAMILIES["causal_context"]["fixed"])):
        def join(self, ours, theirs, settled=False):
            return theirs

    broken = judge(run("causal_context", Forgetful(), "add a x\nadd b y\ndelta a b 1", ["a", "b"]))[-1].broken
    assert ("claims", "b forgets (b, 1), which a side of the join had seen") in broken


@pytest.mark.parametrize("family", FAMILIES)
def test_fixed_versions_keep_all_laws(family):
    @given(traces(FAMILIES[family]["fixed"], most=14))
    def check(trace):
        assert all(verdict.mark == "✓ right" and not verdict.broken for verdict in judge(trace))

    check()


def test_verdicts_say_what_is_right_and_who_is_wrong():
    verdicts = judge(run("lww_element_set", "broken", "add a x 1\nrem b x 2\nmerge b a", ["a", "b"]))
    assert [verdict.mark for verdict in verdicts] == ["✓ right"] * 3 + ["✗ wrong"]
    assert verdicts[-1].right == [[], []] and verdicts[-1].wrong == ("a",)
    assert verdicts[0].broken == []


def test_a_sender_that_a_merge_changes_is_judged_too():
    # the attempt pushes b's removes the wrong way, into a that only sent
    verdicts = judge(run("lww_element_set", "attempt", "add a x 1\nrem b x 2\nmerge a b", ["a", "b"]))
    assert verdicts[-1].wrong == ("a",)
    assert verdicts[-1].broken == [("shows", "a shows nothing and should show x")]


def test_the_departed_are_not_judged():
    schedule = "add a x\nsync a b\nrem a x\nsync a c\npurge a\ndepart b"
    verdicts = judge(run("tombstone_gc", "broken", schedule, ["a", "b", "c"]))
    assert verdicts[-1].wrong == () and verdicts[-1].mark == "✓ right"


def test_laws_are_found_by_name():
    assert [law.name for law in laws_of("causal_context")] == ["shows", "claims", "compact"]
    assert [law.name for law in laws_of("tombstone_gc")] == ["shows", "purge_safety", "purge_liveness"]
    assert find_law("or_set", "shows") is LAWS["shows"]
    assert all(law.statement and law.statement[-1] != "." for law in LAWS.values())
    for name in ("compact", "", None, []):
        with pytest.raises(ScheduleError, match='unknown law .* for or_set; known are "shows"'):
            find_law("or_set", name)

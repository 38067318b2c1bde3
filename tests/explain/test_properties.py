"""What holds of every sentence, on random schedules, for our versions and for rules that learners might write."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crdtviz import FAMILIES, RuleError, run, with_rule
from crdtviz.clocks import Dot, show_vector
from crdtviz.explain import differences, reason, what_happened, why, why_all
from crdtviz.models.or_set import show_tag

from .claims import holds_true
from .schedules import LEARNERS, OURS, REPLICAS, schedules

QUICK = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
EVERY = [pytest.param(*pair, id=f"{pair[0]}-{pair[1].name}-{i}") for i, pair in enumerate(OURS + LEARNERS)]


# how the entries look that a sentence must have claimed something of
WRITTEN = {"mv_register": r"{.*?}", "causal_context": r"\(\w+, \d+\)", "tombstone_gc": r"\(\w+, \d+\)"}


def sound(sentence: str) -> bool:
    """Whether a text is one sentence on one line."""
    return sentence.endswith(".") and not sentence.endswith("..") and "\n" not in sentence and "  " not in sentence


def check_events(trace) -> None:
    """What is said of each event is one sentence, and says "nothing new" exactly when no state changed."""
    assert what_happened(trace, 0) == "Nothing has happened yet; every replica is empty."
    for step in trace:
        sentence = what_happened(trace, step.number)
        assert sound(sentence), sentence
        assert ("nothing new" in sentence.lower()) == (not step.changed()), (step.event, sentence)


def named_entries(family: str, facts) -> set[str]:
    """How the tags, dots, tombstones and vectors of some claims are written."""
    said = set()
    for fact in facts:
        last = fact.entry[-1]
        if family == "or_set":
            said.add(show_tag(last))
        elif family == "tombstone_gc" and len(fact.entry) == 3:
            said.add(str(Dot(last.origin, last.seq)))
        elif family == "causal_context":
            said.add(str(last))
        elif family == "mv_register":
            said.add(show_vector(last))
    return said


@pytest.mark.parametrize(("family", "version"), EVERY)
def test_every_sentence_agrees_with_its_trace(family, version):
    @QUICK
    @given(schedules(family))
    def check(schedule):
        trace = run(family, version, schedule, REPLICAS)
        check_events(trace)
        shown: dict[str, set] = {replica: set() for replica in REPLICAS}
        for position in range(len(trace) + 1):
            for replica, pairs in why_all(trace, position).items():
                view, seen = trace.view(position, replica), shown[replica]
                seen.update(view)
                for element, sentence in pairs:
                    found = reason(trace, position, replica, element)
                    assert found.sentence == sentence == why(trace, position, replica, element)
                    assert sound(sentence), sentence
                    assert found.visible == (element in view), sentence
                    assert sentence.startswith(f"{replica} shows {element}") == found.visible, sentence
                    assert sentence.startswith(f"{replica} no longer shows {element}:") == (
                        element in seen and element not in view
                    ), sentence
                    for fact in found.facts:
                        assert holds_true(trace, position, fact), (fact, sentence)
                    events = {int(number) for number in re.findall(r"event (\d+)", sentence)}
                    assert events <= {fact.event for fact in found.facts}, sentence
                    assert events or found.kind in ("unheard", "no add"), sentence
                    if family in WRITTEN:
                        written = set(re.findall(WRITTEN[family], sentence))
                        assert written <= named_entries(family, found.facts), sentence

    check()


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_unheard_is_hidden(family):
    """ "Has not heard of" is said exactly where a replica knows no event about the element and stores nothing of it."""

    @QUICK
    @given(schedules(family), st.sampled_from(list(FAMILIES[family])))
    def check(schedule, version):
        trace = run(family, version, schedule, REPLICAS)
        for position in range(len(trace) + 1):
            history = trace.histories[position]
            for replica, pairs in why_all(trace, position).items():
                for element, sentence in pairs:
                    known = any(
                        history.known[replica] & history.events_about(kind, element) for kind in ("add", "rem", "write")
                    )
                    unheard = sentence == f"{replica} has not heard of {element} yet."
                    if version != "attempt" or family != "lww_element_set":  # there a remove can come without its event
                        assert unheard == (not known), sentence
                    assert not (unheard and known)

    check()


@pytest.mark.parametrize("family", FAMILIES)
def test_two_versions_part_where_their_states_and_views_do(family):
    versions = [*FAMILIES[family].values(), *(version for f, version in LEARNERS if f == family)]

    @QUICK
    @given(schedules(family), st.sampled_from(versions), st.sampled_from(versions))
    def check(schedule, one, two):
        left, right = run(family, one, schedule, REPLICAS), run(family, two, schedule, REPLICAS)
        cause, symptom = differences(left, right)
        parted = [p for p in range(len(left) + 1) if left.views(p) != right.views(p)]
        assert (symptom and symptom[0]) == (parted[0] if parted else None)
        stored = [p for p in range(len(left) + 1) if any(left.stored(p, r) != right.stored(p, r) for r in REPLICAS)]
        if family != "or_set":
            assert (cause and cause[0]) == (stored[0] if stored else None)
        if symptom:
            assert cause and cause[0] <= symptom[0]  # what differs on screen has differed inside
        for place in (cause, symptom):
            if place:
                assert sound(place[1]) and place[1].startswith(f"After event {place[0]} (")
        if one is two:
            assert cause is symptom is None

    check()


@QUICK
@given(schedules("or_set", 6), st.sampled_from(["broken", "attempt"]))
def test_tags_differ_in_substance_when_no_renaming_maps_one_world_to_the_other(schedule, version):
    left, right = (run("or_set", name, schedule, REPLICAS) for name in (version, "fixed"))
    cause, _ = differences(left, right)
    for position in range(len(left) + 1):
        assert renamed(left.world(position), right.world(position)) == (cause is None or position < cause[0])


def renamed(left, right) -> bool:
    """Whether some renaming of tags maps one world to the other: the tags must occur in the same places, one to one."""
    places = []
    for world in (left, right):
        found: dict = {}
        for replica, state in world.items():
            for element, tags in state.live.items():
                for tag in tags:
                    found.setdefault(tag, set()).add((replica, element))
            for tag in state.tombstones:
                found.setdefault(tag, set()).add((replica, None))
        places.append(sorted(sorted(map(str, where)) for where in found.values()))
    return places[0] == places[1]


@pytest.mark.parametrize("family", ["lww_element_set", "or_set", "tombstone_gc"])
def test_a_rule_that_fails_when_asked_again_does_not_stop_an_explanation(family):
    fixed, works = FAMILIES[family]["fixed"], [True]

    def moody(*arguments):
        if not works[0]:
            raise RuleError("not twice")
        return getattr(fixed, fixed.rule)(*arguments)

    texts = {
        "lww_element_set": "add a x 1\nmerge a b\nrem b x 2\nmerge b a",
        "or_set": "add a x\nadd a x\nrem a x\nadd a x",
        "tombstone_gc": "add a x\nsync a b\nrem a x\npurge a\nack b a\npurge a\nsync a b\nack b a\npurge a",
    }
    trace = run(family, with_rule(fixed, moody), texts[family], ["a", "b"])
    works[0] = False
    for position in range(len(trace) + 1):
        assert sound(what_happened(trace, position))
        assert all(sound(sentence) for pairs in why_all(trace, position).values() for _, sentence in pairs)

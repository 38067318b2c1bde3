"""Merge graphs as pictures: no words meet, nodes can be visited, and their past lights up."""

import re

import pytest

from crdtviz import run, with_rule
from crdtviz.draw import graph, merge_graphs, past_css, to_svg
from crdtviz.models import FAMILIES
from tests.draw.samples import (
    HOSTILE,
    SCHEDULED,
    at_random,
    fixtures,
    flaws,
    incidents,
    versions,
)


def test_a_wrong_state_has_a_double_border():
    figure = merge_graphs(
        versions("lww_element_set", [("rem", "a", "x", 2), ("add", "b", "x", 1), ("merge", "a", "b")], "ab")
    )
    # of the event, not of the node: it stays as it is while the node is lit up
    rings = {panel: [p.get_gid() for p in figure.axes[panel].patches if p.get_linewidth() == 1.6] for panel in (0, 2)}
    assert rings == {0: ["s3"], 2: []}
    assert "✗ wrong" in [text.get_text() for text in figure.axes[0].texts]


@pytest.mark.parametrize("family", FAMILIES)
def test_no_words_meet(family):
    five = ("n1", "n2", "n3", "n4", "n5")
    for length, replicas, names in (
        (12, tuple(HOSTILE[:5]), HOSTILE),
        (14, five[:3], ("milk", "elephants")),
        (40, five, HOSTILE),
    ):
        schedule = at_random(family, length, replicas, names, length)
        assert flaws(merge_graphs(versions(family, schedule, replicas)[:: 2 if length < 20 else 3])) == []
    assert flaws(merge_graphs(versions(family, [], "ab"))) == []
    long = run(family, "broken", at_random(family, 57, five[:3], ("x", "y"), 3), five[:3])
    for around in (1, 30, 57):
        assert flaws(merge_graphs([long], around=around)) == []


def test_no_words_meet_in_fixtures_and_incidents():
    for family in SCHEDULED:
        for _, schedule, replicas in fixtures(family):
            assert flaws(merge_graphs(versions(family, schedule, replicas))) == []
    for family, schedule, replicas in incidents():
        assert flaws(merge_graphs(versions(family, schedule, replicas))) == []


def test_nodes_can_be_visited_and_say_what_they_are():
    schedule = [("add", "a", "<x>", 1), ("merge", "a", "b")]
    text = to_svg(merge_graphs(versions("lww_element_set", schedule, "ab")), "states", "p")
    assert text.count('tabindex="0"') == 3 * 4 and 'role="group" aria-label="states"' in text
    nodes = re.findall(r'class="v \S+ at (f\d+)" tabindex="0" role="img" aria-label="([^"]+)"', text)
    assert ("f2", "b after event 2 (merge from a) shows &lt;x&gt;: ✓ right; state A") in nodes
    assert ("f0", "a at the start shows nothing: ✓ right; state ∅") in nodes


def test_the_past_of_a_state_lights_up_by_css_alone():
    schedule = [("add", "a", "x"), ("merge", "a", "b"), ("add", "a", "y")]
    traces = versions("or_set", schedule, "ab")
    rules = past_css(traces, ".mine").split("\n")
    mine = [rule for rule in rules if ":has(.v-fixed-3:hover,.v-fixed-3:focus)" in rule]
    assert len(mine) == 1 and mine[0].startswith(".mine:has(")
    lit = re.search(r":is\(([^)]*)\)>\.o{", mine[0])[1].split(",")
    drawn = graph(traces[2])
    number = {node: data["number"] for node, data in drawn.nodes(data=True)}
    assert number["b", 1] == 3
    past = [("a", 0), ("a", 1), ("b", 0)]
    ways = [(("a", 0), ("a", 1)), (("a", 1), ("b", 1)), (("b", 0), ("b", 1))]
    assert sorted(lit) == sorted(
        [f".v-fixed-{number[node]}" for node in past] + [f".e-fixed-{number[a]}-{number[b]}" for a, b in ways]
    )
    assert "".join(past_css(trace, ".mine") for trace in traces).count(":has(") == len(rules) - 1


def test_every_class_in_the_rules_is_in_the_picture():
    schedule = at_random("or_set", 10, ("a", "b", "c"), ("x", "y"), 4)
    traces = versions("or_set", schedule, "abc")
    text, rules = to_svg(merge_graphs(traces), "t", "p"), past_css(traces, ".s")
    drawn = set(re.findall(r'class="[ve] (\S+) at', text))
    assert set(re.findall(r"\.([ve]-[a-z]+[-\d]+)", rules)) <= drawn


@pytest.mark.parametrize(("name", "kept"), [("}*{ <b>", "b"), ("My Rule 2", "myrule2"), ("שלי", "x3421423711")])
def test_the_name_of_a_version_cannot_break_out_of_the_rules(name, kept):
    version = with_rule(FAMILIES["or_set"]["fixed"], lambda replica, element, counter: (replica, counter), name=name)
    traces = [run("or_set", version, [("add", "a", "x")], ("a", "b"))]
    assert set(re.findall(r"\.v-([^-]*)-2", past_css(traces, ".s"))) == {kept}
    assert "<b>" not in to_svg(merge_graphs(traces), "t", "p")

"""The graph of states: its nodes and edges for every fixture, and what must hold of any."""

import json
from pathlib import Path

import networkx
import pytest

from crdtviz import FAMILIES, run
from crdtviz.draw import graph
from crdtviz.laws import judge
from crdtviz.oracle import LOCAL, ids
from tests.draw.samples import LOST, OUTSIDE, REBORN, SCHEDULED, TWICE, at_random, fixtures, versions

# family -> case -> version -> nodes and edges, as `described` writes them; read and found right before they came in
EXPECTED = json.loads(Path(__file__).with_name("graphs.json").read_text("utf-8"))
CHAINS = {"lost": LOST, "twice": TWICE, "reborn": REBORN, "outside": OUTSIDE}


def described(drawn: networkx.DiGraph) -> list[str]:
    """A line for each node: name, position, mark, view and verdict, and what it came from by which kind of edge."""
    lines = []
    for node, data in drawn.nodes(data=True):
        past = ", ".join(f"{giver[0]}{giver[1]} {kind}" for giver, _, kind in drawn.in_edges(node, data="kind"))
        wrong = " ✗" if data["wrong"] else ""
        said = f"{node[0]}{node[1]} @{data['position']} {data['same']} [{', '.join(data['view'])}]{wrong}"
        lines.append(said + (f" < {past}" if past else ""))
    return lines


@pytest.mark.parametrize("family", SCHEDULED)
def test_nodes_and_edges_of_every_fixture(family):
    cases = fixtures(family)
    assert {case for case, _, _ in cases} == set(EXPECTED[family])
    for case, schedule, replicas in cases:
        for trace in versions(family, schedule, replicas):
            assert described(graph(trace)) == EXPECTED[family][case][trace.version.name], (case, trace.version.name)


@pytest.mark.parametrize("name", CHAINS)
def test_nodes_and_edges_of_known_chains(name):
    family = "causal_context" if name in ("lost", "twice") else "tombstone_gc"
    for trace in versions(family, CHAINS[name], "abc" if name == "outside" else "ab"):
        assert described(graph(trace)) == EXPECTED[family][name][trace.version.name], trace.version.name


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(6))
def test_what_holds_of_every_graph(family, seed):
    replicas = ("a", "b", "c")
    for trace in versions(family, at_random(family, 12, replicas, ("x", "y"), seed), replicas):
        drawn, verdicts = graph(trace), judge(trace)
        assert networkx.is_directed_acyclic_graph(drawn)
        assert sorted(drawn.nodes[n]["number"] for n in drawn) == list(range(len(drawn)))
        for giver, node, data in drawn.edges(data=True):
            assert drawn.nodes[giver]["position"] < drawn.nodes[node]["position"] and data["kind"] and data["label"]
        for (replica, n), data in drawn.nodes(data=True):
            span = range(data["position"], data["last"] + 1)
            assert {trace.state(k, replica) for k in span} == {trace.state(data["position"], replica)}
            assert len({replica in verdicts[k].wrong for k in span}) == 1
            assert data["wrong"] or replica not in verdicts[data["position"]].wrong
            assert drawn.in_degree((replica, n)) in ((0,) if n == 0 else (1, 2))
        for replica in replicas:
            spans = sorted((d["position"], d["last"]) for _, d in drawn.nodes(data=True) if d["replica"] == replica)
            assert [a for a, _ in spans] == [0, *(b + 1 for _, b in spans[:-1])] and spans[-1][1] == len(trace)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(6))
def test_a_state_grew_from_nothing_that_its_replica_does_not_know(family, seed):
    """The causal past in the graph never says more than the history, in a version that leaves the sender alone."""
    replicas = ("a", "b", "c")
    trace = run(family, "fixed", at_random(family, 12, replicas, ("x", "y"), seed), replicas)
    number, local = 0, {}
    for position, event in enumerate(trace.schedule, 1):
        if event[0] in LOCAL:
            local[position], number = number, number + 1
    drawn = graph(trace)
    if family in ("causal_context", "tombstone_gc"):
        # a delta is one event without what came before it; a report is words about a state, and not the state
        drawn.remove_edges_from([(a, b) for a, b, kind in drawn.edges(data="kind") if kind in ("delta", "ack")])
    for node, data in drawn.nodes(data=True):
        past = {drawn.nodes[each]["position"] for each in (*networkx.ancestors(drawn, node), node)}
        made = {local[position] for position in past if position in local}
        assert made <= set(ids(trace.histories[data["position"]].known[data["replica"]]))


def test_convergence_is_seen_by_equal_marks():
    schedule = [("add", "a", "x"), ("add", "b", "y"), ("merge", "a", "b"), ("merge", "b", "a")]
    drawn = graph(run("or_set", "fixed", schedule, ("a", "b")))
    marks = {node: data["same"] for node, data in drawn.nodes(data=True)}
    assert marks["a", 0] == marks["b", 0] == "∅"
    assert marks["a", 1] != marks["b", 1] and marks["a", 2] == marks["b", 2]


def test_marks_never_run_out():
    schedule = [("add", "a", f"e{n}") for n in range(60)]
    marks = [d["same"] for _, d in graph(run("or_set", "fixed", schedule, ("a", "b"))).nodes(data=True)]
    assert len(set(marks)) == 61 and marks[2:4] == ["A", "B"] and marks[27:29] == ["Z", "A1"]

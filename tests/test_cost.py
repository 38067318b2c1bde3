"""Costs by counting calls, which no other process can disturb: twice the work makes about twice the calls."""

import sys
from functools import partial

import pytest

from crdtviz import FAMILIES, run, solve
from tests.benchmarks.scaling import adds, local_events, state


def calls(work):
    """How many calls, into Python and into C, `work` makes."""
    count = 0

    def tick(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("make", [local_events, adds])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_run_of_local_events_is_linear(family, make):
    few, many = make(family, 100), make(family, 400)
    for version in FAMILIES[family]:
        once, four_times = (calls(partial(run, family, version, events, ["a", "b"])) for events in (few, many))
        assert four_times < 4.4 * once


@pytest.mark.parametrize("version", FAMILIES["causal_context"])
@pytest.mark.parametrize("first, spread", [(3, 4), (1, 2)], ids=["clouds that stay", "clouds that compact"])
def test_a_join_is_linear_in_dots_and_cloud(version, first, spread):
    def join(size):
        return lambda: solve(
            "causal_context", version, state(size, first, spread), state(size, first + spread // 2, spread)
        )

    assert calls(join(400)) < 4.4 * calls(join(100))


def test_a_local_event_costs_the_same_beside_a_large_cloud():
    def last_add(size):
        # a's first delta is lost, so all the others wait in b's cloud
        lost = [("add", "a", f"e{n}") for n in range(size)] + [("delta", "a", "b", n) for n in range(2, size + 1)]
        version = FAMILIES["causal_context"]["fixed"]
        world = run("causal_context", version, lost, ["a", "b"]).world(len(lost))
        assert len(list(world["b"].causal.context.cloud_dots())) == size - 1
        return calls(lambda: version.apply(world, ("add", "b", "x")))

    assert last_add(200) <= last_add(20) + 2

"""The folded machines against the unfolded one, and their keys against the steps that they stand for."""

import pytest

from crdtviz import FAMILIES, search, with_rule
from crdtviz.delta_machine import DeltaMachine, machine_for
from crdtviz.laws import laws_of
from crdtviz.machines import Machine, WholeMachine, plain
from crdtviz.models import or_set
from crdtviz.search import hunt
from crdtviz.situations import Bounds, names_for

EVERY = [(family, name) for family, versions in FAMILIES.items() for name in versions]
SIZES = [(2, 2, 3), (3, 1, 3), (2, 1, 4)]


def both(monkeypatch, family, version, **bounds):
    """The hunt with the folding machines, without the renamings, and with the whole world and history."""
    folded = hunt(family, version, **bounds)
    named = hunt(family, version, symmetric=False, **bounds)
    with monkeypatch.context() as patch:
        patch.setattr(search, "machine_for", lambda version, names, *_: WholeMachine(version, names))
        whole = hunt(family, version, **bounds)
    return folded, named, whole


@pytest.mark.parametrize(("family", "name"), EVERY)
def test_folding_changes_no_verdict(monkeypatch, family, name):
    for law in laws_of(family):
        for replicas, elements, events in SIZES:
            bounds = {"law": law.name, "replicas": replicas, "elements": elements, "max_events": events}
            folded, named, whole = both(monkeypatch, family, name, **bounds)
            assert folded.schedule == named.schedule == whole.schedule
            assert folded.broken == named.broken == whole.broken
            assert folded.schedules == named.schedules == whole.schedules
            assert folded.explored <= named.explored <= whole.explored


OTHER_RULES = [lambda c, k: c % 2 == 1, lambda c, k: c < 3, lambda c, k: k is None, lambda c, k: False]


@pytest.mark.parametrize("absorbs", OTHER_RULES, ids=["odd", "below three", "first", "never"])
def test_folding_holds_for_other_rules_of_compaction(monkeypatch, absorbs):
    yours = with_rule(FAMILIES["causal_context"]["fixed"], absorbs)
    for law in ("shows", "claims"):
        folded, named, whole = both(monkeypatch, "causal_context", yours, law=law, elements=1, max_events=4)
        assert folded.schedule == named.schedule == whole.schedule
        alike = hunt("causal_context", yours, law=law, elements=1, max_events=4, symmetric=True)
        assert alike.schedule == whole.schedule and alike.explored <= folded.explored


@pytest.mark.parametrize("size", [(2, 1), (2, 2), (3, 1)], ids=str)
@pytest.mark.parametrize(("family", "name"), EVERY)
def test_equal_keys_have_equal_futures(family, name, size):
    """Bisimulation: whatever way led to a key, the keys and verdicts one event later are the same set."""
    version = FAMILIES[family][name]
    machine = machine_for(version, names_for(family, Bounds(*size, 2, 3)), True, True)
    futures, layer = {}, [machine.start()]
    for _ in range(4 if size == (2, 1) and family in ("or_set", "mv_register", "causal_context") else 3):
        following = []
        for node in layer:
            key = machine.key(node)
            after = list(machine.successors(node))
            steps = {(machine.key(then), machine.wrong(event, then)) for event, then in after}
            future = {step for step in steps if step != (key, False)}
            assert futures.setdefault(key, future) == future
            following += [then for event, then in after if not machine.wrong(event, then)]
        layer = following


def test_which_machine_walks_which_version():
    names = names_for("or_set", Bounds(2, 2, 0, 1))
    fixed = FAMILIES["or_set"]["fixed"]

    class Another(or_set.Fixed):
        def on_merge(self, world, source, destination):
            return world

    class Renamed(or_set.OrSet):
        name = "renamed"

        def tag(self, replica, element, counter):
            return counter

    yours = with_rule(fixed, lambda replica, element, counter: counter)
    assert plain(fixed) and plain(yours) and plain(Renamed()) and not plain(Another())
    assert type(machine_for(yours, names, False, False)) is Machine
    assert type(machine_for(Another(), names, False, False)) is WholeMachine
    assert type(machine_for(FAMILIES["causal_context"]["fixed"], names, False, False)) is DeltaMachine

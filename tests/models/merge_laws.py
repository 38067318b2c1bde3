"""The laws that every right merge obeys, as checks that one test per family runs on its reachable states."""

from __future__ import annotations

from crdtviz.trace import Trace
from tests.strategies import Lattice


def live(trace: Trace) -> list[str]:
    """The replicas that have not departed, in order; the laws hold among these."""
    return [replica for replica in trace.replicas if replica not in trace.histories[-1].departed]


def check_merge_laws(trace: Trace) -> None:
    """Commutative, associative, idempotent and absorbing on the states at the end of `trace`."""
    lattice = Lattice(trace.version)
    states = [trace.state(len(trace), replica) for replica in live(trace)]
    for a in states:
        assert lattice.idempotent(a)
        for b in states:
            assert lattice.commutative(a, b)
            assert lattice.view(lattice.join(a, b)) == lattice.view(lattice.join(b, a))
            assert lattice.below(a, lattice.join(a, b)) and lattice.below(b, lattice.join(a, b))
            for c in states:
                assert lattice.associative(a, b, c)


def check_monotone(trace: Trace) -> None:
    """Every event moves a replica's state up in the order of the lattice (a purge forgets on purpose)."""
    lattice = Lattice(trace.version)
    for step in trace:
        for replica in step.changed():
            if step.event[0] != "purge":
                assert lattice.below(step.before[replica], step.after[replica]), step.event


def check_sender_unchanged(trace: Trace) -> None:
    """A merge leaves its sender as it was."""
    for step in trace:
        if step.event[0] in ("merge", "sync", "delta", "ack"):
            assert step.before[step.event[1]] == step.after[step.event[1]]


def check_convergence(trace: Trace) -> None:
    """Once everyone merged with everyone, all live replicas show the same."""
    names = live(trace)
    kind = "sync" if "sync" in trace.version.grammar else "merge"
    world = trace.world(len(trace))
    for source in names + names:
        for destination in names:
            if source != destination:
                world = trace.version.apply(world, (kind, source, destination))
    assert len({tuple(trace.version.view(world[name])) for name in names}) == 1


def check_every_law(trace: Trace) -> None:
    """All of the above."""
    for check in (check_merge_laws, check_monotone, check_sender_unchanged, check_convergence):
        check(trace)

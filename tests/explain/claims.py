"""Checks of single claims against the trace, written without the code that makes the claims."""

from __future__ import annotations

from crdtviz import Trace
from crdtviz.clocks import NOTHING, entry
from crdtviz.explain import Fact
from crdtviz.models.mv_register import Sibling
from crdtviz.oracle import LOCAL, ids


def holds(state, item: tuple) -> bool:
    """Whether an entry is in a replica's state."""
    kind, name, *rest = item
    match kind:
        case "add" | "rem":
            return getattr(state, {"add": "adds", "rem": "removes"}[kind]).get(name) == rest[0]
        case "live" if rest:
            return rest[0] in state.live.get(name, ())
        case "live":
            return name in state.live
        case "tombstone":
            return rest[0] in state.tombstones
        case "sibling":
            return Sibling(name, *rest) in state.siblings
        case "dot":
            return state.causal.store.holds(rest[0], name)
        case "covered":
            return state.causal.context.covers(rest[0])
    raise AssertionError(f"unknown entry {item}")


def delta_of(trace: Trace, number: int):
    """The delta that a local event logged."""
    log = trace.steps[number - 1].after[trace.schedule[number - 1][1]].log
    return log[len(log)]


def learned(trace: Trace, fact: Fact) -> set[int]:
    """The ids of the local events that the replica came to know with the event."""
    now, was = (trace.histories[position].known[fact.replica] for position in (fact.event, fact.event - 1))
    return set(ids(now & ~was))


def holds_true(trace: Trace, position: int, fact: Fact) -> bool:
    """Whether a claim made at `position` is true."""
    how, replica, item, number = fact
    if not 1 <= number <= position:
        return False
    event = trace.schedule[number - 1]
    if how in ("unasked", "waits"):
        return event[0] == "purge" and purge_claim(trace, fact)
    before, after, now = (trace.state(p, replica) for p in (number - 1, number, position))
    if how == "made":
        if event[0] not in LOCAL or event[1] != replica:
            return False
        if item[0] == "remove":
            return event[0] == "rem" and event[2] == item[1]
        if item[0] in ("add", "rem"):
            return event == (item[0], replica, *item[1:])
        if item[0] == "dot":
            return event[0] == "add" and event[2] == item[1] and delta_of(trace, number).store.holds(item[2], item[1])
        # what a remove tombstoned, or a write or an add put there, is there right after it
        return holds(after, item)
    if how == "stored":
        there = [holds(trace.state(p, replica), item) for p in range(number, position + 1)]
        return not holds(before, item) and all(there)
    if how == "came":
        return not holds(before, item) and holds(after, item)
    if how == "went":
        return holds(before, item) and not holds(after, item)
    if how == "lost":
        about = [trace.histories[-1].facts[ident].event for ident in learned(trace, fact)]
        return not holds(now, item) and any(item[1] in known for known in about)
    if how == "refused":
        return event[0] == "merge" and holds(trace.state(number - 1, event[1]), item) and not holds(after, item)
    if how in ("named", "unnamed"):
        covers = delta_of(trace, number).context.covers(item[2])
        return event[:2] == ("rem", replica) and covers == (how == "named") and (covers or not holds(before, item))
    if how == "counted":
        counts = [state.causal.context.covers(item[2]) and not holds(state, item) for state in (before, after)]
        return counts == [False, True] or (event[:1] == ("add",) and counts[1])
    assert how == "jumped", how
    source = trace.state(number - 1, event[1])
    if event[0] == "merge":
        other = source.causal
    else:
        other = source.log[event[3]] if event[0] == "delta" else delta_of(trace, number)
    return holds(after, item) and not holds(before, item) and not other.context.covers(item[2])


def purge_claim(trace: Trace, fact: Fact) -> bool:
    """Whether a purge left out, or waited for, the named replica."""
    how, name, (_, _, stone), number = fact
    purger, world, history = trace.schedule[number - 1][1], trace.world(number - 1), trace.histories[number]
    state, gone = world[purger], history.departed
    acks = state.acks.insert(purger, state.delivered)
    asked = trace.version.acknowledgers(frozenset(world) - gone, frozenset(acks), frozenset(gone))
    kept = stone in trace.state(number, purger).tombstones
    if how == "waits":
        return kept and name in asked and entry(acks.get(name) or NOTHING, stone.origin) < stone.seq
    delivered = entry(world[name].delivered, stone.origin) >= stone.seq
    return not kept and name not in gone and name not in asked and not delivered

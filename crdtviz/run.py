"""Running a schedule: the events one by one through a version, beside the history that judges them."""

from __future__ import annotations

from typing import Any

from .events import ScheduleError, read_schedule
from .family import Family
from .models import find_version
from .oracle import History, refusal
from .trace import Step, Trace


def solve(family: str, version: str | Family, *arguments: Any) -> Any:
    """A record's answer, JSON-plain.

    In: a family, a version (a name or a learner's own), and the record's arguments: `(schedule, replicas)` for
    lww_element_set, or_set and mv_register; two states for causal_context; `(tombstones, acks, members, departed)` for
    tombstone_gc. Out: per replica its sorted view; a joined state; what is purged and kept. Raises ScheduleError.
    """
    return find_version(family, version).solve(*arguments)


def run(family: str, version: str | Family, schedule: Any, replicas: Any) -> Trace:
    """A schedule as a `Trace`: every event, with every replica's state before and after it.

    In: a family, a version, a schedule (a list of events, or text; see `events.read_schedule`) and the replicas'
    names. Raises ScheduleError for an event that is malformed or cannot happen there; whether it can depends on the
    history alone, so all versions accept the same schedules.
    """
    runner = find_version(family, version)
    events, names = read_schedule(schedule, replicas, runner.grammar)
    history, world = History(names), runner.start(names)
    start, steps, histories = world, [], [history]
    for number, event in enumerate(events, 1):
        why = refusal(family, history, event)
        if why:
            raise ScheduleError(f"event {number} ({event[0]}): {why}")
        before, world, history = world, runner.apply(world, event), history.after(event)
        steps.append(Step(number, event, before, world))
        histories.append(history)
    return Trace(runner, names, steps, start, histories)

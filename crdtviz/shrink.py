"""Shrinking: from any schedule that breaks a law to a locally minimal one that breaks the same law."""

from __future__ import annotations

from typing import Any, Iterator

from .events import Event, ScheduleError, read_schedule
from .family import Family
from .laws import Law, Situation, find_law
from .models import find_version
from .oracle import LOCAL, History, refusal


def shrink(family: str, version: str | Family, schedule: Any, replicas: Any, law: str = "shows") -> list[Event]:
    """A locally minimal schedule that breaks the same law.

    In: a family, a version, a schedule that breaks the law (a list of events, or text) and its replicas. Out: a valid
    schedule whose last event breaks the law, and no shorter one is left by dropping one event (with the deliveries
    of its delta, if it made one); elements are made the same, timestamps and delta numbers lowered, where it still
    breaks. Raises ScheduleError if the schedule is invalid or breaks nothing, RuleError if a learner's rule fails.
    After Zeller and Hildebrandt, *Simplifying and isolating failure-inducing input* (2002).
    """
    runner, chosen = find_version(family, version), find_law(family, law)
    events, names = read_schedule(schedule, replicas, runner.grammar)
    best = broken_prefix(runner, chosen, events, names, strict=True)
    if best is None:
        raise ScheduleError(f"schedule: it keeps the law {law} ({chosen.statement}), so there is nothing to shrink")
    while True:
        for candidate in candidates(best):
            shorter = broken_prefix(runner, chosen, candidate, names)
            if shorter is not None:
                best = shorter
                break
        else:
            return best


def broken_prefix(
    version: Family, law: Law, schedule: list[Event], replicas: tuple[str, ...], strict: bool = False
) -> list[Event] | None:
    """The schedule up to the first event that breaks the law; None if none does, or one is invalid before that.

    With `strict`, an invalid event is a ScheduleError.
    """
    here = Situation(version.start(replicas), History(replicas))
    for number, event in enumerate(schedule, 1):
        why = refusal(version.family, here.history, event)
        if why:
            if strict:
                raise ScheduleError(f"event {number} ({event[0]}): {why}")
            return None
        after = Situation(version.apply(here.world, event), here.history.after(event))
        if law.check(version, here, event, after):
            return schedule[:number]
        here = after
    return None


def candidates(schedule: list[Event]) -> Iterator[list[Event]]:
    """Simpler schedules to try: runs of events dropped, from the longest to single ones, then names and counts lowered.

    Each is shorter, or has fewer elements, or smaller counts, so trying them comes to an end.
    """
    size = len(schedule) // 2
    while size:
        for begin in range(0, len(schedule) - size + 1, max(size // 2, 1)):
            yield without(schedule, begin, begin + size)
        size //= 2
    elements = list(dict.fromkeys(event[2] for event in schedule if event[0] in LOCAL))
    for place, element in enumerate(elements):
        for earlier in elements[:place]:
            yield [(*e[:2], earlier, *e[3:]) if e[0] in LOCAL and e[2] == element else e for e in schedule]
    stamps = sorted({event[3] for event in schedule if event[0] in LOCAL and len(event) == 4})
    for lower, stamp in zip([0, *stamps], stamps):
        for wanted in dict.fromkeys((lower, lower + 1)):
            if wanted < stamp:
                yield [(*e[:3], wanted) if e[0] in LOCAL and len(e) == 4 and e[3] == stamp else e for e in schedule]
    for place, event in enumerate(schedule):
        if event[0] == "delta":
            for number in range(1, event[3]):
                yield [*schedule[:place], (*event[:3], number), *schedule[place + 1 :]]


def without(schedule: list[Event], begin: int, end: int) -> list[Event]:
    """The schedule without the events from `begin` to before `end`.

    A dropped local event takes the deliveries of its delta with it, and the later deltas of its replica move up by one,
    so that every delivery left still brings the delta that it brought.
    """
    made: dict[str, int] = {}
    numbers: dict[tuple[str, int], int] = {}  # (replica, old number) -> new number, of the deltas that stay
    left: dict[str, int] = {}
    kept = []
    for place, event in enumerate(schedule):
        kind, first = event[0], event[1]
        stays = not begin <= place < end
        if kind in LOCAL:
            made[first] = made.get(first, 0) + 1
            if stays:
                left[first] = numbers[first, made[first]] = left.get(first, 0) + 1
        if stays and kind == "delta":
            if (first, event[3]) in numbers:
                kept.append((*event[:3], numbers[first, event[3]]))
        elif stays:
            kept.append(event)
    return kept

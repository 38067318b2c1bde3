"""The shortest schedule that breaks a version, or "none up to N events": breadth first, each situation once."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple

from .delta_machine import machine_for
from .events import Event, show_event
from .family import Family, RuleError
from .laws import LAWS, Situation, find_law, laws_of
from .models import FAMILIES, find_version
from .oracle import History
from .run import run
from .situations import Bounds, bounds_for, count_schedules, names_for


class Found(NamedTuple):
    """What a hunt found.

    `schedule`: the shortest schedule that breaks `law` (of the shortest, the first in the order of events), or None;
    `broken`: how its last event breaks the law, as a sentence, or None; `explored`: how many distinct situations were
    visited, the start included (what the last event of a schedule leads to is judged, and not kept); `reached`: up to
    this many events every schedule within the bound keeps the law; `schedules`: how many those are; `finished`: False
    if it was interrupted; `closed`: nothing new can be reached, so no longer schedule over the same names breaks the
    law either.
    """

    family: str
    version: str
    law: str
    schedule: list[Event] | None
    broken: str | None
    replicas: tuple[str, ...]
    bound: Bounds
    explored: int
    reached: int
    schedules: int
    finished: bool
    closed: bool

    def __str__(self) -> str:
        head = f"{self.family}, {self.version}: "
        law = f"Law {self.law}: {LAWS[self.law].statement}."
        if self.schedule is not None:
            lines = [f"{number:>3}. {show_event(event)}" for number, event in enumerate(self.schedule, 1)]
            found = [f"{head}broken by {events(len(self.schedule))}", law, *lines, f"Then {self.broken}."]
            return "\n".join([*found, "Nothing shorter breaks it:", self.coverage()])
        if not self.finished:
            return "\n".join([f"{head}interrupted; none up to {events(self.reached)}", law, self.coverage()])
        more = ["Nothing new is reached after that, so no longer one breaks it either."] if self.closed else []
        return "\n".join([f"{head}none up to {events(self.bound.events)}", law, self.coverage(), *more])

    def coverage(self) -> str:
        """How many schedules were covered, in how many situations, within which bounds, in words."""
        names = f"{counted(self.bound.replicas, 'replica')}, {counted(self.bound.elements, 'element')}"
        if self.bound.timestamps:
            names += f", {counted(self.bound.timestamps, 'timestamp')}"
        schedules = f"{counted(self.schedules, 'schedule')} of up to {events(self.reached)}"
        return f"{schedules}, {counted(self.explored, 'distinct situation')} ({names})."

    def to_json(self) -> dict[str, Any]:
        """All of it, JSON-plain: `schedule` is a list of lists or None, `bound` an object."""
        plain = self._asdict()
        plain["schedule"] = None if self.schedule is None else [list(event) for event in self.schedule]
        return {**plain, "replicas": list(self.replicas), "bound": self.bound._asdict()}


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural unless it is one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def events(number: int) -> str:
    return counted(number, "event")


def hunt(
    family: str,
    version: str | Family,
    law: str = "shows",
    replicas: int | None = None,
    elements: int | None = None,
    timestamps: int | None = None,
    max_events: int | None = None,
    progress: bool | None = None,
    symmetric: bool | None = None,
) -> Found:
    """The shortest schedule that breaks a law, or none up to `max_events`.

    In: a family, a version (a name or a learner's own), a law's name; how many replicas, elements and timestamps a
    schedule may use, and how many events (the family's defaults otherwise); `progress`: show a bar; `symmetric`: the
    version treats all replicas and elements alike, so that situations which differ by a renaming may be folded (known
    of our own versions, not supposed of others). The rule has to be a function of its arguments. Out: a `Found`; an
    interrupt (Ctrl-C, the stop button) gives one that says how far it got. Raises ScheduleError for bad input,
    RuleError if the rule fails.

    Every schedule has a prefix in a situation that is visited, and equal situations have the same futures, so the first
    violation met is a shortest one; the situations of a length are visited in the order of the first schedules
    that lead to them, so it is the first of the shortest, too.
    """
    runner, chosen = find_version(family, version), find_law(family, law)
    bound = bounds_for(family, replicas, elements, timestamps, max_events)
    names = names_for(family, bound)
    own = any(runner is ours for ours in FAMILIES[family].values())
    machine = machine_for(runner, names, own if symmetric is None else symmetric, law != "shows")
    start = machine.start()
    seen, paths, layer = {machine.key(start)}, [(None, None)], [(0, start)]
    schedule, reached, finished = None, 0, True
    try:
        while layer and reached < bound.events and schedule is None:
            last, following = reached + 1 == bound.events, []
            for number, node in bar(layer, reached + 1, progress):
                judge = judging(machine, chosen, node, paths, number)
                for event, after in machine.successors(node):
                    if judge(event, after):
                        schedule = [*path_to(paths, number), event]
                        break
                    if not last:
                        key = machine.key(after)
                        if key not in seen:
                            seen.add(key)
                            following.append((len(paths), after))
                            paths.append((number, event))
                if schedule is not None:
                    break
            else:
                reached, layer = reached + 1, following
    except KeyboardInterrupt:
        finished = False
    closed = finished and schedule is None and reached < bound.events
    if closed:
        reached = bound.events
    broken = sentence(family, runner, law, schedule, names.replicas) if schedule else None
    covered = count_schedules(family, bound, reached)
    return Found(
        family, runner.name, law, schedule, broken, names.replicas, bound, len(seen), reached, covered, finished, closed
    )


def judging(machine: Any, law: Any, node: Any, paths: list, number: int) -> Any:
    """A function that tells whether an event from `node` breaks the law."""
    if law.name == "shows":
        return machine.wrong
    before = Situation(machine.world(node), history_of(machine.names.replicas, path_to(paths, number)))

    def judge(event: Event, after: Any) -> bool:
        there = Situation(machine.world(after), before.history.after(event))
        return bool(law.check(machine.version, before, event, there))

    return judge


def history_of(replicas: tuple[str, ...], schedule: Iterable[Event]) -> History:
    """The history of a (valid) schedule."""
    history = History(replicas)
    for event in schedule:
        history = history.after(event)
    return history


def path_to(paths: list, number: int) -> list[Event]:
    """The events that lead to the situation with this number."""
    backwards = []
    while number:
        number, event = paths[number]
        backwards.append(event)
    return backwards[::-1]


def bar(layer: list, length: int, progress: bool | None) -> Iterable:
    """The layer, behind a progress bar if one is wanted."""
    if not progress:
        return layer
    from tqdm.auto import tqdm  # only here: it is slow to load, and prints

    return tqdm(layer, desc=f"{length} events", unit=" situations", leave=False)


def sentence(family: str, version: Family, law: str, schedule: list[Event], replicas: tuple[str, ...]) -> str:
    """How the last event of a schedule breaks the law, judged on a run from the start."""
    trace = run(family, version, schedule, replicas)
    before = Situation(trace.world(len(trace) - 1), trace.histories[-2])
    after = Situation(trace.world(len(trace)), trace.histories[-1])
    said = LAWS[law].check(version, before, schedule[-1], after)
    if not said:
        raise RuleError(f"your {version.rule} did not answer the same twice; it must depend on its arguments alone")
    return said[0]


def also_breaks(family: str, version: str | Family, found: Found) -> list[str]:
    """The names of the other laws that the version breaks within the bounds of `found`, a hunt of the same version."""
    broken: list[str] = []
    for law in laws_of(family):
        if law.name != found.law:
            other = hunt(family, version, law.name, *found.bound)
            if other.schedule is not None:
                broken.append(law.name)
            if not other.finished:  # whoever stopped this one does not want the next one
                break
    return broken

"""The laws by name: predicates over one event, each with the sentence that notebooks and the command line print."""

from __future__ import annotations

from typing import Callable, Iterable, NamedTuple

from .clocks import entry
from .events import Event, ScheduleError, listed, short
from .family import Family
from .oracle import LOCAL, History, ids, right_view
from .trace import Trace, World, show_view


class Situation(NamedTuple):
    """Where a run stands: the version's world, and the history that is the same for every version."""

    world: World
    history: History


class Law(NamedTuple):
    """A named predicate. `check(version, before, event, after)` gives one sentence for each way the event breaks it."""

    name: str
    statement: str
    families: tuple[str, ...]
    check: Callable[[Family, Situation, Event, Situation], list[str]]


def touched(event: Event, world: World) -> list[str]:
    """The replicas that an event names: only these can show something else after it."""
    names = event[1:2] if event[0] in LOCAL else event[1:3]
    return [name for name in dict.fromkeys(names) if name in world]


def shows(version: Family, before: Situation, event: Event, after: Situation) -> list[str]:
    broken = []
    for replica in touched(event, after.world):
        if replica not in after.history.departed:
            shown, right = version.view(after.world[replica]), right_view(version.family, after.history, replica)
            if shown != right:
                broken.append(f"{replica} shows {show_view(shown)} and should show {show_view(right)}")
    return broken


def claims(version: Family, before: Situation, event: Event, after: Situation) -> list[str]:
    kind, first = event[0], event[1]
    replica = first if kind in LOCAL else event[2]
    log = after.world[first].log
    joined = before.world[first].causal if kind == "merge" else log[len(log) if kind in LOCAL else event[3]]
    inputs = before.world[replica].causal.context.dots() | joined.context.dots()
    covered = after.world[replica].causal.context.dots()
    broken = []
    if covered - inputs:
        broken.append(f"{replica} claims {listed_dots(covered - inputs)}, which neither side of the join had seen")
    if inputs - covered:
        broken.append(f"{replica} forgets {listed_dots(inputs - covered)}, which a side of the join had seen")
    return broken


def compact(version: Family, before: Situation, event: Event, after: Situation) -> list[str]:
    replica = event[1] if event[0] in LOCAL else event[2]
    context = after.world[replica].causal.context
    loose = {dot for dot in context.cloud_dots() if dot.counter <= entry(context.vector, dot.replica) + 1}
    return [f"{replica} keeps {listed_dots(loose)} in its cloud, where the vector could take it"] if loose else []


def listed_dots(dots: Iterable) -> str:
    return ", ".join(map(str, sorted(dots)))


def purge_safety(version: Family, before: Situation, event: Event, after: Situation) -> list[str]:
    if event[0] != "purge":
        return []
    replica, history, broken = event[1], after.history, []
    for stone in sorted(set(before.world[replica].tombstones) - set(after.world[replica].tombstones)):
        behind = [m for m in live_members(history) if not history.known[m] & remove_behind(history, stone)]
        who = " and ".join(behind)
        if behind:
            broken.append(f"{replica} purged the tombstone of {stone}, which {who} did not deliver")
    return broken


def purge_liveness(version: Family, before: Situation, event: Event, after: Situation) -> list[str]:
    if event[0] != "purge":
        return []
    replica, history, broken = event[1], after.history, []
    others = [member for member in live_members(history) if member != replica]
    for stone in sorted(after.world[replica].tombstones):
        remove = remove_behind(history, stone)
        if all((history.told.get((replica, member)) or 0) & remove for member in others):
            broken.append(f"{replica} keeps the tombstone of {stone}, though every live member has confirmed it")
    return broken


def live_members(history: History) -> list[str]:
    """The members that have not departed, sorted."""
    return sorted(set(history.known) - history.departed)


def remove_behind(history: History, stone: tuple) -> int:
    """The remove event that left a tombstone, as a bit mask."""
    removes = history.events_about("rem", stone.element)
    return sum(1 << n for n in ids(removes) if history.facts[n].event[1] == stone.origin)


ALL = ("lww_element_set", "or_set", "mv_register", "causal_context", "tombstone_gc")

LAWS: dict[str, Law] = {
    law.name: law
    for law in (
        Law("shows", "every replica shows what the events it knows mean", ALL, shows),
        Law("claims", "a join claims exactly the dots that its two sides had seen", ALL[3:4], claims),
        Law("compact", "no cloud entry stays that the vector could take", ALL[3:4], compact),
        Law("purge_safety", "a purged tombstone was delivered by every live member", ALL[4:], purge_safety),
        Law("purge_liveness", "a purge takes every tombstone known to be stable", ALL[4:], purge_liveness),
    )
}


def laws_of(family: str) -> list[Law]:
    """The laws that a family is held to, the default one first."""
    return [law for law in LAWS.values() if family in law.families]


def find_law(family: str, name: str) -> Law:
    """A law of a family by its name; raises ScheduleError listing the names otherwise."""
    known = {law.name: law for law in laws_of(family)}
    if not isinstance(name, str) or name not in known:
        raise ScheduleError(f"unknown law {short(name)} for {family}; known are {listed(known)}")
    return known[name]


class Verdict(NamedTuple):
    """The judgement of one position of a trace.

    `right`: what each replica should show, in order; `wrong`: the replicas that show something else (a departed member
    is not judged); `broken`: (law, sentence) for each law that the event leading here broke.
    """

    right: list[list[str]]
    wrong: tuple[str, ...]
    broken: list[tuple[str, str]]

    @property
    def mark(self) -> str:
        return "✗ wrong" if self.wrong else "✓ right"


def judge(trace: Trace) -> list[Verdict]:
    """One verdict for each position of a trace, from 0 (before any event) on."""
    family, verdicts = trace.version.family, []
    for position, history in enumerate(trace.histories):
        right = [right_view(family, history, replica) for replica in trace.replicas]
        wrong = tuple(
            replica
            for replica, answer in zip(trace.replicas, right)
            if replica not in history.departed and trace.view(position, replica) != answer
        )
        verdicts.append(Verdict(right, wrong, broken_laws(trace, position)))
    return verdicts


def broken_laws(trace: Trace, position: int) -> list[tuple[str, str]]:
    """(law, sentence) for each law that the event before `position` broke."""
    if not position:
        return []
    step = trace.steps[position - 1]
    before = Situation(step.before, trace.histories[position - 1])
    after = Situation(step.after, trace.histories[position])
    return [
        (law.name, sentence)
        for law in laws_of(trace.version.family)
        for sentence in law.check(trace.version, before, step.event, after)
    ]

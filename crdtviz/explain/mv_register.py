"""Explanations for the multi-value register: which vector stays beside which, and what a write replaced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..clocks import dominates, show_vector, strictly_dominates
from ..models.mv_register import Sibling
from ..oracle import ids
from ..trace import Step, Trace
from .provenance import Entry, Provenance, order
from .reason import Fact, Reason
from .words import joined, listing


class Fate(NamedTuple):
    """How a written value came not to be at a replica: what event did it, where, and by which sibling."""

    kind: str  # replaced, dominated, refused or equal
    event: int
    at: str
    other: Sibling


class MvRegister(Provenance):
    """Entries are `("sibling", value, vector)`."""

    def __init__(self, trace: Trace):
        self.made: dict[int, Sibling] = {}  # id of a write -> the sibling that it made
        super().__init__(trace)

    def entries(self, state: Any) -> frozenset:
        return frozenset(map(entry_of, state.siblings))

    def record(self, number: int, step: Step) -> None:
        self.made[number] = step.after[step.event[1]].siblings[0]

    def explain(self, replica: str, element: str, position: int) -> Reason:
        siblings = [s for s in self.trace.state(position, replica).siblings if s.value == element]
        start = self.opening(replica, element, bool(siblings), position)
        if siblings:
            return self.shown(replica, position, siblings, start)
        history = self.trace.histories[position]
        writes = self.known_about("write", element, replica, position)
        unseen = [ident for ident in writes if not self.observers(ident, history.known[replica])]
        # the last to go from here tells when it happened; one that was never here tells nothing
        last = {ident: self.gone(replica, entry_of(self.made[ident]), position) or 0 for ident in unseen or writes}
        write = max(last, key=lambda ident: (last[ident], ident))
        fate = self.fate(write, replica, position)
        if fate is None:
            return Reason(False, "absent", (), f"{start}: no sibling with it is stored here.")
        return self.missing(replica, write, fate, start, bool(unseen))

    def observers(self, write: int, known: int) -> list[int]:
        """The ids of the known writes that had observed `write`."""
        facts = self.trace.histories[-1].facts
        return [ident for ident in ids(known) if facts[ident].knew >> write & 1]

    def shown(self, replica: str, position: int, siblings: list[Sibling], start: str) -> Reason:
        """The reason for a value that is there, once or more often."""
        facts = [self.stored(replica, entry_of(sibling), position) for sibling in siblings]
        for sibling, fact in zip(siblings, facts):
            over = self.overwritten(replica, position, sibling)
            if over is not None:
                return self.undead(replica, position, sibling, fact, over, start)
        if len(siblings) > 1:
            times = "twice" if len(siblings) == 2 else f"{len(siblings)} times"
            each = listing([f"{show_vector(s.vector)} (since event {f.event})" for s, f in zip(siblings, facts)])
            text = f"{start} {times}: its vectors {each} do not dominate each other."
            return Reason(True, "siblings", tuple(facts), text)
        vector, since = show_vector(siblings[0].vector), facts[0].event
        text = f"{start}: its vector {vector} is here since event {since}, and no other sibling dominates it."
        return Reason(True, "sibling", tuple(facts), text)

    def overwritten(self, replica: str, position: int, sibling: Sibling) -> int | None:
        """The id of a write, now here, that had seen `sibling`'s and should have replaced it; None without one."""
        known = self.known(replica, position)
        writes = self.known_about("write", sibling.value, replica, position)
        seen = [self.observers(ident, known) for ident in writes if self.made[ident] == sibling]
        if not seen or not all(seen):
            return None
        here = self.trace.state(position, replica).siblings
        standing = [ident for ident in seen[-1] if self.made[ident] in here and self.made[ident] != sibling]
        return standing[-1] if standing else None

    def undead(self, replica: str, position: int, sibling: Sibling, fact: Fact, over: int, start: str) -> Reason:
        """The reason for a value that stays beside a write that had seen it."""
        number, (_, writer, value) = self.fact(over)
        other = self.made[over]
        beside = self.stored(replica, entry_of(other), position)
        text = (
            f"{start}: its vector {show_vector(sibling.vector)} (since event {fact.event}) stays, as {value}'s "
            f"{show_vector(other.vector)} does not dominate it, though event {number} wrote {value} having seen it."
        )
        return Reason(True, "not dominated", (fact, beside, Fact("made", writer, entry_of(other), number)), text)

    def fate(self, write: int, replica: str, position: int) -> Fate | None:
        """Why the sibling of `write` is not at `replica`; None where the trace does not tell."""
        sibling = self.made[write]
        number = self.gone(replica, entry_of(sibling), position)
        if number is None:
            number = self.learned.get((replica, write), 0)
            event = self.event(number) if number else ("unknown",)
            if event[0] != "merge" or number > position:
                return None
            if self.since(event[1], entry_of(sibling), number - 1) is None:
                # gone already where it came from: look there, before the merge
                return self.fate(write, event[1], number - 1)
            for other in self.trace.state(number, replica).siblings:
                if dominates(other.vector, sibling.vector):
                    same = not strictly_dominates(other.vector, sibling.vector)
                    return Fate("equal" if same else "refused", number, replica, other)
            return None
        siblings = self.trace.state(number, replica).siblings
        if self.event(number)[0] == "write":
            return Fate("replaced", number, replica, siblings[0])
        beating = [other for other in siblings if strictly_dominates(other.vector, sibling.vector)]
        return Fate("dominated", number, replica, beating[0]) if beating else None

    def missing(self, replica: str, write: int, fate: Fate, start: str, unseen: bool) -> Reason:
        """The reason for a value that is not there."""
        sibling, other, at = self.made[write], fate.other, fate.at
        vector, value, theirs = show_vector(sibling.vector), other.value, show_vector(other.vector)
        came = self.since(at, entry_of(other), fate.event) or 0
        facts = [Fact("came", at, entry_of(other), came)]
        if fate.kind in ("refused", "equal"):
            whole = f"its vector {vector}, offered in event {fate.event}, "
            facts.append(Fact("refused", at, entry_of(sibling), fate.event))
        else:
            facts.append(Fact("went", at, entry_of(sibling), fate.event))
        where = "here" if at == replica else f"at {at}"
        if fate.kind == "replaced":
            text = f"event {fate.event} wrote {value} over it {where}"
        elif fate.kind == "dominated":
            text = f"its vector {vector} is dominated by {value}'s {theirs}, which event {fate.event} brought {where}"
        elif fate.kind == "refused":
            text = f"{whole}is dominated by {value}'s {theirs}, {where} since event {came}"
        else:
            text = f"{whole}equals that of {value}, {where} since event {came}, and the first stays"
        if at != replica:
            reached = self.learned[replica, write]
            text += f", before event {reached} reached {replica}"
            facts.append(Fact("lost", replica, entry_of(sibling), reached))
        if unseen:
            text += f", though no write known here had seen {sibling.value}"
        return Reason(False, fate.kind, tuple(facts), f"{start}: {text}.")

    def happened(self, step: Step) -> str:
        number, event, before, after = step
        if event[0] == "merge":
            return self.merged(step)
        _, replica, value = event
        old, (new,) = before[replica].siblings, after[replica].siblings
        vector = show_vector(new.vector)
        if old == (new,):
            return f"Nothing new: {replica} writes {value} with vector {vector} once more."
        text = f"{replica} writes {value} with vector {vector}"
        if old:
            text += f", in place of {joined(map(show_sibling, old))}"
        missed = [show_sibling(sibling) for sibling in old if not dominates(new.vector, sibling.vector)]
        return f"{text}; {vector} does not dominate {joined(missed)}." if missed else f"{text}."

    def merged(self, step: Step) -> str:
        number, (_, source, destination), before, after = step
        new = [show_sibling(Sibling(*entry[1:])) for _, entry in self.came(number, "sibling")]
        old = [show_sibling(Sibling(*entry[1:])) for _, entry in self.went(number, "sibling")]
        did = [f"takes in {joined(new)}"] if new else []
        did += [f"drops {joined(old)}, which {'is' if len(old) == 1 else 'are'} dominated"] if old else []
        refused = [s for s in before[source].siblings if s not in after[destination].siblings]
        said = f"{source}'s siblings flow to {destination}"
        if did:
            return f"{said}: {destination} {listing(did)}."
        if refused:
            lost = joined(map(show_sibling, refused))
            return f"{said}: nothing new, as {destination} already holds what dominates or equals {lost}."
        return f"{said}: nothing new."

    def form(self, position: int, replica: str) -> tuple[Sibling, ...]:
        return self.trace.state(position, replica).siblings

    def contrast(self, other: Provenance, position: int, replica: str, names: tuple[str, str]) -> str:
        left, right = self.form(position, replica), other.form(position, replica)
        # order counts too: the broken version takes the first sibling's vector
        sides = [joined(map(show_sibling, siblings)) for siblings in (left, right)]
        return f"{replica} stores {sides[0]} in {names[0]} and {sides[1]} in {names[1]}"

    def describe(self, entries: Iterable[Entry]) -> str:
        return ", ".join(f"{value} {show_vector(vector)}" for _, value, vector in sorted(entries, key=order))


def entry_of(sibling: Sibling) -> Entry:
    """A sibling as an entry."""
    return ("sibling", sibling.value, sibling.vector)


def show_sibling(sibling: Sibling) -> str:
    """A sibling in words: `x {a: 1}`."""
    return f"{sibling.value} {show_vector(sibling.vector)}"

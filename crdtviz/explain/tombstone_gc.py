"""Explanations for tombstone collection: which tombstone hides an element, who purged it, and whose ack is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..clocks import NOTHING, entry, show_vector
from ..family import RuleError
from ..models.tombstone_gc import Tombstone
from ..trace import Step, Trace
from .provenance import Entry, Provenance, order
from .reason import Fact, Reason
from .words import have, joined, listing


class TombstoneGc(Provenance):
    """Entries are `("live", element)`, `("tombstone", element, tombstone)`, `("delivered", origin, n)`,
    `("ack", reporter, vector)` and `("departed", member)`."""

    def __init__(self, trace: Trace):
        self.stones: dict[int, Tombstone] = {}  # id of a remove -> the tombstone that it left
        self.asks: dict[int, frozenset[str] | None] = {}  # number of a purge -> who was asked
        super().__init__(trace)

    def entries(self, state: Any) -> frozenset:
        found: set[tuple] = {("live", element) for element in state.live}
        found.update(("tombstone", stone.element, stone) for stone in state.tombstones)
        found.update(("delivered", *pair) for pair in state.delivered.items())
        found.update(("ack", *pair) for pair in state.acks.items())
        found.update(("departed", name) for name in state.departed)
        return frozenset(found)

    def record(self, number: int, step: Step) -> None:
        kind, replica, element = step.event
        if kind == "rem":
            self.stones[number] = Tombstone(element, replica, step.after[replica].delivered[replica])

    def mentions(self, replica: str, element: str, position: int) -> bool:
        return element in self.trace.state(position, replica).live

    def explain(self, replica: str, element: str, position: int) -> Reason:
        visible = element in self.trace.state(position, replica).live
        start = self.opening(replica, element, visible, position)
        removes = self.known_about("rem", element, replica, position)
        if visible:
            return self.shown(replica, element, position, removes, start)
        # the remove that came here first is the one that took it away
        for ident in sorted(removes, key=lambda ident: (self.learned.get((replica, ident), 0), ident)):
            if self.since(replica, stone_entry(self.stones[ident]), position) is not None:
                return self.buried(replica, position, ident, start)
            purged = self.purged(ident, replica, position)
            if purged:
                return self.collected(replica, ident, purged, start)
        return Reason(False, "absent", (), f"{start}: neither it nor a tombstone of it is stored here.")

    def shown(self, replica: str, element: str, position: int, removes: list[int], start: str) -> Reason:
        """The reason for an element that is live, wrongly so when `removes` of it should be known here."""
        live = self.stored(replica, ("live", element), position)
        for ident in removes:
            purged = self.purged(ident, replica, position)
            if purged:
                return self.resurrected(replica, ident, purged, live, start)
        text = f"{start}: it is live here since event {live.event}, and no tombstone of it is stored here."
        return Reason(True, "live", (live,), text)

    def resurrected(self, replica: str, remove: int, purged: tuple[int, str], live: Fact, start: str) -> Reason:
        """The reason for an element that is live although its remove is known: its tombstone was purged too early."""
        stone, (number, where) = self.stones[remove], purged
        unasked = self.unasked(number, remove)
        facts = [live, Fact("went", where, stone_entry(stone), number)]
        facts += [Fact("unasked", name, stone_entry(stone), number) for name in unasked]
        tag = f"tombstone ({stone.origin}, {stone.seq})"
        without = f" without asking {listing(unasked)}" if unasked else ""
        if where == replica:
            text = f"event {live.event} brought it back, since event {number} had purged its {tag} here{without}"
        else:
            reached = self.learned[replica, remove]
            facts.append(Fact("lost", replica, stone_entry(stone), reached))
            text = f"live here since event {live.event}, as event {number} purged its {tag} at {where}{without}, "
            text += f"before event {reached} reached {replica}"
        return Reason(True, "resurrected", tuple(facts), f"{start}: {text}.")

    def buried(self, replica: str, position: int, remove: int, start: str) -> Reason:
        """The reason for an element whose tombstone is here, with the ack that it waits for after a purge."""
        stone = self.stones[remove]
        number, (_, remover, _) = self.fact(remove)
        here = self.stored(replica, stone_entry(stone), position)
        facts = [here, Fact("made", remover, stone_entry(stone), number)]
        text = f"{start}: event {number} removed it {'here' if number == here.event else f'at {remover}'} and left "
        text += f"tombstone ({stone.origin}, {stone.seq})"
        if number != here.event:
            text += f", here since event {here.event}"
        purge = self.last_purge(replica, here.event, position)
        waiting = self.waiting(purge, stone) if purge else []
        if waiting:
            facts += [Fact("waits", name, stone_entry(stone), purge) for name in waiting]
            text += f"; event {purge} kept it, as {have(self.labelled(waiting, purge))} not confirmed it"
        return Reason(False, "waiting" if waiting else "buried", tuple(facts), f"{text}.")

    def collected(self, replica: str, remove: int, purged: tuple[int, str], start: str) -> Reason:
        """The reason for an element whose tombstone has been purged, here or before it could come here."""
        number, (_, remover, _) = self.fact(remove)
        stone, (purge, where) = stone_entry(self.stones[remove]), purged
        facts = [Fact("made", remover, stone, number), Fact("went", where, stone, purge)]
        at = "here" if remover == replica else f"at {remover}"
        text = f"{start}: event {number} removed it {at}, and event {purge} purged its tombstone "
        if where == replica:
            asked = sorted(self.asked(purge) or ())
            text += f"here after asking {listing(asked)}" if asked else "here"
        else:
            reached = self.learned[replica, remove]
            facts.append(Fact("lost", replica, stone, reached))
            text += f"at {where} before event {reached} reached {replica}"
        return Reason(False, "purged", tuple(facts), f"{text}.")

    def purged(self, remove: int, replica: str, position: int) -> tuple[int, str] | None:
        """The purge, and its replica, for which the tombstone of `remove` is not at `replica`; None without one."""
        number = self.gone(replica, stone_entry(self.stones[remove]), position)
        if number is not None:
            return number, replica
        number = self.learned.get((replica, remove), 0)
        if not 0 < number <= position or self.event(number)[0] != "sync":
            return None
        return self.purged(remove, self.event(number)[1], number - 1)

    def last_purge(self, replica: str, since: int, position: int) -> int | None:
        """The last purge at `replica` after event `since`; None if there is none."""
        for number in range(position, since, -1):
            if self.event(number) == ("purge", replica):
                return number
        return None

    def asked(self, purge: int) -> frozenset[str] | None:
        """Whose acks a purge asked; None if a learner's rule no longer says so."""
        if purge not in self.asks:
            replica, before = self.event(purge)[1], self.trace.world(purge - 1)
            gone = frozenset(before[replica].departed)
            live, reporters = frozenset(before) - gone, frozenset(before[replica].acks) | {replica}
            try:
                self.asks[purge] = frozenset(self.trace.version.acknowledgers(live, reporters, gone))
            except RuleError:
                self.asks[purge] = None
        return self.asks[purge]

    def waiting(self, purge: int, stone: Tombstone) -> list[str]:
        """Those who were asked in a purge and had not confirmed `stone` to its replica, sorted."""
        replica = self.event(purge)[1]
        state = self.trace.state(purge - 1, replica)
        acks = state.acks.insert(replica, state.delivered)
        return sorted(n for n in self.asked(purge) or () if entry(acks.get(n) or NOTHING, stone.origin) < stone.seq)

    def labelled(self, names: list[str], position: int) -> list[str]:
        """Names, with a word on those who have no say in the membership."""
        members = self.members(position)
        return [name if name in members else f"{name} (no live member)" for name in names]

    def unasked(self, purge: int, remove: int) -> list[str]:
        """The live members that a purge did not ask and that had not delivered `remove`, sorted."""
        known, asked = self.trace.histories[purge].known, self.asked(purge)
        return [] if asked is None else sorted(m for m in self.members(purge) - asked if not known[m] >> remove & 1)

    def happened(self, step: Step) -> str:
        number, event, before, after = step
        kind, first = event[:2]
        if kind == "add":
            return f"{first} adds {event[2]}, as its event ({first}, {after[first].delivered[first]})."
        if kind == "rem":
            return f"{first} removes {event[2]} and leaves tombstone ({first}, {after[first].delivered[first]})."
        if kind == "depart":
            return f"{first} leaves the membership; {have(sorted(self.members(number)), 'stays', 'stay')}."
        if kind == "purge":
            return self.purging(step)
        if kind == "sync":
            return self.synced(step)
        if kind == "observe":
            said = f"{first}, who is no member, reports an empty vector to {event[2]}"
        else:
            said = f"{first} tells {event[2]} what it has delivered: {show_vector(before[first].delivered)}"
        return f"{said}: nothing new." if before[event[2]] == after[event[2]] else f"{said}."

    def members(self, position: int) -> set[str]:
        """The live members."""
        history = self.trace.histories[position]
        return set(history.known) - history.departed

    def synced(self, step: Step) -> str:
        number, (_, source, destination), before, after = step
        live = [entry[1] for _, entry in self.came(number, "live")]
        stones = [str(entry[2]) for _, entry in self.came(number, "tombstone")]
        dropped = [entry[1] for _, entry in self.went(number, "live")]
        did = [f"takes in {joined(live)}"] if live else []
        did += [f"learns the tombstone{'s' if len(stones) > 1 else ''} of {joined(stones)}"] if stones else []
        did += [f"drops {joined(dropped)}"] if dropped else []
        if not before[destination].delivered == after[destination].delivered:  # rpds: `!=` of two empty maps is true
            did.append(f"has now delivered {show_vector(after[destination].delivered)}")
        said = f"{source}'s state flows to {destination}"
        return f"{said}: {destination} {listing(did)}." if did else f"{said}: nothing new."

    def purging(self, step: Step) -> str:
        number, (_, replica), before, after = step
        if not len(before[replica].tombstones):
            return f"Nothing new: {replica} holds no tombstone to purge."
        asked = self.asked(number)
        said = f"{replica} asks {listing(sorted(asked)) if asked else 'nobody'}"
        purged = sorted(before[replica].tombstones.difference(after[replica].tombstones))
        kept = sorted(after[replica].tombstones)
        did = [f"purges the tombstone of {joined(map(str, purged))}"] if purged else []
        removes = [ident for ident, stone in self.stones.items() if stone in purged]
        unasked = sorted({name for ident in removes for name in self.unasked(number, ident)})
        if unasked:
            did[0] += f", though {have(unasked)} not delivered it and {'is' if len(unasked) == 1 else 'are'} not asked"
        if kept:
            waiting = sorted({name for stone in kept for name in self.waiting(number, stone)})
            why = f", as {have(self.labelled(waiting, number))} not confirmed it" if waiting else ""
            did.append(f"keeps {'that' if purged else 'the tombstone'} of {joined(map(str, kept))}{why}")
        return f"{said}, and {', and '.join(did)}." if purged else f"{said}: nothing new, it {did[0]}."

    def contrast(self, other: Provenance, position: int, replica: str, names: tuple[str, str]) -> str:
        ours, theirs = self.form(position, replica), other.form(position, replica)
        stones = [e for e in ours ^ theirs if e[0] == "tombstone"]
        if not stones:
            return super().contrast(other, position, replica, names)
        stone = min(stones)
        kept, purged = names if stone in ours else names[::-1]
        return f"{replica} keeps the tombstone of {stone[2]} in {kept} and not in {purged}"

    def describe(self, entries: Iterable[Entry]) -> str:
        said = []
        for kind, name, *rest in sorted(entries, key=order):
            if kind == "tombstone":
                said.append(f"the tombstone of {rest[0]}")
            elif kind == "ack":
                said.append(f"an ack of {name} {show_vector(rest[0])}")
            else:
                said.append(f"{name} as {kind}" if kind in ("live", "departed") else f"delivered ({name}, {rest[0]})")
        return joined(said) if said else ""


def stone_entry(stone: Tombstone) -> Entry:
    """A tombstone as an entry."""
    return ("tombstone", stone.element, stone)

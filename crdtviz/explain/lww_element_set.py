"""Explanations for the last-writer-wins element set: which two timestamps are compared, and how they got there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..family import RuleError
from ..trace import Step
from .provenance import Entry, Provenance, order
from .reason import Fact, Reason
from .words import joined

NOUNS = {"add": "add", "rem": "remove"}
TABLES = {"add": "adds", "rem": "removes"}


class LwwElementSet(Provenance):
    """Entries are `("add", element, timestamp)` and `("rem", element, timestamp)`."""

    def entries(self, state: Any) -> frozenset:
        adds = [("add", element, time) for element, time in state.adds.items()]
        return frozenset(adds + [("rem", element, time) for element, time in state.removes.items()])

    def explain(self, replica: str, element: str, position: int) -> Reason:
        state = self.trace.state(position, replica)
        added, removed = state.adds.get(element), state.removes.get(element)
        visible = added is not None and (removed is None or added >= removed)
        start = self.opening(replica, element, visible, position)
        facts = []
        if added is not None:
            facts.append(self.stored(replica, ("add", element, added), position))
        if removed is not None:
            facts.append(self.stored(replica, ("rem", element, removed), position))
        if visible:
            kind, text = self.kept(added, removed, facts)
            missed, least = "rem", added + 1
        elif added is None:
            kind, least, missed = "no add", 0, "add"
            text = "no add of it is stored here"
            if removed is not None:
                text += f", only a remove at {removed} (since event {facts[0].event})"
        else:
            kind, text = self.beaten(replica, added, removed, facts)
            missed, least = "add", removed
        lost = self.lost(missed, replica, element, position, least)
        if not lost and added is None and removed is None:
            lost = self.lost("rem", replica, element, position, 0)
        if lost:
            made, never = lost
            noun, time = NOUNS[made.entry[0]], made.entry[2]
            text += f"; event {made.event}'s {noun} at {time} did not come along in event {never.event}"
            kind = "left behind"
        return Reason(visible, kind, (*facts, *lost), f"{start}: {text}.")

    def kept(self, added: int, removed: int | None, facts: list[Fact]) -> tuple[str, str]:
        """The kind of reason and the clause for an element that is visible."""
        add = f"{added} (since event {facts[0].event})"
        if removed is None:
            return "added", f"its add time is {add}, and no remove of it is stored here"
        remove = f"{removed} (since event {facts[1].event})"
        if added == removed:
            return "tie", f"its add time {add} equals its remove time {remove}, and a tie keeps it"
        return "add later", f"its add time {add} is later than its remove time {remove}"

    def beaten(self, replica: str, added: int, removed: int, facts: list[Fact]) -> tuple[str, str]:
        """The kind of reason and the clause for an element whose remove is later than its add."""
        number = facts[1].event
        merge = self.event(number)
        # a merge that changed its own source: what it put there travelled against its direction
        back = merge[0] == "merge" and merge[1] == replica != merge[2]
        how = f", which event {number} sent back to {replica}, the sender," if back else f" (since event {number})"
        return "sent back" if back else "remove later", (
            f"its remove time {removed}{how} is later than its add time {added} (since event {facts[0].event})"
        )

    def lost(self, kind: str, replica: str, element: str, position: int, least: int) -> tuple[Fact, ...]:
        """The latest add or remove, of `least` or later, that should be known here but is not stored; or nothing."""
        known = [(self.fact(ident)[1][3], ident) for ident in self.known_about(kind, element, replica, position)]
        time, ident = max(known, default=(-1, -1))
        entry = (kind, element, time)
        table = getattr(self.trace.state(position, replica), TABLES[kind])
        if time < least or time <= table.get(element, -1):
            return ()
        number, event = self.fact(ident)
        return Fact("made", event[1], entry, number), Fact("lost", replica, entry, self.learned[replica, ident])

    def happened(self, step: Step) -> str:
        if step.event[0] == "merge":
            return self.merged(step)
        kind, replica, element, time = step.event
        noun, table = NOUNS[kind], TABLES[kind]
        had = getattr(step.before[replica], table).get(element)
        if had is None:
            return f"{replica} stores {noun} time {time} for {element}."
        if time > had:
            return f"{replica} stores {noun} time {time} for {element}, in place of {had}."
        return f"Nothing new: {replica} already stores {noun} time {had} for {element}, and {time} is no later."

    def merged(self, step: Step) -> str:
        _, source, destination = step.event
        tables: dict[tuple[str, str], list[str]] = {}
        try:
            for table, giver, taker in self.trace.version.table_flow(source, destination):
                if giver != taker:
                    tables.setdefault((giver, taker), []).append(table)
        except RuleError:  # a learner's rule that answers differently the second time
            tables.clear()
        flows = [
            f"{giver}'s {joined(dict.fromkeys(names))} flow "
            + (f"back to {taker}, the sender" if taker == source else f"to {taker}")
            for (giver, taker), names in tables.items()
        ]
        new = [
            f"{entry[1]}'s {NOUNS[entry[0]]} time {entry[2]} is now stored at {replica}"
            for replica, entry in self.came(step.number, "add", "rem")
        ]
        said = "; ".join(flows) or f"Nothing flows between {source} and {destination}"
        return f"{said}: {joined(new) if new else 'nothing new'}."

    def contrast(self, other: Provenance, position: int, replica: str, names: tuple[str, str]) -> str:
        ours, theirs = self.form(position, replica), other.form(position, replica)
        kind, element, _ = min(ours ^ theirs, key=order)
        table = TABLES[kind]
        left, right = (getattr(p.trace.state(position, replica), table).get(element) for p in (self, other))
        if left is None:
            (left, right), names = (right, left), names[::-1]
        article = "an add" if kind == "add" else "a remove"
        rest = "none" if right is None else f"one at {right}"
        return f"{replica} stores {article} of {element} at {left} in {names[0]} and {rest} in {names[1]}"

    def describe(self, entries: Iterable[Entry]) -> str:
        return ", ".join(f"{NOUNS[kind]} {time} for {element}" for kind, element, time in sorted(entries))

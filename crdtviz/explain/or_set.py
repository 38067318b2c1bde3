"""Explanations for the observed-remove set: which tag is live or tombstoned, and whose tag it was."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ..family import RuleError
from ..models.or_set import show_tag
from ..oracle import ids
from ..trace import Step, Trace
from .provenance import Entry, Provenance, order
from .reason import Fact, Reason
from .words import counted, joined, listing


class OrSet(Provenance):
    """Entries are `("live", element, tag)` and `("tombstone", None, tag)`."""

    def __init__(self, trace: Trace):
        self.minted: dict[int, Hashable] = {}  # id of an add -> its tag
        self.minters: dict[Hashable, list[int]] = {}  # tag -> ids of the adds that got it
        self.buried: dict[int, frozenset] = {}  # id of a remove -> the tags that it tombstoned
        super().__init__(trace)

    def entries(self, state: Any) -> frozenset:
        live = [("live", element, tag) for element, tags in state.live.items() for tag in tags]
        return frozenset(live + [("tombstone", None, tag) for tag in state.tombstones])

    def record(self, number: int, step: Step) -> None:
        kind, replica, element = step.event
        had = frozenset(step.before[replica].live.get(element, ()))
        if kind == "rem":
            self.buried[number] = had
            return
        tags = frozenset(step.after[replica].live[element])
        tag = min(tags - had or tags, key=order)
        if tags == had and len(tags) > 1:
            # the add got a tag that the element carried already: only the rule can say which
            try:
                again = self.trace.version.tag(replica, element, step.after[replica].count)
            except RuleError:
                again = tag
            tag = again if again in tags else tag
        self.minted[number] = tag
        self.minters.setdefault(tag, []).append(number)

    def explain(self, replica: str, element: str, position: int) -> Reason:
        state = self.trace.state(position, replica)
        tags = sorted(state.live.get(element, ()), key=lambda tag: (tag in state.tombstones, order(tag)))
        start = self.opening(replica, element, bool(tags), position)
        if tags:
            return self.shown(replica, element, position, tags, start)
        adds = self.known_about("add", element, replica, position)
        if not adds:
            number, event = self.fact(self.known_about("rem", element, replica, position)[0])
            text = f"{start}: no add of it has come here, and event {number}'s remove at {event[1]} found nothing."
            return Reason(False, "nothing added", (Fact("made", event[1], ("remove", element), number),), text)
        return self.dead(replica, element, position, adds, start)

    def shown(self, replica: str, element: str, position: int, tags: list, start: str) -> Reason:
        """The reason for an element with live tags, of which the first is named."""
        tag, tombstones = tags[0], self.trace.state(position, replica).tombstones
        live = self.stored(replica, ("live", element, tag), position)
        text = f"{start}: its tag {show_tag(tag)} is live here since event {live.event}"
        if tag not in tombstones:
            return Reason(True, "live", (live,), f"{text}.")
        # a local add does not look at the tombstones: only the next merge will
        dead = self.stored(replica, ("tombstone", None, tag), position)
        text += f", though tombstoned since event {dead.event}; the next merge into {replica} drops it."
        return Reason(True, "doomed", (live, dead), text)

    def dead(self, replica: str, element: str, position: int, adds: list[int], start: str) -> Reason:
        """The reason for an element of which every known tag is tombstoned."""
        history = self.trace.histories[position]
        alive = history.alive(history.known[replica])
        since = {add: self.since(replica, ("tombstone", None, self.minted[add]), position) or 0 for add in adds}
        # an add that should have survived tells what went wrong; otherwise the last tag to go tells when it happened
        went = {add: self.gone(replica, ("live", element, self.minted[add]), position) or 0 for add in adds}
        add = max(adds, key=lambda add: (bool(alive >> add & 1), went[add], since[add], add))
        tag, here = self.minted[add], since[add]
        if not alive >> add & 1 and went[add] and self.event(went[add]) == ("rem", replica, element):
            facts = (
                self.stored(replica, ("tombstone", None, tag), position),
                Fact("made", replica, ("tombstone", None, tag), went[add]),
            )
            text = f"{start}: its tag {show_tag(tag)} is tombstoned, since event {went[add]} removed it here."
            return Reason(False, "removed", facts, text)
        killers = [ident for ident in ids(self.known(replica, here)) if tag in self.buried.get(ident, ())]
        if not killers:
            return Reason(False, "untagged", (), f"{start}: no live tag of it is stored here.")
        own = [ident for ident in killers if history.kills(ident) >> add & 1]
        number, (_, remover, removed) = self.fact((own or killers)[0])
        mint, (_, minter, _) = self.fact(add)
        facts = (
            self.stored(replica, ("tombstone", None, tag), position),
            Fact("made", minter, ("live", element, tag), mint),
            Fact("made", remover, ("tombstone", None, tag), number),
        )
        text = f"{start}: its tag {show_tag(tag)} is tombstoned, since event {number} removed "
        if own:
            text += "it here" if number == here else f"it at {remover} and event {here} brought that here"
            return Reason(False, "removed", facts, f"{text}.")
        whose = f"{removed}'s" if removed != element else f"another {element}'s"
        text += f"{whose} tag {show_tag(tag)} at {remover}, and both were minted as {show_tag(tag)}"
        return Reason(False, "same tag", facts, f"{text}.")

    def mentions(self, replica: str, element: str, position: int) -> bool:
        return element in self.trace.state(position, replica).live

    def twins(self, tag: Hashable, number: int) -> list[int]:
        """The ids of the adds before event `number` that got `tag`."""
        return [ident for ident in self.minters.get(tag, ()) if self.numbers[ident] < number]

    def happened(self, step: Step) -> str:
        number, event, before, after = step
        if event[0] == "merge":
            return self.merged(step)
        kind, replica, element = event
        ident = self.numbers.index(number)
        if kind == "rem":
            tags = sorted(self.buried[ident], key=order)
            if not tags:
                return f"Nothing new: {replica} holds no live tag of {element} to remove."
            same = [other for other, theirs in sorted(after[replica].live.items()) if any(t in theirs for t in tags)]
            also = f", which {joined(same)} carries too: the next merge into {replica} drops it" if same else ""
            return f"{replica} tombstones {element}'s {counted(list(map(show_tag, tags)), 'tag')}{also}."
        tag = self.minted[ident]
        text = f"{replica} adds {element} with tag {show_tag(tag)}"
        twins = self.twins(tag, number)
        if twins:
            earlier, (_, other, theirs) = self.fact(twins[0])
            text += f", the same tag that {theirs} got at {other} in event {earlier}"
        if tag in before[replica].tombstones:
            text += f"; it is tombstoned at {replica} already, so the next merge into {replica} drops it"
        return f"{text}."

    def merged(self, step: Step) -> str:
        number, (_, source, destination), _, _ = step
        live = [f"{element}'s tag {show_tag(tag)}" for _, (_, element, tag) in self.came(number, "live")]
        dead = [show_tag(tag) for _, (_, _, tag) in self.came(number, "tombstone")]
        dropped = [f"{element}'s tag {show_tag(tag)}" for _, (_, element, tag) in self.went(number, "live")]
        did = [f"takes in {joined(live)}"] if live else []
        did += [f"learns that {have_tags(dead)} tombstoned"] if dead else []
        did += [f"drops {joined(dropped)}"] if dropped else []
        said = f"{source}'s tags and tombstones flow to {destination}"
        return f"{said}: {destination} {listing(did)}." if did else f"{said}: nothing new."

    def form(self, position: int, replica: str) -> frozenset:
        # versions write tags differently: what counts is which adds share one, so a tag is named by its first add
        return frozenset((kind, element, self.minters[tag][0]) for kind, element, tag in self.held[position][replica])

    def sharing(self, number: int) -> list[int] | None:
        """For an add, the ids of the earlier adds that got the same tag; None for another event."""
        if self.event(number)[0] != "add":
            return None
        return self.twins(self.minted[self.numbers.index(number)], number)

    def parted(self, other: Provenance, position: int, replica: str) -> bool:
        # sharing first: as long as the same adds share tags, naming a tag by its first add is a renaming
        return self.sharing(position) != other.sharing(position) or super().parted(other, position, replica)

    def contrast(self, other: Provenance, position: int, replica: str, names: tuple[str, str]) -> str:
        ours, theirs = self.sharing(position), other.sharing(position)
        if ours == theirs:
            return super().contrast(other, position, replica, names)
        element = self.event(position)[2]
        left, right = f"{self.new_tag(position)} in {names[0]}", f"{other.new_tag(position)} in {names[1]}"
        return f"{element}'s new tag is {left} and {right}"

    def new_tag(self, number: int) -> str:
        """The tag of an add and who had it before."""
        tag = self.minted[self.numbers.index(number)]
        twins = self.twins(tag, number)
        if not twins:
            return f"{show_tag(tag)}, its alone,"
        earlier, (_, _, theirs) = self.fact(twins[0])
        return f"{show_tag(tag)}, also {theirs}'s of event {earlier},"

    def describe(self, entries: Iterable[Entry]) -> str:
        said = []
        for kind, element, add in sorted(entries, key=order):
            number, event = self.fact(add)
            what = f"{element}'s live tag" if kind == "live" else f"a tombstone of {event[2]}'s tag"
            said.append(f"{what} of event {number}")
        return joined(said) if said else ""


def have_tags(tags: list[str]) -> str:
    """Tags in words with their verb: `tag 1 is`, `tags 1 and 2 are`."""
    return f"{counted(tags, 'tag')} {'is' if len(tags) == 1 else 'are'}"

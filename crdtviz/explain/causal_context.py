"""Explanations for the delta set: which dot is live, or who made the context claim it, and how."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..clocks import Dot, show_vector
from ..models.causal_context import Causal
from ..trace import Step, Trace
from .provenance import Entry, Provenance, order
from .reason import Fact, Reason
from .words import counted, joined, listing, vector_entry


class Root(NamedTuple):
    """Where the claim began that a dot was seen and removed."""

    kind: str  # removed, again (minted a second time), shared (the dot is another element's too) or jumped
    event: int
    at: str
    element: str  # whose remove or add it was


class CausalContextSet(Provenance):
    """Entries are `("dot", element, dot)`, and with None for the element `covered`, `vector` and `cloud`."""

    def __init__(self, trace: Trace):
        self.deltas: dict[int, tuple[int, Causal]] = {}  # number of a local event -> its number as a delta, the delta
        self.minted: dict[int, Dot] = {}  # id of an add -> its dot
        super().__init__(trace)

    def entries(self, state: Any) -> frozenset:
        store, context = state.causal
        found = {("dot", element, dot) for dot, element in store.pairs()}
        found.update(("covered", None, dot) for dot in context.dots())
        found.update(("vector", None, Dot(*pair)) for pair in context.vector.items())
        found.update(("cloud", None, dot) for dot in context.cloud_dots())
        return frozenset(found)

    def record(self, number: int, step: Step) -> None:
        log = step.after[step.event[1]].log
        delta = log[len(log)]
        self.deltas[step.number] = len(log), delta
        if step.event[0] == "add":
            (self.minted[number],) = delta.store.elements.keys()

    def explain(self, replica: str, element: str, position: int) -> Reason:
        dots = sorted(self.trace.state(position, replica).causal.store.dots.get(element, ()))
        start = self.opening(replica, element, bool(dots), position)
        history = self.trace.histories[position]
        adds = self.known_about("add", element, replica, position)
        right = [add for add in adds if history.alive(history.known[replica]) >> add & 1]
        if dots:
            return self.shown(replica, element, position, dots[0], start, bool(right))
        if not adds:
            number, event = self.fact(self.known_about("rem", element, replica, position)[0])
            text = f"{start}: no add of it has come here, and event {number}'s remove at {event[1]} found nothing."
            return Reason(False, "nothing added", (Fact("made", event[1], ("remove", element), number),), text)
        # an add that should have survived tells what went wrong; otherwise the last dot to go tells when it happened
        since = {add: self.arrival(element, self.minted[add], replica, position) or 0 for add in adds}
        gone = {add: self.gone(replica, ("dot", element, self.minted[add]), position) or 0 for add in adds}
        add = max(adds, key=lambda add: (add in right, gone[add], since[add], add))
        root = self.lack(element, self.minted[add], replica, position)
        if root is None:
            return Reason(False, "absent", (), f"{start}: no dot of it is stored here.")
        return self.missing(replica, element, position, add, root, start)

    def shown(self, replica: str, element: str, position: int, dot: Dot, start: str, right: bool) -> Reason:
        """The reason for an element with a live dot; not `right` when a known remove should have killed it."""
        live = self.stored(replica, ("dot", element, dot), position)
        text = f"{start}: its dot {dot} is live here since event {live.event}"
        if right:
            return Reason(True, "live", (live,), f"{text}.")
        for ident in self.known_about("rem", element, replica, position):
            number, (_, remover, _) = self.fact(ident)
            killed = [add for add in self.killed(ident, position) if self.minted.get(add) == dot]
            if killed and not self.deltas[number][1].context.covers(dot):
                text += f"; event {number}'s remove at {remover} does not name it, as {remover} did not hold it"
                unnamed = Fact("unnamed", remover, ("dot", element, dot), number)
                return Reason(True, "not named", (live, unnamed), f"{text}.")
        return Reason(True, "live", (live,), f"{text}.")

    def killed(self, remove: int, position: int) -> list[int]:
        """The ids of the adds that a remove should have killed."""
        kills = self.trace.histories[position].kills(remove)
        return [add for add in self.minted if kills >> add & 1]

    def arrival(self, element: str, dot: Dot, replica: str, position: int) -> int | None:
        """The event since which `dot` counts at `replica` as seen and removed; None where it does not."""
        gone = self.gone(replica, ("dot", element, dot), position)
        return gone if gone is not None else self.since(replica, ("covered", None, dot), position)

    def lack(self, element: str, dot: Dot, replica: str, position: int) -> Root | None:
        """Where the claim came from that makes `dot` count as seen and removed at `replica`; None if there is none."""
        number = self.arrival(element, dot, replica, position)
        if number is None:
            return None
        kind, first, *rest = self.event(number)
        if kind == "merge":
            # either the source had lost the dot before (ask there), or the join itself made the claim
            if self.since(first, ("covered", None, dot), number - 1) is not None:
                return self.lack(element, dot, first, number - 1)
            return Root("jumped", number, replica, element)
        if kind == "delta":
            made = self.numbers[self.trace.histories[number].own[first, rest[1]]]
        else:
            made = number
        kind, maker, subject = self.event(made)
        if not self.deltas[made][1].context.covers(dot):
            return Root("jumped", number, replica, element)
        if kind == "rem":
            return Root("removed", made, maker, subject)
        gone = self.gone(replica, ("dot", element, dot), position)
        return Root("shared" if gone is None else "again", made, maker, subject)

    def missing(self, replica: str, element: str, position: int, add: int, root: Root, start: str) -> Reason:
        """The reason for an element whose dot, that of the add with id `add`, counts as seen and removed."""
        dot, via = self.minted[add], self.arrival(element, self.minted[add], replica, position) or 0
        how = {"removed": "named", "jumped": "jumped"}.get(root.kind, "made")
        facts = (
            self.stored(replica, ("covered", None, dot), position),
            Fact("made", self.fact(add)[1][1], ("dot", element, dot), self.numbers[add]),
            Fact(how, root.at, ("dot", root.element, dot) if how == "made" else ("covered", None, dot), root.event),
            Fact("counted", replica, ("dot", element, dot), via),
        )
        brought = "" if via == root.event else f", and event {via} brought that here"
        if root.kind == "removed":
            where = "here" if root.at == replica else f"at {root.at}"
            text = f"{start}: {self.taken(element, add, root, where, position)}{brought}"
        elif root.kind == "again":
            text = f"{start}: event {root.event} minted its dot {dot} again, for {root.element}, so the join took "
            text += f"{element} for removed{brought}"
        elif root.kind == "shared":
            text = f"{self.never(replica, element, add, position, start)} dot {dot} is also {root.element}'s (event "
            text += f"{root.event}), so it counts as seen and removed{brought}"
        elif via == root.event:
            vector = vector_entry(self.trace.state(position, replica).causal.context.vector, dot.replica)
            text = f"{self.never(replica, element, add, position, start)} vector says {vector}, so dot {dot} counts "
            text += f"as seen and removed; event {root.event} had jumped the gap"
        else:
            source = self.event(via)[1]
            vector = vector_entry(self.trace.state(via - 1, source).causal.context.vector, dot.replica)
            text = f"{start}: event {via} merged {source}, whose vector said {vector}, so dot {dot} counts as seen and "
            text += f"removed; event {root.event} had jumped the gap{'' if root.at == source else f' at {root.at}'}"
        return Reason(False, root.kind, facts, f"{text}.")

    def taken(self, element: str, add: int, root: Root, where: str, position: int) -> str:
        """How a remove took the dot of an add; it may have meant another add, where the dot was minted twice."""
        dot, number = self.minted[add], self.numbers[add]
        if root.event < number:
            text = f"event {number} minted dot {dot} again, which event {root.event} had removed {where}"
            return f"{text}, so it counts as seen and removed"
        if root.element != element:
            return f"event {root.event} removed {root.element}'s dot {dot} {where}, which {element} shares"
        meant = add in self.killed(self.numbers.index(root.event), position)
        also = "" if meant else f", which event {number}'s add got as well"
        return f"event {root.event} removed its dot {dot} {where}{also}"

    def never(self, replica: str, element: str, add: int, position: int, start: str) -> str:
        """How a sentence goes on when the add did not get in; other adds of the element may have."""
        if self.gone(replica, ("dot", element, self.minted[add]), position) is not None:
            return f"{start}: its"
        if self.first_shown.get((replica, element), position + 1) <= position:
            return f"{start}: event {self.numbers[add]}'s add was never taken in, as its"
        return f"{replica} never took {element} in: its"

    def mentions(self, replica: str, element: str, position: int) -> bool:
        return element in self.trace.state(position, replica).causal.store.dots

    def happened(self, step: Step) -> str:
        number, (kind, first, *rest), before, after = step
        said = ""
        if kind == "merge":
            destination, incoming = rest[0], before[first].causal
            said = f"{first}'s state flows to {destination}"
        elif kind == "delta":
            destination, incoming = rest[0], before[first].log[rest[1]]
            made = self.numbers[self.trace.histories[number].own[first, rest[1]]]
            did, _, subject = self.event(made)
            names = joined(map(str, sorted(incoming.context.cloud_dots())))
            what = f"{'add' if did == 'add' else 'remove'} of {subject}: {names}"
            said = f"{first}'s delta {rest[1]} ({what}) reaches {destination}"
        else:
            destination, (delta, incoming) = first, self.deltas[number]
            dots = list(map(str, sorted(incoming.context.cloud_dots())))
            if not dots:
                return f"{first} holds no dot of {rest[0]}, so its delta {delta} removes nothing."
            own = f"removes {rest[0]}'s {counted(dots, 'dot')}"
            if kind == "add":
                own = f"adds {rest[0]} as dot {dots[0]}"
                vector = before[first].causal.context.vector
                if before[first].causal.context.covers(self.minted[self.numbers.index(number)]):
                    still = f"says {vector_entry(vector, first)}" if first in vector else f"lacks {first}"
                    own += f" again, as its vector still {still}"
        did, jumped = self.effects(number, destination, before[destination].causal, incoming, kind)
        if not said:
            return f"{first} {listing([own, *did])}{jumped}."
        if before[destination] == after[destination]:
            return f"{said}: nothing new{''.join(f', {destination} {phrase}' for phrase in did)}."
        return f"{said}: {destination} {listing(did)}{jumped}."

    def effects(self, number: int, replica: str, ours: Causal, incoming: Causal, kind: str) -> tuple[list[str], str]:
        """What a join changed at `replica`, in verbs, and a clause on the gap that it jumped, if it did."""
        new = [f"{element} {dot}" for _, (_, element, dot) in self.came(number, "dot")]
        old = [f"{element} {dot}" for _, (_, element, dot) in self.went(number, "dot")]
        store, context = self.trace.state(number, replica).causal
        pairs = sorted(incoming.store.pairs())
        refused = [f"{element} {dot}" for dot, element in pairs if not store.holds(dot, element)]
        did = [f"takes in {joined(new)}"] if new and kind != "add" else []
        did += [f"drops {joined(old)}"] if old and kind != "rem" else []
        if refused and kind != "merge":
            did.append(f"does not take in {joined(refused)} (it counts as seen)")
        if not context.vector == ours.context.vector:  # rpds: `!=` of two empty maps is true
            did.append(f"moves its vector to {show_vector(context.vector)}")
        waiting = [str(dot) for _, (_, _, dot) in self.came(number, "cloud")]
        did += [f"keeps {joined(waiting)} in its cloud"] if waiting else []
        jumped = sorted(context.dots() - ours.context.dots() - incoming.context.dots())
        return did, f", jumping the gap {joined(map(str, jumped))}, which it never saw" if jumped else ""

    def form(self, position: int, replica: str) -> frozenset:
        return frozenset(entry for entry in self.held[position][replica] if entry[0] != "covered")

    def describe(self, entries: Iterable[Entry]) -> str:
        said = []
        for kind, element, dot in sorted(entries, key=order):
            if kind == "vector":
                said.append(f"the vector entry {{{dot.replica}: {dot.counter}}}")
            else:
                said.append(f"{element} {dot}" if kind == "dot" else f"{dot} in its cloud")
        return joined(said) if said else ""

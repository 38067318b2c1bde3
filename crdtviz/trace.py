"""A finished run as values: every event with the state of every replica before and after it."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

from rpds import HashTrieMap

from .events import Event, show_event

World = HashTrieMap  # replica -> that replica's state


class Step(NamedTuple):
    """One event of a trace: its number (from 1), the event, and the world before and after it."""

    number: int
    event: Event
    before: World
    after: World

    def changed(self) -> tuple[str, ...]:
        """The replicas, sorted, whose state this event changed."""
        return tuple(sorted(r for r, state in self.after.items() if not self.before[r] == state))


class Trace:
    """What one version of a family did with one schedule.

    `version`: the version that ran (a `Family`); `replicas`: their names in order; `steps`: a list of `Step`;
    `histories`: what every replica knew after 0, 1, … n events, independent of the version (see `oracle.History`).
    Positions count from 0 (before any event) to `len(trace)`.
    """

    def __init__(self, version: Any, replicas: tuple[str, ...], steps: list[Step], start: World, histories: list):
        self.version, self.replicas, self.steps = version, replicas, steps
        self.start, self.histories = start, histories

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @property
    def schedule(self) -> list[Event]:
        """The events, in order."""
        return [step.event for step in self.steps]

    def world(self, position: int) -> World:
        """Every replica's state after `position` events."""
        return self.steps[position - 1].after if position else self.start

    def state(self, position: int, replica: str) -> Any:
        """One replica's state after `position` events."""
        return self.world(position)[replica]

    def view(self, position: int, replica: str) -> list[str]:
        """What one replica shows after `position` events, sorted."""
        return self.version.view(self.state(position, replica))

    def views(self, position: int) -> list[list[str]]:
        """What each replica shows after `position` events, in the order of `replicas`."""
        return [self.view(position, replica) for replica in self.replicas]

    def stored(self, position: int, replica: str) -> list[tuple[str, list[str]]]:
        """What one replica stores after `position` events: pairs of a label and its entries, sorted."""
        return self.version.stored(self.state(position, replica))

    def __str__(self) -> str:
        """The trace in words: one line an event, then what each replica shows."""
        lines = [f"{self.version.family}, {self.version.name}: {len(self)} events on {', '.join(self.replicas)}"]
        for position in range(len(self) + 1):
            said = show_event(self.steps[position - 1].event) if position else "start"
            shown = "; ".join(f"{r} shows {show_view(self.view(position, r))}" for r in self.replicas)
            lines.append(f"{position:>3}. {said}: {shown}")
        return "\n".join(lines)


def show_view(view: list[str]) -> str:
    """A view in words: its names joined by commas, or `nothing`."""
    return ", ".join(view) or "nothing"

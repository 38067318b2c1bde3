"""Putting names and entries into sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..events import Event, show_event

MOST = 3  # entries named in one sentence; the rest are counted


def joined(items: Iterable[str]) -> str:
    """Items as a list in words, in their order: `x`, `x and y`, `x, y, z and 2 more`; `nothing` when there is none."""
    words = list(items)
    if not words:
        return "nothing"
    if len(words) > MOST:
        words = [*words[:MOST], f"{len(words) - MOST} more"]
    return listing(words)


def listing(phrases: Sequence[str]) -> str:
    """Phrases, all of them, joined into one: `a`, `a and b`, `a, b and c`."""
    return ", ".join(phrases[:-1]) + " and " + phrases[-1] if len(phrases) > 1 else "".join(phrases)


def counted(items: Sequence[str], one: str) -> str:
    """Items in words behind their noun: `tag 1`, `tags 1 and 2`."""
    return f"{one}{'' if len(items) == 1 else 's'} {joined(items)}"


def have(names: Sequence[str], verb: str = "has", verbs: str = "have") -> str:
    """Names in words with the verb that fits their number: `b has`, `b and c have`."""
    return f"{listing(names)} {verb if len(names) == 1 else verbs}"


def opening(replica: str, element: str, visible: bool, before: bool) -> str:
    """How a sentence starts: whether `replica` shows `element` now, and whether it ever did `before`."""
    if visible:
        return f"{replica} shows {element}"
    return f"{replica} no longer shows {element}" if before else f"{replica} does not show {element}"


def cited(number: int, event: Event) -> str:
    """An event by its number and its text: `event 3 (merge a b)`."""
    return f"event {number} ({show_event(event)})"


def vector_entry(vector: Mapping[str, int], replica: str) -> str:
    """The one entry of a vector that matters to a dot, written as a vector: `{a: 2}`."""
    return f"{{{replica}: {vector.get(replica) or 0}}}"

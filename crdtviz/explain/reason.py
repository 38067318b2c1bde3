"""The structure behind a sentence: what it claims, entry by entry, so that every claim can be checked."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple


class Fact(NamedTuple):
    """One claim of a sentence about one entry. An entry is a tuple whose first item says what it is.

    `how` says what is claimed of `entry`, `replica` and `event` (the number of an event):

    - `stored`: the entry is in the replica's state now, and the event put it there;
    - `came`: the event put the entry into the replica's state, where it need not be any more;
    - `went`: the event took the entry out of the replica's state;
    - `made`: the event, a local one at the replica, made the entry;
    - `lost`: with the event the replica should have learned of the entry, but it does not store it now;
    - `refused`: the event, a merge, offered the entry to the replica, which did not take it;
    - `named`: the event, a remove at the replica, named the entry in its delta;
    - `unnamed`: the event, a remove at the replica, did not name the entry, which it did not hold;
    - `counted`: with the event the entry came to count as seen and removed at the replica;
    - `jumped`: with the event the replica's context came to cover the entry, which neither side of the join covered;
    - `unasked`: the event, a purge, did not ask the replica, a live member that had not delivered the entry's remove;
    - `waits`: the event, a purge, kept the entry, for the asked `replica` had not confirmed it.
    """

    how: str
    replica: str
    entry: tuple[Hashable, ...]
    event: int


class Reason(NamedTuple):
    """Why an element is or is not visible: the claims, and the sentence that makes them."""

    visible: bool
    kind: str
    facts: tuple[Fact, ...]
    sentence: str

"""Why an element is or is not visible, what an event did, and where two versions part: each in one sentence.

A sentence names the tag, dot, timestamp, vector, tombstone or ack that is responsible, and the events that put it
there. Names stand in it as they were typed; escaping them is left to whoever displays it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..events import ScheduleError
from ..trace import Trace, show_view
from .causal_context import CausalContextSet
from .lww_element_set import LwwElementSet
from .mv_register import MvRegister
from .or_set import OrSet
from .provenance import Provenance
from .reason import Fact, Reason
from .tombstone_gc import TombstoneGc

__all__ = ["Differences", "Fact", "Reason", "differences", "provenance", "reason", "what_happened", "why", "why_all"]

EXPLAINERS: dict[str, type[Provenance]] = {
    "lww_element_set": LwwElementSet,
    "or_set": OrSet,
    "mv_register": MvRegister,
    "causal_context": CausalContextSet,
    "tombstone_gc": TombstoneGc,
}

Place = tuple[int, str]  # a position, and the sentence about it


class Differences(NamedTuple):
    """Where two versions part: first in what a replica stores (cause), first in what one shows (symptom)."""

    cause: Place | None
    symptom: Place | None


def provenance(trace: Trace) -> Provenance:
    """Where everything in `trace` came from; worked out once and kept with the trace."""
    # kept on the trace, not in a table beside it: it refers to the trace, so a table would keep both for ever
    known = vars(trace).get("_provenance")
    if known is None:
        known = vars(trace)["_provenance"] = EXPLAINERS[trace.version.family](trace)
    return known


def reason(trace: Trace, position: int, replica: str, element: str) -> Reason:
    """The reason behind `why`, claim by claim. Raises as `why` does."""
    return provenance(trace).reason(replica, element, position)


def why(trace: Trace, position: int, replica: str, element: str) -> str:
    """One sentence: why `element` (for a register: a value) is or is not visible at `replica` after `position` events.

    Raises KeyError for an unknown replica, IndexError for a position outside the trace.
    """
    return reason(trace, position, replica, element).sentence


def why_all(trace: Trace, position: int) -> dict[str, list[tuple[str, str]]]:
    """For each replica, in order: (element, sentence) for each element named so far, sorted.

    Raises IndexError as `why` does.
    """
    found = provenance(trace)
    if not 0 <= position <= len(trace):
        raise IndexError(f"position {position} is outside the trace, which has 0 to {len(trace)}")
    elements = found.named[position]
    return {r: [(element, found.reason(r, element, position).sentence) for element in elements] for r in trace.replicas}


def what_happened(trace: Trace, position: int) -> str:
    """One sentence: what the event that leads to `position` did in this version. Raises IndexError as `why` does."""
    if not 0 <= position <= len(trace):
        raise IndexError(f"position {position} is outside the trace, which has 0 to {len(trace)}")
    if not position:
        return "Nothing has happened yet; every replica is empty."
    return provenance(trace).happened(trace.steps[position - 1])


def differences(left: Trace, right: Trace) -> Differences:
    """Where two versions of one family part on the same schedule.

    Out: for what is stored and for what is shown, the first position that differs and a sentence; None where none
    does. Names that versions make up (the tags of or_set) count as different only when they are shared differently.
    Raises ScheduleError when the traces are not of one family, schedule and list of replicas.
    """
    same = left.version.family == right.version.family and left.replicas == right.replicas
    if not same or left.schedule != right.schedule:
        raise ScheduleError("differences: give two traces of the same family, schedule and replicas")
    return Differences(first_stored(left, right), first_shown(left, right))


def version_names(left: Trace, right: Trace) -> tuple[str, str]:
    """The names of both versions, told apart even when they are the same."""
    names = left.version.name, right.version.name
    return names if names[0] != names[1] else (f"the first {names[0]}", f"the second {names[1]}")


def first_stored(left: Trace, right: Trace) -> Place | None:
    """The first position where what is stored differs, and how."""
    ours, theirs = provenance(left), provenance(right)
    for step, other in zip(left, right):
        number = step.number
        for replica in left.replicas:
            changed = any(s.before[replica] is not s.after[replica] for s in (step, other))
            if changed and ours.parted(theirs, number, replica):
                clause = ours.contrast(theirs, number, replica, version_names(left, right))
                return number, f"After {ours.cite(number)}, {clause}."
    return None


def first_shown(left: Trace, right: Trace) -> Place | None:
    """The first position where what is shown differs, and how."""
    for position in range(1, len(left) + 1):
        for replica in left.replicas:
            views = left.view(position, replica), right.view(position, replica)
            if views[0] != views[1]:
                names = version_names(left, right)
                shown = f"{replica} shows {show_view(views[0])} in {names[0]} and {show_view(views[1])} in {names[1]}"
                return position, f"After {provenance(left).cite(position)}, {shown}."
    return None

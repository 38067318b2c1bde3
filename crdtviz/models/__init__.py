"""The five families in order, and the three versions of each."""

from __future__ import annotations

from ..events import ScheduleError, listed, short
from ..family import Family
from . import causal_context, lww_element_set, mv_register, or_set, tombstone_gc

VERSIONS = ("broken", "attempt", "fixed")

FAMILIES: dict[str, dict[str, Family]] = {
    module.Fixed.family: {version.name: version for version in (module.Broken(), module.Attempt(), module.Fixed())}
    for module in (lww_element_set, or_set, mv_register, causal_context, tombstone_gc)
}


def family_versions(family: str) -> dict[str, Family]:
    """The three versions of `family` by name; raises ScheduleError listing the known families otherwise."""
    if not isinstance(family, str) or family not in FAMILIES:
        raise ScheduleError(f"unknown family {short(family)}; known are {listed(FAMILIES)}")
    return FAMILIES[family]


def find_version(family: str, version: str | Family) -> Family:
    """A version by name, or a learner's own version (a `Family`) of that family as it is; raises ScheduleError."""
    versions = family_versions(family)
    if isinstance(version, Family) and getattr(version, "family", None) == family:
        return version
    if not isinstance(version, str) or version not in versions:
        raise ScheduleError(f"unknown version {short(version)}; known are {listed(versions)}")
    return versions[version]

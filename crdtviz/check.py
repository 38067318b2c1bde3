"""Checking versions against the published fixtures and against the laws, as text and as data."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple

from .events import ScheduleError, listed, named_replicas, short, show_event
from .family import Family, RuleError, with_rule
from .laws import judge
from .models import FAMILIES, find_version
from .records import SCOPE, Fixture, fixtures, provenance
from .run import run, solve

# Short schedules that each break a law in some version: what the fixtures alone may not show. One event a comma.
PROBES: dict[str, tuple[str, ...]] = {
    "lww_element_set": (
        "add a x 1, rem b x 2, merge b a",
        "rem a x 2, add b x 1, merge b a",
    ),
    "or_set": (
        "add a x, rem a x, add b x, merge a b",
        "add a x, add b y, merge a b, rem b x, merge b a",
    ),
    "mv_register": (
        "write a x, merge a b, write b y, merge b a",
        "write a x, write b y, merge b a, write a z, merge b a",
        "write a x, write b y, merge a b, write b z, merge a b",
    ),
    "causal_context": (
        "add a x, add a y, merge a b, merge b a",
        "add a x, add a y, delta a b 2, merge a b, merge b a",
        "add a x, add b y, delta b a 1, merge a b, merge b a",
    ),
    "tombstone_gc": (
        "add a x, sync a b, rem a x, purge a, sync b a",
        "add a x, rem a x, sync a b, ack b a, observe o a, purge a",
        "add a x, rem a x, sync a b, ack b a, purge a, sync a b",
        "add a x, sync a c, rem a x, depart b, purge a, sync c a",
    ),
}
ARGUMENTS = {  # what `solve` takes, where that is not a schedule and its replicas
    "causal_context": ("a", "b"),
    "tombstone_gc": ("tombstones", "acks", "members", "departed"),
}


class Breach(NamedTuple):
    """One law that a probe schedule breaks: the law's name, the schedule, the event's number, and the sentence."""

    law: str
    schedule: str
    number: int
    sentence: str


class Report(NamedTuple):
    """How one version does on every fixture of its family and on the laws.

    `cases`: case -> (fixtures passed, fixtures); `failing`: the first fixture failed, or None; `actual`: the answer to
    it (None after an error); `error`: what the rule raised there, or None; `breaches`: the first breach of each law.
    """

    family: str
    version: str
    cases: dict[str, tuple[int, int]]
    failing: Fixture | None
    actual: Any
    error: str | None
    breaches: tuple[Breach, ...]

    @property
    def passed(self) -> int:
        """How many fixtures passed."""
        return sum(passed for passed, _ in self.cases.values())

    @property
    def total(self) -> int:
        """How many fixtures there are."""
        return sum(total for _, total in self.cases.values())

    @property
    def right(self) -> bool:
        """Whether every fixture passed and no probe broke a law."""
        return self.passed == self.total and not self.breaches

    def __str__(self) -> str:
        """The report in words, the same on every run."""
        lines = [f"{self.family}, {self.version}: {self.passed} of {self.total} fixtures pass"]
        for case, (passed, total) in self.cases.items():
            lines.append(f"  {'✓' if passed == total else '✗'} {passed}/{total} {case}")
        if self.failing:
            lines.append(f"The first that fails: {self.failing.case} (variant {self.failing.variant})")
            lines += [f"  {argument}" for argument in words(self.failing)]
            lines.append(f"  expected {self.failing.expected}")
            lines.append(f"  {self.error}" if self.error else f"  answered {self.actual}")
        for breach in self.breaches:
            lines.append(f"Law broken: {breach.law}, by event {breach.number} of: {breach.schedule}")
            lines.append(f"  {breach.sentence}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON-plain data."""
        failing = self.failing and {
            "case": self.failing.case,
            "variant": self.failing.variant,
            "args": self.failing.args,
            "expected": self.failing.expected,
            "actual": self.actual,
            "error": self.error,
        }
        return {
            "family": self.family,
            "version": self.version,
            "passed": self.passed,
            "total": self.total,
            "cases": {case: list(counts) for case, counts in self.cases.items()},
            "failing": failing,
            "breaches": [breach._asdict() for breach in self.breaches],
        }


def words(fixture: Fixture) -> list[str]:
    """A fixture's arguments, one a line, each with its name; a schedule as events in words."""
    names = ARGUMENTS.get(fixture.family, ("schedule", "replicas"))
    values = list(fixture.args)
    if names[0] == "schedule":
        values = [", ".join(map(show_event, values[0])), ", ".join(values[1])]
    return [f"{name}: {value}" for name, value in zip(names, values)]


def check_rule(version: Family) -> Report:
    """How `version`, a learner's own included (see `family.with_rule`), does on its family's fixtures and the laws.

    Out: a `Report`. What the rule raises becomes text in it: nothing is raised for a rule that fails.
    """
    if version.name not in FAMILIES[version.family] and not hasattr(version, "function"):
        # a learner's bare subclass: through `with_rule`, whatever it raises becomes a RuleError
        version = with_rule(version, getattr(version, version.rule), version.name)
    cases: dict[str, tuple[int, int]] = {}
    first: tuple[Fixture | None, Any, str | None] = (None, None, None)
    for fixture in fixtures(version.family):
        answer, error = attempt(version, fixture.args)
        good = error is None and answer == fixture.expected
        passed, total = cases.get(fixture.case, (0, 0))
        cases[fixture.case] = (passed + good, total + 1)
        if not good and first[0] is None:
            first = (fixture, answer, error)
    return Report(version.family, version.name, cases, *first, breaches(version))


def attempt(version: Family, arguments: Iterable[Any]) -> tuple[Any, str | None]:
    """The answer of `version`, or what its rule raised, as text."""
    try:
        return solve(version.family, version, *arguments), None
    except RuleError as error:
        return None, f"the rule failed: {error}"


def breaches(version: Family) -> tuple[Breach, ...]:
    """The first breach of each law on the family's probes, in the order of the probes."""
    found: dict[str, Breach] = {}
    for probe in PROBES[version.family]:
        schedule = probe.replace(", ", "\n")
        try:
            verdicts = judge(run(version.family, version, schedule, named_replicas(schedule, version.grammar)))
        except RuleError as error:
            found.setdefault("rule", Breach("rule", probe, 0, f"the rule failed: {error}"))
            continue
        for number, verdict in enumerate(verdicts):
            for law, sentence in verdict.broken:
                found.setdefault(law, Breach(law, probe, number, sentence))
    return tuple(found.values())


def check_json(family: str, version: str | Family, variant: int | None = None) -> dict[str, Any]:
    """One version on the fixtures of one variant (all five if None), in the records' own form.

    Out: `{"observations": [{"check", "actual", "expected", "passed"}, …], "passed": …}`. Raises ScheduleError for an
    unknown family, version or variant.
    """
    runner = find_version(family, version)
    known = fixtures(family)
    numbers = sorted({fixture.variant for fixture in known})
    if variant is not None and (isinstance(variant, bool) or variant not in numbers):
        raise ScheduleError(f"unknown variant {short(variant)}; known are {listed(map(str, numbers))}")
    observations = []
    for fixture in known:
        if variant in (None, fixture.variant):
            answer, error = attempt(runner, fixture.args)
            passed = error is None and answer == fixture.expected
            observations.append(
                {"check": fixture.case, "actual": error or answer, "expected": fixture.expected, "passed": passed}
            )
    return {"observations": observations, "passed": all(one["passed"] for one in observations)}


def counts(family: str, version: str | Family) -> tuple[int, int]:
    """(fixtures passed, fixtures) of one version over the five variants."""
    observations = check_json(family, version)["observations"]
    return sum(one["passed"] for one in observations), len(observations)


def check_table(families: Iterable[str] = tuple(FAMILIES)) -> str:
    """The table family × version × fixtures passed, over all five variants, with the records' provenance below it."""
    lines = [f"{'family':<17}{'version':<9}{'passed':>8}"]
    for family in families:
        for version in FAMILIES[family]:
            passed, total = counts(family, version)
            lines.append(f"{family:<17}{version:<9}{f'{passed}/{total}':>8}")
    lines.append("")
    for family in families:
        about = provenance(family)
        lines.append(f"{family}: record {about.record}, {about.license}, recorded with {about.recorded_with}")
    lines.append(f"Scope: {SCOPE}.")
    return "\n".join(lines)

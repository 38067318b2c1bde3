"""The published fixtures and the incidents, as package data, and where they come from.

A *record* holds one family's boundary fixtures in five variants, with the answer that is right and what each published
version answered. The records are CC0-1.0. Their scope: bounded teaching models, not a production library.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any, NamedTuple

RECORDS = {  # family -> its record, in the order of the families
    "lww_element_set": "FA-74921",
    "or_set": "FA-74931",
    "mv_register": "FA-74961",
    "causal_context": "FA-75001",
    "tombstone_gc": "FA-75126",
}
SCOPE = "bounded teaching models, not a production library"
GITHUB = "https://github.com/"


class Fixture(NamedTuple):
    """One boundary case in one variant: the arguments of `solve`, the right answer, and each version's own answer."""

    record: str
    family: str
    variant: int
    case: str
    args: list
    expected: Any
    actual: dict[str, Any]


class Provenance(NamedTuple):
    """Where a family's fixtures come from. `sha256` maps a version to the digest of its published source."""

    record: str
    family: str
    license: str
    recorded_with: str
    sha256: dict[str, str]
    scope: str

    def __str__(self) -> str:
        digests = "; ".join(f"{version} {digest}" for version, digest in self.sha256.items())
        made = f"{self.license}, recorded with {self.recorded_with}"
        return f"{self.record} ({self.family}): {made}. Scope: {self.scope}. SHA-256: {digests}"


class Incident(NamedTuple):
    """What happened in a public project, as arguments of `solve`, and what each version answers to them."""

    family: str
    source: str
    what_happened: str
    args: list
    expected: Any
    broken: Any
    attempt: Any

    @property
    def project(self) -> str:
        """The repository, `owner/name`."""
        return re.match(r"[\w.-]+/[\w.-]+", self.source)[0]

    @property
    def links(self) -> list[tuple[str, str]]:
        """(label, address) of each thread named by the source; of the repository where there is no thread."""
        threads = [
            (f"{self.project}#{n}", f"{GITHUB}{self.project}/issues/{n}") for n in re.findall(r"#(\d+)", self.source)
        ]
        return threads or [(self.project, GITHUB + self.project)]

    @property
    def url(self) -> str:
        """The address of the first thread, or of the repository where there is none."""
        return self.links[0][1]


def read(name: str) -> Any:
    """One file of the package data, parsed anew, so that no caller can change what the next one gets."""
    return json.loads(files(__name__).joinpath(name).read_text(encoding="utf-8"))


def fixtures(family: str) -> list[Fixture]:
    """All fixtures of a family, variant by variant in their published order. Raises KeyError for an unknown family."""
    record = read(RECORDS[family] + ".json")
    return [
        Fixture(record["record"], family, int(variant), one["case"], one["args"], one["expected"], one["actual"])
        for variant, cases in record["variants"].items()
        for one in cases
    ]


def provenance(family: str) -> Provenance:
    """Where a family's fixtures come from, and what they are good for. Raises KeyError for an unknown family."""
    record = read(RECORDS[family] + ".json")
    return Provenance(record["record"], family, record["license"], record["recorded_with"], record["sha256"], SCOPE)


def incidents(family: str | None = None) -> list[Incident]:
    """The incidents of one family, or all of them, in order."""
    return [Incident(**one) for one in read("incidents.json") if family in (None, one["family"])]

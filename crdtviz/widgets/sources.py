"""Live source in a notebook: the rules of the versions side by side, and the meaning that judges them."""

from __future__ import annotations

import inspect
from typing import Any, Sequence

from ..family import Family
from ..models import VERSIONS, find_version
from ..oracle import MEANINGS
from .page import rule_source, rules, stylesheet


class Rules:
    """The one rule of each version of a family, as it runs, with what only that version says marked by ◆."""

    def __init__(self, family: str, versions: Sequence[str | Family] = VERSIONS):
        self.versions = [find_version(family, version) for version in versions]

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        sources = [f"# {version.name}\n{rule_source(version).rstrip()}" for version in self.versions]
        html = f'<div class="crd">{stylesheet("page.css")}{rules(self.versions)}</div>'
        return {"text/plain": "\n\n".join(sources), "text/html": html}


class Meaning:
    """What a family's answers mean, as the oracle's few lines."""

    def __init__(self, family: str):
        self.source = inspect.getsource(MEANINGS[find_version(family, "fixed").family])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": self.source, "text/markdown": f"```python\n{self.source}```"}

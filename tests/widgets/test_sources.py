"""Live source: what the notebooks show is what runs."""

import inspect

import pytest

from crdtviz import FAMILIES
from crdtviz.oracle import MEANINGS
from crdtviz.widgets import Meaning, Rules


@pytest.mark.parametrize("family", FAMILIES)
def test_the_three_rules_are_the_source_that_runs(family):
    shown = Rules(family)._repr_mimebundle_()
    for name, version in FAMILIES[family].items():
        body = inspect.getsource(getattr(type(version), version.rule)).strip().splitlines()[-1].strip()
        assert f"# {name}" in shown["text/plain"] and body in shown["text/plain"]
    assert shown["text/html"].count("<mark>") >= 3


@pytest.mark.parametrize("family", FAMILIES)
def test_the_meaning_is_the_oracles_own_source(family):
    shown = Meaning(family)._repr_mimebundle_()
    assert shown["text/plain"] == inspect.getsource(MEANINGS[family])
    assert shown["text/markdown"].startswith("```python\ndef ")

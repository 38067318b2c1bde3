"""A notebook with one player for each family, executed once, and the words in which tests speak of a player."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, expect

from tests.notebooks.execute import run

STORIES = {
    "lww_element_set": ("add a milk 1\nmerge a b\nrem b milk 2\nmerge b a", "a b"),
    "or_set": ("add a milk\nadd b bread\nmerge a b\nrem b milk\nmerge b a", "a b"),
    "mv_register": ("write a red\nwrite b blue\nmerge a b\nwrite b green\nmerge b a\nmerge b c", "a b c"),
    "causal_context": ("add a milk\nadd a bread\ndelta a b 2\nmerge a b\nmerge b a", "a b"),
    "tombstone_gc": ("add a row\nsync a b\nrem a row\nobserve desk a\npurge a\nsync b a\ndepart c", "a b c"),
}
FAMILIES = list(STORIES)
HOSTILE = ["<img src=x onerror=alert(1)>", "\"&'", "שלום עולם", "🥛🍞", "n" * 200]
IMPORTS = "from crdtviz.widgets import Gallery, Player"
CHOICES = {"one": ("add a x 1", ["a"]), "two": ("add a x 1\nrem a x 2", ["a"])}


def source_of(family: str) -> str:
    """The source of a cell that shows the family's story."""
    schedule, replicas = STORIES[family]
    return f"Player({family!r}, {schedule!r}, {replicas.split()!r})"


def hostile_schedule() -> list:
    return [["add", "a", name] for name in HOSTILE] + [["merge", "a", "b"]]


# the players of the stage, in order: the five families, the second one again, one with hostile names, and a gallery
SOURCES = [
    *map(source_of, FAMILIES),
    source_of("or_set"),
    f"Player('or_set', {hostile_schedule()!r}, ['a', 'b'])",
    f"Gallery('lww_element_set', {CHOICES!r})",
]
TWIN, NAMES, GALLERY = 5, 6, 7


@cache
def stage_notebook() -> str:
    """The notebook with all players, run and with its widgets saved, as text."""
    cells = [nbformat.v4.new_markdown_cell("# Players"), *map(nbformat.v4.new_code_cell, (IMPORTS, *SOURCES))]
    metadata = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "players.ipynb")
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), path)
        return run(path)


# the last event that a picture shows, of those that stay
DRAWN = """picture => Math.max(0, ...[...picture.querySelectorAll('.at:not(.n)')]
  .filter(part => getComputedStyle(part).visibility === 'visible')
  .map(part => +/\\bf(\\d+)/.exec(part.className.baseVal)[1]))"""


def expect_position(player: Locator, k: int) -> None:
    """Waits until slider, strip, table and pictures all stand at position `k`."""
    expect(player.locator(".widget-readout")).to_have_text(str(k))
    expect(strip(player).locator(".mod-active")).to_contain_text(f"{k} ")
    expect(player.locator("table caption .at").filter(visible=True).first).to_contain_text(f"Step {k} of")
    assert player.locator(".pic").first.evaluate(DRAWN) == k


def strip(player: Locator) -> Locator:
    return player.locator(".crd-strip")


def step(player: Locator, k: int) -> None:
    strip(player).locator("button").nth(k).click()
    expect_position(player, k)


def last(player: Locator) -> int:
    return strip(player).locator("button").count() - 1


def open_folds(player: Locator) -> None:
    for fold in player.locator("details").all():
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()

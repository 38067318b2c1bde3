"""The prose of the notebooks: short sentences, words beside pictures, links that lead somewhere, one arc for all."""

import re
from pathlib import Path

import nbformat
import pytest

from crdtviz.records import incidents

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
ARC = ["The symptom", "Predict", "Broken", "The attempt", "The fix", "The harm, further on", "Hunt", "Your turn"]
ARC += ["In the wild", "Recap"]
LONGEST = 30  # words in a sentence
LIMIT = 1_000_000  # bytes of a notebook
FAMILY_OF = {
    "01_lww_element_set": "lww_element_set",
    "02_or_set": "or_set",
    "03_mv_register": "mv_register",
    "04_causal_context": "causal_context",
    "05_tombstone_gc": "tombstone_gc",
}


def cells(path, kind):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def sentences(text):
    """The sentences of a markdown text: no code blocks, tables, headings or tags; a list item ends its sentence."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    text = re.sub(r"<[^>]+>", "\n\n", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "#"))]
    blocks = re.split(r"\n\s*\n|\n\s*(?:[-*>]|\d+\.)\s", "\n" + "\n".join(lines))
    return [part for block in blocks for part in re.split(r"(?<=[.?!:;])[\s*_”\"]+", block.replace("\n", " ")) if part]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_sentence_is_longer_than_a_breath(path):
    text = "\n\n".join(cell.source for cell in cells(path, "markdown"))
    long = [sentence for sentence in sentences(text) if len(sentence.split()) > LONGEST]
    assert long == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    for cell in cells(path, "markdown"):
        for target in re.findall(r"\]\(([^)]*)\)", cell.source):
            if target.startswith("http"):
                assert re.fullmatch(r"https://[\w.-]+(/[\w.~%#?=&-]+)*/?", target), target
            else:
                assert (path.parent / target.split("#")[0]).exists(), target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_picture_has_words_beside_it(path):
    every = nbformat.read(path, as_version=4).cells
    for cell, following in zip(every, every[1:]):
        shown = cell.cell_type == "code" and any("image/png" in out.get("data", {}) for out in cell.outputs)
        if shown and "Workshop(" not in cell.source:
            assert following.cell_type == "markdown", cell.source
            assert re.search(r"[Ii]n words", following.source), cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_loads_over_a_slow_network(path):
    assert path.stat().st_size < LIMIT


@pytest.mark.parametrize("name", FAMILY_OF)
def test_the_lessons_have_one_arc(name):
    (path,) = [path for path in NOTEBOOKS if path.stem == name]
    text = "\n".join(cell.source for cell in cells(path, "markdown"))
    assert re.findall(r"^## (.*)$", text, flags=re.M) == ARC


@pytest.mark.parametrize("name", FAMILY_OF)
def test_a_lesson_predicts_twice_and_tells_every_incident(name):
    (path,) = [path for path in NOTEBOOKS if path.stem == name]
    code = "\n".join(cell.source for cell in cells(path, "code"))
    text = "\n".join(cell.source for cell in cells(path, "markdown"))
    assert len(re.findall(r"Predict\(", code)) >= 2
    for incident in incidents(FAMILY_OF[name]):
        assert incident.project in text, incident.source

"""The notebooks as committed: their outputs are what the cells give today, and their form is kept."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests.notebooks.execute import KERNELSPEC, NOTEBOOKS

EVERY = sorted(NOTEBOOKS.glob("*.ipynb"))
each_notebook = pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
# nbval knows each as a comment and as a cell's tag.
IGNORED = re.compile(r"(nbval|pytest[_-]validate)[_-]ignore[_-]output", re.IGNORECASE)
SKIPPED = re.compile(r"nbval[_-]skip", re.IGNORECASE)
MOST_IGNORED = 2
MOST_LINES = 12


def nbval(path: Path) -> subprocess.CompletedProcess[str]:
    """Compare a notebook strictly, in a pytest of its own that nothing of this one's settings reaches."""
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-p", "no:xdist", "-q"]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        [*command, "-c", os.devnull, "--rootdir", ".", path.name],
        cwd=path.parent,
        capture_output=True,
        text=True,
        env=inherited,
        timeout=600,
    )


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def code_cells(path: Path) -> list[nbformat.NotebookNode]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def headings(path: Path) -> list[tuple[int, str]]:
    """Level and text of each heading; lines inside fenced code are none."""
    found = []
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            prose = re.sub(r"^(```|~~~).*?^\1", "", cell.source, flags=re.MULTILINE | re.DOTALL)
            found += [(len(marks), text) for marks, text in re.findall(r"^(#{1,6}) +(.+)$", prose, re.MULTILINE)]
    return found


def alter_one_output(notebook: nbformat.NotebookNode) -> int:
    """Change one letter of the last compared text, and return the number of its code cell, from 0."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number in reversed(range(len(code))):
        if IGNORED.search(code[number].source) or IGNORED.search(str(code[number].metadata.get("tags", ""))):
            continue
        for output in code[number].outputs:
            holder, key = (output, "text") if output.output_type == "stream" else (output.get("data", {}), "text/plain")
            if holder.get(key, "").strip():
                text = holder[key]
                at = re.search(r"\S", text).start()
                holder[key] = text[:at] + ("y" if text[at] == "x" else "x") + text[at + 1 :]
                return number
    raise AssertionError("no output is compared, so nothing can be altered")


def test_there_are_notebooks():
    assert EVERY, "notebooks/ holds no notebook: the tests below would pass without looking at anything"


@each_notebook
def test_outputs_are_what_the_cells_give(path):
    done = nbval(path)
    assert done.returncode == 0, f"{path.name} differs; `make notebooks` executes it again\n{done.stdout}{done.stderr}"


def test_one_altered_output_fails_the_gate(tmp_path):
    # The first notebook is the shortest; the gate is the same for all.
    altered = read(EVERY[0])
    cell = alter_one_output(altered)
    copy = tmp_path / EVERY[0].name
    nbformat.write(altered, copy)
    done = nbval(copy)
    assert done.returncode == 1, done.stdout + done.stderr
    failed = re.findall(rf"^FAILED {re.escape(copy.name)}::Cell (\d+)", done.stdout, re.MULTILINE)
    assert failed == [str(cell)], done.stdout


def test_almost_no_output_is_ignored():
    ignoring = [
        f"{path.name}: {cell.source.splitlines()[0]}"
        for path in EVERY
        for cell in read(path).cells
        if IGNORED.search(cell.source) or IGNORED.search(json.dumps(cell.metadata))
    ]
    assert len(ignoring) <= MOST_IGNORED, ignoring


@each_notebook
def test_no_cell_is_skipped(path):
    skipping = [cell.source for cell in read(path).cells if SKIPPED.search(cell.source + json.dumps(cell.metadata))]
    assert skipping == []


@each_notebook
def test_one_title_and_headings_in_order(path):
    found = headings(path)
    assert [level for level, _ in found].count(1) == 1, found
    assert found[0][0] == 1, f"the title comes first: {found[0]}"
    jumps = [later for (level, _), later in itertools.pairwise(found) if later[0] > level + 1]
    assert jumps == [], "a heading may be only one level below the one before it"


@each_notebook
def test_kernel_is_the_one_every_jupyter_has(path):
    metadata = read(path).metadata
    assert metadata.kernelspec == KERNELSPEC
    assert "version" not in metadata.language_info, "saved by hand: `make notebooks` saves it without a patch release"


@each_notebook
def test_outputs_and_counts_are_committed(path):
    counts = [cell.execution_count for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1)), "executed from top to bottom, once: `make notebooks` does it"
    assert any(cell.outputs for cell in code_cells(path))
    assert not [cell.source for cell in code_cells(path) if "execution" in cell.metadata], "times are not committed"


@each_notebook
def test_no_output_is_a_warning_or_an_error(path):
    outputs = [output for cell in code_cells(path) for output in cell.outputs]
    assert [output for output in outputs if output.get("name") == "stderr"] == []
    raised = [cell for cell in code_cells(path) if any(o.output_type == "error" for o in cell.outputs)]
    assert [cell.source for cell in raised if "raises-exception" not in cell.metadata.get("tags", [])] == []


@each_notebook
def test_code_cells_are_short(path):
    shown = [cell for cell in code_cells(path) if not cell.metadata.get("jupyter", {}).get("source_hidden")]
    long = [cell.source for cell in shown if len(cell.source.splitlines()) > MOST_LINES]
    assert long == [], f"more than {MOST_LINES} lines: the machinery belongs in crdtviz"


@each_notebook
def test_no_cell_hides_its_result(path):
    assert [cell.source for cell in code_cells(path) if cell.source.rstrip().endswith(";")] == []

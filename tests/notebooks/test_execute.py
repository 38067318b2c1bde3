"""Executing a notebook again changes no byte, though ipywidgets draws its ids at random."""

import json
import re
from pathlib import Path

import nbformat
import pytest

from tests.notebooks import execute

PLAYER = """\
from ipywidgets import HTML, IntSlider, Stack, VBox, jslink
class Player(VBox):
    # IPython would cut the words of a plain box short, in the middle of an id that nbval compares.
    __repr__ = lambda self: "the trace in words"
slider = IntSlider(max=2)
stack = Stack([HTML(f"<style>.p-{slider.model_id} {{ order: {k} }}</style>") for k in range(3)])
link = jslink((slider, "value"), (stack, "selected_index"))
player = Player([slider, stack])
player
"""
INSIDE_HTML = """\
from IPython import display
display.HTML(f"<p id='pad{slider.model_id}'>{slider.model_id}{stack.model_id}</p>")
"""
SHOW = "print('a digest stays:', 'ab' * 32)\ndisplay.display(player)"


def notebook(*sources: str) -> nbformat.NotebookNode:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    for number, cell in enumerate(made.cells):
        cell["id"] = f"c{number}"
    return made


@pytest.fixture(autouse=True)
def private(tmp_path, monkeypatch):
    # Signing writes to Jupyter's data folder; that of whoever runs the tests is none of ours.
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "notebooks"
    made.mkdir()
    nbformat.write(notebook(PLAYER, INSIDE_HTML, SHOW), made / "01_player.ipynb")
    return made


def test_executing_twice_gives_the_same_bytes(folder):
    path = folder / "01_player.ipynb"
    assert execute.main([], folder) == 0
    first = path.read_bytes()
    assert execute.main(["01"], folder) == 0
    assert path.read_bytes() == first
    assert execute.main(["--check"], folder) == 0

    saved = json.loads(first)
    state = saved["metadata"]["widgets"][execute.WIDGET_STATE]["state"]
    family = min(state)[:24]
    assert list(state) == [f"{family}{number:08x}" for number in range(1, len(state) + 1)]
    # The link is reached from no output, yet it must be there, or a saved player would not step.
    (link,) = [model["state"] for model in state.values() if model["model_name"] == "LinkModel"]
    ends = {link[end][0].removeprefix("IPY_MODEL_") for end in ("source", "target")}
    assert {state[end]["model_name"] for end in ends} == {"IntSliderModel", "StackModel"}
    # The class inside the style, and the id glued to another word, follow their widget.
    (slider,) = [key for key, model in state.items() if model["model_name"] == "IntSliderModel"]
    (stack,) = [key for key, model in state.items() if model["model_name"] == "StackModel"]
    text = first.decode()
    assert text.count(f".p-{slider} ") == 3
    assert f"pad{slider}" in text and f"{slider}{stack}" in text
    assert "ab" * 32 in text
    assert "execution" not in saved["cells"][0]["metadata"] and "version" not in saved["metadata"]["language_info"]
    assert saved["metadata"]["kernelspec"]["name"] == "python3" and first.endswith(b"}\n")


def test_the_saved_notebook_is_valid_and_trusted(folder):
    path = folder / "01_player.ipynb"
    execute.main([], folder)
    saved = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(saved)
    assert execute.NotebookNotary().check_signature(saved)


def test_check_names_what_would_change_and_saves_nothing(folder, capsys):
    path = folder / "01_player.ipynb"
    before = path.read_bytes()
    assert execute.main(["--check"], folder) == 1
    assert "01_player.ipynb: would change" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_a_failing_cell_is_named_and_nothing_is_saved(tmp_path, capsys):
    path = tmp_path / "02_wrong.ipynb"
    nbformat.write(notebook("1 / 0"), path)
    before = path.read_bytes()
    assert execute.main([], tmp_path) == 1
    assert "02_wrong.ipynb" in (said := capsys.readouterr().err) and "ZeroDivisionError" in said
    assert path.read_bytes() == before and list(tmp_path.glob("*.new")) == []


def test_an_unknown_name_lists_the_known_ones(folder):
    with pytest.raises(SystemExit, match=r"no notebook is named 09…; there are: 01_player"):
        execute.main(["09"], folder)


def test_no_notebook_at_all_is_an_error(tmp_path):
    assert execute.main([], tmp_path) == 1


def test_ids_do_not_depend_on_what_was_drawn():
    def text(ids: list[str]) -> str:
        first, second, link = ids
        made = notebook("player")
        made.cells[0]["outputs"] = [
            nbformat.v4.new_output("display_data", {"application/vnd.jupyter.widget-view+json": {"model_id": second}})
        ]
        state = {
            first: {"model_name": "HTMLModel", "state": {"value": f"<b id='{first}'>"}},
            second: {"model_name": "BoxModel", "state": {"children": [f"IPY_MODEL_{first}"]}},
            link: {"model_name": "LinkModel", "state": {"source": [f"IPY_MODEL_{first}", "value"]}},
        }
        made.metadata["widgets"] = {execute.WIDGET_STATE: {"state": state, "version_major": 2, "version_minor": 0}}
        return execute.normalise(made, "x")

    ids = ["c" * 32, "a" * 32, "b" * 32]
    assert text(ids) == text(ids[::-1]) == text(["0" * 31 + "1", "f" * 32, "0123456789abcdef" * 2])
    assert not re.search("a{32}|b{32}|c{32}", text(ids))

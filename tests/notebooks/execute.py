"""Execute the notebooks and save them so that doing it again changes no byte.

python -m tests.notebooks.execute             # all of them, in place
python -m tests.notebooks.execute 01 02       # those whose names begin so
python -m tests.notebooks.execute --check     # save nothing; say which would change
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.sign import NotebookNotary

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# No `version`: a patch release of Python is no change to a notebook.
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
HEX_RUN = re.compile(r"[0-9a-f]{32,}")
REFERENCE = re.compile(r"IPY_MODEL_([0-9a-f]{32})|\"model_id\": \"([0-9a-f]{32})\"")


def execute(notebook: nbformat.NotebookNode, folder: Path, timeout: int = 600) -> nbformat.NotebookNode:
    """Run every cell in a fresh kernel that starts in `folder`, as JupyterLab would, and return the notebook."""
    # What an earlier run left must not reach the file, or a changed cell could keep an old widget.
    notebook.metadata.pop("widgets", None)
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        store_widget_state=True,
        record_timing=False,
        # How a long print is cut into messages depends on the machine's load.
        coalesce_streams=True,
    )
    # Unencrypted, every kernel would print a warning here.
    client.config.KernelManager.transport_encryption = "auto"
    return client.execute()


def normalise(notebook: nbformat.NotebookNode, name: str) -> str:
    """The text to save: nothing random, nothing timed, and keys in order."""
    notebook.metadata["kernelspec"] = KERNELSPEC
    notebook.metadata["language_info"] = LANGUAGE
    for number, cell in enumerate(notebook.cells, start=1):
        cell.metadata.pop("execution", None)
        # Where a cell has no id, nbformat would draw one at random each time.
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell.get("id", "")):
            cell["id"] = f"cell-{number:02}"
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    drop_unset(notebook)
    text = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return renumber(text, model_ids(notebook, text), name).rstrip("\n") + "\n"


def drop_unset(notebook: nbformat.NotebookNode) -> None:
    """Leave out what a layout or a style does not set: a saved layout is mostly null, and null is the default."""
    state = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    for model in state.values():
        if model["model_name"].endswith(("LayoutModel", "StyleModel")):
            model["state"] = {key: value for key, value in model["state"].items() if value is not None}


def model_ids(notebook: nbformat.NotebookNode, text: str) -> list[str]:
    """Every widget model's id, each once, in an order that depends only on what the cells did.

    First as the outputs show them; then what each of those refers to, breadth first; then the rest (a link
    refers to its widgets, and nothing refers to it) in the order of creation, which the saved state keeps.
    """
    state = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    known = set(state) | {one or other for one, other in REFERENCE.findall(text)}
    order: dict[str, None] = {}

    def visit(queue: list[str]) -> None:
        for model in queue:
            if model in order:
                continue
            order[model] = None
            queue.extend(ids_in(state.get(model, {}), known))

    for cell in notebook.cells:
        visit(list(ids_in(cell.get("outputs", []), known)))
    for model in state:
        visit([model])
    visit(list(ids_in(text, known)))
    return list(order)


def ids_in(value: object, known: set[str]) -> Iterator[str]:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    # An id may stand right after another hex digit, as in `id="pad0123…"`: look at every start within a run.
    for run in HEX_RUN.findall(text):
        yield from (run[i : i + 32] for i in range(len(run) - 31) if run[i : i + 32] in known)


def renumber(text: str, ids: list[str], name: str) -> str:
    """Give each id its place in `ids`; the notebook's name keeps the ids of two notebooks apart."""
    family = hashlib.sha256(name.encode()).hexdigest()[:24]
    new = {old: f"{family}{number:08x}" for number, old in enumerate(ids, start=1)}

    def replace(run: re.Match[str]) -> str:
        out, i, found = [], 0, run.group()
        while i < len(found):
            known = found[i : i + 32] in new
            out.append(new[found[i : i + 32]] if known else found[i])
            i += 32 if known else 1
        return "".join(out)

    return reorder(HEX_RUN.sub(replace, text))


def reorder(text: str) -> str:
    """Sort the keys anew: nbformat sorted the state by the old ids, before they were renumbered."""
    return json.dumps(json.loads(text), ensure_ascii=False, indent=1, sort_keys=True, separators=(",", ": "))


def run(path: Path) -> str:
    """Execute one notebook file in memory and return what should be saved."""
    return normalise(execute(nbformat.read(path, as_version=4), path.parent), path.stem)


def trust(path: Path) -> None:
    """Sign the file, so that JupyterLab shows its saved players before any cell was run."""
    NotebookNotary().sign(nbformat.read(path, as_version=nbformat.NO_CONVERT))


def chosen(names: Iterable[str], folder: Path) -> list[Path]:
    """The notebooks whose names begin with one of `names`; all of them where none is given."""
    every = sorted(folder.glob("*.ipynb"))
    names = [Path(name).stem for name in names]
    for name in names:
        if not any(path.stem.startswith(name) for path in every):
            known = ", ".join(path.stem for path in every) or "none"
            raise SystemExit(f"no notebook is named {name}…; there are: {known}")
    return [path for path in every if not names or any(path.stem.startswith(name) for name in names)]


def main(arguments: list[str] | None = None, folder: Path = NOTEBOOKS) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.notebooks.execute", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="notebooks, by the beginning of their names (default: all)")
    parser.add_argument("--check", action="store_true", help="save nothing; exit 1 if a notebook would change")
    options = parser.parse_args(arguments)
    paths = chosen(options.names, folder)
    if not paths:
        print("there is no notebook to execute", file=sys.stderr)
        return 1
    stale = []
    for path in paths:
        before = path.read_text(encoding="utf-8")
        try:
            after = run(path)
        except CellExecutionError as error:
            print(f"{path.name}: a cell failed\n{error}", file=sys.stderr)
            return 1
        changed = after != before
        if changed and options.check:
            stale.append(path.name)
        elif changed:
            # Written beside and moved into place: an interrupted run leaves the old notebook whole.
            beside = path.with_suffix(".ipynb.new")
            beside.write_text(after, encoding="utf-8")
            os.replace(beside, path)
        print(f"{path.name}: {('would change' if options.check else 'saved') if changed else 'unchanged'}", flush=True)
        if not options.check:
            trust(path)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

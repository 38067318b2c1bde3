"""Which module may import which: the direction is down only, without circles, and importing the core stays cheap."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "crdtviz"
FILES = sorted(PACKAGE.rglob("*.py"))

# from the ground up; a module imports only from rows below its own, or from modules of its own room
ROWS = [
    {"clocks"},
    {"events"},
    {"trace"},
    {"family"},
    {"models", "records"},
    {"oracle"},
    {"laws", "run"},
    {"search", "check", "explain", "draw"},
    {"widgets"},
    {"__main__"},
]
# the helpers of a module that outgrew its file live beside it, and count as part of it
HELPERS = {
    "situations": "search",
    "essence": "search",
    "machines": "search",
    "delta_machine": "search",
    "shrink": "search",
}
HEAVY = ["matplotlib", "networkx", "numpy", "ipywidgets", "IPython", "traitlets", "tqdm", "PIL"]


def name_of(file):
    """A file's dotted name below the package: `models.or_set`, `records`, or `` for the package itself."""
    parts = list(file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file): file for file in FILES}


def imports_of(name, everywhere):
    """The modules of the package that a module imports, by their dotted names; `everywhere`: inside functions too."""
    file = MODULES[name]
    package = [part for part in name.split(".") if part]
    if file.name != "__init__.py":
        package = package[:-1]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            found |= {
                alias.name.removeprefix("crdtviz").lstrip(".")
                for alias in node.names
                if alias.name.startswith("crdtviz")
            }
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[: len(package) - node.level + 1]
            elif node.module and node.module.split(".")[0] == "crdtviz":
                base, node.module = [], ".".join(node.module.split(".")[1:])
            else:
                continue
            base = [*base, *(node.module.split(".") if node.module else [])]
            for alias in node.names:
                deeper = ".".join([*base, alias.name])
                found.add(deeper if deeper in MODULES else ".".join(base))
    return found


def room(name):
    top = name.split(".")[0]
    return HELPERS.get(top, top)


def row(name):
    return next(i for i, names in enumerate(ROWS) if room(name) in names)


@pytest.mark.parametrize("name", [name for name in MODULES if name])
def test_imports_run_down_only(name):
    for target in imports_of(name, everywhere=True):
        if target == "":
            assert name in ("__main__",), f"{name} imports the package itself"
        elif room(target) != room(name):
            assert row(target) < row(name), f"{name} imports {target}, which does not lie below it"


def test_there_are_no_circles():
    graph = {name: imports_of(name, everywhere=False) for name in MODULES if name}
    done, path = set(), []

    def visit(name):
        assert name not in path, f"a circle: {' → '.join([*path[path.index(name) :], name])}"
        if name not in done and name in graph:
            path.append(name)
            for target in sorted(graph[name]):
                # `from . import x` in a package's own files names the package, which is just then being imported
                if target and not name.startswith(target + "."):
                    visit(target)
            path.pop()
            done.add(name)

    for name in graph:
        visit(name)


def test_every_module_has_its_row():
    assert {room(name) for name in MODULES if name} <= set().union(*ROWS)
    assert set(HELPERS) <= {name.split(".")[0] for name in MODULES}


def test_importing_the_package_loads_no_picture_and_no_widget():
    code = f"import sys, crdtviz, crdtviz.check; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_command_line_imports_pictures_only_to_draw():
    code = "import sys, crdtviz.__main__ as m; m.main(['check', 'or_set', 'fixed'])"
    code += f"; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.endswith("\n[]\n") and done.stderr == ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_file_is_longer_than_300_lines(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 300


def test_public_names_are_documented_and_exist():
    import crdtviz

    assert set(crdtviz.__all__) <= set(dir(crdtviz))
    for name in ("run", "solve", "judge", "with_rule", "Family", "Trace", "Step", "ScheduleError", "RuleError"):
        assert getattr(crdtviz, name).__doc__

"""The set-up: versions pinned once, nothing imported that is not pinned, and a tidy top level."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
RUNTIME = PROJECT["dependencies"]
TEST = PROJECT["optional-dependencies"]["test"]
TOP_LEVEL = {
    "notebooks", "crdtviz", "tests", "binder", "environment.yml", "pyproject.toml", "Makefile",
    "README.md", "LICENSE", "CHANGELOG.md", ".ci",
}  # fmt: skip


def conda(path: str) -> tuple[list[str], list[str]]:
    """What an environment file asks of conda, and what of pip."""
    asked = yaml.safe_load((REPOSITORY / path).read_text())["dependencies"]
    (pip,) = [entry["pip"] for entry in asked if isinstance(entry, dict)]
    return [entry for entry in asked if isinstance(entry, str)], pip


def distribution(requirement: str) -> str:
    return re.split(r"[=<>!~ \[]", requirement)[0].lower().replace("_", "-")


def imported(folder: str) -> dict[str, Path]:
    """The top-level packages that a folder's files import, each with one file that does."""
    found = {}
    for path in sorted((REPOSITORY / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            else:
                continue
            found.update({name.split(".")[0]: path.relative_to(REPOSITORY) for name in names})
    return found


def make(*arguments: str) -> str:
    # Under `make test`, the outer make's flags and arguments would reach this one.
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k not in ("MFLAGS", "ARGS")}
    done = subprocess.run(["make", *arguments], cwd=REPOSITORY, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("requirement", RUNTIME + TEST)
def test_each_dependency_has_one_version(requirement):
    assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", requirement)
    name, version = requirement.split("==")
    assert importlib.metadata.version(name) == version, "another version is installed: run make again"


def test_conda_installs_the_same_versions():
    assert sorted(conda("environment.yml")[1]) == sorted(RUNTIME + TEST)


def test_binder_installs_the_same_versions():
    # A learner on Binder runs notebooks, not tests.
    assert sorted(conda("binder/environment.yml")[1]) == sorted(RUNTIME)


@pytest.mark.parametrize("path", ["environment.yml", "binder/environment.yml"])
def test_both_ask_for_python_3_12(path):
    assert conda(path)[0] == ["python=3.12", "pip"]


@pytest.mark.parametrize(("folder", "allowed"), [("crdtviz", RUNTIME), ("tests", RUNTIME + TEST)])
def test_every_import_is_a_direct_dependency(folder, allowed):
    known = {distribution(requirement) for requirement in allowed}
    providers = importlib.metadata.packages_distributions()
    missing = {
        name: str(path)
        for name, path in imported(folder).items()
        if name not in sys.stdlib_module_names | {"crdtviz", "tests"}
        and not known & {distribution(provider) for provider in providers.get(name, [])}
    }
    assert missing == {}, f"{folder} imports what pyproject.toml does not pin"


def test_the_top_level_holds_nothing_else():
    # What git ignores is not part of the project: environments, caches.
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.splitlines()
    assert files
    top = {Path(name).parts[0] for name in files}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL
    assert {"Makefile", "pyproject.toml", "environment.yml", "LICENSE", "README.md", ".ci"} <= top


def test_help_lists_every_target():
    listed = re.findall(r"^  make (\w+) +\S", make("help"), re.MULTILINE)
    assert listed == ["help", "lab", "test", "notebooks", "bench", "check", "clean"]
    assert make() == make("help")


@pytest.mark.parametrize(
    "arguments", [["ARGS=--no-browser --port=9"], ["--", "--no-browser", "--port=9"]], ids=" ".join
)
def test_arguments_reach_jupyterlab(arguments):
    (line,) = [line for line in make("-n", "lab", *arguments).splitlines() if "-m jupyterlab" in line]
    assert "/lab/tree/00_start_here.ipynb" in line
    assert line.split()[-2:] == ["--no-browser", "--port=9"] and line.count("--port") == 1


def test_jupyterlab_asks_and_announces_nothing():
    source = (REPOSITORY / "binder" / "overrides.json").read_text()
    notification = json.loads(source)["@jupyterlab/apputils-extension:notification"]
    assert notification == {"checkForUpdates": False, "fetchNews": "false"}
    installed = Path(sys.prefix, "share/jupyter/lab/settings/overrides.json")
    assert installed.exists() and installed.read_text() == source, "make puts it there; after conda, copy it"


@pytest.mark.parametrize("path", ["binder/postBuild", ".ci/run"])
def test_scripts_can_be_run(path):
    assert os.access(REPOSITORY / path, os.X_OK)
    subprocess.run(["bash", "-n", path], cwd=REPOSITORY, check=True)

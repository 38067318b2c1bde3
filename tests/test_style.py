"""The linter and the spelling, as tests: whoever runs `make test` needs no second command."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("command", [["ruff", "check", "--no-cache"], ["codespell_lib"]], ids=["ruff", "codespell"])
def test_style(command):
    done = subprocess.run([sys.executable, "-m", *command], cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

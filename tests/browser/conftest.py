"""A real JupyterLab in a real Chromium, both private to the tests: see lab.py for what a page can do."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.lab import Lab, LabPage
from tests.browser.players import SOURCES, TWIN, stage_notebook, step

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
REPOSITORY = Path(__file__).resolve().parents[2]
# A busy machine is slow, not wrong: five seconds, the default, would fail there.
expect.set_options(timeout=30_000)
# The browser speaks to nothing but the test's own server: no sandbox in a container, no calls home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, driven by Playwright, which never downloads one of its own."""
    if not CHROMIUM.exists():
        remedy = f"{CHROMIUM} is missing: apt install chromium, or name a browser in CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(f"the browser tests cannot run: {remedy}")
        pytest.skip(f"THE BROWSER TESTS DID NOT RUN: {remedy}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """One server for each worker, on a free port, over a copy of the notebooks."""
    with Lab(REPOSITORY, tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def context(chromium):
    """One browser profile for all tests: JupyterLab loads faster from a warm cache."""
    with chromium.new_context() as profile:
        yield profile


@pytest.fixture
def page(context, lab, request):
    """A fresh tab. Its kernels end with it; those of the stage, which other tests share, go on."""
    lab_page = LabPage(context, lab)
    yield lab_page
    report = getattr(request.node, "report", None)
    if report is not None and report.failed:
        lab_page.keep(request.node.name)
    lab_page.close()
    lab.shutdown_kernels(lab_page.opened)


@pytest.fixture(scope="session")
def players_page(context, lab):
    """One tab for all tests that only step players: opening JupyterLab costs more than all of them."""
    tab = LabPage(context, lab)
    name = lab.add("players.ipynb", nbformat.reads(stage_notebook(), as_version=4))
    for last_try in (False, False, True):
        # On a very busy machine JupyterLab now and then restores only some of the saved widgets; reloading helps.
        tab.open(name)
        try:
            expect(tab.notebook.locator(".crdtviz-player")).to_have_count(len(SOURCES), timeout=40_000)
            break
        except AssertionError:
            tab.keep("players_page")
            if last_try:
                raise
    yield tab
    tab.close()


@pytest.fixture
def stage(players_page, request):
    """The players, each at its start again, in the light theme and 1300 pixels wide."""
    players_page.look("light", 1300)
    for place in range(TWIN + 2):
        step(players_page.player(place), 0)
    players_page.errors.clear()
    yield players_page
    report = getattr(request.node, "report", None)
    if report is not None and report.failed:
        players_page.keep(request.node.name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.report = report
    return report

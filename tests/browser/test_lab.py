"""JupyterLab opens a notebook and runs it, and asks the learner nothing."""

import nbformat
import pytest
from playwright.sync_api import TimeoutError, expect


def tiny(*sources: str) -> nbformat.NotebookNode:
    cells = [nbformat.v4.new_markdown_cell("# Tiny"), *map(nbformat.v4.new_code_cell, sources)]
    metadata = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


@pytest.mark.parametrize(("theme", "width"), [("light", 1300), ("dark", 700)])
def test_a_notebook_opens_and_runs_with_no_question(page, lab, theme, width):
    page.open(lab.add("tiny.ipynb", tiny("6 * 7", "import ipywidgets\nipywidgets.IntSlider(3)")), theme, width)
    page.wait_idle()
    assert page.dialogs().count() == 0
    page.run_all()
    expect(page.output(1)).to_have_text("42")
    expect(page.output(2).locator(".widget-slider")).to_be_visible()
    assert page.dialogs().count() == 0
    assert page.errors == []


def test_a_run_before_the_kernel_is_there_asks_for_no_kernel(page, lab):
    # By default JupyterLab would ask which kernel to start; `autoStartDefaultKernel` in overrides.json answers.
    for last_try in (False, False, True):
        page.open(lab.add("tiny.ipynb", tiny("6 * 7")), wait=False)
        shown = "() => window.jupyterapp?.shell?.currentWidget?.content?.widgets?.length > 0"
        page.raw.wait_for_function(shown, timeout=120_000)
        page.command("notebook:run-all-cells", wait=False)
        try:
            # on a very busy machine a kernel asked for so early may never connect; what counts is that nobody is asked
            page.wait_idle(40_000)
            break
        except TimeoutError:
            assert page.dialogs().count() == 0
            if last_try:
                raise
    assert page.dialogs().count() == 0


def test_a_restart_brings_a_fresh_kernel(page, lab):
    page.open(lab.add("tiny.ipynb", tiny("kept = globals().get('kept', 0) + 1\nkept")))
    page.run_all()
    page.run_cell(1)
    expect(page.output(1)).to_have_text("2")
    page.restart()
    page.run_all()
    expect(page.output(1)).to_have_text("1")


def test_a_cell_that_raises_fails_the_run(page, lab):
    page.open(lab.add("tiny.ipynb", tiny("1 / 0")))
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        page.run_all()

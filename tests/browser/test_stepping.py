"""Stepping in a real browser: by strip, slider, keyboard and jumps, with no kernel, a busy one, and one not started."""

import re

import nbformat
from playwright.sync_api import expect

from tests.browser.players import FAMILIES, GALLERY, TWIN, expect_position, last, stage_notebook, step, strip
from tests.notebooks.execute import WIDGET_STATE


def test_every_family_steps_to_the_end_and_back_before_any_cell_was_run(stage):
    for place in range(len(FAMILIES)):
        player = stage.player(place)
        expect_position(player, 0)
        for k in [*range(1, last(player) + 1), *range(last(player) - 1, -1, -1)]:
            step(player, k)
    assert stage.errors == []


def test_only_what_has_happened_is_drawn(stage):
    player = stage.player(0)
    step(player, 2)
    drawn = player.locator(".pic").first.evaluate(
        """picture => [...picture.querySelectorAll('.at:not(.n)')]
          .map(part => [+/\\bf(\\d+)/.exec(part.className.baseVal)[1], getComputedStyle(part).visibility])"""
    )
    assert {(k, seen) for k, seen in drawn} == {(1, "visible"), (2, "visible"), (3, "hidden"), (4, "hidden")}


def test_the_keyboard_alone_moves_it(stage):
    player = stage.player(1)
    strip(player).locator("button").nth(3).focus()
    stage.raw.keyboard.press("Enter")
    expect_position(player, 3)
    player.locator(".noUi-handle").focus()
    stage.raw.keyboard.press("ArrowRight")
    expect_position(player, 4)
    stage.raw.keyboard.press("ArrowLeft")
    stage.raw.keyboard.press("ArrowLeft")
    expect_position(player, 2)


def test_focus_can_be_seen(stage):
    player = stage.player(0)
    strip(player).locator("button").nth(1).focus()
    # by keyboard: from here on the browser shows where the focus is
    stage.raw.keyboard.press("Shift+Tab")
    stage.raw.keyboard.press("Tab")
    for control in (".crd-strip button >> nth=1", ".crd-play", ".noUi-handle", "summary >> nth=0", ".pic >> nth=0"):
        part = player.locator(control)
        part.focus()
        # JupyterLab draws a thin line of its own, or none, which is hard to see on a projector
        assert part.evaluate("part => getComputedStyle(part).outline").endswith("solid 3px"), control


def test_the_jumps_lead_to_each_cause_and_symptom(stage):
    player = stage.player(FAMILIES.index("causal_context"))
    jumps = player.locator(".crd-jump button").filter(visible=True)
    for words in ("cause (attempt)", "symptom (attempt)", "cause (broken)", "symptom (broken)"):
        jump = jumps.filter(has_text=words)
        jump.click()
        expect_position(player, int(re.search(r"step (\d+)", jump.inner_text())[1]))
    assert jumps.count() == 4


def test_play_runs_to_the_end(stage):
    player = stage.player(0)
    player.locator(".crd-play").click()
    expect(strip(player).locator(".mod-active")).to_contain_text("4 ", timeout=30_000)
    expect_position(player, 4)
    expect(player.locator(".crd-play")).not_to_have_class(re.compile("mod-active"))


def test_two_players_of_one_story_never_touch_each_other(stage):
    one, other = stage.player(1), stage.player(TWIN)
    step(one, 3)
    expect_position(other, 0)
    step(other, 5)
    expect_position(one, 3)


def test_it_steps_while_the_kernel_is_busy(stage):
    stage.wait_idle()
    stage.raw.evaluate(
        """() => { window.busy = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          window.busy.requestExecute({code: 'import time; time.sleep(60)'}); }"""
    )
    indicator = stage.raw.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook-ExecutionIndicator")
    expect(indicator).to_have_attribute("data-status", "busy")
    for place in range(len(FAMILIES)):
        for k in (1, last(stage.player(place)), 0):
            step(stage.player(place), k)
    expect(indicator).to_have_attribute("data-status", "busy")
    stage.raw.evaluate("() => window.busy.interrupt()")
    stage.wait_idle()


def test_choosing_another_schedule_rebuilds_the_player(stage):
    stage.run_cell(1)
    stage.run_cell(GALLERY + 2)
    stage.cell(GALLERY + 2).locator("select").select_option("two")
    player = stage.cell(GALLERY + 2).locator(".crdtviz-player")
    expect(strip(player).locator("button")).to_have_count(3)
    step(player, 2)


def test_an_untrusted_copy_shows_the_picture_and_holds_the_words(page, lab):
    lab.add("plain.ipynb", nbformat.reads(stage_notebook(), as_version=4), trusted=False)
    name = lab.untrusted("plain.ipynb")
    page.open(name)
    picture = page.output(2 + FAMILIES.index("or_set")).locator("img")
    expect(picture).to_be_visible(timeout=60_000)
    expect(page.notebook.locator(".crdtviz-player")).to_have_count(0)
    assert picture.evaluate("image => image.naturalWidth") > 200
    saved = nbformat.read(lab.root / name, as_version=4)
    words = saved.cells[2 + FAMILIES.index("or_set")].outputs[0].data["text/plain"]
    assert "Observed-remove set, broken" in words and "✗ a shows nothing, should show bread" in words
    assert WIDGET_STATE in saved.metadata.widgets

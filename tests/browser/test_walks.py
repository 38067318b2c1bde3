"""Each notebook as a learner goes through it, in a real JupyterLab."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import expect_position, last, step

FAMILIES = {
    "01_lww_element_set": 'return (("adds", source, destination), ("removes", source, destination))',
    "02_or_set": "return (replica, counter)",
    "03_mv_register": None,
    "04_causal_context": "return counter == (known or 0) + 1",
    "05_tombstone_gc": "return live",
}
FIXED_REGISTER = """context = {}
    for sibling in siblings:
        for replica, counter in sibling.vector.items():
            context[replica] = max(context.get(replica, 0), counter)
    return context"""


def players(page):
    return page.notebook.locator(".crdtviz-player")


def ready(page, count=1):
    """Until the saved players are on screen; none of this needs a kernel."""
    expect(players(page).nth(count - 1)).to_be_visible(timeout=60_000)


def no_stack_trace(page):
    errors = page.notebook.locator("[data-mime-type='application/vnd.jupyter.stderr']")
    assert errors.all_inner_texts() == []
    assert page.dialogs().count() == 0


def workshop_cell(page):
    return page.notebook.locator(".jp-CodeCell", has_text="Workshop(").last


def write(page, cell, text):
    """Replaces the source of a cell, as a learner does: select all, type."""
    cell.locator(".cm-content").click()
    page.raw.keyboard.press("Control+a")
    page.raw.keyboard.insert_text(text)
    page.raw.keyboard.press("Shift+Enter")
    page.wait_idle()


def with_rule(source, rule):
    """The workshop cell's source with another rule."""
    return re.sub(r"(:\n).*?(\n\n\n?Workshop)", lambda m: m.group(1) + "    " + rule + m.group(2), source, flags=re.S)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_learner_walks_through_a_family(page, lab, name):
    page.open(name)
    ready(page)
    predictions = page.notebook.locator(".crd-predict")
    assert predictions.count() >= 2
    for place in range(predictions.count()):
        prediction = predictions.nth(place)
        expect(prediction.get_by_text("Choose an answer")).to_be_visible()
        answers = prediction.locator("button")
        seen = []
        for number in range(1, answers.count()):
            answers.nth(number).click()
            expect(prediction.get_by_text(re.compile("✓ Yes|✗ Not quite")).first).to_be_visible()
            seen.append("✓ Yes" in prediction.inner_text())
        assert seen.count(True) == 1, "exactly one answer is right"
        answers.nth(0).click()
        expect(prediction.get_by_text("Choose an answer")).to_be_visible()
    for place in range(players(page).count()):
        player = players(page).nth(place)
        step(player, last(player))
        step(player, 0)
    page.run_all()
    no_stack_trace(page)
    cell = workshop_cell(page)
    expect(cell.get_by_text("The first that fails").first).to_be_visible()
    # the lines as they are in the file, not as the editor folds them
    source = next(c.source for c in reversed(lab.read(name).cells) if "Workshop(" in c.source and c.cell_type == "code")
    write(page, cell, with_rule(source, FAMILIES[name] or FIXED_REGISTER))
    expect(cell.get_by_text(re.compile("nothing found up to")).first).to_be_visible()
    write(page, cell, with_rule(source, "return undefined_name"))
    expect(cell.get_by_text(re.compile("NameError")).first).to_be_visible()
    no_stack_trace(page)


def test_a_newcomer_starts_here(page):
    page.open("00_start_here")
    ready(page)
    step(page.player(0), 4)
    page.run_all()
    no_stack_trace(page)
    step(page.player(0), 4)
    assert page.notebook.locator("a[href*='01_lww_element_set']").count() == 1


def test_an_engineer_builds_and_pastes_in_the_playground(page):
    page.open("06_playground")
    page.run_all()
    no_stack_trace(page)
    ground = page.notebook.locator(".crd-playground")
    text, said = ground.locator("textarea").first, ground.locator("[role=status]")
    expect(said).to_contain_text("At the end wrong")
    step(page.player(0), 4)

    ground.get_by_role("button", name="Add event").click()
    expect(text).to_have_value(re.compile(r"(?:.+\n){4}.+"))
    expect(said).to_contain_text("5 events")

    text.fill("add a milk 1\nmerge a <b>")
    text.blur()
    expect(said).to_contain_text("event 2")
    expect(said).to_contain_text("unknown replica")
    expect(text).to_have_value("add a milk 1\nmerge a <b>")

    ground.get_by_role("button", name="Undo").click()
    expect(said).to_contain_text("5 events")
    text.fill("add a x 1\nadd b y 1\nadd a milk 1\nmerge a b\nrem b milk 2\nmerge b a")
    text.blur()
    expect(said).to_contain_text("6 events")
    ground.get_by_role("button", name="Shrink").click()
    expect(said).to_contain_text("shrunk to 3")
    expect_position(page.player(0), 0)

    ground.locator("select").first.select_option("Causal context of a delta set")
    expect(said).to_contain_text("broken, attempt")
    ground.get_by_role("button", name="Save").click()
    expect(ground.locator("a[download]")).to_have_count(3)
    no_stack_trace(page)

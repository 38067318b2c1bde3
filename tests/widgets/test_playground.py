"""The playground: bad text is answered beside the field, what was typed stays, and nothing is lost."""

import json

import pytest

from crdtviz import FAMILIES, run
from crdtviz.widgets import Playground


@pytest.fixture
def ground():
    return Playground()


def press(ground, label):
    for row in ground.children:
        for child in getattr(row, "children", ()):
            if getattr(child, "description", "") == label and hasattr(child, "click"):
                child.click()
                return
    raise AssertionError(f"no button {label}")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_opens_on_a_schedule_that_a_version_gets_wrong(family):
    ground = Playground(family)
    assert ground.player.story.family == family
    assert "At the end wrong" in ground.message.value


def test_bad_text_is_answered_with_its_line_and_stays(ground):
    before = ground.player
    ground.text.value = "add a milk 1\nmerge a <b>"
    assert "event 2" in ground.message.value and "unknown replica" in ground.message.value
    assert "&lt;b&gt;" in ground.message.value
    assert ground.text.value == "add a milk 1\nmerge a <b>"
    assert ground.player is before


@pytest.mark.parametrize("text", ["[", "add", "add a", '"', "add a milk -1", "[1]", "{}", "add a milk 1 2 3", "\x00"])
def test_nothing_typed_raises(ground, text):
    ground.text.value = text
    assert "✗" in ground.message.value
    for label in ("Add event", "Shrink", "As text", "As JSON", "Save", "Undo", "Redo", "Fork"):
        press(ground, label)


@pytest.mark.parametrize("names", ["", "a a", "x"])
def test_bad_replicas_are_answered(ground, names):
    ground.replicas.value = names
    assert "✗" in ground.message.value


def test_names_with_spaces_can_be_given_in_quotes(ground):
    ground.replicas.value = '"my phone", tablet'
    ground.text.value = "add 'my phone' milk 1\nmerge \"my phone\" tablet"
    assert "✗" not in ground.message.value and ground.player.story.replicas == ("my phone", "tablet")


def test_each_family_keeps_its_own_replicas(ground):
    ground.replicas.value, ground.text.value = "phone tablet", "add phone milk 1"
    ground.family.value = "or_set"
    assert ground.replicas.value == "a b" and ground.player.story.family == "or_set"
    ground.family.value = "lww_element_set"
    assert ground.replicas.value == "phone tablet" and "✗" not in ground.message.value


@pytest.mark.parametrize(
    ("family", "names", "text"),
    [
        ("lww_element_set", "a b", f"add a x {2**63 - 1}"),
        ("tombstone_gc", "observer b", "add b x"),
    ],
)
def test_only_events_that_can_happen_are_on_offer(family, names, text):
    ground = Playground(family)
    ground.replicas.value, ground.text.value = names, text
    for _, event in ground.event.options:
        run(family, "fixed", [*ground.schedule(), event], ground.names)


def test_shrink_keeps_to_what_the_message_said():
    ground = Playground("causal_context")
    ground.text.value = "merge b a\nadd b x\nadd b y\ndelta b a 2\nmerge a b\nadd a y\nrem b x"
    assert "At the end wrong: attempt. A law is broken on the way: broken (step 4)." in ground.message.value
    press(ground, "Shrink")
    assert "attempt still breaks" in ground.message.value


def test_an_enabled_event_is_appended(ground):
    press(ground, "Add event")
    assert len(ground.text.value.splitlines()) == 5
    assert len(ground.player.story.traces[0]) == 5


@pytest.mark.parametrize("family", FAMILIES)
def test_every_event_on_offer_can_happen(family):
    ground = Playground(family)
    for _, event in ground.event.options:
        run(family, "fixed", [*ground.schedule(), event], ground.names)


def test_undo_and_redo(ground):
    first = ground.text.value
    ground.text.value = "add a x 1"
    press(ground, "Undo")
    assert ground.text.value == first
    press(ground, "Redo")
    assert ground.text.value == "add a x 1"


def test_a_fork_keeps_the_other_draft(ground):
    first = ground.text.value
    press(ground, "Fork")
    ground.text.value = "add a x 1"
    ground.branch.value = 0
    assert ground.text.value == first
    ground.branch.value = 1
    assert ground.text.value == "add a x 1"


def test_each_family_keeps_its_own_drafts(ground):
    ground.text.value = "add a x 1"
    ground.family.value = "or_set"
    ground.family.value = "lww_element_set"
    assert ground.text.value == "add a x 1"


def test_shrink_reduces_a_failing_schedule(ground):
    ground.text.value = "add b bread 1\nadd a milk 1\nmerge a b\nrem b milk 2\nmerge b a\nmerge a b"
    press(ground, "Shrink")
    assert len(ground.text.value.splitlines()) == 3
    assert "6 events shrunk to 3" in ground.message.value


def test_shrink_says_so_when_nothing_fails(ground):
    ground.text.value = "add a milk 1"
    press(ground, "Shrink")
    assert "nothing to shrink" in ground.message.value


def test_copies_read_back(ground):
    press(ground, "As JSON")
    assert [tuple(event) for event in json.loads(ground.output.value)] == ground.schedule()
    press(ground, "As text")
    assert ground.output.value == ground.text.value


def test_save_links_to_picture_and_page(ground):
    press(ground, "Save")
    assert ground.links.value.count("download=") == 3

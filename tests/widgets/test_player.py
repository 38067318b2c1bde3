"""The player as a plain object: its controls are tied to one slider, and its fallbacks say the whole trace."""

import pytest

from crdtviz import RuleError, ScheduleError, with_rule
from crdtviz.models import find_version
from crdtviz.widgets import Gallery, Player

SHOPPING = "add a milk 1\nmerge a b\nrem b milk 2\nmerge b a"


@pytest.fixture
def player():
    return Player("lww_element_set", SHOPPING, ["a", "b"])


def children(widget):
    for child in getattr(widget, "children", ()):
        yield child
        yield from children(child)


def of_kind(widget, name):
    return [child for child in children(widget) if type(child).__name__ == name]


def test_the_page_is_stepped_by_the_option_that_the_strip_has_chosen(player):
    page = of_kind(player, "HTML")[-1].value
    since = f".crd.{player._dom_classes[-1]}:has(.crd-strip button:nth-of-type(n+%d).mod-active)"
    for position in player.story.positions:
        assert page.count(f"{since % (position + 1)} .f{position}{{visibility:visible}}") == 1
    assert page.count(f"{since % 4} .t2{{visibility:hidden}}") == 1


def test_the_strip_names_every_step_and_marks_the_first_difference(player):
    strip = of_kind(player, "ToggleButtons")[0]
    assert list(strip._options_labels) == [
        "0 start",
        "1 add a milk 1",
        "2 merge a b",
        "3 rem b milk 2",
        "4 merge b a ◆",
    ]


def test_the_jumps_name_cause_and_symptom(player):
    jump = of_kind(player, "ToggleButtons")[1]
    assert jump._options_labels[4] == "◆ Go to step 4: cause and symptom (broken, attempt)"


def test_a_single_version_has_no_difference_to_jump_to():
    alone = Player("lww_element_set", SHOPPING, ["a", "b"], ["broken"])
    assert len(of_kind(alone, "ToggleButtons")) == 1


def test_the_controls_are_tied_in_the_browser_and_not_in_the_kernel(monkeypatch):
    links = set()
    monkeypatch.setattr("ipywidgets.jslink", lambda _, to: links.add(("value", type(to[0]).__name__, to[1])))
    player = Player("lww_element_set", SHOPPING, ["a", "b"])
    assert links == {("value", "Play", "value"), ("value", "ToggleButtons", "index"), ("value", "Play", "playing")}
    player.slider.value = 3
    assert [buttons.index for buttons in of_kind(player, "ToggleButtons")] == [0, 0]


def test_it_can_open_at_any_step_and_past_the_end_means_the_end():
    assert Player("lww_element_set", SHOPPING, ["a", "b"], at=2).slider.value == 2
    assert Player("lww_element_set", SHOPPING, ["a", "b"], at=99).slider.value == 4


def test_an_empty_schedule_has_one_position():
    assert Player("lww_element_set", [], ["a"]).slider.max == 0


def test_two_players_never_share_a_scope(player):
    other = Player("lww_element_set", SHOPPING, ["a", "b"])
    mine, theirs = (set(p._dom_classes) - {"crd", "crdtviz-player", "needs-no-kernel"} for p in (player, other))
    assert mine and theirs and not mine & theirs


def test_the_fallbacks_are_the_words_and_the_picture(player):
    bundle = player._repr_mimebundle_()
    assert bundle["text/plain"] == player.story.words()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_saved_page_stands_alone(player, tmp_path):
    player.save_html(tmp_path / "player.html")
    page = (tmp_path / "player.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>") and "4 merge b a" in page


def test_bad_input_is_a_schedule_error():
    with pytest.raises(ScheduleError, match="event 1: unknown replica"):
        Player("lww_element_set", "add c milk 1", ["a", "b"])


def test_a_rule_that_fails_is_a_rule_error():
    failing = with_rule(find_version("lww_element_set", "fixed"), lambda source, destination: 1 / 0)
    with pytest.raises(RuleError, match="ZeroDivisionError"):
        Player("lww_element_set", SHOPPING, ["a", "b"], [failing])


def test_a_gallery_builds_a_new_player_for_the_schedule_chosen():
    gallery = Gallery("lww_element_set", {"one": (SHOPPING, ["a", "b"]), "two": ("add c x 1", ["c"])})
    gallery.menu.value = "two"
    assert gallery.player.story.replicas == ("c",)
    assert gallery.children == (gallery.menu, gallery.player)


def test_a_gallery_answers_a_bad_schedule_in_words():
    gallery = Gallery("lww_element_set", {"good": (SHOPPING, ["a", "b"]), "bad": ("add <b> x 1", ["a"])})
    gallery.menu.value = "bad"
    assert "unknown replica" in gallery.children[1].value and "&lt;b&gt;" in gallery.children[1].value

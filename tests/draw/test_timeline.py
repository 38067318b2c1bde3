"""Timelines: what is drawn, where, and that no words ever meet."""

import pytest
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.text import Text

from crdtviz import FAMILIES, run
from crdtviz.draw import draw_timeline, timelines
from crdtviz.draw.canvas import paper, sheet
from crdtviz.draw.gids import read
from crdtviz.draw.style import HUES
from crdtviz.draw.timeline_plan import plan
from tests.draw.samples import (
    HOSTILE,
    LOST,
    OUTSIDE,
    REBORN,
    SCHEDULED,
    at_random,
    fixtures,
    flaws,
    incidents,
    versions,
)

FIVE = ("n1", "n2", "n3", "n4", "n5")
SIZES = [
    ("smallest", ("a", "b"), 3, ("x",)),
    ("hostile", tuple(HOSTILE[:5]), 12, HOSTILE),
    ("common", ("a", "b", "c"), 14, ("milk", "eggs", "a long element")),
    ("largest", FIVE, 40, HOSTILE),
    ("more", FIVE[:3], 57, ("x", "y", "z")),
]


def words(figure: Figure, panel: int = 0, gid: str | None = "any") -> list[str]:
    """The texts of one panel in the order of their drawing, those with a gid only, or all."""
    return [t.get_text() for t in figure.axes[panel].findobj(Text) if t.get_text() and gid in ("any", t.get_gid())]


def paths(figure: Figure, panel: int, gid: str | None) -> list[PathPatch]:
    return [p for p in figure.axes[panel].patches if p.get_gid() == gid]


@pytest.mark.parametrize("family", SCHEDULED)
def test_no_words_meet_in_the_fixtures(family):
    for case, schedule, replicas in fixtures(family):
        figure = timelines(versions(family, schedule, replicas), marks=[(1, len(schedule))] * 3)
        assert flaws(figure) == [], case


def test_no_words_meet_in_the_incidents():
    for family, schedule, replicas in incidents():
        assert flaws(timelines(versions(family, schedule, replicas), marks=[(2, 2)] * 3)) == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("size", "replicas", "length", "names"), SIZES, ids=[size[0] for size in SIZES])
def test_no_words_meet_at_any_size(family, size, replicas, length, names):
    schedule = at_random(family, length, replicas, names, length)
    # the largest pictures one version at a time: what could meet is in one panel
    traces = [run(family, "attempt", schedule, replicas)] if length > 20 else versions(family, schedule, replicas)
    assert flaws(timelines(traces, around=50, marks=[(2, 3)] * 3)) == []


def test_panels_are_stacked_in_order_under_their_versions_names():
    figure = timelines(versions("lww_element_set", [("add", "a", "x", 1)], "ab"))
    tops = [axes.get_position().y1 for axes in figure.axes]
    assert tops == sorted(tops, reverse=True) and len({axes.get_position().x0 for axes in figure.axes}) == 1
    assert [words(figure, panel)[0] for panel in range(3)] == ["broken", "attempt", "fixed"]


def test_steps_are_equal_and_lanes_in_the_same_order_in_every_panel():
    figure = timelines(versions("or_set", [("add", "a", "x"), ("merge", "a", "b"), ("rem", "b", "x")], "ab"))
    for panel in range(3):
        numbers = {t.get_text(): t.get_position()[0] for t in figure.axes[panel].texts}
        assert numbers["2"] - numbers["1"] == pytest.approx(numbers["3"] - numbers["2"])
        heights = {t.get_text(): t.get_position()[1] for t in figure.axes[panel].texts if t.get_gid() is None}
        assert heights["a"] < heights["b"]


def test_every_event_has_its_step_and_its_band():
    schedule = at_random("or_set", 9, ("a", "b", "c"), ("x", "y"), 5)
    figure = timelines(versions("or_set", schedule, "abc"))
    for panel in range(3):
        seen = [read(artist.get_gid()) for artist in figure.axes[panel].get_children()]
        for kind in "sn":
            assert {s.first for s in seen if s and s.kind == kind} == set(range(1, 10))


def test_artists_of_one_step_stand_together():
    """Only neighbours share a group in the SVG: steps that alternate would cost a tag for each artist."""
    figure = timelines(versions("or_set", at_random("or_set", 9, ("a", "b"), ("x", "y"), 5), "ab"))
    steps = [gid for axes in figure.axes for a in axes.get_children() if (gid := a.get_gid()) and gid[0] == "s"]
    changes = sum(a != b for a, b in zip(steps, steps[1:]))
    assert changes == 3 * 9 - 1


def test_arrows_never_run_backwards_and_end_at_the_receiver():
    schedule = at_random("or_set", 20, ("a", "b", "c"), ("x", "y"), 2)
    traces = versions("or_set", schedule, "abc")
    made, figure = plan(traces), timelines(traces)
    for number, event in enumerate(schedule, 1):
        if event[0] == "merge":
            shaft = paths(figure, 0, f"s{number}")[0].get_path().vertices
            tail, tip = shaft[:14], shaft[-4:]  # the tail is a disc, the head a triangle
            assert tail[:, 0].max() < tip[:, 0].max() <= made.x(number)
            assert abs(tail[:, 1].mean() - made.rows[event[1]].line) < 3
            assert min(abs(tip[:, 1] - made.rows[event[2]].line)) < 4


def test_shapes_say_the_kind():
    schedule = [("add", "a", "x"), ("sync", "a", "b"), ("rem", "a", "x"), ("purge", "a"), ("ack", "b", "a")]
    figure = timelines(versions("tombstone_gc", schedule, "ab"))
    corners = {number: len(paths(figure, 0, f"s{number}")) for number in range(1, 6)}
    assert corners[1] == 2  # a marker and a chip: no arrow
    marks = {k: [p for p in paths(figure, 0, f"s{k}") if tuple(p.get_facecolor()[:3]) in hues()] for k in range(1, 6)}
    assert [len(marks[k][0].get_path().vertices) for k in range(1, 6)] == [14, 5, 14, 4, 5]  # ● ■ ● ▲ ■


def hues():
    return {tuple(int(h.fill.light[i : i + 2], 16) / 255 for i in (1, 3, 5)) for h in HUES}


def test_chips_stand_only_where_something_changes():
    figure = timelines(
        versions("lww_element_set", [("add", "a", "x", 5), ("add", "a", "x", 2), ("merge", "a", "b")], "ab")
    )
    assert words(figure, 0, "s1") == ["add", "x @5", "Δ x", "✓ right"]
    assert words(figure, 0, "s2") == ["add", "x @2"]
    assert words(figure, 0, "s3") == ["merge", "from a", "Δ x", "✓ right"]


def test_what_is_new_is_bold_with_a_sign_and_what_went_says_so():
    schedule = [("add", "a", "x"), ("add", "a", "y"), ("rem", "a", "x"), ("rem", "a", "y")]
    figure = timelines([run("or_set", "fixed", schedule, ["a", "b"])])
    assert words(figure, 0, "s2") == ["add y", "x", "Δ y", "✓ right"]
    assert words(figure, 0, "s3") == ["rem x", "y", "Δ −x", "✓ right"]
    assert words(figure, 0, "s4") == ["rem y", "nothing", "Δ −y", "✓ right"]
    bold = [t.get_text() for t in figure.axes[0].texts if t.get_gid() and t.get_fontweight() == "bold"]
    assert bold == ["Δ x", "Δ y"]


def test_a_stored_change_that_does_not_show_gets_a_small_mark():
    figure = timelines(versions("lww_element_set", [("add", "a", "x", 1), ("add", "a", "x", 2)], "ab"))
    assert words(figure, 0, "s2") == ["add x @2", "Δ stored", "✓ right"]


def test_a_merge_that_brings_too_little_is_wrong_though_nothing_changed():
    schedule = [("add", "a", "x", 1), ("merge", "a", "b"), ("rem", "b", "x", 2), ("merge", "b", "a")]
    figure = timelines(versions("lww_element_set", schedule, "ab"))
    assert words(figure, 0, "s4") == ["merge", "from b", "x", "✗ wrong"]
    assert words(figure, 2, "s4") == ["merge", "from b", "nothing", "Δ −x", "✓ right"]


def test_a_wrong_chip_has_another_border_too():
    schedule = [("add", "a", "x", 1), ("merge", "a", "b"), ("rem", "b", "x", 2), ("merge", "b", "a")]
    figure = timelines(versions("lww_element_set", schedule, "ab"))
    widths = {k: max(p.get_linewidth() for p in paths(figure, 0, f"s{k}") if len(p.get_path()) == 18) for k in (1, 4)}
    assert widths[4] > widths[1]


def test_a_change_of_the_sender_stands_in_the_senders_lane():
    schedule = [("add", "a", "x", 1), ("rem", "b", "x", 2), ("merge", "a", "b")]
    traces = versions("lww_element_set", schedule, "ab")
    made = plan(traces)
    assert (3, "a") in made.chips[1] and (3, "a") not in made.chips[0]


def test_a_lost_delta_is_drawn_to_its_cross():
    figure = timelines(versions("causal_context", LOST, "ab"))
    assert words(figure, 0, "s1")[:2] == ["add (δ1) x", "δ1 lost"]
    assert not any("lost" in word for word in words(figure, 0, "s2"))
    dashed = [p for p in paths(figure, 0, "s1") if p.get_linestyle() not in ("solid", "-")]
    assert len(dashed) == 1
    assert "- - × delta never sent" in " ".join(words(figure, 2))


def test_where_no_delta_is_ever_sent_none_is_lost():
    figure = timelines(versions("causal_context", [("add", "a", "x"), ("merge", "a", "b")], "ab"))
    assert not any("lost" in word or "δ" in word for word in words(figure))


def test_members_that_keep_silent_depart_or_stand_outside():
    figure = timelines(versions("tombstone_gc", OUTSIDE, "abc"))
    said = words(figure)
    assert said.count("silent") == 1 and "departed" in said and "outside the membership" in said
    outside = next(t for t in figure.axes[0].texts if t.get_text() == "o")
    assert all(t.get_position()[1] < outside.get_position()[1] for t in figure.axes[0].texts if t.get_text() in "abc")
    hatched = [p for p in paths(figure, 0, None) if p.get_linewidth() == 8]
    assert len(hatched) == 1


def test_the_word_below_a_silent_member_stands_clear_of_the_next_lane():
    schedule = [("add", "a", "x"), ("observe", "o", "a"), ("rem", "a", "x"), ("purge", "a")]
    figure = timelines([run("tombstone_gc", "fixed", schedule, ["a", "b"])])
    y = {text.get_text(): text.get_position()[1] for text in figure.axes[0].texts}
    dotted = [p for p in paths(figure, 0, None) if p.get_linestyle() != "solid" and p.get_linewidth() == 1]
    divider = dotted[0].get_path().vertices[0][1]
    assert y["silent"] + 3 < divider < y["outside the membership"]


def test_a_purge_says_what_it_did_in_each_version():
    figure = timelines(versions("tombstone_gc", REBORN, "ab"))
    assert words(figure, 0, "s4") == ["purge", "takes x", "nothing", "✗ too early"]
    assert words(figure, 2, "s4") == ["purge", "keeps x"]
    assert "✗ wrong" in words(figure, 0, "s5")


def test_a_purge_that_leaves_what_it_should_take_is_overdue():
    figure = timelines(versions("tombstone_gc", OUTSIDE, "abc"))
    assert words(figure, 1, "s9")[-1] == "✗ overdue"
    assert words(figure, 2, "s9") == ["purge", "takes x", "Δ stored", "✓ right"]


def test_marks_of_cause_and_symptom():
    traces = versions("or_set", [("add", "a", "x"), ("add", "b", "x"), ("merge", "a", "b")], "ab")
    figure = timelines(traces, marks=[(1, 3)] * 3)
    assert words(figure, 0, "s1")[0] == "◆ cause" and words(figure, 0, "s3")[0] == "◆ symptom"
    both = timelines(traces, marks=[(2, 2)] * 3)
    assert words(both, 0, "s2")[:2] == ["◆ cause", "◆ symptom"] and flaws(both) == []
    assert not any("◆" in word for word in words(timelines(traces), 2))


def test_a_merge_with_itself_has_no_arrow():
    figure = timelines(versions("or_set", [("add", "a", "x"), ("merge", "a", "a")], "ab"))
    assert words(figure, 0, "s2") == ["merge", "from itself"] and len(paths(figure, 0, "s2")) == 1


def test_what_is_not_shown_is_said():
    schedule = at_random("or_set", 45, ("a", "b"), ("x", "y"), 1)
    figure = timelines([run("or_set", "fixed", schedule, ["a", "b"])], around=44)
    said = words(figure)
    assert "Events 6 to 45 of 45; 5 before are not shown." in said and "after 5" in said and "5" not in said


def test_an_empty_schedule_is_a_picture_of_empty_lanes():
    figure = timelines(versions("mv_register", [], "ab"))
    assert flaws(figure) == [] and words(figure)[:3] == ["broken", "a", "b"]


def test_many_names_are_cut_with_their_number():
    schedule = [("add", "a", f"element {n}") for n in range(12)] + [("merge", "a", "b")]
    figure = timelines([run("or_set", "fixed", schedule, ["a", "b"])])
    assert "+8 more" in words(figure, 0, "s13") and flaws(figure) == []


def test_draws_on_axes_that_it_is_given_and_returns_them():
    trace = run("or_set", "fixed", [("add", "a", "x")], ["a", "b"])
    axes = paper(sheet(400, 300), 0, 300)
    assert draw_timeline(axes, trace) is axes and axes.texts

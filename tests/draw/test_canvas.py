"""The canvas: pixels from the upper left corner, and artists that nothing clips."""

import pytest
from matplotlib.figure import Figure

from crdtviz.draw.canvas import Canvas, badge, paper, sheet, stacked
from crdtviz.draw.style import HUES


def test_a_unit_is_a_pixel_from_the_upper_left_corner():
    figure = sheet(300, 200)
    axes = paper(figure, 50, 100)
    Canvas(axes).text(10, 30, "here")
    x, y = axes.transData.transform(axes.texts[0].get_position())
    assert (x, y) == pytest.approx((10, 200 - 50 - 30))


def test_it_draws_on_any_axes():
    axes = Figure(figsize=(2, 2)).add_subplot()
    pen = Canvas(axes)
    pen.line([(0, 0), (5, 5)], "s1")
    assert axes.patches[0].get_gid() == "s1" and axes.patches[0].get_clip_path() is None and not axes.axison


def test_panels_stand_one_below_the_other_with_notes_below_all():
    seen = []
    figure = stacked(200, 50, [seen.append, seen.append], ["one note", "another"])
    assert seen == figure.axes and tuple(figure.get_size_inches() * 72) == pytest.approx((200, 100 + 2 * 14 + 8))
    assert [len(axes.texts) for axes in figure.axes] == [0, 2]
    assert figure.axes[0].get_position().y0 == pytest.approx(figure.axes[1].get_position().y1)


def test_a_badge_has_its_replicas_colour_and_a_colour_that_reads_on_it():
    pen = Canvas(paper(sheet(100, 50), 0, 50))
    wide = badge(pen, ("a", "b"), "b", 5, 20)
    colour = pen.axes.patches[0].get_facecolor()[:3]
    assert [round(channel * 255) for channel in colour] == [int(HUES[1].fill.light[i : i + 2], 16) for i in (1, 3, 5)]
    assert pen.axes.texts[0].get_color() == HUES[1].text.light and wide > 10

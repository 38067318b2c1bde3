"""Shapes: closed where they should be, and as large as they were asked to be."""

import pytest
from matplotlib.path import Path

from crdtviz.draw import shapes


@pytest.mark.parametrize("name", ["circle", "square", "triangle", "diamond"])
def test_marks_are_closed_and_as_large_as_asked(name):
    points, codes = getattr(shapes, name)(10, 20, 5)
    assert len(points) == len(codes) and codes[0] == Path.MOVETO and codes[-1] == Path.CLOSEPOLY
    box = Path(points, codes).get_extents()
    assert box.width == pytest.approx(10, abs=0.01) and box.height <= 10.01
    assert box.x0 + box.x1 == pytest.approx(20, abs=0.01)


def test_no_two_marks_have_the_same_outline():
    assert len({tuple(getattr(shapes, name)(0, 0, 5)[0]) for name in ("circle", "square", "triangle", "diamond")}) == 4


def test_a_box_reaches_its_four_sides():
    box = Path(*shapes.box(3, 4, 30, 20)).get_extents()
    assert box.bounds == pytest.approx((3, 4, 30, 20))


@pytest.mark.parametrize("end", [(40, 10), (40, 90), (0, 5), (7, 7)])
def test_an_arrow_ends_with_its_tip(end):
    points, codes = shapes.arrow(7, 7, *end)
    assert len(points) == len(codes) and points[2] == points[-1] == end


def test_a_cross_has_two_strokes():
    points, codes = shapes.cross(0, 0, 2)
    assert codes.count(Path.MOVETO) == 2 and len(points) == 4

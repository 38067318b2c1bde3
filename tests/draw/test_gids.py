"""Gids: when an artist is to be seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdtviz.draw.canvas import Canvas, paper, sheet
from crdtviz.draw.gids import Seen, hidden, last_position, later, read, runs


@pytest.mark.parametrize(
    ("gid", "seen"),
    [
        ("s3", Seen("s", 3, 3)),
        ("n12", Seen("n", 12, 12)),
        ("r0-4", Seen("r", 0, 4)),
        ("b2-2", Seen("b", 2, 2)),
        ("v-fixed-7s3 a\nname", Seen("v", 3, 3, "v-fixed-7", "a\nname")),
        ("e-fixed-2-7s3", Seen("e", 3, 3, "e-fixed-2-7")),
        ("text_1", None),
        ("s", None),
        ("", None),
        (None, None),
        (5, None),
    ],
)
def test_a_gid_says_when(gid, seen):
    assert read(gid) == seen


@given(st.lists(st.sampled_from([None, "x", "y"]), max_size=12))
def test_runs_say_the_same_with_as_few_as_can_be(values):
    told = list(runs(values))
    spans = [(read(gid), value) for gid, value in told]
    assert [v for v in values if v is not None] == [v for seen, v in spans for _ in range(seen.first, seen.last + 1)]
    assert all(values[k] == value for seen, value in spans for k in range(seen.first, seen.last + 1))
    assert all(a.last + 1 < b.first or one != two for (a, one), (b, two) in zip(spans, spans[1:]))


def test_a_still_picture_leaves_out_marks_of_now_and_other_times():
    assert hidden("n3", 3) and hidden("b3-3", 3) and hidden("r0-2", 3)
    assert not hidden("r0-3", 3) and not hidden("s9", 3) and not hidden(None, 3) and not hidden("other", 3)
    assert later("s4", 3) and not later("s3", 3) and not later(None, 3)


def test_the_last_position_is_the_last_that_any_artist_has():
    figure = sheet(10, 10)
    assert last_position(figure) == 0
    Canvas(paper(figure, 0, 10)).line([(0, 0), (1, 1)], "r2-7")
    assert last_position(figure) == 7

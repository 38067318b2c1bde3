"""Names: shown as text, on one line, measured before they are drawn."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg

from crdtviz.draw.canvas import Canvas, paper, sheet
from crdtviz.draw.gids import drawing
from crdtviz.draw.text import LEFT_TO_RIGHT, NAME_LIMIT, elided, shown, width_of
from tests.draw.samples import HOSTILE


@given(st.text())
def test_any_text_becomes_one_line_that_xml_can_hold(text):
    line = shown(text)
    assert len(line.splitlines()) <= 1
    held = ElementTree.fromstring(ElementTree.tostring(element_with(line), "unicode"))
    assert held.text == (line or None)


def element_with(text):
    element = ElementTree.Element("text")
    element.text = text
    return element


@given(st.text(max_size=40))
def test_showing_twice_changes_nothing(text):
    assert shown(shown(text)).rstrip(LEFT_TO_RIGHT) == shown(text).rstrip(LEFT_TO_RIGHT)


@given(st.text(min_size=1, max_size=60))
def test_a_long_name_is_cut_and_says_so(text):
    cut = elided(text).rstrip(LEFT_TO_RIGHT)
    whole = shown(text).rstrip(LEFT_TO_RIGHT)
    assert len(cut) <= NAME_LIMIT
    assert cut == whole if len(whole) <= NAME_LIMIT else cut.endswith("…")


def test_controls_are_shown_and_not_obeyed():
    assert shown("a\nb\tc") == "a⏎b c"
    assert shown("a\x00\u202eb") == "a\ufffd\ufffdb"
    assert shown("<img src=x onerror=alert(1)>") == "<img src=x onerror=alert(1)>"


def test_what_follows_a_right_to_left_name_stays_on_its_right():
    assert shown("שלום") == "שלום" + LEFT_TO_RIGHT
    assert elided("שלום עולם שלום עולם").endswith("…" + LEFT_TO_RIGHT)


def test_an_accent_stays_with_its_letter():
    assert elided("e\u0301" * 20).rstrip("…")[-1] == "\u0301"
    assert "\u200d…" not in elided("👩‍👩‍👧" * 4)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(
    "text", [*HOSTILE, "add milk @3", "✗ wrong", "Δ −x", "WWWW", "1111111111", "ffi AV To", "AAAAAAAAAAAA"]
)
def test_text_is_never_wider_than_it_was_measured(text, bold):
    """Measured by adding up letters; matplotlib then lays the line out with kerning."""
    figure = sheet(3000, 40)
    pen = Canvas(paper(figure, 0, 40))
    line = elided(text, 300)
    pen.text(10, 20, line, size=11, bold=bold)
    with drawing():
        figure.set_dpi(144)
        box = pen.axes.texts[0].get_window_extent(FigureCanvasAgg(figure).get_renderer())
    assert box.width / 2 <= width_of(line, 11, bold) + 0.5

"""PNG: what stands where nothing can be stepped."""

import io

from PIL import Image

from crdtviz.draw import timelines, to_png
from crdtviz.draw.png import palette
from crdtviz.draw.style import HUES
from tests.draw.samples import versions

FIGURE_OF = lambda: timelines(versions("or_set", [("add", "a", "x"), ("merge", "a", "b")], "ab"))  # noqa: E731


def test_a_picture_has_a_palette_and_no_words_of_its_making():
    image = Image.open(io.BytesIO(to_png(FIGURE_OF(), dpi=144)))
    width, height = FIGURE_OF().get_size_inches()
    assert image.mode == "P" and not image.info
    assert abs(image.width - width * 144) <= 1 and abs(image.height - height * 144) <= 1


def test_replicas_keep_their_exact_colours():
    image = Image.open(io.BytesIO(to_png(FIGURE_OF()))).convert("RGB")
    colours = {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in image.getcolors(1 << 20)}
    assert {HUES[0].fill.light, HUES[1].fill.light, "#ffffff"} <= colours
    assert len(colours) <= len(palette().getpalette()) // 3 <= 64


def test_the_figure_is_left_as_it_was():
    figure = FIGURE_OF()
    before = [(a.get_gid(), a.get_visible(), a.get_alpha()) for a in figure.findobj()]
    first = to_png(figure, at=0)
    assert [(a.get_gid(), a.get_visible(), a.get_alpha()) for a in figure.findobj()] == before
    assert figure.dpi == 72 and to_png(figure, at=0) == first != to_png(figure)

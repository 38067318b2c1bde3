"""A figure as a small PNG, the same bytes every time: what stands in a player's place where nothing can be stepped."""

from __future__ import annotations

import io
from functools import lru_cache

from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from .gids import FADED, drawing, hidden, last_position, later
from .style import CHIP, HUES, INK, INKS, MUTED, ON_DARK, ON_LIGHT, PANEL, RIGHT, WRONG, WRONG_FILL, Ink


def to_png(figure: Figure, dpi: int = 96, at: int | None = None) -> bytes:
    """The figure as PNG, in the light theme, as it stands at position `at` (the last one by default).

    Out: bytes with a palette and no metadata. The figure is left as it was.
    """
    position = last_position(figure) if at is None else at
    marked = [artist for artist in figure.findobj(Artist) if artist.get_gid()]
    before = [(artist, artist.get_visible(), artist.get_alpha()) for artist in marked]
    usual = figure.dpi
    try:
        for artist in marked:
            artist.set_visible(not hidden(artist.get_gid(), position))
            if later(artist.get_gid(), position):
                artist.set_alpha(FADED)
        with drawing():
            figure.set_dpi(dpi)
            canvas = FigureCanvasAgg(figure)
            canvas.draw()
            image = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    finally:
        figure.set_dpi(usual)
        for artist, visible, alpha in before:
            artist.set_visible(visible)
            artist.set_alpha(alpha)
    flat = Image.new("RGB", image.size, PANEL.light)
    flat.paste(image, mask=image.getchannel("A"))
    held = io.BytesIO()
    flat.quantize(palette=palette(), dither=Image.Dither.NONE).save(held, "PNG", compress_level=9)
    return held.getvalue()


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Every ink, and the steps between text and ground that make small letters smooth.

    A palette chosen from each picture would take longer, and might drop a replica's colour that is rare in it.
    """
    # white and black on colours differ from those elsewhere by one shade, which only tells roles apart
    colours = [channels(ink) for ink in INKS if ink not in (ON_DARK, ON_LIGHT)]
    colours += [
        blend(ground, ink, part)
        for ground in (PANEL, CHIP, WRONG_FILL)
        for ink in (INK, MUTED, WRONG, RIGHT)
        for part in (0.35, 0.7)
    ]
    colours += [blend(PANEL, hue.fill, 0.5) for hue in HUES]
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours for channel in colour])
    return image


def channels(ink: Ink) -> tuple[int, int, int]:
    """An ink's light colour as red, green and blue."""
    return int(ink.light[1:3], 16), int(ink.light[3:5], 16), int(ink.light[5:7], 16)


def blend(ground: Ink, ink: Ink, part: float) -> tuple[int, ...]:
    """The colour of a pixel that is covered by `part` with `ink`."""
    return tuple(round(g + (i - g) * part) for g, i in zip(channels(ground), channels(ink)))

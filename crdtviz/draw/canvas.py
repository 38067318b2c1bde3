"""Drawing in pixels: an Axes as a sheet of paper, on which text and shapes are one artist each, with its gid.

The data coordinates are pixels at 72 dpi, y downwards from the upper left corner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Iterable, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text

from ..trace import Trace
from .shapes import L, M, box
from .style import INK, MUTED, Ink, hue
from .text import FACE, LARGE, SIZE, SMALL, elided, width_of

MARGIN = 8  # around a panel's contents


def sheet(width: float, height: float) -> Figure:
    """An empty figure of that many pixels."""
    return Figure(figsize=(width / 72, height / 72), dpi=72, facecolor="none", edgecolor="none", frameon=False)


class Paper(Axes):
    """An Axes without ticks: making and styling those takes most of the time that an Axes takes."""

    def _init_axis(self) -> None:
        super()._init_axis()
        for axis in (self.xaxis, self.yaxis):
            # clipping an axis would make its ticks, only to clip them as well
            axis.set_clip_path = lambda *_, **__: None

    def tick_params(self, axis: str = "both", **kwargs: Any) -> None:
        pass

    def grid(self, visible: bool | None = None, which: str = "major", axis: str = "both", **kwargs: Any) -> None:
        pass


def paper(figure: Figure, top: float, height: float) -> Axes:
    """A strip of a figure, over its whole width, from `top` pixels below its upper edge."""
    whole = figure.get_figheight() * 72
    return figure.add_axes(Paper(figure, (0, 1 - (top + height) / whole, 1, height / whole)))


@lru_cache(maxsize=None)
def font(size: float, bold: bool) -> FontProperties:
    """The one font of that size and weight."""
    return FontProperties(family=FACE, size=size, weight="bold" if bold else "normal")


class Words(Text):
    """A line of text. In SVG it is written as it is, for the reader's program to lay out; only Agg does it here."""

    def set_clip_path(self, path: Any, transform: Any = None) -> None:
        pass

    def draw(self, renderer: Any) -> None:
        if getattr(renderer, "writer", None) is None:
            super().draw(renderer)
            return
        x, y = self.get_transform().transform(self.get_unitless_position())
        renderer.open_group("text", self.get_gid())
        gc = renderer.new_gc()
        gc.set_foreground(self.get_color())
        renderer.draw_text(gc, x, renderer.height - y, self.get_text(), self.get_fontproperties(), 0, False, self)
        gc.restore()
        renderer.close_group("text")
        self.stale = False


class Shape(PathPatch):
    """A path that nothing clips: whatever is drawn has its place inside the figure."""

    def set_clip_path(self, path: Any, transform: Any = None) -> None:
        pass


def stacked(width: float, height: float, draws: Sequence[Callable[[Axes], Any]], notes: Sequence[str]) -> Figure:
    """A figure of panels of one size, one below the other, each drawn by one of `draws`; below all, lines of text."""
    foot = 14 * len(notes) + 8
    figure = sheet(width, height * len(draws) + foot)
    for place, draw in enumerate(draws):
        last = place == len(draws) - 1
        axes = paper(figure, place * height, height + (foot if last else 0))
        draw(axes)
        for number, note in enumerate(notes if last else ()):
            Canvas(axes).text(MARGIN, height + 14 + 14 * number, note, None, MUTED, SMALL)
    return figure


class Canvas:
    """Draws on one Axes, in pixels. Every method adds one artist; `gid` says when it is seen (see `gids`)."""

    def __init__(self, axes: Axes):
        self.axes = axes
        place, (width, height) = axes.get_position(), axes.get_figure(root=True).get_size_inches()
        axes.set_axis_off()
        axes.set_xlim(0, place.width * width * 72)
        axes.set_ylim(place.height * height * 72, 0)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        gid: str | None = None,
        ink: Ink = INK,
        size: float = SIZE,
        bold: bool = False,
        anchor: str = "left",
    ) -> None:
        """A line of text whose baseline is at `y`; `anchor` is left, center or right."""
        self._add(
            Words(
                x,
                y,
                text,
                color=ink.light,
                fontproperties=font(size, bold),
                horizontalalignment=anchor,
                verticalalignment="baseline",
                parse_math=False,
                usetex=False,
            ),
            gid,
        )

    def path(
        self,
        points: Sequence[tuple[float, float]],
        codes: Sequence[int],
        gid: str | None = None,
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 1.0,
        dash: tuple | None = None,
    ) -> None:
        """A path; `dash` gives the lengths of strokes and gaps in pixels."""
        style = (0, tuple(length / width for length in dash)) if dash else "solid"
        self._add(
            Shape(
                Path(points, codes),
                facecolor=fill.light if fill else "none",
                linewidth=width if stroke else 0,
                edgecolor=stroke.light if stroke else "none",
                linestyle=style,
                capstyle="butt",
                joinstyle="miter",
            ),
            gid,
        )

    def _add(self, artist: Text | PathPatch, gid: str | None) -> None:
        artist.set_gid(gid)
        artist.set_zorder(2)  # all alike, so that they are drawn in the order of their adding, step by step
        self.axes.add_artist(artist)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        gid: str | None = None,
        ink: Ink = INK,
        width: float = 1.0,
        dash: tuple | None = None,
    ) -> None:
        """Straight lines from point to point."""
        self.path(points, [M] + [L] * (len(points) - 1), gid, None, ink, width, dash)

    def shape(
        self,
        parts: Iterable[tuple[list, list]],
        gid: str | None = None,
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 1.0,
        dash: tuple | None = None,
    ) -> None:
        """Several outlines (see below) as one artist."""
        points: list = []
        codes: list = []
        for some, kinds in parts:
            points += some
            codes += kinds
        self.path(points, codes, gid, fill, stroke, width, dash)


def heading(pen: Canvas, trace: Trace) -> None:
    """The version's name, in a panel's upper left corner."""
    pen.text(MARGIN, 15, elided(trace.version.name, 40), None, INK, LARGE, True)


def heading_width(trace: Trace) -> float:
    """The width of a panel that its heading needs."""
    return width_of(elided(trace.version.name, 40), LARGE, True) + 2 * MARGIN


def badge(pen: Canvas, replicas: Sequence[str], name: str, x: float, y: float) -> float:
    """A replica's name on its colour, from `x` rightwards about the height `y`; gives its width."""
    colours, text = hue(replicas.index(name)), elided(name)
    wide = width_of(text, SIZE, True) + 10
    pen.shape([box(x, y - 9, wide, 18)], None, colours.fill, INK, 0.8)
    pen.text(x + 5, y + 4, text, None, colours.text, SIZE, True)
    return wide

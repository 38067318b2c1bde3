"""Inks and themes: every colour that a picture uses has a role, and every role a light and a dark value.

matplotlib draws with the light values, which are all different, so that each names its role; `svg.to_svg` turns them
into CSS custom properties, and `CSS` defines those for both themes. A replica's colours are those of Okabe and Ito
(*Color Universal Design*, 2008) in both themes; they stand for identity only, always beside a name or a lane.
"""

from __future__ import annotations

from typing import Iterable, NamedTuple


class Ink(NamedTuple):
    """One role: its name in CSS (`--crd-<name>`), its light colour (which names it in matplotlib) and its dark one."""

    name: str
    light: str
    dark: str

    @property
    def css(self) -> str:
        """The colour for a style sheet: the page's value, or the light one where the page has none."""
        return f"var(--crd-{self.name}, {self.light})"


INK = Ink("ink", "#1b1b1b", "#ececec")
MUTED = Ink("muted", "#565656", "#b4b4b4")
LINE = Ink("line", "#c9c9c9", "#4a4a4a")
PANEL = Ink("panel", "#ffffff", "#161616")
CHIP = Ink("chip", "#f2f2ef", "#272727")
NOW = Ink("now", "#fff2bf", "#3b3310")
NOW_EDGE = Ink("now-edge", "#a88700", "#c9a51d")
WRONG = Ink("wrong", "#a8001c", "#ff9a90")
WRONG_FILL = Ink("wrong-fill", "#fde6e8", "#421519")
RIGHT = Ink("right", "#005c3e", "#7fd8b4")


class Hue(NamedTuple):
    """A replica's colour and the colour of text on it; the same in both themes."""

    fill: Ink
    text: Ink


ON_DARK = Ink("on-dark", "#fffffe", "#fffffe")
ON_LIGHT = Ink("on-light", "#000001", "#000001")

# The first ones stand out most from both backgrounds; yellow and black are left out, as each vanishes on one of them.
HUES = (
    Hue(Ink("blue", "#0072b2", "#0072b2"), ON_DARK),
    Hue(Ink("vermilion", "#d55e00", "#d55e00"), ON_LIGHT),
    Hue(Ink("green", "#009e73", "#009e73"), ON_LIGHT),
    Hue(Ink("purple", "#cc79a7", "#cc79a7"), ON_LIGHT),
    Hue(Ink("orange", "#e69f00", "#e69f00"), ON_LIGHT),
    Hue(Ink("sky", "#56b4e9", "#56b4e9"), ON_LIGHT),
)

INKS = (INK, MUTED, LINE, PANEL, CHIP, NOW, NOW_EDGE, WRONG, WRONG_FILL, RIGHT, ON_DARK, ON_LIGHT)
INKS += tuple(hue.fill for hue in HUES)
BY_COLOUR = {ink.light: ink for ink in INKS}

# (text, what it stands on): each pair is legible, at 4.5:1 or better, in both themes; a test computes it
TEXT_ON = tuple((text, ground) for text in (INK, MUTED) for ground in (PANEL, CHIP, NOW, WRONG_FILL))
TEXT_ON += tuple((text, ground) for text in (WRONG, RIGHT) for ground in (PANEL, CHIP, NOW, WRONG_FILL))
TEXT_ON += tuple((hue.text, hue.fill) for hue in HUES)


def hue(place: int) -> Hue:
    """The colours of the replica at `place` (from 0); they start anew after the last one."""
    return HUES[place % len(HUES)]


def properties(inks: Iterable[Ink], dark: bool) -> str:
    """The custom properties of one theme, for one rule of a style sheet."""
    return "".join(f"--crd-{ink.name}:{ink.dark if dark else ink.light};" for ink in inks)


def style_sheet() -> str:
    """The definitions of all inks: light; dark in a dark JupyterLab; by the reader's setting in a page of its own."""
    dark = properties((ink for ink in INKS if ink.dark != ink.light), True)
    return (
        f".crd{{{properties(INKS, False)}}}\n"
        f'[data-jp-theme-light="false"] .crd{{{dark}}}\n'
        f"@media (prefers-color-scheme:dark){{.crd.standalone{{{dark}}}}}\n"
    )


CSS = style_sheet()

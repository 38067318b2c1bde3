"""Text before it is drawn: made safe to draw, cut to a length, and measured.

Names are a user's, so `shown` makes any text fit to draw and to write in XML before anything else sees it.
"""

from __future__ import annotations

import os
import unicodedata
from functools import lru_cache

import matplotlib
from matplotlib.ft2font import FT2Font, LoadFlags

FACE = "DejaVu Sans"  # comes with matplotlib, so the layout is the same everywhere
SIZE, SMALL, LARGE = 11, 10, 13  # of text, in pixels
LEADING = 13  # from one line to the next
NAME_LIMIT = 12  # characters of a name that a picture shows; tables beside it have the rest
UNKNOWN = 1.35  # em, for a letter that the face lacks: at least as wide as emoji and ideographs are
LEFT_TO_RIGHT = "\u200e"
TURNING = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")  # classes of bidirectional controls


@lru_cache(maxsize=None)
def face(bold: bool) -> FT2Font:
    """The face that everything is measured in."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    font = FT2Font(os.path.join(matplotlib.get_data_path(), "fonts", "ttf", name))
    font.set_size(100, 72)
    return font


@lru_cache(maxsize=4096)
def advance(letter: str, bold: bool) -> float:
    """The width of one letter in em."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    font = face(bold)
    if not font.get_char_index(ord(letter)):
        return UNKNOWN
    return max(font.load_char(ord(letter), flags=LoadFlags.NO_HINTING).linearHoriAdvance / 65536 / 100, 0.0)


def width_of(text: str, size: float = SIZE, bold: bool = False) -> float:
    """The width of a text in pixels, at most: the letters' own widths, and as much as kerning may add to them."""
    return size * 1.04 * sum(advance(letter, bold) for letter in text)


def shown(text: str) -> str:
    """Any text as one line that can be drawn, and written in XML: line ends as ⏎, other controls as �."""
    if text.isascii() and text.isprintable():
        return text
    drawn = "".join(map(visible, text))
    # without this mark, what follows a right-to-left name (a number, say) would jump to its other side
    return drawn + LEFT_TO_RIGHT if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in drawn) else drawn


def visible(letter: str) -> str:
    """One letter as it is drawn."""
    kind = unicodedata.category(letter)
    if letter in "\n\r\u2028\u2029":
        return "⏎"
    if kind == "Zs" or letter == "\t":
        return " "
    # a name must not turn the text around it: bidirectional controls are shown, not obeyed
    if kind in ("Cc", "Cs", "Cn") or unicodedata.bidirectional(letter) in TURNING:
        return "\ufffd"
    return letter


def elided(name: str, limit: int = NAME_LIMIT) -> str:
    """A name as a picture shows it: on one line, and with … for what is beyond `limit` characters."""
    text = shown(name)
    if len(text.rstrip(LEFT_TO_RIGHT)) <= limit:
        return text
    end = limit - 1
    # neither an accent nor half of a joined emoji may be cut off from what it belongs to
    while end > 1 and (unicodedata.combining(text[end]) or set(text[end - 1 : end + 1]) & {"\u200d", "\ufe0f"}):
        end -= 1
    return shown(text[:end].rstrip() + "…")

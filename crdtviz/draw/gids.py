"""When an artist is to be seen: said by its gid, kept apart from how pages and still pictures act on it.

| gid             | class in SVG     | meaning                                             |
|-----------------|------------------|-----------------------------------------------------|
| `s3`            | `at f3`          | belongs to event 3: not there before it             |
| `n3`            | `n at f3 t3`     | marks position 3 as the current one                 |
| `b3-5`          | `n at f3 t5`     | marks positions 3 to 5 as the current ones          |
| `r3-5`          | `n at f3 t5`     | what holds from position 3 to position 5            |
| `v-x-7s3 words` | `v v-x-7 at f3`  | node 7 of version x, of event 3, named in words     |
| `e-x-2-7s3`     | `e e-x-2-7 at f3`| the edge from node 2 to node 7 of version x         |

A page shows what has the classes `f3 t5` from position 3 to position 5. A still picture shows one position for good:
it leaves out what marks the current position, and what does not hold there; what comes later is faded.
"""

from __future__ import annotations

import re
import warnings
from contextlib import contextmanager
from typing import Any, Hashable, Iterable, Iterator, NamedTuple

import matplotlib
from matplotlib.artist import Artist
from matplotlib.figure import Figure

PATTERN = re.compile(r"([snbr])(\d+)(?:-(\d+))?|([ve]-[a-z0-9]+(?:-\d+)+)s(\d+) ?(.*)", re.DOTALL)
FADED = 0.15  # how visible in a still picture what comes later is; a page does not show it at all
# What a user's own style must not change. Nothing is simplified, so that no path depends on the resolution.
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "crdtviz",
    "svg.id": None,
    "path.simplify": False,
    "path.sketch": None,
    "path.effects": [],
    "text.hinting": "none",  # letters as wide as they were measured
    "text.usetex": False,
    "text.antialiased": True,
}


class Seen(NamedTuple):
    """A gid, read: its kind (s, n, b, r, v or e), the positions, and of nodes and edges their class and name."""

    kind: str
    first: int
    last: int
    own: str = ""
    name: str = ""


def read(gid: Any) -> Seen | None:
    """What a gid says; None for any other."""
    match = PATTERN.fullmatch(gid) if isinstance(gid, str) else None
    if not match:
        return None
    kind, first, last, own, event, name = match.groups()
    if own:
        return Seen(own[0], int(event), int(event), own, name)
    return Seen(kind, int(first), int(last or first))


def last_position(figure: Figure) -> int:
    """The last position that any artist of the figure belongs to."""
    return max((seen.last for artist in figure.findobj(Artist) if (seen := read(artist.get_gid()))), default=0)


def hidden(gid: Any, at: int) -> bool:
    """Whether a still picture of position `at` leaves out the artist with this gid."""
    seen = read(gid)
    return seen is not None and (seen.kind in "nb" or seen.kind == "r" and not seen.first <= at <= seen.last)


def later(gid: Any, at: int) -> bool:
    """Whether a still picture of position `at` fades the artist with this gid."""
    seen = read(gid)
    return seen is not None and seen.first > at


def runs(values: Iterable[Hashable]) -> Iterator[tuple[str, Any]]:
    """A value for each position from 0 on, as pairs of a gid and the value that holds there; None is left out."""
    listed, start = list(values), 0
    for position in range(1, len(listed) + 1):
        if position == len(listed) or listed[position] != listed[start]:
            if listed[start] is not None:
                yield f"r{start}-{position - 1}", listed[start]
            start = position


@contextmanager
def drawing() -> Iterator[None]:
    """Our own settings, and no word on stderr about a name's letters that matplotlib's fonts lack."""
    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+|Matplotlib currently does not support")
        yield

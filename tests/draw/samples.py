"""Schedules to draw, and a look at what was drawn: the bounding boxes of all text, as matplotlib's Agg reports them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from random import Random

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from crdtviz import FAMILIES, VERSIONS, run
from crdtviz.draw.gids import drawing, read
from crdtviz.oracle import History, refusal
from crdtviz.trace import Trace

SCHEDULED = ("lww_element_set", "or_set", "mv_register")  # the families whose fixtures are schedules
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "\"&'",
    "$x_1$",
    "שלום עולם",
    "\u202eabc",
    "😀👩‍👩‍👧 party",
    "line\nbreak",
    "nul\x00bell\x07",
    "long " * 40,
    "日本語のなまえですよね",
    "e\u0301" * 20,
    "]]> -- \\",
    " ",
    "\ufffe",
)
# Known failures of families 4 and 5: a lost delta, a dot minted twice, a member that is not waited for, an outsider
LOST = [("add", "a", "x"), ("add", "a", "y"), ("delta", "a", "b", 2), ("merge", "a", "b"), ("merge", "b", "a")]
TWICE = [("add", "a", "x"), ("add", "a", "y")]
REBORN = [("add", "a", "x"), ("sync", "a", "b"), ("rem", "a", "x"), ("purge", "a"), ("sync", "b", "a")]
OUTSIDE = [
    ("add", "a", "x"),
    ("sync", "a", "b"),
    ("observe", "o", "a"),
    ("rem", "a", "x"),
    ("sync", "a", "b"),
    ("ack", "b", "a"),
    ("purge", "a"),
    ("depart", "c"),
    ("purge", "a"),
]


def versions(family: str, schedule: list, replicas: list | tuple) -> list[Trace]:
    """One schedule by all three versions."""
    return [run(family, version, schedule, tuple(replicas)) for version in VERSIONS]


def fixtures(family: str, variant: str = "1") -> list[tuple[str, list, list]]:
    """(case, schedule, replicas) for each fixture of a family whose fixtures are schedules."""
    text = files("crdtviz").joinpath(f"records/{FAMILIES[family]['fixed'].record}.json").read_text("utf-8")
    return [(item["case"], *item["args"]) for item in json.loads(text)["variants"][variant]]


def incidents() -> Iterator[tuple[str, list, list]]:
    """(family, schedule, replicas) for each incident that is a schedule."""
    for item in json.loads(files("crdtviz").joinpath("records/incidents.json").read_text("utf-8")):
        if item["family"] in SCHEDULED:
            yield item["family"], *item["args"]


def at_random(family: str, length: int, replicas: tuple[str, ...], names: tuple[str, ...], seed: int) -> list[tuple]:
    """A valid schedule of that length; the same for the same seed."""
    source, history, schedule = Random(seed), History(replicas), []
    grammar = FAMILIES[family]["fixed"].grammar
    fresh = iter(range(1000))
    while len(schedule) < length:
        kind = source.choice([k for k in grammar for _ in range(1 if k in ("depart", "observe") else 4)])
        one, other = source.sample(replicas, 2)
        # elements of tombstone_gc are added once, so each gets a number
        new = kind == "add" and family == "tombstone_gc"
        known = [fact.event[2] for fact in history.facts[: history.size]] or list(names)
        element = f"{source.choice(names)}{next(fresh)}" if new else source.choice(known if kind == "rem" else names)
        filled = {
            "replica": one,
            "source": one,
            "destination": other,
            "outsider": "an observer",
            "element": element,
            "value": element,
            "timestamp": source.randint(0, 2**63 - 1) if source.random() < 0.1 else source.randint(0, 20),
            "number": source.randint(1, max(history.made(one), 1)),
        }
        event = (kind, *(filled[role] for role in grammar[kind]))
        if refusal(family, history, event) is None:
            schedule.append(event)
            history = history.after(event)
    return schedule


def together(one: object, other: object) -> bool:
    """Whether two artists may be seen at the same position, going by their gids."""
    first, second = read(one), read(other)
    if first is None or second is None or "r" not in first.kind + second.kind:
        return True
    a = (first.first, first.last if first.kind == "r" else 10**6)
    b = (second.first, second.last if second.kind == "r" else 10**6)
    return a[0] <= b[1] and b[0] <= a[1]


def flaws(figure: Figure, slack: float = 0.6) -> list[str]:
    """What is wrong with the text of a figure: two that overlap, or one that leaves it; nothing where all is well."""
    with drawing():
        figure.set_dpi(144)
        renderer = FigureCanvasAgg(figure).get_renderer()
        texts = [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]
        boxes = [(text.get_text(), text.get_gid(), text.get_window_extent(renderer).padded(-slack)) for text in texts]
        figure.set_dpi(72)
    width, height = figure.get_size_inches() * 144
    found = [f"{text!r} leaves the figure" for text, _, box in boxes if not inside(box, width, height)]
    boxes.sort(key=lambda item: item[2].x0)
    for place, (text, gid, box) in enumerate(boxes):
        for other, other_gid, other_box in boxes[place + 1 :]:
            if other_box.x0 >= box.x1:
                break
            if box.y0 < other_box.y1 and other_box.y0 < box.y1 and together(gid, other_gid):
                found.append(f"{text!r} ({gid}) overlaps {other!r} ({other_gid})")
    return found


def inside(box, width: float, height: float) -> bool:
    return box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height

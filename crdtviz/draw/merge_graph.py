"""Merge graphs drawn: nodes by position and lane, the edges of a merge bent around what stands between.

The graph itself is made in `state_graph`.
"""

from __future__ import annotations

import re
import zlib
from functools import partial
from typing import Iterator, NamedTuple, Sequence

import networkx
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..trace import Trace, show_view
from . import shapes
from .canvas import MARGIN, Canvas, badge, heading, stacked
from .chips import Line, packed
from .state_graph import Node, graph
from .style import INK, MUTED, NOW, NOW_EDGE, PANEL, RIGHT, WRONG, hue
from .text import LEADING, SIZE, SMALL, elided, shown, width_of
from .timeline_plan import window

RADIUS = 10  # of a node
GUTTER = 30  # left of a node: edges and the outer border of a wrong one
WORDS = 4  # how far left of a node's middle its words begin: past the edges that arrive there
LANE_OFFSET = 4  # of an edge that runs beside its giver's lane
MOST_LINES = 3  # of names below a node
KEYS = (
    "same letter: same state (∅ at the start) · filled head: its next state · open head: what it received",
    "double border, ✗: wrong by what its replica knows · hover or focus a state to light up where it came from",
)


class Plan(NamedTuple):
    """Where everything goes, the same for every panel."""

    columns: dict[int, float]  # position -> x of the nodes made there
    sentence: str
    last: int
    width: float
    height: float
    lanes: dict[str, float]
    room: float


def merge_graphs(traces: Sequence[Trace], around: int | None = None) -> Figure:
    """One panel for each of `traces` (one schedule, different versions), stacked, with the same columns.

    Of a schedule of more than 40 events, those about position `around` are drawn, with a sentence on the others.
    """
    graphs = [graph(trace) for trace in traces]
    made = plan(traces, graphs, around)
    draws = [partial(draw_merge_graph, trace=trace, drawn=drawn, made=made) for trace, drawn in zip(traces, graphs)]
    return stacked(made.width, made.height, draws, [*KEYS, made.sentence] if made.sentence else KEYS)


def plan(traces: Sequence[Trace], graphs: Sequence[networkx.DiGraph], around: int | None) -> Plan:
    """The layout: x by position (of positions where no panel has a node, there is no column), y by replica."""
    first, last, sentence = window(len(traces[0]), around)
    data = [d for g in graphs for _, d in g.nodes(data=True) if shown_in(d, first, last)]
    positions = sorted({place_of(d, first) for d in data})
    room = max(max(node_width(d) for d in data), 40)
    names = max(width_of(elided(name), SIZE, True) for name in traces[0].replicas)
    left, step = MARGIN + names + 16 + GUTTER, room + GUTTER
    columns = {position: left + number * step for number, position in enumerate(positions)}
    lanes, y = {}, 24.0
    for replica in traces[0].replicas:
        lines = max((len(below(d, room)) for d in data if d["replica"] == replica), default=1)
        lanes[replica] = y + 34
        y += 34 + RADIUS + 8 + lines * LEADING + 6
    width = max(left + (len(positions) - 1) * step + room + MARGIN, 600, width_of(sentence, SMALL) + 2 * MARGIN)
    return Plan(columns, sentence, last, width, y + 6, lanes, room)


def shown_in(data: dict, first: int, last: int) -> bool:
    """Whether a node is drawn: it lasts into the window, and begins before its end."""
    return data["last"] >= first - 1 and data["position"] <= last


def place_of(data: dict, first: int) -> int:
    """The position in whose column a node stands: its own, or the one before the window."""
    return max(data["position"], first - 1)


def node_width(data: dict) -> float:
    """The room that a node's words need, from its left edge on."""
    names = max((width_of(elided(name)) for name in data["view"]), default=width_of("nothing"))
    return max(names, width_of(data["label"], SMALL), width_of(data["verdict"], SMALL, True)) + WORDS


def below(data: dict, room: float) -> list[Line]:
    """The words below a node: what the state shows, and the judgement."""
    lines = packed(data["view"], room, "", False) or [Line("nothing", MUTED)]
    if len(lines) > MOST_LINES:
        lines = lines[: MOST_LINES - 1]
        lines.append(Line(f"+{len(data['view']) - sum(line.names for line in lines)} more", MUTED))
    if not data["position"]:
        return lines
    return [*lines, Line(data["verdict"], WRONG if data["wrong"] else RIGHT, data["wrong"], SMALL)]


def draw_merge_graph(axes: Axes, trace: Trace, drawn: networkx.DiGraph | None = None, made: Plan | None = None) -> Axes:
    """One version's graph on `axes`, from its upper left corner; it takes the plan's width × height in pixels.

    In: the graph, and the plan of all panels (by default of this one alone).
    """
    drawn = graph(trace) if drawn is None else drawn
    made, place = made or plan([trace], [drawn], None), panel(trace)
    pen = Canvas(axes)
    for gid, x in bands(made, len(trace)):
        left, right = x - GUTTER + 4, x + made.room
        outline = [(left, 24), (right, 24), (right, made.height - 4), (left, made.height - 4)]
        pen.shape([shapes.polygon(*outline)], gid, NOW, NOW_EDGE)
    heading(pen, trace)
    for replica, y in made.lanes.items():
        badge(pen, trace.replicas, replica, MARGIN - 4, y)
    start = min(made.columns)
    spots = {
        node: (made.columns[max(data["position"], start)], made.lanes[data["replica"]])
        for node, data in drawn.nodes(data=True)
        if shown_in(data, start + 1, made.last)
    }
    for giver, node in drawn.edges:
        if giver in spots and node in spots and spots[giver][0] < spots[node][0]:
            draw_edge(pen, drawn, giver, node, spots, place)
    for node, (x, y) in spots.items():
        draw_node(pen, trace, drawn, node, x, y, made.room, place)
    return axes


def bands(made: Plan, length: int) -> Iterator[tuple[str, float]]:
    """For each column, the gid of the band that marks it as current, and its x."""
    positions = [*made.columns, length + 1]
    for position, following in zip(positions, positions[1:]):
        yield f"b{position}-{following - 1}", made.columns[position]


def draw_edge(pen: Canvas, drawn: networkx.DiGraph, giver: Node, node: Node, spots: dict, place: str) -> None:
    """An edge: straight within a lane; else beside its giver's lane up to the node's column, and then across."""
    data, (x, y), (to_x, to_y) = drawn.nodes[node], spots[giver], spots[node]
    gid = f"e-{place}-{drawn.nodes[giver]['number']}-{data['number']}s{data['position']}"
    rim = RADIUS + (4 if data["wrong"] else 1)
    if y == to_y:
        pen.shape([shapes.arrow(x + RADIUS, y, to_x - rim, y, 7, 3)], gid, INK, INK, 1.2)
        return
    down = 1 if to_y > y else -1
    points, codes = shapes.arrow(to_x - GUTTER + 8, y + down * LANE_OFFSET, to_x - rim * 0.75, to_y - down * rim * 0.75)
    points = [(x, y + down * LANE_OFFSET), *points]
    pen.path(points, [shapes.M, shapes.L, *codes[1:]], gid, None, INK, 1.2)


def draw_node(
    pen: Canvas, trace: Trace, drawn: networkx.DiGraph, node: Node, x: float, y: float, room: float, place: str
) -> None:
    """A node: the circle with its mark, what made it above, what it shows and the judgement below."""
    data = drawn.nodes[node]
    gid = f"v-{place}-{data['number']}s{data['position']} {spoken(data)}"
    colours = hue(trace.replicas.index(data["replica"]))
    if data["wrong"]:
        # no part of the node: while the node is lit up, this goes on saying that it is wrong
        pen.shape([shapes.circle(x, y, RADIUS + 3.5)], f"s{data['position']}", PANEL, WRONG, 1.6)
    pen.shape([shapes.circle(x, y, RADIUS)], gid, colours.fill, WRONG if data["wrong"] else INK, 1.2)
    pen.text(x, y + 4, data["same"], gid, colours.text, SMALL if len(data["same"]) > 1 else SIZE, True, "center")
    if data["label"]:
        pen.text(x - WORDS, y - RADIUS - 6, data["label"], gid, MUTED, SMALL)
    for number, line in enumerate(below(data, room)):
        pen.text(x - WORDS, y + RADIUS + 15 + number * LEADING, line.text, gid, line.ink, line.size, line.bold)


def spoken(data: dict) -> str:
    """A node in words, for those who visit it by keyboard and ear."""
    when = f"after event {data['position']} ({data['label']})" if data["position"] else "at the start"
    shows = f"shows {show_view(data['view'])}: {data['verdict']}"
    return shown(f"{data['replica']} {when} {shows}; state {data['same']}")


def panel(trace: Trace) -> str:
    """What the classes of a version's nodes and edges begin with, after their kind: its name as far as it can be."""
    name = trace.version.name
    return re.sub("[^a-z0-9]", "", name.lower()) or f"x{zlib.crc32(name.encode())}"


def past_css(traces: Trace | Sequence[Trace], scope: str) -> str:
    """Rules that light up a state's causal past while it is hovered or focused, with no script.

    In: the traces of one `merge_graphs` figure (or its only one), and a selector for what holds that figure's SVG.
    """
    rules = [f"{scope} .v:focus-visible{{outline:2px solid var(--crd-now-edge);outline-offset:2px}}"]
    lit = "{stroke:var(--crd-now-edge);stroke-width:3.5px}"
    for trace in [traces] if isinstance(traces, Trace) else traces:
        drawn, place = graph(trace), panel(trace)
        number = dict(drawn.nodes(data="number"))
        for node in drawn:
            past = networkx.ancestors(drawn, node)
            if not past:
                continue
            within = [*sorted(f".v-{place}-{number[each]}" for each in past)]
            within += [f".e-{place}-{number[a]}-{number[b]}" for a, b in drawn.edges if b == node or b in past]
            over = f".v-{place}-{number[node]}"
            rules.append(f"{scope}:has({over}:hover,{over}:focus) :is({','.join(within)})>.o{lit}")
    return "\n".join(rules)

"""Space-time diagrams: time to the right in equal steps, one event a column, one lane a replica, one panel a version.

Shape says the kind of an event, an arrow where it came from; chips say what a replica shows, where that changes. The
layout is in `timeline_plan`, the words are in `chips`.
"""

from __future__ import annotations

from functools import partial
from typing import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..oracle import LOCAL
from ..trace import Trace
from . import shapes
from .canvas import MARGIN, Canvas, badge, heading, stacked
from .chips import Chip, Label, lost_deltas, source, target
from .style import CHIP, INK, LINE, MUTED, NOW, NOW_EDGE, WRONG, WRONG_FILL, hue
from .text import LEADING, SIZE, SMALL, elided, width_of
from .timeline_plan import GUTTER, INSET, Plan, legend, mark_lines, plan, silent_until

MARK = 5.5  # half the size of a marker


def timelines(
    traces: Sequence[Trace], around: int | None = None, marks: Sequence[tuple[int | None, int | None]] = ()
) -> Figure:
    """One panel for each of `traces` (one schedule, different versions), stacked, with the same columns.

    In: of a schedule of more than 40 events, those about position `around` are drawn, and how many are not is written
    below. `marks`: for each trace the positions to mark in its panel, its first difference inside (cause) and the first
    that shows (symptom), or None.
    """
    pairs = [*marks, *[(None, None)] * (len(traces) - len(marks))]
    made = plan(traces, around, max(mark_lines(*pair) for pair in pairs))
    notes = ([made.sentence] if made.sentence else []) + legend(traces, made, any(any(pair) for pair in pairs))
    draws = [
        partial(draw_timeline, trace=trace, made=made, place=place, cause=cause, symptom=symptom)
        for place, (trace, (cause, symptom)) in enumerate(zip(traces, pairs))
    ]
    return stacked(made.width, made.height, draws, notes)


def draw_timeline(
    axes: Axes,
    trace: Trace,
    made: Plan | None = None,
    place: int = 0,
    cause: int | None = None,
    symptom: int | None = None,
) -> Axes:
    """One version's run on `axes`, from its upper left corner; it takes the plan's width × height in pixels.

    In: `made`, the plan of all panels (by default of this one alone), and `place`, the place of this one among them.
    """
    made = made or plan([trace], None, mark_lines(cause, symptom))
    pen = Canvas(axes)
    header(pen, trace, made, cause, symptom)
    for lane in (*trace.replicas, *made.outsiders):
        draw_lane(pen, trace, made, lane)
    for lane in trace.replicas:
        if (made.first - 1, lane) in made.chips[place]:
            chip = made.chips[place][made.first - 1, lane]
            draw_chip(pen, made.x(made.first - 1), made.rows[lane].chip, chip, None)
    lost = lost_deltas(trace)
    for position in range(made.first, made.last + 1):
        draw_event(pen, trace, made, made.words[place][position], position)
        if position in lost:
            draw_lost(pen, made, trace.schedule[position - 1][1], position, lost[position])
        for lane in trace.replicas:
            chip = made.chips[place].get((position, lane))
            if chip:
                draw_chip(pen, made.x(position), made.rows[lane].chip, chip, f"s{position}")
    return axes


def header(pen: Canvas, trace: Trace, made: Plan, cause: int | None, symptom: int | None) -> None:
    """The panel's name, the band of the current event, the events' numbers and the ◆ marks."""
    for position in range(made.first, made.last + 1):
        left, right = made.x(position) - GUTTER + 1, made.x(position) + made.column - GUTTER - 1
        outline = shapes.polygon((left, 22), (right, 22), (right, made.height - 2), (left, made.height - 2))
        pen.shape([outline], f"n{position}", NOW, NOW_EDGE)
    if made.first > 1:
        pen.text(made.x(made.first - 1) - INSET, 33, f"after {made.first - 1}", None, MUTED, SMALL)
    heading(pen, trace)
    for position in range(made.first, made.last + 1):
        pen.text(made.x(position), 33, str(position), None, MUTED, SMALL, False, "center")
        named = [name for name, at in (("cause", cause), ("symptom", symptom)) if at == position]
        for line, name in enumerate(named):
            pen.text(made.x(position) - MARK, 47 + 13 * line, "◆ " + name, f"s{position}", INK, SMALL, True)


def draw_lane(pen: Canvas, trace: Trace, made: Plan, lane: str) -> None:
    """A lane's name and line: ended where its member departs, hatched while a member keeps silent."""
    row, name = made.rows[lane], elided(lane)
    start, end = made.x(max(made.first - 1, 1)) - GUTTER + 2, made.width - MARGIN
    if lane in made.outsiders:
        if lane == made.outsiders[0]:
            y = row.top - 5
            pen.line([(MARGIN, y - 6), (end, y - 6)], None, LINE, 1, (2, 3))
            pen.text(MARGIN, y + 6, "outside the membership", None, MUTED, SMALL)
        pen.text(MARGIN, row.line + 4, name, None, MUTED, SIZE)
        pen.line([(start, row.line), (end, row.line)], None, MUTED, 0.8)
        return
    left = next((k for k, event in enumerate(trace.schedule, 1) if event[:2] == ("depart", lane)), None)
    if left is not None and left <= made.last:
        end = made.x(max(left, made.first - 1))
    badge(pen, trace.replicas, lane, MARGIN - 4, row.line)
    pen.line([(start, row.line), (end, row.line)], None, hue(trace.replicas.index(lane)).fill, 2.4)
    quiet = silent_until(trace, lane)
    if quiet and made.first <= quiet:
        stop = min(made.x(quiet) + (made.column - GUTTER if quiet == len(trace) else 0), end)
        pen.line([(start, row.line), (stop, row.line)], None, MUTED, 8, (1, 4))
        pen.text(MARGIN, row.line + 20, "silent", None, MUTED, SMALL)


def draw_event(pen: Canvas, trace: Trace, made: Plan, label: Label, position: int) -> None:
    """One event: its arrow, its marker and its label."""
    event, gid = trace.schedule[position - 1], f"s{position}"
    kind, lane, giver, x = event[0], target(event), source(event), made.x(position)
    y = made.rows[lane].line
    if giver is not None:
        start = made.rows[giver].line
        lean = 3 if y > start else -3
        # a report carries no state: its arrow is thin and dotted
        report = kind in ("ack", "observe")
        tail = shapes.circle(x - GUTTER + 4, start, 2.2)
        shaft = shapes.arrow(x - GUTTER + 4, start, x - MARK - 1, y - lean)
        if report:
            points, codes = shaft
            pen.path(points[:2], codes[:2], gid, None, INK, 1, (1.5, 2))
            shaft = (points[2:], [shapes.M, *codes[3:]])
        pen.shape([tail, shaft], gid, INK, INK, 0.8 if report else 1.2)
    if kind == "depart":
        pen.line([(x, y - 8), (x, y + 8)], gid, INK, 3)
    else:
        fill = hue(trace.replicas.index(lane)).fill
        pen.shape([marker(kind, x, y)], gid, fill, INK)
    whole = " ".join(label).strip()
    lines = list(label) if made.tall and width_of(whole) > made.column - GUTTER else [whole]
    for number, words in enumerate(lines, 1 - len(lines)):
        pen.text(x - INSET + 1, y - 12 + number * LEADING, words, gid)


def marker(kind: str, x: float, y: float) -> shapes.Outline:
    """A kind's shape: ● local event, ▲ purge, ■ whatever is received."""
    if kind in LOCAL:
        return shapes.circle(x, y, MARK)
    return shapes.triangle(x, y, MARK + 2) if kind == "purge" else shapes.square(x, y, MARK)


def draw_lost(pen: Canvas, made: Plan, lane: str, position: int, number: int) -> None:
    """A delta that is never sent: dashes from its event to a ×."""
    x, y = made.x(position), made.rows[lane].line
    pen.line([(x + 4, y + 4), (x + 15, y + 12)], f"s{position}", INK, 1.2, (3, 2))
    pen.shape([shapes.cross(x + 19, y + 14.5, 3.5)], f"s{position}", None, WRONG, 1.6)
    pen.text(x + 26, y + 18, f"δ{number} lost", f"s{position}", INK, SMALL)


def draw_chip(pen: Canvas, x: float, y: float, chip: Chip, gid: str | None) -> None:
    """What a replica shows, in a box below its marker."""
    wide = max(line.width for line in chip.lines) + 2 * INSET
    left = x - MARK + 1
    if chip.boxed:
        fill, edge, width = (WRONG_FILL, WRONG, 1.6) if chip.wrong else (CHIP, MUTED, 0.8)
        pen.shape([shapes.box(left, y, wide, len(chip.lines) * LEADING + 4)], gid, fill, edge, width)
    for number, line in enumerate(chip.lines):
        pen.text(left + INSET, y + 11 + number * LEADING, line.text, gid, line.ink, line.size, line.bold)

"""What a player costs: drawn once and stepped in the browser, against drawing the picture of every step."""

from __future__ import annotations

from statistics import median
from time import process_time

from matplotlib.figure import Figure

from crdtviz import FAMILIES, VERSIONS, run
from crdtviz.draw import ack_matrices, context_strips, merge_graphs, timelines, to_png, to_svg
from crdtviz.trace import Trace
from crdtviz.widgets import Player
from tests.draw.samples import at_random

EVENTS = 10
ROUNDS = 5
REPLICAS = ("a", "b", "c")
EXTRA = {"causal_context": context_strips, "tombstone_gc": ack_matrices}


def story(family: str) -> list[tuple]:
    """The schedule that this family is measured on."""
    return at_random(family, EVENTS, REPLICAS, ("milk", "eggs"), 1)


def traces(family: str, schedule: list) -> list[Trace]:
    return [run(family, version, schedule, REPLICAS) for version in VERSIONS]


def figures(family: str, runs: list[Trace]) -> list[Figure]:
    """The pictures of a player, as matplotlib draws them."""
    made = [timelines(runs), merge_graphs(runs)]
    return made + EXTRA[family](runs)[0] if family in EXTRA else made


def once(family: str, schedule: list) -> Player:
    """A whole player: pictures, tables and controls."""
    return Player(family, schedule, REPLICAS)


def every_frame(family: str, schedule: list) -> None:
    """Its pictures alone, drawn anew for each position: all of the schedule, what is still to come faded."""
    for position in range(len(schedule) + 1):
        for figure in figures(family, traces(family, schedule)):
            to_svg(figure, "a frame", "frame", still=True, at=position)


def every_beginning(family: str, schedule: list) -> None:
    """Smaller pictures for each position, of the events so far and nothing else."""
    for position in range(len(schedule) + 1):
        for figure in figures(family, traces(family, schedule[:position])):
            to_svg(figure, "a frame", "frame")


def seconds(work, *arguments) -> float:
    """How much of the processor's time `work` takes: others on the machine do not count."""
    began = process_time()
    work(*arguments)
    return process_time() - began


def main() -> None:
    """Prints, for each family, a player against the pictures of all its steps, in milliseconds, medians of one run."""
    print(f"three versions, {EVENTS} events, processor time; median of {ROUNDS} rounds")
    print(f"  {'':16}{'a player':>12}{'every frame':>18}{'of the events so far':>27}")
    for family in FAMILIES:
        schedule = story(family)
        once(family, schedule)  # fonts are read on first use
        rounds = [
            [seconds(work, family, schedule) for work in (once, every_frame, every_beginning)] for _ in range(ROUNDS)
        ]
        player, frames, beginnings = (median(times) * 1000 for times in zip(*rounds))
        ratios = [median(times[place] / times[0] for times in rounds) for place in (1, 2)]
        print(
            f"  {family:16}{player:9.0f} ms{frames:9.0f} ms {ratios[0]:4.1f}x{beginnings:16.0f} ms {ratios[1]:4.1f}x",
            flush=True,
        )
    figure = timelines(traces(family, schedule))
    print(f"  still picture of the last: {len(to_png(figure)) / 1000:.0f} kB, {seconds(to_png, figure) * 1000:.0f} ms")


if __name__ == "__main__":
    main()

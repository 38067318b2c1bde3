"""What a player's pictures cost: drawn once and stepped in the browser, against drawn anew for every step."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from crdtviz import FAMILIES, VERSIONS, run
from crdtviz.draw import merge_graphs, timelines, to_png, to_svg
from crdtviz.trace import Trace
from tests.draw.samples import at_random

EVENTS = 10
ROUNDS = 5


def pictures(traces: list[Trace]) -> int:
    """Draws what a player holds, timelines and merge graphs of all versions as SVG; gives their size in bytes."""
    texts = to_svg(timelines(traces), "timelines", "t"), to_svg(merge_graphs(traces), "merge graphs", "g")
    return sum(len(text.encode()) for text in texts)


def once(family: str, schedule: list, replicas: tuple[str, ...]) -> int:
    """The whole run, drawn one time."""
    return pictures([run(family, version, schedule, replicas) for version in VERSIONS])


def every_frame(family: str, schedule: list, replicas: tuple[str, ...]) -> int:
    """A picture for each position, from none of the events to all of them."""
    return sum(once(family, schedule[:position], replicas) for position in range(len(schedule) + 1))


def seconds(work, *arguments) -> float:
    """How long `work` takes."""
    began = perf_counter()
    work(*arguments)
    return perf_counter() - began


def main() -> None:
    """Prints, for each family, one drawing against all frames in milliseconds, and their ratio, medians of one run."""
    replicas = ("a", "b", "c")
    print(f"three versions, {EVENTS} events, timelines and merge graphs; median of {ROUNDS} rounds")
    for family in FAMILIES:
        schedule = at_random(family, EVENTS, replicas, ("milk", "eggs"), 1)
        once(family, schedule, replicas)  # fonts are read on first use
        pairs = [
            (seconds(once, family, schedule, replicas), seconds(every_frame, family, schedule, replicas))
            for _ in range(ROUNDS)
        ]
        single, all_frames = (median(pair[place] for pair in pairs) * 1000 for place in (0, 1))
        ratio = median(frames / one for one, frames in pairs)
        size = f"{once(family, schedule, replicas) / 1000:.0f} kB"
        print(f"  {family:16} once {single:4.0f} ms   every frame {all_frames:5.0f} ms   {ratio:4.1f} times   {size}")
    traces = [run(family, version, schedule, replicas) for version in VERSIONS]
    figure = timelines(traces)
    print(f"  still picture of the last: {len(to_png(figure)) / 1000:.0f} kB, {seconds(to_png, figure) * 1000:.0f} ms")


if __name__ == "__main__":
    main()

"""How the costs grow: the time for twice the work, divided by the time for the work. About 2 is linear, 4 quadratic."""

from __future__ import annotations

from time import process_time
from typing import Any, Callable

from crdtviz import FAMILIES, run, solve

EVENTS = 2_000
DOTS = 4_000


def best(work: Callable[[], Any], rounds: int = 3) -> float:
    """The shortest of several times, in seconds of this process: the one least disturbed by others."""
    times = []
    for _ in range(rounds):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return min(times)


def local_events(family: str, size: int) -> list[tuple]:
    """A schedule of `size` local events at two replicas, every one about another element, and half of them removes."""
    events: list[tuple] = []
    for n in range(size // 2):
        replica, name = "ab"[n % 2], f"e{n}"
        if family == "mv_register":
            events += [("write", replica, name), ("write", replica, name + "'")]
        elif family == "lww_element_set":
            events += [("add", replica, name, n), ("rem", replica, name, n + 1)]
        else:
            events += [("add", replica, name), ("rem", replica, name)]
    return events


def adds(family: str, size: int) -> list[tuple]:
    """A schedule of `size` adds (writes) at one replica: nothing is ever removed, so the state grows with each."""
    kind = "write" if family == "mv_register" else "add"
    times = (1,) if family == "lww_element_set" else ()
    return [(kind, "a", f"e{n}", *times) for n in range(size)]


def state(size: int, first: int, spread: int) -> dict:
    """A state of the record with `size` dots from `first` on, `spread` apart, all of them in its cloud."""
    numbers = range(first, first + size * spread, spread)
    return {"dots": [[f"e{n % 97}", "a", n] for n in numbers], "vv": {}, "cloud": [["a", n] for n in numbers]}


def ratio(work: Callable[[int], Callable[[], Any]], size: int) -> tuple[float, float]:
    """(milliseconds at `size`, how many times as long twice the size takes)."""
    once, twice = best(work(size)), best(work(2 * size))
    return once * 1000, twice / once


def main() -> None:
    """Print one line for each kind of work."""
    print(f"{'work':<50}{'n':>8}{'cpu ms':>10}{'2n : n':>9}")
    for family in FAMILIES:
        for label, make in (("adds and removes", local_events), ("a growing state", adds)):
            schedules = {size: make(family, size) for size in (EVENTS, 2 * EVENTS)}
            report(
                f"run {family}, {label}",
                EVENTS,
                lambda n, f=family, s=schedules: lambda: run(f, "fixed", s[n], ["a", "b"]),
            )
    # disjoint dots with gaps, so that nothing compacts; then one run of dots, so that all of them do
    for label, first, spread in (("clouds that stay", 3, 4), ("clouds that compact", 1, 2)):
        for version in FAMILIES["causal_context"]:
            pairs = {n: (state(n, first, spread), state(n, first + spread // 2, spread)) for n in (DOTS, 2 * DOTS)}
            report(
                f"join causal_context {version}, {label}",
                DOTS,
                lambda n, v=version, p=pairs: lambda: solve("causal_context", v, *p[n]),
            )


def report(label: str, size: int, work: Callable[[int], Callable[[], Any]]) -> None:
    """Measure and print one line."""
    milliseconds, growth = ratio(work, size)
    print(f"{label:<50}{size:>8}{milliseconds:>10.1f}{growth:>9.2f}", flush=True)


if __name__ == "__main__":
    main()

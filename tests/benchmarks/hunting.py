"""What a hunt costs: against a random search, against listing every schedule, and how far the fixed versions go."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Any, Callable

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from crdtviz import FAMILIES, solve
from crdtviz.laws import find_law
from crdtviz.oracle import History, refusal, right_view
from crdtviz.search import hunt
from crdtviz.shrink import broken_prefix
from crdtviz.situations import DEFAULTS, Bounds, count_schedules, enabled, names_for, possible

EXAMPLES = 20_000  # what a random search may try
TABLE = [(2, 2, 7), (3, 1, 6)]  # replicas, elements, events
PLAIN = [("mv_register", 2, 1), ("or_set", 2, 1)]
KNOWN = [(f, v) for f in FAMILIES for v in ("broken", "attempt") if (f, v) != ("tombstone_gc", "attempt")]


def timed(work: Callable, *arguments: Any, **options: Any) -> tuple[Any, float]:
    """What `work` gives, and the seconds that it took."""
    began = perf_counter()
    done = work(*arguments, **options)
    return done, perf_counter() - began


def random_search(family: str, version: str) -> list | None:
    """A failing schedule by `hypothesis.find`, shrunk by it, from lists of events over the same names."""
    names = names_for(family, DEFAULTS[family])
    runner, law = FAMILIES[family][version], find_law(family, "shows")
    events = possible(family, names, range(1, 4))

    def fails(schedule: list) -> bool:
        return broken_prefix(runner, law, valid(family, names.replicas, schedule), names.replicas) is not None

    options = settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    try:
        schedule = find(st.lists(st.sampled_from(events), max_size=12), fails, settings=options)
    except NoSuchExample:
        return None
    return broken_prefix(runner, law, valid(family, names.replicas, schedule), names.replicas)


def valid(family: str, replicas: tuple[str, ...], schedule: list) -> list:
    """The schedule without the events that cannot happen where they stand."""
    history, kept = History(replicas), []
    for event in schedule:
        if not refusal(family, history, event):
            history = history.after(event)
            kept.append(event)
    return kept


def against_random_search() -> None:
    print(f"hunt against hypothesis.find (at most {EXAMPLES:,} examples), default bounds, law shows")
    print(f"{'':28}{'hunt':>14}{'find':>22}{'ratio':>10}")
    for family, version in KNOWN:
        found, ours = timed(hunt, family, version)
        other, theirs = timed(random_search, family, version)
        length = "none" if other is None else f"{len(other)} events"
        print(
            f"{family + ' ' + version:28}{len(found.schedule)} ev {ours:7.3f} s{length:>11} {theirs:8.2f} s"
            f"{theirs / ours:9.0f}x"
        )


def exhausted(task: tuple[str, int, int, int]) -> tuple[str, int, int, float]:
    """(version's result in words, schedules, situations, seconds) of one fixed version to its bound."""
    family, replicas, elements, length = task
    found, seconds = timed(hunt, family, "fixed", replicas=replicas, elements=elements, max_events=length)
    said = f"none up to {found.reached}" if found.schedule is None else f"BROKEN by {found.schedule}"
    return said, found.schedules, found.explored, seconds


def exhaustion() -> None:
    tasks = [(family, *size) for size in TABLE for family in FAMILIES]
    print("\nfixed versions exhausted, law shows (the seconds of one process; two work side by side)")
    print(f"{'':18}{'replicas':>9}{'elements':>9}{'result':>14}{'schedules':>15}{'situations':>12}{'seconds':>9}")
    began, totals = perf_counter(), [0, 0, 0.0]
    with ProcessPoolExecutor(2) as pool:
        for (family, replicas, elements, _), (said, *costs) in zip(tasks, pool.map(exhausted, tasks), strict=True):
            print(f"{family:18}{replicas:>9}{elements:>9}{said:>14}{costs[0]:>15,}{costs[1]:>12,}{costs[2]:>9.2f}")
            totals = [total + cost for total, cost in zip(totals, costs, strict=True)]
    wall = perf_counter() - began
    print(f"{'together':50}{totals[0]:>15,}{totals[1]:>12,}{totals[2]:>9.2f}   ({wall:.1f} s by the clock)")
    print(f"schedules to a situation: {totals[0] / totals[1]:,.0f}")


def by_listing(family: str, bounds: Bounds) -> int:
    """Every schedule of exactly the bound's length through `solve`, against the oracle; out: how many."""
    names = names_for(family, bounds)

    def walk(history: History, schedule: list) -> int:
        if len(schedule) == bounds.events:
            right = [right_view(family, history, replica) for replica in names.replicas]
            assert solve(family, "fixed", schedule, list(names.replicas)) == right
            return 1
        return sum(walk(history.after(event), [*schedule, event]) for event in enabled(family, history, *names))

    return walk(History(names.replicas), [])


def against_listing() -> None:
    print("\nhunt against running every schedule through solve, fixed versions, two replicas, one element")
    print(f"{'':14}{'events':>7}{'schedules':>12}{'situations':>12}{'solve':>11}{'hunt':>11}{'ratio':>9}")
    for family, replicas, elements in PLAIN:
        last: tuple[int, int] | None = None
        for length in (5, 6, 7):
            bounds = Bounds(replicas, elements, 0, length)
            listed, theirs = timed(by_listing, family, bounds)
            found, ours = timed(hunt, family, "fixed", replicas=replicas, elements=elements, max_events=length)
            assert listed == count_schedules(family, bounds, length) - count_schedules(family, bounds, length - 1)
            growth = f"   schedules x{listed / last[0]:.1f}, situations x{found.explored / last[1]:.1f}" if last else ""
            print(
                f"{family:14}{length:>7}{listed:>12,}{found.explored:>12,}{theirs:>9.2f} s{ours:>9.3f} s"
                f"{theirs / ours:>8.0f}x{growth}"
            )
            last = listed, found.explored


def main() -> None:
    """Print all three tables."""
    against_random_search()
    exhaustion()
    against_listing()

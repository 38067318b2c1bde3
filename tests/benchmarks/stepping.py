"""What a step costs in a real JupyterLab: key press to painted, of a player and of a picture redrawn by `interact`.

A step ends with the second animation frame after the page has changed: by then the first one is on the screen. The
time to "settled" counts whatever still fades in then as well.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

import nbformat
from playwright.sync_api import Locator, sync_playwright

from crdtviz import FAMILIES
from tests.benchmarks.building import EVENTS, REPLICAS, story
from tests.browser.conftest import CHROMIUM, FLAGS, REPOSITORY
from tests.browser.lab import Lab, LabPage
from tests.notebooks.execute import KERNELSPEC, NOTEBOOKS, WIDGET_STATE, run

STEPS = 60  # of a player
REDRAWS = 20  # by interact
KINDS = ("png", "svg")  # what matplotlib writes by itself, and what the player holds
IMPORTS = """\
from base64 import b64encode
from io import BytesIO
from IPython.display import HTML, display
from ipywidgets import IntSlider, interact
from matplotlib.backends.backend_agg import FigureCanvasAgg
from crdtviz import VERSIONS, run
from crdtviz.draw import ack_matrices, context_strips, timelines, to_svg
from crdtviz.draw.gids import FADED, hidden, later
from crdtviz.widgets import Player

EXTRA = {"causal_context": context_strips, "tombstone_gc": ack_matrices}

def figures(family, traces):
    return [timelines(traces), *(EXTRA[family](traces)[0] if family in EXTRA else ())]

def svg(figure, k):
    return to_svg(figure, "a frame", "frame", still=True, at=k)

def png(figure, k):
    figure.set_dpi(96)
    for artist in figure.findobj(lambda artist: artist.get_gid()):
        artist.set_visible(not hidden(artist.get_gid(), k))
        artist.set_alpha(FADED if later(artist.get_gid(), k) else None)
    FigureCanvasAgg(figure).print_png(held := BytesIO())
    return f'<img src="data:image/png;base64,{b64encode(held.getvalue()).decode()}">'

def redrawn(family, schedule, replicas, picture):
    traces = [run(family, version, schedule, replicas) for version in VERSIONS]
    def draw(k):
        pictures = "".join(picture(figure, k) for figure in figures(family, traces))
        display(HTML(f'<div class="frame" data-k="{k}">{pictures}</div>'))
    interact(draw, k=IntSlider(min=0, max=len(schedule)))
"""
# Waits for a key, then for the frame before which the page came to another position, then for that one to be shown.
ARM = """(root, redrawn) => {
  const captions = [...root.querySelectorAll('table caption .at')];
  const shown = caption => caption.checkVisibility({visibilityProperty: true});
  const k = () => redrawn ? root.querySelector('.frame')?.dataset.k : captions.findIndex(shown), before = k();
  const frame = () => new Promise(requestAnimationFrame);
  window.step = new Promise(resolve => document.addEventListener('keydown', async event => {
    do await frame(); while (k() === before || k() === undefined);
    for (const image of root.querySelectorAll('.frame img')) await image.decode();
    await frame();
    const painted = performance.now();
    await Promise.all(root.getAnimations({subtree: true}).map(one => one.finished));
    resolve([painted, performance.now()].map(time => time - event.timeStamp));
  }, {capture: true, once: true}));
}"""
FRAME = """async () => {
  const times = [];
  for (let n = 0; n < 61; n++) times.push(await new Promise(requestAnimationFrame));
  return times.slice(1).map((time, n) => time - times[n]);
}"""
BUSY = """() => { window.busy = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  window.busy.requestExecute({code: 'import time; time.sleep(600)'}); }"""


class Times(NamedTuple):
    """Milliseconds of many steps: until the change was painted, and until nothing faded any more."""

    painted: list[float]
    settled: list[float]


def source(family: str) -> str:
    """The cell that shows a family's player."""
    return f"Player({family!r}, {story(family)!r}, {REPLICAS!r})"


def notebook(*sources: str) -> nbformat.NotebookNode:
    cells = [nbformat.v4.new_code_cell(text) for text in (IMPORTS, *sources)]
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNELSPEC})


def steps(page: LabPage, root: Locator, count: int, redrawn: bool = False) -> Times:
    """Presses the arrow keys on the slider in `root`, there and back, at moments that no frame sets."""
    handle, chance, all_times = root.locator(".noUi-handle").first, Random(1), []
    handle.focus()
    page.raw.keyboard.press("Home")
    page.raw.wait_for_timeout(1000)
    for number in range(count + 2):
        root.evaluate(ARM, redrawn)
        page.raw.wait_for_timeout(30 + 20 * chance.random())
        page.raw.keyboard.press("ArrowLeft" if number // EVENTS % 2 else "ArrowRight")
        all_times.append(page.raw.evaluate("() => window.step"))
    return Times(*zip(*all_times[2:]))  # the first two warm up


def high(times: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


def report(label: str, times: Times, frame: float) -> None:
    print(
        f"  {label:30}{len(times.painted):6}"
        f"{median(times.painted):9.1f} ms {median(times.painted) / frame:5.1f} fr"
        f"{high(times.painted):9.1f} ms {high(times.painted) / frame:5.1f} fr{median(times.settled):9.1f} ms",
        flush=True,
    )


def in_the_browser(page: LabPage, lab: Lab) -> None:
    """The steps of every family's player, with an idle kernel and a busy one, and the same pictures redrawn."""
    opened(page, lab, "players", [source(family) for family in FAMILIES])
    frame = median(page.raw.evaluate(FRAME))
    print(f"one display frame: {frame:.1f} ms; steps of {EVENTS}-event players of three versions in JupyterLab")
    print(f"  {'':30}{'steps':>6}{'painted, median':>20}{'95th percentile':>21}{'settled':>12}")
    roots = {family: page.player(place) for place, family in enumerate(FAMILIES)}
    idle, busy, anew = {}, {}, {}
    for family, root in roots.items():
        idle[family] = steps(page, root, STEPS)
        report(family, idle[family], frame)
    page.raw.evaluate(BUSY)
    for family, root in roots.items():
        busy[family] = steps(page, root, STEPS)
        report(f"{family}, busy", busy[family], frame)
    page.raw.evaluate("() => window.busy.interrupt()")
    page.wait_idle()
    lab.shutdown_kernels()
    for kind in KINDS:
        opened(page, lab, kind, [f"redrawn({f!r}, {story(f)!r}, {REPLICAS!r}, {kind})" for f in FAMILIES])
        for place, family in enumerate(FAMILIES, 1):
            anew[kind, family] = steps(page, page.cell(place), REDRAWS, redrawn=True)
            report(f"interact {kind}, {family}", anew[kind, family], frame)
        lab.shutdown_kernels()
    print("ratios of medians (of 95th percentiles in brackets)")
    for family in FAMILIES:
        ratios = [ratio(f"interact {kind} : player", anew[kind, family], idle[family]) for kind in KINDS]
        print(f"  {family:16}", *ratios, ratio("busy : idle", busy[family], idle[family]))


def opened(page: LabPage, lab: Lab, name: str, sources: list[str]) -> None:
    """Opens a notebook of these cells, and runs it."""
    page.open(lab.add(f"{name}.ipynb", notebook(*sources)))
    page.run_all()


def ratio(label: str, one: Times, other: Times) -> str:
    middle = median(one.painted) / median(other.painted)
    return f"{label} {middle:5.2f} ({high(one.painted) / high(other.painted):.2f})  "


def sizes(folder: Path) -> None:
    """What the saved widgets of each player take in a notebook's file, and what the notebooks take."""
    print("saved widget state of one player")
    for family in FAMILIES:
        path = folder / f"{family}.ipynb"
        nbformat.write(notebook(source(family)), path)
        state = nbformat.reads(run(path), as_version=4).metadata.widgets[WIDGET_STATE]
        print(
            f"  {family:18}{len(json.dumps(state, ensure_ascii=False, indent=1).encode()) / 1000:6.0f} kB", flush=True
        )
    print("notebooks")
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        print(f"  {path.name:26}{path.stat().st_size / 1000:6.0f} kB")


def main() -> None:
    """Prints the sizes, then the steps."""
    with tempfile.TemporaryDirectory() as folder:
        sizes(Path(folder))
    if not CHROMIUM.exists():
        print(f"no steps: {CHROMIUM} is missing: apt install chromium, or name a browser in CHROMIUM")
        return
    with tempfile.TemporaryDirectory() as folder, Lab(REPOSITORY, Path(folder)) as lab, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = LabPage(browser.new_context(), lab)
        in_the_browser(page, lab)
        browser.close()


if __name__ == "__main__":
    main()

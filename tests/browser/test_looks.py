"""How a player looks and reads: nothing overflows or moves, names typed by users stay text, and axe-core is content."""

import pytest
from playwright.sync_api import expect

from crdtviz.widgets import Player
from tests.browser.players import DRAWN, FAMILIES, HOSTILE, NAMES, STORIES, last, open_folds, step

# What ipywidgets draws itself and gives no way to name: its slider's handle. The strip does the same, with names.
KNOWN = ("aria-input-field-name", "noUi-handle")

# every box of the player that a reader could see move
BOXES = """player => [...player.querySelectorAll('h4, p, table, th, td, svg, details, summary, button, .noUi-target')]
  .filter(e => !e.closest('.at'))
  .map(e => { const r = e.getBoundingClientRect(), o = player.getBoundingClientRect();
    return [e.tagName, Math.round(r.x - o.x), Math.round(r.y - o.y), Math.round(r.width), Math.round(r.height)] })
  .filter(box => box[3] > 0)"""
OVERFLOW = """player => [...player.querySelectorAll('*')].filter(e => !e.closest('.pic > *, pre > *'))
  .filter(e => { const r = e.getBoundingClientRect(), o = player.getBoundingClientRect();
    return r.width && getComputedStyle(e).visibility !== 'hidden' && (r.right > o.right + 2 || r.left < o.left - 2) })
  .map(e => e.tagName + '.' + e.className)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 1000, 700])
def test_nothing_overflows_and_nothing_moves_between_steps(stage, theme, width):
    stage.look(theme, width)
    for place in range(len(FAMILIES)):
        player = stage.player(place)
        open_folds(player)
        before = player.evaluate(BOXES)
        for k in range(1, last(player) + 1):
            step(player, k)
            assert player.evaluate(BOXES) == before, f"{FAMILIES[place]} moved at step {k}"
            assert player.evaluate(OVERFLOW) == [], f"{FAMILIES[place]} overflows at step {k}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(stage, theme):
    stage.look(theme, 1300)
    for place in range(len(FAMILIES)):
        open_folds(stage.player(place))
        step(stage.player(place), last(stage.player(place)))
    # colours are judged when a fade has come to its end
    stage.raw.wait_for_timeout(200)
    found = stage.findings(".crdtviz-player")
    left = [f for f in found if not (f["id"] == KNOWN[0] and all(KNOWN[1] in n["html"] for n in f["nodes"]))]
    assert left == [], "\n".join(
        f"{f['impact']} {f['id']}: {f['nodes'][0]['html']} {f['nodes'][0]['failureSummary']}" for f in left
    )


def test_names_are_shown_as_text(stage):
    alerts = []
    stage.raw.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    player = stage.player(NAMES)
    open_folds(player)
    step(player, last(player))
    for name in HOSTILE:
        expect(player.locator("td .at").filter(visible=True).filter(has_text=name).first).to_be_visible()
    assert player.locator("img").count() == 0 and alerts == []
    assert player.evaluate(OVERFLOW) == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_no_picture_fades_or_moves_to_its_step(stage, motion):
    stage.raw.emulate_media(reduced_motion=motion)
    player = stage.player(0)
    step(player, last(player))
    times = "parts => [...new Set(parts.map(part => getComputedStyle(part).transitionDuration))]"
    assert player.locator(".pic *").evaluate_all(times) == ["0s"]
    stage.raw.emulate_media(reduced_motion="no-preference")


def test_a_state_lights_up_its_causal_past_on_hover_and_on_focus(stage):
    player = stage.player(1)
    step(player, last(player))
    open_folds(player)
    nodes = player.locator("details .v[tabindex]")
    look = """nodes => nodes.map(n => [n, ...n.querySelectorAll('*')].map(e => { const s = getComputedStyle(e);
      return [s.opacity, s.filter, s.strokeWidth, s.outlineStyle].join() }).join())"""
    before = nodes.evaluate_all(look)
    nodes.last.focus()
    lit = [a != b for a, b in zip(before, nodes.evaluate_all(look))]
    assert sum(lit) > 1, "only the state itself changed"
    nodes.last.blur()
    assert nodes.evaluate_all(look) == before
    nodes.last.locator("text").first.hover()
    assert sum(a != b for a, b in zip(before, nodes.evaluate_all(look))) > 1


def test_the_exported_page_steps_alone(page, tmp_path):

    schedule, replicas = STORIES["causal_context"]
    Player("causal_context", schedule, replicas.split()).save_html(tmp_path / "alone.html")
    asked = []
    page.raw.on("request", lambda request: asked.append(request.url))
    page.raw.goto((tmp_path / "alone.html").as_uri())
    assert [url for url in asked if not url.startswith("file:")] == []
    page.raw.locator("#k0").focus()
    for k in range(1, 6):
        page.raw.keyboard.press("ArrowRight")
        expect(page.raw.locator("table caption .at").filter(visible=True).first).to_contain_text(f"Step {k} of 5")
        assert page.raw.locator(".pic").first.evaluate(DRAWN) == k
    assert page.findings("body") == []


# The contrast of every visible text with the first opaque background behind it, by WCAG's formula. axe-core judges
# none of it here: JupyterLab's layers keep it from telling what lies behind.
CONTRAST = r"""player => {
  const rgb = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length > 3 && m[3] < 1 ? null : m.slice(0, 3) };
  const part = v => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
  const behind = e => {
    for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c) return c }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(player, NodeFilter.SHOW_TEXT), low = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement, style = getComputedStyle(e);
    const seen = style.visibility !== 'hidden' && e.getClientRects().length && !e.closest('svg, style');
    if (!node.data.trim() || !seen) continue;
    const back = behind(e), [r, g, b, alpha = 1] = style.color.match(/[\d.]+/g).map(Number);
    const ink = [r, g, b].map((v, i) => alpha * v + (1 - alpha) * back[i]);
    const [high, low_] = [light(ink), light(back)].sort((x, y) => y - x), ratio = (high + .05) / (low_ + .05);
    if (ratio < 4.5) low.push(`${ratio.toFixed(2)} ${e.tagName}.${e.className}: ${node.data.slice(0, 40)}`);
  }
  return low }"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_its_background(stage, theme):
    stage.look(theme, 1300)
    for place in range(len(FAMILIES)):
        player = stage.player(place)
        open_folds(player)
        step(player, last(player))
        assert player.evaluate(CONTRAST) == []

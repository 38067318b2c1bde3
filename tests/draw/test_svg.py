"""SVG: small, valid, the same every time, stepped and themed by the page. PNG is held to the same."""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from xml.etree import ElementTree

import matplotlib.style
import pytest

from crdtviz.draw import (
    ack_matrices,
    context_strips,
    merge_graphs,
    timelines,
    to_png,
    to_svg,
)
from crdtviz.draw.canvas import Canvas, paper, sheet
from crdtviz.draw.style import INK, INKS
from tests.draw.samples import HOSTILE, LOST, OUTSIDE, at_random, versions

TEN = [
    ("add", "a", "milk", 1),
    ("merge", "a", "b"),
    ("rem", "b", "milk", 2),
    ("merge", "b", "a"),
    ("add", "a", "eggs", 3),
    ("merge", "a", "b"),
    ("add", "b", "tea", 4),
    ("rem", "a", "eggs", 5),
    ("merge", "b", "a"),
    ("merge", "a", "b"),
]
PICTURES = {
    "timelines": lambda: timelines(versions("lww_element_set", TEN, "ab"), marks=[(4, 4)] * 3),
    "merge_graphs": lambda: merge_graphs(versions("lww_element_set", TEN, "ab")),
    "context_strips": lambda: context_strips(versions("causal_context", LOST, "ab"))[0][0],
    "ack_matrices": lambda: ack_matrices(versions("tombstone_gc", OUTSIDE, "abc"))[0][0],
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def silence():
    """Any warning, of matplotlib's about missing letters above all, is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_ten_events_is_small(name):
    figure = PICTURES[name]()
    assert len(to_svg(figure, "title", "p").encode()) < 40_000
    assert len(to_png(figure)) < 60_000


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_same_every_time(name):
    first, second = PICTURES[name](), PICTURES[name]()
    assert to_svg(first, "t", "p") == to_svg(second, "t", "p") == to_svg(first, "t", "p")
    assert to_png(first) == to_png(second)


def test_a_picture_is_the_same_in_every_process():
    code = "import hashlib, tests.draw.test_svg as t; from crdtviz.draw import *; " + (
        "print([hashlib.sha256(to_svg(p(), 't', 'p').encode() + to_png(p())).hexdigest() for p in t.PICTURES.values()])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1 and said.pop().strip()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_xml_with_no_trace_of_its_making(name):
    text = to_svg(PICTURES[name](), "title", "p")
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg" and "width" not in root.attrib and "height" not in root.attrib
    assert root.get("style").startswith("--w:") and "max-width:var(--w)" in root.get("style")
    for word in ("<?xml", "DOCTYPE", "metadata", "atplotlib", "clipPath", "xlink"):
        assert word not in text
    assert not [element for element in root.iter() if element.get("id")]
    numbers = re.findall(r"\.\d+", " ".join(e.get(key, "") for e in root.iter() for key in ("d", "x", "y")))
    assert numbers and max(map(len, numbers)) <= 3


def test_every_colour_is_a_role_with_its_light_value_to_fall_back_on():
    text = to_svg(PICTURES["timelines"](), "title", "p")
    literal = set(re.findall(r"#[0-9a-f]{6}", re.sub(r"var\(--crd-[a-z-]+, #[0-9a-f]{6}\)", "", text)))
    assert not literal
    used = set(re.findall(r"var\(--crd-([a-z-]+), (#[0-9a-f]{6})\)", text))
    assert used <= {(ink.name, ink.light) for ink in INKS} and ("ink", INK.light) in used


def test_styles_of_two_pictures_in_one_page_never_meet():
    one, other = (to_svg(PICTURES["timelines"](), "t", prefix) for prefix in ("one", "two"))
    names = [set(re.findall(r"\.([\w-]+)\{", text)) for text in (one, other)]
    assert names[0] and not names[0] & names[1]


@pytest.mark.parametrize("prefix", ["", "1a", "a b", "a{", 'a"', "ä"])
def test_a_prefix_must_be_a_name(prefix):
    with pytest.raises(ValueError, match="prefix"):
        to_svg(sheet(10, 10), "t", prefix)


def test_ids_that_are_needed_are_kept_under_the_prefix():
    figure = sheet(100, 100)
    axes = paper(figure, 0, 100)
    axes.set_axis_off()
    axes.plot([0, 1, 2], [0, 1, 2], "o", gid="s1")  # markers are defined once, and used; lines are clipped
    text = to_svg(figure, "t", "own")
    ids, used = re.findall(r' id="([^"]+)"', text), re.findall(r'(?:href="#|url\(#)([^")]+)', text)
    assert ids and set(ids) == set(used) and all(name.startswith("own") for name in ids)


def test_gids_become_classes():
    figure = sheet(100, 100)
    pen = Canvas(paper(figure, 0, 100))
    for gid in ("s3", "s3", "n2", "r1-4", "b5-6", "v-x-7s3 a <node>", "e-x-2-7s3", "other", None):
        pen.line([(0, 0), (9, 9)], gid)
    text = to_svg(figure, "a graph", "p")
    groups = re.findall(r"<g [^>]*>", text)
    assert groups == [
        '<g class="at f3">',
        '<g class="n at f2 t2">',
        '<g class="n at f1 t4">',
        '<g class="n at f5 t6">',
        '<g class="v v-x-7 at f3" tabindex="0" role="img" aria-label="a &lt;node&gt;">',
        '<g class="e e-x-2-7 at f3">',
    ]
    assert text.count("<path") == 9 and text.count('class="o p-0"') == 2
    assert 'role="group"' in text and 'aria-label="a graph"' in text


def test_a_still_picture_holds_one_position():
    figure = sheet(100, 100)
    pen = Canvas(paper(figure, 0, 100))
    for gid, word in (
        ("s3", "late"),
        ("n3", "now"),
        ("r0-2", "before"),
        ("r3-3", "then"),
        ("b3-3", "band"),
        (None, "all"),
    ):
        pen.text(5, 50, word, gid)
    last, first = to_svg(figure, "t", "p", still=True), to_svg(figure, "t", "p", still=True, at=0)
    assert re.findall(r">(\w+)</text>", last) == ["late", "then", "all"]
    assert re.findall(r">(\w+)</text>", first) == ["late", "before", "all"]
    assert "var(" not in last and "<g" not in last and 'width="100"' in last
    assert re.findall(r'<g opacity="0.15"><text[^>]*>(\w+)</text></g>', first) == ["late"]
    assert to_png(figure, at=0) != to_png(figure) == to_png(figure, at=3)


@pytest.mark.parametrize("family", ["lww_element_set", "or_set", "mv_register", "causal_context", "tombstone_gc"])
def test_hostile_names_are_shown_as_text(family):
    replicas = HOSTILE[:3]
    traces = versions(family, at_random(family, 9, replicas, HOSTILE, 1), replicas)
    pictures = [timelines(traces), merge_graphs(traces)]
    pictures += context_strips(traces)[0] if family == "causal_context" else []
    pictures += ack_matrices(traces)[0] if family == "tombstone_gc" else []
    for figure in pictures:
        text = to_svg(figure, f"about {HOSTILE}", "p")
        root = ElementTree.fromstring(text)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "style", "g", "path", "text"}
        assert "<img" not in text and "\u202e" not in text
        assert any("<img src=x…" in (element.text or "") for element in root.iter(SVG + "text"))
        assert to_png(figure).startswith(b"\x89PNG")


def test_a_dollar_is_a_dollar():
    figure = timelines(versions("or_set", [("add", "a", "$x_1$")], "ab"))
    assert ">Δ $x_1$</text>" in to_svg(figure, "t", "p")


def test_the_settings_of_a_user_change_nothing():
    plain = to_svg(PICTURES["timelines"](), "t", "p"), to_png(PICTURES["timelines"]())
    with matplotlib.rc_context():
        matplotlib.style.use("dark_background")
        matplotlib.rcParams.update(
            {
                "font.family": "serif",
                "svg.fonttype": "path",
                "lines.linewidth": 9,
                "savefig.bbox": "tight",
                "font.size": 30,
            }
        )
        assert (to_svg(PICTURES["timelines"](), "t", "p"), to_png(PICTURES["timelines"]())) == plain


def test_pyplot_stays_unloaded():
    code = "import sys, crdtviz.draw; assert 'matplotlib.pyplot' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])

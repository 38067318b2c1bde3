"""The page of a player: what it says, that it escapes what users typed, and that it steps by CSS alone."""

import re
from html.parser import HTMLParser

import pytest

from crdtviz import FAMILIES, VERSIONS, run
from crdtviz.widgets.page import body, document, stack, step_style
from crdtviz.widgets.story import Story

SHOPPING = "add a milk 1\nmerge a b\nrem b milk 2\nmerge b a"
HOSTILE = ["<img src=x onerror=alert(1)>", "\"&'", "$x_1$", "שלום", "🥛", "n" * 200]
NAMED = {
    "lww_element_set": lambda name: [["add", "a", name, 1], ["merge", "a", "b"]],
    "or_set": lambda name: [["add", "a", name], ["merge", "a", "b"]],
    "mv_register": lambda name: [["write", "a", name], ["merge", "a", "b"]],
    "causal_context": lambda name: [["add", "a", name], ["delta", "a", "b", 1]],
    "tombstone_gc": lambda name: [["add", "a", name], ["sync", "a", "b"], ["rem", "a", name], ["purge", "a"]],
}


def story(family="lww_element_set", schedule=SHOPPING, replicas=("a", "b"), versions=VERSIONS):
    return Story([run(family, version, schedule, list(replicas)) for version in versions])


class Tags(HTMLParser):
    """The tags of a page, and a check that they close in order."""

    EMPTY = {"meta", "br", "input", "img"}

    def __init__(self, html):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(html)
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()


def test_equal_neighbours_are_written_once_and_every_position_has_its_text():
    html = stack(["x", "x", "y"])
    assert html == '<div class="stk"><div class="at f0 t1">x</div><div class="at f2 t2">y</div></div>'


def test_a_step_style_shows_from_one_position_and_hides_after_another():
    assert step_style(2, lambda k: f".p:has(:nth-child(n+{k}))") == (
        "<style>"
        ".p:has(:nth-child(n+0)) .f0{visibility:visible}"
        ".p:has(:nth-child(n+1)) .f1{visibility:visible}"
        ".p:has(:nth-child(n+2)) .f2{visibility:visible}"
        ".p:has(:nth-child(n+1)) .t0{visibility:hidden}"
        ".p:has(:nth-child(n+2)) .t1{visibility:hidden}"
        "</style>"
    )


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_user_typed_is_text(family, name):
    told = story(family, NAMED[family](name))
    tags = Tags(document(told)).seen
    assert not any(tag in ("img", "script") or any(key.startswith("on") for key in attrs) for tag, attrs in tags)
    assert name in told.words()


def test_every_position_of_every_cell_is_there():
    told = story()
    for cell in re.findall(r'<td><div class="stk">(.*?)</div></td>', body(told, "p1")):
        runs = re.findall(r'class="at f(\d+) t(\d+)"', cell)
        assert [k for first, last in runs for k in range(int(first), int(last) + 1)] == list(told.positions)


def test_the_words_hold_every_step_of_every_version_and_both_marks():
    words = story().words()
    assert words.count("4 merge b a ◆") == 3
    assert "✗ a shows milk, should show nothing" in words
    assert "◆ broken, first difference inside: After event 4" in words
    assert "◆ attempt, first difference on screen: After event 4" in words


def test_a_broken_law_is_said_where_it_breaks_although_every_view_is_right():
    told = story("causal_context", "add a x\nadd a y\ndelta a b 2", versions=("broken",))
    assert not told.verdicts[0][3].wrong
    assert "✗ b claims (a, 1)" in told.words()
    assert "breaks a law" in body(told, "p1")


def test_no_wrong_view_goes_without_its_reason():
    html = body(story(), "p1")
    assert '<div class="why">a shows milk' in html


def test_the_page_needs_no_network_and_no_script():
    html = document(story())
    assert not re.search(r"<script|<link|@import|https?://(?!www\.w3\.org)|url\((?!#)", html)
    assert html.count('type="radio"') == 5


def test_the_same_story_makes_the_same_page():
    assert document(story()) == document(story())

"""The public functions as a whole: errors, what is kept, what is imported, and how fast."""

import subprocess
import sys

import pytest

from crdtviz import FAMILIES, ScheduleError, run
from crdtviz.explain import differences, provenance, what_happened, why, why_all
from crdtviz.explain.words import counted, have, joined, listing

SCHEDULE = [["add", "a", "x"], ["merge", "a", "b"]]


def trace(version="fixed", schedule=None, replicas=("a", "b"), family="or_set"):
    return run(family, version, SCHEDULE if schedule is None else schedule, list(replicas))


@pytest.mark.parametrize("position", [-1, 3])
def test_a_position_outside_the_trace(position):
    for ask in (what_happened, why_all, lambda *arguments: why(*arguments, "a", "x")):
        with pytest.raises(IndexError, match=f"position {position} is outside the trace, which has 0 to 2"):
            ask(trace(), position)


def test_an_unknown_replica():
    with pytest.raises(KeyError):
        why(trace(), 1, "nobody", "x")


def test_an_element_that_was_never_named():
    assert why(trace(), 2, "b", "pears") == "b has not heard of pears yet."


def test_why_all_names_what_was_named_so_far():
    assert why_all(trace(), 0) == {"a": [], "b": []}
    assert why_all(trace(), 1) == {
        "a": [("x", "a shows x: its tag (a, 1) is live here since event 1.")],
        "b": [("x", "b has not heard of x yet.")],
    }


@pytest.mark.parametrize(
    "other",
    [
        trace(schedule=SCHEDULE[:1]),
        trace(replicas=("a", "b", "c")),
        trace(family="causal_context"),
    ],
)
def test_differences_of_traces_that_do_not_belong_together(other):
    with pytest.raises(ScheduleError, match="the same family, schedule and replicas"):
        differences(trace(), other)


def test_versions_of_one_name_are_told_apart():
    left = run("mv_register", FAMILIES["mv_register"]["fixed"], [["write", "a", "x"]], ["a"])

    class Fixed(type(FAMILIES["mv_register"]["fixed"])):
        def write_context(self, writer, siblings):
            return {"z": 1}

    right = run("mv_register", Fixed(), [["write", "a", "x"]], ["a"])
    assert differences(left, right).cause == (
        1, "After event 1 (write a x), a stores x {a: 1} in the first fixed and x {a: 1, z: 1} in the second fixed."
    )  # fmt: skip


def test_provenance_is_worked_out_once():
    one = trace()
    assert provenance(one) is provenance(one)
    assert provenance(one) is not provenance(trace())


def test_names_stand_as_they_were_typed():
    named = trace(schedule=[["add", "a", "<b>x & 'y'</b>"]])
    assert why(named, 1, "a", "<b>x & 'y'</b>").startswith("a shows <b>x & 'y'</b>: ")


def test_it_needs_no_library_for_drawing():
    code = "import sys, crdtviz.explain; print({'matplotlib', 'ipywidgets', 'networkx'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_words():
    assert joined([]) == "nothing"
    assert joined("abc") == "a, b and c"
    assert joined("abcde") == "a, b, c and 2 more"
    assert listing(list("abcde")) == "a, b, c, d and e"
    assert (counted(["1"], "tag"), counted(["1", "2"], "tag")) == ("tag 1", "tags 1 and 2")
    assert (have(["b"]), have(["b", "c"])) == ("b has", "b and c have")

"""Traces: what can be asked of a finished run."""

from crdtviz import run

LIST = "add a milk 1\nmerge a b\nrem b milk 2\nmerge b a"


def test_positions_count_from_before_the_first_event():
    trace = run("lww_element_set", "fixed", LIST, ["a", "b"])
    assert len(trace) == 4 and [step.number for step in trace] == [1, 2, 3, 4]
    assert trace.schedule == [
        ("add", "a", "milk", 1),
        ("merge", "a", "b"),
        ("rem", "b", "milk", 2),
        ("merge", "b", "a"),
    ]
    assert [trace.views(n) for n in range(5)] == [
        [[], []],
        [["milk"], []],
        [["milk"], ["milk"]],
        [["milk"], []],
        [[], []],
    ]
    assert trace.view(3, "a") == ["milk"] and trace.stored(3, "b") == [("adds", ["milk: 1"]), ("removes", ["milk: 2"])]
    assert trace.world(0) == trace.start and trace.state(4, "a") == trace.world(4)["a"]


def test_steps_hold_both_worlds_and_say_what_changed():
    steps = run("lww_element_set", "fixed", LIST + "\nmerge b a", ["a", "b"]).steps
    assert all(left.after == right.before for left, right in zip(steps, steps[1:]))
    assert [step.changed() for step in steps] == [("a",), ("b",), ("b",), ("a",), ()]


def test_a_wrong_merge_is_seen_to_change_its_sender():
    steps = run("lww_element_set", "attempt", "add a x 1\nrem b x 2\nmerge a b", ["a", "b"]).steps
    assert steps[2].changed() == ("a", "b")


def test_states_are_hashable_values():
    left, right = (run("or_set", "fixed", "add a x\nrem a x\nmerge a b", ["a", "b"]) for _ in range(2))
    assert left.world(3) == right.world(3) and hash(left.world(3)) == hash(right.world(3))


def test_a_trace_in_words():
    assert str(run("lww_element_set", "broken", LIST, ["a", "b"])) == (
        "lww_element_set, broken: 4 events on a, b\n"
        "  0. start: a shows nothing; b shows nothing\n"
        "  1. add a milk 1: a shows milk; b shows nothing\n"
        "  2. merge a b: a shows milk; b shows milk\n"
        "  3. rem b milk 2: a shows milk; b shows nothing\n"
        "  4. merge b a: a shows milk; b shows nothing"
    )

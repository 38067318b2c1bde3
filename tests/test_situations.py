"""Names, enabled events and counts: the counts against listing every schedule."""

import pytest

from crdtviz.events import ScheduleError
from crdtviz.models import FAMILIES
from crdtviz.oracle import History, refusal
from crdtviz.situations import DEFAULTS, Bounds, bounds_for, count_schedules, enabled, names_for


def listed(family, bounds, length):
    """How many schedules of one to `length` events there are, by making every one of them."""
    names = names_for(family, bounds)

    def count(history, left):
        if not left:
            return 0
        events = enabled(family, history, *names)
        return len(events) + sum(count(history.after(event), left - 1) for event in events)

    return count(History(names.replicas), length)


@pytest.mark.parametrize("size", [(2, 2, 2), (3, 1, 1)], ids=str)
@pytest.mark.parametrize("family", FAMILIES)
def test_count_equals_the_list_of_every_schedule(family, size):
    bounds = Bounds(*size, events=3)
    for length in range(4):
        assert count_schedules(family, bounds, length) == listed(family, bounds, length)


def test_departing_members_are_counted_exactly():
    bounds = Bounds(2, 1, 0, 4)
    assert count_schedules("tombstone_gc", bounds, 4) == listed("tombstone_gc", bounds, 4)


def test_names_and_order():
    names = names_for("tombstone_gc", Bounds(3, 4, 0, 1))
    assert names == (("a", "b", "c"), ("x", "y", "z", "x4"), (), ("o",))
    assert names_for("mv_register", DEFAULTS["mv_register"]).elements == ("v1", "v2")
    assert enabled("lww_element_set", History(("a", "b")), "ab", "x", [1, 2]) == [
        ("add", "a", "x", 1), ("add", "a", "x", 2), ("add", "b", "x", 1), ("add", "b", "x", 2),
        ("rem", "a", "x", 1), ("rem", "a", "x", 2), ("rem", "b", "x", 1), ("rem", "b", "x", 2),
        ("merge", "a", "b"), ("merge", "b", "a"),
    ]  # fmt: skip


def test_enabled_events_are_the_valid_ones():
    history = History(("a", "b")).after(("add", "a", "x"))
    assert enabled("tombstone_gc", history, "ab", "x") == [
        ("rem", "a", "x"), ("sync", "a", "b"), ("sync", "b", "a"), ("ack", "a", "b"), ("ack", "b", "a"),
        ("observe", "o", "a"), ("observe", "o", "b"), ("depart", "a"), ("depart", "b"), ("purge", "a"), ("purge", "b"),
    ]  # fmt: skip
    alone = history.after(("depart", "b"))
    assert enabled("tombstone_gc", alone, "ab", "x") == [("rem", "a", "x"), ("observe", "o", "a"), ("purge", "a")]
    deltas = [event for event in enabled("causal_context", history, "ab", "x") if event[0] == "delta"]
    assert deltas == [("delta", "a", "b", 1)]
    assert not any(refusal("causal_context", history, event) for event in deltas)


@pytest.mark.parametrize("wrong", [0, 9, True, "2", 1.0])
def test_bounds_out_of_range_are_refused(wrong):
    with pytest.raises(ScheduleError, match="replicas must be an integer from 1 to 8"):
        bounds_for("or_set", replicas=wrong)


def test_bounds_keep_the_family_s_defaults():
    assert bounds_for("lww_element_set", elements=1) == (2, 1, 2, 6)
    assert bounds_for("or_set", timestamps=2) == DEFAULTS["or_set"]
    with pytest.raises(ScheduleError, match="known are"):
        bounds_for("set")

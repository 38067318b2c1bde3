"""Reading schedules: what is accepted, what is refused and in which words, and that text reads back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdtviz import FAMILIES, ScheduleError
from crdtviz.events import named_replicas, read_schedule, short, show_event, show_schedule
from tests.strategies import NAMES

GRAMMARS = {family: versions["fixed"].grammar for family, versions in FAMILIES.items()}
LWW, DELTAS, GC = GRAMMARS["lww_element_set"], GRAMMARS["causal_context"], GRAMMARS["tombstone_gc"]


def read(schedule, replicas=("a", "b"), grammar=LWW):
    return read_schedule(schedule, replicas, grammar)


def refused(schedule, replicas=("a", "b"), grammar=LWW):
    """The message with which a schedule is refused; it is a ValueError, in one printable line."""
    with pytest.raises(ScheduleError) as caught:
        read(schedule, replicas, grammar)
    message = str(caught.value)
    assert isinstance(caught.value, ValueError) and message.encode() and len(message.splitlines()) == 1
    return message


def test_lists_and_tuples_become_tuples():
    assert read([["add", "a", "x", 1], ("merge", "a", "b")]) == (
        [("add", "a", "x", 1), ("merge", "a", "b")],
        ("a", "b"),
    )
    assert read([]) == ([], ("a", "b"))


@pytest.mark.parametrize(
    "text",
    [
        "add a milk 1\nmerge a b",
        "# a list\nadd a milk 1  # the first\n\n   \nmerge a b\n",
        "add a milk 1\r\nmerge a b\r\n",
        "add\ta\tmilk\t1\nmerge\ta  b",
        "add a \"milk\" 1\nmerge 'a' b",
        '[["add", "a", "milk", 1], ["merge", "a", "b"]]',
        '\n  [["add", "a", "milk", 1],\n ["merge", "a", "b"]]\n',
    ],
)
def test_text_in_its_many_forms(text):
    assert read(text)[0] == [("add", "a", "milk", 1), ("merge", "a", "b")]


def test_quotes_comments_and_numbers_as_names():
    assert read('add a "oat milk # 2%" 0')[0] == [("add", "a", "oat milk # 2%", 0)]
    assert read('add 1 2 3\nmerge 1 "2 b"', ["1", "2 b"])[0] == [("add", "1", "2", 3), ("merge", "1", "2 b")]
    assert read("", ["a"])[0] == read("# nothing\n", ["a"])[0] == []


def test_a_hash_or_a_backslash_inside_a_name_is_part_of_it():
    text = "add a issue#12 1 # the first\nadd a C# 2\t# and\n  # nothing\nadd a C:\\new\\ 3\nadd a '# 4' 4#"
    with pytest.raises(ScheduleError, match="event 4"):
        read(text)
    names = [event[2] for event in read(text[:-1])[0]]
    assert names == ["issue#12", "C#", "C:\\new\\", "# 4"]


@pytest.mark.parametrize(
    "event, said",
    [
        ([], 'event 2: an event is a list such as ["add", "replica", "element", "timestamp"], not []'),
        ("add", 'event 2: an event is a list such as ["add", "replica", "element", "timestamp"], not "add"'),
        (None, "not None"),
        ({"add": 1}, "not {'add': 1}"),
        (["fly", "a"], 'event 2: unknown event "fly"; known are "add", "rem", "merge"'),
        ([7, "a"], "event 2: unknown event 7"),
        ([["add"], "a"], "event 2: unknown event ['add']"),
        (["add", "a", "x"], "event 2: add takes 3 arguments (add replica element timestamp), not 2"),
        (["merge", "a", "b", "a"], "event 2: merge takes 2 arguments (merge source destination), not 3"),
        (["add", "c", "x", 1], 'event 2: unknown replica "c"; known are "a", "b"'),
        (["merge", "a", "c"], 'event 2: unknown replica "c"; known are "a", "b"'),
        (["merge", "", "a"], 'event 2: source must be a non-empty string, not ""'),
        (["add", 1, "x", 1], "event 2: replica must be a non-empty string, not 1"),
        (["add", "a", None, 1], "event 2: element must be a non-empty string, not None"),
        (["add", "a", "", 1], 'event 2: element must be a non-empty string, not ""'),
        (["add", "a", 3, 1], "event 2: element must be a non-empty string, not 3"),
        (["add", "a", ["x"], 1], "event 2: element must be a non-empty string, not ['x']"),
        (["add", "a", b"x", 1], "event 2: element must be a non-empty string, not b'x'"),
        (["add", "a", "\ud800", 1], "event 2: element holds half a character"),
        (["add", "a", "x", True], "event 2: timestamp must be an integer of at least 0, not True"),
        (["add", "a", "x", -1], "event 2: timestamp must be an integer of at least 0, not -1"),
        (["add", "a", "x", 1.0], "event 2: timestamp must be an integer of at least 0, not 1.0"),
        (["add", "a", "x", float("nan")], "event 2: timestamp must be an integer of at least 0, not nan"),
        (["add", "a", "x", "1"], 'event 2: timestamp must be an integer of at least 0, not "1"'),
        (["add", "a", "x", None], "event 2: timestamp must be an integer of at least 0, not None"),
        (["add", "a", "x", 2**63], "event 2: timestamp is too large; the largest is 9223372036854775807"),
        (["add", "a", "x", 10**5000], "event 2: timestamp is too large"),
        (["add", "a", "x", -(10**5000)], "event 2: timestamp must be an integer of at least 0, not a int"),
    ],
)
def test_a_bad_event_is_named_with_what_would_be_right(event, said):
    assert said in refused([["add", "a", "x", 1], event])


@pytest.mark.parametrize("number", [0, -1, True, 1.5, "1", None])
def test_a_delta_is_numbered_from_one(number):
    said = refused([["delta", "a", "b", number]], grammar=DELTAS)
    assert said.startswith("event 1: number must be an integer of at least 1, not ")


def test_an_observer_is_no_member():
    assert read([["observe", "o", "a"]], grammar=GC)[0] == [("observe", "o", "a")]
    said = 'event 1: "b" is a member; an observer needs a name of its own'
    assert refused([["observe", "b", "a"]], grammar=GC) == said


@pytest.mark.parametrize(
    "schedule",
    [None, 3, True, {}, {"a": 1}, {"add"}, b"add a x 1", iter(()), (e for e in [["merge", "a", "b"]]), object()],
)
def test_a_schedule_is_a_list_or_a_text(schedule):
    assert refused(schedule).startswith("schedule: a schedule must be a list, not ")


@pytest.mark.parametrize(
    "replicas, said",
    [
        ([], 'replicas: name at least one, for example ["a", "b"]'),
        ((), "replicas: name at least one"),
        (["a", "b", "a"], 'replicas: "a" named twice; name each once'),
        ("ab", 'replicas: replicas must be a list, not "ab"'),
        (None, "replicas: replicas must be a list, not None"),
        ({"a": 1}, "replicas: replicas must be a list"),
        ({"a"}, "replicas: replicas must be a list"),
        (iter("ab"), "replicas: replicas must be a list"),
        (["a", ""], 'replicas: name 2 must be a non-empty string, not ""'),
        (["a", 1], "replicas: name 2 must be a non-empty string, not 1"),
        (["a", True], "replicas: name 2 must be a non-empty string, not True"),
        ([["a"]], "replicas: name 1 must be a non-empty string, not ['a']"),
        (["\udfff"], "replicas: name 1 holds half a character"),
    ],
)
def test_replicas_are_named_once_each(replicas, said):
    assert said in refused([], replicas)


@pytest.mark.parametrize(
    "text, said",
    [
        ("add a x", "event 1: add takes 3 arguments (add replica element timestamp), not 2"),
        ("merge a b\n# so\n\nadd a x soon", 'event 2 (line 4): timestamp must be an integer of at least 0, not "soon"'),
        ("add a x -1", 'not "-1"'),
        ("add a x 1.5", 'not "1.5"'),
        ("add a x １", 'not "１"'),
        ("add a x " + "9" * 5000, "timestamp must be an integer"),
        ("add a x " + "9" * 900, "timestamp is too large"),
        ('merge a b\nadd a "x 1', 'event 2 (line 2): No closing quotation; put "…" around a name'),
        ('add a "" 1', 'event 1: element must be a non-empty string, not ""'),
        ("fly a b", 'event 1: unknown event "fly"'),
        ('"" a b', 'event 1: unknown event ""'),
        ("[", "schedule: this is not JSON"),
        ("[1]", "event 1: an event is a list such as"),
        ('[["add", "a", "x", NaN]]', "not nan"),
        ('[["add", "a", "x", ' + "9" * 5000 + "]]", "schedule: this is not JSON"),
        ("[" * 100_000, "schedule: this is not JSON"),
        ("[" * 900 + "]" * 900, "event 1: unknown event"),
        ('{"events": []}', "event 1: unknown event"),
        ("\x00", "event 1: unknown event"),
        ("\ufeffmerge a b", "event 1: unknown event"),
        ("add a \ud800 1", "event 1: element holds half a character"),
    ],
)
def test_bad_text_is_refused(text, said):
    assert said in refused(text)


def test_a_refusal_stays_short_whatever_it_quotes():
    class Hostile:
        def __repr__(self):
            raise RuntimeError("no")

    nested = []
    for _ in range(100_000):
        nested = [nested]
    for value in (Hostile(), nested, "x" * 10_000, list(range(10_000)), {"k": "v" * 9999}):
        assert len(short(value)) <= 45
        assert len(refused([["add", "a", value, 1]] if not isinstance(value, str) else [[value]])) < 200


def test_dict_and_list_subclasses_are_read_as_what_they_are():
    class Events(list):
        pass

    assert read(Events([Events(["merge", "a", "b"])]))[0] == [("merge", "a", "b")]


def schedules_of_any_names(grammar):
    def form(kind, roles):
        values = [st.integers(1, 2**63 - 1) if role in ("timestamp", "number") else NAMES for role in roles]
        return st.tuples(st.just(kind), *values)

    return st.lists(st.one_of([form(kind, roles) for kind, roles in grammar.items()]), max_size=5)


@pytest.mark.parametrize("family", GRAMMARS)
def test_what_is_shown_reads_back(family):
    grammar = GRAMMARS[family]

    @given(schedules_of_any_names(grammar))
    def check(schedule):
        names = named_replicas(schedule, grammar) or ["a"]
        outsiders = {event[1] for event in schedule if event[0] == "observe"}
        if not outsiders & set(names):
            assert read_schedule(show_schedule(schedule), names, grammar)[0] == schedule
            assert read_schedule(json.dumps(schedule), names, grammar)[0] == schedule

    check()


@pytest.mark.parametrize(
    "name",
    [
        "a b",
        "#",
        "it's",
        '"',
        "\\",
        "\n",
        "x\n",
        "\r",
        "\x85",
        "\u2028",
        "\t",
        " ",
        "[",
        "[x",
        "é",
        "🥛",
        "１",
        "'\"",
        "$(x)",
    ],
)
def test_awkward_names_read_back(name):
    schedule = [("add", name, name, 1), ("merge", name, "a")]
    assert read(show_schedule(schedule), [name, "a"])[0] == schedule


def test_events_in_words():
    assert show_event(("add", "a", "oat milk", 3)) == "add a 'oat milk' 3"
    assert show_schedule([("add", "a", "x", 1), ("merge", "a", "b")]) == "add a x 1\nmerge a b"
    assert show_schedule([]) == ""


def test_named_replicas_come_in_order_of_first_appearance():
    assert named_replicas("merge b a\nobserve o c\n", GC) == ["c"]  # GC has no merge, and an observer is no replica
    assert named_replicas("sync b a\nobserve o c\nadd b x", GC) == ["b", "a", "c"]
    assert named_replicas([None, [], ["sync", 1, "b"], ["fly", "z"], [["x"]], 7], GC) == ["b"]
    assert named_replicas(None, GC) == []

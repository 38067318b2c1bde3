"""Reading schedules: JSON arrays or one event a line as text, checked one by one, with errors that name the event.

A schedule is a list of events; an event is a tuple whose first item is its kind and whose other items are what the
family's grammar says, for example `("merge", source, destination)`.
"""

from __future__ import annotations

import json
import shlex
from typing import Any, Mapping, Sequence

Event = tuple
Grammar = Mapping[str, tuple[str, ...]]  # kind of event -> the roles of its arguments, in order

REPLICA_ROLES = ("replica", "source", "destination")
COUNT_ROLES = {"timestamp": 0, "number": 1}  # role -> the smallest integer allowed
LARGEST = 2**63 - 1  # what other languages and JSON readers can still hold


class ScheduleError(ValueError):
    """Bad input. The message names the event (counted from 1), what is wrong with it and what would be right."""

    def _render_traceback_(self) -> list[str]:
        """In a notebook the message stands alone: the stack behind it says nothing to a learner."""
        return [f"{type(self).__name__}: {self}"]


def check_name(value: Any, what: str, where: str) -> str:
    """`value` if it can name a replica, an element or a value: a non-empty string that can be printed.

    Raises ScheduleError with `where` (e.g. "event 3") and `what` (e.g. "element") otherwise.
    """
    if not isinstance(value, str) or not value:
        raise ScheduleError(f"{where}: {what} must be a non-empty string, not {short(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ScheduleError(f"{where}: {what} holds half a character (a lone surrogate); write it again") from None
    return value


def check_integer(value: Any, what: str, where: str, least: int) -> int:
    """`value` if it is an integer (no bool, no float) of at least `least`; raises ScheduleError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ScheduleError(f"{where}: {what} must be an integer of at least {least}, not {short(value)}")
    if value > LARGEST:
        raise ScheduleError(f"{where}: {what} is too large; the largest is {LARGEST}")
    return value


def check_list(value: Any, what: str, where: str) -> Sequence:
    """`value` if it is a list or a tuple; raises ScheduleError otherwise."""
    if not isinstance(value, (list, tuple)):
        raise ScheduleError(f"{where}: {what} must be a list, not {short(value)}")
    return value


def check_replicas(replicas: Any, what: str = "replicas") -> tuple[str, ...]:
    """The names of the replicas as a tuple; raises ScheduleError when there is none, or one twice."""
    names = tuple(check_name(name, f"name {i}", what) for i, name in enumerate(check_list(replicas, what, what), 1))
    if not names:
        raise ScheduleError(f'{what}: name at least one, for example ["a", "b"]')
    twice = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if twice:
        raise ScheduleError(f"{what}: {listed(twice)} named twice; name each once")
    return names


def check_event(event: Any, number: int, replicas: frozenset[str], grammar: Grammar) -> Event:
    """One event against the grammar and the known replicas, as a tuple; raises ScheduleError naming event `number`."""
    where = f"event {number}"
    if not isinstance(event, (list, tuple)) or not event:
        raise ScheduleError(f"{where}: an event is a list such as {example(grammar)}, not {short(event)}")
    kind, *arguments = event
    roles = grammar.get(kind) if isinstance(kind, str) else None
    if roles is None:
        raise ScheduleError(f"{where}: unknown event {short(kind)}; known are {listed(grammar)}")
    if len(arguments) != len(roles):
        form = " ".join((kind, *roles))
        raise ScheduleError(f"{where}: {kind} takes {len(roles)} arguments ({form}), not {len(arguments)}")
    for role, value in zip(roles, arguments):
        if role in COUNT_ROLES:
            check_integer(value, role, where, COUNT_ROLES[role])
        else:
            check_name(value, role, where)
        if role in REPLICA_ROLES and value not in replicas:
            raise ScheduleError(f"{where}: unknown replica {short(value)}; known are {listed(sorted(replicas))}")
        if role == "outsider" and value in replicas:
            raise ScheduleError(f"{where}: {short(value)} is a member; an observer needs a name of its own")
    return tuple(event)


def read_schedule(schedule: Any, replicas: Any, grammar: Grammar) -> tuple[list[Event], tuple[str, ...]]:
    """A schedule and its replicas, checked.

    In: `schedule`, a list of events (lists or tuples), or a text: a JSON array, or one event a line with `#` comments
    and quotes around names that hold spaces. `replicas`, a list of names. Out: events as tuples, names as a tuple.
    Raises ScheduleError, and nothing else, for anything else.
    """
    names = check_replicas(replicas)
    events = parse_text(schedule, grammar) if isinstance(schedule, str) else schedule
    known = frozenset(names)
    numbered = enumerate(check_list(events, "a schedule", "schedule"), 1)
    return [check_event(event, number, known, grammar) for number, event in numbered], names


def named_replicas(schedule: Any, grammar: Grammar) -> list[str]:
    """The replicas that a schedule (as for `read_schedule`) names, in order of first appearance.

    Malformed events name nobody here: `read_schedule` complains about them. Raises ScheduleError for unreadable text.
    """
    events = parse_text(schedule, grammar) if isinstance(schedule, str) else schedule
    names: dict[str, None] = {}
    for event in events if isinstance(events, (list, tuple)) else ():
        if isinstance(event, (list, tuple)) and event and isinstance(event[0], str):
            for role, name in zip(grammar.get(event[0], ()), event[1:]):
                if role in REPLICA_ROLES and isinstance(name, str):
                    names[name] = None
    return list(names)


def parse_text(text: str, grammar: Grammar) -> list:
    """The events written in `text` (see `read_schedule`), with counts as integers; raises ScheduleError."""
    if text.lstrip().startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ScheduleError(f'schedule: this is not JSON ({error}); write [["add", …], …]') from None
    events: list[list] = []
    for line_number, line in enumerate(text.splitlines(), 1):
        where = f"event {len(events) + 1} (line {line_number})"
        words = split_words(without_comment(line), where)
        if words:
            events.append(with_counts(words, grammar.get(words[0], ()), where))
    return events


def without_comment(line: str) -> str:
    """The line up to a `#` that begins a word outside quotes: issue#12 is a name."""
    quote = ""
    for place, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == "#" and line[place - 1 : place].strip() == "":
            return line[:place]
    return line


def split_words(text: str, where: str, separators: str = " \t\r\n") -> list[str]:
    """The words of a text; quotes hold one together. Raises ScheduleError with `where` for a quote left open."""
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace, lexer.whitespace_split = separators, True
    lexer.commenters = lexer.escape = ""
    try:
        return list(lexer)
    except ValueError as error:
        raise ScheduleError(f'{where}: {error}; put "…" around a name that holds a quote or a space') from None


def with_counts(words: list[str], roles: tuple[str, ...], where: str) -> list:
    """The words of one line with the counts among them as integers; raises ScheduleError at a word that is no count."""
    event: list = list(words)
    for place, (role, word) in enumerate(zip(roles, words[1:]), 1):
        if role in COUNT_ROLES:
            if not word.isascii() or not word.isdigit() or len(word) > 1000:
                least = COUNT_ROLES[role]
                raise ScheduleError(f"{where}: {role} must be an integer of at least {least}, not {short(word)}")
            event[place] = int(word)
    return event


def example(grammar: Grammar) -> str:
    """A form of the grammar's first event, as JSON, for error messages."""
    kind, roles = next(iter(grammar.items()))
    return json.dumps([kind, *roles])


def listed(names: Any) -> str:
    """Names in one line, in their order, for error messages."""
    return ", ".join(short(name) for name in names)


def short(value: Any) -> str:
    """Any value in at most about 40 characters of plain ASCII-safe text, for error messages."""
    if isinstance(value, str):
        text = json.dumps(value[:60], ensure_ascii=False)
    else:
        try:
            text = repr(value)
        except Exception:  # a hostile __repr__ must not hide the real error
            text = f"a {type(value).__name__}"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 42 else text[:40] + "…"


def show_event(event: Event) -> str:
    """An event as a line of text that `read_schedule` reads back: `merge a b`; names are quoted where needed."""
    return " ".join(str(part) if isinstance(part, int) else quoted(part) for part in event)


def quoted(name: str) -> str:
    """A name as it stands in a schedule's text."""
    return name if name.isalnum() else shlex.quote(name)


def show_schedule(schedule: Sequence[Event]) -> str:
    """A schedule as text, one event a line; `read_schedule` reads it back. A name that breaks lines asks for JSON."""
    if any(str(part).splitlines() != [str(part)] for event in schedule for part in event):
        return json.dumps(schedule, ensure_ascii=False)
    return "\n".join(show_event(event) for event in schedule)

"""What a family is: a contract, a grammar of events, a mechanism written once, and one named rule that differs.

A *family* is a subclass of `Family` with the mechanism; a *version* is an instance of a subclass of that which
overrides exactly the method named by `rule`. States are immutable values; a transition maps all replicas' states to
new ones, because some wrong versions change the sender at a merge.
"""

from __future__ import annotations

import linecache
import sys
from typing import Any, Callable, ClassVar, Mapping, Sequence

from rpds import HashTrieMap

from .events import Event, Grammar, ScheduleError, read_schedule, short
from .trace import World


class RuleError(Exception):
    """A rule written by a learner failed. The message gives their own line and what went wrong there."""

    _render_traceback_ = ScheduleError._render_traceback_


class Family:
    """One replicated data type. Subclasses give the class attributes, the `on_<event>` methods and the rule."""

    family: ClassVar[str]  # the family's name, as in FAMILIES
    name: ClassVar[str] = "mechanism"  # the version's name: broken, attempt, fixed, or a learner's own
    title: ClassVar[str]  # the family's name for people
    record: ClassVar[str]  # id of the record with its fixtures
    contract: ClassVar[str]  # what a right answer is, in one sentence
    grammar: ClassVar[Grammar]  # kind of event -> roles of its arguments
    rule: ClassVar[str]  # the name of the one method that differs between versions
    question: ClassVar[str]  # the question that the rule answers
    empty: ClassVar[Any]  # the state of a replica before its first event

    def start(self, replicas: Sequence[str]) -> World:
        """The world before the first event: every replica's state is empty."""
        return HashTrieMap({replica: self.empty for replica in replicas})

    def apply(self, world: World, event: Event) -> World:
        """The world after `event`. The event is taken to be valid (see `events` and `oracle.History.refusal`)."""
        kind, *arguments = event
        return getattr(self, "on_" + kind)(world, *arguments)

    def view(self, state: Any) -> list[str]:
        """What a replica in `state` shows, sorted."""
        raise NotImplementedError

    def stored(self, state: Any) -> list[tuple[str, list[str]]]:
        """What a replica in `state` stores: pairs of a label and its entries, in a fixed order."""
        raise NotImplementedError

    def accepts(self, answer: Any, *arguments: Any) -> str | None:
        """What is wrong with `answer` as the rule's answer to `arguments`, as a phrase; None where it will do."""
        raise NotImplementedError

    def solve(self, *arguments: Any) -> Any:
        """The record's answer, JSON-plain: for a schedule and its replicas, what each replica shows in the end.

        Raises ScheduleError for bad input.
        """
        schedule, replicas = expect(arguments, "schedule", "replicas")
        events, names = read_schedule(schedule, replicas, self.grammar)
        world = self.start(names)
        for event in events:
            world = self.apply(world, event)
        return [self.view(world[name]) for name in names]


def expect(arguments: tuple, *names: str) -> tuple:
    """`arguments` if there are as many as `names`; raises ScheduleError saying which belong there otherwise."""
    if len(arguments) != len(names):
        raise ScheduleError(f"arguments: expected {len(names)} ({', '.join(names)}), got {len(arguments)}")
    return arguments


def mechanism_of(version: Family) -> type[Family]:
    """The class that holds a version's mechanism: the first below `Family` on its way up."""
    return type(version).__mro__[-3]


def with_rule(version: Family, function: Callable, name: str = "yours") -> Family:
    """A new version of the same family whose rule is `function` (called with the rule's arguments, without self).

    `function` may also be a subclass of the family's mechanism that overrides the rule. What the function raises, and
    an answer that the mechanism cannot use, become a RuleError with the learner's line.
    """

    base, called, written = mechanism_of(version), function, function
    if isinstance(function, type) and issubclass(function, base):
        written = getattr(function, version.rule)

        def called(*arguments: Any) -> Any:
            return getattr(function(), version.rule)(*arguments)

    def rule(self: Family, *arguments: Any) -> Any:
        try:
            answer = called(*arguments)
            wrong = self.accepts(answer, *arguments)
        except (Exception, SystemExit) as error:
            raise RuleError(blame(error, written)) from None
        if wrong:
            raise RuleError(f"your {self.rule} answered {short(answer)}: {wrong}")
        return answer

    return type("Yours", (base,), {version.rule: rule, "name": name, "function": staticmethod(written)})()


def blame(error: BaseException, function: Callable) -> str:
    """Where in the learner's own code an error arose: the line's number and text, then the message."""
    code = getattr(function, "__code__", None)
    frames, at = [], error.__traceback__
    while at is not None:
        frames.append((at.tb_frame.f_code.co_filename, at.tb_lineno))
        at = at.tb_next
    own = [line for name, line in frames if code is not None and name == code.co_filename]
    said = type(error).__name__
    try:
        said += f": {error}" if str(error) else ""
    except Exception:  # a message that cannot be read must not hide which error it was
        pass
    if not own:
        return said
    text = linecache.getline(code.co_filename, own[-1], getattr(sys.modules.get("__main__"), "__dict__", None)).strip()
    return f"line {own[-1]}, `{text}`: {said}" if text else f"line {own[-1]}: {said}"


def entries(table: Mapping[str, Any], show: Callable[[Any], str] = str) -> list[str]:
    """A table as sorted lines `key: value`, for `stored`."""
    return [f"{key}: {show(value)}" for key, value in sorted(table.items())]

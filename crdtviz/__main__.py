"""The command line: check versions, run a schedule, hunt for the shortest failure, draw a picture.

Whatever the user gets wrong is said in one line on stderr, with exit status 2. Search and drawing are imported only by
the commands that need them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import unicodedata
from pathlib import Path
from typing import Any, NoReturn

from . import __version__
from .check import check_json, check_table, counts
from .events import ScheduleError, named_replicas, short, show_event
from .laws import find_law, judge, laws_of
from .models import FAMILIES, VERSIONS, family_versions, find_version
from .run import run
from .trace import Trace, show_view

FAULT = 2  # the exit status for whatever the user can mend


class Complaint(Exception):
    """Something the user can mend; the message is the one line to print."""


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line instead of printing its usage as well."""

    def error(self, message: str) -> NoReturn:
        raise Complaint(f"{message} (see {self.prog} --help)")


def parser() -> Parser:
    """The whole command line."""
    top = Parser(prog="python -m crdtviz", description="See how replicated data types go wrong, and why.")
    top.add_argument("--version", action="version", version=f"crdtviz {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="check|run|hunt|draw")
    families, versions = ", ".join(FAMILIES), ", ".join(VERSIONS)

    check = commands.add_parser("check", help="check versions against the published fixtures")
    check.add_argument("family", nargs="?", help=f"{families} (default: the table of all)")
    check.add_argument("version", nargs="?", help=f"{versions} (default: the table of all)")
    check.add_argument(
        "--variant", type=count, metavar="N", help="only this variant of the fixtures (default: all five)"
    )
    check.add_argument("--json", action="store_true", help="print the observations as JSON")
    check.set_defaults(action=do_check)

    runs = commands.add_parser("run", help="print a schedule's trace in words, each step judged")
    runs.add_argument("family", help=families)
    runs.add_argument("version", help=versions)
    runs.add_argument("file", help="the schedule: JSON, or one event a line; - reads standard input")
    runs.add_argument("--replicas", metavar="A,B", help="their names in order (default: as the schedule names them)")
    runs.set_defaults(action=do_run)

    hunt = commands.add_parser("hunt", help="find the shortest schedule that breaks a version")
    hunt.add_argument("family", help=families)
    hunt.add_argument("version", help=versions)
    hunt.add_argument("--law", default="shows", help="the law to break (default: shows)")
    hunt.add_argument("--replicas", type=count, metavar="R", help="how many replicas at most")
    hunt.add_argument("--elements", type=count, metavar="E", help="how many elements or values at most")
    hunt.add_argument("--max-events", type=count, metavar="N", help="how long a schedule at most")
    hunt.add_argument("--json", action="store_true", help="print the result as JSON")
    hunt.set_defaults(action=do_hunt)

    draw = commands.add_parser("draw", help="draw a schedule's timelines to an SVG or PNG file")
    draw.add_argument("family", help=families)
    draw.add_argument("version", nargs="?", help=f"{versions} (default: all three, one above the other)")
    draw.add_argument("--schedule", required=True, metavar="FILE", help="the schedule; - reads standard input")
    draw.add_argument("--replicas", metavar="A,B", help="their names in order (default: as the schedule names them)")
    draw.add_argument("--out", required=True, metavar="FILE", help="where to: a name ending in .svg or .png")
    draw.set_defaults(action=do_draw)
    return top


def count(word: str) -> int:
    """A positive integer from the command line."""
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word)):
        raise argparse.ArgumentTypeError(f"{short(word)} is not a positive integer")
    return int(word)


def do_check(options: argparse.Namespace) -> int:
    if options.version is None:
        if options.json or options.variant:
            raise Complaint("--json and --variant need a family and a version: check FAMILY VERSION --variant 1 --json")
        families = (
            [options.family] if options.family is not None and family_versions(options.family) else list(FAMILIES)
        )
        say(check_table(families))
        right = [passed == total for passed, total in (counts(family, "fixed") for family in families)]
        return 0 if all(right) else 1
    report = check_json(options.family, options.version, options.variant)
    if options.json:
        say(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        for one in report["observations"]:
            say(f"{'✓' if one['passed'] else '✗'} {one['check']}")
            if not one["passed"]:
                say(f"    expected {one['expected']}\n    answered {one['actual']}")
        passed = sum(one["passed"] for one in report["observations"])
        say(f"{options.family}, {options.version}: {passed} of {len(report['observations'])} passed")
    return 0 if report["passed"] else 1


def do_run(options: argparse.Namespace) -> int:
    find_version(options.family, options.version)
    say(trace_in_words(read_trace(options, options.version, options.file)))
    return 0


def do_hunt(options: argparse.Namespace) -> int:
    version = find_version(options.family, options.version)
    find_law(options.family, options.law)
    from .search import also_breaks, hunt

    bounds = {"replicas": options.replicas, "elements": options.elements, "max_events": options.max_events}
    found = hunt(options.family, version, law=options.law, progress=sys.stderr.isatty(), **bounds)
    besides = also_breaks(options.family, version, found)
    if options.json:
        say(json.dumps({**found.to_json(), "also_breaks": besides}, ensure_ascii=False, indent=1))
    else:
        say(str(found))
        if found.finished and len(laws_of(options.family)) > 1:
            say(f"Within the same bounds it also breaks: {', '.join(besides) or 'no other law'}.")
    return 0


def do_draw(options: argparse.Namespace) -> int:
    ending = Path(options.out).suffix.lower()
    if ending not in (".svg", ".png"):
        raise Complaint(f"--out must end in .svg or .png, and {short(options.out)} does not")
    names = list(family_versions(options.family)) if options.version is None else [options.version]
    for name in names:
        find_version(options.family, name)
    first = read_trace(options, names[0], options.schedule)
    traces = [first, *(run(options.family, name, first.schedule, first.replicas) for name in names[1:])]
    from .draw import timelines, to_png, to_svg
    from .explain import differences

    parted = [differences(trace, traces[-1]) for trace in traces[:-1]]
    figure = timelines(traces, marks=[tuple(mark and mark[0] for mark in pair) for pair in parted])
    title = f"{traces[0].version.title}: {', '.join(names)}"
    picture = to_svg(figure, title, "crdtviz", still=True) if ending == ".svg" else to_png(figure, 200)
    with open(options.out, "wb") as file:
        file.write(picture.encode() if isinstance(picture, str) else picture)
    return 0


def read_trace(options: argparse.Namespace, version: str, file: str) -> Trace:
    """The trace of the schedule in `file`, on the replicas of `--replicas` or else on those that it names."""
    grammar = find_version(options.family, version).grammar
    text = read_text(file)
    if options.replicas is not None:
        names = [name.strip() for name in options.replicas.split(",")]
    else:
        names = named_replicas(text, grammar)
        if not names:
            raise Complaint(f"{short(file)} names no replica; write one event a line, or give --replicas a,b")
    return run(options.family, version, text, names)


def read_text(file: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if file == "-" and sys.stdin is None:
        raise Complaint("there is no standard input to read; name a file instead of -")
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Complaint(
            f"{short(file)} is not UTF-8 text: byte {error.start + 1} is 0x{data[error.start]:02x}"
        ) from None


def trace_in_words(trace: Trace) -> str:
    """A trace with a verdict at each step: what every replica shows, and each law that the event broke."""
    lines = [f"{trace.version.family}, {trace.version.name}: {number_of_events(trace)} on {', '.join(trace.replicas)}"]
    for position, verdict in enumerate(judge(trace)):
        said = show_event(trace.steps[position - 1].event) if position else "start"
        shown = "; ".join(f"{r} shows {show_view(trace.view(position, r))}" for r in trace.replicas)
        lines.append(f"{position:>3}. {said}: {shown}  {verdict.mark}")
        lines += [f"     ✗ {law}: {sentence}" for law, sentence in verdict.broken]
    return "\n".join(map(printable, lines))


def number_of_events(trace: Trace) -> str:
    return "1 event" if len(trace) == 1 else f"{len(trace)} events"


def printable(line: str) -> str:
    """A line in which control characters of names are spelt out, so that no name can break it or drive a terminal."""
    return "".join(
        c.encode("unicode_escape").decode() if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in line
    )


def say(text: Any) -> None:
    print(text)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status: 0, 1 for a version that failed its check, 2 for what the user can mend."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal without ✓ still gets its answer
    try:
        options = parser().parse_args(arguments)
        status = options.action(options)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        drop_output()  # whoever was reading has left: there is nobody to tell
        return FAULT
    except (Complaint, ScheduleError) as error:
        return complain(str(error))
    except OSError as error:
        if error.filename is None:
            drop_output()  # the output itself failed, for instance on a full disk
        return complain(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))
    except ImportError as error:
        return complain(f"{error}; install the package with its dependencies")
    except KeyboardInterrupt:
        return complain("interrupted")


def drop_output() -> None:
    """Send what is still to be written nowhere, so that Python does not fail on it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> int:
    """One line on stderr; the exit status that goes with it."""
    print(printable(f"crdtviz: {message}"), file=sys.stderr)
    return FAULT


if __name__ == "__main__":
    sys.exit(main())

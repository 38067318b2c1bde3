"""The command line: what it prints, how it exits, and one line for whatever the user gets wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crdtviz import FAMILIES, VERSIONS
from crdtviz.__main__ import main, printable
from crdtviz.check import check_json, check_table

LIST = "# a list\nadd a milk 1\nmerge a b\nrem b milk 2\nmerge b a\n"
WORDS = """\
lww_element_set, broken: 4 events on a, b
  0. start: a shows nothing; b shows nothing  ✓ right
  1. add a milk 1: a shows milk; b shows nothing  ✓ right
  2. merge a b: a shows milk; b shows milk  ✓ right
  3. rem b milk 2: a shows milk; b shows nothing  ✓ right
  4. merge b a: a shows milk; b shows nothing  ✗ wrong
     ✗ shows: a shows milk and should show nothing
"""


@pytest.fixture
def cli(capsys):
    """Runs one command; gives its exit status, stdout and stderr."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def schedule(tmp_path):
    file = tmp_path / "list.txt"
    file.write_text(LIST, encoding="utf-8")
    return file


def process(*arguments, data=b""):
    """The command line as a process of its own."""
    command = [sys.executable, "-m", "crdtviz", *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, input=data, capture_output=True, timeout=60, env=environment)


def test_check_prints_the_table_and_exits_0(cli):
    assert cli("check") == (0, check_table() + "\n", "")
    assert cli("check", "or_set") == (0, check_table(["or_set"]) + "\n", "")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("version", VERSIONS)
def test_check_json_prints_the_observations_and_exits_as_they_do(cli, family, version):
    for variant in range(1, 6):
        status, out, err = cli("check", family, version, "--variant", variant, "--json")
        assert json.loads(out) == check_json(family, version, variant) and err == ""
        assert status == (0 if version == "fixed" else 1) == (not json.loads(out)["passed"])


def test_check_in_words(cli):
    status, out, _ = cli("check", "or_set", "broken", "--variant", 1)
    assert status == 1 and out.startswith("✓ concurrent add survives remove elsewhere\n✗ same counters")
    assert "    expected [['x'], ['x']]\n    answered [[], []]\n" in out
    assert out.endswith("or_set, broken: 6 of 8 passed\n")
    assert cli("check", "or_set", "fixed")[1].endswith("or_set, fixed: 40 of 40 passed\n")


def test_run_prints_the_trace_with_verdicts(cli, schedule):
    assert cli("run", "lww_element_set", "broken", schedule) == (0, WORDS, "")
    assert cli("run", "lww_element_set", "fixed", schedule)[1].count("✓ right") == 5


def test_run_takes_replicas_from_the_schedule_or_from_the_option(cli, schedule):
    out = cli("run", "lww_element_set", "fixed", schedule, "--replicas", "c,b,a")[1]
    assert out.startswith("lww_element_set, fixed: 4 events on c, b, a\n")
    assert cli("run", "lww_element_set", "fixed", schedule, "--replicas", "c, b ,a")[1] == out
    schedule.write_text('[["merge", "b", "a"]]')
    assert cli("run", "or_set", "fixed", schedule)[1].startswith("or_set, fixed: 1 event on b, a\n")


def test_run_reads_standard_input_and_a_byte_order_mark(schedule):
    assert process("run", "lww_element_set", "broken", "-", data=LIST.encode()).stdout.decode() == WORDS
    schedule.write_bytes(b"\xef\xbb\xbf" + LIST.encode())
    assert process("run", "lww_element_set", "broken", schedule).stdout.decode() == WORDS


def test_names_cannot_break_a_line_or_drive_the_terminal(cli, schedule):
    schedule.write_text(json.dumps([["add", "a", "x\n  9. \x1b[2J\u2028", 1]]), encoding="utf-8")
    _, out, _ = cli("run", "lww_element_set", "fixed", schedule)
    assert out.count("\n") == 3 and "\x1b" not in out and "\\x1b[2J\\u2028" in out
    assert printable("é 🥛 ‏א") == "é 🥛 ‏א"


@pytest.mark.parametrize(
    "arguments, said",
    [
        ([], "the following arguments are required"),
        (["fly"], "invalid choice: 'fly'"),
        (["check", "orset"], 'unknown family "orset"; known are "lww_element_set", "or_set"'),
        (["check", "or_set", "mended"], 'unknown version "mended"; known are "broken", "attempt", "fixed"'),
        (["check", "or_set", "fixed", "--variant", "6"], 'unknown variant 6; known are "1", "2", "3", "4", "5"'),
        (["check", "or_set", "fixed", "--variant", "0"], '--variant: "0" is not a positive integer'),
        (["check", "or_set", "fixed", "--variant", "one"], '--variant: "one" is not a positive integer'),
        (["check", "or_set", "fixed", "--variant"], "--variant: expected one argument"),
        (["check", "--json"], "--json and --variant need a family and a version"),
        (["check", "or_set", "--variant", "1"], "--json and --variant need a family and a version"),
        (["check", "or_set", "fixed", "more"], "unrecognized arguments: more"),
        (["run", "or_set", "fixed"], "the following arguments are required: file"),
        (["run", "orset", "fixed", "FILE"], 'unknown family "orset"'),
        (["run", "or_set", "mended", "FILE"], 'unknown version "mended"'),
        (["run", "or_set", "fixed", "missing.txt"], "No such file or directory: missing.txt"),
        (["run", "or_set", "fixed", "."], "directory: ."),
        (["run", "or_set", "fixed", "FILE"], "event 1: add takes 2 arguments (add replica element), not 3"),
        (["run", "lww_element_set", "fixed", "FILE", "--replicas", "a"], 'event 2: unknown replica "b"; known are "a"'),
        (["run", "lww_element_set", "fixed", "FILE", "--replicas", "a,a"], 'replicas: "a" named twice'),
        (["run", "lww_element_set", "fixed", "FILE", "--replicas", ""], "replicas: name 1 must be a non-empty string"),
        (
            ["run", "lww_element_set", "fixed", "FILE", "--replicas", "\udcff"],
            "replicas: name 1 holds half a character",
        ),
        (["hunt", "orset", "fixed"], 'unknown family "orset"'),
        (["hunt", "or_set", "mended"], 'unknown version "mended"'),
        (["hunt", "or_set", "fixed", "--law", "compact"], 'unknown law "compact" for or_set; known are "shows"'),
        (["hunt", "or_set", "fixed", "--max-events", "0"], '--max-events: "0" is not a positive integer'),
        (["hunt", "or_set", "fixed", "--replicas", "1.5"], '--replicas: "1.5" is not a positive integer'),
        (["hunt", "or_set", "fixed", "--replicas", "9" * 99], "is not a positive integer"),
        (["draw", "or_set", "--schedule", "FILE"], "the following arguments are required: --out"),
        (
            ["draw", "or_set", "--schedule", "FILE", "--out", "x.pdf"],
            '--out must end in .svg or .png, and "x.pdf" does not',
        ),
        (["draw", "orset", "--schedule", "FILE", "--out", "x.svg"], 'unknown family "orset"'),
        (["draw", "or_set", "mended", "--schedule", "FILE", "--out", "x.svg"], 'unknown version "mended"'),
        (["draw", "or_set", "--schedule", "missing.txt", "--out", "x.svg"], "No such file or directory: missing.txt"),
    ],
)
def test_what_the_user_can_mend_is_one_line_and_exit_2(cli, schedule, arguments, said):
    status, out, err = cli(*(schedule if word == "FILE" else word for word in arguments))
    assert (status, out) == (2, "")
    assert err.startswith("crdtviz: ") and err.count("\n") == 1 and said in err


@pytest.mark.parametrize(
    "content, said",
    [
        (b"add a \xff 1", "is not UTF-8 text: byte 7 is 0xff"),
        (b"\xff\xfea\x00", "is not UTF-8 text: byte 1 is 0xff"),
        (b"", "names no replica; write one event a line, or give --replicas a,b"),
        (b"# nothing\n", "names no replica"),
        (b"{}", "names no replica"),
        (b"[[1, 2", "schedule: this is not JSON"),
        (b"[" * 100_000, "schedule: this is not JSON"),
        (b"[[]]", "names no replica"),
        (b'merge a b\nadd a "x 1', "event 2 (line 2): No closing quotation"),
        (b"merge a b\nadd a x -1", "event 2 (line 2): timestamp must be an integer of at least 0"),
        (
            b'[["merge", "a", "b"], ["add", "a", "x", 1.5]]',
            "event 2: timestamp must be an integer of at least 0, not 1.5",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(cli, schedule, content, said):
    schedule.write_bytes(content)
    status, out, err = cli("run", "lww_element_set", "fixed", schedule)
    assert (status, out) == (2, "") and err.count("\n") == 1 and said in err


def test_an_unreadable_file_is_said_in_one_line(cli, tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    status, _, err = cli("run", "or_set", "fixed", loop)
    assert status == 2 and err.count("\n") == 1


def test_errors_of_a_process_are_no_tracebacks():
    done = process("run", "or_set", "fixed", "-", data=b"\xff")
    assert (done.returncode, done.stdout) == (
        2,
        b"",
    ) and done.stderr == b'crdtviz: "-" is not UTF-8 text: byte 1 is 0xff\n'


def test_a_reader_that_leaves_early_is_no_traceback():
    command = f"{sys.executable} -m crdtviz check or_set broken --json | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)
    assert done.stderr == b"" and done.returncode in (1, 2)  # 1 if all was written before the reader left


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_one_line():
    command = f"{sys.executable} -m crdtviz check > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_a_terminal_without_the_marks_still_gets_its_answer():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "crdtviz", "check", "or_set", "fixed", "--variant", "1"]
    done = subprocess.run(command, capture_output=True, timeout=60, env=environment)
    assert done.returncode == 0 and done.stdout.startswith(b"\\u2713 concurrent")


def test_hunt_prints_the_shortest_schedule(cli):
    status, out, err = cli("hunt", "lww_element_set", "broken", "--json")
    found = json.loads(out)
    assert (status, err) == (0, "") and {"schedule", "replicas", "law", "explored", "bound", "also_breaks"} <= set(
        found
    )
    assert len(found["schedule"]) == 3 and found["law"] == "shows" and found["replicas"] == ["a", "b"]
    status, out, _ = cli("hunt", "causal_context", "attempt")
    assert status == 0 and "broken by 2 events" in out
    assert out.endswith("Within the same bounds it also breaks: compact.\n")


def test_hunt_says_none_up_to_a_bound(cli):
    options = ["--replicas", 2, "--elements", 1, "--max-events", 3]
    found = json.loads(cli("hunt", "tombstone_gc", "fixed", *options, "--json")[1])
    assert found["schedule"] is None and found["also_breaks"] == [] and found["bound"]["events"] == 3
    assert "none up to 3 events" in cli("hunt", "tombstone_gc", "fixed", *options)[1]
    found = json.loads(cli("hunt", "tombstone_gc", "attempt", "--law", "purge_liveness", "--json")[1])
    assert found["law"] == "purge_liveness" and found["schedule"][-1] == ["purge", "a"] and found["also_breaks"] == []


@pytest.mark.parametrize("ending, head", [("svg", b"<svg "), ("png", b"\x89PNG")])
def test_draw_writes_a_picture(cli, schedule, tmp_path, ending, head):
    pytest.importorskip("matplotlib")
    out = tmp_path / f"list.{ending}"
    assert cli("draw", "lww_element_set", "--schedule", schedule, "--out", out) == (0, "", "")
    all_three = out.read_bytes()
    assert all_three.startswith(head)
    assert cli("draw", "lww_element_set", "fixed", "--schedule", schedule, "--out", out)[0] == 0
    assert out.read_bytes().startswith(head) and len(out.read_bytes()) < len(all_three)
    status, _, err = cli("draw", "lww_element_set", "--schedule", schedule, "--out", tmp_path / "no" / f"x.{ending}")
    assert status == 2 and err.count("\n") == 1


def test_the_picture_in_the_readme_is_what_the_command_draws(cli, tmp_path):
    file = tmp_path / "list.txt"
    file.write_text("add phone milk\nadd tablet bread\nmerge phone tablet\nrem tablet milk\nmerge tablet phone\n")
    assert cli("draw", "or_set", "--schedule", file, "--out", tmp_path / "or_set.svg") == (0, "", "")
    kept = Path(__file__).parents[1] / "notebooks" / "pictures" / "or_set.svg"
    assert kept.read_text() == (tmp_path / "or_set.svg").read_text()


def test_a_drawing_of_several_versions_marks_cause_and_symptom(cli, schedule, tmp_path):
    pytest.importorskip("matplotlib")
    out = tmp_path / "list.svg"
    cli("draw", "lww_element_set", "--schedule", schedule, "--out", out)
    assert out.read_text(encoding="utf-8").count("◆ symptom") == 2
    cli("draw", "lww_element_set", "broken", "--schedule", schedule, "--out", out)
    assert "◆" not in out.read_text(encoding="utf-8")


def test_help_and_version(capsys):
    for arguments, said in (
        (["--help"], "check versions against"),
        (["run", "--help"], "--replicas A,B"),
        (["--version"], "crdtviz 0"),
    ):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 0 and said in capsys.readouterr().out

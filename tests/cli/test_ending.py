"""How commands end when their output cannot be written: one line at most, no traceback, an exit status that says so."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FULL = Path("/dev/full")

#: Commands that print in different ways: through typer, rich, the binary stream, in a loop, or a whole document.
COMMANDS = [
    "--help",
    "segment 'a b' -m none",
    "segment - -m none",
    "segment - -m none -f json",
    "segment - -m none -f jsonl",
    "segment --list",
    "phrase 'a|b' --input pipe",
    "nest 'a b c' -m balanced",
    "parse 'paper planes how to fold'",
    "corpus info evaluate-corpus.jsonl",
    "corpus info evaluate-corpus.jsonl -f json",
    "corpus convert evaluate-corpus.jsonl -",
    "evaluate evaluate-corpus.jsonl --method none",
    "evaluate evaluate-corpus.jsonl --method none -f tsv",
    "labels infer labels-crowd.csv -f markdown",
    "lexicon lookup default 'new york'",
    "log filter log-spring.tsv",
    "syntax validate syntax-treebank.conllu",
    "campaign template flat -o -",
    "doctor",
]


def _run(command: str, redirection: str, stdout: IO[bytes] | int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S602 - it is the shell's redirections that are tried
        f"printf 'new york\\nsquare dance\\n' | {sys.executable} -m caesura {command} {redirection}",
        shell=True,
        cwd=EXAMPLES,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        executable="/bin/bash",
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(EXAMPLES.parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])},
    )


@pytest.mark.skipif(not FULL.is_char_device(), reason="/dev/full is not here")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_behind_stdout(command: str) -> None:
    # The shell opens the device; nothing of ours could replace it.
    result = _run(command, "> /dev/full")
    assert result.stderr == "caesura: standard output: No space left on device; free some space and run it again\n"
    assert result.returncode == 1


@pytest.mark.parametrize("command", [*COMMANDS, "--help", "segment --help", "--version"])
def test_a_reader_that_went_away(command: str) -> None:
    kept, closed = os.pipe()
    os.close(kept)
    with os.fdopen(closed, "wb") as nobody_reads:
        result = _run(command, "", stdout=nobody_reads)
    assert (result.returncode, result.stderr) == (141, "")


def test_a_reader_that_had_enough() -> None:
    command = f"yes 'new york' | {sys.executable} -m caesura segment - -m none | head -1; exit ${{PIPESTATUS[1]}}"
    result = subprocess.run(["/bin/bash", "-c", command], cwd=EXAMPLES.parents[1], capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (141, "new york\n", "")


@pytest.mark.parametrize("command", ["segment 'a b' -m none", "segment - -m none", "doctor", "log filter log-spring.tsv"])
def test_a_closed_stdout(command: str) -> None:
    result = _run(command, ">&-")
    assert result.stderr == "caesura: standard output: is closed; open it, or write to a file\n"
    assert result.returncode == 1


def test_a_reader_of_a_fifo_that_went_away(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    with subprocess.Popen(["head", "-c", "1", str(pipe)], stdout=subprocess.DEVNULL):
        lines = "".join(f'{{"id": "{i}", "text": "a b", "votes": []}}\n' for i in range(20000))
        (tmp_path / "c.jsonl").write_text(lines)
        result = _run(f"corpus convert {tmp_path / 'c.jsonl'} {pipe}", "")
    assert result.stderr == f"caesura: {pipe}: its reader went away before all was written\n"
    assert result.returncode == 141


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with no room; tests that need it are skipped where nothing may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no file system may be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.parametrize(
    "command",
    [
        "corpus convert {big} {disk}/x.jsonl",
        "corpus convert {big} {disk}/folder --to webis",
        "lexicon build {disk}/x.lexicon --log {big}",
        "retrieval index {big} {disk}/index",
        "log filter log-spring.tsv log-spring.tsv {log} --any-characters --language any -o {disk}/x.tsv",
        "campaign batch {big} -o {disk}/x.csv",
    ],
)
def test_a_full_disk(command: str, full_disk: Path, tmp_path: Path) -> None:
    big, log = tmp_path / "big.jsonl", tmp_path / "log.tsv"
    big.write_text("".join(f'{{"id": "{i}", "text": "new york{i} times{i} square{i}"}}\n' for i in range(3000)))
    log.write_text("".join(f"{i}\tnew york times square\t2006-03-01 07:17:12\n" for i in range(3000)))
    result = _run(command.format(disk=full_disk, big=big, log=log), "")
    assert result.returncode == (2 if "index" in command else 1)
    # Beside notes on what was read there is one line.
    (error,) = [line for line in result.stderr.splitlines() if not line.startswith("note: ")]
    assert error.startswith(f"caesura: {full_disk}/")
    assert "No space left on device" in error
    left = [file for file in full_disk.rglob("*") if file.is_file() and "runs" not in str(file)]
    assert left == [], "nothing half-written"

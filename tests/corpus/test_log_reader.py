"""Lines of logs are taken apart exactly, or the one that does not fit is named."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caesura.corpus import log_reader
from caesura.corpus.log_reader import LogFile, LogLine, is_log, logs_on_disk, read_blocks
from caesura.corpus.log_steps import Steps
from caesura.foundation import InputError

HEADER = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n"
LINES = (
    "7\tnew york hotels\t2006-03-01 07:17:12\t1\thttp://www.example.com\n"
    "7\t\t2006-03-01 07:17:13\t\t\n"
    "x y\tcafé paris\t2006-12-31 23:59:60\n"
)


def logged(path: Path, data: bytes) -> LogFile:
    path.write_bytes(data)
    return LogFile(path, "the log")


def fields(file: LogFile, *, lenient: bool = False, steps: Steps | None = None) -> list[tuple[str, str, str, str]]:
    return [line for block in read_blocks(file, lenient=lenient, steps=steps) for line in block]


def test_three_and_five_columns(tmp_path: Path) -> None:
    assert fields(logged(tmp_path / "log", LINES.encode())) == [
        ("7", "new york hotels", "2006-03-01 07:17:12", "\t1\thttp://www.example.com"),
        ("7", "", "2006-03-01 07:17:13", "\t\t"),
        ("x y", "café paris", "2006-12-31 23:59:60", ""),
    ]


def test_lines_print_as_they_were_and_know_their_click(tmp_path: Path) -> None:
    lines = [LogLine._make(line) for line in fields(logged(tmp_path / "log", LINES.encode()))]
    assert "".join(f"{line}\n" for line in lines) == LINES
    assert [line.clicked for line in lines] == ["http://www.example.com", "", ""]


def test_headers_are_skipped_wherever_they_stand(tmp_path: Path) -> None:
    steps = Steps()
    found = fields(logged(tmp_path / "log", (HEADER + LINES + HEADER + LINES).encode()), steps=steps)
    assert (len(found), steps.lines, steps.fell["unreadable"]) == (6, 6, 0)


def test_windows_line_ends_and_a_missing_last_one(tmp_path: Path) -> None:
    plain = fields(logged(tmp_path / "a", LINES.encode()))
    assert fields(logged(tmp_path / "b", LINES.replace("\n", "\r\n").encode())) == plain
    assert fields(logged(tmp_path / "c", LINES.rstrip("\n").encode())) == plain


def test_gzip_is_seen_by_its_content(tmp_path: Path) -> None:
    packed = logged(tmp_path / "log", gzip.compress((HEADER + LINES).encode()))
    assert len(fields(packed)) == 3
    assert is_log(packed.path)


def test_blocks_are_joined_without_losing_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = logged(tmp_path / "log", (LINES * 20).encode())
    whole = fields(file)
    for size in (1, 7, 64, 200):
        monkeypatch.setattr(log_reader, "_BLOCK_BYTES", size)
        assert fields(file) == whole


@pytest.mark.parametrize(
    "bad",
    [
        "7\tonly two columns",
        "7\tquery\t2006-03-01 07:17:12\t1",
        "7\tquery\t2006-03-01 07:17:12\t1\thttp://x\tmore",
        "7\tquery\tyesterday",
        "7\tquery\t2006-13-01 07:17:12",
        "7\tquery\t2006-03-01 25:17:12",
        "7\tquery\t2006-03-01T07:17:12",
        "\tno user\t2006-03-01 07:17:12",
        "7\tquery\t2006-03-01 07:17:12\tfirst\thttp://x",
        "",
    ],
)
def test_a_line_that_does_not_fit_is_named_or_counted(tmp_path: Path, bad: str) -> None:
    file = logged(tmp_path / "log", (HEADER + LINES + bad + "\n" + LINES).encode())
    with pytest.raises(InputError, match=r"^the log:5: a line that is not user, query, time"):
        fields(file)
    steps = Steps()
    assert len(fields(file, lenient=True, steps=steps)) == 6
    assert (steps.lines, steps.fell["unreadable"]) == (7, 1)


def test_the_line_number_counts_earlier_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_reader, "_BLOCK_BYTES", 100)
    with pytest.raises(InputError, match=r":31: "):
        fields(logged(tmp_path / "log", (LINES * 10 + "what\n").encode()))


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    file = logged(tmp_path / "log", LINES.encode() + b"7\tcaf\xe9\t2006-03-01 07:17:12\n")
    with pytest.raises(InputError, match=r":4: byte 6 of the line is not UTF-8"):
        fields(file)
    assert len(fields(file, lenient=True)) == 3


def test_endless_lines_and_broken_archives_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = gzip.compress(LINES.encode() * 1000, mtime=0)
    for broken in (packed[:-20], packed[:40] + b"\xff" * 40 + packed[80:]):
        with pytest.raises(InputError, match="is the file complete"):
            fields(logged(tmp_path / "log.gz", broken))
    monkeypatch.setattr(log_reader, "_LONGEST_LINE", 1000)
    monkeypatch.setattr(log_reader, "_BLOCK_BYTES", 100)
    with pytest.raises(InputError, match=r":4: a line of over"):
        fields(logged(tmp_path / "log", LINES.encode() + b"x" * 5000))


def test_progress_reaches_the_size_on_disk(tmp_path: Path) -> None:
    for data in (LINES.encode() * 5000, gzip.compress(LINES.encode() * 5000)):
        file = logged(tmp_path / "log", data)
        told: list[int] = []
        for _ in read_blocks(file, advance=told.append):
            pass
        assert sum(told) == file.bytes == len(data)


def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    with logs_on_disk(["-"]) as files:
        assert fields(files[0]) == fields(files[0])
        assert files[0].name == "stdin"
        kept = files[0].path
    assert not kept.exists()


def test_a_missing_second_file_is_told_before_the_first_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"), logs_on_disk([__file__, tmp_path / "none"]):
        pytest.fail("began to work")


def test_lists_are_no_logs(tmp_path: Path) -> None:
    assert not is_log(logged(tmp_path / "list", b"new york\n").path)
    assert not is_log(logged(tmp_path / "empty", b"").path)
    assert not is_log(logged(tmp_path / "binary", b"\xff\xfe\n").path)
    assert is_log(logged(tmp_path / "log", HEADER.encode()).path)


@example(data=b"\xfd7zXZ\x00", lenient=True)
@example(data=b"\x28\xb5\x2f\xfd", lenient=True)
@given(data=st.one_of(st.binary(max_size=200), st.text("7\tq\n\r2006-3 :1", max_size=80).map(str.encode)), lenient=st.booleans())
def test_any_bytes_are_lines_or_an_error(tmp_path_factory: pytest.TempPathFactory, data: bytes, lenient: bool) -> None:
    file = logged(tmp_path_factory.getbasetemp() / "any-bytes", data)
    steps = Steps()
    try:
        found = fields(file, lenient=lenient, steps=steps)
    except InputError as error:
        assert not lenient or data.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd")), (
            "only damage is never skipped"
        )
        assert str(error).startswith("the log")
    else:
        assert len(found) == steps.remained


@given(text=st.lists(st.sampled_from([*LINES.splitlines(), HEADER.strip(), "bad", "7\tq\tx"])))
def test_the_quick_way_equals_line_by_line(text: list[str]) -> None:
    chunk = "".join(f"{line}\n" for line in text).encode()
    quick = log_reader._taken_apart(chunk, len(text), "the log", 1, True)
    slow = log_reader._line_by_line(chunk, "the log", 1, True) if chunk else ([], 0, 0)
    assert quick == slow

"""Reading: the same from a regular file, a FIFO and standard input, plain or compressed, and errors that name the place."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from caesura.foundation import (
    InputError,
    MissingExtraError,
    bytes_taken,
    bytes_to_read,
    csv_rows,
    existing,
    is_regular,
    kept_on_disk,
    lines,
    on_disk,
    open_bytes,
    peeked,
    without_compression,
)
from tests.inputs import COMPRESSIONS, WAYS, as_nobody, compressed, given, open_folder

__all__ = ["open_folder"]

TEXT = "".join(f"{number}\tnew york number {number}\n" for number in range(9000))


@pytest.mark.parametrize("compression", ["", *COMPRESSIONS])
@pytest.mark.parametrize("way", WAYS)
def test_lines_are_the_same_however_they_come(way: str, compression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x.tsv", compressed(TEXT.encode(), compression), monkeypatch) as path:
        assert "".join(f"{line}\n" for _, line in lines(path)) == TEXT


@pytest.mark.parametrize("compression", ["", *COMPRESSIONS])
@pytest.mark.parametrize("way", WAYS)
def test_a_look_at_the_head_loses_nothing(way: str, compression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x.tsv", compressed(TEXT.encode(), compression), monkeypatch) as path, peeked(path) as file:
        assert file.head(5) == TEXT.encode()[:5]
        assert file.head_lines(200) == TEXT.split("\n")[:200]
        assert file.head(3) == TEXT.encode()[:3], "a second look sees the same"
        with peeked(file) as again:
            assert again is file, "an input that is open is not opened again"
        assert "".join(f"{line}\n" for _, line in lines(file)) == TEXT
        with pytest.raises(RuntimeError, match="is being read"):
            file.head(1)


@pytest.mark.parametrize("way", WAYS)
def test_what_must_be_read_twice_is_put_on_disk(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x.tsv", TEXT.encode(), monkeypatch) as path, on_disk(path, tmp_path) as file:
        assert file.read_text() == file.read_text() == TEXT
        assert (file == tmp_path / "x.tsv") == (way == "regular file")
    assert [inner.name for inner in tmp_path.iterdir()] in (["x.tsv"], []), "the copy is deleted"


@pytest.mark.parametrize("way", WAYS)
def test_an_error_in_the_copy_names_what_the_user_gave(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x.tsv", TEXT.encode(), monkeypatch) as path:
        named = str(InputError("is odd", file=path, line=3))
        with pytest.raises(InputError) as raised, on_disk(path, tmp_path) as file:
            raise InputError("is odd", file=file, line=3)
        assert str(raised.value) == named


def test_an_error_in_another_file_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        given("-", tmp_path / "x.tsv", b"x", monkeypatch) as path,
        pytest.raises(InputError, match=r"^other\.tsv:2: is odd$"),
        on_disk(path),
    ):
        raise InputError("is odd", file="other.tsv", line=2)


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "ä" * 20000, "x\n" * 3 + "y" * 20000 + "\nz"])
def test_heads_of_strange_files(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    with peeked(tmp_path / "x") as file:
        head = file.head_lines(200)
        assert head == text.split("\n")[: len(head)]
        assert file.head_lines(2) == head[:2]
        assert [line for _, line in lines(file)] == text.removesuffix("\n").split("\n") if text else True


def test_a_byte_order_mark_and_bad_bytes_in_the_head(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbfa\nb\xff\n")
    with peeked(tmp_path / "x") as file:
        assert file.head_lines(1) == ["a"]
        with pytest.raises(InputError, match=r"x:2: byte 2 of the line is not UTF-8"):
            file.head_lines(2)


def test_standard_input_is_not_read_twice_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\n")))
    assert list(lines("-")) == [(1, "a")]
    with pytest.raises(InputError, match="standard input can be read only once; name it for one input only"):
        list(lines("/dev/stdin"))
    assert not sys.stdin.closed


def test_a_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        list(lines("-"))


def test_what_a_slow_writer_sent_does_not_wait_for_more() -> None:
    class Slow(io.RawIOBase):
        """Gives a line at a time, and says so when it is asked for one too many."""

        pieces = iter((b"ab\n", b"c\n"))

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            piece = next(self.pieces)
            buffer[: len(piece)] = piece
            return len(piece)

    original, sys.stdin = sys.stdin, io.TextIOWrapper(io.BufferedReader(Slow()))
    try:
        stream = open_bytes("-")
        assert stream.readline() == b"ab\n", "with no more than was there"
        assert stream.readline() == b"c\n"
    finally:
        sys.stdin = original


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("damage", ["cut short", "overwritten"])
def test_damaged_archives_are_named(tmp_path: Path, compression: str, damage: str) -> None:
    packed = compressed(TEXT.encode(), compression)
    broken = packed[:-20] if damage == "cut short" else packed[:40] + b"\xff" * 40 + packed[80:]
    (tmp_path / "x").write_bytes(broken)
    with pytest.raises(InputError, match=r"x.*: cannot be read to its end .*; is the file complete\?"):
        list(lines(tmp_path / "x"))
    with pytest.raises(InputError, match="cannot be read to its end"), peeked(tmp_path / "x") as file:
        file.head(1 << 20)


def test_concatenated_archives_are_read_to_the_end(tmp_path: Path) -> None:
    for compression in COMPRESSIONS:
        (tmp_path / "x").write_bytes(compressed(b"a\n", compression) + compressed(b"b\n", compression))
        assert list(lines(tmp_path / "x")) == [(1, "a"), (2, "b")], compression


def test_zstandard_is_asked_for_where_it_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caesura.foundation.compression._python_zstd", lambda: None)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "x").write_bytes(b"\x28\xb5\x2f\xfd" + bytes(20))
    with pytest.raises(MissingExtraError, match=r"x: reading it needs the package zstandard; run: pip install 'caesura\[zstd\]'"):
        list(lines(tmp_path / "x"))


def test_progress_counts_the_bytes_on_disk(tmp_path: Path) -> None:
    packed = gzip.compress(TEXT.encode())
    (tmp_path / "x.gz").write_bytes(packed)
    with open_bytes(tmp_path / "x.gz") as stream:
        assert bytes_taken(stream) <= len(packed)
        stream.read()
        assert bytes_taken(stream) == len(packed)
    (tmp_path / "x").write_text(TEXT)
    assert bytes_to_read([tmp_path / "x", tmp_path / "x"]) == 2 * len(TEXT)
    assert bytes_to_read([tmp_path / "x", tmp_path / "x.gz"]) is None
    assert bytes_to_read(["-"]) is None


def test_names_without_their_compression() -> None:
    assert [without_compression(name) for name in ("a.tsv.gz", "a.xz", "b.zst", "c.tsv")] == ["a.tsv", "a", "b", "c.tsv"]


def test_lines_are_numbered_and_only_line_feeds_end_them(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes("a\u2028b\r\nc".encode())
    assert list(lines(file)) == [(1, "a\u2028b"), (2, "c")]


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes("\ufeffa\n\ufeffb\n".encode())
    assert list(lines(tmp_path / "x")) == [(1, "a"), (2, "\ufeffb")]


@pytest.mark.parametrize("way", WAYS)
def test_tables_come_through_pipes(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x.csv", b'a,b\n1,"x\ny"\n', monkeypatch) as path:
        assert list(csv_rows(path)) == [(1, ["a", "b"]), (3, ["1", "x\ny"])]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ok\n\xff\n", r"x:2: byte 1 of the line is not UTF-8"),
        (gzip.compress(b"a\n" * 9999)[:30], "cannot be read to its end"),
        (gzip.compress(bytes(range(10)) * 99)[:20] + b"\xff" * 30, "cannot be read to its end"),
    ],
    ids=("not UTF-8", "cut short", "damaged"),
)
def test_unreadable_files_are_reported(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(lines(tmp_path / "x"))


def test_missing_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "nothing", tmp_path / "file" / "inside", "a\0b"):
        with pytest.raises(InputError, match="no such file"):
            existing(path)
        with pytest.raises(InputError, match="no such file"):
            list(lines(path))
    with pytest.raises(InputError, match="is a folder"):
        list(lines(tmp_path))
    assert [is_regular(path) for path in (tmp_path / "file", tmp_path, "-", "/dev/stdin")] == [True, False, False, False]


def test_a_file_that_may_not_be_read(open_folder: Path) -> None:
    (open_folder / "x").write_text("secret")
    (open_folder / "x").chmod(0o000)

    def attempt() -> None:
        with pytest.raises(InputError, match=r"cannot be read \(Permission denied\); check its permissions"):
            list(lines(open_folder / "x"))

    as_nobody(attempt)


@pytest.mark.parametrize("way", WAYS)
def test_what_came_through_a_pipe_can_be_opened_again(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x.tsv", TEXT.encode(), monkeypatch) as path:
        kept = kept_on_disk(path)
    assert kept.read_text() == kept.read_text() == TEXT
    assert (str(kept) == path) == (way == "regular file")


def test_a_folder_is_not_copied(tmp_path: Path) -> None:
    assert kept_on_disk(tmp_path) == tmp_path
    with pytest.raises(InputError, match="no such file"):
        kept_on_disk(tmp_path / "x")

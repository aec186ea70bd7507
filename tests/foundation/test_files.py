from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from caesura.foundation import (
    InputError,
    MissingExtraError,
    check_writable,
    fingerprint,
    lines,
    parse_signature,
    signature,
    written,
    written_bytes,
    written_folder,
)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("old")
    with pytest.raises(RuntimeError, match="on the way"), written(file) as stream:
        stream.write("half")
        raise RuntimeError("on the way")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_folders_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="on the way"), written_folder(tmp_path / "out") as folder:
        (folder / "part").write_text("half")
        raise RuntimeError("on the way")
    assert list(tmp_path.iterdir()) == []
    with written_folder(tmp_path / "out") as folder:
        (folder / "part").write_text("all")
    assert (tmp_path / "out" / "part").read_text() == "all"
    with pytest.raises(InputError, match="already exists"), written_folder(tmp_path / "out"):
        pass


def test_compressed_by_name_and_the_same_bytes_again(tmp_path: Path) -> None:
    for name in ("one.gz", "two.gz"):
        with written_bytes(tmp_path / name) as stream:
            stream.write(b"text")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.gz").read_bytes()) == b"text"


def test_lines_are_numbered_and_only_line_feeds_end_them(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes("a\u2028b\r\nc".encode())
    assert list(lines(file)) == [(1, "a\u2028b"), (2, "c")]


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes("\ufeffa\n\ufeffb\n".encode())
    assert list(lines(tmp_path / "x")) == [(1, "a"), (2, "\ufeffb")]


def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    check_writable(tmp_path / "x", None, "-")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="its folder does not exist"):
        check_writable(tmp_path / "no" / "x")
    with pytest.raises(InputError, match="is a folder"):
        check_writable(tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ok\n\xff\n", r"x:2: byte 1 of the line is not UTF-8"),
        (gzip.compress(b"a\n" * 9999)[:30], "cannot be read to its end"),
        (gzip.compress(bytes(range(10)) * 99)[:20] + b"\xff" * 30, "cannot be read to its end"),
    ],
    ids=("not UTF-8", "cut short", "damaged"),
)
def test_unreadable_files_are_told(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(lines(tmp_path / "x"))


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(lines(tmp_path / "nothing"))
    with pytest.raises(InputError, match="is a folder"):
        list(lines(tmp_path))
    with pytest.raises(InputError, match="its folder does not exist"), written(tmp_path / "no" / "x"):
        pass


def test_errors_are_one_line() -> None:
    error = InputError("bad \n thing", cure="mend it", file="f.txt", line=3)
    assert str(error) == r"f.txt:3: bad \n thing; mend it"
    assert "pip install 'caesura[spark]'" in str(MissingExtraError("counting on Spark", "spark"))


def test_signatures() -> None:
    text = signature(data="wqsc", measure="corpus", folds=None)
    assert text.startswith("data:wqsc|measure:corpus|caesura:")
    assert parse_signature(text)["measure"] == "corpus"
    assert fingerprint(["ab", "c"]) != fingerprint(["a", "bc"])

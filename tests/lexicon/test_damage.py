"""A truncated, altered or foreign file is refused with one line, or answers without reading outside the map; it never crashes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, compiled_here
from caesura.lexicon.layout import DIGEST, MAGIC, PAGE, digest
from tests.lexicon import tables

PATHS = [False, True] if compiled_here() else [False]
COUNTS = {f"w{i}": 2**21 + i if i % 3 == 0 else i + 1 for i in range(600)} | {"new york": 2**40}
ASKED = [["new", "york"], ["w0"], ["w599"], ["nosuch"], ["w1", "w2"], ["(w3)"]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return tables.write(tmp_path_factory.mktemp("whole") / "x.lexicon", COUNTS, ["new york"]).read_bytes()


def _ask(path: Path) -> list[list[tuple[int, bool]]]:
    """Everything from both paths; each must answer alike or refuse alike."""
    answers = []
    for compiled in PATHS:
        with Lexicon.open(path, compiled=compiled) as lexicon:
            answers.append([lexicon.lookup(words) for words in ASKED])
            # Uniform hashes visit every line, spilled ones included.
            table = lexicon.table
            answers[-1] += [table.probe(step * 0x9E3779B97F4A7C15 % 2**64) or (0, False) for step in range(300)]
    return answers


@given(st.data())
@settings(max_examples=150)
def test_any_cut_is_refused(tmp_path: Path, whole: bytes, data: st.DataObject) -> None:
    path = tmp_path / "cut.lexicon"
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(InputError) as refused:
        Lexicon.open(path)
    assert "\n" not in str(refused.value)


def test_bytes_added_are_refused(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "long.lexicon"
    path.write_bytes(whole + bytes(PAGE))
    with pytest.raises(InputError, match="its header says otherwise"):
        Lexicon.open(path)


@given(st.integers(0, PAGE - 1), st.integers(1, 255))
@settings(max_examples=200)
def test_any_altered_header_byte_is_refused(tmp_path: Path, whole: bytes, at: int, change: int) -> None:
    path = tmp_path / "header.lexicon"
    altered = bytearray(whole)
    altered[at] ^= change
    path.write_bytes(altered)
    with pytest.raises(InputError):
        Lexicon.open(path)


@given(st.binary(max_size=300), st.data())
@settings(max_examples=200)
def test_a_forged_header_cannot_lead_outside(tmp_path: Path, whole: bytes, noise: bytes, data: st.DataObject) -> None:
    # The checksum fits, the fields are anything: sizes must be refused unless they are the file's.
    path = tmp_path / "forged.lexicon"
    altered = bytearray(whole)
    at = data.draw(st.integers(len(MAGIC), 200))
    altered[at : at + len(noise)] = noise
    altered = altered[: len(whole)]
    altered[PAGE - DIGEST : PAGE] = digest([bytes(altered[: PAGE - DIGEST])])
    path.write_bytes(altered)
    try:
        answers = _ask(path)
    except InputError:
        return
    assert all(answer == answers[0] for answer in answers)


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(1, 255)), min_size=1, max_size=400))
@settings(max_examples=150)
def test_altered_lines_answer_alike_and_are_found_by_verify(tmp_path: Path, whole: bytes, changes: list[tuple[int, int]]) -> None:
    path = tmp_path / "lines.lexicon"
    altered = bytearray(whole)
    for at, change in changes:
        altered[PAGE + at % (len(whole) - PAGE)] ^= change
    path.write_bytes(altered)
    answers = _ask(path)
    assert all(answer == answers[0] for answer in answers)
    if bytes(altered) != whole:
        with pytest.raises(InputError, match="checksum"), Lexicon.open(path) as lexicon:
            lexicon.verify()


@pytest.mark.parametrize("fill", [b"\xff", b"\x80", b"\x00"])
def test_lines_full_of_one_byte(tmp_path: Path, whole: bytes, fill: bytes) -> None:
    # All overflow bits set and every large index out of range: the longest walk there is.
    path = tmp_path / "full.lexicon"
    path.write_bytes(whole[:PAGE] + fill * (len(whole) - PAGE))
    answers = _ask(path)
    assert all(answer == answers[0] for answer in answers)


@given(st.binary(max_size=10_000))
def test_foreign_files_are_refused(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(noise)
    with pytest.raises(InputError):
        Lexicon.open(path)


def test_other_versions_folders_and_missing_files(tmp_path: Path, whole: bytes) -> None:
    newer = tmp_path / "newer.lexicon"
    newer.write_bytes(whole[:8] + b"\x07" + whole[9:])
    with pytest.raises(InputError, match="format version 7"):
        Lexicon.open(newer)
    with pytest.raises(InputError):
        Lexicon.open(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        Lexicon.open(tmp_path / "nowhere")

"""An index: what it holds, that it is whole or not there, and that damage is expected and never guessed over."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import Analysis, Index, OrderedWindow, QueryLikelihood, UnorderedWindow, build_index
from caesura.retrieval.documents.document import Document
from caesura.retrieval.index import index as index_module
from caesura.retrieval.index.building import build_from_documents
from caesura.retrieval.index.inversion import compiled_invert, plain_invert
from caesura.retrieval.index.layout import FILES
from caesura.retrieval.language.values import Term
from tests.retrieval.engine.collections_of_words import WORDS, collections, index_of

_DOCUMENTS = [["a", "b", "a"], [], ["b", "c"], ["a"]]


def test_what_it_holds(tmp_path: Path) -> None:
    index = index_of(_DOCUMENTS, tmp_path)
    assert (index.document_count, index.token_count) == (4, 6)
    assert index.collection_frequency(Term("a")) == 3
    assert index.document_frequency(Term("a")) == 2
    assert index.part(Term("a")).documents.tolist() == [0, 3]
    assert index.part(Term("a")).frequencies.tolist() == [2, 1]
    assert index.part(Term("nowhere")).collection_frequency == 0
    assert [index.document_id(number) for number in range(4)] == ["d0", "d1", "d2", "d3"]
    assert index.document_number("d2") == 2
    assert index.document_number("d9") is None
    assert index.info()["empty_documents"] == 1
    index.verify()


def test_titles_are_indexed_and_kept(tmp_path: Path) -> None:
    build_from_documents([Document("1", "Night Trains", "to Rome", "f", 1)], tmp_path / "i")
    index = Index.open(tmp_path / "i")
    assert (index.title(0), index.text(0)) == ("Night Trains", "to Rome")
    assert index.document_frequency(OrderedWindow(("night", "trains", "to", "rome"))) == 1


@given(collections)
def test_both_inversions_write_the_same_bytes(tmp_path: Path, documents: list[list[str]]) -> None:
    pytest.importorskip("caesura.retrieval._inversion", reason="nothing was compiled here")
    tokens = np.array([WORDS.index(word) for words in documents for word in words], np.uint32)
    lengths = np.array([len(words) for words in documents], np.uint32)
    written = []
    for invert in (plain_invert, compiled_invert):
        folder = tmp_path / f"{invert.__name__}-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        invert(folder, tokens, lengths, len(WORDS))
        written.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert written[0] == written[1]
    assert set(written[0]) == {"postings", "occurrences", "documents", "frequencies", "positions"}


@given(collections, st.integers(1, 4))
def test_contexts_by_listing_all(tmp_path: Path, documents: list[list[str]], width: int) -> None:
    expected: Counter[str] = Counter()
    for words in documents:
        for place, word in enumerate(words):
            if word == "a":
                expected.update(words[max(0, place - width) : place])
                expected.update(words[place + 1 : place + 1 + width])
    index = index_of(documents, tmp_path)
    assert index.contexts("a", width) == expected
    assert index.contexts("nowhere", width) == {}
    assert index.neighbours("a", width).count == sum(words.count("a") for words in documents)


@pytest.mark.parametrize(("gap", "widths"), [(3, (1, 1, 1)), (300, (2, 2, 2)), (70_000, (4, 4, 4))])
@pytest.mark.parametrize("compiled", [False, True])
def test_numbers_are_as_wide_as_the_largest_needs(tmp_path: Path, gap: int, widths: tuple[int, int, int], compiled: bool) -> None:
    if compiled:
        pytest.importorskip("caesura.retrieval._windows", reason="nothing was compiled here")
    # As many different words as there are places, and one word as often: terms, frequencies and positions grow alike.
    long = [f"w{number}" for number in range(gap)] + ["a", "b"] + ["c"] * gap + ["b", "a", "b"]
    index = Index.open(index_of([["a", "b"], long, ["b", "c"]], tmp_path).path, compiled=compiled)
    counts = (index.header.tokens, index.header.postings, index.header.tokens)
    sizes = [(index.path / name).stat().st_size for name in ("tokens", "frequencies", "positions")]
    assert sizes == [count * width for count, width in zip(counts, widths, strict=True)]
    assert index.part(OrderedWindow(("a", "b"))).frequencies.tolist() == [1, 2]
    assert index.part(OrderedWindow(("b", "c"))).frequencies.tolist() == [1, 1]
    assert index.part(UnorderedWindow(("a", "b"), 2)).documents.tolist() == [0, 1]
    assert index.collection_frequency(Term("c")) == gap + 1
    assert index.search("#1(c b)", QueryLikelihood())[0].document == "d1"
    assert index.contexts(f"w{gap - 1}", 1) == {f"w{gap - 2}": 1, "a": 1}
    index.verify()


def test_an_index_of_an_older_form_is_refused(tmp_path: Path) -> None:
    header = index_of(_DOCUMENTS, tmp_path).path / "index.json"
    header.write_text(header.read_text().replace("caesura-index-2", "caesura-index-1"))
    with pytest.raises(InputError, match=r"has the format 'caesura-index-1', this version reads .*; build the index again"):
        Index.open(header.parent)


def test_the_same_documents_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = index_of(_DOCUMENTS, tmp_path), index_of(_DOCUMENTS, tmp_path)
    assert first.path != second.path
    for name in (*FILES, "index.json"):
        assert (first.path / name).read_bytes() == (second.path / name).read_bytes()
    assert first.header.fingerprint == second.header.fingerprint
    assert index_of([["a"]], tmp_path).header.fingerprint != first.header.fingerprint


def test_an_index_without_documents_or_words(tmp_path: Path) -> None:
    nothing: list[list[list[str]]] = [[], [[], []]]
    for documents in nothing:
        index = index_of(documents, tmp_path)
        assert index.token_count == 0
        assert index.search("a #1(a b)", QueryLikelihood()) == []
        assert index.contexts("a", 3) == {}


def test_an_id_that_comes_twice_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "docs.tsv").write_text("1\tone\n2\ttwo\n1\tone again\n")
    with pytest.raises(InputError, match=r"docs.tsv:3: the id '1' comes a second time"):
        build_index(tmp_path / "docs.tsv", tmp_path / "i")
    assert [file.name for file in tmp_path.iterdir()] == ["docs.tsv"]


def test_a_disk_that_cannot_be_written_to_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("caesura.retrieval.index.building.invert", full)
    with pytest.raises(InputError, match=r"i: cannot be written \(No space left on device\); check"):
        build_from_documents([Document("1", "", "a", "f", 1)], tmp_path / "i")
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_not_overwritten(tmp_path: Path) -> None:
    index = index_of(_DOCUMENTS, tmp_path)
    with pytest.raises(InputError, match="already exists"):
        build_from_documents([], index.path)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_killed_build_leaves_no_index(tmp_path: Path, how: signal.Signals) -> None:
    """Documents come through a pipe that does not end; the process is stopped in the middle, gently or not."""
    command = [sys.executable, "-m", "caesura", "retrieval", "index", "-", str(tmp_path / "i")]
    building = subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    )
    assert building.stdin is not None
    # More than is read ahead, so that some of it is in the index when the files are there.
    building.stdin.write(b"".join(b'{"id": "%d", "text": "one"}\n' % number for number in range(20_000)))
    building.stdin.flush()
    while not any(file.stat().st_size for file in tmp_path.glob(".i.*/tokens")) and building.poll() is None:
        time.sleep(0.02)
    building.send_signal(how)
    building.communicate()
    assert not (tmp_path / "i").exists()
    if how == signal.SIGINT:
        assert building.returncode == 130
        assert list(tmp_path.iterdir()) == []
    # What a killed build leaves is hidden, and in nobody's way.
    assert all(left.name.startswith(".i.") for left in tmp_path.iterdir())
    build_from_documents([Document("1", "", "one", "f", 1)], tmp_path / "i")
    assert Index.open(tmp_path / "i").document_count == 1


def test_an_index_can_be_sent_to_another_process(tmp_path: Path) -> None:
    index = index_of(_DOCUMENTS, tmp_path)
    again = pickle.loads(pickle.dumps(index))  # noqa: S301
    assert again.search("a b", QueryLikelihood()) == index.search("a b", QueryLikelihood())


def test_counted_parts_are_dropped_when_they_need_too_much_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "CACHE_BYTES", 15)
    index = index_of([["a", "b"]] * 2, tmp_path)
    first = index.part(Term("a"))
    index.part(Term("b"))
    assert index.part(Term("a")) is not first
    assert index.part(Term("a")).documents.tolist() == first.documents.tolist()


def test_what_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Index.open(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is not an index; build one with"):
        Index.open(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_short_or_missing_is_named(tmp_path: Path, name: str) -> None:
    file = index_of(_DOCUMENTS, tmp_path).path / name
    file.write_bytes(file.read_bytes() + b"x")
    with pytest.raises(InputError, match=f"{name}: has .* bytes instead of"):
        Index.open(file.parent)
    file.unlink()
    with pytest.raises(InputError, match=f"{name}: is missing"):
        Index.open(file.parent)


@pytest.mark.parametrize(
    ("content", "expected"),
    [("{", "damaged header"), ("[]", "damaged header"), ('{"format": "other", "checksum": ""}', "has the format 'other'")],
)
def test_a_damaged_header(tmp_path: Path, content: str, expected: str) -> None:
    path = index_of(_DOCUMENTS, tmp_path).path
    (path / "index.json").write_text(content)
    with pytest.raises(InputError, match=expected):
        Index.open(path)


def test_a_changed_header_is_seen_by_its_checksum(tmp_path: Path) -> None:
    header = index_of(_DOCUMENTS, tmp_path).path / "index.json"
    header.write_text(header.read_text().replace('"tokens": 6', '"tokens": 7'))
    with pytest.raises(InputError, match="its checksum differs"):
        Index.open(header.parent)


@pytest.mark.parametrize("compiled", [False, True])
def test_flipped_bytes_give_results_or_a_clear_error_and_are_found(tmp_path: Path, compiled: bool) -> None:
    draw = random.Random(3)
    path = index_of([draw.choices(WORDS, k=20) for _ in range(30)], tmp_path).path
    if compiled:
        pytest.importorskip("caesura.retrieval._windows", reason="nothing was compiled here")
    errors = 0
    for _ in range(150):
        file = path / draw.choice([name for name in FILES if (path / name).stat().st_size])
        whole = file.read_bytes()
        at = draw.randrange(len(whole))
        file.write_bytes(whole[:at] + bytes([whole[at] ^ draw.randint(1, 255)]) + whole[at + 1 :])
        index = Index.open(path, compiled=compiled)
        with pytest.raises(InputError, match="its checksum differs"):
            index.verify()
        try:
            index.search("a #1(a b) #uw8(b c)", QueryLikelihood())
            index.part(UnorderedWindow(("a", "d"), 5))
            index.contexts("b", 3)
        except InputError as error:
            assert "damaged" in str(error)
            errors += 1
        file.write_bytes(whole)
    assert errors > 5


def test_stop_words_and_stems(tmp_path: Path) -> None:
    pytest.importorskip("Stemmer", reason="needs: pip install 'caesura[retrieval]'")
    analysis = Analysis(stop_words=frozenset({"The", "of"}), stemmer="porter")
    index = index_of([["the", "RACING", "Cars", "of", "Rome"], ["a", "car's", "races"]], tmp_path, analysis)
    assert Index.open(index.path).analysis == analysis
    assert [hit.document for hit in index.search("#1(race CAR)", QueryLikelihood())] == ["d0"]
    assert index.search("the of", QueryLikelihood()) == []
    assert index.query("the cars", without=frozenset({"CARS"})) == index.query("the")

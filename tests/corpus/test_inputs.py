"""Every format gives the same corpus from a regular file, a FIFO and standard input, compressed or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, detect_format, read_corpus, write_corpus
from caesura.corpus.formats import FORMATS
from caesura.foundation import InputError
from caesura.shapes import Flat, Forest, Nested
from tests.inputs import COMPRESSIONS, WAYS, compressed, given

#: More than a pipe holds at once and than one look at the head sees.
SIZE = 1200
FILES = [name for name, format in FORMATS.items() if not format.is_folder]


def _vote(format: str) -> Vote:
    shapes = FORMATS[format].shapes
    if "Flat" in shapes:
        return Vote(Flat((0, 1)), 1)
    return Vote(Nested((0, 1)), 1) if "Nested" in shapes else Vote(Forest((2, 0, 0), ("NOUN",) * 3, ("x",) * 3), 1)


def _content(format: str, folder: Path) -> bytes:
    votes = Votes(()) if format == "queries" else Votes((_vote(format),))
    corpus = Corpus("made", tuple(Entry(Query(str(i), f"new york times{i}{'x' * 60}"), votes) for i in range(1, SIZE + 1)))
    write_corpus(corpus, folder / "made", format)
    return (folder / "made").read_bytes()


@pytest.fixture(scope="module", params=FILES)
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes, Corpus]:
    """A format, a file in it, and what it holds."""
    folder = tmp_path_factory.mktemp("made")
    content = _content(request.param, folder)
    (folder / "plain").write_bytes(content)
    return request.param, content, read_corpus(folder / "plain", request.param)


@pytest.mark.parametrize("compression", ["", *COMPRESSIONS])
@pytest.mark.parametrize("way", WAYS)
def test_a_corpus_is_the_same_however_it_comes(
    example: tuple[str, bytes, Corpus], way: str, compression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    format, content, expected = example
    assert len(expected) == SIZE
    # What the content alone does not settle must be named; everything else is found.
    wanted = format if format == "queries" else None
    with given(way, tmp_path / f"made.x{compression}", compressed(content, compression), monkeypatch) as path:
        found = read_corpus(path, wanted)
    assert found.name == ("stdin" if way in ("-", "/dev/stdin") else "made")
    assert replace(found, name="plain") == expected
    assert len(content) > 1 << 16 or format == "parquet", "more than a pipe holds at once"


@pytest.mark.parametrize("way", WAYS)
def test_errors_name_what_the_user_named(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with given(way, tmp_path / "x", b"1\ta|b\n" * 300 + b"no tab\n", monkeypatch) as path:
        name = "stdin" if path == "-" else path
        with pytest.raises(InputError, match=rf"^{name}:2: query 1 occurs twice"):
            read_corpus(path)


def test_a_format_is_found_without_its_name(tmp_path: Path) -> None:
    for ending in COMPRESSIONS:
        (tmp_path / "x").write_bytes(compressed(b"1\ta|b\n", ending))
        assert detect_format(tmp_path / "x").name == "pipe"


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_corpus_is_compressed_by_its_name(ending: str, tmp_path: Path) -> None:
    corpus = Corpus("x", (Entry(Query("1", "new york times"), Votes((Vote(Flat((0, 1)), 1),))),))
    for name in ("x.jsonl", "x.csv", "x.parquet"):
        write_corpus(corpus, tmp_path / f"{name}{ending}")
        assert not (tmp_path / f"{name}{ending}").read_bytes().startswith((b"{", b"id", b"PAR1"))
        assert read_corpus(tmp_path / f"{name}{ending}") == corpus

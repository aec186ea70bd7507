"""An experiment in a file: which collections, which runs, which settings (TOML); the same settings as NAME=VALUE texts.

    runs = ["mrf-sequential", "soft-phrases"]    # all where it is left out

    [settings]
    methods = ["titles", "learned"]
    folds = 3

    [[collections]]
    name = "news"
    folder = "collections/news"                  # docs.jsonl, queries.tsv, qrels.txt, and perhaps options.jsonl

    [[collections]]
    index = "http://localhost:9200/shop"         # or a folder made by `caesura retrieval index`
    server = "opensearch"
    queries = "queries.tsv"
    qrels = "qrels.txt"
    campaign = "Zk3b9TqLm0aX"                    # whose annotators chose; or options = "options.jsonl"
    database = "campaigns.db"

Paths are relative to the file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from caesura.foundation import InputError, PathLike, cache_folder, one_of, open_bytes
from caesura.lexicon import LexiconLike, open_lexicon
from caesura.retrieval.compositionality.synonyms import read_synonyms
from caesura.retrieval.experiment.crowd import read_trust
from caesura.retrieval.experiment.settings import ExperimentSettings
from caesura.retrieval.index.stopwords import stop_words
from caesura.segmenters import METHODS, default_method

#: Name -> what it means, for messages and help.
SETTINGS: Mapping[str, str] = {
    "methods": "segmenters to try; titles and the default method by default",
    "min_confidence": "segments with a lower probability stay words",
    "lexicon": "counts and titles; Caesura's own by default",
    "synonyms": "a file of synonyms, one set per line; WordNet's by default",
    "width": "words on each side that are a word's context; 10 by default",
    "mu": "values of mu to try; those of the paper by default",
    "thetas": "queries of every 50 to phrase, to try; 1 to 45 by default",
    "shares": "shares of soft phrases in the score, to try",
    "folds": "folds for tuning; 3 by default",
    "words": "content words of the queries that take part; 2-6 by default",
    "query_stopwords": "words to remove from queries: none, english or a file",
    "trust": "a file of annotator<TAB>trust from 0 to 1",
    "cache": "the folder where figures are kept; none keeps nothing",
    "processes": "processes; one per core by default",
    "seed": "draws the simulated annotators",
}
#: Settings that name files, and words that may stand in place of a file.
_FILES = ("lexicon", "synonyms", "trust", "cache", "query_stopwords")
_NOT_FILES = ("none", "english", "default")
_KEYS = ("name", "folder", "index", "queries", "qrels", "options", "campaign", "database", "server", "wording")
_PATHS = ("folder", "queries", "qrels", "options")

OpenLexicon = Callable[[str | None], LexiconLike]


@dataclass(frozen=True)
class Config:
    """What a file says: settings by name, collections as tables, runs (None: all)."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    collections: Sequence[Mapping[str, str]] = ()
    runs: tuple[str, ...] | None = None
    folder: Path = Path()


def read_config(path: PathLike) -> Config:
    """The file, with names checked; values are read by `settings_of`."""
    with open_bytes(path) as stream:
        try:
            document = tomllib.loads(stream.read().decode("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"is not TOML ({error})", cure="see: caesura retrieval experiment --help", file=path) from None
    try:
        for name in document:
            one_of("part of an experiment", name, ("settings", "collections", "runs"))
        settings, tables, runs = document.get("settings", {}), document.get("collections", []), document.get("runs")
        if not isinstance(settings, dict) or not isinstance(tables, list) or not isinstance(runs, list | None):
            raise InputError("holds a value of the wrong kind", cure="write [settings], [[collections]] and runs = [...]")
        for name in settings:
            one_of("setting", name, SETTINGS)
        folder = Path(path).parent
        collections = [_collection(table, folder) for table in tables]
    except InputError as error:
        raise error.at(path) from None
    return Config(settings, collections, None if runs is None else tuple(map(str, runs)), folder)


def _collection(table: Any, folder: Path) -> dict[str, str]:
    if not isinstance(table, dict):
        raise InputError("a collection is a table", cure="write [[collections]]")
    for name in table:
        one_of("key of a collection", name, _KEYS)
    values = {name: str(folder / value) if name in _PATHS else str(value) for name, value in table.items()}
    for name in ("index", "database"):  # each may be an address
        if name in values and "://" not in values[name]:
            values[name] = str(folder / values[name])
    if ("folder" in values) == ("index" in values):
        raise InputError("a collection needs a folder or an index", cure="give one of the two")
    if "campaign" in values and "options" in values:
        raise InputError("options and a campaign", cure="give only one of the two")
    if "index" in values and not {"queries", "qrels"} <= set(values):
        raise InputError("an index needs queries and judgements", cure="give queries and qrels beside it")
    return values


def set_values(texts: Sequence[str], *, beside: Path = Path()) -> dict[str, str]:
    """`["folds=5", "mu=500,1000"]` as a table; files are looked for beside a folder."""
    values = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise InputError(f"--set {text}", cure="write NAME=VALUE")
        is_file = one_of("setting", name, SETTINGS) in _FILES and value not in _NOT_FILES
        values[name] = str(beside / value) if is_file else value
    return values


def settings_of(values: Mapping[str, Any], folder: Path = Path(), lexicons: OpenLexicon = open_lexicon) -> ExperimentSettings:
    """Settings from a table or from texts; files are looked for beside `folder`."""

    def file(name: str) -> str | None:
        value = values.get(name)
        return None if value is None else str(value) if value in _NOT_FILES else str(folder / str(value))

    named = values.get("methods")
    methods = ["titles", default_method()] if named is None else _list(named)
    settings = ExperimentSettings(
        methods=tuple(dict.fromkeys(METHODS[name].name for name in methods)),
        lexicon=lexicons(file("lexicon")),
        synonyms=None if (synonyms := file("synonyms")) is None else read_synonyms(synonyms),
        trust=None if (trust := file("trust")) is None else read_trust(trust),
        stop_words=stop_words(file("query_stopwords") or "english"),
        lengths=_lengths(str(values.get("words", "2-6"))),
        cache=_cache(file("cache")),
        processes=os.cpu_count() or 1,
    )
    numbers: dict[str, Any] = {
        name: _number(name, values[name], whole) for name, whole in _NUMBERS.items() if values.get(name) is not None
    }
    grids: dict[str, Any] = {
        target: tuple(_number(name, value, whole=False) for value in _list(values[name]))
        for name, target in _GRIDS.items()
        if values.get(name) is not None
    }
    return replace(settings, **numbers, **grids)


def parse_mus(text: str) -> tuple[float, ...]:
    """`500,1000` as numbers, which must be possible values of mu."""
    return ExperimentSettings(mus=tuple(_number("mu", part, whole=False) for part in _list(text))).mus


#: Single numbers, and whether they are whole; lists of numbers, and where they go.
_NUMBERS = {"min_confidence": False, "width": True, "folds": True, "processes": True, "seed": True}
_GRIDS = {"mu": "mus", "thetas": "thetas", "shares": "shares"}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [part.strip() for part in str(value).split(",")]


def _number(name: str, value: Any, whole: bool) -> float:
    try:
        return int(value) if whole else float(value)
    except (TypeError, ValueError):
        kind = "a whole number" if whole else "a number"
        raise InputError(f"{name} is '{value}'", cure=f"it takes {kind}: {SETTINGS[name]}") from None


def _lengths(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise InputError(f"words is '{text}'", cure="write 2-6, or one number")
    return int(first), int(last or first)


def _cache(named: str | None) -> Path | None:
    """The user's cache folder by default."""
    return None if named == "none" else cache_folder("retrieval") if named is None else Path(named)

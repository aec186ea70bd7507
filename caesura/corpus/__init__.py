"""Queries, what annotators made of them, and where they come from.

`Query`, `Votes`, `Corpus` are frozen values. `read_corpus` and `write_corpus` know every format and find it by looking
at the content. Facts, samples and merges of corpora live here, and the way from a raw query log to a corpus.

The values are here at once; the rest is loaded when first asked for, so that a command that cuts one query does not wait for
everything that reads files and logs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.facts import FACTS, LABELS, CorpusFacts, Facts, Tagger, corpus_facts, query_facts
from caesura.corpus.query import Query
from caesura.corpus.votes import NO_VOTES, Vote, Votes

if TYPE_CHECKING:
    from caesura.corpus.figures import draw_votes
    from caesura.corpus.formats import FORMATS
    from caesura.corpus.formats.base import Format
    from caesura.corpus.frames import corpus_from_frame, corpus_to_frame
    from caesura.corpus.language import is_english
    from caesura.corpus.log_draw import Draw, Stratum, draw_queries
    from caesura.corpus.log_filter import filter_files, filter_log, log_passes
    from caesura.corpus.log_queries import read_queries
    from caesura.corpus.log_reader import LogFile, LogLine, logs_on_disk, total_bytes
    from caesura.corpus.log_rules import LogRules, read_titles
    from caesura.corpus.log_sample import LogSample, numbered_corpus, sample_files, sample_log
    from caesura.corpus.log_spelling import Speller, read_corrections
    from caesura.corpus.log_steps import Steps
    from caesura.corpus.log_users import UserRules
    from caesura.corpus.merging import Duplicates, Merged, merge_corpora
    from caesura.corpus.random_queries import NgramModel, generate_queries, learn_ngrams, parse_lengths
    from caesura.corpus.sampling import largest_remainder, sample_corpus
    from caesura.corpus.sentences import as_query, draw_sentences, paragraphs, split_sentences
    from caesura.corpus.storage import detect_format, read_corpus, read_counted, write_corpus
    from caesura.corpus.webis_counts import WebisCounts, read_webis_counts

#: What is loaded when first asked for: module and its names.
_LATER = {
    "figures": ("draw_votes",),
    "formats": (
        "FORMATS",
        "Format",
    ),
    "frames": (
        "corpus_from_frame",
        "corpus_to_frame",
    ),
    "language": ("is_english",),
    "log_draw": (
        "Draw",
        "Stratum",
        "draw_queries",
    ),
    "log_filter": (
        "filter_files",
        "filter_log",
        "log_passes",
    ),
    "log_queries": ("read_queries",),
    "log_reader": (
        "LogFile",
        "LogLine",
        "logs_on_disk",
        "total_bytes",
    ),
    "log_rules": (
        "LogRules",
        "read_titles",
    ),
    "log_sample": (
        "LogSample",
        "numbered_corpus",
        "sample_files",
        "sample_log",
    ),
    "log_spelling": (
        "Speller",
        "read_corrections",
    ),
    "log_steps": ("Steps",),
    "log_users": ("UserRules",),
    "merging": (
        "Duplicates",
        "Merged",
        "merge_corpora",
    ),
    "random_queries": (
        "NgramModel",
        "generate_queries",
        "learn_ngrams",
        "parse_lengths",
    ),
    "sampling": (
        "largest_remainder",
        "sample_corpus",
    ),
    "sentences": (
        "as_query",
        "draw_sentences",
        "paragraphs",
        "split_sentences",
    ),
    "storage": (
        "detect_format",
        "read_corpus",
        "read_counted",
        "write_corpus",
    ),
    "webis_counts": (
        "WebisCounts",
        "read_webis_counts",
    ),
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}

__all__ = [
    "FACTS",
    "FORMATS",
    "LABELS",
    "NO_VOTES",
    "Corpus",
    "CorpusFacts",
    "Draw",
    "Duplicates",
    "Entry",
    "Facts",
    "Format",
    "LogFile",
    "LogLine",
    "LogRules",
    "LogSample",
    "Merged",
    "NgramModel",
    "Query",
    "Speller",
    "Steps",
    "Stratum",
    "Tagger",
    "UserRules",
    "Vote",
    "Votes",
    "WebisCounts",
    "as_query",
    "corpus_facts",
    "corpus_from_frame",
    "corpus_to_frame",
    "detect_format",
    "draw_queries",
    "draw_sentences",
    "draw_votes",
    "filter_files",
    "filter_log",
    "generate_queries",
    "is_english",
    "largest_remainder",
    "learn_ngrams",
    "log_passes",
    "logs_on_disk",
    "merge_corpora",
    "numbered_corpus",
    "paragraphs",
    "parse_lengths",
    "query_facts",
    "read_corpus",
    "read_corrections",
    "read_counted",
    "read_queries",
    "read_titles",
    "read_webis_counts",
    "sample_corpus",
    "sample_files",
    "sample_log",
    "split_sentences",
    "total_bytes",
    "write_corpus",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)

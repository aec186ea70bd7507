"""Queries, what annotators made of them, and where they come from.

`Query`, `Votes`, `Corpus` are frozen values. `read_corpus` and `write_corpus` know every format and find it by looking
at the content. Facts, samples and merges of corpora live here, and the way from a raw query log to a corpus.
"""

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.facts import FACTS, LABELS, CorpusFacts, Facts, Tagger, corpus_facts, query_facts
from caesura.corpus.figures import draw_votes
from caesura.corpus.formats import FORMATS, Format
from caesura.corpus.frames import corpus_from_frame, corpus_to_frame
from caesura.corpus.merging import Duplicates, Merged, merge_corpora
from caesura.corpus.query import Query
from caesura.corpus.sampling import largest_remainder, sample_corpus
from caesura.corpus.storage import detect_format, read_corpus, read_counted, write_corpus
from caesura.corpus.votes import NO_VOTES, Vote, Votes
from caesura.corpus.webis_counts import WebisCounts, read_webis_counts

__all__ = [
    "FACTS",
    "FORMATS",
    "LABELS",
    "NO_VOTES",
    "Corpus",
    "CorpusFacts",
    "Duplicates",
    "Entry",
    "Facts",
    "Format",
    "Merged",
    "Query",
    "Tagger",
    "Vote",
    "Votes",
    "WebisCounts",
    "corpus_facts",
    "corpus_from_frame",
    "corpus_to_frame",
    "detect_format",
    "draw_votes",
    "largest_remainder",
    "merge_corpora",
    "query_facts",
    "read_corpus",
    "read_counted",
    "read_webis_counts",
    "sample_corpus",
    "write_corpus",
]

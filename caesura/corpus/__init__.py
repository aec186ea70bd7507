"""Queries, what annotators made of them, and where they come from.

`Query`, `Votes`, `Corpus` are frozen values. `read_corpus` and `write_corpus` know every format and find it by looking
at the content. Facts, samples and merges of corpora live here, and the way from a raw query log to a corpus.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.corpus.archives import unpack_to as unpack_to
    from caesura.corpus.corpus import Corpus as Corpus
    from caesura.corpus.corpus import Entry as Entry
    from caesura.corpus.duplicates import Duplicates as Duplicates
    from caesura.corpus.duplicates import duplicates_rule as duplicates_rule
    from caesura.corpus.facts import LABELS as LABELS
    from caesura.corpus.facts import CorpusFacts as CorpusFacts
    from caesura.corpus.facts import IsTitle as IsTitle
    from caesura.corpus.facts import Tagger as Tagger
    from caesura.corpus.facts import corpus_facts as corpus_facts
    from caesura.corpus.facts import query_facts as query_facts
    from caesura.corpus.facts_document import facts_report as facts_report
    from caesura.corpus.figures import LENGTH_FIGURES as LENGTH_FIGURES
    from caesura.corpus.figures import draw_by_length as draw_by_length
    from caesura.corpus.figures import draw_votes as draw_votes
    from caesura.corpus.formats import FORMATS as FORMATS
    from caesura.corpus.frames import corpus_to_frame as corpus_to_frame
    from caesura.corpus.language import is_english as is_english
    from caesura.corpus.log_corrections import SpellingSettings as SpellingSettings
    from caesura.corpus.log_corrections import suggest_corrections as suggest_corrections
    from caesura.corpus.log_filter import filter_files as filter_files
    from caesura.corpus.log_filter import filter_log as filter_log
    from caesura.corpus.log_filter import log_passes as log_passes
    from caesura.corpus.log_queries import read_queries as read_queries
    from caesura.corpus.log_reader import logs_on_disk as logs_on_disk
    from caesura.corpus.log_reader import total_bytes as total_bytes
    from caesura.corpus.log_reports import filter_report as filter_report
    from caesura.corpus.log_reports import sample_report as sample_report
    from caesura.corpus.log_reports import sentences_report as sentences_report
    from caesura.corpus.log_rules import LogRules as LogRules
    from caesura.corpus.log_rules import read_titles as read_titles
    from caesura.corpus.log_sample import numbered_corpus as numbered_corpus
    from caesura.corpus.log_sample import sample_files as sample_files
    from caesura.corpus.log_sample import sample_log as sample_log
    from caesura.corpus.log_spelling import read_corrections as read_corrections
    from caesura.corpus.log_steps import Steps as Steps
    from caesura.corpus.log_users import UserRules as UserRules
    from caesura.corpus.machines import PEOPLE as PEOPLE
    from caesura.corpus.machines import Machine as Machine
    from caesura.corpus.machines import WorkerKind as WorkerKind
    from caesura.corpus.machines import annotated_by as annotated_by
    from caesura.corpus.machines import machine_named as machine_named
    from caesura.corpus.machines import sample_name as sample_name
    from caesura.corpus.machines import without_annotator as without_annotator
    from caesura.corpus.merging import merge_corpora as merge_corpora
    from caesura.corpus.query import Query as Query
    from caesura.corpus.query_table import PickedQueries as PickedQueries
    from caesura.corpus.query_table import QueryTable as QueryTable
    from caesura.corpus.random_queries import generate_queries as generate_queries
    from caesura.corpus.random_queries import learn_ngrams as learn_ngrams
    from caesura.corpus.random_queries import parse_lengths as parse_lengths
    from caesura.corpus.reading_query_tables import read_query_table as read_query_table
    from caesura.corpus.sampling import largest_remainder as largest_remainder
    from caesura.corpus.sampling import split_corpus as split_corpus
    from caesura.corpus.sentences import as_query as as_query
    from caesura.corpus.sentences import draw_sentences as draw_sentences
    from caesura.corpus.sentences import paragraphs as paragraphs
    from caesura.corpus.size_limits import check_size as check_size
    from caesura.corpus.storage import detect_format as detect_format
    from caesura.corpus.storage import read_corpus as read_corpus
    from caesura.corpus.storage import read_counted as read_counted
    from caesura.corpus.storage import write_corpus as write_corpus
    from caesura.corpus.votes import Vote as Vote
    from caesura.corpus.votes import Votes as Votes

__getattr__, __dir__, __all__ = lazy_door(__name__)

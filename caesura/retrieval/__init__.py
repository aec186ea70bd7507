"""The room of retrieval: a positional index, a query language, ranking models, and the experiment whether phrases help.

`build_index(docs, folder)` builds an index and `Index.open(folder)` maps it; `index.search(query, model)` finds documents. A query
is a text (plain words, or `#weight(.85 #combine(new york) .15 #1(new york))`) or a value of the same language. Models are
`QueryLikelihood`, `JelinekMercer` and `BM25`. `index.part(part)` counts a part once; `index.score(parts, model)` uses it again.

`run_experiment(trials)` asks whether phrases help (Lioma et al. 2018): a trial is a collection with queries and judgements, made
by `open_indexed` or `open_folder`; `experiment_rows` are the rows of its table, `RUNS` the ways to phrase that are compared.
These are loaded when first asked for: searching does not wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caesura.retrieval.documents.document import Document
from caesura.retrieval.documents.reading import document_files, read_documents
from caesura.retrieval.experiment.topics import read_topics
from caesura.retrieval.index.analysis import Analysis
from caesura.retrieval.index.building import build_from_documents, build_index
from caesura.retrieval.index.contexts import Neighbours
from caesura.retrieval.index.index import Hit, Index, window_counter_here
from caesura.retrieval.index.postings import Postings
from caesura.retrieval.index.snippets import snippet
from caesura.retrieval.index.stopwords import stop_words
from caesura.retrieval.language.parsing import is_query_language, parse_query
from caesura.retrieval.language.parts import analysed, weighted_parts
from caesura.retrieval.language.values import (
    Combine,
    OrderedWindow,
    Part,
    Query,
    Term,
    UnorderedWindow,
    Weight,
    bag_of_words,
)
from caesura.retrieval.ranking.bm25 import BM25
from caesura.retrieval.ranking.jelinek_mercer import JelinekMercer
from caesura.retrieval.ranking.model import Model
from caesura.retrieval.ranking.query_likelihood import QueryLikelihood
from caesura.retrieval.ranking.registry import ranking_model
from caesura.retrieval.ranking.run_file import write_run

if TYPE_CHECKING:
    from caesura.retrieval.compositionality.in_collection import Compositionality, InCollection
    from caesura.retrieval.compositionality.synonyms import Synonyms, read_synonyms, wordnet_synonyms
    from caesura.retrieval.experiment.cache import Cache
    from caesura.retrieval.experiment.collections import (
        Conditions,
        Files,
        collection_folders,
        content_words,
        open_folder,
        open_indexed,
        open_trial,
        open_unjudged,
    )
    from caesura.retrieval.experiment.crowd import Crowd, crowd_of, read_trust, simulated_crowd
    from caesura.retrieval.experiment.engine import EmbeddedEngine, Engine, Job
    from caesura.retrieval.experiment.experiment import Experiment, run_experiment
    from caesura.retrieval.experiment.judgements import Grades, Judgements, read_judgements
    from caesura.retrieval.experiment.layout import table_4
    from caesura.retrieval.experiment.measures import MEASURES
    from caesura.retrieval.experiment.options import all_options, option_query, soft_query, without_stop_words
    from caesura.retrieval.experiment.people import agreement_by_length, gain_by_agreement, trust_and_phrasing
    from caesura.retrieval.experiment.per_query import query_rows, write_query_rows, write_runs
    from caesura.retrieval.experiment.report import experiment_page, write_experiment_report
    from caesura.retrieval.experiment.rows import experiment_rows, from_upper_bound, significance_notes
    from caesura.retrieval.experiment.topics import Topic, Topics, choose_topics
    from caesura.retrieval.experiment.trial import MUS, Choices, Trial
    from caesura.retrieval.experiment.winners import helped, won_and_lost
    from caesura.retrieval.own_engine.bodies import search_body
    from caesura.retrieval.own_engine.client import ClientEngine, connect, fill_engine
    from caesura.retrieval.own_engine.mapping import SERVER_MUS, index_body
    from caesura.retrieval.runs.base import Case, Choice, Plan, Run
    from caesura.retrieval.runs.registry import RUNS

#: What is loaded when first asked for: module and its names.
_LATER = {
    "compositionality.in_collection": (
        "Compositionality",
        "InCollection",
    ),
    "compositionality.synonyms": (
        "Synonyms",
        "read_synonyms",
        "wordnet_synonyms",
    ),
    "experiment.cache": ("Cache",),
    "experiment.collections": (
        "Conditions",
        "Files",
        "collection_folders",
        "content_words",
        "open_folder",
        "open_indexed",
        "open_trial",
        "open_unjudged",
    ),
    "experiment.crowd": (
        "Crowd",
        "crowd_of",
        "read_trust",
        "simulated_crowd",
    ),
    "experiment.engine": (
        "EmbeddedEngine",
        "Engine",
        "Job",
    ),
    "experiment.experiment": (
        "Experiment",
        "run_experiment",
    ),
    "experiment.judgements": (
        "Grades",
        "Judgements",
        "read_judgements",
    ),
    "experiment.layout": ("table_4",),
    "experiment.measures": ("MEASURES",),
    "experiment.options": (
        "all_options",
        "option_query",
        "soft_query",
        "without_stop_words",
    ),
    "experiment.people": (
        "agreement_by_length",
        "gain_by_agreement",
        "trust_and_phrasing",
    ),
    "experiment.per_query": (
        "query_rows",
        "write_query_rows",
        "write_runs",
    ),
    "experiment.report": ("experiment_page", "write_experiment_report"),
    "experiment.rows": (
        "experiment_rows",
        "from_upper_bound",
        "significance_notes",
    ),
    "experiment.topics": (
        "Topic",
        "Topics",
        "choose_topics",
    ),
    "experiment.trial": (
        "MUS",
        "Choices",
        "Trial",
    ),
    "experiment.winners": (
        "helped",
        "won_and_lost",
    ),
    "own_engine.bodies": ("search_body",),
    "own_engine.client": (
        "ClientEngine",
        "connect",
        "fill_engine",
    ),
    "own_engine.mapping": (
        "SERVER_MUS",
        "index_body",
    ),
    "runs.base": (
        "Case",
        "Choice",
        "Plan",
        "Run",
    ),
    "runs.registry": ("RUNS",),
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}

__all__ = [
    "BM25",
    "MEASURES",
    "MUS",
    "RUNS",
    "SERVER_MUS",
    "Analysis",
    "Cache",
    "Case",
    "Choice",
    "Choices",
    "ClientEngine",
    "Combine",
    "Compositionality",
    "Conditions",
    "Crowd",
    "Document",
    "EmbeddedEngine",
    "Engine",
    "Experiment",
    "Files",
    "Grades",
    "Hit",
    "InCollection",
    "Index",
    "JelinekMercer",
    "Job",
    "Judgements",
    "Model",
    "Neighbours",
    "OrderedWindow",
    "Part",
    "Plan",
    "Postings",
    "Query",
    "QueryLikelihood",
    "Run",
    "Synonyms",
    "Term",
    "Topic",
    "Topics",
    "Trial",
    "UnorderedWindow",
    "Weight",
    "agreement_by_length",
    "all_options",
    "analysed",
    "bag_of_words",
    "build_from_documents",
    "build_index",
    "choose_topics",
    "collection_folders",
    "connect",
    "content_words",
    "crowd_of",
    "document_files",
    "experiment_page",
    "experiment_rows",
    "fill_engine",
    "from_upper_bound",
    "gain_by_agreement",
    "helped",
    "index_body",
    "is_query_language",
    "open_folder",
    "open_indexed",
    "open_trial",
    "open_unjudged",
    "option_query",
    "parse_query",
    "query_rows",
    "ranking_model",
    "read_documents",
    "read_judgements",
    "read_synonyms",
    "read_topics",
    "read_trust",
    "run_experiment",
    "search_body",
    "significance_notes",
    "simulated_crowd",
    "snippet",
    "soft_query",
    "stop_words",
    "table_4",
    "trust_and_phrasing",
    "weighted_parts",
    "window_counter_here",
    "without_stop_words",
    "won_and_lost",
    "wordnet_synonyms",
    "write_experiment_report",
    "write_query_rows",
    "write_run",
    "write_runs",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)

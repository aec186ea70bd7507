"""The room of retrieval: a positional index, a query language, ranking models, and the experiment whether phrases help.

`build_index(docs, folder)` builds an index and `Index.open(folder)` maps it; `index.search(query, model)` finds documents. A query
is a text (plain words, or `#weight(.85 #combine(new york) .15 #1(new york))`) or a value of the same language. Models come from
`ranking_model(name)` (`ql`, `jm`, `bm25`). `index.part(part)` counts a part once; `index.score(parts, model)` uses it again.

`run_experiment(collections)` asks whether phrases help (Lioma et al. 2018): a `Collection`, opened by `open_indexed` or
`open_folder` with `ExperimentSettings`, has queries and judgements; a run is a way to phrase (`RUNS`), a `Tuning` what was tuned
on training folds, an outcome what a run gives by a measure; `experiment_rows` are the rows of the table.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.retrieval.compositionality.in_collection import InCollection as InCollection
    from caesura.retrieval.compositionality.synonyms import read_synonyms as read_synonyms
    from caesura.retrieval.documents.reading import DOCUMENT_FORMATS as DOCUMENT_FORMATS
    from caesura.retrieval.documents.reading import document_files as document_files
    from caesura.retrieval.documents.reading import read_documents as read_documents
    from caesura.retrieval.experiment.collection import Collection as Collection
    from caesura.retrieval.experiment.config import Config as Config
    from caesura.retrieval.experiment.config import parse_mus as parse_mus
    from caesura.retrieval.experiment.config import read_config as read_config
    from caesura.retrieval.experiment.config import set_values as set_values
    from caesura.retrieval.experiment.config import settings_of as settings_of
    from caesura.retrieval.experiment.crowd import read_trust as read_trust
    from caesura.retrieval.experiment.experiment import Experiment as Experiment
    from caesura.retrieval.experiment.experiment import run_experiment as run_experiment
    from caesura.retrieval.experiment.layout import table_4 as table_4
    from caesura.retrieval.experiment.measures import MEASURES as MEASURES
    from caesura.retrieval.experiment.opening import Files as Files
    from caesura.retrieval.experiment.opening import check_collection as check_collection
    from caesura.retrieval.experiment.opening import collection_folders as collection_folders
    from caesura.retrieval.experiment.opening import open_collection as open_collection
    from caesura.retrieval.experiment.opening import open_folder as open_folder
    from caesura.retrieval.experiment.opening import open_indexed as open_indexed
    from caesura.retrieval.experiment.opening import open_unjudged as open_unjudged
    from caesura.retrieval.experiment.options import option_query as option_query
    from caesura.retrieval.experiment.options import soft_query as soft_query
    from caesura.retrieval.experiment.per_query import write_query_rows as write_query_rows
    from caesura.retrieval.experiment.per_query import write_runs as write_runs
    from caesura.retrieval.experiment.report import experiment_page as experiment_page
    from caesura.retrieval.experiment.report import write_experiment_report as write_experiment_report
    from caesura.retrieval.experiment.rows import experiment_rows as experiment_rows
    from caesura.retrieval.experiment.rows import significance_notes as significance_notes
    from caesura.retrieval.experiment.settings import ExperimentSettings as ExperimentSettings
    from caesura.retrieval.experiment.topics import read_topics as read_topics
    from caesura.retrieval.experiment.winners import helped as helped
    from caesura.retrieval.index.analysis import Analysis as Analysis
    from caesura.retrieval.index.building import build_index as build_index
    from caesura.retrieval.index.index import Hit as Hit
    from caesura.retrieval.index.index import Index as Index
    from caesura.retrieval.index.index import window_counter_here as window_counter_here
    from caesura.retrieval.index.snippets import snippet as snippet
    from caesura.retrieval.index.stopwords import stop_words as stop_words
    from caesura.retrieval.language.parsing import parse_query as parse_query
    from caesura.retrieval.language.parts import weighted_parts as weighted_parts
    from caesura.retrieval.language.values import OrderedWindow as OrderedWindow
    from caesura.retrieval.language.values import Query as Query
    from caesura.retrieval.language.values import UnorderedWindow as UnorderedWindow
    from caesura.retrieval.own_engine.bodies import search_body as search_body
    from caesura.retrieval.own_engine.client import ClientEngine as ClientEngine
    from caesura.retrieval.own_engine.client import connect as connect
    from caesura.retrieval.own_engine.client import fill_engine as fill_engine
    from caesura.retrieval.own_engine.mapping import SERVER_MUS as SERVER_MUS
    from caesura.retrieval.own_engine.mapping import index_body as index_body
    from caesura.retrieval.ranking.bm25 import BM25 as BM25
    from caesura.retrieval.ranking.query_likelihood import QueryLikelihood as QueryLikelihood
    from caesura.retrieval.ranking.registry import RANKING_MODELS as RANKING_MODELS
    from caesura.retrieval.ranking.registry import ranking_model as ranking_model
    from caesura.retrieval.ranking.run_file import write_run as write_run
    from caesura.retrieval.runs.base import PreparedRun as PreparedRun
    from caesura.retrieval.runs.base import Tuning as Tuning
    from caesura.retrieval.runs.registry import RUNS as RUNS

__getattr__, __dir__, __all__ = lazy_door(__name__)

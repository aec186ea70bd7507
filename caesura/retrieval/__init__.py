"""The room of retrieval: a positional index, a query language, ranking models, and the experiment whether phrases help.

`build_index(docs, folder)` makes an index and `Index.open(folder)` maps it; `index.search(query, model)` finds documents. A query
is a text (plain words, or `#weight(.85 #combine(new york) .15 #1(new york))`) or a value of the same language. Models are
`QueryLikelihood`, `JelinekMercer` and `BM25`. `index.part(part)` counts a part once; `index.score(parts, model)` uses it again.
"""

from caesura.retrieval.documents.document import Document
from caesura.retrieval.documents.reading import document_files, read_documents
from caesura.retrieval.experiment.topics import read_topics
from caesura.retrieval.index.analysis import Analysis
from caesura.retrieval.index.building import build_from_documents, build_index
from caesura.retrieval.index.contexts import Neighbours
from caesura.retrieval.index.index import Hit, Index
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

__all__ = [
    "BM25",
    "Analysis",
    "Combine",
    "Document",
    "Hit",
    "Index",
    "JelinekMercer",
    "Model",
    "Neighbours",
    "OrderedWindow",
    "Part",
    "Postings",
    "Query",
    "QueryLikelihood",
    "Term",
    "UnorderedWindow",
    "Weight",
    "analysed",
    "bag_of_words",
    "build_from_documents",
    "build_index",
    "document_files",
    "is_query_language",
    "parse_query",
    "ranking_model",
    "read_documents",
    "read_topics",
    "snippet",
    "stop_words",
    "weighted_parts",
    "write_run",
]

"""The index an experiment needs on Elasticsearch or OpenSearch.

Words are scored by Lucene's LMDirichlet. A phrase as such would be scored by its words' statistics, so every length of phrase has
a field of its own whose terms are shingles (`hot_dog`): there a phrase is one term with its own frequency, in documents and in
the collection, as `#1(hot dog)` has it. mu belongs to a field's similarity, so every mu has its fields. Texts are cut by Caesura
and joined by spaces: the server cuts at spaces only, and both have the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from caesura.foundation import InputError
from caesura.retrieval.documents.document import Document
from caesura.retrieval.index.analysis import Analysis

#: What is tried for mu on a server, where each value costs fields.
SERVER_MUS = (500.0, 1000.0, 2000.0, 5000.0)
#: The longest phrase with a field of its own.
LONGEST_PHRASE = 6
#: Stands between the words of a shingle; no word holds it.
SEPARATOR = "_"

_WORDS = "caesura_words"


def words_field(mu: float) -> str:
    """The field in which words are looked up."""
    return f"text.mu{_number(mu)}"


def phrase_field(size: int, mu: float) -> str:
    """The field whose terms are phrases of this many words."""
    return f"text.phrase{size}_mu{_number(mu)}"


def index_body(mus: Sequence[float] = SERVER_MUS, longest: int = LONGEST_PHRASE) -> dict[str, Any]:
    """Settings and mappings, as `PUT /name` takes them."""
    if not mus or not 2 <= longest <= 10:
        raise InputError(
            f"{len(mus)} values of mu, phrases of up to {longest} words", cure="give a mu, and phrases of 2 to 10 words"
        )
    sizes = range(2, longest + 1)
    fields: dict[str, Any] = {}
    for mu in mus:
        scored = {"type": "text", "similarity": _similarity(mu)}
        fields[words_field(mu).partition(".")[2]] = scored | {"analyzer": _WORDS}
        for size in sizes:
            fields[phrase_field(size, mu).partition(".")[2]] = scored | {"analyzer": _phrases(size)}
    return {
        "settings": {
            "analysis": {
                "filter": {_phrases(size): _shingles(size) for size in sizes},
                "analyzer": {
                    _WORDS: {"type": "custom", "tokenizer": "whitespace"},
                    **{_phrases(size): {"type": "custom", "tokenizer": "whitespace", "filter": [_phrases(size)]} for size in sizes},
                },
            },
            "similarity": {_similarity(mu): {"type": "LMDirichlet", "mu": mu} for mu in mus},
            # One shard has the statistics of the whole collection; with more, each would have its own.
            "number_of_shards": 1,
        },
        "mappings": {
            "properties": {
                "document": {"type": "keyword"},
                "text": {"type": "text", "index": False, "fields": fields},
            }
        },
    }


def bulk_lines(name: str, documents: Iterable[Document]) -> Iterator[dict[str, Any]]:
    """Documents as the bulk interface takes them: an action, then its document."""
    analysis = Analysis()
    for document in documents:
        yield {"index": {"_index": name, "_id": document.id}}
        yield {"document": document.id, "text": " ".join(analysis.terms(f"{document.title} {document.text}"))}


def _shingles(size: int) -> dict[str, Any]:
    return {
        "type": "shingle",
        "min_shingle_size": size,
        "max_shingle_size": size,
        "output_unigrams": False,
        "token_separator": SEPARATOR,
    }


def _phrases(size: int) -> str:
    return f"caesura_phrases_{size}"


def _similarity(mu: float) -> str:
    return f"caesura_mu{_number(mu)}"


def _number(mu: float) -> str:
    """A name for a number: points are levels in names of fields."""
    return f"{mu:g}".replace(".", "_")

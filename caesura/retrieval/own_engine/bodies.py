"""Queries of the experiment as search bodies.

`parts`: every part by itself, words and phrases each in their field with their share as boost; this is what comes closest to the
embedded engine. `phrasing`: what `caesura phrase --engine elasticsearch` writes, all words with the phrases as a boost, which is
what one would use in production; queries that are not a cut of the words (windows of the dependence models) are sent as parts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

from caesura.foundation import one_of
from caesura.phrasing import Field, Options, phrase, segmented_query
from caesura.retrieval.experiment.measures import DEPTH
from caesura.retrieval.language.parts import weighted_parts
from caesura.retrieval.language.values import Combine, OrderedWindow, Part, Query, Term, UnorderedWindow, Weight
from caesura.retrieval.own_engine.mapping import LONGEST_PHRASE, SEPARATOR, phrase_field, words_field
from caesura.shapes import Flat

Wording = Literal["parts", "phrasing"]
Body = dict[str, Any]


def search_body(query: Query, mu: float, wording: Wording = "parts", longest: int = LONGEST_PHRASE) -> Body:
    """A search for the best documents; equal scores are put in the order of document ids."""
    one_of("wording", wording, get_args(Wording))
    phrased = _phrasing(query, mu) if wording == "phrasing" else None
    return {
        "query": phrased or _parts(query, mu, longest),
        "size": DEPTH,
        "_source": False,
        "sort": [{"_score": "desc"}, {"document": "asc"}],
    }


def _parts(query: Query, mu: float, longest: int) -> Body:
    clauses = [_clause(part, share, mu, longest) for part, share in weighted_parts(query).items()]
    return {"bool": {"should": clauses}} if clauses else {"match_none": {}}


def _clause(part: Part, share: float, mu: float, longest: int) -> Body:
    words = part.words
    if isinstance(part, Term) or len(words) == 1:
        return {"term": {words_field(mu): {"value": words[0], "boost": share}}}
    if isinstance(part, OrderedWindow) and part.gap == 1 and len(words) <= longest:
        return {"term": {phrase_field(len(words), mu): {"value": SEPARATOR.join(words), "boost": share}}}
    # Lucene counts the places between the words, Indri the width of the whole window.
    loose = isinstance(part, UnorderedWindow)
    slop = max(0, part.size - len(words)) if isinstance(part, UnorderedWindow) else (_gap(part) - 1) * (len(words) - 1)
    spans = [{"span_term": {words_field(mu): {"value": word}}} for word in words]
    return {"span_near": {"clauses": spans, "slop": slop, "in_order": not loose, "boost": share}}


def _gap(part: Part) -> int:
    return part.gap if isinstance(part, OrderedWindow) else 1


def _phrasing(query: Query, mu: float) -> Body | None:
    """The body of `caesura.phrasing`; None for a query that is not a cut of its words, and for the empty one."""
    cut = _cut(query)
    if cut is None or not cut[0]:
        return None
    words, option, boost = cut
    options = Options(fields=(Field(words_field(mu)),))
    if boost is not None:
        options = replace(options, boost=boost)
    body = phrase(segmented_query(words, option), "elasticsearch", options)
    if isinstance(body, str):
        raise TypeError("Elasticsearch takes a body, not a string")
    query_body: Body = body["query"]
    return query_body


def _cut(query: Query) -> tuple[tuple[str, ...], Flat, float | None] | None:
    """Words, how they are cut, and the boost of a phrase against a word where the query says it."""
    if isinstance(query, Combine) and all(_is_segment(part) for part in query.parts):
        segments = [part.words for part in query.parts if isinstance(part, (Term, OrderedWindow))]
        words = tuple(word for segment in segments for word in segment)
        return (words, Flat.from_lengths([len(segment) for segment in segments]), None) if words else None
    if not isinstance(query, Weight) or len(query.parts) != 2:
        return None
    bag, phrases = query.parts
    if not isinstance(bag, Combine) or not isinstance(phrases, Combine) or not all(isinstance(part, Term) for part in bag.parts):
        return None
    words = tuple(part.word for part in bag.parts if isinstance(part, Term))
    lengths = _lengths(words, [part.words for part in phrases.parts if isinstance(part, OrderedWindow) and part.gap == 1])
    if lengths is None or not phrases.parts or not query.weights[0]:
        return None
    ratio = (query.weights[1] / len(phrases.parts)) / (query.weights[0] / len(words))
    return words, Flat.from_lengths(lengths), ratio


def _lengths(words: tuple[str, ...], phrases: list[tuple[str, ...]]) -> list[int] | None:
    """The cut of the words in which these phrases, from left to right, are segments and all else stands alone."""
    lengths: list[int] = []
    place = 0
    for phrase_words in phrases:
        while words[place : place + len(phrase_words)] != phrase_words:
            if place >= len(words):
                return None
            lengths.append(1)
            place += 1
        lengths.append(len(phrase_words))
        place += len(phrase_words)
    return lengths + [1] * (len(words) - place)


def _is_segment(part: object) -> bool:
    return isinstance(part, Term) or (isinstance(part, OrderedWindow) and part.gap == 1)

"""Elasticsearch and OpenSearch: a search body in their JSON query language, the same for both.

`match` stays the part that decides what is found; the segments are `match_phrase` queries inside one `dis_max` in
`should`, so they only add to the score, and one stretch of text that matches in several fields or phrases is not paid
several times: the best counts in full, the others by the tie breaker. JSON needs no escaping.
"""

from __future__ import annotations

from typing import Any

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options, decimal
from caesura.phrasing.query import Clause, ClauseTerm, QuerySegment, SegmentedQuery

Json = dict[str, Any]


def elasticsearch(query: SegmentedQuery, options: Options) -> Json:
    phrases = query.phrases(options.min_confidence)
    found = _deciding(query, options)
    if phrases and options.mode == "boost":
        queries = [clause for phrase in phrases for clause in _phrase_clauses(phrase, options)]
        found.setdefault("should", []).append({"dis_max": {"queries": queries, "tie_breaker": options.tie}})
    elif phrases:
        found["filter"] = [_any_of(_phrase_clauses(phrase, options)) for phrase in phrases]
    return {"query": {"bool": found}}


def _deciding(query: SegmentedQuery, options: Options) -> dict[str, list[Json]]:
    """The words and the user's own clauses: what decides which documents match."""
    bag = [*_words(query, options), *(_user_clause(clause, options) for clause in query.optional(options.operator))]
    required = [_user_clause(clause, options, zero_terms="all") for clause in query.required(options.operator)]
    if options.operator == "and":
        found = {"must": bag + required}
    elif required:
        # As in Lucene's own reading of `+hotel cheap`: beside a required clause the bag only adds to the score.
        found = {"must": required, "should": bag} if bag else {"must": required}
    else:
        found = {"must": [_any_of(bag)] if bag else []}
    excluded = [_user_clause(clause, options) for clause in query.excluded]
    # A query of exclusions only means every other document.
    found["must"] = found["must"] or [{"match_all": {}}]
    return found | {"must_not": excluded} if excluded else found


def _words(query: SegmentedQuery, options: Options) -> list[Json]:
    """The bag of words: `match` for one field, `multi_match` (which is a dis_max of them) for more or the index's own.

    `multi_match` with the operator `and` would want all words in one field; each word in any field takes a clause for each word.
    """
    if not query.words:
        return []
    if len(options.fields) == 1:
        field = options.fields[0]
        settings: Json = {"query": " ".join(query.words), "operator": options.operator}
        return [{"match": {field.name: settings | ({} if field.boost == 1 else {"boost": field.boost})}}]
    if options.operator == "and":
        return [_in_fields(word, options, operator="and", zero_terms="all") for word in query.words]
    return [_in_fields(" ".join(query.words), options, operator="or")]


def _in_fields(text: str, options: Options, *, operator: str | None = None, zero_terms: str | None = None) -> Json:
    """A `multi_match` over the fields, or the index's own; as a phrase where no operator is given."""
    settings: Json = {"query": text} | ({} if operator is None else {"operator": operator})
    if options.fields:
        names = [field.name if field.boost == 1 else f"{field.name}^{decimal(field.boost)}" for field in options.fields]
        settings |= {"fields": names, "tie_breaker": options.tie}
    # A word the analyzer removes (a stop word) leaves nothing to look for; by default it would then match no document.
    settings |= {} if zero_terms is None else {"zero_terms_query": zero_terms}
    return {"multi_match": settings | {"type": "phrase" if operator is None else "best_fields"}}


def _user_clause(clause: Clause, options: Options, *, zero_terms: str | None = None) -> Json:
    return _any_of([_term(term, options, zero_terms) for term in clause.alternatives])


def _term(term: ClauseTerm, options: Options, zero_terms: str | None) -> Json:
    """A word or phrase of the user's, in the field they named or in those of the search."""
    fields = options.fields if term.field is None else (Field(term.field),)
    if len(fields) != 1:
        return _in_fields(term.text, options, operator=None if term.quoted else "and", zero_terms=zero_terms)
    settings: Json = {"query": term.text} | ({} if term.quoted else {"operator": "and"})
    settings |= {} if zero_terms is None else {"zero_terms_query": zero_terms}
    settings |= {} if fields[0].boost == 1 else {"boost": fields[0].boost}
    return {"match_phrase" if term.quoted else "match": {fields[0].name: settings}}


def _phrase_clauses(phrase: QuerySegment, options: Options) -> list[Json]:
    settings: Json = {"query": phrase.text}
    if options.slop:
        settings["slop"] = options.slop
    if options.mode == "filter":
        # A phrase of stop words only leaves nothing to look for; by default it would then match no document at all.
        settings["zero_terms_query"] = "all"
    if not options.fields:
        return [{"multi_match": settings | _boost(options, 1.0) | {"type": "phrase"}}]
    return [{"match_phrase": {field.name: settings | _boost(options, field.boost)}} for field in options.fields]


def _boost(options: Options, of_field: float) -> Json:
    """A filter has no score, so a boost there would only mislead the reader."""
    return {"boost": options.boost * of_field} if options.mode == "boost" else {}


def _any_of(clauses: list[Json]) -> Json:
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": clauses, "minimum_should_match": 1}}


ENGINE = Engine("elasticsearch", "search body: match, and the phrases in a dis_max", elasticsearch)

"""Elasticsearch and OpenSearch: a search body in their JSON query language, the same for both.

`match` stays the part that decides what is found; the segments are `match_phrase` queries inside one `dis_max` in
`should`, so they only add to the score, and one stretch of text that matches in several fields or phrases is not paid
several times: the best counts in full, the others by the tie breaker. JSON needs no escaping of ours.
"""

from __future__ import annotations

from typing import Any

from caesura.phrasing.options import Options, decimal
from caesura.phrasing.query import Segment, SegmentedQuery

Clause = dict[str, Any]


def elasticsearch(query: SegmentedQuery, options: Options) -> Clause:
    phrases = query.phrases(options.min_confidence)
    found: Clause = {"must": [_base(query, options)]}
    if phrases and options.mode == "boost":
        queries = [clause for phrase in phrases for clause in _phrase_clauses(phrase, options)]
        found["should"] = [{"dis_max": {"queries": queries, "tie_breaker": options.tie}}]
    elif phrases:
        found["filter"] = [_required(_phrase_clauses(phrase, options)) for phrase in phrases]
    return {"query": {"bool": found}}


def _base(query: SegmentedQuery, options: Options) -> Clause:
    """The bag of words: `match` for one field, `multi_match` (which is a dis_max of them) for more or the index's own."""
    settings: Clause = {"query": " ".join(query.words), "operator": options.operator}
    if len(options.fields) == 1:
        field = options.fields[0]
        return {"match": {field.name: settings | ({} if field.boost == 1 else {"boost": field.boost})}}
    if options.fields:
        names = [field.name if field.boost == 1 else f"{field.name}^{decimal(field.boost)}" for field in options.fields]
        settings |= {"fields": names, "tie_breaker": options.tie}
    return {"multi_match": settings | {"type": "best_fields"}}


def _phrase_clauses(phrase: Segment, options: Options) -> list[Clause]:
    settings: Clause = {"query": phrase.text}
    if options.slop:
        settings["slop"] = options.slop
    if options.mode == "filter":
        # A phrase of stop words only leaves nothing to look for; by default it would then match no document at all.
        settings["zero_terms_query"] = "all"
    if not options.fields:
        return [{"multi_match": settings | _boost(options, 1.0) | {"type": "phrase"}}]
    return [{"match_phrase": {field.name: settings | _boost(options, field.boost)}} for field in options.fields]


def _boost(options: Options, of_field: float) -> Clause:
    """A filter has no score, so a boost there would only mislead the reader."""
    return {"boost": options.boost * of_field} if options.mode == "boost" else {}


def _required(clauses: list[Clause]) -> Clause:
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": clauses, "minimum_should_match": 1}}

"""Elasticsearch and OpenSearch: a search body in their JSON query language, the same for both.

`match` stays the part that decides what is found; the segments are `match_phrase` queries inside `dis_max` in `should`, so they
only add to the score, and one stretch of text that matches in several fields or phrases is not paid several times: the best
counts in full, the others by the tie breaker. With `combine="sum"` each phrase has a `dis_max` of its own over the fields. In the
parts `phrases` and `rescore` every phrase has a `_name`, so that `matched_queries` says which ones a document holds. JSON needs
no escaping.
"""

from __future__ import annotations

from typing import Any

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options, decimal
from caesura.phrasing.query import Clause, ClauseTerm, SegmentedQuery
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases

Json = dict[str, Any]


def elasticsearch(query: SegmentedQuery, options: Options) -> Json:
    clauses: Json = _deciding(query, options)
    phrases = _by_phrase(query, options)
    if phrases and options.mode == "boost":
        clauses.setdefault("should", []).extend(_scored(phrases, options))
    elif phrases:
        clauses["filter"] = list(map(_any_of, phrases))
    return {"query": {"bool": clauses}}


def phrase_part(query: SegmentedQuery, options: Options) -> Json:
    """What you add to the `bool` of a query of your own."""
    phrases = _by_phrase(query, options, named=True)
    return {"should": _scored(phrases, options)} if options.mode == "boost" else {"filter": list(map(_any_of, phrases))}


def rescore_part(query: SegmentedQuery, options: Options) -> Json:
    """A `rescore` block: the phrases are looked for in the best documents only. Empty where the query has none."""
    phrases = _by_phrase(query, options, named=True)
    if not phrases:
        return {}
    block = {"rescore_query": {"bool": {"should": _scored(phrases, options)}}, "query_weight": 1, "rescore_query_weight": 1}
    return {"rescore": {"window_size": options.rescore_size, "query": block}}


def _by_phrase(query: SegmentedQuery, options: Options, *, named: bool = False) -> list[list[Json]]:
    """For each phrase, one clause for each field."""
    return [_phrase_clauses(phrase, options, named=named) for phrase in wanted_phrases(query, options)]


def _scored(phrases: list[list[Json]], options: Options) -> list[Json]:
    groups = phrases if options.combine == "sum" else [[clause for of_phrase in phrases for clause in of_phrase]]
    return [{"dis_max": {"queries": group, "tie_breaker": options.tie}} for group in groups if group]


def _deciding(query: SegmentedQuery, options: Options) -> dict[str, list[Json]]:
    """The words and the user's own clauses: what decides which documents match."""
    bag = [*_words(query, options), *(_user_clause(clause, options) for clause in query.optional(options.operator))]
    required = [_user_clause(clause, options, zero_terms="all") for clause in query.required(options.operator)]
    if options.operator == "and":
        clauses = {"must": bag + required}
    elif options.minimum_match is not None and bag:
        # As in Solr: the minimum holds for what is optional, beside what is required.
        clauses = {"must": [*required, _at_least(bag, options.minimum_match)]}
    elif required:
        # As in Lucene's own reading of `+hotel cheap`: beside a required clause the bag only adds to the score.
        clauses = {"must": required, "should": bag} if bag else {"must": required}
    else:
        clauses = {"must": [_any_of(bag)] if bag else []}
    excluded = [_user_clause(clause, options) for clause in query.excluded]
    # A query of exclusions only means every other document.
    clauses["must"] = clauses["must"] or [{"match_all": {}}]
    return clauses | {"must_not": excluded} if excluded else clauses


def _at_least(bag: list[Json], minimum_match: str) -> Json:
    return {"bool": {"should": bag, "minimum_should_match": minimum_match}}


def _words(query: SegmentedQuery, options: Options) -> list[Json]:
    """The bag of words: `match` for one field, `multi_match` (which is a dis_max of them) for more or the index's own.

    `multi_match` with the operator `and` would want all words in one field; each word in any field takes a clause for each word.
    """
    if not query.words:
        return []
    if options.minimum_match is not None or (options.operator == "and" and len(options.fields) != 1):
        # A word by itself is the same with either operator; should an analyzer cut it, all its parts are wanted.
        return [_word(word, options) for word in query.words]
    text = " ".join(query.words)
    if len(options.fields) == 1:
        return [_in_field(text, options, options.operator)]
    return [_in_fields(text, options, operator="or")]


def _word(word: str, options: Options) -> Json:
    if len(options.fields) == 1:
        return _in_field(word, options, "and")
    return _in_fields(word, options, operator="and", zero_terms="all")


def _in_field(text: str, options: Options, operator: str) -> Json:
    field = options.fields[0]
    settings: Json = {"query": text, "operator": operator} | _analyzer(options.analyzer)
    return {"match": {field.name: settings | ({} if field.boost == 1 else {"boost": field.boost})}}


def _in_fields(text: str, options: Options, *, operator: str | None = None, zero_terms: str | None = None) -> Json:
    """A `multi_match` over the fields, or the index's own; as a phrase where no operator is given."""
    settings: Json = {"query": text} | ({} if operator is None else {"operator": operator}) | _analyzer(options.analyzer)
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
    settings |= _analyzer(options.analyzer) if term.field is None else {}
    settings |= {} if zero_terms is None else {"zero_terms_query": zero_terms}
    settings |= {} if fields[0].boost == 1 else {"boost": fields[0].boost}
    return {"match_phrase" if term.quoted else "match": {fields[0].name: settings}}


def _phrase_clauses(phrase: WantedPhrase, options: Options, *, named: bool) -> list[Json]:
    settings: Json = {"query": phrase.text} | ({"slop": phrase.slop} if phrase.slop else {})
    settings |= _analyzer(options.phrase_analyzer or options.analyzer)
    if options.mode == "filter":
        # A phrase of stop words only leaves nothing to look for; by default it would then match no document at all.
        settings["zero_terms_query"] = "all"
    if not options.places:
        return [{"multi_match": settings | _boost(phrase, 1.0, options) | _name(phrase.text, named) | {"type": "phrase"}}]
    return [
        {
            "match_phrase": {
                field.name: settings | _boost(phrase, field.boost, options) | _name(f"{field.name}: {phrase.text}", named)
            }
        }
        for field in options.places
    ]


def _boost(phrase: WantedPhrase, of_field: float, options: Options) -> Json:
    """A filter has no score, so a boost there would only mislead the reader."""
    return {"boost": phrase.boost * of_field} if options.mode == "boost" else {}


def _name(name: str, named: bool) -> Json:
    return {"_name": name} if named else {}


def _analyzer(name: str | None) -> Json:
    return {} if name is None else {"analyzer": name}


def _any_of(clauses: list[Json]) -> Json:
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": clauses, "minimum_should_match": 1}}


ENGINE = Engine(
    "elasticsearch", "search body: match, and the phrases in a dis_max", elasticsearch, phrases=phrase_part, rescore=rescore_part
)

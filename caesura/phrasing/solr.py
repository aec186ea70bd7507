"""Solr: the request parameters of an edismax query with one explicit boost query.

`pf`, `pf2` and `pf3` ask for every run of words in the query, and their scores add up: where "new york times" matches,
pf2 pays for "new york" and for "york times" and pf3 for the whole. Here only the segments are asked for, in a single
`bq` under Solr's `maxscore` parser, which is Lucene's syntax with all optional clauses inside one dis_max: the best
counts in full, the others by the tie breaker. `bq` adds to the score and never changes what is found. With `combine="sum"` each
phrase is a `bq` of its own, a dis_max over the fields.
"""

from __future__ import annotations

from caesura.phrasing.engines import Engine
from caesura.phrasing.lucene import EVERYTHING, escape_word, phrase_clauses, term_clauses
from caesura.phrasing.options import Options, decimal
from caesura.phrasing.query import Clause, SegmentedQuery
from caesura.phrasing.wanted import wanted_phrases

Parameters = dict[str, str | list[str]]


def solr(query: SegmentedQuery, options: Options) -> Parameters:
    parameters: Parameters = {
        "defType": "edismax",
        "q": " ".join(_clauses(query, options)),
        "q.op": options.operator.upper(),
        # Without this, "and" and "or" as plain words could be read as operators.
        "lowercaseOperators": "false",
    }
    if options.fields:
        parameters["qf"] = " ".join(f.name if f.boost == 1 else f"{f.name}^{decimal(f.boost)}" for f in options.fields)
        parameters["tie"] = decimal(options.tie)
    if options.minimum_match is not None:
        parameters["mm"] = options.minimum_match
    if (options.operator == "and" or options.minimum_match is not None) and len(options.fields) != 1:
        # Where the fields' analyzers leave different numbers of words, Solr would otherwise count words within one field.
        parameters["sow"] = "true"
    return parameters | phrase_part(query, options)


def phrase_part(query: SegmentedQuery, options: Options) -> Parameters:
    """`bq` (or `fq`, to filter), to send beside the parameters of a query of your own. Empty where there are no phrases."""
    if options.mode == "filter":
        filters = [" ".join(phrase_clauses(one, options, boosted=False)) for one in wanted_phrases(query, options)]
        return {"fq": [f"{{!lucene q.op=OR}}{clauses}" for clauses in filters]} if filters else {}
    boosts = _boost_queries(query, options)
    return {"bq": boosts[0] if len(boosts) == 1 else boosts} if boosts else {}


def rescore_part(query: SegmentedQuery, options: Options) -> Parameters:
    """`rq`: the phrases are looked for in the best documents only."""
    boosts = _boost_queries(query, options)
    if not boosts:
        return {}
    again = f"{{!rerank reRankQuery=$phrases reRankDocs={options.rescore_size} reRankWeight=1}}"
    if len(boosts) == 1:
        return {"rq": again, "phrases": boosts[0]}
    names = [f"phrase{number}" for number in range(1, len(boosts) + 1)]
    together = f"{{!bool {' '.join(f'should=${name}' for name in names)}}}"
    return {"rq": again, "phrases": together, **dict(zip(names, boosts, strict=True))}


def _boost_queries(query: SegmentedQuery, options: Options) -> list[str]:
    phrases = [phrase_clauses(phrase, options) for phrase in wanted_phrases(query, options)]
    groups = phrases if options.combine == "sum" else [[clause for of_phrase in phrases for clause in of_phrase]]
    # q.op belongs here too: a request's own q.op=AND would make every phrase required.
    return [f"{{!maxscore q.op=OR tie={decimal(options.tie)}}}{' '.join(group)}" for group in groups if group]


def _clauses(query: SegmentedQuery, options: Options) -> list[str]:
    """The words and the user's own clauses. edismax spreads them over the fields itself."""
    words = list(map(escape_word, query.words))
    if not query.clauses:
        return words
    if options.operator == "and":
        # Signs switch q.op off in edismax, so each word carries its own.
        words = [f"+{word}" for word in words]
    optional = [_any_of(clause) for clause in query.optional(options.operator)]
    required = [f"+{_any_of(clause)}" for clause in query.required(options.operator)]
    excluded = [f"-{_any_of(clause)}" for clause in query.excluded]
    return [*(words + optional + required or [EVERYTHING]), *excluded]


def _any_of(clause: Clause) -> str:
    terms = term_clauses(clause)
    return terms[0] if len(terms) == 1 else f"({' OR '.join(terms)})"


ENGINE = Engine(
    "solr",
    "edismax parameters with the phrases in one boost query",
    solr,
    phrases=phrase_part,
    rescore=rescore_part,
    lacks=("analyzer", "phrase_analyzer"),
)

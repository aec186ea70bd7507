"""Solr: the request parameters of an edismax query with one explicit boost query.

`pf`, `pf2` and `pf3` ask for every run of words in the query, and their scores add up: where "new york times" matches,
pf2 pays for "new york" and for "york times" and pf3 for the whole. Here only the segments are asked for, in a single
`bq` under Solr's `maxscore` parser, which is Lucene's syntax with all optional clauses inside one dis_max: the best
counts in full, the others by the tie breaker. `bq` adds to the score and never changes what is found.
"""

from __future__ import annotations

from caesura.phrasing.engines import Engine
from caesura.phrasing.lucene import EVERYTHING, escape_word, phrase_clauses, term_clauses
from caesura.phrasing.options import Options, decimal
from caesura.phrasing.query import Clause, SegmentedQuery

Parameters = dict[str, str | list[str]]


def solr(query: SegmentedQuery, options: Options) -> Parameters:
    phrases = query.phrases(options.min_confidence)
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
    if options.operator == "and" and len(options.fields) != 1:
        # Where the fields' analyzers leave different numbers of words, Solr would otherwise want all words in one field.
        parameters["sow"] = "true"
    if phrases and options.mode == "boost":
        clauses = [clause for phrase in phrases for clause in phrase_clauses(phrase, options)]
        # q.op belongs here too: a request's own q.op=AND would make every phrase required.
        parameters["bq"] = f"{{!maxscore q.op=OR tie={decimal(options.tie)}}}{' '.join(clauses)}"
    elif phrases:
        parameters["fq"] = [f"{{!lucene q.op=OR}}{' '.join(phrase_clauses(phrase, options, boosted=False))}" for phrase in phrases]
    return parameters


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


ENGINE = Engine("solr", "edismax parameters with the phrases in one boost query", solr)

"""Solr: the request parameters of an edismax query with one explicit boost query.

`pf`, `pf2` and `pf3` ask for every run of words in the query, and their scores add up: where "new york times" matches,
pf2 pays for "new york" and for "york times" and pf3 for the whole. Here only the segments are asked for, in a single
`bq` under Solr's `maxscore` parser, which is Lucene's syntax with all optional clauses inside one dis_max: the best
counts in full, the others by the tie breaker. `bq` adds to the score and never changes what is found.
"""

from __future__ import annotations

from caesura.phrasing.lucene import escape_word, phrase_clauses
from caesura.phrasing.options import Options, decimal
from caesura.phrasing.query import SegmentedQuery

Parameters = dict[str, str | list[str]]


def solr(query: SegmentedQuery, options: Options) -> Parameters:
    phrases = query.phrases(options.min_confidence)
    parameters: Parameters = {
        "defType": "edismax",
        "q": " ".join(map(escape_word, query.words)),
        "q.op": options.operator.upper(),
        # Without this, "and" and "or" as plain words could be read as operators.
        "lowercaseOperators": "false",
    }
    if options.fields:
        parameters["qf"] = " ".join(f.name if f.boost == 1 else f"{f.name}^{decimal(f.boost)}" for f in options.fields)
        parameters["tie"] = decimal(options.tie)
    if phrases and options.mode == "boost":
        clauses = [clause for phrase in phrases for clause in phrase_clauses(phrase, options)]
        # q.op belongs here too: a request's own q.op=AND would make every phrase required.
        parameters["bq"] = f"{{!maxscore q.op=OR tie={decimal(options.tie)}}}{' '.join(clauses)}"
    elif phrases:
        parameters["fq"] = [f"{{!lucene q.op=OR}}{' '.join(phrase_clauses(phrase, options, boosted=False))}" for phrase in phrases]
    return parameters

"""Indri: `#weight(0.85 #combine(words) 0.1 #combine(#1(phrase)) 0.05 #combine(#uw8(phrase)))`.

The sequential dependence model (Metzler and Croft 2005) with segments in place of all neighbouring pairs: a mixture of
the words, the segments as ordered windows and the segments as unordered windows. The mixture weights (`weights`) are
the boost here; a tie breaker has no place. `mode="filter"` requires each phrase by `#filreq`, `operator="and"` each word.

Indri's language has no escape for a term, so each word is cut into the runs of letters and digits a tokenizer would
leave; a query with nothing of the kind is written with the code points of its characters, which parses and finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from caesura.foundation import InputError
from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options, decimal
from caesura.phrasing.query import Clause, SegmentedQuery
from caesura.phrasing.tokens import code_point_terms, terms
from caesura.shapes import Words

_FIELD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def indri(query: SegmentedQuery, options: Options) -> str:
    for field in (*options.fields, *options.phrase_fields):
        if not _FIELD.fullmatch(field.name):
            raise InputError(f"Indri does not take the field name {field.name!r}", cure="use letters, digits and _")
    words, phrases = indri_terms(query, options)
    ordered = _ordered(phrases, options)
    clauses = [_user_clause(clause, options) for clause in (*query.optional(options.operator), *query.required(options.operator))]
    # Nothing but exclusions: a stand-in that no document holds, as Indri returns only documents that hold a part of the query.
    scored = [*(_in_fields(word, options.fields) for word in words), *clauses] or code_point_terms(["-"])
    score = f"#combine({' '.join(scored)})"
    if phrases and options.mode == "boost":
        score = f"#weight({weighted(options.weights, [score, *_mixed(phrases, options)])})"
    if query.excluded:
        score = f"#filrej({_either([_user_clause(clause, options) for clause in query.excluded])} {score})"
    required = [
        *(_in_some_field(word, options.fields) for word in (words if options.operator == "and" else ())),
        *(_user_clause(clause, options) for clause in query.required(options.operator)),
        *(_in_some_field(part, options.places) for part in (ordered if options.mode == "filter" else ())),
    ]
    return f"#filreq(#band({' '.join(required)}) {score})" if required else score


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    """Weighted arguments for a `#weight` of your own; with `mode="filter"`, what a `#filreq` must hold."""
    _, phrases = indri_terms(query, options)
    if not phrases:
        return ""
    if options.mode == "filter":
        return f"#band({' '.join(_in_some_field(part, options.places) for part in _ordered(phrases, options))})"
    return weighted(options.weights[1:], _mixed(phrases, options))


def _ordered(phrases: Sequence[Words], options: Options) -> list[str]:
    return [f"#{options.slop_of(len(phrase)) + 1}({' '.join(phrase)})" for phrase in phrases]


def _mixed(phrases: Sequence[Words], options: Options) -> list[str]:
    """The phrases as ordered and as unordered windows."""
    unordered = [f"#uw{options.window * len(phrase)}({' '.join(phrase)})" for phrase in phrases]
    return [_combined(_ordered(phrases, options), options), _combined(unordered, options)]


def indri_terms(query: SegmentedQuery, options: Options) -> tuple[Words, tuple[Words, ...]]:
    """The words and phrases of a query as terms; a phrase with fewer than two terms is none."""
    words = terms(query.words) or (() if query.clauses else code_point_terms(query.words))
    phrases = (terms(phrase.words) for phrase in query.phrases(options.min_confidence))
    return words, tuple(dict.fromkeys(phrase for phrase in phrases if len(phrase) > 1))


def window(words: Sequence[str]) -> str:
    """A term as it is, several as an exact phrase."""
    return words[0] if len(words) == 1 else f"#1({' '.join(words)})"


def _user_clause(clause: Clause, options: Options) -> str:
    """Any of its terms, each in the field the user named or in those of the search."""
    return _either(
        [
            place
            for term in clause.alternatives
            for place in _places(window(terms(term.words)), options.fields if term.field is None else _named(term.field, options))
        ]
    )


def _named(field: str, options: Options) -> Sequence[Field]:
    """A prefix the language does not take as the name of a field is left out."""
    return (Field(field),) if _FIELD.fullmatch(field) else options.fields


def weighted(weights: Sequence[float], parts: Iterable[str]) -> str:
    """`0.85 #combine(...) 0.1 ...`, without the parts that weigh nothing."""
    return " ".join(f"{decimal(weight)} {part}" for weight, part in zip(weights, parts, strict=True) if weight)


def _combined(parts: Sequence[str], options: Options) -> str:
    return f"#combine({' '.join(_in_fields(part, options.places) for part in parts)})"


def _in_fields(part: str, fields: Sequence[Field]) -> str:
    """A weighted mixture over the fields; the part as it is where none are named."""
    places = _places(part, fields)
    if len(places) == 1:
        return places[0]
    return f"#wsum({weighted([field.boost for field in fields], places)})"


def _in_some_field(part: str, fields: Sequence[Field]) -> str:
    return _either(_places(part, fields))


def _either(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"#syn({' '.join(parts)})"


def _places(part: str, fields: Sequence[Field]) -> list[str]:
    if not fields:
        return [part]
    # A bare number with a field behind it would read as a decimal number: a window of one word does not.
    whole = part if part.startswith("#") else f"#1({part})"
    return [f"{whole}.{field.name}" for field in fields]


ENGINE = Engine(
    "indri",
    "#weight of words, ordered and unordered windows",
    indri,
    phrases=phrase_part,
    lacks=("minimum_match", "analyzer", "phrase_analyzer", "combine", "growth", "cap"),
)

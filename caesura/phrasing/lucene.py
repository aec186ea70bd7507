r"""Lucene's classic query syntax: `+(new york times) "new york"^2`.

The words are kept as the required part, any one of them is enough (or all, with `operator="and"`); each phrase is an
optional clause with a boost. The syntax has no dis_max: scores of phrases and fields add up. The parser's default
operator must be OR, as it is unless someone changed it.

Escaping follows Lucene's QueryParser: a backslash before each character with a meaning. Inside quotes only the quote
and the backslash have one, but the same set is escaped there, so that nothing a template engine or Solr's macro
expansion (`${...}`) looks for is left over. `AND`, `OR` and `NOT` as words get a backslash in front.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.phrasing.clauses import boost_mark, grouped
from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options
from caesura.phrasing.query import Clause, SegmentedQuery
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases

_SPECIAL = re.compile(r'[\\+\-!():^\[\]"{}~*?|&/]')
_OPERATORS = frozenset(("AND", "OR", "NOT"))

#: Every document, in Lucene's syntax and Solr's.
EVERYTHING = "*:*"


def lucene(query: SegmentedQuery, options: Options) -> str:
    return " ".join([*_deciding(query, options), *_phrases(query, options)])


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    return " ".join(_phrases(query, options))


def _phrases(query: SegmentedQuery, options: Options) -> list[str]:
    phrases = wanted_phrases(query, options)
    if options.mode == "boost":
        return [clause for phrase in phrases for clause in phrase_clauses(phrase, options)]
    return [f"+{grouped(phrase_clauses(phrase, options))}" for phrase in phrases]


def _deciding(query: SegmentedQuery, options: Options) -> list[str]:
    """The words and the user's own clauses: what decides which documents match."""
    by_word = [
        [f"{prefix(field)}{escape_word(word)}{boost_mark(boost)}" for field, boost in _places(options.fields)]
        for word in query.words
    ]
    required = [f"+{grouped(term_clauses(clause, options.fields))}" for clause in query.required(options.operator)]
    if options.operator == "and":
        clauses = [*(f"+{grouped(of_word)}" for of_word in by_word), *required]
    else:
        optional = [term_clauses(clause, options.fields) for clause in query.optional(options.operator)]
        bag = [clause for group in (*by_word, *optional) for clause in group]
        # Beside a required clause the bag only adds to the score, as in Lucene's own reading of `+hotel cheap`.
        clauses = [*([f"{'' if required else '+'}({' '.join(bag)})"] if bag else ()), *required]
    excluded = [f"-{grouped(term_clauses(clause, options.fields))}" for clause in query.excluded]
    # A query of exclusions only would match nothing.
    return [*(clauses or [f"+{EVERYTHING}"]), *excluded]


def term_clauses(clause: Clause, fields: Sequence[Field] = ()) -> list[str]:
    """Each alternative once for each field: `title:hotel^2`, `brand:"acme corp"`."""
    return [
        f"{prefix(field)}{escape_phrase(term.words) if term.quoted else escape_word(term.words[0])}{boost_mark(boost)}"
        for term in clause.alternatives
        for field, boost in (_places(fields) if term.field is None else [(term.field, 1.0)])
    ]


def phrase_clauses(phrase: WantedPhrase, options: Options, *, boosted: bool = True) -> list[str]:
    """The phrase once for each field: `title:"new york"~1^4`."""
    slop = f"~{phrase.slop}" if phrase.slop else ""
    return [
        f"{prefix(field)}{escape_phrase(phrase.words)}{slop}{boost_mark(phrase.boost * boost) if boosted else ''}"
        for field, boost in _places(options.places)
    ]


def escape_word(word: str) -> str:
    return f"\\{word}" if word in _OPERATORS else _escaped(word)


def escape_phrase(words: Sequence[str]) -> str:
    return '"' + " ".join(map(_escaped, words)) + '"'


def _escaped(word: str) -> str:
    return word if word.isalnum() else _SPECIAL.sub(r"\\\g<0>", word)


def prefix(field: str | None) -> str:
    return "" if field is None else f"{escape_word(field)}:"


def _places(fields: Sequence[Field]) -> list[tuple[str | None, float]]:
    """Where to look: the fields, or the parser's default field."""
    return [(field.name, field.boost) for field in fields] or [(None, 1.0)]


ENGINE = Engine(
    "lucene",
    "classic query syntax",
    lucene,
    phrases=phrase_part,
    lacks=("minimum_match", "analyzer", "phrase_analyzer"),
)

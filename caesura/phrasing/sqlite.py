r"""SQLite's FTS5: the text after `MATCH`, as in `new OR york OR dance OR "new york" OR "new york"`.

FTS5 knows only what matches; but its `bm25()` adds up over all phrases of the query that a document holds, so a phrase beside the
words raises documents (`ORDER BY rank`), and one written twice counts twice: that is the boost. Where each word must occur, the
phrase is an alternative of its own first word, `(new OR "new york") AND york`, which changes nothing about what matches.
Columns are weighed by the arguments of `bm25()`, so fields have no boosts here. Slop is `NEAR`, which takes the words
in any order.

A bareword is letters, digits and `_`; everything else stands in quotes, doubled inside. Words without a letter or digit are left
out: the tokenizer leaves nothing of them. A query of exclusions only matches nothing: FTS5 cannot say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Options
from caesura.phrasing.query import Clause, ClauseTerm, SegmentedQuery
from caesura.phrasing.repeating import repeated, unboosted
from caesura.phrasing.tokens import is_phrase, is_searchable
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases
from caesura.shapes import Words

_BARE = re.compile(r"[A-Za-z0-9_]+")
_OPERATORS = frozenset(("AND", "OR", "NOT", "NEAR"))
#: What matches no document, and is valid.
NOTHING = '""'


def sqlite(query: SegmentedQuery, options: Options) -> str:
    columns = _columns(unboosted(options.fields, "weigh columns in bm25(): bm25(documents, 2.0, 1.0)"))
    phrases = [one for one in wanted_phrases(query, options) if is_phrase(one.words)]
    boosts = phrases if options.mode == "boost" else []
    words = [word for word in query.words if is_searchable(word)]
    required = [_user_clause(clause, columns) for clause in query.required(options.operator)]
    optional = [_user_clause(clause, columns) for clause in query.optional(options.operator)]
    if options.operator == "and":
        needed = [*_words_with_phrases(words, boosts, columns), *required]
    else:
        bag = [*(f"{columns}{_string(word)}" for word in words), *optional, *_boosting(boosts, columns)]
        # Beside a required clause the rest must not decide: the first required one stands among them.
        needed = [*required, *([_any_of([*required[:1], *bag])] if bag else [])]
    needed += [_phrase(one, columns) for one in phrases] if options.mode == "filter" else []
    expression = " AND ".join(needed if len(needed) == 1 else map(_grouped, needed)) or NOTHING
    excluded = [_user_clause(clause, columns) for clause in query.excluded]
    return f"{_grouped(expression)} NOT {_grouped(_any_of(excluded))}" if excluded else expression


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    """What you add to a query of your own after `OR` (or, to filter, after `AND`)."""
    columns = _columns(unboosted(options.fields, "weigh columns in bm25(): bm25(documents, 2.0, 1.0)"))
    phrases = [one for one in wanted_phrases(query, options) if is_phrase(one.words)]
    if options.mode == "boost":
        return " OR ".join(_boosting(phrases, columns))
    return " AND ".join(_grouped(_phrase(one, columns)) for one in phrases)


def _boosting(phrases: Sequence[WantedPhrase], columns: str) -> list[str]:
    return [copy for phrase in phrases for copy in repeated(_phrase(phrase, columns), phrase.boost, "sqlite")]


def _words_with_phrases(words: Sequence[str], phrases: Sequence[WantedPhrase], columns: str) -> list[str]:
    """Each word once, with the phrases that begin with it as alternatives."""
    return [
        _any_of([f"{columns}{_string(word)}", *_boosting([one for one in phrases if _first(one.words) == word], columns)])
        for word in dict.fromkeys(words)
    ]


def _first(words: Words) -> str:
    return next(filter(is_searchable, words))


def _phrase(phrase: WantedPhrase, columns: str) -> str:
    words = list(filter(is_searchable, phrase.words))
    if phrase.slop:
        return f"{columns}NEAR({' '.join(map(_string, words))}, {phrase.slop})"
    return f"{columns}{_quoted(' '.join(words))}"


def _user_clause(clause: Clause, columns: str) -> str:
    return _any_of([f"{columns if term.field is None else _columns([term.field])}{_term(term)}" for term in clause.alternatives])


def _term(term: ClauseTerm) -> str:
    return _quoted(term.text) if term.quoted else _string(term.words[0])


def _columns(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"{_string(names[0])} : " if len(names) == 1 else f"{{{' '.join(map(_string, names))}}} : "


def _string(word: str) -> str:
    return word if _BARE.fullmatch(word) and word not in _OPERATORS else _quoted(word)


def _quoted(text: str) -> str:
    # SQLite reads the expression up to a NUL; a tokenizer would take it for a space.
    return '"' + text.replace('"', '""').replace("\0", " ") + '"'


def _any_of(clauses: Sequence[str]) -> str:
    return " OR ".join(clauses)


def _grouped(clause: str) -> str:
    return f"({clause})" if " " in clause else clause


ENGINE = Engine(
    "sqlite",
    "the MATCH expression of SQLite's FTS5",
    sqlite,
    phrases=phrase_part,
    lacks=("minimum_match", "analyzer", "phrase_analyzer", "combine", "phrase_fields"),
)

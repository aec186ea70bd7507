"""Vespa: the `yql` parameter, with `rank()` so that phrases raise and never remove.

The first argument of `rank()` decides what is found: a `weakAnd` of the words (or all of them, with `operator="and"`).
The phrases are its further arguments, which only feed the ranking. How much they count is up to the rank profile; the
boost travels as the term weight (100 is neutral), which Vespa's nativeRank and fieldMatch features read. With slop a
phrase becomes an `onear`. Vespa has no dis_max in its query language: the tie breaker is not used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.foundation import InputError
from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options
from caesura.phrasing.query import Clause, ClauseTerm, SegmentedQuery
from caesura.phrasing.tokens import is_searchable, searchable_words
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases
from caesura.shapes import Words

_FIELD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*")
# Words of the language itself, which its grammar does not accept as the name of a field.
_RESERVED = frozenset(("and", "as", "asc", "contains", "false", "from", "in", "not", "null", "or", "timeout", "true"))
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def vespa(query: SegmentedQuery, options: Options) -> dict[str, str]:
    fields = [_checked(field) for field in options.fields] or [Field("default")]
    base, boosts = _deciding(query, options, fields)
    phrases = _phrases(query, options)
    if options.mode == "filter":
        base += map(_anywhere, phrases)
    else:
        boosts += [clause for of_phrase in phrases for clause in of_phrase]
    base += [f"!({_user_clause(clause, fields)})" for clause in query.excluded]
    where = f"rank({', '.join([_all_of(base), *boosts])})" if boosts else _all_of(base)
    return {"yql": f"select * from sources * where {where}"}  # noqa: S608 - no database: every word in it is a literal()


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    """Further arguments for a `rank()` of your own; with `mode="filter"`, terms to join by `and`."""
    phrases = _phrases(query, options)
    if options.mode == "filter":
        return " and ".join(map(_anywhere, phrases))
    return ", ".join(clause for of_phrase in phrases for clause in of_phrase)


def _phrases(query: SegmentedQuery, options: Options) -> list[list[str]]:
    """Each phrase once for each field."""
    fields = [_checked(field) for field in options.places] or [Field("default")]
    # A phrase may shrink to one word when punctuation is left out; then the bag of words says it all.
    by_words = {words: phrase for phrase in wanted_phrases(query, options) if len(words := _terms(phrase.words)) > 1}
    return [[_phrase(words, phrase, field) for field in fields] for words, phrase in by_words.items()]


def _deciding(query: SegmentedQuery, options: Options, fields: Sequence[Field]) -> tuple[list[str], list[str]]:
    """What a document must match, and what only feeds the ranking: the words and the user's own clauses."""
    asked = _terms(query.words) if query.clauses else searchable_words(query.words)
    words = [_anywhere([_word(word, field) for field in fields]) for word in asked]
    required = [f"({_user_clause(clause, fields)})" for clause in query.required(options.operator)]
    optional = [f"({_user_clause(clause, fields)})" for clause in query.optional(options.operator)]
    if options.operator == "and":
        return [_all_of(words + required)] if words or required else ["true"], []
    if required:
        return required, words + optional
    return [f"weakAnd({', '.join(words + optional)})" if words or optional else "true"], []


def _user_clause(clause: Clause, fields: Sequence[Field]) -> str:
    """Any of its terms, each in the field the user named or in those of the search."""
    return " or ".join(_user_term(term, field) for term in clause.alternatives for field in _places(term, fields))


def _user_term(term: ClauseTerm, field: Field) -> str:
    words = _terms(term.words)
    if len(words) < 2:
        return _word(words[0], field)
    phrase = f"phrase({', '.join(map(literal, words))})"
    return f"{field.name} contains {_weighted(phrase, field.boost)}"


def _places(term: ClauseTerm, fields: Sequence[Field]) -> Sequence[Field]:
    """A prefix the grammar does not take as the name of a field is left out: the words are asked of the search's fields."""
    return (Field(term.field),) if term.field is not None and _is_name(term.field) else fields


def _terms(words: Words) -> Words:
    return tuple(filter(is_searchable, words))


def _word(word: str, field: Field) -> str:
    return f"{field.name} contains {_weighted(literal(word), field.boost)}"


def _weighted(term: str, boost: float) -> str:
    weight = max(1, round(100 * boost))
    return term if weight == 100 else f"({{weight: {weight}}}{term})"


def _phrase(words: Words, phrase: WantedPhrase, field: Field) -> str:
    arguments = ", ".join(map(literal, words))
    weight = max(1, round(100 * field.boost * phrase.boost))
    if phrase.slop:
        # The distance of onear spans from the first word to the last.
        return f"{field.name} contains ({{distance: {len(words) - 1 + phrase.slop}, weight: {weight}}}onear({arguments}))"
    return f"{field.name} contains ({{weight: {weight}}}phrase({arguments}))"


def literal(text: str) -> str:
    """A string of the language: quotes, backslashes and control characters escaped, as its grammar asks."""
    return '"' + "".join(_SHORT_ESCAPES.get(c) or (c if c.isprintable() else _escaped(c)) for c in text) + '"'


def _escaped(character: str) -> str:
    """UTF-16 units, as Java's \\u escapes are."""
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _checked(field: Field) -> Field:
    if not _is_name(field.name):
        raise InputError(f"Vespa does not take the field name {field.name!r}", cure="use letters, digits, _ and no reserved word")
    return field


def _is_name(name: str) -> bool:
    return _FIELD.fullmatch(name) is not None and name not in _RESERVED


def _anywhere(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"({' or '.join(clauses)})"


def _all_of(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"({' and '.join(clauses)})"


ENGINE = Engine("vespa", "YQL with rank()", vespa, phrases=phrase_part, lacks=("minimum_match", "analyzer", "phrase_analyzer"))

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
from caesura.phrasing.options import Field, Options
from caesura.phrasing.query import SegmentedQuery
from caesura.phrasing.tokens import is_searchable, searchable_words
from caesura.shapes import Words

_FIELD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*")
# Words of the language itself, which its grammar does not accept as the name of a field.
_RESERVED = frozenset(("and", "as", "asc", "contains", "false", "from", "in", "not", "null", "or", "timeout", "true"))
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def vespa(query: SegmentedQuery, options: Options) -> dict[str, str]:
    fields = [_checked(field) for field in options.fields] or [Field("default")]
    found = [_anywhere([_word(word, field) for field in fields]) for word in searchable_words(query.words)]
    base = _all_of(found) if options.operator == "and" else f"weakAnd({', '.join(found)})"
    # A phrase may shrink to one word when punctuation is left out; then the bag of words says it all.
    phrases = [words for phrase in query.phrases(options.min_confidence) if len(words := _terms(phrase.words)) > 1]
    wanted = [[_phrase(words, field, options) for field in fields] for words in dict.fromkeys(phrases)]
    if options.mode == "filter":
        where = _all_of([base, *map(_anywhere, wanted)])
    else:
        boosts = [clause for of_phrase in wanted for clause in of_phrase]
        where = f"rank({', '.join([base, *boosts])})" if boosts else base
    return {"yql": f"select * from sources * where {where}"}  # noqa: S608 - no database: every word in it is a literal()


def _terms(words: Words) -> Words:
    return tuple(filter(is_searchable, words))


def _word(word: str, field: Field) -> str:
    weight = max(1, round(100 * field.boost))
    term = literal(word) if weight == 100 else f"({{weight: {weight}}}{literal(word)})"
    return f"{field.name} contains {term}"


def _phrase(words: Words, field: Field, options: Options) -> str:
    arguments = ", ".join(map(literal, words))
    weight = max(1, round(100 * field.boost * options.boost))
    if options.slop:
        # The distance of onear spans from the first word to the last.
        return f"{field.name} contains ({{distance: {len(words) - 1 + options.slop}, weight: {weight}}}onear({arguments}))"
    return f"{field.name} contains ({{weight: {weight}}}phrase({arguments}))"


def literal(text: str) -> str:
    """A string of the language: quotes, backslashes and control characters escaped, as its grammar asks."""
    return '"' + "".join(_SHORT_ESCAPES.get(c) or (c if c.isprintable() else _escaped(c)) for c in text) + '"'


def _escaped(character: str) -> str:
    """UTF-16 units, as Java's \\u escapes are."""
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _checked(field: Field) -> Field:
    if not _FIELD.fullmatch(field.name) or field.name in _RESERVED:
        raise InputError(f"Vespa takes no field of the name {field.name!r}", cure="use letters, digits, _ and no reserved word")
    return field


def _anywhere(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"({' or '.join(clauses)})"


def _all_of(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"({' and '.join(clauses)})"

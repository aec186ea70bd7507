r"""PostgreSQL's full text search: a condition, an expression to order by, and the values of their parameters.

    SELECT id FROM documents WHERE {where} ORDER BY {rank} DESC

The condition asks for the words; the phrases, `'new' <-> 'york'`, are in the rank only. A phrase's own `ts_rank` counts only in
rows that match it (`ts_rank` alone is above 0 as soon as the words are there) and is divided by the number of words, as `ts_rank`
does for a query of words: so a boost of 1 makes a phrase count about as much as a word. Fields are `tsvector` columns (`tsv` by
default); the best field counts in full, the others by the tie breaker, and so do phrases, or they add up (`combine="sum"`). The
analyzer is the text search configuration (`english` by default). With slop, every distance that is allowed is written out.

Texts go in as parameters in psycopg's form, `%(words)s`, so nothing in them is SQL; within a `tsquery` each word stands in quotes,
with quotes and backslashes doubled. A word that the configuration drops (punctuation, a stop word) is never required.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from caesura.foundation import InputError
from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options, decimal
from caesura.phrasing.query import Clause, ClauseTerm, SegmentedQuery
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases
from caesura.shapes import Words

_COLUMN = Field("tsv")
_CONFIGURATION = "english"
#: Ways to spread the slop over the gaps of a phrase; more make a query slow.
_LARGEST_SPREAD = 100


@dataclass(slots=True)
class _Parameters:
    """The texts of a query under names of their own; equal texts share one."""

    options: Options
    values: dict[str, str] = field(default_factory=dict)

    def tsquery(self, text: str, name: str, *, is_phrase: bool = False) -> str:
        known = next((key for key, value in self.values.items() if value == text and key.startswith(name)), None)
        if known is None:
            known = f"{name}{sum(key.startswith(name) for key in self.values) + 1}"
            self.values[known] = text
        configuration = (self.options.phrase_analyzer if is_phrase else None) or self.options.analyzer or _CONFIGURATION
        return f"to_tsquery('{configuration}', %({known})s)"


def postgresql(query: SegmentedQuery, options: Options) -> dict[str, Any]:
    parameters = _Parameters(options)
    where = _condition(query, options, parameters)
    rank = [_words_rank(query, options, parameters), *_ranks(query, options, parameters)]
    return {"where": where, "rank": " + ".join(part for part in rank if part) or "0", "parameters": parameters.values}


def phrase_part(query: SegmentedQuery, options: Options) -> dict[str, Any]:
    """What you add to a rank of your own (or, to filter, to the condition with `AND`)."""
    parameters = _Parameters(options)
    if options.mode == "filter":
        return {"where": " AND ".join(_phrase_conditions(query, options, parameters)) or "true", "parameters": parameters.values}
    return {"rank": " + ".join(_ranks(query, options, parameters)) or "0", "parameters": parameters.values}


def _condition(query: SegmentedQuery, options: Options, parameters: _Parameters) -> str:
    required = [_matches_clause(clause, options, parameters, required=True) for clause in query.required(options.operator)]
    if options.operator == "and":
        words = list(map(_lexeme, dict.fromkeys(query.words)))
        # In one column all words are one query, which a GIN index answers at once.
        together = [" & ".join(words)] if words and len(options.fields) < 2 else words
        needed = [_somewhere(asked, options.fields, parameters, required=True) for asked in together] + required
    elif required:
        needed = required
    else:
        bag = [_somewhere(" | ".join(map(_lexeme, dict.fromkeys(query.words))), options.fields, parameters)] if query.words else []
        bag += [_matches_clause(clause, options, parameters) for clause in query.optional(options.operator)]
        needed = [_any_of(bag)] if bag else []
    needed += _phrase_conditions(query, options, parameters) if options.mode == "filter" else []
    needed += [f"NOT {_matches_clause(clause, options, parameters)}" for clause in query.excluded]
    return " AND ".join(needed)


def _words_rank(query: SegmentedQuery, options: Options, parameters: _Parameters) -> str:
    """The words and the user's own terms, as one query of any of them."""
    terms = [term for clause in query.clauses if clause.occur != "must_not" for term in clause.alternatives]
    asked = [*map(_lexeme, dict.fromkeys(query.words)), *(_term(term) for term in terms if term.field is None)]
    places = (
        [
            _scored(f"ts_rank({_column(place)}, {parameters.tsquery(' | '.join(asked), 'words')})", place.boost)
            for place in options.fields or (_COLUMN,)
        ]
        if asked
        else []
    )
    named = [f"ts_rank({_column(Field(term.field))}, {parameters.tsquery(_term(term), 'words')})" for term in terms if term.field]
    return " + ".join([*([_best(places, options)] if places else []), *named])


def _ranks(query: SegmentedQuery, options: Options, parameters: _Parameters) -> list[str]:
    if options.mode == "filter":
        return []
    words = max(1, len(query.words))
    by_phrase = [
        [_phrase_rank(phrase, place, words, parameters) for place in options.places or (_COLUMN,)]
        for phrase in wanted_phrases(query, options)
    ]
    groups = by_phrase if options.combine == "sum" else [[one for of_phrase in by_phrase for one in of_phrase]]
    return [_best(group, options) for group in groups if group]


def _phrase_rank(phrase: WantedPhrase, place: Field, words: int, parameters: _Parameters) -> str:
    column, asked = _column(place), parameters.tsquery(_adjacent(phrase.words, phrase.slop), "phrase", is_phrase=True)
    boost = decimal(float(f"{phrase.boost * place.boost / words:.4g}"))
    return f"{boost} * CASE WHEN {column} @@ {asked} THEN ts_rank({column}, {asked}) ELSE 0 END"


def _phrase_conditions(query: SegmentedQuery, options: Options, parameters: _Parameters) -> list[str]:
    return [
        _somewhere(_adjacent(phrase.words, phrase.slop), options.places, parameters, "phrase", required=True)
        for phrase in wanted_phrases(query, options)
    ]


def _best(scores: Sequence[str], options: Options) -> str:
    """The best in full, the others by the tie breaker."""
    if len(scores) == 1:
        return scores[0]
    best = f"greatest({', '.join(scores)})"
    if options.tie == 0:
        return best
    return f"({decimal(round(1 - options.tie, 9))} * {best} + {decimal(options.tie)} * ({' + '.join(scores)}))"


def _scored(rank: str, boost: float) -> str:
    return rank if boost == 1 else f"{decimal(boost)} * {rank}"


def _matches_clause(clause: Clause, options: Options, parameters: _Parameters, *, required: bool = False) -> str:
    return _any_of(
        [
            _somewhere(_term(term), options.fields if term.field is None else (Field(term.field),), parameters, required=required)
            for term in clause.alternatives
        ]
    )


def _somewhere(asked: str, fields: Sequence[Field], parameters: _Parameters, name: str = "words", *, required: bool = False) -> str:
    wanted = parameters.tsquery(asked, name, is_phrase=name == "phrase")
    tests = [f"{_column(place)} @@ {wanted}" for place in fields or (_COLUMN,)]
    # An empty query matches nothing: where something is required, a stop word must not drop every row.
    return _any_of([*tests, f"numnode({wanted}) = 0"] if required else tests)


def _any_of(tests: Sequence[str]) -> str:
    return tests[0] if len(tests) == 1 else f"({' OR '.join(tests)})"


def _column(place: Field) -> str:
    """A column by name, perhaps with its table; a percent sign would be read as a parameter."""
    return ".".join('"' + part.replace('"', '""').replace("%", "%%") + '"' for part in place.name.split("."))


def _term(term: ClauseTerm) -> str:
    return _adjacent(term.words, 0)


def _adjacent(words: Words, slop: int) -> str:
    """`'new' <-> 'york'`; with slop, any of the distances its gaps may have."""
    spreads = list(_spreads(len(words) - 1, slop))
    if len(spreads) > _LARGEST_SPREAD:
        raise InputError(
            f"a slop of {slop} for {len(words)} words is {len(spreads)} phrases in PostgreSQL", cure="use a smaller slop"
        )
    ways = [
        _lexeme(words[0]) + "".join(f" {_distance(gap)} {_lexeme(word)}" for gap, word in zip(gaps, words[1:], strict=True))
        for gaps in spreads
    ]
    return ways[0] if len(ways) == 1 else " | ".join(f"({way})" for way in ways)


def _spreads(gaps: int, slop: int) -> Iterator[tuple[int, ...]]:
    """Every way to put up to `slop` words into the gaps."""
    if (slop + 1) ** gaps > 1_000_000:
        raise InputError(f"a slop of {slop} is too much for PostgreSQL", cure="use a smaller slop")
    return (spread for spread in product(range(slop + 1), repeat=gaps) if sum(spread) <= slop)


def _distance(gap: int) -> str:
    return f"<{gap + 1}>" if gap else "<->"


def _lexeme(word: str) -> str:
    # PostgreSQL's texts cannot hold a NUL.
    return "'" + word.replace("\\", "\\\\").replace("'", "''").replace("\0", " ") + "'"


ENGINE = Engine(
    "postgresql",
    "condition and rank by tsquery, with parameters",
    postgresql,
    phrases=phrase_part,
    lacks=("minimum_match",),
)

"""tantivy's query language, for `Index.parse_query`: as Lucene's, with fewer characters that mean something.

`+(new york dance) "new york"^2`. Words of letters and digits stand bare, all others in quotes, where only the quote and the
backslash are escaped; a quoted word that the tokenizer cuts is searched as a phrase. Words without a letter or digit are left out.
Scores of phrases and fields add up: the language has no dis_max.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.phrasing.clauses import boost_mark, grouped
from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Field, Options
from caesura.phrasing.query import Clause, SegmentedQuery
from caesura.phrasing.tokens import is_phrase, is_searchable
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases

_OPERATORS = frozenset(("AND", "OR", "NOT", "IN", "TO"))
_EVERYTHING = "*"


def tantivy(query: SegmentedQuery, options: Options) -> str:
    return " ".join([*_deciding(query, options), *_phrases(query, options)])


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    return " ".join(_phrases(query, options))


def _deciding(query: SegmentedQuery, options: Options) -> list[str]:
    words = [_in_fields(_word(word), options.fields) for word in query.words if is_searchable(word)]
    required = [f"+{grouped(_terms(clause, options))}" for clause in query.required(options.operator)]
    if options.operator == "and":
        clauses = [*(f"+{grouped(of_word)}" for of_word in words), *required]
    else:
        bag = [one for of_word in words for one in of_word]
        bag += [one for clause in query.optional(options.operator) for one in _terms(clause, options)]
        clauses = [*([f"{'' if required else '+'}({' '.join(bag)})"] if bag else []), *required]
    excluded = [f"-{grouped(_terms(clause, options))}" for clause in query.excluded]
    # A query of exclusions only means every other document; one of punctuation only matches nothing.
    return [*(clauses or ([f"+{_EVERYTHING}"] if excluded else ['""'])), *excluded]


def _phrases(query: SegmentedQuery, options: Options) -> list[str]:
    printed = []
    for phrase in wanted_phrases(query, options):
        if is_phrase(phrase.words):
            clauses = _in_fields(_phrase(phrase), options.places, phrase.boost)
            printed += clauses if options.mode == "boost" else [f"+{grouped(clauses)}"]
    return printed


def _phrase(phrase: WantedPhrase) -> str:
    return _quoted(phrase.text) + (f"~{phrase.slop}" if phrase.slop else "")


def _terms(clause: Clause, options: Options) -> list[str]:
    return [
        one
        for term in clause.alternatives
        for one in _in_fields(
            _quoted(term.text) if term.quoted else _word(term.words[0]),
            options.fields if term.field is None else [Field(term.field)],
        )
    ]


def _in_fields(clause: str, fields: Sequence[Field], boost: float = 1.0) -> list[str]:
    """Once for each field: `title:new^2`; as it is for the parser's default fields."""
    if not fields:
        return [clause + boost_mark(boost)]
    return [f"{_name(field.name)}:{clause}{boost_mark(boost * field.boost)}" for field in fields]


def _name(field: str) -> str:
    """Characters that mean something in the name of a field get a backslash."""
    return "".join(c if c.isalnum() or c in "_-" else f"\\{c}" for c in field)


def _word(word: str) -> str:
    return word if word.isalnum() and word not in _OPERATORS else _quoted(word)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


ENGINE = Engine(
    "tantivy",
    "tantivy's query language",
    tantivy,
    phrases=phrase_part,
    lacks=("minimum_match", "analyzer", "phrase_analyzer"),
)

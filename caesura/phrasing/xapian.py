"""Xapian's query parser: `new york dance "new york" "new york"`, with its default flags and the default operator OR.

Probabilistic terms only add to the weight, `+` requires and `-` excludes. The language has no boosts: a phrase that is written
twice counts twice. Xapian weighs fields when documents are indexed, so fields have no boosts here; a field is a prefix that the
parser was given (`add_prefix("title", "S")`). Slop is `ADJ`, which keeps the order of the words.

The parser never refuses a text, but reads operators, wildcards and hyphens in it: each word is cut into its runs of letters and
digits, and the operators' names are written in small letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Options
from caesura.phrasing.query import Clause, SegmentedQuery
from caesura.phrasing.repeating import repeated, unboosted
from caesura.phrasing.tokens import code_point_terms, terms
from caesura.phrasing.wanted import WantedPhrase, wanted_phrases
from caesura.shapes import Words

_OPERATORS = frozenset(("AND", "OR", "NOT", "XOR", "NEAR", "ADJ", "SYN"))


def xapian(query: SegmentedQuery, options: Options) -> str:
    fields = unboosted(options.fields, "weigh fields when you index: TermGenerator.index_text(text, 2, 'S')")
    words = [_group(_in_fields(word, fields)) for word in _terms(query.words)]
    required = [f"+{_group(_user_clause(clause, fields))}" for clause in query.required(options.operator)]
    optional = [one for clause in query.optional(options.operator) for one in _user_clause(clause, fields)]
    excluded = [f"-{_group(_user_clause(clause, fields))}" for clause in query.excluded]
    if options.operator == "and":
        words = [f"+{word}" for word in words]
    asked = [*words, *optional, *required]
    if not asked:
        asked = list(code_point_terms(["-"]))  # Nothing but exclusions or punctuation: a term that no document holds.
    return " ".join([*asked, *_phrases(query, options), *excluded])


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    return " ".join(_phrases(query, options))


def _phrases(query: SegmentedQuery, options: Options) -> list[str]:
    printed = []
    for phrase in wanted_phrases(query, options):
        words = _terms(phrase.words)
        if len(words) < 2:
            continue
        places = [_phrase(words, phrase, f"{place.name}:") for place in options.fields] or [_phrase(words, phrase, "")]
        if options.mode == "filter":
            printed.append(f"+{_group(places)}")
        else:
            printed += [copy for place in places for copy in repeated(place, phrase.boost, "xapian")]
    return printed


def _phrase(words: Words, phrase: WantedPhrase, prefix: str) -> str:
    if phrase.slop:
        return f"({f' ADJ/{len(words) - 1 + phrase.slop} '.join(prefix + word for word in words)})"
    return f'{prefix}"{" ".join(words)}"'


def _user_clause(clause: Clause, fields: Sequence[str]) -> list[str]:
    return [
        one
        for term in clause.alternatives
        for one in _in_fields(_quoted(_terms(term.words)), fields if term.field is None else [term.field])
    ]


def _quoted(words: Words) -> str:
    return words[0] if len(words) == 1 else f'"{" ".join(words)}"'


def _terms(words: Words) -> Words:
    return tuple(word.lower() if word in _OPERATORS else word for word in terms(words))


def _in_fields(clause: str, fields: Sequence[str]) -> list[str]:
    return [f"{name}:{clause}" for name in fields] or [clause]


def _group(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"({' OR '.join(clauses)})"


ENGINE = Engine(
    "xapian",
    "Xapian's query parser",
    xapian,
    phrases=phrase_part,
    lacks=("minimum_match", "analyzer", "phrase_analyzer", "combine", "phrase_fields"),
)

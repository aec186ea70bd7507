"""Terrier's matching language: as for Indri, with its own way to write weights.

`#combine:0=0.85:1=0.1:2=0.05(#combine(words) #combine(#1(phrase)) #combine(#uw8(phrase)))`. The language cannot require
a phrase, has no ordered window wider than a phrase, and its fields are for single terms: options it cannot express are refused.
Of the user's own syntax, phrases stay; what must occur is asked for like other words, what must not is left out.
"""

from __future__ import annotations

from caesura.phrasing.engines import Engine
from caesura.phrasing.indri import indri_terms, window
from caesura.phrasing.options import Options, decimal
from caesura.phrasing.query import SegmentedQuery
from caesura.phrasing.tokens import code_point_terms, terms


def terrier(query: SegmentedQuery, options: Options) -> str:
    words, phrases = indri_terms(query, options)
    asked = [window(terms(term.words)) for clause in query.clauses if clause.occur != "must_not" for term in clause.alternatives]
    base = f"#combine({' '.join([*words, *asked] or code_point_terms(['-']))})"
    if not phrases:
        return base
    ordered = [f"#1({' '.join(phrase)})" for phrase in phrases]
    unordered = [f"#uw{options.window * len(phrase)}({' '.join(phrase)})" for phrase in phrases]
    parts = [base, f"#combine({' '.join(ordered)})", f"#combine({' '.join(unordered)})"]
    mixed = [(weight, part) for weight, part in zip(options.weights, parts, strict=True) if weight]
    weights = "".join(f":{i}={decimal(weight)}" for i, (weight, _) in enumerate(mixed))
    return f"#combine{weights}({' '.join(part for _, part in mixed)})"


ENGINE = Engine(
    "terrier",
    "Terrier's matching language",
    terrier,
    lacks=(
        *("mode", "operator", "slop", "fields", "phrase_fields", "minimum_match"),
        *("analyzer", "phrase_analyzer", "combine", "growth", "cap"),
    ),
)

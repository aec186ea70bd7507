"""Querqy's common rules: a query that holds the phrase raises documents that hold it.

    # 12 times, probability 0.93, in: cheap hotels new york; new york marathon
    new york =>
      UP(2): * "new york"

What follows `*` goes to Solr as it is, so phrases may be asked of fields. The boost is that of the options and grows with the
probability as for single queries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from caesura.foundation import InputError
from caesura.phrasing.engines import ENGINES
from caesura.phrasing.lists.mining import MinedPhrase
from caesura.phrasing.lists.registry import ListFormat
from caesura.phrasing.options import Options, decimal
from caesura.phrasing.query import segmented_query
from caesura.phrasing.wanted import wanted_phrases
from caesura.shapes import Flat

_RULE = re.compile(r"^(?:# (?P<count>\d+) times?\b[^\n]*\n)?(?P<phrase>[^#\s][^\n]*?) =>\n  UP\(", re.MULTILINE)


def write(phrases: Sequence[MinedPhrase], options: Options) -> str:
    for field in options.places:
        # The one begins a comment wherever it stands, the other a parameter.
        if "#" in field.name or "%%" in field.name:
            raise InputError(f"the field {field.name} cannot be named in a rule of Querqy", cure="use one without # and %%")
    return "\n".join(_rule(one, options) for one in phrases)


def _rule(one: MinedPhrase, options: Options) -> str:
    words = tuple(one.text.split())
    query = segmented_query(words, Flat.together(len(words)), probabilities=[one.probability])
    (wanted,) = wanted_phrases(query, replace(options, min_confidence=0.0))
    asked = ENGINES["lucene"].write(query, replace(options, boost=1.0, growth=0.0, cap=None, min_confidence=0.0), "phrases")
    return f"# {about(one)}\n{one.text} =>\n  UP({decimal(wanted.boost)}): * {asked}\n"


def about(one: MinedPhrase) -> str:
    """How often, how likely, and in which queries: for a comment."""
    likely = "" if one.probability is None else f", probability {one.probability}"
    return f"{one.count} time{'' if one.count == 1 else 's'}{likely}, in: {'; '.join(one.examples)}"


def read(text: str) -> Mapping[str, int | None] | None:
    phrases = {rule["phrase"]: None if rule["count"] is None else int(rule["count"]) for rule in _RULE.finditer(text)}
    return phrases or None


LIST_FORMAT = ListFormat("querqy", "common rules that boost phrases", write, read)

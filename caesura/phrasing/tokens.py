"""Words as an index's tokenizer leaves them, for engines whose query language does not tokenize as the index does.

Elasticsearch, Solr and Lucene analyse a query's text with the field's own analyzer, so they get the words as typed.
Vespa, Indri and Terrier take single terms: there a word that is punctuation only would be looked for as such, be in no
document, and make every phrase around it fail.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def is_searchable(word: str) -> bool:
    """Has it a letter or digit?"""
    return any(map(str.isalnum, word))


def is_phrase(words: Sequence[str]) -> bool:
    """Have two words or more a letter or digit?"""
    return sum(map(is_searchable, words)) > 1


def searchable_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words without those of punctuation only; all of them where nothing else would be left."""
    return tuple(filter(is_searchable, words)) or tuple(words)


def terms(words: Sequence[str]) -> tuple[str, ...]:
    """Runs of letters, marks and digits: `("wi-fi", "&", "u.s.")` -> `("wi", "fi", "u", "s")`. May be empty."""
    spaced = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in " ".join(words))
    return tuple(spaced.split())


def code_point_terms(words: Sequence[str]) -> tuple[str, ...]:
    """Stand-ins where `terms` finds nothing: `("&",)` -> `("u26",)`, so that the query still parses (and finds nothing)."""
    return tuple("u" + "u".join(f"{ord(c):x}" for c in word) for word in words)

"""A title as it is printed, and as people type it: without accents, apostrophes, hyphens and a leading article.

Punctuation at the edge of a word is left out of both: a look-up finds the word without it too, so one entry serves.
"""

from __future__ import annotations

import unicodedata

from caesura.shapes import bare, fold

ARTICLES = ("the", "a", "an")

Words = tuple[str, ...]


def typed_forms(title: str) -> list[Words]:
    """The ways to look this title up, each once; only those of two or more words, since one word cannot be cut."""
    printed = tuple(bare(fold(word)) for word in title.split())
    plain = tuple(bare(word) for word in _plain(title).split())
    forms = [printed, plain]
    if plain and plain[0] in ARTICLES:
        forms.append(plain[1:])
    return [form for form in dict.fromkeys(forms) if len(form) > 1]


def _plain(title: str) -> str:
    letters = unicodedata.normalize("NFKD", title.replace("'", "").replace("’", "").replace("-", " "))
    return " ".join(fold(word) for word in "".join(letter for letter in letters if not unicodedata.combining(letter)).split())

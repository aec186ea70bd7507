"""Which words are nominal: nouns, adjectives, articles and numbers.

One definition serves the whole of Caesura: `Query.is_nominal`. Under the published rules the forms of "do" are nominal
too, since the public outputs treat every tag that begins with D as an article (QTag: DT, but also DO, DOZ, DOD, DOG).
"""

from __future__ import annotations

from functools import lru_cache

from caesura.segmenters.registry import Rules
from caesura.shapes import Words
from caesura.tagging import Tags


def nominal_words(words: Words, tags: Tags, rules: Rules) -> tuple[bool, ...] | None:
    """Whether each word is nominal; None where the tags do not fit the words (some taggers split `u.s.`)."""
    if len(words) != len(tags):
        return None
    return tuple(_is_nominal(tag, word if tag == "DET" else "-", rules) for word, tag in zip(words, tags, strict=True))


def all_nominal(words: Words, tags: Tags, rules: Rules) -> bool:
    """Whether the query is nominal; needs no tag per word, only that every tag is nominal."""
    aligned = words if len(words) == len(tags) else ("-",) * len(tags)
    return all(_is_nominal(tag, word if tag == "DET" else "-", rules) for word, tag in zip(aligned, tags, strict=True))


@lru_cache(maxsize=4096)
def _is_nominal(tag: str, word: str, rules: Rules) -> bool:
    if rules == "published" and tag.startswith("D") and tag != "DET":
        return True
    # Here, since most methods ask for no tags and should start without the corpus readers.
    from caesura.corpus import Query

    return bool(Query("word", word, (tag,)).is_nominal)

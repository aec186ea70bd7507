"""Words that nothing is known of are kept apart: other scripts, other languages, keyboard noise."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.lexicon import MemoryLexicon
from caesura.segmenters import segmenter
from caesura.segmenters.learned.lexicon_facts import LexiconFacts, look_up
from caesura.segmenters.learned.segmenter import LearnedSegmenter
from caesura.segmenters.learned.unknown_words import unknown_places
from caesura.segmenters.separators import Separators

_LEXICON = MemoryLexicon(
    {"new": 10, "york": 10, "new york": 5, "zorgle": 0, "brumf zorgle": 3}, titles=["Quax Vlim", "new york Quax", "köln"]
)


def _facts(*words: str) -> list[LexiconFacts]:
    return [look_up(words, _LEXICON, Separators())]


def _breaks(text: str, vectors: str = "") -> str:
    """The query with `|` where its words are kept apart."""
    words = text.split()
    mask = unknown_places(words, [word in vectors.split() for word in words], _facts(*words))
    return "".join(word + ("|" if mask >> place & 1 else " ") for place, word in enumerate(words)).strip()


@pytest.mark.parametrize(
    ("query", "vectors"),
    [
        ("new york blorp|snerf new", ""),  # two unknown words
        ("new york blorp new", ""),  # a single one in a known query is left to the network
        ("blorp|new|snerf", ""),  # more than half of the query
        ("blorp new", ""),  # half
        ("new york|北京|new", ""),  # another script
        ("new york|müller|new", ""),  # another language
        ("new köln new", ""),  # a title by itself is known
        ("new york müller new", "müller"),  # so is what has a vector
        ("blorp snerf", "blorp snerf"),
        ("brumf zorgle|snerf", ""),  # the pair was counted
        ("snerf|quax vlim|snerf", ""),  # a title goes across
        ("new york quax|snerf|blorp", ""),
    ],
)
def test_where_words_are_kept_apart(query: str, vectors: str) -> None:
    assert _breaks(query.replace("|", " "), vectors) == query


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    "query", ["北京 天气 预报", "東京 ホテル 予約", "отель в москве", "فنادق في دبي", "ξενοδοχεία στην αθήνα", "xqzt vbnm plokij"]
)
def test_a_query_in_another_script_is_not_a_phrase(query: str, compiled: bool) -> None:
    found = segmenter("learned", compiled=compiled)
    assert found.segment(query).pipe == query.replace(" ", "|")
    assert found.pipe_many([query] * 60) == [query.replace(" ", "|")] * 60
    assert {segment.pipe for segment in found.nbest(query, 5)} == {query.replace(" ", "|")}


_ANY_WORD = st.sampled_from(
    [
        "new",
        "york",
        "hotel",
        "köln",
        "müller",
        "xqzt",
        "vbnm",
        "plokij",
        "北京",
        "天气",
        "отель",
        "x1z9q",
        "hofbräuhaus",
        "são",
        "paulo",
    ]
)


@given(st.lists(st.lists(_ANY_WORD, min_size=2, max_size=7).map(" ".join), min_size=1, max_size=5))
@settings(max_examples=60)
def test_the_kernel_keeps_apart_what_the_plain_path_keeps_apart(texts: list[str]) -> None:
    plain, fast = _segmenters()
    assert list(fast.masks(texts * 12, threads=2)) == [plain.plain_mask(text) for text in texts * 12]
    for text in texts:
        assert fast.scores(tuple(text.split())) == plain.plain_scores(tuple(text.split()))


@cache
def _segmenters() -> tuple[LearnedSegmenter, LearnedSegmenter]:
    plain, fast = segmenter("learned", compiled=False), segmenter("learned")
    assert isinstance(plain, LearnedSegmenter)
    assert isinstance(fast, LearnedSegmenter)
    return plain, fast


def test_an_unknown_name_beside_a_known_one_may_be_joined() -> None:
    assert segmenter("learned").segment("kenneth camyre").pipe == "kenneth camyre"


def test_an_explanation_says_why() -> None:
    reasons = segmenter("learned").explain("北京 天气").reasons
    assert [reason.why for reason in reasons] == ["across a separator or unknown words: ruled out"]

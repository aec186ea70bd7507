"""Features for training: the kernel describes queries exactly as the plain path does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.lexicon import default_lexicon
from caesura.segmenters.learned import feature_rows as module
from caesura.segmenters.learned.compiled import feature_kernel
from caesura.segmenters.learned.feature_rows import NO_CLASS, described_rows, feature_rows
from caesura.segmenters.learned.features import places
from caesura.segmenters.learned.tag_classes import OUTSIDE, tag_class
from caesura.segmenters.learned.vectors import default_vectors
from caesura.tagging import default_tagger
from tests.segmenters.learned.corpora import LEXICON

WORDS = st.sampled_from(
    [
        "new",
        "york",
        "times",
        "cheap",
        "flights",
        "to",
        "cape",
        "town",
        "of",
        "the",
        "u.s.",
        "2011",
        "o'neill",
        "&",
        "hotels,",
        "zzxqjvv",
        "müller",
        "東京",
    ]
)
QUERIES = st.lists(st.lists(WORDS, min_size=2, max_size=9).map(tuple), min_size=1, max_size=4)


@given(QUERIES)
@settings(max_examples=60, deadline=None)
def test_the_kernel_describes_as_the_plain_path_does(queries: list[tuple[str, ...]]) -> None:
    lexicon, tagger = default_lexicon(), default_tagger()
    rows = feature_rows(queries, lexicon, tagger, None)
    plain = [places(words, lexicon, tagger(words), None, default_vectors()) for words in queries]
    assert rows.numbers.tolist() == [row for described in plain for row in described.numbers]
    assert rows.tags.tolist() == [row for described in plain for row in described.tags]
    assert rows.vectors.tolist() == [row for described in plain for row in described.vectors]


@given(QUERIES)
@settings(max_examples=60, deadline=None)
def test_the_kernel_breaks_for_sure_where_the_plain_path_does(queries: list[tuple[str, ...]]) -> None:
    lexicon, tagger = default_lexicon(), default_tagger()
    _, breaks = described_rows(queries, lexicon, tagger, None, feature_kernel(lexicon, tagger, False))
    assert breaks == [places(words, lexicon, tagger(words), None, default_vectors()).separators for words in queries]


def test_a_kernel_is_used_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    if feature_kernel(default_lexicon(), default_tagger(), False) is None:
        pytest.skip("nothing was compiled here")
    monkeypatch.setattr(module, "_plainly", lambda *_: pytest.fail("the plain path was taken"))
    assert len(feature_rows([("new", "york", "hotels")], default_lexicon(), default_tagger(), None).numbers) == 2


def test_given_tags_and_missing_ones() -> None:
    rows = feature_rows(
        [("blue", "harbour"), ("iron", "kettle")], LEXICON, default_tagger(), default_lexicon(), [("JJ", "NN"), None]
    )
    assert rows.given is not None
    assert rows.given.tolist() == [[OUTSIDE, tag_class("JJ"), tag_class("NN"), OUTSIDE], [NO_CLASS] * 4]
    assert np.array_equal(rows.picked(np.array([1])).numbers, rows.numbers[1:])

"""Adapting a profile: it learns a convention from few examples, keeps its start where there is nothing to learn, and says both."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.lexicon import default_lexicon
from caesura.segmenters import FeatureSources, adapt_model, read_model, segmenter, write_model
from caesura.segmenters.learned.model import packed
from caesura.segmenters.learned.profiles import PROFILES
from caesura.shapes import Flat
from caesura.tagging import default_tagger

SOURCES = FeatureSources(default_lexicon(), default_tagger())
THINGS = [
    "shoes",
    "shirt",
    "jacket",
    "boots",
    "lamp",
    "chair",
    "table",
    "kettle",
    "toaster",
    "blender",
    "backpack",
    "tent",
    "phone",
    "case",
    "cable",
    "charger",
]
KINDS = [
    "red",
    "blue",
    "black",
    "white",
    "large",
    "small",
    "cheap",
    "cotton",
    "leather",
    "wooden",
    "steel",
    "wireless",
    "kids",
    "mens",
    "womens",
    "waterproof",
]


def joined(count: int) -> Corpus:
    """People who keep whatever they see in one piece."""
    draw = random.Random(5)
    entries = []
    for number in range(count):
        words = [*draw.sample(KINDS, draw.randint(1, 2)), draw.choice(THINGS)]
        entries.append(Entry(Query(str(number), " ".join(words)), Votes((Vote(Flat((0,) * (len(words) - 1)), 1),))))
    return Corpus("joined", tuple(entries))


def as_the_profile(count: int, name: str) -> Corpus:
    """People who do exactly what the profile does."""
    known = segmenter("learned", model=name)
    entries = []
    for entry in joined(count):
        entries.append(Entry(entry.query, Votes((Vote(known.segment(entry.query.text).flat, 1),))))
    return Corpus("same", tuple(entries))


def test_a_convention_is_learned_from_few_examples(tmp_path: Path) -> None:
    adapted = adapt_model(joined(40), SOURCES, PROFILES["web"].model)
    assert adapted.passes > 0
    assert adapted.after["corpus_query"] > adapted.before["corpus_query"]
    assert adapted.difference > 0
    low, high = adapted.interval
    assert low <= adapted.difference <= high
    write_model(adapted.model, tmp_path / "my.model")
    assert read_model(tmp_path / "my.model") == adapted.model
    assert segmenter("learned", model=str(tmp_path / "my.model")).segment("green shoes").pipe == "green shoes"


def test_what_is_right_already_stays_right() -> None:
    adapted = adapt_model(as_the_profile(40, "shop"), SOURCES)
    assert adapted.start == "shop"
    assert adapted.after["corpus_query"] >= adapted.before["corpus_query"] - 0.05


def test_the_same_examples_and_seed_give_the_same_bytes() -> None:
    first, again, other = (adapt_model(joined(25), SOURCES, seed=seed).model for seed in (1, 1, 2))
    assert packed(first) == packed(again)
    assert packed(first) != packed(other)


def test_too_few_examples_are_refused() -> None:
    with pytest.raises(InputError, match="too few"):
        adapt_model(joined(19), SOURCES)

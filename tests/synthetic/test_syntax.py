"""Trees, tags and cues on invented sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.shapes import Forest, print_pipe
from caesura.syntax import Pair, plain_words, read_trees, segment_by_cues
from caesura.tagging import default_tagger, read_as_queries


def treebank(folder: Path) -> Path:
    return folder / "treebank" / "invented" / "en_invented-ud-dev.conllu"


def test_every_sentence_is_a_tree(synthetic_data: Path) -> None:
    trees = list(read_trees(treebank(synthetic_data), fragments=False))
    assert len(trees) == 60
    for tree in trees:
        assert len(Forest(tree.heads, tree.tags, tree.labels).roots) == 1
        assert tree.heads == (2, 0, 4, 2, 6, 2)


def test_the_tagger(synthetic_data: Path) -> None:
    pairs = [
        (one, other)
        for example in read_as_queries(treebank(synthetic_data))
        for one, other in zip(default_tagger()(example.words), example.tags, strict=True)
    ]
    assert len(pairs) >= 360
    assert sum(one == other for one, other in pairs) / len(pairs) > 0.9


@pytest.mark.parametrize(
    ("title", "segmented"),
    [
        ("How many carrots to feed a two year old rabbit?", "two year old rabbit|how many to feed"),
        ("What is the price of tea in Lisbon?", "price|tea|lisbon"),
    ],
)
def test_cues(title: str, segmented: str) -> None:
    found = segment_by_cues(Pair(plain_words(segmented.replace("|", " ")), plain_words(title)))
    assert found is not None
    assert print_pipe(found.words, found.flat) == segmented

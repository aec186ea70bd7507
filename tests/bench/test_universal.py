"""spaCy's scheme into Universal Dependencies, on trees drawn by hand."""

from __future__ import annotations

import pytest

from bench.world.universal import universal_heads


@pytest.mark.parametrize(
    ("tree", "heads"),
    [
        # word, head and label as spaCy gives them -> heads as UD draws them
        ("flights:0:root from:1:prep boston:2:pobj", (0, 3, 1)),
        ("in:0:root berlin:1:pobj", (2, 0)),
        ("what:2:attr is:0:root the:4:det capital:2:nsubj of:4:prep peru:5:pobj", (0, 1, 4, 1, 6, 4)),
        ("where:2:advmod is:0:root peru:2:nsubj", (0, 1, 1)),
        ("is:0:root it:1:nsubj in:1:prep peru:3:pobj", (4, 4, 4, 0)),
        ("there:2:expl are:0:root flights:2:attr", (2, 0, 2)),
        ("it:3:nsubjpass is:3:auxpass made:0:root", (3, 3, 0)),
        ("bread:0:root butter:1:conj and:1:cc jam:2:conj", (0, 1, 4, 1)),
        ("cheap:2:amod flights:0:root", (2, 0)),
    ],
)
def test_heads(tree: str, heads: tuple[int, ...]) -> None:
    words, above, labels = zip(*(part.split(":") for part in tree.split()), strict=True)
    assert universal_heads(words, [int(head) for head in above], labels) == list(heads)


def test_every_word_keeps_one_way_to_the_root() -> None:
    words = ["which", "of", "the", "airlines", "is", "in", "boston", "and", "denver"]
    given = [5, 1, 4, 2, 0, 5, 6, 7, 7]
    labels = ["nsubj", "prep", "det", "pobj", "root", "prep", "pobj", "cc", "conj"]
    heads = universal_heads(words, given, labels)
    for word in range(1, len(words) + 1):
        steps = 0
        while word:
            word, steps = heads[word - 1], steps + 1
            assert steps <= len(words)

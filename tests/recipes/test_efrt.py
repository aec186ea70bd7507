"""The decoder of efrt word lists, on lists packed by hand."""

from __future__ import annotations

import pytest

from caesura.foundation import InputError
from recipes.sources.efrt import unpacked_words


def test_edges_lead_to_the_node_they_name() -> None:
    assert unpacked_words("true¦cat0dog,;!s,", "list") == ["cat", "cats", "dog"]


def test_short_cuts_are_absolute() -> None:
    assert unpacked_words("true¦0:1;cat0dog0;!s,", "list") == ["cat", "cats", "dog", "dogs"]


def test_longer_references_come_after_all_shorter_ones() -> None:
    # Z is 35, 00 is 36: the node 37 places on.
    nodes = ["x00y,", *["-,"] * 36, "z,"]
    assert unpacked_words("true¦" + ";".join(nodes), "list") == ["xz", "y"]


@pytest.mark.parametrize("packed", ["", "true", "true¦", "true¦catZ", "true¦0:0;cat0"])
def test_anything_else_is_refused_in_one_line(packed: str) -> None:
    with pytest.raises(InputError, match="list: is not a word list packed by efrt"):
        unpacked_words(packed, "list")

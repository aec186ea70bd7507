"""The synonyms that ship, and one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.retrieval.compositionality import synonyms as module
from caesura.retrieval.compositionality.synonyms import packed_synonyms, read_synonyms, unpacked_synonyms, wordnet_synonyms

PACKED = Path(module.__file__).parent / module.PACKED_FILE


def test_wordnet_ships_small() -> None:
    assert PACKED.stat().st_size < 500_000
    found = wordnet_synonyms()
    assert len(found) > 40_000
    assert "automobile" in found["car"]
    assert all(" " not in other and other != word for word in ("car", "heat", "dog") for other in found[word])


def test_the_same_sets_give_the_same_bytes_and_come_back() -> None:
    packed = packed_synonyms(["car automobile", "sea ocean", "car automobile"], "mine")
    assert packed == packed_synonyms(["sea ocean", "car automobile"], "mine")
    assert unpacked_synonyms(packed, "x") == {"car": ("automobile",), "automobile": ("car",), "sea": ("ocean",), "ocean": ("sea",)}


def test_synonyms_go_both_ways() -> None:
    found = wordnet_synonyms()
    for word in ("quick", "purchase", "ocean"):
        assert all(word in found[other] for other in found[word])


def test_sets_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("Laptop, notebook\n\nphone\thandset\tnotebook\n")
    found = read_synonyms(file)
    assert found["notebook"] == ("laptop", "phone", "handset")
    assert found["laptop"] == ("notebook",)
    file.write_text("phone handset\nalone\n")
    with pytest.raises(InputError, match="stands alone") as error:
        read_synonyms(file)
    assert error.value.line == 2
    file.write_text("\n")
    with pytest.raises(InputError, match="no synonyms"):
        read_synonyms(file)

"""Contexts come from an index, and figures are computed once."""

from __future__ import annotations

from pathlib import Path

from caesura.retrieval import Index
from caesura.retrieval.compositionality.in_collection import InCollection
from caesura.retrieval.documents.document import Document
from caesura.retrieval.experiment.cache import Cache
from caesura.retrieval.index.building import build_from_documents


def test_figures_from_an_index(tmp_path: Path) -> None:
    texts = ["hot dog with mustard and bread", "warm dog by the fire", "hot soup and warm bread", "a hound by the fire", "hot dog"]
    build_from_documents((Document(str(number), "", text, "test", number) for number, text in enumerate(texts)), tmp_path / "index")
    memory = Cache(None)
    figures = InCollection(Index.open(tmp_path / "index"), memory, {"hot": ("warm",), "dog": ("hound",)})
    found = figures(("hot", "dog"))
    assert found.good_turing is not None
    assert found.good_turing > 0
    assert found.atc is not None
    assert 0 < found.atc <= 1
    assert figures(("hot", "zebra")).good_turing is None
    # The second time the memory answers, even for an index that could not.
    again = InCollection(Index.open(tmp_path / "index"), memory, {"hot": ("warm",), "dog": ("hound",)})
    again._contexts = None  # type: ignore[assignment]
    assert again(("hot", "dog")) == found
    # Other synonyms are another question.
    other = InCollection(Index.open(tmp_path / "index"), memory, {"hot": ("warm",)})
    assert other(("hot", "dog")) != found

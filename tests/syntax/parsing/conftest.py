"""The small parser, trained once."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.syntax.parsing.model import ParserModel
from tests.syntax.parsing.small import small_model


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> ParserModel:
    pytest.importorskip("caesura.syntax.parsing._learn", reason="training needs the compiled part")
    return small_model(tmp_path_factory.mktemp("small"))


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    from tests.syntax.parsing.small import sentences

    path = tmp_path / "trees.conllu"
    path.write_text(sentences(), encoding="utf-8")
    return path

"""`caesura syntax train-parser`: mistakes are reported before minutes of training."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run

TREEBANK = "1\tTea\t_\tNOUN\t_\t_\t2\tcompound\t_\t_\n2\tcups\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def treebank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def trained(*_recipe: object, **_options: object) -> None:
        raise RuntimeError("it trained")

    monkeypatch.setattr("caesura.syntax.train_parser", trained)
    file = tmp_path / "trees.conllu"
    file.write_text(TREEBANK)
    return file


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("-o", "{folder}/missing/my.parser"), "its folder does not exist"),
        (("-o", "{folder}"), "is a folder"),
        (("-o", "{folder}/my.parser", "--measure", "{folder}/trees.conllu"), "--measure needs --adapt or --questions"),
    ],
)
def test_what_is_wrong_is_told_first(treebank: Path, arguments: tuple[str, ...], problem: str) -> None:
    result = run("syntax", "train-parser", treebank, *[word.format(folder=treebank.parent) for word in arguments])
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert problem in result.stderr
    assert [path.name for path in treebank.parent.iterdir()] == ["trees.conllu"]

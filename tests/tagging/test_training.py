"""Training, on a treebank of six sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.tagging.perceptron import unpack_tagger
from caesura.tagging.training import main

WORDS = {"big": "ADJ", "small": "ADJ", "dogs": "NOUN", "cats": "NOUN", "run": "VERB", "sleep": "VERB"}


def treebank(path: Path) -> Path:
    lines = []
    for sentence in ("big dogs run", "small cats sleep", "dogs sleep", "cats run", "big cats run", "small dogs sleep"):
        for number, word in enumerate(sentence.split(), start=1):
            lines.append(f"{number}\t{word}\t_\t{WORDS[word]}\t_\t_\t{0 if number == 1 else 1}\t_\t_\t_")
        lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_it_learns_and_gives_the_same_bytes_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = treebank(tmp_path / "tiny.conllu")
    for name in ("one", "two"):
        main(["--train", str(file), "--development", str(file), "--epochs", "4", "-o", str(tmp_path / name)])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    tagger = unpack_tagger((tmp_path / "one").read_bytes(), "one")
    assert tagger(["small", "dogs", "run"]) == ("ADJ", "NOUN", "VERB")
    assert tagger.card["accuracy"] == {"tiny.conllu": 1.0}
    assert "tiny.conllu" in capsys.readouterr().out

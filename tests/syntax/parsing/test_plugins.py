"""Parsers of other libraries, where they are installed; stand-ins for the rest."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from caesura.foundation import InputError
from caesura.syntax import parser_named
from tests.cli.commands import run

ROOT = Path(__file__).parents[3]


def test_spacy(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    parser = pipeline.add_pipe("parser")
    for label in ("ROOT", "det"):
        parser.add_label(label)
    pipeline.initialize()
    pipeline.to_disk(tmp_path / "model")
    found = parser_named(f"spacy:{tmp_path / 'model'}").parse(("the", "kettle", "sings"))
    assert len(found.heads) == 3
    assert found.forest.size == 3
    assert found.confidence is None
    with pytest.raises(InputError, match="spaCy has no pipeline 'no-such'"):
        parser_named("spacy:no-such")
    spacy.blank("en").to_disk(tmp_path / "bare")
    with pytest.raises(InputError, match="has no parser"):
        parser_named(f"spacy:{tmp_path / 'bare'}")


class _Pipeline:
    """Hangs every word on the first, as Stanza would tell it."""

    def __init__(self, language: str, **_options: Any) -> None:
        if language != "en":
            raise FileNotFoundError(language)

    def __call__(self, queries: list[list[str]]) -> SimpleNamespace:
        return SimpleNamespace(
            sentences=[
                SimpleNamespace(
                    words=[
                        SimpleNamespace(upos="NOUN", head=0 if i == 0 else 1, deprel="root" if i == 0 else "dep")
                        for i in range(len(query))
                    ]
                )
                for query in queries
            ]
        )


def test_stanza(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = ModuleType("stanza")
    stand_in.Pipeline = _Pipeline  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "stanza", stand_in)
    parser = parser_named("stanza:en")
    assert [parse.heads for parse in parser.parse_many([("a", "b"), (), ("c",)])] == [(0, 1), (), (0,)]
    with pytest.raises(InputError, match=r"Stanza has no models for 'xx'.*stanza\.download"):
        parser_named("stanza:xx")


@pytest.fixture(scope="module")
def trained_udpipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of UDPipe's own trainer, from ten queries."""
    udpipe = pytest.importorskip("ufal.udpipe", reason="UDPipe is not installed")
    sentences, reader = udpipe.Sentences(), udpipe.InputFormat.newConlluInputFormat()
    reader.setText((ROOT / "docs" / "examples" / "syntax-treebank.conllu").read_text())
    sentence = udpipe.Sentence()
    while reader.nextSentence(sentence):
        sentences.append(sentence)
        sentence = udpipe.Sentence()
    settings = "iterations=2;embedding_form=4;hidden_layer=4;transition_system=projective;single_root=0"
    failure = udpipe.ProcessingError()
    raw = udpipe.Trainer.train("morphodita_parsito", sentences, sentences, "none", "iterations=2", settings, failure)
    assert not failure.occurred(), failure.message
    path = tmp_path_factory.mktemp("udpipe") / "tiny.udpipe"
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode("latin-1"))
    return path


def test_udpipe(trained_udpipe: Path, tmp_path: Path) -> None:
    parser = parser_named(f"udpipe:{trained_udpipe}")
    words = ("paper", "planes", "how", "to", "fold?")
    one, nothing = parser.parse_many([words, ()])
    assert len(one.heads) == len(one.tags) == len(one.labels) == 5
    assert one.forest.size == 5
    assert nothing.heads == ()
    (tmp_path / "bad.udpipe").write_bytes(b"no model")
    with pytest.raises(InputError, match="is not a UDPipe model"):
        parser_named(f"udpipe:{tmp_path / 'bad.udpipe'}")


def test_parsers_side_by_side(trained_udpipe: Path) -> None:
    treebank = ROOT / "docs" / "examples" / "syntax-treebank.conllu"
    both = f"default,udpipe:{trained_udpipe}"
    result = run("syntax", "evaluate", treebank, "--method", "gold", "--parser", both, "-f", "json")
    assert result.returncode == 0, result.stderr
    assert f"udpipe:{trained_udpipe}" in result.stdout

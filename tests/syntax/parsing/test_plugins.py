"""Parsers of other libraries, where they are installed; stand-ins for the rest."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from caesura.foundation import InputError
from caesura.syntax import parser_named


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


class _Sentence:
    def __init__(self) -> None:
        self.words = [SimpleNamespace(form="<root>")]

    def addWord(self, form: str) -> None:  # noqa: N802  (the library's name)
        self.words.append(SimpleNamespace(form=form, upostag="NOUN", head=len(self.words) - 1, deprel="dep"))


def test_udpipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = SimpleNamespace(tag=lambda *_: "", parse=lambda *_: "", DEFAULT="")
    loaded = SimpleNamespace(load=lambda path: model if path.endswith("good.udpipe") else None)
    stand_in = ModuleType("ufal")
    stand_in.udpipe = SimpleNamespace(ParserModel=loaded, Sentence=_Sentence)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ufal", stand_in)
    for name in ("good.udpipe", "bad.udpipe"):
        (tmp_path / name).write_bytes(b"")
    parser = parser_named(f"udpipe:{tmp_path / 'good.udpipe'}")
    assert [parse.heads for parse in parser.parse_many([("a", "b", "c"), ()])] == [(0, 1, 2), ()]
    with pytest.raises(InputError, match="is not a UDPipe model"):
        parser_named(f"udpipe:{tmp_path / 'bad.udpipe'}")

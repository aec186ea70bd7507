"""`import caesura` is the everyday API: every name is there, works in one call, and costs nothing before it is used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import caesura
from caesura.lexicon import MemoryLexicon
from caesura.shapes import Flat

EVERYDAY = {
    *("segment", "segmenter", "segment_frame", "nest", "parse", "phrase", "Client", "build_lexicon", "open_lexicon", "train"),
    *("read_corpus", "write_corpus", "evaluate", "compare", "measure_agreement", "infer_labels"),
    *("InputError", "MissingExtraError", "__version__"),
}
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def test_the_table_of_contents() -> None:
    assert sorted(caesura.__all__) == sorted(EVERYDAY)
    assert all(getattr(caesura, name) is not None for name in EVERYDAY)
    with pytest.raises(AttributeError, match="nothing_like_that"):
        caesura.nothing_like_that  # noqa: B018


def test_no_name_is_a_folder_too() -> None:
    rooms = {door.parent.name for door in Path(caesura.__file__).parent.glob("*/__init__.py")}
    assert not rooms & EVERYDAY


def test_importing_loads_next_to_nothing() -> None:
    script = "import sys; before = set(sys.modules); import caesura; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("caesura")}
    assert ours == {"caesura", "caesura.foundation", "caesura.foundation.door"}
    assert not {"numpy", "typer", "rich", "json", "pathlib"} & set(loaded)


def test_segment() -> None:
    assert caesura.segment("cheap flights to cape town").quotes == '"cheap flights" to "cape town"'
    assert caesura.segment("weather in cape town", method="none").pipe == "weather|in|cape|town"
    mine = MemoryLexicon({"a b": 50, "a": 100, "b": 100, "c": 100}, titles=["a b"])
    assert caesura.segment("a b c", method="titles", lexicon=mine).pipe == "a b|c"
    with pytest.raises(caesura.InputError, match="no such file"):
        caesura.segment("a b", lexicon="missing.lexicon")


def test_a_lexicon_that_was_built_again_is_read_again(tmp_path: Path) -> None:
    counts, file = tmp_path / "counts.tsv", tmp_path / "my.lexicon"
    for title, expected in (("a b", "a b|c"), ("b c", "a|b c")):
        counts.write_text(f"a\t100\nb\t100\nc\t100\n{title}\t50\n")
        titles = tmp_path / "titles.txt"
        titles.write_text(f"{title}\n")
        caesura.build_lexicon(file, {"counts": counts, "titles": titles})
        assert caesura.segment("a b c", method="titles", lexicon=file).pipe == expected
        assert caesura.nest("a b c", method="top-down", lexicon=file).brackets.count("(") == 2


def test_segmenter() -> None:
    assert caesura.segmenter("titles").segment_many(["cape town", "new york weather"])[0].pipe == "cape town"


def test_nest_and_parse() -> None:
    assert caesura.nest("new york times square dance").brackets == "(((new york) times) (square dance))"
    parsed = caesura.parse("paper planes how to fold")
    assert parsed.segments == ("paper planes", "how to fold")
    assert parsed.as_json()["query"] == "paper planes how to fold"
    assert parsed.conllu.startswith("# text = paper planes how to fold\n1\tpaper\t")
    assert "compound" in parsed.arcs
    assert parsed.question is None


def test_phrase() -> None:
    assert caesura.phrase("used mountain bikes berlin", engine="lucene") == '+(used mountain bikes berlin) "mountain bikes"^0.25'


def test_corpora_and_measures(tmp_path: Path) -> None:
    corpus = caesura.read_corpus(EXAMPLES / "evaluate-corpus.jsonl")
    predictions = {entry.query.id: Flat.apart(len(entry.query.words)) for entry in corpus}
    assert {one.method for one in caesura.evaluate(corpus, {"none": predictions}).statistics} == {"none"}
    found = caesura.measure_agreement(corpus, resamples=10)
    assert found.alpha is not None
    assert 0 < found.alpha < 1
    caesura.write_corpus(corpus, tmp_path / "copy.jsonl")
    assert json.loads((tmp_path / "copy.jsonl").read_text().splitlines()[0])["id"] == corpus.entries[0].query.id


def test_infer_labels() -> None:
    majority = caesura.infer_labels(EXAMPLES / "labels-crowd.csv", gold=EXAMPLES / "labels-gold.csv")
    glad = caesura.infer_labels(EXAMPLES / "labels-crowd.csv", model="glad", gold=EXAMPLES / "labels-gold.csv")
    assert majority.accuracy is not None
    assert glad.accuracy is not None
    assert set(majority.labels) == set(glad.labels)
    assert caesura.infer_labels(majority.model.table_).labels == majority.labels


def test_train(tmp_path: Path) -> None:
    model = caesura.train(EXAMPLES / "evaluate-corpus.jsonl", members=2, output=tmp_path / "my.model")
    assert model.card["queries"] > 20
    found = caesura.segment("cheap flights to cape town", model=tmp_path / "my.model")
    assert found.probabilities is not None
    assert caesura.segment("cheap flights to cape town").probabilities != found.probabilities

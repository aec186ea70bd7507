"""A neural language model for the language-model method: a bigram table as ONNX, whose probabilities are known."""

from __future__ import annotations

import json
import struct
from math import log10
from pathlib import Path

import numpy as np
import pytest

from caesura.foundation import InputError
from caesura.syntax import Tools, deployed_pipeline, pipeline
from caesura.syntax.neural_language_model import OnnxLanguageModel
from tests.cli.commands import run

tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")

WORDS = ["<s>", "cheap", "flights", "cape", "town", "weather", "##s"]


def field(number: int, value: int | bytes | str) -> bytes:
    """A field of a protocol buffer: a whole number, or a message, text or bytes with its length."""

    def varint(of: int) -> bytes:
        out = b""
        while of > 127:
            out, of = out + bytes([of & 127 | 128]), of >> 7
        return out + bytes([of])

    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def tensor_type(element: int, *axes: str) -> bytes:
    shape = b"".join(field(1, field(2, axis)) for axis in axes)
    return field(1, field(1, element) + field(2, shape))


def bigram_model(table: np.ndarray) -> bytes:
    """logits = table[input_ids], as ONNX."""
    node = field(1, "table") + field(1, "input_ids") + field(2, "logits") + field(4, "Gather")
    dims = b"".join(field(1, size) for size in table.shape)
    numbers = dims + field(2, 1) + field(8, "table") + field(9, struct.pack(f"<{table.size}f", *table.ravel()))
    ids = field(1, "input_ids") + field(2, tensor_type(7, "batch", "length"))
    logits = field(1, "logits") + field(2, tensor_type(1, "batch", "length", "words"))
    graph = field(1, node) + field(2, "bigrams") + field(5, numbers) + field(11, ids) + field(12, logits)
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 13))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    chances = np.full((len(WORDS), len(WORDS)), 0.01)
    for one, other in (("<s>", "cheap"), ("cheap", "flights"), ("cape", "town"), ("flights", "##s")):
        chances[WORDS.index(one), WORDS.index(other)] = 0.94
    (tmp_path / "model.onnx").write_bytes(bigram_model(np.log(chances)))
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="<s>"))  # noqa: S106
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.save(str(tmp_path / "tokenizer.json"))
    return tmp_path


def test_words_score_what_the_model_gives_them(folder: Path) -> None:
    model = OnnxLanguageModel(folder)
    found = model(("cheap", "flightss", "cape", "town"))
    # "flightss" is two tokens, and after its ending every token is as likely as any other.
    assert found == pytest.approx([0.0, log10(0.94) + log10(0.94), log10(1 / 7), log10(0.94)], abs=1e-5)
    assert model(()) == []
    (folder / "config.json").write_text(json.dumps({"bos_token_id": 0}))
    assert OnnxLanguageModel(folder)(("cheap", "flights")) == pytest.approx([log10(0.94)] * 2, abs=1e-5)


def test_a_break_where_the_model_is_surprised(folder: Path) -> None:
    tools = Tools(given_language_model=OnnxLanguageModel(folder), threshold=-1.5)
    cut = pipeline("language-model", tools).parse(("cheap", "flights", "cape", "town")).parse.forest
    assert cut.segments.lengths == (2, 2)


def test_the_command_takes_the_folder(folder: Path) -> None:
    result = run("parse", "cheap flights cape town", "--pipeline", "language-model", "--language-model", folder, "-f", "jsonl")
    assert result.returncode == 0
    assert json.loads(result.stdout)["method"] == "language-model"
    with pytest.raises(InputError, match="uses no language model"):
        deployed_pipeline("distant", language_model=folder)


def test_what_is_missing_or_broken_is_named(folder: Path) -> None:
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(InputError, match="cannot be read"):
        OnnxLanguageModel(folder)
    (folder / "model.onnx").unlink()
    with pytest.raises(InputError, match=r"has no model\.onnx"):
        OnnxLanguageModel(folder)

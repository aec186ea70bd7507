"""Writes a trained encoder as an ONNX graph of whole numbers: weights of seven bits per column, activations of eight.

What an activation is divided by was measured once on logged queries and stands in the file, so a query's answer does not depend on
the queries that are asked together with it (scales that are taken anew from each batch would do that). Seven bits keep sums of
products within 16 bits on processors without wider instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from recipes.encoder import HEADS, KEPT, WIDTH, Encoder, Layer, Pieces, batches

_WEIGHT_LIMIT = 63
_SAMPLE = 400
_OPSET, _IR_VERSION = 20, 9

#: What goes into which layer: its range is measured.
_WATCHED = {"into attention": "query", "mixed": "mixed", "into dense": "inner", "inner": "outer"}

Array = npt.NDArray[Any]
Range = tuple[float, float]


class Graph:
    """Nodes and constants; every method gives the name of a value."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, value: Array) -> str:
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def run(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"value{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def normalised(self, x: str, layer: torch.nn.LayerNorm) -> str:
        return self.run(
            "LayerNormalization",
            x,
            self.constant(as_array(layer.weight)),
            self.constant(as_array(layer.bias)),
            axis=-1,
            epsilon=layer.eps,
        )

    def dense(self, x: str, seen: Range, layers: list[torch.nn.Linear]) -> str:
        """One or more layers that see the same, side by side."""
        weights, bias = (np.concatenate([as_array(getattr(layer, part)) for layer in layers]) for part in ("weight", "bias"))
        scales = np.abs(weights).max(1) / _WEIGHT_LIMIT
        stored = np.rint(weights / scales[:, None]).astype(np.int8).T
        low, high = min(seen[0], 0.0), max(seen[1], 0.0)
        unit = np.float32((high - low) / 255)
        zero = self.constant(np.array(round(-low / float(unit)), np.uint8))
        whole = self.run("QuantizeLinear", x, self.constant(np.array(unit)), zero)
        product = self.run("MatMulInteger", whole, self.constant(stored), zero)
        scaled = self.run("Mul", self.run("Cast", product, to=TensorProto.FLOAT), self.constant((scales * unit).astype(np.float32)))
        return self.run("Add", scaled, self.constant(bias))


def encoder_file(encoder: Encoder, pieces: Pieces) -> bytes:
    """The graph from `pieces` (queries by pieces) to `states`; the ranges of activations are measured on these queries."""
    seen = _ranges(encoder, pieces)
    graph = Graph()
    numbers = as_array(encoder.pieces.weight)
    scales = np.abs(numbers).max(1, keepdims=True) / 127
    table = graph.constant(np.rint(numbers / np.maximum(scales, 1e-12)).astype(np.int8))
    rows = graph.run("Cast", graph.run("Gather", table, "pieces"), to=TensorProto.FLOAT)
    x = graph.run("Mul", rows, graph.run("Gather", graph.constant(scales.astype(np.float32)), "pieces"))
    x = graph.run("Add", x, graph.run("Gather", graph.constant(as_array(encoder.places)), "places"))
    x = graph.normalised(x, encoder.first)
    for number, layer in enumerate(encoder.layers):
        if not isinstance(layer, Layer):
            raise TypeError
        x = _layer(graph, x, layer, {part: seen[number, part] for part in _WATCHED})
    result = graph.run(
        "Add",
        graph.run("MatMul", x, graph.constant(as_array(encoder.last.weight)[:KEPT].T)),
        graph.constant(as_array(encoder.last.bias)[:KEPT]),
    )
    graph.nodes[-1].output[0] = result = "states"
    return model_bytes(graph, result, KEPT)


def _layer(graph: Graph, x: str, layer: Layer, seen: dict[str, Range]) -> str:
    heads = graph.constant(np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
    flat = graph.constant(np.array([0, 0, WIDTH], np.int64))
    width = graph.constant(np.array([WIDTH] * 3, np.int64))
    together = graph.dense(x, seen["into attention"], [layer.query, layer.key, layer.value])
    names = [f"part{len(graph.nodes)}_{at}" for at in range(3)]
    graph.nodes.append(helper.make_node("Split", [together, width], names, axis=-1))
    query, key, value = (
        graph.run("Transpose", graph.run("Reshape", name, heads), perm=perm)
        for name, perm in zip(names, ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
    )
    root = graph.constant(np.array((WIDTH // HEADS) ** 0.5, np.float32))
    attention = graph.run("Softmax", graph.run("Div", graph.run("MatMul", query, key), root), axis=-1)
    mixed = graph.run("Reshape", graph.run("Transpose", graph.run("MatMul", attention, value), perm=[0, 2, 1, 3]), flat)
    x = graph.normalised(graph.run("Add", graph.dense(mixed, seen["mixed"], [layer.mixed]), x), layer.after_attention)
    inner = graph.run("Gelu", graph.dense(x, seen["into dense"], [layer.inner]))
    return graph.normalised(graph.run("Add", graph.dense(inner, seen["inner"], [layer.outer]), x), layer.after_dense)


def model_bytes(graph: Graph, result: str, width: int) -> bytes:
    inputs = [
        helper.make_tensor_value_info("pieces", TensorProto.INT64, ["queries", "length"]),
        helper.make_tensor_value_info("places", TensorProto.INT64, ["length"]),
    ]
    outputs = [helper.make_tensor_value_info(result, TensorProto.FLOAT, ["queries", "length", width])]
    made = helper.make_graph(graph.nodes, "encoder", inputs, outputs, graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)])
    model.ir_version = _IR_VERSION
    onnx.checker.check_model(model)
    serialized: bytes = model.SerializeToString(deterministic=True)
    return serialized


@torch.inference_mode()
def _ranges(encoder: Encoder, pieces: Pieces) -> dict[tuple[int, str], Range]:
    """The smallest and the largest number that each dense layer saw."""
    seen: dict[tuple[int, str], Range] = {}

    def watch(key: tuple[int, str]) -> Callable[..., None]:
        def see(_: object, inputs: tuple[torch.Tensor, ...]) -> None:
            low, high = seen.get(key, (0.0, 0.0))
            seen[key] = min(low, float(inputs[0].min())), max(high, float(inputs[0].max()))

        return see

    hooks = [
        layer.get_submodule(part).register_forward_pre_hook(watch((number, name)))
        for number, layer in enumerate(encoder.layers)
        for name, part in _WATCHED.items()
    ]
    for at, batch in enumerate(batches(pieces, lambda _: 64)):
        if at % max(1, len(pieces.numbers) // 64 // _SAMPLE) == 0:
            encoder(torch.tensor([pieces.numbers[query] for query in batch]))
    for hook in hooks:
        hook.remove()
    return seen


def as_array(tensor: torch.Tensor) -> npt.NDArray[np.float32]:
    return tensor.detach().numpy().astype(np.float32)

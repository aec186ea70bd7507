"""The shipped network learns from votes and from the teacher's labels of logged queries, with what Caesura has at run time.

Its second layer sees the hidden units of a place and of the places beside it, so queries are shown whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from caesura.segmenters.learned.network import BESIDE
from caesura.segmenters.learned.training import MOST_SHOWN, Matrix, Member, SecondMember
from recipes.teacher import descend, trained_in_batches

_HIDDEN, _SECOND = 128, 48
_EPOCHS, _RATE, _DECAY, _BATCH = 8, 1e-3, 0.01, 256

#: The network of `best` that sees no states has one layer.
_HIDDEN_ALONE = 96

#: A place that people voted on counts as much as this many that the teacher labelled.
VOTES_COUNT = 3.0


@dataclass(frozen=True)
class Places:
    """Whole queries, one place after the other: what the network sees, the share of breaks, how much a place counts; and the number
    of places of each query."""

    inputs: torch.Tensor
    targets: torch.Tensor
    weights: torch.Tensor
    sizes: npt.NDArray[np.int64]

    def batches(self, draw: np.random.Generator) -> Iterator[torch.Tensor]:
        """All places in a new order, a row per query; queries of the same length together."""
        starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        batches = []
        for size in np.unique(self.sizes).tolist():
            queries = draw.permutation(np.flatnonzero(self.sizes == size))
            together = max(1, _BATCH // size)
            batches += [starts[queries[at : at + together]][:, None] + np.arange(size) for at in range(0, len(queries), together)]
        for at in draw.permutation(len(batches)):
            yield torch.as_tensor(batches[at])


def _layer(inputs: int, outputs: int, share: float = 1.0) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.normal_(layer.weight, 0, share * (2 / inputs) ** 0.5)
    nn.init.zeros_(layer.bias)
    return layer


class _Student(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.hidden, self.output = _layer(inputs, _HIDDEN), _layer(_HIDDEN, 1, 0.1)
        self.second, self.second_output = _layer(BESIDE * _HIDDEN, _SECOND), _layer(_SECOND, 1, 0.1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Log odds of a break, for queries of one length: queries by places by inputs."""
        hidden = functional.relu(self.hidden(inputs))
        shown = hidden.clamp(max=float(MOST_SHOWN))
        outside = torch.zeros_like(shown[:, :1])
        beside = torch.cat([torch.cat([outside, shown[:, :-1]], 1), shown, torch.cat([shown[:, 1:], outside], 1)], 2)
        return (self.output(hidden) + self.second_output(functional.relu(self.second(beside)))).squeeze(2)


def train_student(places: Places, seed: int) -> Member:
    """One network of two layers in floating point."""
    torch.manual_seed(seed)
    draw = np.random.default_rng(seed)
    student = _Student(places.inputs.shape[1])

    def loss(rows: torch.Tensor) -> torch.Tensor:
        guessed = student(places.inputs[rows])
        return functional.binary_cross_entropy_with_logits(guessed, places.targets[rows], weight=places.weights[rows])

    steps = sum(1 for _ in places.batches(np.random.default_rng(0)))
    trained_in_batches(student, lambda: places.batches(draw), loss, epochs=_EPOCHS, steps=steps, rate=_RATE, decay=_DECAY)
    weights, biases, outputs, bias = _stored(student.hidden, student.output)
    second_weights, second_biases, second_outputs, second_bias = _stored(student.second, student.second_output)
    return Member(weights, biases, outputs, bias + second_bias, SecondMember(second_weights, second_biases, second_outputs))


class _Alone(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(inputs, _HIDDEN_ALONE)
        self.output = nn.Linear(_HIDDEN_ALONE, 1)
        for layer, share in ((self.hidden, 1.0), (self.output, 0.1)):
            nn.init.normal_(layer.weight, 0, share * (2 / layer.in_features) ** 0.5)
            nn.init.zeros_(layer.bias)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.output(functional.relu(self.hidden(inputs))).squeeze(1)


def train_alone(inputs: torch.Tensor, targets: torch.Tensor, weights: torch.Tensor, seed: int) -> Member:
    """One network of one layer, which sees every place by itself."""
    torch.manual_seed(seed)
    student = _Alone(inputs.shape[1])
    descend(
        student,
        torch.arange(len(inputs)),
        lambda rows: functional.binary_cross_entropy_with_logits(student(inputs[rows]), targets[rows], weight=weights[rows]),
        epochs=_EPOCHS,
        rate=_RATE,
        decay=_DECAY,
        batch=_BATCH,
    )
    return Member(*_stored(student.hidden, student.output))


def _stored(hidden: nn.Linear, output: nn.Linear) -> tuple[Matrix, Matrix, Matrix, float]:
    return (
        hidden.weight.detach().numpy().T.copy(),
        hidden.bias.detach().numpy(),
        output.weight.detach().numpy()[0].copy(),
        float(output.bias.detach()[0]),
    )

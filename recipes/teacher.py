"""The teacher: a network over Caesura's own features, statistics of a query log, and a transformer's states of the four words
around a place. Too slow to ship; it labels logged queries, and the shipped network learns from those labels.

The states go through a projection that all four words share, begun as the leading principal components and learned with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

Matrix = npt.NDArray[np.float32]

PROJECTED, _HIDDEN = 32, 64
_EPOCHS, _RATE, _DECAY, _BATCH = 15, 3e-4, 0.05, 128
_DROPPED_INPUTS, _DROPPED_HIDDEN = 0.1, 0.3
_TOGETHER = 8192


class Teacher(nn.Module):
    """Log odds of a break from dense inputs and the states of four words."""

    def __init__(self, dense: int, components: Matrix, hidden: int = _HIDDEN) -> None:
        super().__init__()
        self.project = nn.Linear(*components.shape, bias=False)
        self.project.weight.data = torch.tensor(components.T.copy())
        self.hidden = nn.Linear(dense + 4 * components.shape[1], hidden)
        self.output = nn.Linear(hidden, 1)
        nn.init.normal_(self.hidden.weight, 0, (2 / self.hidden.in_features) ** 0.5)
        nn.init.zeros_(self.hidden.bias)
        nn.init.normal_(self.output.weight, 0, 0.1 * (2 / hidden) ** 0.5)
        nn.init.zeros_(self.output.bias)
        #: Shares of inputs and of hidden units that are left out by chance while it learns.
        self.dropped = (_DROPPED_INPUTS, _DROPPED_HIDDEN)

    def forward(self, dense: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
        inputs = functional.dropout(torch.cat([dense, self.project(states).flatten(1)], 1), self.dropped[0], self.training)
        return self.output(functional.dropout(functional.relu(self.hidden(inputs)), self.dropped[1], self.training)).squeeze(1)


def principal_components(vectors: npt.NDArray[np.floating[Any]], count: int, sample: int = 20_000) -> tuple[Matrix, Matrix]:
    """Mean and leading components, scaled so that projections have a deviation of one overall; from a sample drawn once."""
    draw = np.random.default_rng(0)
    drawn = vectors[draw.permutation(len(vectors))[:sample]].astype(np.float32)
    mean = drawn.mean(0)
    _, components = np.linalg.eigh((drawn - mean).T @ (drawn - mean))
    leading = components[:, ::-1][:, :count]
    return mean, (leading / ((drawn - mean) @ leading).std()).astype(np.float32)


def descend(
    network: nn.Module,
    rows: torch.Tensor,
    loss: Callable[[torch.Tensor], torch.Tensor],
    *,
    epochs: int,
    rate: float,
    decay: float,
    batch: int,
) -> None:
    """AdamW over batches of these rows."""

    def batches() -> Iterator[torch.Tensor]:
        order = rows[torch.randperm(len(rows))]
        return (order[start : start + batch] for start in range(0, len(order), batch))

    trained_in_batches(network, batches, loss, epochs=epochs, steps=-(-len(rows) // batch), rate=rate, decay=decay)


def trained_in_batches(
    network: nn.Module,
    batches: Callable[[], Iterable[torch.Tensor]],
    loss: Callable[[torch.Tensor], torch.Tensor],
    *,
    epochs: int,
    steps: int,
    rate: float,
    decay: float,
) -> None:
    """AdamW over the `steps` batches of each epoch. The rate falls to nothing along a cosine; biases do not decay."""
    named = list(network.named_parameters())
    groups = [
        {"params": [value for name, value in named if name.endswith("weight")], "weight_decay": decay},
        {"params": [value for name, value in named if name.endswith("bias")], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.5 * (1 + np.cos(np.pi * step / (epochs * steps))))
    network.train()
    for _ in range(epochs):
        for batch in batches():
            optimizer.zero_grad(set_to_none=True)
            loss(batch).backward()
            optimizer.step()
            schedule.step()
    network.eval()


def train_teacher(
    dense: torch.Tensor,
    states: torch.Tensor,
    around: torch.Tensor,
    shares: torch.Tensor,
    rows: torch.Tensor,
    components: Matrix,
    seed: int,
) -> Teacher:
    """Trained on these rows; `states` end with a row of zeros for words outside the query."""
    torch.manual_seed(seed)
    teacher = Teacher(dense.shape[1], components)
    descend(
        teacher,
        rows,
        lambda batch: functional.binary_cross_entropy_with_logits(teacher(dense[batch], states[around[batch]]), shares[batch]),
        epochs=_EPOCHS,
        rate=_RATE,
        decay=_DECAY,
        batch=_BATCH,
    )
    return teacher


@torch.inference_mode()
def log_odds(teachers: Sequence[Teacher], dense: torch.Tensor, states: torch.Tensor, around: torch.Tensor) -> Matrix:
    """The mean of several teachers; each word is projected once, however many places it stands beside."""
    total = torch.zeros(len(dense))
    for teacher in teachers:
        projected = teacher.project(states)
        for start in range(0, len(dense), _TOGETHER):
            rows = slice(start, start + _TOGETHER)
            inputs = torch.cat([dense[rows], projected[around[rows]].flatten(1)], 1)
            total[rows] += teacher.output(functional.relu(teacher.hidden(inputs))).squeeze(1)
    return (total / len(teachers)).numpy()

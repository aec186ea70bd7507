"""The shipped network learns from votes and from the teacher's labels of logged queries, with what Caesura has at run time."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from caesura.segmenters.learned.training import Member
from recipes.teacher import descend

_HIDDEN = 96
_EPOCHS, _RATE, _DECAY, _BATCH = 8, 1e-3, 0.01, 256

#: A place that people voted on counts as much as this many that the teacher labelled.
VOTES_COUNT = 3.0


class _Student(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(inputs, _HIDDEN)
        self.output = nn.Linear(_HIDDEN, 1)
        nn.init.normal_(self.hidden.weight, 0, (2 / inputs) ** 0.5)
        nn.init.zeros_(self.hidden.bias)
        nn.init.normal_(self.output.weight, 0, 0.1 * (2 / _HIDDEN) ** 0.5)
        nn.init.zeros_(self.output.bias)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.output(functional.relu(self.hidden(inputs))).squeeze(1)


def train_student(inputs: torch.Tensor, targets: torch.Tensor, voted: int, seed: int) -> Member:
    """One network in floating point; the targets of the first `voted` rows are shares of votes, or as sure as these."""
    torch.manual_seed(seed)
    student = _Student(inputs.shape[1])
    weight = torch.ones(len(inputs))
    weight[:voted] = VOTES_COUNT
    descend(
        student,
        torch.arange(len(inputs)),
        lambda rows: functional.binary_cross_entropy_with_logits(student(inputs[rows]), targets[rows], weight=weight[rows]),
        epochs=_EPOCHS,
        rate=_RATE,
        decay=_DECAY,
        batch=_BATCH,
    )
    return Member(
        student.hidden.weight.detach().numpy().T.copy(),
        student.hidden.bias.detach().numpy(),
        student.output.weight.detach().numpy()[0].copy(),
        float(student.output.bias.detach()[0]),
    )

"""Which directions of a word alone tell what a transformer makes of it in context, learned without a single annotation.

Each word of the vocabulary is shown to the transformer by itself. A small network must guess the states that the two words at a
place have in their query, from nothing but the four words around it, each squeezed through a few directions; the directions that
the formulas taught are given beside them, so that these learn what is still missing. They are kept; the transformer is not shipped.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from recipes.teacher import Matrix, descend, principal_components

#: Isolated words are described by the components of this layer; the states to guess are the leading components of the others.
ISOLATED_LAYER = 4
_ISOLATED, _GUESSED = 200, 64
_HIDDEN, _EPOCHS, _RATE, _DECAY, _BATCH = 256, 5, 2e-3, 0.01, 512


class _Guesser(nn.Module):
    def __init__(self, width: int, given: int, count: int, start: Matrix) -> None:
        super().__init__()
        self.squeeze = nn.Linear(width, count, bias=False)
        self.squeeze.weight.data = torch.tensor(start.T.copy())
        self.inner = nn.Linear(4 * (count + given), _HIDDEN)
        self.outer = nn.Linear(_HIDDEN, 2 * _GUESSED)

    def forward(self, words: torch.Tensor, given: torch.Tensor) -> torch.Tensor:
        return self.outer(functional.relu(self.inner(torch.cat([self.squeeze(words), given], 2).flatten(1))))


def context_directions(
    vectors: Matrix,
    isolated: npt.NDArray[np.float16],
    formula: Matrix,
    words: npt.NDArray[np.int64],
    around: npt.NDArray[np.int64],
    states: npt.NDArray[np.float16],
    count: int,
) -> Matrix:
    """So many numbers for each word of the vocabulary.

    `vectors`, `isolated` and `formula` have a row per vocabulary word; `words` are the vocabulary numbers of the log's words (their
    number of rows where unknown), `around` the places as numbers into `words`, `states` the words' states in their queries.
    """
    mean, components = principal_components(isolated, _ISOLATED, sample=60_000)
    alone = (isolated.astype(np.float32) - mean) @ components
    described = np.hstack([vectors, alone / alone.std()]).astype(np.float32)
    mean, components = principal_components(states, _GUESSED, sample=40_000)
    context = np.concatenate([(part.astype(np.float32) - mean) @ components for part in np.array_split(states, 20)])
    shown = torch.tensor(np.vstack([described, np.zeros((1, described.shape[1]), np.float32)]))
    given = torch.tensor(np.vstack([formula, np.zeros((1, formula.shape[1]), np.float32)]).astype(np.float32))
    wanted, numbers, places = torch.tensor(context / context.std()), torch.as_tensor(words), torch.as_tensor(around)
    torch.manual_seed(1)
    guesser = _Guesser(described.shape[1], formula.shape[1], count, principal_components(described, count, sample=60_000)[1])

    def loss(batch: torch.Tensor) -> torch.Tensor:
        beside = places[batch]
        guessed = guesser(shown[numbers[beside]], given[numbers[beside]])
        return functional.mse_loss(guessed, torch.cat([wanted[beside[:, 1]], wanted[beside[:, 2]]], 1))

    descend(guesser, torch.arange(len(places)), loss, epochs=_EPOCHS, rate=_RATE, decay=_DECAY, batch=_BATCH)
    return described @ guesser.squeeze.weight.detach().numpy().T

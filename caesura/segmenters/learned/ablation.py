"""What each group of features brings: trained again without it, measured on queries the members left out."""

from __future__ import annotations

from typing import Any

import numpy as np

from caesura.corpus import Corpus
from caesura.foundation import Advance, unwatched
from caesura.segmenters.learned.calibration import fitted
from caesura.segmenters.learned.distribution import logistic
from caesura.segmenters.learned.features import BACKGROUND, FROM_LEXICON, GROUPS, NUMBERS
from caesura.segmenters.learned.fitting import FeatureSources, by_query, check_learnable, examples_of, inner_figures
from caesura.segmenters.learned.log_features import LOG_NUMBERS
from caesura.segmenters.learned.network import VECTOR_INPUTS
from caesura.segmenters.learned.training import Matrix, Recipe, design, standardised, train_members

_BY_LOG = "the log's statistics"


def ablation_groups(sources: FeatureSources) -> tuple[str, ...]:
    """Groups of numbers; then the vectors, the tags, all that comes from the lexicon, and the statistics of its log where it has
    them."""
    return (*GROUPS, "vectors", "tags", "the lexicon", *([_BY_LOG] if sources.log_features is not None else []))


def ablation_rows(corpus: Corpus, sources: FeatureSources, recipe: Recipe, advance: Advance = unwatched) -> list[dict[str, Any]]:
    """Figures with all features, then without each group. They are those of single members on queries these left out, a little
    below what all members together reach."""
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    check_learnable(corpus, entries, recipe)
    examples = examples_of(entries, sources)
    means, scales = standardised(examples)
    inputs = design(examples, means, scales)
    rows = []
    for group in (None, *ablation_groups(sources)):
        _, held_out = train_members(_without(inputs, group, len(means)), examples, recipe, advance)
        stretch, shift = fitted(held_out, examples.targets)
        predicted = by_query([logistic(value) for value in stretch * held_out + shift], examples)
        rows.append({"without": group or "nothing", **inner_figures(entries, predicted)})
    return rows


def _without(inputs: Matrix, group: str | None, numbers: int) -> Matrix:
    if group is None:
        return inputs
    kept = np.ones(inputs.shape[1], np.bool_)
    if group == "vectors":
        kept[numbers : numbers + VECTOR_INPUTS] = False
    elif group == "tags":
        kept[numbers + VECTOR_INPUTS :] = False
    elif group == _BY_LOG:
        kept[numbers - len(LOG_NUMBERS) : numbers] = False
    else:
        left_out = {name for one in (FROM_LEXICON if group == "the lexicon" else (group,)) for name in GROUPS[one]}
        kept[: len(NUMBERS)] = [name not in left_out for name in NUMBERS]
        if numbers >= len(NUMBERS) + len(BACKGROUND) and group in (*FROM_LEXICON, "the lexicon"):
            background = [name not in left_out for one in FROM_LEXICON for name in GROUPS[one]]
            kept[len(NUMBERS) : len(NUMBERS) + len(BACKGROUND)] = background
    return np.where(kept, inputs, np.float32(0))

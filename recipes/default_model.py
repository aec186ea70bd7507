"""Builds the shipped models: `python -m recipes.default_model DATA --packages FOLDER --cache FOLDER [--profile web]`.

DATA holds webis-qsec-10/, queryner/, question-pairs/, query-log/ and query-spelling/. A profile is a convention of segmenting:
`web` (the votes of Webis-QSeC-10), `shop` (QueryNER), `keywords` (QALD). For each, teachers learn from the annotations with a
transformer's word states and the log's statistics, label some 130,000 logged web queries by their convention, and a small network
learns from the labels and the annotations with what Caesura has at run time (recipes/teacher.py, student.py). The figures in a
card come from folds whose annotations neither teacher nor student saw, and so do the calibration and the odds ratio. For `web` the
networks of the ten folds are kept beside the model, so that anyone can repeat the figures. The same data give the same bytes on the
same machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from caesura.corpus import Entry, read_corpus
from caesura.foundation import InputError, each_fold
from caesura.lexicon import default_lexicon
from caesura.segmenters import LearnedModel, write_model
from caesura.segmenters.learned.calibration import bins_as_lists, fitted, fitted_odds_ratio, reliability
from caesura.segmenters.learned.distribution import logistic
from caesura.segmenters.learned.fitting import inner_figures
from caesura.segmenters.learned.model import Trained, query_hashes
from caesura.segmenters.learned.network import Network
from caesura.segmenters.learned.shipped_folds import FoldNetworks, write_fold_networks
from caesura.segmenters.learned.training import Member, parts, whole
from caesura.segmenters.learned.vectors import default_vectors
from caesura.shapes import Flat
from recipes.default_lexicon import fetch, titles_of
from recipes.distillation import Classroom, scales_of
from recipes.invented_names import InventedNames, invented_names
from recipes.log_queries import kept_back, logged, plain, web_queries
from recipes.log_statistics import LogStatistics
from recipes.material import Material, entries_of, material, voted_material
from recipes.recombined import recombined, typed_queries
from recipes.transformer import Transformer

_OUTPUT = Path(__file__).parents[1] / "caesura" / "segmenters" / "learned" / "profiles"
Vector = npt.NDArray[np.float64]
_WEIGHTS = "Apache-2.0 (the weights); trained on "


@dataclass(frozen=True)
class Profile:
    """A convention, what it is learned from, into how many folds that is split to measure it, how many logged queries the teacher
    labels, how many students learn from them and ship side by side, and from how many invented queries of the profile's own kind
    (recipes/recombined.py); all of it chosen by the folds."""

    name: str
    corpus: str
    licence: str
    folds: int
    labelled: int
    students: int = 1
    recombined: int = 0
    ships_folds: bool = False


PROFILES = (
    Profile("web", "webis-qsec-10", _WEIGHTS + "Webis-QSeC-10 (Hagen and others 2012)", 10, 200_000, ships_folds=True),
    Profile(
        "shop",
        "queryner/train.tsv",
        _WEIGHTS + "QueryNER (Palen-Michel and others 2024)",
        3,
        200_000,
        students=2,
        recombined=40_000,
    ),
    Profile("keywords", "question-pairs/en-keyword-question-pairs.tsv", _WEIGHTS + "keywords of QALD (MIT)", 10, 30_000),
)

#: What figures are measured on; none of these queries is labelled by a teacher or counted.
_JUDGED = (*(profile.corpus for profile in PROFILES), "queryner/dev.tsv")


def build(profile: Profile, given: argparse.Namespace, ready: Prepared) -> None:
    entries = entries_of(read_corpus(given.data / profile.corpus, annotated=True))
    voted = voted_material(entries, ready.log, ready.transformer, given.cache, profile.name)
    shown = ready.labelled.first(profile.labelled)
    scales = scales_of([voted, shown])
    common = None if profile.recombined else Classroom(voted, shown, ready.names, scales, given.seed)

    def classroom(learned_from: npt.NDArray[np.bool_], fold: int) -> Classroom:
        if common is not None:
            return common
        invented = recombined_material(profile, voted, learned_from, fold, given, ready)
        return Classroom(voted, shown.joined(invented), ready.names, scales, given.seed)

    part = parts(voted.texts, profile.folds, given.seed)
    held_out, by_teacher = np.zeros(len(voted.shares)), np.zeros(len(voted.shares))
    students: list[list[Member]] = []
    for number, _ in enumerate(each_fold(part.tolist(), profile.folds)):
        members, by_students, taught = classroom(part != number, number).students(part != number, number, profile.students)
        own = part[voted.owners] == number
        held_out[own], by_teacher[own] = by_students[own], taught[own]
        students.append(members)
        report(f"{profile.name}: fold {number + 1} of {profile.folds}")
    stretch, shift = fitted(held_out, voted.shares.astype(np.float64))
    everything = np.ones(len(part), np.bool_)
    final, _, _ = classroom(everything, profile.folds).students(everything, profile.folds, profile.students)

    def shipped(members: list[Member]) -> Network:
        return whole(members, stretch, shift, scales.means, scales.scales)

    model = _model(profile, entries, voted, stretch * held_out + shift, by_teacher, shipped(final), given.seed)
    write_model(model, given.output / f"{profile.name}.model")
    if profile.ships_folds:
        folds = FoldNetworks(tuple(map(shipped, students)), model.odds_ratio, model.salt, fold_of(voted.texts, part, model))
        write_fold_networks(folds, given.output / f"{profile.name}.folds")
    report(f"{profile.name}: {json.dumps(model.card['figures'])}, the teachers {json.dumps(model.card['teacher_figures'])}")


def recombined_material(
    profile: Profile,
    voted: Material,
    learned_from: npt.NDArray[np.bool_],
    fold: int,
    given: argparse.Namespace,
    ready: Prepared,
) -> Material:
    """Invented queries of the profile's kind, from the annotated ones that are marked."""
    known = {text for text, marked in zip(voted.texts, learned_from, strict=True) if marked}
    queries = [query for query in typed_queries(given.data / profile.corpus) if query.text in known]
    texts = recombined(queries, profile.recombined, ready.judged, given.seed)
    name = f"{profile.name}-recombined-{fold}-"
    return material([text.split() for text in texts], [], ready.log, ready.transformer, given.cache, name)


def _model(
    profile: Profile,
    entries: list[Entry],
    voted: Material,
    log_odds: Vector,
    by_teacher: Vector,
    network: Network,
    seed: int,
) -> LearnedModel:
    salt = hashlib.sha256(f"{seed} {profile.name}".encode()).hexdigest()[:32]
    about: dict[str, Any] = {"default_lexicon_as_background": False, "tags": "the tagger's", "hidden": network.hidden}
    card, odds_ratio = measured_card(profile, entries, voted, log_odds, by_teacher, seed, about)
    return LearnedModel(network, odds_ratio, salt, query_hashes(voted.texts, salt), card)


def measured_card(
    profile: Profile,
    entries: list[Entry],
    voted: Material,
    log_odds: Vector,
    by_teacher: Vector,
    seed: int,
    about: dict[str, Any],
) -> tuple[dict[str, Any], float]:
    """The card with the figures of queries left out, and the odds ratio of neighbouring breaks."""
    chances = [logistic(value) for value in log_odds]
    predicted = _by_query(chances, voted)
    votes = [[(vote.shape.breaks, vote.count) for vote in entry.votes if isinstance(vote.shape, Flat)] for entry in entries]
    card: dict[str, Any] = {
        "profile": profile.name,
        "data": profile.corpus,
        "lexicon": default_lexicon().header.body_digest.hex()[:16],
        "vectors": default_vectors().card["source"],
        "teacher": "all-mpnet-base-v2, layer 6 (Apache-2.0), statistics of the query log, the same features",
        **about,
        "seed": seed,
        "queries": len(entries),
        "places": len(chances),
        "folds": profile.folds,
        "figures": inner_figures(entries, predicted),
        "teacher_figures": inner_figures(entries, _by_query([logistic(value) for value in by_teacher], voted)),
        "reliability": bins_as_lists(reliability(chances, voted.shares.tolist())),
        "licence": profile.licence,
    }
    return card, fitted_odds_ratio(predicted, votes)


def _by_query(values: list[float], voted: Material) -> list[list[float]]:
    ends = np.cumsum([0, *voted.sizes])
    return [values[start:end] for start, end in pairwise(ends.tolist())]


def fold_of(texts: tuple[str, ...], part: npt.NDArray[np.int64], model: Trained) -> bytes:
    """The fold of each query that the model has seen, in the order of their hashes."""
    fold = {query_hashes([text], model.salt)[0]: int(number) for text, number in zip(texts, part, strict=True)}
    return bytes(fold[hashed] for hashed in model.seen)


def recipe_options(description: str | None) -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=description)
    options.add_argument("data", type=Path)
    options.add_argument("--packages", type=Path, required=True, help="a folder for the transformers' packages")
    options.add_argument("--cache", type=Path, required=True, help="a folder for word states: 20 minutes to compute, 1 GB")
    options.add_argument("--seed", type=int, default=1)
    return options


def main() -> None:
    options = recipe_options(__doc__)
    options.add_argument(
        "--profile", action="append", choices=[profile.name for profile in PROFILES], help="all of them by default"
    )
    options.add_argument("--output", type=Path, default=_OUTPUT)
    given = options.parse_args()
    ready = prepared(given)
    for profile in PROFILES:
        if given.profile is None or profile.name in given.profile:
            build(profile, given, ready)


@dataclass(frozen=True)
class Prepared:
    """What all profiles share: the log's statistics, the logged queries to label, invented names, the transformer, and the queries
    that figures are measured on."""

    log: LogStatistics
    labelled: Material
    names: InventedNames
    transformer: Transformer
    web: list[str]
    judged: frozenset[str]


def prepared(given: argparse.Namespace) -> Prepared:
    torch.set_num_threads(1)  # sums in the same order every time
    queries, spellings = given.data / "query-log" / "queries.tsv", given.data / "query-spelling" / "webis-qspell-17.csv"
    judged = [[entry.query.text for entry in read_corpus(given.data / file)] for file in _JUDGED]
    known = frozenset(text for texts in judged for text in texts)
    taken_out = kept_back(known, spellings)
    log = LogStatistics(query for _, query in logged(queries) if plain(query) not in taken_out)
    transformer = Transformer(given.packages)
    # The states are those that the vectors were built with: they are computed for the same queries, in the same order.
    web = web_queries(queries, kept_back(judged[0], spellings))
    labelled = material([query.split() for query in web], [], log, transformer, given.cache, "log").without(taken_out)
    report(f"{len(labelled.texts)} logged queries to label")
    fetch(given.packages)
    return Prepared(log, labelled, invented_names(titles_of(given.packages), given.seed), transformer, web, known)


def report(step: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')}  {step}\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

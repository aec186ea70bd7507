"""Training: it learns, it repeats itself, and it never looks at the votes of the fold it is scored on."""

from __future__ import annotations

from array import array
from dataclasses import replace

import numpy as np
import pytest

from caesura.corpus import Corpus, Entry, Vote, Votes
from caesura.foundation import InputError
from caesura.segmenters import FeatureSources, LearnedModel, Recipe, fit, predict_in_folds, segmenter
from caesura.segmenters.learned.ablation import ablation_groups, ablation_rows
from caesura.segmenters.learned.calibration import calibration_error, fitted, fitted_odds_ratio, reliability
from caesura.segmenters.learned.descent import Descent
from caesura.segmenters.learned.distribution import Chain
from caesura.segmenters.learned.fitting import examples_of
from caesura.segmenters.learned.model import packed
from caesura.segmenters.learned.network import SCALE
from caesura.segmenters.learned.training import design, parts, standardised, train_member, whole
from caesura.shapes import Flat
from caesura.tagging import default_tagger
from tests.segmenters.learned.corpora import LEXICON, PAIRS, invented_corpus

QUICK = Recipe(members=3, hidden=6, epochs=15, batch=16)
GROUND = FeatureSources(LEXICON, default_tagger())


def test_what_annotators_agree_on_is_learned() -> None:
    model = fit(invented_corpus(), GROUND, QUICK)
    learned = segmenter("learned", lexicon=LEXICON, model=model)
    assert model.card["figures"]["corpus_break"] > 0.9
    assert all(learned.segment(f"{pair} repair").pipe == f"{pair}|repair" for pair in PAIRS)


def test_the_same_input_gives_the_same_bytes_and_another_seed_others() -> None:
    corpus = invented_corpus(30)
    assert packed(fit(corpus, GROUND, QUICK)) == packed(fit(corpus, GROUND, QUICK))
    assert packed(fit(corpus, GROUND, QUICK)) != packed(fit(corpus, GROUND, replace(QUICK, seed=2)))


def test_votes_of_the_tested_fold_change_none_of_its_predictions() -> None:
    corpus = invented_corpus(40)
    flats, chances = predict_in_folds(corpus, GROUND, 2, QUICK)
    part = parts([entry.query.text for entry in corpus], 2, QUICK.seed)

    def upside_down(entry: Entry) -> Entry:
        places = len(entry.query.words) - 1
        return Entry(entry.query, Votes((Vote(Flat((0,) * places), 10),)))

    for number in (0, 1):
        other = Corpus(
            "changed", tuple(upside_down(entry) if of == number else entry for entry, of in zip(corpus, part, strict=True))
        )
        changed_flats, changed_chances = predict_in_folds(other, GROUND, 2, QUICK)
        own = [entry.query.id for entry, of in zip(corpus, part, strict=True) if of == number]
        assert all(changed_flats[i] == flats[i] and changed_chances[i] == chances[i] for i in own)
        assert changed_chances != chances  # the other fold was trained on what changed


def test_equal_queries_are_in_one_part() -> None:
    found = parts(["a b", "c d", "A  b", "e f", "c d"], 3, 1)
    assert found[0] == found[2]
    assert found[1] == found[4]
    assert sorted(np.bincount(found)) == [1, 2, 2]


def test_whole_numbers_are_close_to_the_members_they_were_made_of() -> None:
    examples = examples_of(invented_corpus(30).entries, GROUND)
    means, scales = standardised(examples)
    inputs = design(examples, means, scales)
    member = train_member(inputs, examples.targets, QUICK, 1)
    network = whole([member], 1.0, 0.0, means, scales)
    learned = segmenter("learned", lexicon=LEXICON, model=LearnedModel(network, 1.0, "00", array("I"), {}))
    found = [score / SCALE for text in examples.texts for score in learned.scores(tuple(text.split()))]  # type: ignore[attr-defined]
    assert found == pytest.approx(member.log_odds(inputs, examples.owners).tolist(), abs=0.1)


def test_a_group_that_is_left_out_is_left_out() -> None:
    rows = ablation_rows(invented_corpus(30), GROUND, replace(QUICK, epochs=5))
    assert [row["without"] for row in rows] == ["nothing", *ablation_groups(GROUND)]


def test_calibration_finds_what_was_stretched_and_shifted() -> None:
    true = np.linspace(-4, 4, 401)
    shares = 1 / (1 + np.exp(-true))
    assert fitted((true - 0.5) / 2, shares) == pytest.approx((2, 0.5), abs=1e-6)
    assert calibration_error(reliability(shares.tolist(), shares.tolist())) == pytest.approx(0, abs=1e-12)
    assert calibration_error(reliability([0.9] * 10, [0.4] * 10)) == pytest.approx(0.5)


def test_the_odds_ratio_of_the_votes_is_found() -> None:
    chain = Chain((0.4, 0.6), 5.0)
    votes = [((a, b), round(1_000_000 * chain.probability((a, b)))) for a in (0, 1) for b in (0, 1)]
    assert fitted_odds_ratio([(0.4, 0.6)], [votes]) == pytest.approx(5.0, rel=0.02)


def test_too_little_to_learn_from_is_said() -> None:
    with pytest.raises(InputError, match="too few"):
        fit(invented_corpus(5), GROUND, QUICK)
    with pytest.raises(InputError, match="folds"):
        predict_in_folds(invented_corpus(30), GROUND, 1, QUICK)


def test_a_step_changes_every_number_as_the_formula_says() -> None:
    draw = np.random.default_rng(1)
    # The first is cut into two parts, the second stands in memory column by column.
    values = [draw.normal(size=shape).astype(np.float32) for shape in ((300, 130), (400, 90), (7,), (1,))]
    values[1] = np.asfortranarray(values[1])
    decays, wanted = (0.1, 0.2, 0.0, 0.5), [np.array(value, np.float64) for value in values]
    descent = Descent(values, decays, 0.01, 4)
    means, squares = ([np.zeros(value.shape) for value in values] for _ in range(2))
    for done in range(1, 4):
        slopes = [draw.normal(size=value.shape).astype(np.float32) for value in values]
        descent.step(slopes)
        rate = 0.01 * 0.5 * (1 + np.cos(np.pi * done / 4))
        for expected, slope, mean, square, decay in zip(wanted, slopes, means, squares, decays, strict=True):
            mean[...] = 0.9 * mean + 0.1 * slope
            square[...] = 0.999 * square + 0.001 * slope.astype(np.float64) ** 2
            expected -= rate * (mean / (1 - 0.9**done) / (np.sqrt(square / (1 - 0.999**done)) + 1e-8) + decay * expected)
    for value, expected in zip(values, wanted, strict=True):
        assert value == pytest.approx(expected, abs=2e-5)

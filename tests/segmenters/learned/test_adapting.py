"""Adapting a profile: it learns a convention from few examples, keeps its start where there is nothing to learn, and says both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.lexicon import Lexicon, Source, build_lexicon, default_lexicon
from caesura.segmenters import (
    ADAPTING_PARTS,
    FeatureSources,
    adapt_model,
    distil_model,
    profiles_as_teachers,
    read_model,
    segmenter,
    write_model,
)
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.fitting import examples_of
from caesura.segmenters.learned.further_training import calibration_of, chosen_passes, is_worse, mean_surprise, member_of
from caesura.segmenters.learned.gradients import Rows
from caesura.segmenters.learned.model import packed
from caesura.segmenters.learned.profiles import PROFILES
from caesura.segmenters.learned.teaching import Lessons, Teachers, Teaching
from caesura.segmenters.learned.training import Examples, Matrix, Member, Vector, inputs_of
from caesura.segmenters.learned.widening import widened
from caesura.shapes import Flat, Words
from caesura.tagging import default_tagger

SOURCES = FeatureSources(default_lexicon(), default_tagger())
NO_ROWS = feature_rows([], default_lexicon(), default_tagger(), None)
THINGS = [
    "shoes",
    "shirt",
    "jacket",
    "boots",
    "lamp",
    "chair",
    "table",
    "kettle",
    "toaster",
    "blender",
    "backpack",
    "tent",
    "phone",
    "case",
    "cable",
    "charger",
]
KINDS = [
    "red",
    "blue",
    "black",
    "white",
    "large",
    "small",
    "cheap",
    "cotton",
    "leather",
    "wooden",
    "steel",
    "wireless",
    "kids",
    "mens",
    "womens",
    "waterproof",
]


def joined(count: int) -> Corpus:
    """People who keep whatever they see in one piece."""
    draw = random.Random(5)
    entries = []
    for number in range(count):
        words = [*draw.sample(KINDS, draw.randint(1, 2)), draw.choice(THINGS)]
        entries.append(Entry(Query(str(number), " ".join(words)), Votes((Vote(Flat((0,) * (len(words) - 1)), 1),))))
    return Corpus("joined", tuple(entries))


def as_the_profile(count: int, name: str) -> Corpus:
    """People who do exactly what the profile does."""
    known = segmenter("learned", model=name)
    entries = []
    for entry in joined(count):
        entries.append(Entry(entry.query, Votes((Vote(known.segment(entry.query.text).flat, 1),))))
    return Corpus("same", tuple(entries))


def test_a_convention_is_learned_from_few_examples(tmp_path: Path) -> None:
    adapted = adapt_model(joined(40), SOURCES, {"web": PROFILES["web"].model})
    assert adapted.passes > 0
    assert adapted.after["corpus_query"] > adapted.before["corpus_query"]
    assert adapted.difference > 0
    low, high = adapted.interval
    assert low <= adapted.difference <= high
    write_model(adapted.model, tmp_path / "my.model")
    assert read_model(tmp_path / "my.model") == adapted.model
    assert segmenter("learned", model=str(tmp_path / "my.model")).segment("green shoes").pipe == "green shoes"


def test_what_is_right_already_stays_right() -> None:
    adapted = adapt_model(as_the_profile(40, "shop"), SOURCES)
    assert adapted.start == "shop"
    assert adapted.after["corpus_query"] >= adapted.before["corpus_query"] - 0.05


def test_the_same_examples_and_seed_give_the_same_bytes() -> None:
    first, again, other = (adapt_model(joined(25), SOURCES, seed=seed).model for seed in (1, 1, 2))
    assert packed(first) == packed(again)
    assert packed(first) != packed(other)


def test_too_few_examples_are_refused() -> None:
    with pytest.raises(InputError, match="too few"):
        adapt_model(joined(19), SOURCES)


def test_the_start_is_kept_where_training_is_clearly_worse() -> None:
    examples = Examples(("a b", "b c", "c d", "d e"), NO_ROWS, ((1.0,), (0.0,), (1.0,), (0.0,)))
    right, undecided = np.array([3.0, -3.0, 3.0, -3.0]), np.zeros(4)
    assert chosen_passes(np.array([right, undecided]), examples) == 0
    assert chosen_passes(np.array([undecided, right, undecided]), examples) == 2
    assert mean_surprise(np.array([undecided, right]), examples) < mean_surprise(np.array([undecided, undecided]), examples)
    assert is_worse(np.array([2.0, 2.1, 1.9]), np.array([1.0, 1.1, 0.9]))
    assert not is_worse(np.array([2.0, 0.0, 1.1]), np.array([1.0, 1.0, 1.0]))


def test_few_places_move_the_calibration_little_and_many_move_it() -> None:
    odds, broken = np.array([1.0, -1.0, 0.5]), np.ones(3)
    stretch, shift = calibration_of(odds, broken)
    assert abs(stretch - 1) < 0.05
    assert 0 < shift < 0.05
    assert calibration_of(np.tile(odds, 1000), np.tile(broken, 1000))[1] > 2


def said_by(profile: str) -> Teachers:
    """A teacher that does what the profile does."""

    def teachers(queries: Sequence[Words]) -> Teaching:
        network = PROFILES[profile].model.network
        rows = feature_rows(queries, default_lexicon(), default_tagger(), None)
        return Teaching([(member_of(network), inputs_of(rows, np.array(network.means), np.array(network.scales)))])

    return teachers


def logged(count: int) -> list[Words]:
    draw = random.Random(8)
    return [(*draw.sample(KINDS, draw.randint(1, 2)), *draw.sample(THINGS, draw.randint(1, 2))) for _ in range(count)]


def test_a_log_is_learned_from_its_teacher() -> None:
    web = PROFILES["web"].model
    distilled = distil_model(logged(1500), SOURCES, web, said_by("shop"), name="web")
    assert distilled.after > distilled.before + 0.1
    assert distilled.queries + distilled.left_out == len(set(logged(1500)))
    assert distilled.model.card["unlabelled_queries"] == distilled.queries
    again = distil_model(logged(1500), SOURCES, web, said_by("shop"), name="web")
    assert packed(again.model) == packed(distilled.model)
    with pytest.raises(InputError, match="too few"):
        distil_model(logged(30), SOURCES, web, said_by("shop"))


def test_examples_and_a_log_together() -> None:
    starts = {"web": PROFILES["web"].model}
    adapted = adapt_model(joined(30), SOURCES, starts, unlabelled=logged(200), teachers=profiles_as_teachers(SOURCES))
    assert adapted.unlabelled == 200
    assert adapted.after["corpus_query"] > adapted.before["corpus_query"]
    assert segmenter("learned", model=adapted.model).segment("green shoes").pipe == "green shoes"


def contrary(queries: Sequence[Words]) -> Teaching:
    """A teacher that is sure of breaks everywhere and sees nothing that examples could change."""
    ((member, inputs),) = said_by("web")(queries).heads
    sure = Member(np.zeros_like(member.weights), np.zeros_like(member.biases), np.zeros_like(member.outputs), 9.0)
    return Teaching([(sure, np.zeros_like(inputs))])


def test_a_teacher_that_makes_it_clearly_worse_is_not_followed() -> None:
    starts = {"web": PROFILES["web"].model}
    alone = adapt_model(joined(30), SOURCES, starts)
    misled = adapt_model(joined(30), SOURCES, starts, unlabelled=logged(300), teachers=contrary)
    assert misled.after == alone.after
    assert misled.model.network == alone.model.network


def test_ones_own_lexicon_begins_as_the_profile_does_and_is_learned(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("".join(" ".join(words) + "\n" for words in logged(300)), encoding="utf-8")
    build_lexicon(tmp_path / "my.lexicon", [Source("log", log)])
    with Lexicon.open(tmp_path / "my.lexicon") as lexicon:
        sources = FeatureSources(lexicon, default_tagger())
        web = PROFILES["web"].model
        examples = examples_of(joined(30).entries, sources)
        member, means, scales = widened(web.network, examples.rows)
        plain = examples_of(joined(30).entries, SOURCES)
        own = inputs_of(plain.rows, np.array(web.network.means), np.array(web.network.scales))
        before = member_of(web.network).log_odds(own, plain.owners)
        assert member.log_odds(inputs_of(examples.rows, means, scales), examples.owners) == pytest.approx(before, abs=1e-3)
        adapted = adapt_model(joined(30), sources, {"web": web})
        assert adapted.model.network.uses_log
        assert adapted.model.was_trained_with(lexicon)
        write_model(adapted.model, tmp_path / "my.model")
        learned = segmenter("learned", lexicon=lexicon, model=str(tmp_path / "my.model"))
        assert learned.segment("green shoes").pipe == "green shoes"


def test_a_transformer_that_learns_is_shown_no_example_that_it_is_judged_by() -> None:
    corpus, log = joined(30), logged(100)
    queries = [*(entry.query.words for entry in corpus), *log]
    ((member, inputs),) = said_by("web")(queries).heads
    never = replace(member, outputs=np.zeros_like(member.outputs), second=None, bias=-9.0)
    shown: list[tuple[list[int], list[float], int]] = []

    def tune(own: Rows, targets: Vector, seed: int) -> list[tuple[Member, Matrix]]:
        shown.append((own.tolist(), targets.tolist(), seed))
        return [(never, inputs)]

    examples = examples_of(corpus.entries, SOURCES)
    teaching = Teaching([(member, inputs)], tuned=tune)
    lessons = Lessons(examples, [len(words) - 1 for words in log], inputs, member, teaching, 1)
    taught = lessons.final()
    *parts, (everything, _, _) = shown
    assert everything == list(range(30))
    left_out = [set(everything) - set(own) for own, _, _ in parts]
    assert sorted(at for part in left_out for at in part) == everything, "each is left out once"
    assert len(left_out) == ADAPTING_PARTS
    assert all(left_out)
    assert len({seed for _, _, seed in shown}) == ADAPTING_PARTS + 1
    for own, targets, _ in shown:
        assert len(targets) == sum(len(corpus.entries[at].query.words) - 1 for at in own)
    owners = np.repeat(np.arange(130), [len(words) - 1 for words in queries])
    assert (taught.log_odds(inputs, owners) < 0).all(), "the network does what the tuned head does"
    assert (member.log_odds(inputs, owners) > 0).any()

"""Training: a parser learns its treebank, the same bytes come out twice, files that are none are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.syntax.cues.held_out import is_held_out
from caesura.syntax.cues.pairs import Pair
from caesura.syntax.parsing.adaptation import AdaptationData, adaptation_examples, project_tags
from caesura.syntax.parsing.model import ParserModel, pack_parser, unpack_parser
from caesura.syntax.parsing.training import ParserRecipe, figures, tags_right, train_parser
from caesura.syntax.parsing.transition_parser import TransitionParser, open_parser
from caesura.syntax.treebank.as_queries import read_trees
from caesura.tagging import read_as_queries
from tests.syntax.parsing.small import SETTINGS


def test_it_learns_its_treebank(model: ParserModel, treebank: Path) -> None:
    parser = TransitionParser(model, "small")
    shares = figures(parser, list(read_trees(treebank)))
    assert shares["uas"] > 97
    assert shares["las"] > 95
    parse = parser.parse(("how", "can", "i", "paint", "a", "lantern", "in", "oslo"))
    assert parse.heads == (4, 4, 4, 0, 6, 4, 8, 4)
    assert parse.labels[5] == "obj"


def test_the_card_says_what_it_is(model: ParserModel) -> None:
    assert model.card["trained_on"] == ["small.conllu"]
    assert model.card["examples"] > 60  # phrases are examples too


def test_same_input_same_bytes(treebank: Path) -> None:
    recipe = ParserRecipe([treebank], folds=2, tagger_epochs=1, fold_epochs=1, settings=replace(SETTINGS, epochs=1))
    advanced: list[int] = []
    first = pack_parser(train_parser(recipe, advance=advanced.append))
    assert first == pack_parser(train_parser(recipe))
    assert sum(advanced) == recipe.steps


def test_a_file_round_trips(model: ParserModel, tmp_path: Path) -> None:
    path = tmp_path / "small.parser"
    path.write_bytes(pack_parser(model))
    again = open_parser(path)
    assert again.model == model
    assert again.name == str(path)
    words = ("anna", "sold", "the", "kettle")
    assert again.parse(words) == TransitionParser(model, "small").parse(words)


@pytest.mark.parametrize("harm", [lambda _raw: b"nonsense", lambda raw: raw[:-20], lambda raw: raw + b"x", lambda raw: raw[:40]])
def test_a_damaged_file_is_told(model: ParserModel, harm: object) -> None:
    with pytest.raises(InputError, match=r"x\.parser: is (damaged|not a parser)"):
        unpack_parser(harm(pack_parser(model)), "x.parser")  # type: ignore[operator]


def test_a_kept_tagger_is_not_in_the_file(treebank: Path) -> None:
    recipe = ParserRecipe([treebank], folds=2, fold_epochs=1, keep_tagger=True, settings=replace(SETTINGS, epochs=1))
    assert train_parser(recipe).tagger == b""
    with pytest.raises(InputError, match="cannot learn from pairs"):
        train_parser(replace(recipe, adapt=AdaptationData("pairs.tsv")))


def test_no_trees_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "empty.conllu"
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="holds no trees"):
        train_parser(ParserRecipe([path]))


def _by_question(words: Sequence[str]) -> tuple[str, ...]:
    """A tagger that only knows sentences: after a question word `play` is a verb, otherwise it takes it for a noun."""
    return tuple("VERB" if word == "play" and "how" in words else "NOUN" for word in words)


def test_tags_come_from_the_title() -> None:
    pair = Pair(("violin", "play", "cheap"), ("how", "to", "play", "the", "violin"))
    assert project_tags(pair, _by_question).tags == ("NOUN", "VERB", "NOUN")
    strangers = Pair(("sun", "moon", "play"), ("how", "to", "play"))
    assert [found.words for found in adaptation_examples([pair, strangers], _by_question)] == [pair.query]


def test_a_tagger_adapts_to_pairs(treebank: Path, tmp_path: Path) -> None:
    pairs, queries = tmp_path / "pairs.tsv", tmp_path / "queries.conllu"
    pairs.write_text("lantern oslo paint\tHow can I paint a lantern in Oslo?\n" * 5, encoding="utf-8")
    queries.write_text(
        "1\tlantern\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\toslo\t_\tPROPN\t_\t_\t0\troot\t_\t_\n"
        "3\tpaint\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
        encoding="utf-8",
    )
    recipe = ParserRecipe([treebank], folds=2, tagger_epochs=2, fold_epochs=1, settings=replace(SETTINGS, epochs=1))
    adapted = train_parser(replace(recipe, adapt=AdaptationData(pairs), measured=[queries]))
    assert adapted.card["adapted_to"] == {"files": ["pairs.tsv"], "real": 5, "synthetic": 0, "seed": 1}
    plain = train_parser(recipe)
    assert "adapted_to" not in plain.card
    assert TransitionParser(adapted, "adapted").tagger(("lantern", "oslo", "paint")) == ("NOUN", "PROPN", "VERB")
    # The card says what adapting did, and the parser that was adapted is the one that is measured.
    before = tags_right(TransitionParser(plain, "plain").tagger, list(read_as_queries(queries)))
    assert adapted.card["tags"] == {"queries.conllu": {"before": before, "after": 100.0}}
    assert before < 100
    pairs.write_text("sun moon\tnothing of it\n", encoding="utf-8")
    with pytest.raises(InputError, match="no title holds the words of its query"):
        train_parser(replace(recipe, adapt=AdaptationData(pairs)))


def test_synthetic_pairs_are_drawn_of_questions_that_are_not_held_out(tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    asked = [f"how do i paint the {thing} of my house" for thing in ("door", "wall", "roof", "lamp", "gate", "fence", "shed")]
    questions.write_text("\n".join(asked), encoding="utf-8")
    real, synthetic = AdaptationData(questions=questions).pairs_of(_by_question)
    titles = {" ".join(pair.title) for pair in synthetic}
    assert not real
    assert titles
    assert titles <= {question for question in asked if not is_held_out(tuple(question.split()))} < set(asked)
    assert len(AdaptationData(questions=questions, maximum=1).pairs_of(_by_question)[1]) <= 1

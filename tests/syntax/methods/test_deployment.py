"""Models of your own in use: from hand-segmented queries, alone and beside one from cues; what has no use is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.shapes import Flat
from caesura.syntax import (
    SYNTAX_METHODS,
    CrfOptions,
    Tools,
    deployed_pipeline,
    learn_question_templates,
    parse,
    pipeline,
    read_pairs,
    read_segmented,
    train_from_pairs,
    train_from_segmented,
)
from tests.syntax.methods.test_methods import TREEBANK

HAND = """tea|how to make
green tea

lisbon|how to go
cups|how to paint
tea in lisbon
how to fold paper
porto|how to reach
"""
PAIRS = """mayor porto	What is the mayor of Porto?
mayor lisbon	Who is the mayor of Lisbon?
price tea	What is the price of tea?
price cups	What is the price of cups?
"""
OPTIONS = CrfOptions(minimum=1, iterations=30)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("models")
    (folder / "hand.txt").write_text(HAND)
    (folder / "pairs.tsv").write_text(PAIRS)
    named = {name: str(folder / name) for name in ("hand.txt", "hand.weights", "cues.weights", "mine.templates")}
    train_from_segmented(read_segmented(folder / "hand.txt"), OPTIONS)[0].save(named["hand.weights"])
    pairs = list(read_pairs(folder / "pairs.tsv"))
    train_from_pairs(pairs, [], OPTIONS)[0].save(named["cues.weights"])
    learn_question_templates([*pairs, *pairs], [], card={}).save(named["mine.templates"])
    return named


def test_a_model_from_hand_segmented_queries(files: dict[str, str]) -> None:
    examples = read_segmented(files["hand.txt"])
    assert [example.flat for example in examples][:2] == [Flat((1, 0, 0)), Flat((0,))]
    model, facts = train_from_segmented(examples, OPTIONS)
    assert (facts["queries"], facts["multi_segment"], model.by_hand) == (7, 4, True)
    assert 0 <= facts["segment_f1"] <= 1
    with pytest.raises(InputError, match="8 folds of 7 queries"):
        train_from_segmented(examples, OPTIONS, folds=8)


def test_a_treebank_is_read_as_hand_segmented(tmp_path: Path) -> None:
    (tmp_path / "one.conllu").write_text(
        "1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\tSegment=1\n2\thow\t_\tADV\t_\t_\t0\troot\t_\tSegment=2\n3\t?\t_\tPUNCT\t_\t_\t2\tpunct\t_\tSegment=2\n"
    )
    (example,) = read_segmented(tmp_path / "one.conllu")
    assert (example.words, example.flat) == (("tea", "how"), Flat((1,)))
    (tmp_path / "bad.txt").write_text("a b\n|\\\n")
    with pytest.raises(InputError, match=r"bad\.txt:2"):
        read_segmented(tmp_path / "bad.txt")


def test_the_default_is_what_the_models_are_for(files: dict[str, str]) -> None:
    assert deployed_pipeline().method.name == "distant"
    assert deployed_pipeline(models=[files["hand.weights"]]).method.name == "supervised"
    assert deployed_pipeline(models=[files["hand.weights"], files["cues.weights"]]).method.name == "ensemble"
    assert parse("oslo how to reach", model=files["hand.weights"]).segments == ("oslo", "how to reach")
    assert parse("oslo how to reach", model=files["hand.weights"]).method == "supervised"


def test_an_ensemble_breaks_where_either_does(files: dict[str, str]) -> None:
    tools = Tools.from_files(models=[files["hand.weights"], files["cues.weights"]])
    for query in TREEBANK:
        tags = tools.tagger(query.words)
        both = [model.segment(query.words, tags).breaks for model in (tools.model, tools.supervised)]
        found = pipeline("ensemble", tools).parse(query.words).parse.forest.segments
        if query.words[0] != "what":
            assert found.breaks == tuple(one | other for one, other in zip(*both, strict=True))


def test_a_given_model_is_used_on_a_treebank_too(files: dict[str, str]) -> None:
    tools = Tools.from_files(models=[files["hand.weights"]])
    found = SYNTAX_METHODS["supervised"].on_treebank(TREEBANK, tools)
    assert [one.parse.forest for one in found] == [
        pipeline("supervised", tools).parse(query.words).parse.forest for query in TREEBANK
    ]


def test_order_and_templates_are_used(files: dict[str, str]) -> None:
    assert deployed_pipeline(models=[files["hand.weights"]], order="parse-first").tools.order.value == "parse-first"
    mine = parse("mayor oslo", pipeline="projection", templates=files["mine.templates"])
    assert mine.question in (("what", "is", "the", "mayor", "of", "oslo"), ("who", "is", "the", "mayor", "of", "oslo"))


@pytest.mark.parametrize(
    ("pipeline", "models", "others", "told"),
    [
        ("supervised", (), {}, "needs a model learned from hand-segmented queries"),
        ("ensemble", ("cues.weights",), {}, "needs a model learned from hand-segmented queries"),
        ("distant", ("hand.weights",), {}, "uses no model learned from hand-segmented queries"),
        ("parser-only", ("cues.weights",), {}, "uses no model learned from cues"),
        (None, ("hand.weights", "hand.weights"), {}, "two models were learned from hand-segmented queries"),
        ("distant", (), {"templates": "mine.templates"}, "uses no templates"),
        ("projection", (), {"order": "parse-first"}, "is not two steps"),
        (None, (), {"order": "sideways"}, "no order is called 'sideways'"),
    ],
)
def test_what_has_no_use_is_refused(
    files: dict[str, str], pipeline: str | None, models: tuple[str, ...], others: dict[str, str], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        deployed_pipeline(pipeline, models=[files[name] for name in models], **{k: files.get(v, v) for k, v in others.items()})

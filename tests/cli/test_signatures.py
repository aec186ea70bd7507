"""Signatures tell everything that changes a figure: another option, another signature."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from caesura.agreement import ANNOTATORS, simulated_corpus
from caesura.corpus import read_corpus, write_corpus
from caesura.lexicon import open_lexicon
from caesura.segmenters import MethodSettings, write_model
from caesura.segmenters.learned.profiles import default_model
from caesura.segmenters.predicting import fold_facts
from caesura.syntax import default_parser, save_parser
from caesura.syntax.parsing.transition_parser import TransitionParser
from caesura.syntax.projection.templates import default_templates
from tests.cli.commands import run
from tests.retrieval.experiment.small import write_collection

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "labels-crowd.csv",
        "labels-gold.csv",
        "labels-annotations.jsonl",
        "evaluate-corpus.jsonl",
        "evaluate-careful.tsv",
    ):
        shutil.copy(EXAMPLES / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def signatures(*arguments: object) -> list[str]:
    result = run(*arguments, "--format", "json")
    assert result.returncode == 0, result.stderr
    found: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, dict):
            found.extend(text for key, text in value.items() if key == "signature")
            for inner in value.values():
                collect(inner)
        if isinstance(value, list):
            for inner in value:
                collect(inner)

    collect(json.loads(result.stdout))
    assert found
    return found


def differ(base: Sequence[object], *changes: Sequence[object]) -> None:
    """Each change of the options gives a signature that no other one has."""
    seen = {tuple(signatures(*base)): "the plain command"}
    assert tuple(signatures(*base)) in seen  # the same again
    for change in changes:
        signed = tuple(signatures(*base, *change))
        assert signed not in seen, f"{change} has the signature of {seen[signed]}"
        seen[signed] = str(change)


def other_lexicon(folder: Path) -> Path:
    (folder / "counts.tsv").write_text("new york\t1000\ntimes square\t900\nsquare dance\t800\nnew\t5000\nyork\t2000\n")
    (folder / "titles.txt").write_text("new york\n")
    assert run("lexicon", "build", "mine.lexicon", "--counts", "counts.tsv", "--titles", "titles.txt").returncode == 0
    return folder / "mine.lexicon"


def test_labels_infer(here: Path) -> None:
    (here / "gold.csv").write_text((here / "labels-gold.csv").read_text().replace("place", "other", 1))
    (here / "labels.csv").write_text((here / "labels-crowd.csv").read_text().replace("place", "other", 1))
    gold = ["--gold", "labels-gold.csv"]
    base: list[object] = ["labels", "infer", "labels-crowd.csv", "--model", "glad"]
    sets = [f"{name}=0.7" for name in ("ability_mean", "ability_deviation", "ease_mean", "ease_deviation", "start", "tolerance")]
    differ(
        base,
        *[["--set", setting] for setting in (*sets, "max_iterations=500", "class_prior=estimated")],
        ["--restarts", 2],
        ["--ties", "random"],
        ["--duplicates", "first"],
        ["--seed", 2],
        gold,
        ["--gold", "gold.csv"],
    )
    assert signatures("labels", "infer", "labels.csv") != signatures("labels", "infer", "labels-crowd.csv")


@pytest.mark.parametrize(
    "changes",
    [
        [["weighted-majority"], ["dawid-skene"], ["dawid-skene", "--set", "trust=0.2"], ["dawid-skene", "--set", "smoothing=0.2"]],
        [["one-coin"], ["one-coin", "--set", "right=2"], ["one-coin", "--set", "wrong=2"]],
        [["naive-bayes"], ["naive-bayes", "--folds", 5], ["naive-bayes", "--smoothing", "printed"]],
    ],
)
def test_label_models_and_their_parameters(here: Path, changes: Sequence[Sequence[object]]) -> None:  # noqa: ARG001 - sets the folder
    base = ["labels", "infer", "labels-crowd.csv", "--gold", "labels-gold.csv", "--model"]
    seen = {tuple(signatures(*base, *change)) for change in (["majority"], *changes)}
    assert len(seen) == len(changes) + 1


def test_labels_simulate_and_workers(here: Path) -> None:  # noqa: ARG001 - sets the folder
    base: list[object] = ["labels", "simulate", "labels-crowd.csv", "--gold", "labels-gold.csv", "--repeats", 2, "--values", "1,3"]
    base += ["--model", "majority"]
    differ(
        base,
        ["--vary", "quality", "--values", "0.5,0.6"],
        ["--vary", "spammers", "--values", "0.1", "--labels-per-item", 3],
        ["--vary", "spammers", "--values", "0.1"],
        ["--model", "one-coin"],
        ["--values", "1,5"],
        ["--repeats", 3],
        ["--target", 0.7],
        ["--stopping", 0.8],
        ["--ties", "random"],
        ["--duplicates", "first"],
        ["--seed", 3],
    )
    base[-1] = "naive-bayes"
    differ(base, ["--folds", 5])
    differ(
        ["labels", "workers", "labels-crowd.csv"],
        ["--gold", "labels-gold.csv"],
        ["--model", "one-coin"],
        ["--spam", 0.3],
        ["--min-labels", 7],
        ["--prior", 0.2],
        ["--exclude", "ann"],
        ["--duplicates", "first"],
        ["--seed", 3],
    )
    differ(["labels", "references", "labels-annotations.jsonl"], ["--distance", "d2"])


def test_evaluate(here: Path) -> None:
    mine = other_lexicon(here)
    (here / "other.jsonl").write_text((here / "evaluate-corpus.jsonl").read_text().replace('"count": 2', '"count": 3', 1))
    base: list[object] = ["evaluate", "evaluate-corpus.jsonl", "--method", "titles", "--measure", "corpus,bestfit"]
    differ(
        base,
        ["--method", "hybrid"],
        ["--lexicon", mine],
        ["--rules", "published"],
        ["--reference", "published"],
        ["--measure", "newbreak"],
        ["--subset", "length>=4"],
        ["--average", "micro"],
        ["--resamples", 200],
        ["--seed", 2],
        ["--method", "learned"],
        ["--method", "none"],
    )
    assert signatures("evaluate", "other.jsonl", *base[2:]) != signatures(*base)


def test_what_a_predictions_file_says_is_signed(here: Path) -> None:
    before = signatures("evaluate", "evaluate-corpus.jsonl", "evaluate-careful.tsv", "--no-people")
    lines = (here / "evaluate-careful.tsv").read_text().splitlines()
    lines[0] = lines[0].replace("|", " ") if "|" in lines[0] else lines[0].replace(" ", "|", 1)
    (here / "evaluate-careful.tsv").write_text("\n".join(lines) + "\n")
    assert not set(before) & set(signatures("evaluate", "evaluate-corpus.jsonl", "evaluate-careful.tsv", "--no-people"))


def test_compare_and_trees(here: Path) -> None:
    mine = other_lexicon(here)
    base: list[object] = [
        "compare",
        "evaluate-corpus.jsonl",
        "method:titles",
        "method:none",
        "--measure",
        "bestfit",
        "--trials",
        1000,
    ]
    differ(
        base,
        ["--lexicon", mine],
        ["--rules", "published"],
        ["--reference", "published"],
        ["--subset", "length>=4"],
        ["--test", "t"],
        ["--level", 0.01],
        ["--trials", 2000],
        ["--seed", 2],
    )
    trees: list[object] = ["evaluate-trees", "evaluate-corpus.jsonl", "--method", "top-down", "--measure", "corpus"]
    differ(
        trees,
        ["--lexicon", mine],
        ["--method", "balanced"],
        ["--cut", "height=1"],
        ["--cut-for", "corpus:query"],
        ["--folds", 5],
        ["--resamples", 200],
        ["--seed", 2],
    )


def other_model(folder: Path, name: str = "mine.model", *, bias: int = 1) -> Path:
    """The shipped model with another bias: another model, trained in no time."""
    model = default_model()
    write_model(replace(model, network=replace(model.network, bias=model.network.bias + bias)), folder / name)
    return folder / name


def test_models_of_methods_that_learn(here: Path) -> None:
    model, other = other_model(here), other_model(here, "other.model", bias=2)
    lexicon = other_lexicon(here)
    given: list[Sequence[object]] = [["--model", model], ["--model", other], ["--lexicon", lexicon]]
    differ(["evaluate", "evaluate-corpus.jsonl", "--method", "learned", "--measure", "corpus", "--no-people"], *given)
    trees: list[object] = ["evaluate-trees", "evaluate-corpus.jsonl", "--method", "learned", "--measure", "corpus"]
    # Without a model it would train one for each fold.
    assert signatures(*trees, "--cut", "height=1", *given[0]) != signatures(*trees, "--cut", "height=1", *given[1])
    curve: list[object] = ["confidence", "evaluate-corpus.jsonl", "--folds", 0, "--thresholds", "0,0.5"]
    differ(curve, *given, ["--thresholds", "0,0.6"], ["--beside", "titles"])
    # What a file is called does not matter, what is in it does.
    (here / "elsewhere").mkdir()
    same = shutil.copy(model, here / "elsewhere" / "mine.model")
    assert signatures(*curve, "--model", same) == signatures(*curve, "--model", model)


def test_folds_and_their_seed(here: Path) -> None:
    """What `evaluate --folds` and `confidence --folds` write into their signatures, without training all those models."""
    corpus = read_corpus(here / "evaluate-corpus.jsonl")
    lexicon = open_lexicon(other_lexicon(here))
    settings = [MethodSettings(folds=2), MethodSettings(folds=3), MethodSettings(folds=2, seed=2), MethodSettings(lexicon, folds=2)]
    assert len({tuple(fold_facts("learned", corpus, one).items()) for one in settings}) == len(settings)


def test_syntax_names_parser_and_lexicon_by_what_they_are(here: Path) -> None:
    shutil.copy(EXAMPLES / "syntax-treebank.conllu", here)
    lexicon = other_lexicon(here)
    shipped = default_parser()
    assert isinstance(shipped, TransitionParser)
    (here / "elsewhere").mkdir()
    save_parser(here / "my.parser", replace(shipped.model, temperature=2 * shipped.model.temperature))
    save_parser(here / "elsewhere" / "my.parser", replace(shipped.model, temperature=3 * shipped.model.temperature))
    base: list[object] = ["syntax", "evaluate", "syntax-treebank.conllu", "--method", "distant"]
    default_templates().save(here / "same.templates")
    differ(
        base,
        ["--parser", "my.parser"],
        ["--parser", "elsewhere/my.parser"],
        ["--lexicon", lexicon],
        ["--templates", "same.templates"],
        ["--order", "parse-first"],
        ["--folds", 4],
        ["--seed", 2],
        ["--no-question-rule"],
        ["--method", "gold"],
    )
    with_parser = signatures(*base, "--parser", "my.parser")
    shutil.copy(here / "my.parser", here / "elsewhere")
    assert signatures(*base, "--parser", "elsewhere/my.parser") == with_parser
    with_lexicon = signatures(*base, "--lexicon", lexicon)
    assert signatures(*base, "--lexicon", shutil.copy(lexicon, here / "elsewhere")) == with_lexicon


def test_retrieval(here: Path) -> None:
    lexicon = other_lexicon(here)
    small = write_collection(here / "small")
    (here / "stop.txt").write_text("the\n")
    (here / "synonyms.txt").write_text("hot warm\n")
    (here / "queries.tsv").write_text("".join((small / "queries.tsv").read_text().splitlines(keepends=True)[:-1]))
    base: list[object] = ["retrieval", "experiment", "--collection", f"small={small}", "--method", "titles"]
    for setting in ("mu=10,1000", "thetas=5", "shares=0.1", "processes=1", f"cache={here / 'cache'}"):
        base += ["--set", setting]
    base += ["--run", "soft-phrases"]
    settings = ("mu=10,500", "thetas=5,25", "shares=0.2", "folds=4", "seed=2", "width=5", "words=2-4", "min_confidence=0.5")
    files = ("query_stopwords=stop.txt", "synonyms=synonyms.txt", f"lexicon={lexicon}")
    differ(base, *[["--set", setting] for setting in (*settings, *files)], ["--method", "hybrid"], ["--run", "mrf-sequential"])
    assert signatures(*base, "--set", "processes=2") == signatures(*base)


def test_agreement_and_bias(here: Path) -> None:
    write_corpus(simulated_corpus(ANNOTATORS[0], queries=20), here / "crowd.jsonl")
    write_corpus(simulated_corpus(ANNOTATORS[0], queries=20, seed=5), here / "same-queries.jsonl")
    nested = next(one for one in ANNOTATORS if one.kind.value == "nested")
    write_corpus(simulated_corpus(nested, queries=20), here / "trees.jsonl")
    differ(
        ["agreement", "crowd.jsonl"],
        ["--against", "crowd.jsonl"],
        ["--resamples", 200],
        ["--resamples", 0],
        ["--seed", 2],
    )
    differ(["agreement", "trees.jsonl"], ["--distance", "d2"])
    differ(
        ["bias", "crowd.jsonl", "--trials", 100],
        ["--nested", "trees.jsonl"],
        ["--against", "same-queries.jsonl"],
        ["--tags", "none"],
        ["--trials", 200],
        ["--seed", 2],
    )


def test_worth_tuning_and_the_alternative_annotator_test(here: Path) -> None:
    mine = other_lexicon(here)
    write_corpus(simulated_corpus(ANNOTATORS[0], queries=20), here / "crowd.jsonl")
    differ(
        ["worth", "crowd.jsonl", "--method", "titles", "--resamples", 20],
        ["--method", "naive"],
        ["--lexicon", mine],
        ["--rules", "published"],
        ["--reference-votes", 2],
        ["--resamples", 30],
        ["--seed", 2],
    )
    differ(
        ["tune", "crowd.jsonl", "--lexicon", mine],
        ["--lexicon", "default"],
        ["--measure", "bestfit"],
        ["--measure", "bestfit", "--level", "break"],
        ["--folds", 2],
    )
    differ(
        ["agreement", "crowd.jsonl", "--alt-test", "titles"],
        ["--alt-test", "naive"],
        ["--lexicon", mine],
        ["--epsilon", 0.15],
        ["--experts"],
    )


def test_machines_beside_people(here: Path) -> None:
    rows = (here / "labels-crowd.csv").read_text().splitlines()
    machine = [line.split(",") for line in (here / "labels-gold.csv").read_text().splitlines()[1:]]
    crowd = [f"{row},{'kind' if at == 0 else 'person'}" for at, row in enumerate(rows)]
    (here / "mixed.csv").write_text(
        "\n".join([*crowd, *(f"{task},gpt,{label},language-model" for task, label, *_ in machine)]) + "\n"
    )
    differ(
        ["labels", "worth", "mixed.csv", "--annotators", "gpt", "--resamples", 20],
        ["--reference-votes", 2],
        ["--resamples", 30],
        ["--duplicates", "first"],
        ["--seed", 2],
    )
    differ(
        ["labels", "mixed", "mixed.csv", "--gold", "labels-gold.csv", "--machine", "gpt", "--repeats", 2],
        ["--threshold", "0.8"],
        ["--person-cost", 0.5],
        ["--machine-cost", 0.5],
        ["--max-labels", 2],
        ["--copies", 0.5],
        ["--repeats", 3],
        ["--seed", 2],
    )

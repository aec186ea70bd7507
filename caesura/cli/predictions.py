"""Where the predictions of `caesura evaluate` and `caesura compare` come from: files, the corpus itself, or methods."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.progress import progress
from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.corpus import Corpus
    from caesura.evaluation import Measure, Predicted, Predictions, Subset
    from caesura.segmenters import MethodSettings
    from caesura.shapes import Flat

CorpusArgument = Annotated[str, typer.Argument(metavar="CORPUS", help="Queries with votes, in any known format.")]
PredictionsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PREDICTIONS]...", help="Files with one segmentation per query, or outputs and machine annotators in the corpus."
    ),
]
MethodsOption = Annotated[
    str | None, choice("segmenters:METHODS", "--method", "-m", metavar="A,B", help="Segment by these methods")
]
FromOption = Annotated[
    str | None, choice("corpus:FORMATS", "--from", metavar="FORMAT", help="The corpus's format, if the content is ambiguous")
]
MeasureOption = Annotated[
    str | None, choice("evaluation:MEASURES", "--measure", metavar="A,B", help="Only these measures; all by default")
]
ReferenceOption = Annotated[
    str, typer.Option("--reference", help="closest (the definition) or published (as in the thesis's tables).")
]
LexiconOption = Annotated[str | None, typer.Option("--lexicon", "-l", metavar="FILE", help="Counts and titles for methods.")]
FoldsOption = Annotated[
    int | None,
    typer.Option("--folds", min=2, help="Number of folds: each query is scored by a model trained on the other folds."),
]
RulesOption = Annotated[str, typer.Option("--rules", help="For methods: printed (the formulas) or published (the public outputs).")]


def annotated_corpus(path: str, from_format: str | None) -> Corpus:
    from caesura.corpus import read_corpus

    return read_corpus(path, from_format, annotated=True)


def listed(names: str | None) -> list[str]:
    """`a, b` as an option has it -> its names."""
    return [name.strip() for name in names.split(",")] if names else []


def chosen_measures(names: str | None) -> list[Measure] | None:
    from caesura.evaluation import measure

    return None if names is None else [measure(name) for name in listed(names)]


def from_file_or_output(name: str, corpus: Corpus) -> tuple[str, Predictions]:
    """A predictions file, or the name of an algorithm or machine annotator whose answers the corpus brings along."""
    from caesura.evaluation import method_name, named_predictions, read_predictions

    if name not in corpus.machines and (name == "-" or Path(name).exists()):
        return method_name(name), read_predictions(name, corpus)
    return name, named_predictions(name, corpus)


def settings_of(
    lexicon: str | None,
    model: str | None,
    *,
    rules: str = "printed",
    log: str | None = None,
    examples: str | None = None,
    folds: int | None = None,
    seed: int = 1,
) -> MethodSettings:
    """What methods are given to work with, as the options name it."""
    from caesura.segmenters import MethodSettings

    if folds is not None and model is not None:
        raise InputError("--folds trains models of its own, so --model would not be used", cure="leave one of the two out")
    opened = None if lexicon is None else opened_lexicon(lexicon)
    return MethodSettings(opened, model, rules, log, examples, folds, seed)  # type: ignore[arg-type] # the rules are checked where they are used


def from_method(name: str, corpus: Corpus, settings: MethodSettings) -> Predicted[Flat]:
    """Segment the corpus's queries, with a bar to watch."""
    from caesura.segmenters import METHODS, predict, prediction_steps

    if settings.lexicon is None and METHODS[name].needs_lexicon:
        opened_lexicon(None)  # it may have to be unpacked, which is said
    label, steps, unit = prediction_steps(name, corpus, settings)
    with progress(label, steps, unit=unit) as advance:
        return predict(name, corpus, settings, advance)


def print_notes(notes: Iterable[str]) -> None:
    for note in notes:
        typer.echo(f"note: {note}", err=True)


def chosen_subset(text: str, settings: MethodSettings, corpus: Corpus) -> Subset:
    """As `parse_subset`; besides, `entry` and `no-entry` (is the query itself an entry of the lexicon?), `seen` and `unseen`
    (was the model trained on it?)."""
    from caesura.evaluation import Subset, parse_subset

    name = text.strip()
    if name in ("entry", "no-entry"):
        lexicon = opened_lexicon(None) if settings.lexicon is None else settings.lexicon
        return Subset(name, lambda entry: (lexicon.lookup(entry.query.words) != (0, False)) is (name == "entry"))
    if name in ("seen", "unseen"):
        from caesura.segmenters import seen_queries

        known = frozenset[str]() if settings.folds is not None else seen_queries(settings.trained_model(), corpus)
        return Subset(name, lambda entry: (entry.query.id in known) is (name == "seen"))
    return parse_subset(text)


def gather(
    corpus: Corpus, names: Iterable[str], methods: Iterable[str], settings: MethodSettings
) -> dict[str, Predictions | Predicted[Flat]]:
    """All predictions by method; two of one name would hide each other and are refused."""
    gathered: dict[str, Predictions | Predicted[Flat]] = {}

    def add(name: str, predictions: Predictions | Predicted[Flat]) -> None:
        if name in gathered:
            raise InputError(f"two predictions are called '{name}'", cure="rename one of the files")
        gathered[name] = predictions

    for name in names:
        add(*from_file_or_output(name, corpus))
    for method in methods:
        add(method, from_method(method, corpus, settings))
    return gathered

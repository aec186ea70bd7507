"""`caesura evaluate-trees`: how good trees are, against trees, or cut into flat segmentations against flat votes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.predictions import (
    CorpusArgument,
    FromOption,
    LexiconOption,
    annotated_corpus,
    listed,
    print_notes,
    settings_of,
)
from caesura.cli.progress import progress
from caesura.foundation import InputError, shared_signature

if TYPE_CHECKING:
    from caesura.corpus import Corpus
    from caesura.evaluation import Predicted, ScoredTree
    from caesura.segmenters import MethodSettings

app = typer.Typer()

_TREE_LEVELS = ("query", "bracket_precision", "bracket_recall", "bracket_f", "d1", "d2")
_FLAT_LEVELS = ("query", "segment_precision", "segment_recall", "segment_f", "break", "value")


@app.command(name="evaluate-trees", epilog="Example:  caesura evaluate-trees trees.jsonl --method segment-pmi,balanced")
def evaluate_trees(
    corpus: CorpusArgument,
    predictions: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PREDICTIONS]...", help="Files with one tree per query, such as caesura nest prints."),
    ] = None,
    method: Annotated[
        str | None, choice("segmenters:NESTING_METHODS", "--method", "-m", metavar="A,B", help="Build trees in these ways")
    ] = None,
    from_format: FromOption = None,
    lexicon: LexiconOption = None,
    model: ModelOption = None,
    measure: Annotated[
        str | None,
        typer.Option("--measure", metavar="A,B", help="mean, bestfit, popular; for flat votes those of caesura evaluate."),
    ] = None,
    cut: Annotated[
        str | None, typer.Option("--cut", metavar="LEVEL", help="For flat votes: best, height=1, depth=2, threshold=2.5.")
    ] = None,
    cut_for: Annotated[
        str, typer.Option("--cut-for", metavar="MEASURE[:LEVEL]", help="What the best cut optimises, as newbreak or corpus:query.")
    ] = "newbreak",
    folds: Annotated[
        int, typer.Option("--folds", min=2, help="Number of folds: the best cut and learned come from the other folds.")
    ] = 10,
    people: Annotated[bool, typer.Option(help="Score the annotators against each other, as rows of the same table.")] = True,
    resamples: Annotated[int, typer.Option(min=0, help="Bootstrap resamples for the intervals; 0 for none.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same intervals.")] = 1,
    per_query: Annotated[bool, typer.Option("--per-query", help="Print the values of each query instead.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Score trees by brackets and distances. Where the votes are flat, cut the trees first, at the level that does best."""
    from caesura.shapes import Nested

    read = annotated_corpus(corpus, from_format)
    # A model must not be measured on flat votes it was trained on; trees nobody trains on. A given model is taken as it is.
    in_folds = None if read.kind is Nested or model is not None else folds
    methods = listed(method)
    trees = _gathered(read, predictions or (), methods, settings_of(lexicon, model, folds=in_folds, seed=seed))
    print_notes(dict.fromkeys(note for predicted in trees.values() for note in predicted.notes))
    names = None if measure is None else [name.strip() for name in measure.split(",")]
    if read.kind is Nested:
        if cut is not None:
            raise InputError(f"{read.name} holds trees, only flat votes can be cut for", cure="leave --cut out")
        _against_trees(read, trees, names, people, resamples, seed, per_query, format)
    else:
        _against_flat_votes(read, trees, names, cut or "best", cut_for, folds, people, resamples, seed, per_query, format)


def _gathered(
    corpus: Corpus, files: Sequence[str], methods: Sequence[str], settings: MethodSettings
) -> dict[str, Predicted[ScoredTree]]:
    """Trees by method: files first, then what is built here."""
    from caesura.evaluation import Predicted, ScoredTree, read_tree_predictions
    from caesura.segmenters import NESTING_METHODS, predict_trees, prediction_steps

    gathered: dict[str, Predicted[ScoredTree]] = {}

    def add(name: str, trees: Predicted[ScoredTree]) -> None:
        if name in gathered:
            raise InputError(f"two predictions are called '{name}'", cure="rename one of the files")
        gathered[name] = trees

    for file in files:
        if file != "-" and not Path(file).exists():
            raise InputError("no such file", cure="name a file with one tree per query, or a --method", file=file)
        name, trees = read_tree_predictions(file, corpus)
        add(name, Predicted.made_elsewhere({query_id: ScoredTree(nested) for query_id, nested in trees.items()}))
    for name in methods:
        if settings.lexicon is None and NESTING_METHODS[name].needs_lexicon:
            opened_lexicon(None)  # it may have to be unpacked, which is said
        label, steps, unit = prediction_steps(name, corpus, settings)
        with progress(label, steps, unit=unit) as advance:
            add(name, predict_trees(name, corpus, settings, advance))
    return gathered


def _against_trees(
    corpus: Corpus,
    trees: Mapping[str, Predicted[ScoredTree]],
    names: Sequence[str] | None,
    people: bool,
    resamples: int,
    seed: int,
    per_query: bool,
    format: Format,
) -> None:
    from caesura.evaluation import Predicted, tree_measure, tree_query_rows, tree_rows
    from caesura.evaluation import evaluate_trees as score

    bare = {method: {i: tree.nested for i, tree in predicted.of.items()} for method, predicted in trees.items()}
    known = {
        method: Predicted(bare[method], predicted.facts, predicted.seen, predicted.notes) for method, predicted in trees.items()
    }
    scores = score(corpus, known, measures=None if names is None else [tree_measure(name) for name in names], people=people)
    if not scores:
        raise InputError("nothing to evaluate: no trees, and no annotators to compare", cure="name predictions or a --method")
    if per_query:
        print_rows(tree_query_rows(corpus, scores, bare), format)
        return
    rows = tree_rows(corpus, scores, resamples=resamples, seed=seed)
    _print(rows, _TREE_LEVELS, format, f"{corpus.name}: {len(corpus)} queries")


def _against_flat_votes(
    corpus: Corpus,
    trees: Mapping[str, Predicted[ScoredTree]],
    names: Sequence[str] | None,
    cut: str,
    cut_for: str,
    folds: int,
    people: bool,
    resamples: int,
    seed: int,
    per_query: bool,
    format: Format,
) -> None:
    from caesura.evaluation import cut_rows, evaluate_cut_trees, query_rows
    from caesura.evaluation import measure as flat_measure

    if not trees:
        raise InputError("nothing to evaluate: no trees", cure="name predictions or a --method")
    measures = None if names is None else [flat_measure(name) for name in names]
    evaluation, cuts = evaluate_cut_trees(corpus, trees, cut=cut, cut_for=cut_for, folds=folds, measures=measures)
    if per_query:
        print_rows(query_rows(evaluation), format)
        return
    rows = cut_rows(evaluation, trees, cuts, people=people, resamples=resamples, seed=seed)
    if format is Format.TABLE:
        keys = ("method", "segments_held", "compatible", "cut")
        print_rows([{key: row[key] for key in keys} for row in _first_of_each(rows)], format, title="The trees themselves")
    _print(rows, _FLAT_LEVELS, format, f"{corpus.name}: {len(corpus)} queries, trees cut at {cut}")


def _first_of_each(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return list({row["method"]: row for row in rows if "cut" in row}.values())


def _print(rows: Sequence[Mapping[str, Any]], levels: Sequence[str], format: Format, title: str) -> None:
    """JSON holds everything; tables hold the figures, and a method's people under their short name."""
    from caesura.evaluation import few_queries_warning

    if warning := few_queries_warning(rows):
        typer.echo(f"warning: {warning}", err=True)
    shown = [level for level in levels if any(level in row for row in rows)]
    if format is Format.TABLE:
        from caesura.evaluation import short_names

        short = short_names([row["method"] for row in rows])
        rows = [{**row, "method": short[row["method"]]} for row in rows]
    columns = ["method", "measure", *shown]
    print_rows(rows, format, title=title, columns=columns if format is Format.TABLE else [*columns, "queries", "signature"])
    if format is Format.TABLE:
        typer.echo(f"signature: {shared_signature(row['signature'] for row in rows)}")

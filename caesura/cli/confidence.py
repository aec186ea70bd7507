"""`caesura confidence`: what a minimum confidence is worth on a corpus, as a table, JSON or a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.predictions import (
    CorpusArgument,
    FromOption,
    LexiconOption,
    annotated_corpus,
    from_method,
    listed,
    print_notes,
    settings_of,
)
from caesura.cli.progress import progress
from caesura.foundation import InputError, shared_signature

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caesura.corpus import Corpus, Entry
    from caesura.evaluation import Facts
    from caesura.segmenters import MethodSettings
    from caesura.shapes import Span

app = typer.Typer()

_COLUMNS = ("method", "threshold", "phrased", "coverage", "phrases", "precision", "recall", "support", "confidence", "all_right")


@app.command(epilog="Example:  caesura confidence my-corpus.jsonl --folds 10 --beside titles,hybrid --report confidence.html")
def confidence(
    corpus: CorpusArgument,
    method: Annotated[str, typer.Option("--method", "-m", help="A method with probabilities.")] = "learned",
    from_format: FromOption = None,
    lexicon: LexiconOption = None,
    model: ModelOption = None,
    folds: Annotated[
        int, typer.Option("--folds", min=0, help="Number of folds to train in; 0 (or a --model) uses the model as it is.")
    ] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same folds and models.")] = 1,
    thresholds: Annotated[
        str | None,
        typer.Option("--thresholds", metavar="A,B", help="The minimum confidences; 0, .05, .1, ... by default."),
    ] = None,
    beside: Annotated[
        str | None, choice("segmenters:METHODS", "--beside", metavar="A,B", help="Other methods to show as single points")
    ] = None,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Also write a report as one HTML file.")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Show how good the phrases are that pass each minimum confidence, and how many queries still get any."""
    from caesura.evaluation import THRESHOLDS, confidence_rows, method_row, write_confidence_page
    from caesura.segmenters import METHODS, decide

    steps = THRESHOLDS if thresholds is None else _probabilities(thresholds)
    read = annotated_corpus(corpus, from_format)
    # A given model is taken as it is.
    in_folds = folds if folds and model is None and METHODS[method].learns else None
    settings = settings_of(lexicon, model, folds=in_folds, seed=seed)
    chances, facts = _chances(read, method, settings)

    def choose(entry: Entry, threshold: float) -> Mapping[Span, float]:
        known = chances[entry.query.id]
        return {span: known[span] for span in decide(len(entry.query.words), known, threshold).phrases}

    rows = confidence_rows(read, method, choose, steps, facts=facts)
    for name in listed(beside):
        rows.append(method_row(read, name, from_method(name, read, settings)))
    if report is not None:
        write_confidence_page(read.name, rows, report)
    columns = _COLUMNS if format is Format.TABLE else (*_COLUMNS, "queries", "signature")
    print_rows(rows, format, title=f"{read.name}: {rows[0]['queries']} queries of two or more words", columns=columns)
    if format is Format.TABLE:
        typer.echo(f"signature: {shared_signature(row['signature'] for row in rows)}")


def _probabilities(text: str) -> list[float]:
    try:
        thresholds = [float(part) for part in text.split(",")]
    except ValueError:
        thresholds = [-1.0]
    if not all(0 <= value <= 1 for value in thresholds):
        raise InputError(f"'{text}' is not a list of probabilities", cure="write them as 0,0.25,0.5,0.75")
    return thresholds


def _chances(corpus: Corpus, method: str, settings: MethodSettings) -> tuple[dict[str, Mapping[Span, float]], Facts]:
    """For each query the probability of every span, by a model that has not seen the query (or the given one, as it is), and what
    the signature says of the method."""
    from caesura.segmenters import (
        KnowsSegments,
        fold_facts,
        prediction_steps,
        segment_chances,
        segmenter,
        segmenter_facts,
        training_of,
        unseen_segmenters,
    )

    if settings.folds is not None:
        label, steps, unit = prediction_steps(method, corpus, settings)
        with progress(label, steps, unit=unit) as advance:
            return {
                entry.query.id: segment_chances(trained, entry.query.words, entry.query.tags)
                for trained, entry in unseen_segmenters(method, corpus, settings, advance)
            }, fold_facts(method, corpus, settings)
    given: dict[str, Any] = {} if settings.model is None else {"model": settings.model}
    trained = segmenter(method, lexicon=settings.lexicon, **given)
    if not isinstance(trained, KnowsSegments):
        raise InputError(f"the method {method} has no probabilities", cure="choose learned, and name others with --beside")
    print_notes(training_of(trained, corpus)[1])
    facts = segmenter_facts(trained, corpus)
    return {entry.query.id: segment_chances(trained, entry.query.words, entry.query.tags) for entry in corpus}, facts

"""`caesura syntax train-parser`: a tagger and a parser for queries from treebanks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from caesura.cli.progress import progress
from caesura.cli.syntax_pairs_options import SourceOption
from caesura.foundation import InputError


def train_parser(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="CoNLL-U files with heads and universal tags.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The parser file to write.")],
    development: Annotated[
        list[str] | None,
        typer.Option("--development", "--dev", metavar="FILE", help="Trees to fit the confidence and to measure on."),
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option("--measure", metavar="FILE", help="With --adapt: more trees to measure the tagger on.")
    ] = None,
    adapt: Annotated[
        str | None, typer.Option("--adapt", metavar="FILE", help="query<TAB>title pairs: the tagger also learns from titles' tags.")
    ] = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="FILE", help="Adapt to pairs built from these: one per line, or source<TAB>question."),
    ] = None,
    source: SourceOption = None,
    maximum: Annotated[int, typer.Option("--maximum", min=1, help="Build pairs from at most this many questions.")] = 20_000,
    keep_tagger: Annotated[
        bool, typer.Option("--keep-tagger", help="Do not train a tagger: the parser uses the one that ships with Caesura.")
    ] = False,
    fragments: Annotated[bool, typer.Option("--fragments/--no-fragments", help="Also learn from phrases of sentences.")] = True,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Passes over the trees.")] = 10,
    beam: Annotated[int, typer.Option("--beam", min=1, max=64, help="Width of the beam, in training and in the parser.")] = 8,
    seed: Annotated[int, typer.Option("--seed", help="Order of the examples; the same seed gives the same bytes.")] = 2016,
    licence: Annotated[str, typer.Option("--licence", help="Licence of the treebanks, for the model's card.")] = "",
) -> None:
    """Train a tagger and a parser on sentences that are made to look like queries: lower case, no punctuation."""
    from caesura.foundation import check_writable
    from caesura.syntax import AdaptationData, ParserRecipe, PerceptronSettings, save_parser
    from caesura.syntax import train_parser as train

    adapting = adapt is not None or questions is not None
    if measure and not adapting:
        raise InputError("--measure needs --adapt or --questions", cure="add one of them, or name the trees with --dev")
    # First: who cannot write there should not learn it after minutes of training.
    check_writable(str(output))
    data = AdaptationData(adapt, questions, None if source is None else set(source.split(",")), maximum)
    recipe = ParserRecipe(
        treebanks=treebanks,
        development=development or (),
        measured=measure or (),
        adapt=data if adapting else None,
        keep_tagger=keep_tagger,
        fragments=fragments,
        licence=licence,
        settings=PerceptronSettings(epochs=epochs, width=beam, seed=seed),
    )
    with progress("training", recipe.steps, unit="steps") as advance:
        model = train(recipe, advance=advance)
    save_parser(output, model)
    typer.echo(f"{output}: {output.stat().st_size:,} bytes, {model.card['examples']:,} examples")
    for line in _card_lines(model.card):
        typer.echo(line)


def _card_lines(card: dict[str, Any]) -> Iterator[str]:
    """A line for each development treebank, and what adapting the tagger did to its tags."""
    for name, shares in card.get("figures", {}).items():
        yield f"{name}: UAS {shares['uas']}, LAS {shares['las']}, tags {shares['tags']}, mean confidence {shares['confidence']}"
    to = card.get("adapted_to")
    if to is not None:
        yield f"tagger adapted to {to['real']:,} real and {to['synthetic']:,} synthetic queries"
        for name, shares in card["tags"].items():
            yield f"{name}: tags {shares['before']} before, {shares['after']} after"

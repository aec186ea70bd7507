"""`caesura syntax train-parser`: a tagger and a parser for queries from treebanks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caesura.cli.progress import progress
from caesura.cli.syntax_pairs_options import SourceOption
from caesura.foundation import InputError


def train_parser(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="CoNLL-U files with heads and universal tags.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The parser to write.")],
    development: Annotated[
        list[str] | None, typer.Option("--development", "--dev", metavar="FILE", help="Trees to fit the confidence and measure on.")
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option("--measure", metavar="FILE", help="With --adapt: trees whose tags are measured on too.")
    ] = None,
    adapt: Annotated[
        str | None, typer.Option("--adapt", metavar="FILE", help="query<TAB>title pairs: the tagger learns from titles' tags too.")
    ] = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="FILE", help="Adapt to pairs made of these: one a line, or source<TAB>question."),
    ] = None,
    source: SourceOption = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Make pairs of so many questions at most.")] = 20_000,
    keep_tagger: Annotated[
        bool, typer.Option("--keep-tagger", help="Train no tagger: the parser will use the one that ships with Caesura.")
    ] = False,
    fragments: Annotated[bool, typer.Option("--fragments/--no-fragments", help="Learn from phrases of sentences too.")] = True,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Passes over the trees.")] = 10,
    beam: Annotated[int, typer.Option("--beam", min=1, max=64, help="Width of the beam; also that of the parser.")] = 8,
    seed: Annotated[int, typer.Option("--seed", help="Order of the examples; the same seed gives the same bytes.")] = 2016,
    licence: Annotated[str, typer.Option("--licence", help="Licence of the treebanks, for the model's card.")] = "",
) -> None:
    """Train a tagger and a parser on sentences that are made to look like queries: lower case, no punctuation."""
    from caesura.foundation import written_bytes
    from caesura.syntax import AdaptTo, Recipe, TrainingSettings, card_lines, packed_parser, training_steps
    from caesura.syntax import train_parser as train

    adapting = adapt is not None or questions is not None
    if measure and not adapting:
        raise InputError("--measure says what adapting does", cure="add --adapt or --questions, or name the trees with --dev")
    to = AdaptTo(adapt, questions, None if source is None else set(source.split(",")), most)

    recipe = Recipe(
        treebanks=treebanks,
        development=development or (),
        measured=measure or (),
        adapt=to if adapting else None,
        keep_tagger=keep_tagger,
        fragments=fragments,
        licence=licence,
        settings=TrainingSettings(epochs=epochs, width=beam, seed=seed),
    )
    # Opened first: who cannot write there should not learn it after minutes of training.
    with written_bytes(output) as raw, progress("training", training_steps(recipe), unit="steps") as advance:
        model = train(recipe, advance=advance)
        raw.write(packed_parser(model))
    typer.echo(f"{output}: {output.stat().st_size:,} bytes, {model.card['examples']:,} examples")
    for line in card_lines(model.card):
        typer.echo(line)

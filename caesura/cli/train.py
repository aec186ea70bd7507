"""`caesura train`: a model of the method learned from a corpus with votes; or the card of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.progress import progress
from caesura.foundation import InputError, check_writable, picture_kind

if TYPE_CHECKING:
    from caesura.corpus import Corpus
    from caesura.segmenters import FeatureSources, LearnedModel, Recipe

app = typer.Typer()


@app.command(epilog="Example:  caesura train my-corpus.jsonl --lexicon my.lexicon -o my.model")
def train(
    corpus: Annotated[str | None, typer.Argument(help="A corpus with votes, in any format Caesura reads.")] = None,
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts and titles; without it, Caesura's own lexicon.")
    ] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")] = None,
    folds: Annotated[
        int, typer.Option("--folds", min=2, help="Parts of the inner cross validation: each member of the model leaves one out.")
    ] = 3,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same corpus, lexicon and seed: same model.")] = 1,
    tags: Annotated[
        bool, typer.Option("--tags/--no-tags", help="Learn from the corpus's own tags too, where it has them.")
    ] = False,
    annotators: AnnotatorsOption = None,
    licence: Annotated[str, typer.Option("--licence", help="Written into the card.")] = "as the corpus",
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw the calibration on unseen queries (PNG or SVG).")
    ] = None,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Instead: leave each group of features out in turn and print what that costs.")
    ] = False,
    card: Annotated[
        str | None,
        typer.Option("--card", metavar="MODEL", help="Instead: print the card of a model or profile; `default` is `web`."),
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Learn from many annotators where people break queries."""
    if card is not None:
        from caesura.segmenters import model_of

        print_facts(model_of(None if card == "default" else card).described(), format, title="model card")
        return
    if corpus is None:
        raise InputError("no corpus to learn from", cure="name one, or a model with --card")
    if output is None and not ablation:
        raise InputError("no file for the model", cure="name one with -o")
    from caesura.corpus import read_corpus
    from caesura.segmenters import FeatureSources, Recipe
    from caesura.tagging import default_tagger

    if not ablation:
        check_writable(output, plot)
    if plot is not None:
        picture_kind(plot)
    read = counted(read_corpus(corpus, annotated=True), annotators)
    ground = FeatureSources(opened_lexicon(lexicon), default_tagger(), tags and any(entry.query.tags is not None for entry in read))
    recipe = Recipe(members=folds, seed=seed)
    if ablation:
        _print_ablation(read, ground, recipe, format)
        return
    model = _trained(read, ground, recipe, licence, str(output), plot)
    _warn_of_leaks(read, ground, recipe, model)
    _print_trained(model, format)


def _trained(corpus: Corpus, ground: FeatureSources, recipe: Recipe, licence: str, output: str, plot: str | None) -> LearnedModel:
    from caesura.segmenters import fit, write_model

    with progress("training", recipe.members, unit="networks") as advance:
        model = fit(corpus, ground, recipe, advance, licence=licence)
    write_model(model, output)
    if plot is not None:
        from caesura.segmenters import save_reliability

        save_reliability(model.card["reliability"], plot)
    return model


def _warn_of_leaks(corpus: Corpus, ground: FeatureSources, recipe: Recipe, model: LearnedModel) -> None:
    """Figures that a lexicon made of the labels has made too good are reported, with what they are without it."""
    from caesura.segmenters import figures_without, find_leaks

    leaks = find_leaks(corpus, ground.lexicon)
    if not leaks:
        return
    for leak in leaks:
        typer.echo(f"warning: {leak}; build it from elsewhere, or from queries that are not in the corpus", err=True)
    with progress("training without them", recipe.members, unit="networks") as advance:
        without = figures_without(corpus, ground, leaks, recipe, advance)
    both = ", ".join(
        f"{name} {value:.3f} with them and {without[name]:.3f} without" for name, value in model.card["figures"].items()
    )
    typer.echo(f"warning: on queries left out: {both}", err=True)


def _print_trained(model: LearnedModel, format: Format) -> None:
    facts: dict[str, Any] = {"queries": model.card["queries"], "places": model.card["places"], **model.card["figures"]}
    print_facts({**facts, "odds_ratio": model.odds_ratio, "data": model.card["data"]}, format, title="on queries left out")


def _print_ablation(corpus: Corpus, ground: FeatureSources, recipe: Recipe, format: Format) -> None:
    from caesura.segmenters import ablation_groups, ablation_rows

    with progress("training", recipe.members * (1 + len(ablation_groups(ground))), unit="networks") as advance:
        rows = ablation_rows(corpus, ground, recipe, advance)
    print_rows(rows, format, title=f"{corpus.name}: without each group of features")

"""`caesura adapt`: a model for one's own queries from a few annotated ones, begun with the nearest shipped profile."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_facts
from caesura.cli.progress import progress
from caesura.foundation import check_writable

app = typer.Typer()


@app.command(epilog="Example:  caesura adapt --examples my-corpus.jsonl -o my.model")
def adapt(
    examples: Annotated[
        str, typer.Option("--examples", metavar="CORPUS", help="Annotated queries, 20 or more, in any format Caesura reads.")
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    start: ModelOption = None,
    annotators: AnnotatorsOption = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same examples and seed: same model.")] = 1,
    licence: Annotated[str, typer.Option("--licence", help="Written into the card.")] = "as the examples and the profile",
    format: FormatOption = Format.TABLE,
) -> None:
    """Fit a shipped profile to your own queries with as few as 20 annotated examples.

    All weights are trained a little further; how long is decided on examples left out, so the result is not worse than the
    profile but by chance. Without --profile the one that the examples surprise least is taken.
    """
    from caesura.corpus import read_corpus
    from caesura.lexicon import default_lexicon
    from caesura.segmenters import ADAPTING_PARTS, FeatureSources, adapt_model, model_of, write_model
    from caesura.tagging import default_tagger

    check_writable(output)
    corpus = counted(read_corpus(examples, annotated=True), annotators)
    begin = None if start is None else model_of(start)
    with progress("adapting", ADAPTING_PARTS, unit="parts") as advance:
        adapted = adapt_model(
            corpus, FeatureSources(default_lexicon(), default_tagger()), begin, seed=seed, licence=licence, advance=advance
        )
    write_model(adapted.model, output)
    low, high = adapted.interval
    facts = {
        "start": start or adapted.start,
        "examples": adapted.model.card["queries"],
        "passes": adapted.passes,
        **{f"{name} before": value for name, value in adapted.before.items()},
        **{f"{name} after": value for name, value in adapted.after.items()},
        "gain in query accuracy": f"{adapted.difference:+.3f} [{low:+.3f}, {high:+.3f}]",
    }
    print_facts(facts, format, title="on examples left out")

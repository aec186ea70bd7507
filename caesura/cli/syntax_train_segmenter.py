"""`caesura syntax train-segmenter`: the CRF of breaks and the question templates, from pairs and questions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_facts
from caesura.cli.progress import progress
from caesura.cli.syntax_pairs_options import (
    DrawSeedOption,
    PairsArgument,
    QuestionsOption,
    SourceOption,
    given_pairs,
    given_questions,
    something_given,
)


def train_segmenter(
    pairs: PairsArgument = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="The model of breaks to write.")] = None,
    templates: Annotated[
        str | None, typer.Option("--templates", metavar="FILE", help="Also learn question templates and write them here.")
    ] = None,
    segmented: Annotated[
        str | None,
        typer.Option(
            "--segmented",
            metavar="FILE",
            help="Instead of pairs: queries segmented by hand, one per line as a b|c, or a treebank (.conllu).",
        ),
    ] = None,
    folds: Annotated[int, typer.Option("--folds", min=2, help="With --segmented: folds in which the model is measured.")] = 5,
    questions: QuestionsOption = None,
    source: SourceOption = None,
    seed: DrawSeedOption = 1,
    draws: Annotated[int, typer.Option("--draws", min=1, help="How many times to shorten each question.")] = 3,
    weight: Annotated[int, typer.Option("--weight", min=1, help="How many times to count each real pair.")] = 4,
    penalty: Annotated[float | None, typer.Option("--penalty", min=0.0, help="L2 penalty; 3 for pairs, 1 for --segmented.")] = None,
    lean: Annotated[float, typer.Option("--lean", help="Added to the score of every break.")] = 0.0,
    shares: Annotated[
        bool,
        typer.Option("--shares/--no-shares", help="Ask the learned segmenter, lexicon and parser, beside the paper's features."),
    ] = True,
    segment_cost: Annotated[
        float | None,
        typer.Option(
            "--segment-cost",
            min=0.0,
            max=1.0,
            help="Taken off each segment's probability; .3 for pairs. 0 takes the likeliest breaks, as --segmented does.",
        ),
    ] = None,
    minimum: Annotated[int, typer.Option("--minimum", min=1, help="Minimum number of times a feature must occur.")] = 2,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Maximum number of steps.")] = 100,
    format: FormatOption = Format.TABLE,
) -> None:
    """Learn where queries break from pairs alone: cues cut them, a CRF learns. One title in five is held out for measuring.

    With --segmented the CRF learns from queries that people segmented; caesura parse --model uses either.
    """
    from caesura.foundation import InputError, check_writable
    from caesura.syntax import CrfOptions, learn_question_templates, read_segmented, train_from_pairs, train_from_segmented

    if segmented is not None:
        if pairs is not None or questions is not None or templates is not None:
            raise InputError(
                "--segmented was given besides pairs, questions or templates",
                cure="train two models; caesura parse takes both with --model",
            )
        if output is None:
            raise InputError("no file to write to", cure="name one with --output")
        check_writable(output)
        examples = read_segmented(segmented)
        by_hand = {"sources": [Path(segmented).name], "seed": seed}
        with progress("learning", iterations, unit="steps") as advance:
            hand_model, measured = train_from_segmented(
                examples,
                CrfOptions(1.0 if penalty is None else penalty, minimum, iterations, shares, lean, (), segment_cost or None),
                folds=folds,
                seed=seed,
                card=by_hand,
                advance=advance,
            )
        hand_model.save(output)
        print_facts(measured, format)
        return
    something_given(pairs, questions)
    if output is None and templates is None:
        raise InputError("no file to write to", cure="name one with --output or --templates")
    check_writable(output, templates)
    # Lists, because both are read more than once and stdin can be read only once.
    known, asked = list(given_pairs(pairs)), list(given_questions(questions, source))
    facts: dict[str, object] = {}
    names = [Path(name).name for name in (pairs, questions) if name is not None]
    card = {"sources": [*names, *(source.split(",") if source is not None else [])], "seed": seed}
    best = CrfOptions.for_pairs()
    cost = best.segment_cost if segment_cost is None else segment_cost or None
    options = replace(best, minimum=minimum, iterations=iterations, shares=shares, lean=lean, segment_cost=cost)
    if penalty is not None:
        options = replace(options, penalty=penalty)
    if not shares:
        options = replace(options, evidence=())
    if output is not None:
        with progress("learning", iterations, unit="steps") as advance:
            model, facts = train_from_pairs(
                known,
                asked,
                options,
                seed=seed,
                draws=draws,
                weight=weight,
                card=card,
                advance=advance,
            )
        model.save(output)
    if templates is not None:
        learned = learn_question_templates(known, asked, card=card)
        learned.save(templates)
        different = sum(map(len, learned.counts.values()))
        facts["templates"] = {"patterns": len(learned.counts), "different": different, "pairs": learned.total}
    print_facts(facts, format)

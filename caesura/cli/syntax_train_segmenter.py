"""`caesura syntax train-segmenter`: the CRF of breaks and the question templates, from pairs and questions."""

from __future__ import annotations

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
    questions: QuestionsOption = None,
    source: SourceOption = None,
    seed: DrawSeedOption = 1,
    penalty: Annotated[float, typer.Option("--penalty", min=0.0, help="Weight of the squared weights.")] = 1.0,
    least: Annotated[int, typer.Option("--least", min=1, help="How often a feature must be seen.")] = 2,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Steps at most.")] = 100,
    format: FormatOption = Format.TABLE,
) -> None:
    """Learn where queries break from pairs alone: cues cut them, a CRF learns. One title in five is held out and measured on."""
    from caesura.foundation import InputError, check_writable
    from caesura.syntax import (
        TrainingOptions,
        cue_agreement,
        distant_data,
        learned_templates,
        template_pairs,
        train_break_model,
    )
    from caesura.tagging import default_tagger

    something_given(pairs, questions)
    if output is None and templates is None:
        raise InputError("nowhere to write to", cure="name a file with --output or --templates")
    check_writable(output, templates)
    # Both are read more than once, and stdin can be read only once.
    known, asked, tagger = list(given_pairs(pairs)), list(given_questions(questions, source)), default_tagger()
    facts: dict[str, object] = {}
    names = [Path(name).name for name in (pairs, questions) if name is not None]
    card = {"sources": [*names, *(source.split(",") if source is not None else [])], "seed": seed}
    if output is not None:
        data = distant_data(known, asked, tagger, seed=seed)
        with progress("learning", iterations, unit="steps") as advance:
            model = train_break_model(data.examples, TrainingOptions(penalty, least, iterations), card, advance)
        model.save(output)
        held_out = distant_data(known, asked, tagger, seed=seed, held_out=True)
        apart = (("real", held_out.real_examples), ("made", held_out.made_examples))
        agreement = {kind: cue_agreement(model, examples) for kind, examples in apart}
        facts = {**data.as_json(), "examples": len(data.examples), "held_out": agreement}
    if templates is not None:
        learned = learned_templates(template_pairs(known, asked, tagger), tagger, card=card)
        learned.save(templates)
        different = sum(map(len, learned.counts.values()))
        facts["templates"] = {"patterns": len(learned.counts), "different": different, "pairs": learned.total}
    print_facts(facts, format)

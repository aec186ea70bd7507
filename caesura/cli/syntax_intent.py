"""`caesura syntax intent` and `train-intent`: does a query ask a question?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_facts, print_rows
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
from caesura.foundation import InputError, check_writable


def intent(
    text: Annotated[str, typer.Argument(help="A query, or - to read one from each line of stdin.")] = "-",
    model: Annotated[str | None, typer.Option("--model", metavar="FILE", help="A detector of your own.")] = None,
    threshold: Annotated[
        float, typer.Option("--threshold", min=0.0, max=1.0, help="Minimum score of a query with question intent.")
    ] = 0.5,
    format: FormatOption = Format.TABLE,
) -> None:
    """Say whether queries have question intent and belong to caesura parse rather than caesura segment."""
    from caesura.syntax import default_intent_model, load_intent_model
    from caesura.tagging import default_tagger

    detector = default_intent_model() if model is None else load_intent_model(model)
    tagger = default_tagger()

    def rows() -> Iterator[dict[str, object]]:
        for query in _queries(text):
            words = tuple(query.split())
            probability = detector.probability(words, tagger(words))
            asks = probability >= threshold
            yield {"query": query, "question_intent": asks, "probability": round(probability, 4)}

    if format is Format.JSONL:  # as they come
        for row in rows():
            print_rows([row], format)
    else:
        print_rows(list(rows()), format)


def _queries(text: str) -> Iterator[str]:
    from caesura.foundation import lines
    from caesura.shapes import query_words

    if text != "-":
        yield " ".join(query_words(text))
        return
    for number, line in lines("-"):
        if line.strip():
            try:
                yield " ".join(query_words(line))
            except InputError as error:
                raise error.at("stdin", number) from None


def train_intent(
    pairs: PairsArgument = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The detector to write.")] = "intent.weights",
    questions: QuestionsOption = None,
    source: SourceOption = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="A plain log: one query per line, or source<TAB>query.")
    ] = None,
    log_source: Annotated[
        str | None, typer.Option("--log-source", metavar="A,B", help="Use only these sources of the log.")
    ] = None,
    seed: DrawSeedOption = 1,
    maximum: Annotated[int, typer.Option("--maximum", min=1, help="Draw at most this many queries of each kind.")] = 20_000,
    penalty: Annotated[float, typer.Option("--penalty", min=0.0, help="L2 penalty.")] = 1.0,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Maximum number of steps.")] = 60,
    format: FormatOption = Format.TABLE,
) -> None:
    """Train a detector of question intent against a plain log; prints precision and recall on held-out queries."""
    from caesura.syntax import train_intent as train

    something_given(pairs, questions)
    if log is None:
        raise InputError("no plain log to learn from", cure="name one with --log")
    check_writable(output)
    with progress("learning", iterations, unit="steps") as advance:
        model, facts = train(
            given_pairs(pairs),
            given_questions(questions, source),
            given_questions(log, log_source),
            seed=seed,
            maximum=maximum,
            penalty=penalty,
            iterations=iterations,
            advance=advance,
        )
    model.save(output)
    print_facts(facts, format)

"""`caesura agreement --alt-test`: may a machine stand in for the corpus's annotators?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from caesura.cli.output import Format, print_facts, print_rows
from caesura.cli.predictions import from_file_or_output, from_method, listed, print_notes
from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.corpus import Corpus
    from caesura.segmenters import MethodSettings
    from caesura.shapes import Shape


def print_alternative_test(
    corpus: Corpus, names: str, settings: MethodSettings, format: Format, *, distance: Any, kind: Any, epsilon: float, seed: int
) -> None:
    """One machine: the whole document; several: a row each."""
    from caesura.agreement import replacement_test

    tests = []
    for name in listed(names):
        people, answers, facts = _candidate(name, corpus, settings)
        tests.append(
            replacement_test(
                people, name, answers, distance=distance, kind=kind, epsilon=epsilon, seed=seed, facts=facts
            ).as_document()
        )
    for warning in dict.fromkeys(each["warning"] for each in tests if each["warning"]):
        typer.echo(f"warning: {warning}", err=True)
    if format in (Format.JSON, Format.JSONL):
        if len(tests) == 1:
            print_facts(tests[0], format)
        else:
            print_rows(tests, format)
        return
    signatures = [each.pop("signature") for each in tests]
    annotators = [each.pop("annotators") for each in tests]
    print_rows([{key: value for key, value in each.items() if key != "warning"} for each in tests], format, title=corpus.name)
    if len(tests) == 1:
        print_rows(annotators[0], format, title="Against each annotator")
    if format is Format.TABLE:
        for each in tests:
            verdict = "passes" if each["passes"] else "does not pass"
            rate, advantage = each["winning_rate"], each["advantage"]
            typer.echo(f"{each['machine']} {verdict}: winning rate {rate:.2f}, average advantage {advantage:.3f}.")
        typer.echo(f"signature: {signatures[0] if len(tests) == 1 else '; '.join(signatures)}")


def _candidate(name: str, corpus: Corpus, settings: MethodSettings) -> tuple[Corpus, Mapping[str, Shape], Mapping[str, str]]:
    """Whom it would replace, its answers, and what the signature says: a machine or a person of the corpus, a method, a file or an
    output."""
    from caesura.corpus import without_annotator
    from caesura.evaluation import Predicted
    from caesura.segmenters import METHODS

    if name in corpus.machines:
        return corpus, corpus.machines[name].single, {}
    if name in METHODS:
        predicted = from_method(name, corpus, settings)
        print_notes(predicted.notes)
        return corpus, predicted.of, predicted.facts
    people, answers = without_annotator(corpus, name)
    if answers:
        return people, answers, {}
    try:
        given = Predicted.known(from_file_or_output(name, corpus)[1])
    except InputError as error:
        if error.file:
            raise
        raise InputError(
            f"'{name}' is neither an annotator of {corpus.name} nor a method, a file or an output of it", cure=error.cure
        ) from None
    return corpus, given.of, given.facts

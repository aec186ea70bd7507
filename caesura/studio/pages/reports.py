"""The reports of the command line, made by the same code, as sections for the studio's frame."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.agreement import bias_page, bias_report, by_length, measure_agreement, other_coefficients
from caesura.corpus import Corpus
from caesura.evaluation import evaluate, evaluation_page, evaluation_rows
from caesura.foundation import Page, Section, html_table
from caesura.segmenters import predict_with
from caesura.studio.service import Service
from caesura.tagging import default_tagger


def evaluation_report(corpus: Corpus, methods: Sequence[str], service: Service) -> Page:
    """As `caesura evaluate CORPUS --method A,B --report FILE`."""
    # A server may ask for a minimum confidence; a method is judged by all it finds.
    predictions = {name: predict_with(service.segmenter(name, min_confidence=0.0), corpus) for name in methods}
    evaluation = evaluate(corpus, predictions)
    return evaluation_page(evaluation, evaluation_rows(evaluation))


def agreement_report(corpus: Corpus) -> Page:
    """As `caesura agreement CORPUS --by-length`."""
    agreement = measure_agreement(corpus)
    row = agreement.as_row()
    row |= {key: f"{value[0]:.3f} to {value[1]:.3f}" for key, value in row.items() if isinstance(value, tuple)}
    facts = {
        **{key: value for key, value in row.items() if key not in ("sentence", "warning", "signature")},
        **other_coefficients(corpus, agreement.kind),
    }
    interval = f" The 95 % interval of alpha is {row['alpha_interval']}." if row["alpha_interval"] else ""
    interval += f" Warning: {agreement.warning}." if agreement.warning else ""
    lengths = by_length(corpus, kind=agreement.kind)
    if all(one["top_every_word_alone"] is None for one in lengths):  # trees have none
        lengths = [{key: value for key, value in one.items() if key != "top_every_word_alone"} for one in lengths]
    sections = [
        Section(
            "Coefficients",
            html_table([{"coefficient": key.replace("_", " "), "value": value} for key, value in facts.items()], sortable=False),
        ),
        Section("By length", html_table(lengths), "The same for the queries of each length."),
    ]
    return Page(f"Agreement on {corpus.name}", agreement.sentence + interval, sections, footer=agreement.signature)


def bias_report_page(corpus: Corpus) -> Page:
    """As `caesura bias CORPUS --report FILE`."""
    return bias_page(bias_report(corpus, tagger=default_tagger()))

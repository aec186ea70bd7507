"""The bias report as a page in one file: for each habit a sentence, the figure and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from caesura.agreement.bias.figures import deviation_bars, lines_by_length, preposition_bars
from caesura.agreement.bias.report import BiasReport
from caesura.foundation import Page, PathLike, Section, extra, html_table, written

if TYPE_CHECKING:
    from markupsafe import Markup

_HEADINGS = {
    1: ("Two halves", "Bias 1: do annotators cut every query into two or three parts of about equal length?"),
    2: ("Balanced trees", "Bias 2: are the trees lower than chance would make them? Table 5 and figure 3 C of the paper."),
    3: ("Verb phrases", "Bias 3: does a break before the verb phrase depend on how much of the query it is?"),
    4: ("Prepositions", "Bias 4: on which side of a preposition do annotators break? Table 6 of the paper, in per cent."),
}
_COMMON = ("habit", "where", "queries", "observed", "expected", "effect", "p")
_AGREEMENT = (
    "shape",
    "distance",
    "queries",
    "annotations",
    "alpha",
    "alpha_interval",
    "alpha_same_length",
    "S",
    "S_pairs",
    "S_by_chance",
)
_AGAINST = ("other", "other_queries", "other_effect", "other_p")


def write_bias_page(report: BiasReport, path: PathLike) -> None:
    with written(path) as stream:
        stream.write(bias_page(report).render())


def bias_page(report: BiasReport) -> Page:
    """The report in sections; the studio shows the same."""
    sections = [section for bias in _HEADINGS if (section := _section(report, bias)) is not None]
    lead = (
        f"{report.queries:,} queries with {report.annotations:,} annotations"
        + (f", next to {report.against}" if report.against else "")
        + ". Expected is what the random model gives: every segmentation of a query equally likely. Effects are Cohen's h for "
        "shares and d for means; p values come from queries, not from single annotations."
    )
    title = f"Habits of the annotators of {report.corpus}"
    return Page(title, lead, [_in_short(report), *sections], footer=report.signature)


def _in_short(report: BiasReport) -> Section:
    with extra("plots"):
        from markupsafe import Markup

    sentences = [
        *(f"{str(row['shape']).capitalize()}, {row['distance']}: {row['sentence']}" for row in report.agreement),
        *report.sentences,
    ]
    listed = Markup("").join(Markup("<li>{}</li>").format(sentence) for sentence in sentences)
    rows = [{key: _shown(row[key]) for key in _AGREEMENT} for row in report.agreement]
    return Section("In short", Markup("<ul>{}</ul>{}").format(listed, html_table(rows) if rows else ""))


def _shown(value: object) -> object:
    """An interval as text; everything else as it is."""
    return f"{value[0]:.3f} to {value[1]:.3f}" if isinstance(value, tuple) else value


def _section(report: BiasReport, bias: int) -> Section | None:
    with extra("plots"):
        from markupsafe import Markup

    rows = [asdict(row) for row in report.findings if row.bias == bias]
    if not rows:
        return None
    figures, tables = _figures(report, bias), [_table(rows, report)]
    if bias == 4 and report.prepositions:
        tables.insert(0, html_table(report.prepositions))
    if distribution := {1: report.segments, 2: report.heights}.get(bias):
        tables += _distribution(distribution)
    title, note = _HEADINGS[bias]
    if bias in (3, 4) and report.untagged:
        note += f" {report.untagged} queries without tags are left out."
    content = Markup('<div class="figures">{}</div>{}').format(Markup("").join(figures), Markup("<p></p>").join(tables))
    return Section(title, content, note)


def _figures(report: BiasReport, bias: int) -> list[Markup]:
    figures = []
    if bias == 1:
        figures.append(lines_by_length(report.segments, "segments", "Segments per annotation, by query length"))
        figures += [
            deviation_bars(report.deviations, number)
            for number in (2, 3)
            if any(row["segments"] == number for row in report.deviations)
        ]
        figures.append(lines_by_length(report.positions, "position", "Where annotators break, by query length"))
    if bias == 2:
        figures.append(lines_by_length(report.heights, "height", "Height of the trees, by query length"))
    if bias == 4 and report.prepositions:
        figures.append(preposition_bars(report.prepositions[0]))
    return figures


def _table(rows: Sequence[dict[str, Any]], report: BiasReport) -> Markup:
    columns = (*_COMMON, *_AGAINST) if report.against else _COMMON
    return html_table(rows, columns, group_by="where")


def _distribution(rows: Sequence[dict[str, Any]]) -> list[Markup]:
    """How far each length's whole distribution is from chance; no table where there are too few annotations to say."""
    by_words: dict[int, dict[str, Any]] = {}
    for row in rows:
        of_length = by_words.setdefault(row["words"], {"words": row["words"], "annotations": 0})
        of_length["annotations"] += row["annotations"]
        of_length |= {"chi-square p": row["chi_square_p"], "w": row["w"]}
    tested = [row for row in by_words.values() if row["w"] is not None]
    return [html_table(tested)] if tested else []

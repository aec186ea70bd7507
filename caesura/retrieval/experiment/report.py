"""The experiment as a page in one file: table 4, what could be gained, what people did, and every query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caesura.foundation import Page, PathLike, Section, extra, html_table, written
from caesura.retrieval.experiment.experiment import Experiment
from caesura.retrieval.experiment.figures import agreement_figure, gains_figure, trust_figure
from caesura.retrieval.experiment.layout import figures_of, table_4
from caesura.retrieval.experiment.measures import MEASURES
from caesura.retrieval.experiment.people import agreement_by_length, gain_by_agreement, trust_and_phrasing
from caesura.retrieval.experiment.per_query import query_rows
from caesura.retrieval.experiment.rows import significance_notes
from caesura.retrieval.experiment.winners import helped, won_and_lost
from caesura.retrieval.runs.upper_bound import NAME as BOUND
from caesura.retrieval.runs.when_to_phrase import NAME as LEARNED

if TYPE_CHECKING:
    from markupsafe import Markup

Row = Mapping[str, Any]

SIMULATED = "The crowd is simulated: no person chose these options, and nothing here says anything about people."


def write_experiment_report(experiment: Experiment, rows: Sequence[Row], path: PathLike) -> None:
    """Write the page; `rows` are those of `experiment_rows`."""
    with written(path) as stream:
        stream.write(experiment_page(experiment, rows).render())


def experiment_page(experiment: Experiment, rows: Sequence[Row]) -> Page:
    """The report in sections; the studio shows the same."""
    queries = sum(len(collection.topics) for collection in experiment.collections)
    collections = ", ".join(collection.name for collection in experiment.collections)
    lead = f"{queries:,} judged queries on {collections}; query likelihood, mu and thresholds tuned by cross validation."
    sections = [_table(rows), _possible(experiment), _details(experiment, rows), _people(experiment), _won_and_lost(experiment)]
    if any(experiment.has(collection, LEARNED) for collection in experiment.collections):
        sections.append(_learned(experiment))
    sections.append(_queries(experiment))
    if notes := [*experiment.notes, *significance_notes(experiment)]:
        sections.append(_notes(notes))
    return Page("Do phrases help?", lead, sections, footer="\n".join(dict.fromkeys(_shared(row) for row in rows)))


def _table(rows: Sequence[Row]) -> Section:
    parts = [_titled(measure, html_table(table_4(rows, measure), sortable=False)) for measure in MEASURES]
    note = (
        "%UB is the difference from the upper bound, %TD the share of queries with term dependence. * is the best of its column, "
        "† a difference from the bag of words that holds (randomisation test, corrected by Holm)."
    )
    if any(row["simulated"] for row in rows):
        note += f" {SIMULATED}"
    return Section("Table 4", _joined([gains_figure(rows, "MAP"), gains_figure(rows, "MRR")], parts), note)


def _possible(experiment: Experiment) -> Section:
    rows = [row for collection in experiment.collections for row in helped(experiment, collection)]
    shown = [
        {
            "collection": row["collection"],
            "measure": row["measure"],
            "queries": row["queries"],
            "helped": f"{row['helped']:.1f}%",
            "with a phrase that occurs": "" if row["with_found_phrase"] is None else f"{row['with_found_phrase']:.1f}%",
            "bag of words": row["bag_of_words"],
            "upper bound": row["upper_bound"],
            "with phrases that occur": row["found_upper_bound"],
        }
        for row in rows
    ]
    note = (
        "The share of queries for which some option with a phrase is better than the bag of words. In some of them the phrase "
        "occurs in no document: it helps by taking its words out of the query. The last column is the upper bound without these."
    )
    return Section("Where phrases help", html_table(shown, group_by="collection"), note)


def _details(experiment: Experiment, rows: Sequence[Row]) -> Section:
    parts = []
    for collection in experiment.collections:
        for measure in MEASURES:
            shown = [row for row in rows if (row["collection"], row["measure"]) == (collection.name, measure)]
            parts.append(_titled(f"{collection.name}, {measure}", html_table([figures_of(row) for row in shown])))
    note = (
        "Of possible gain: the part of the way from the bag of words to the upper bound. Won and lost count queries, "
        "against the bag of words."
    )
    return Section("Runs", _joined([], parts), note)


def _people(experiment: Experiment) -> Section:
    figures: list[Markup] = []
    tables: list[Markup] = []
    for collection in experiment.collections:
        if gains := gain_by_agreement(experiment, collection):
            figures.append(agreement_figure(gains, collection.name))
        trusted, rho = trust_and_phrasing(collection.crowd)
        if trusted:
            figures.append(trust_figure(trusted, rho, collection.name))
        tables.append(
            _titled(f"{collection.name}: agreement by length", html_table(agreement_by_length(collection), sortable=False))
        )
    note = (
        SIMULATED
        if any(collection.crowd.simulated for collection in experiment.collections)
        else "What annotators chose, and what it gains."
    )
    return Section("People", _joined(figures, tables), note)


def _won_and_lost(experiment: Experiment) -> Section:
    rows = [row for collection in experiment.collections for row in won_and_lost(experiment, collection)]
    columns = ("collection", "measure", "better", "users", "system", "users_option", "system_option", "best_system")
    note = "The queries where the users' choice and the best automatic run differ most, as in tables 6 and 7."
    if any(row["simulated"] for row in rows):
        note += f" {SIMULATED}"
    return Section("Won and lost", html_table(rows, columns, group_by="measure"), note)


def _learned(experiment: Experiment) -> Section:
    collection = next(collection for collection in experiment.collections if experiment.has(collection, LEARNED))
    columns: dict[str, dict[str, Any]] = {}
    for kind, model in (("hard", collection.material.gain_model), ("soft", collection.material.soft_gain_model)):
        for number, measure in enumerate(MEASURES):
            for feature, weight in model.weights(number).items():
                columns.setdefault(feature, {"feature": feature})[f"{measure} {kind}"] = f"{weight:+.4f}"
    note = (
        "What a feature adds to the expected gain of a phrase when it is one deviation above its mean: phrases in place of the "
        "words (hard) and beside them (soft)."
    )
    return Section("What the model of gains learned", html_table(list(columns.values())), note)


def _queries(experiment: Experiment) -> Section:
    rows = [
        {
            "collection": row["collection"],
            "query": row["query"],
            "best option": row["option"],
            "bag of words": row["bag_of_words"],
            "best": row["value"],
            "gain": row["gain"],
        }
        for row in query_rows(experiment)
        if row["run"] == BOUND and row["measure"] == "MAP"
    ]
    return Section("Queries", html_table(rows), "Every query with its best option by average precision.")


def _notes(notes: Sequence[str]) -> Section:
    with extra("plots"):
        from markupsafe import Markup

    items = Markup("").join(Markup("<li>{}</li>").format(note) for note in notes)
    return Section("Notes", Markup("<ul>{}</ul>").format(items))


def _titled(title: str, content: Markup) -> Markup:
    with extra("plots"):
        from markupsafe import Markup

    return Markup("<h3>{}</h3>{}").format(title, content)


def _joined(figures: Sequence[Markup], parts: Sequence[Markup]) -> Markup:
    with extra("plots"):
        from markupsafe import Markup

    drawn = Markup('<div class="figures">{}</div>').format(Markup("").join(figures)) if figures else Markup("")
    return drawn + Markup("").join(parts)


def _shared(row: Row) -> str:
    """The signature without what differs between the rows of one collection."""
    return "|".join(fact for fact in row["signature"].split("|") if not fact.startswith(("run:", "measure:", "searched:")))

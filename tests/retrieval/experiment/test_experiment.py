"""The whole experiment on a small collection: bounds that must hold, folds that must not leak, figures that are kept."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from caesura.foundation import InputError
from caesura.retrieval import (
    MEASURES,
    RUNS,
    Collection,
    Experiment,
    Tuning,
    experiment_rows,
    helped,
    option_query,
    run_experiment,
    significance_notes,
    table_4,
    write_experiment_report,
    write_query_rows,
    write_runs,
)
from caesura.retrieval.experiment.options import all_options
from caesura.retrieval.experiment.people import gain_by_agreement
from caesura.retrieval.experiment.per_query import query_rows
from caesura.retrieval.experiment.tuning import _best, _fixed_values
from caesura.retrieval.experiment.winners import won_and_lost
from caesura.retrieval.gain.model import GainModel, best_option
from caesura.retrieval.runs.when_to_phrase import RATES
from caesura.shapes import Flat
from tests.retrieval.experiment.small import small_collection, write_collection


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return small_collection(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def experiment(collection: Collection) -> Experiment:
    return run_experiment([collection])


def test_the_upper_bound_is_the_best_of_all_options_at_its_mu(collection: Collection, experiment: Experiment) -> None:
    for number, measure in enumerate(MEASURES):
        bound = experiment.outcome(collection, "upper-bound", measure)
        for topic, (mu, value) in enumerate(zip(bound.mus, bound.values, strict=True)):
            words = collection.topics[topic].words
            place = collection.settings.mus.index(mu)
            every = [
                collection.measurements.value(topic, option_query(words, option))[place, number]
                for option in all_options(len(words))
            ]
            assert value == pytest.approx(max(every))
            # A phrase is chosen only where it is better than none.
            assert bound.searched[topic].phrased == (max(every) > every[0] + 1e-12)


def test_phrases_that_were_planted_are_found(collection: Collection, experiment: Experiment) -> None:
    rows = {(row["run"], row["measure"]): row for row in experiment_rows(experiment)}
    assert rows["upper-bound", "MAP"]["value"] > rows["bag-of-words", "MAP"]["value"] + 0.05
    assert any(row["helped"] > 20 for row in helped(experiment, collection))


def test_the_bound_without_phrases_that_occur_nowhere(collection: Collection, experiment: Experiment) -> None:
    for row in helped(experiment, collection):
        assert row["bag_of_words"] - 0.05 <= row["found_upper_bound"] <= row["upper_bound"]
        assert row["with_found_phrase"] <= row["helped"]
    first = helped(experiment, collection)[0]
    assert first["found_upper_bound"] > first["bag_of_words"] + 0.05


def test_what_is_tested_was_not_tuned_on(collection: Collection, experiment: Experiment) -> None:
    """With another truth for the topics of one fold, what is chosen for that fold stays the same, and changes for the others."""
    best_at_second_mu = np.array([0.0, 1.0, 0.0])[:, None] * np.ones(len(MEASURES))
    changed = {
        key: (best_at_second_mu if collection.folds[key[0]] == 0 else values)
        for key, values in collection.measurements._values.items()
    }
    other = replace(collection)
    other.measurements._values.update(changed)
    chosen = []
    for one in (collection, other):
        prepared = RUNS["mrf-sequential"].prepare(one)[0]
        training = [[topic for topic, of in enumerate(one.folds) if of != fold] for fold in range(3)]
        chosen.append(
            [_best(prepared.values, _fixed_values(prepared, one), 0, fold, topics) for fold, topics in enumerate(training)]
        )
    assert chosen[0][0] == chosen[1][0] == (experiment.outcome(collection, "mrf-sequential", "MAP").tuned[0].mu, None)
    assert chosen[0][1:] != chosen[1][1:]


def test_the_model_of_gains_does_not_see_what_it_predicts(collection: Collection) -> None:
    seen = GainModel([collection]).predictions(0, 0)
    known = collection.measurements._values
    other = replace(collection)
    other.measurements._values.update({key: values * (collection.folds[key[0]] != 0) for key, values in known.items()})
    assert set(other.measurements._values) == set(collection.measurements._values)
    unseen = GainModel([other]).predictions(0, 0)
    tested = [topic for topic, fold in enumerate(collection.folds) if fold == 0]
    assert any((collection.name, topic) in seen for topic in tested)
    for topic in tested:
        assert unseen.get((collection.name, topic)) == seen.get((collection.name, topic))
    assert GainModel([other]).predictions(0, 1) != GainModel([collection]).predictions(0, 1)
    # Nor does what a phrase must be expected to gain.
    for rate in RATES:
        assert GainModel([other]).minimum(0, 0, rate) == GainModel([collection]).minimum(0, 0, rate)
    assert GainModel([other]).minimum(0, 1, 0.5) != GainModel([collection]).minimum(0, 1, 0.5)


def test_a_rate_of_the_possible_phrases_is_expected_to_gain_enough(collection: Collection) -> None:
    model = GainModel([collection])
    known = [
        gain for (_, topic), gains in model.predictions(0, 0).items() if collection.folds[topic] != 0 for gain in gains.values()
    ]
    for rate in RATES:
        minimum = model.minimum(0, 0, rate)
        wanted = round(rate * len(known))
        if minimum is None:
            assert wanted == 0
        else:
            assert sum(gain > minimum for gain in known) <= wanted <= sum(gain >= minimum for gain in known)
    # Whatever is seen in training passes where all may.
    topic = next(candidate.topic for candidate in collection.material.candidates if collection.folds[candidate.topic] == 1)
    size = len(collection.topics[topic].words)
    assert not model.option(collection.name, size, topic, 0, 0, 0.0).is_segmented
    assert model.option(collection.name, size, topic, 0, 0, 1.0).is_segmented


def test_the_preferred_option_is_the_best_by_brute_force() -> None:
    gains = {(0, 2): 0.05, (1, 3): 0.2, (2, 4): 0.1, (0, 4): 0.12}
    assert best_option(4, gains, 0.0) == Flat.from_lengths((1, 2, 1))
    assert best_option(4, gains, 0.15) == Flat.from_lengths((1, 2, 1))
    assert best_option(4, gains, 0.2) == Flat.apart(4)
    assert best_option(4, {(0, 2): 0.05, (2, 4): 0.1}, 0.0) == Flat.from_lengths((2, 2))
    assert best_option(4, {}, -1.0) == Flat.apart(4)


def test_two_processes_give_the_same_figures(tmp_path: Path) -> None:
    alone, pair = (
        experiment_rows(run_experiment([small_collection(tmp_path / "small", processes=processes)], ["mrf-full", "soft-phrases"]))
        for processes in (1, 2)
    )
    assert alone == pair


def test_figures_are_kept(tmp_path: Path) -> None:
    first = experiment_rows(run_experiment([small_collection(tmp_path / "small", cache=tmp_path / "cache")]))
    again = small_collection(tmp_path / "small", cache=tmp_path / "cache")
    again.engine = _Refusing(again.engine)  # type: ignore[assignment]
    assert experiment_rows(run_experiment([again])) == first
    # A cache that was damaged is no cache; the figures are computed once more.
    for file in (tmp_path / "cache").iterdir():
        file.write_bytes(b"not gzip")
    assert experiment_rows(run_experiment([small_collection(tmp_path / "small", cache=tmp_path / "cache")], ["atc"]))


class _Refusing:
    """An engine that may say what it is, and search nothing."""

    def __init__(self, engine: object) -> None:
        self.index = getattr(engine, "index")  # noqa: B009
        self.fingerprint = getattr(engine, "fingerprint")  # noqa: B009
        self.missing = getattr(engine, "missing")  # noqa: B009

    def measure(self, jobs: list[object], mus: object, advance: object) -> list[object]:  # noqa: ARG002
        assert not jobs, "everything was measured before"
        return []

    def search(self, query: object, mu: float) -> list[object]:
        raise AssertionError(f"{query} at {mu} was searched before")


def test_two_collections_share_one_table(tmp_path: Path) -> None:
    collections = [small_collection(tmp_path / name, name=name, seed=seed) for name, seed in (("one", 1), ("two", 2))]
    rows = experiment_rows(run_experiment(collections, ["when-to-phrase", "user-choice"]))
    table = table_4(rows, "MAP")
    assert [line["run"] for line in table] == ["user-choice (simulated)", "bag-of-words", "when-to-phrase", "upper-bound"]
    assert list(table[0]) == ["run", "one", "one %UB", "one %TD", "two", "two %UB", "two %TD"]
    assert any("*" in line["one"] for line in table)
    assert "*" not in table[-1]["one"]
    with pytest.raises(InputError, match="one name"):
        run_experiment([collections[0], collections[0]])


def test_every_row_says_what_it_is(collection: Collection, experiment: Experiment) -> None:
    rows = experiment_rows(experiment)
    assert len({row["signature"] for row in rows}) == len(rows)
    for row in rows:
        assert row["queries"] == len(collection.topics)
        assert ("simulated" in row["run"]) == (row["simulated"] and row["overlap"] is None)
        bound = next(other for other in rows if (other["run"], other["measure"]) == ("upper-bound", row["measure"]))
        if row["run"] != "upper-bound":
            assert row["from_upper_bound"] == pytest.approx(100 * (row["value"] - bound["value"]) / bound["value"])
            assert row["phrased"] == {"bag-of-words": 0.0, "mrf-full": 100.0}.get(row["run"], row["phrased"])
        if row["p"] is not None:
            assert row["p"] <= row["p_holm"] <= 1
            assert row["holds"] == (row["p_holm"] <= 0.05)


def test_another_grid_or_lexicon_gives_another_signature(collection: Collection, experiment: Experiment) -> None:
    other = replace(collection, settings=replace(collection.settings, mus=collection.settings.mus[:1]))
    names = ["mrf-sequential"]
    signatures = [{row["signature"] for row in experiment_rows(run_experiment([one], names))} for one in (collection, other)]
    assert signatures[0] <= {row["signature"] for row in experiment_rows(experiment)}
    assert signatures[0] != signatures[1]


def test_test_folds_are_averaged(collection: Collection, experiment: Experiment) -> None:
    outcome = experiment.outcome(collection, "bag-of-words", "MAP")
    folds = [outcome.values[[n for n, fold in enumerate(collection.folds) if fold == wanted]].mean() for wanted in range(3)]
    assert outcome.mean(collection.folds) == pytest.approx(np.mean(folds))


def test_won_and_lost_are_ordered_by_the_gap(collection: Collection, experiment: Experiment) -> None:
    for better, sign in (("users", 1), ("system", -1)):
        for measure in MEASURES:
            rows = [row for row in won_and_lost(experiment, collection) if (row["better"], row["measure"]) == (better, measure)]
            gaps = [sign * (row["users"] - row["system"]) for row in rows]
            assert all(gap > 0 for gap in gaps)
            assert gaps == sorted(gaps, reverse=True)


def test_gain_by_agreement_covers_every_query_once(collection: Collection, experiment: Experiment) -> None:
    rows = gain_by_agreement(experiment, collection)
    for measure in MEASURES:
        of_measure = [row for row in rows if row["measure"] == measure]
        assert sum(row["queries"] for row in of_measure) == len(collection.topics)
        user, bag = (experiment.outcome(collection, run, measure).values for run in ("user-choice (simulated)", "bag-of-words"))
        total = sum(row["queries"] * row["gain"] for row in of_measure)
        assert total == pytest.approx(float((user - bag).sum()))
        assert all(row["simulated"] for row in of_measure)


def test_rows_runs_and_page_are_written(collection: Collection, experiment: Experiment, tmp_path: Path) -> None:
    write_query_rows(experiment, tmp_path / "queries.tsv")
    with (tmp_path / "queries.tsv").open(newline="") as stream:
        written = list(csv.DictReader(stream, delimiter="\t"))
    assert len(written) == len(list(query_rows(experiment))) == len(experiment.names) * len(MEASURES) * len(collection.topics)
    files = write_runs(experiment, tmp_path / "runs")
    assert len(files) == len(experiment.names) * len(MEASURES)
    line = (tmp_path / "runs" / "small" / "bag-of-words.MAP.run").read_text().splitlines()[0].split()
    assert (line[0], line[1], line[3], line[5]) == ("q0", "Q0", "1", "bag-of-words")
    write_experiment_report(experiment, experiment_rows(experiment), tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "The crowd is simulated" in page
    assert page.count("<svg") == 4
    assert page.count("topics:") == 1  # one signature for all that the rows share
    for title in ("Table 4", "Where phrases help", "Won and lost", "What the model of gains learned"):
        assert title in page


def test_run_files_give_the_printed_figures_in_ir_measures(collection: Collection, experiment: Experiment, tmp_path: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="needs: pip install caesura[retrieval]")
    write_runs(experiment, tmp_path / "runs")
    qrels = [
        ir_measures.Qrel(topic.id, document, grade)
        for topic in collection.topics
        for document, grade in sorted(topic.grades.items())
    ]
    for measure, name in MEASURES.items():
        for run in ("bag-of-words", "mrf-full"):
            read = list(ir_measures.read_trec_run(str(tmp_path / "runs" / "small" / f"{run}.{measure}.run")))
            found = {m.query_id: m.value for m in ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, read)}
            printed = experiment.outcome(collection, run, measure).values
            assert [found.get(topic.id, 0.0) for topic in collection.topics] == pytest.approx(printed.tolist(), abs=1e-9)


def test_it_is_said_when_no_p_value_can_pass(collection: Collection, experiment: Experiment) -> None:
    """Six queries: even if all differed in one direction, p would be 2 / 2^6, and there are four comparisons."""
    few = replace(collection, topics=collection.topics[:6])
    (note,) = significance_notes(run_experiment([few], ["mrf-full"]))
    assert note.startswith("small: no difference from the bag of words can be significant: on 6 queries p is at least 0.0")
    assert significance_notes(experiment) == []  # twelve queries that differ are enough for 44 comparisons


def test_too_few_queries_for_the_folds(collection: Collection) -> None:
    few = replace(collection, topics=collection.topics[:2])
    with pytest.raises(InputError, match="fewer than the 3 folds"):
        run_experiment([few])


def test_soft_phrases_use_the_setting(collection: Collection) -> None:
    prepared = RUNS["soft-phrases"].prepare(collection)[0]
    queries = {str(prepared.choose(0, Tuning(share)).query) for share in prepared.values}
    assert len(queries) in (1, len(prepared.values))


def test_unknown_words_and_missing_documents(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "small")
    with (folder / "queries.tsv").open("a") as stream:
        stream.write("u1\tzyzzyva quokka numbat\nu2\thot quokka dog\n")
    with (folder / "qrels.txt").open("a") as stream:
        stream.write("u1 0 d00-0 1\nu2 0 d00-0 1\nu2 0 nowhere 1\n")
    collection = small_collection(folder)
    found = run_experiment([collection])
    assert found.notes == ("small: 1 of 49 relevant documents are not in the collection; they count as not found",)
    unknown = [topic.id for topic in collection.topics].index("u1")
    assert all(outcome.values[unknown] == 0 for outcome in found.outcomes.values())
    partly = [topic.id for topic in collection.topics].index("u2")
    # The best a ranking can do is to find one of the two relevant documents at the top.
    assert 0 < found.outcome(collection, "upper-bound", "MAP").values[partly] <= 0.5

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
    Case,
    Experiment,
    Trial,
    all_options,
    experiment_rows,
    gain_by_agreement,
    helped,
    option_query,
    query_rows,
    run_experiment,
    significance_notes,
    table_4,
    won_and_lost,
    write_experiment_report,
    write_query_rows,
    write_runs,
)
from caesura.retrieval.experiment.tuning import _best, _fixed_values
from caesura.retrieval.gain.model import GainModel, best_option
from caesura.retrieval.runs.when_to_phrase import RATES
from caesura.shapes import Flat
from tests.retrieval.experiment.small import small_trial, write_collection


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    return small_trial(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def experiment(trial: Trial) -> Experiment:
    return run_experiment([trial])


def test_the_upper_bound_is_the_best_of_all_options_at_its_mu(trial: Trial, experiment: Experiment) -> None:
    for number, measure in enumerate(MEASURES):
        bound = experiment.outcome(trial, "upper-bound", measure)
        for topic, (mu, value) in enumerate(zip(bound.mus, bound.values, strict=True)):
            words = trial.topics[topic].words
            place = trial.choices.mus.index(mu)
            every = [trial.value(topic, option_query(words, option))[place, number] for option in all_options(len(words))]
            assert value == pytest.approx(max(every))
            # A phrase is chosen only where it is better than none.
            assert bound.choices[topic].phrased == (max(every) > every[0] + 1e-12)


def test_phrases_that_were_planted_are_found(trial: Trial, experiment: Experiment) -> None:
    rows = {(row["run"], row["measure"]): row for row in experiment_rows(experiment)}
    assert rows["upper-bound", "MAP"]["value"] > rows["bag-of-words", "MAP"]["value"] + 0.05
    assert any(row["helped"] > 20 for row in helped(experiment, trial))


def test_the_bound_without_phrases_that_occur_nowhere(trial: Trial, experiment: Experiment) -> None:
    for row in helped(experiment, trial):
        assert row["bag_of_words"] - 0.05 <= row["found_upper_bound"] <= row["upper_bound"]
        assert row["with_found_phrase"] <= row["helped"]
    first = helped(experiment, trial)[0]
    assert first["found_upper_bound"] > first["bag_of_words"] + 0.05


def test_what_is_tested_was_not_tuned_on(trial: Trial, experiment: Experiment) -> None:
    """With another truth for the topics of one fold, what is chosen for that fold stays the same, and changes for the others."""
    best_at_second_mu = np.array([0.0, 1.0, 0.0])[:, None] * np.ones(len(MEASURES))
    changed = {key: (best_at_second_mu if trial.folds[key[0]] == 0 else values) for key, values in trial._values.items()}
    other = replace(trial, _values=changed)
    chosen = []
    for one in (trial, other):
        plan = RUNS["mrf-sequential"].make(one)[0]
        training = [[topic for topic, of in enumerate(one.folds) if of != fold] for fold in range(3)]
        chosen.append([_best(plan.settings, _fixed_values(plan, one), 0, fold, topics) for fold, topics in enumerate(training)])
    assert (
        chosen[0][0]
        == chosen[1][0]
        == (trial.choices.mus.index(experiment.outcome(trial, "mrf-sequential", "MAP").tuned[0].mu), None)
    )
    assert chosen[0][1:] != chosen[1][1:]


def test_the_model_of_gains_does_not_see_what_it_predicts(trial: Trial) -> None:
    seen = GainModel([trial]).predictions(0, 0)
    other = replace(
        trial, _values={key: (values * 0 if trial.folds[key[0]] == 0 else values) for key, values in trial._values.items()}
    )
    assert set(other._values) == set(trial._values)
    unseen = GainModel([other]).predictions(0, 0)
    tested = [topic for topic, fold in enumerate(trial.folds) if fold == 0]
    assert any((trial.name, topic) in seen for topic in tested)
    for topic in tested:
        assert unseen.get((trial.name, topic)) == seen.get((trial.name, topic))
    assert GainModel([other]).predictions(0, 1) != GainModel([trial]).predictions(0, 1)
    # Nor does what a phrase must be expected to gain.
    for rate in RATES:
        assert GainModel([other]).least(0, 0, rate) == GainModel([trial]).least(0, 0, rate)
    assert GainModel([other]).least(0, 1, 0.5) != GainModel([trial]).least(0, 1, 0.5)


def test_a_rate_of_the_possible_phrases_is_expected_to_gain_enough(trial: Trial) -> None:
    model = GainModel([trial])
    known = [gain for (_, topic), gains in model.predictions(0, 0).items() if trial.folds[topic] != 0 for gain in gains.values()]
    for rate in RATES:
        least = model.least(0, 0, rate)
        wanted = round(rate * len(known))
        if least is None:
            assert wanted == 0
        else:
            assert sum(gain > least for gain in known) <= wanted <= sum(gain >= least for gain in known)
    # Whatever is seen in training passes where all may.
    topic = next(candidate.topic for candidate in trial.candidates if trial.folds[candidate.topic] == 1)
    size = len(trial.topics[topic].words)
    assert not model.option(trial.name, size, topic, 0, 0, 0.0).is_segmented
    assert model.option(trial.name, size, topic, 0, 0, 1.0).is_segmented


def test_the_preferred_option_is_the_best_by_brute_force() -> None:
    gains = {(0, 2): 0.05, (1, 3): 0.2, (2, 4): 0.1, (0, 4): 0.12}
    assert best_option(4, gains, 0.0) == Flat.from_lengths((1, 2, 1))
    assert best_option(4, gains, 0.15) == Flat.from_lengths((1, 2, 1))
    assert best_option(4, gains, 0.2) == Flat.apart(4)
    assert best_option(4, {(0, 2): 0.05, (2, 4): 0.1}, 0.0) == Flat.from_lengths((2, 2))
    assert best_option(4, {}, -1.0) == Flat.apart(4)


def test_two_processes_give_the_same_figures(tmp_path: Path) -> None:
    alone, pair = (
        experiment_rows(run_experiment([small_trial(tmp_path / "small", processes=processes)], ["mrf-full", "soft-phrases"]))
        for processes in (1, 2)
    )
    assert alone == pair


def test_figures_are_kept(tmp_path: Path) -> None:
    first = experiment_rows(run_experiment([small_trial(tmp_path / "small", cache=tmp_path / "cache")]))
    again = small_trial(tmp_path / "small", cache=tmp_path / "cache")
    again.engine = _Refusing(again.engine)  # type: ignore[assignment]
    assert experiment_rows(run_experiment([again])) == first
    # A cache that was damaged is no cache; the figures are computed once more.
    for file in (tmp_path / "cache").iterdir():
        file.write_bytes(b"not gzip")
    assert experiment_rows(run_experiment([small_trial(tmp_path / "small", cache=tmp_path / "cache")], ["atc"]))


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
    trials = [small_trial(tmp_path / name, name=name, seed=seed) for name, seed in (("one", 1), ("two", 2))]
    rows = experiment_rows(run_experiment(trials, ["when-to-phrase", "user-choice"]))
    table = table_4(rows, "MAP")
    assert [line["run"] for line in table] == ["user-choice (simulated)", "bag-of-words", "when-to-phrase", "upper-bound"]
    assert list(table[0]) == ["run", "one", "one %UB", "one %TD", "two", "two %UB", "two %TD"]
    assert any("*" in line["one"] for line in table)
    assert "*" not in table[-1]["one"]
    with pytest.raises(InputError, match="one name"):
        run_experiment([trials[0], trials[0]])


def test_every_row_says_what_it_is(trial: Trial, experiment: Experiment) -> None:
    rows = experiment_rows(experiment)
    assert len({row["signature"] for row in rows}) == len(rows)
    for row in rows:
        assert row["queries"] == len(trial.topics)
        assert ("simulated" in row["run"]) == (row["simulated"] and row["overlap"] is None)
        bound = next(other for other in rows if (other["run"], other["measure"]) == ("upper-bound", row["measure"]))
        if row["run"] != "upper-bound":
            assert row["from_upper_bound"] == pytest.approx(100 * (row["value"] - bound["value"]) / bound["value"])
            assert row["phrased"] == {"bag-of-words": 0.0, "mrf-full": 100.0}.get(row["run"], row["phrased"])
        if row["p"] is not None:
            assert row["p"] <= row["p_holm"] <= 1
            assert row["holds"] == (row["p_holm"] <= 0.05)


def test_another_grid_or_lexicon_gives_another_signature(trial: Trial, experiment: Experiment) -> None:
    other = replace(trial, choices=replace(trial.choices, mus=trial.choices.mus[:1]), _values={}, companions=[])
    names = ["mrf-sequential"]
    signatures = [{row["signature"] for row in experiment_rows(run_experiment([one], names))} for one in (trial, other)]
    assert signatures[0] <= {row["signature"] for row in experiment_rows(experiment)}
    assert signatures[0] != signatures[1]


def test_test_folds_are_averaged(trial: Trial, experiment: Experiment) -> None:
    outcome = experiment.outcome(trial, "bag-of-words", "MAP")
    folds = [outcome.values[[n for n, fold in enumerate(trial.folds) if fold == wanted]].mean() for wanted in range(3)]
    assert outcome.mean(trial.folds) == pytest.approx(np.mean(folds))


def test_won_and_lost_are_ordered_by_the_gap(trial: Trial, experiment: Experiment) -> None:
    for better, sign in (("users", 1), ("system", -1)):
        for measure in MEASURES:
            rows = [row for row in won_and_lost(experiment, trial) if (row["better"], row["measure"]) == (better, measure)]
            gaps = [sign * (row["users"] - row["system"]) for row in rows]
            assert all(gap > 0 for gap in gaps)
            assert gaps == sorted(gaps, reverse=True)


def test_gain_by_agreement_covers_every_query_once(trial: Trial, experiment: Experiment) -> None:
    rows = gain_by_agreement(experiment, trial)
    for measure in MEASURES:
        of_measure = [row for row in rows if row["measure"] == measure]
        assert sum(row["queries"] for row in of_measure) == len(trial.topics)
        user, bag = (experiment.outcome(trial, run, measure).values for run in ("user-choice (simulated)", "bag-of-words"))
        total = sum(row["queries"] * row["gain"] for row in of_measure)
        assert total == pytest.approx(float((user - bag).sum()))
        assert all(row["simulated"] for row in of_measure)


def test_rows_runs_and_page_are_written(trial: Trial, experiment: Experiment, tmp_path: Path) -> None:
    write_query_rows(experiment, tmp_path / "queries.tsv")
    with (tmp_path / "queries.tsv").open(newline="") as stream:
        written = list(csv.DictReader(stream, delimiter="\t"))
    assert len(written) == len(list(query_rows(experiment))) == len(experiment.names) * len(MEASURES) * len(trial.topics)
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


def test_run_files_give_the_printed_figures_in_ir_measures(trial: Trial, experiment: Experiment, tmp_path: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="needs: pip install caesura[retrieval]")
    write_runs(experiment, tmp_path / "runs")
    qrels = [
        ir_measures.Qrel(topic.id, document, grade) for topic in trial.topics for document, grade in sorted(topic.grades.items())
    ]
    for measure, name in MEASURES.items():
        for run in ("bag-of-words", "mrf-full"):
            read = list(ir_measures.read_trec_run(str(tmp_path / "runs" / "small" / f"{run}.{measure}.run")))
            found = {m.query_id: m.value for m in ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, read)}
            printed = experiment.outcome(trial, run, measure).values
            assert [found.get(topic.id, 0.0) for topic in trial.topics] == pytest.approx(printed.tolist(), abs=1e-9)


def test_it_is_said_when_no_p_value_can_pass(trial: Trial, experiment: Experiment) -> None:
    """Six queries: even if all differed in one direction, p would be 2 / 2^6, and there are four comparisons."""
    few = replace(trial, selection=replace(trial.selection, chosen=trial.topics[:6]), _values={})
    (note,) = significance_notes(run_experiment([few], ["mrf-full"]))
    assert note.startswith("small: no difference from the bag of words can be significant: on 6 queries p is at least 0.0")
    assert significance_notes(experiment) == []  # twelve queries that differ are enough for 44 comparisons


def test_too_few_queries_for_the_folds(trial: Trial) -> None:
    few = replace(trial, selection=replace(trial.selection, chosen=trial.topics[:2]), _values={})
    with pytest.raises(InputError, match="fewer than the 3 folds"):
        run_experiment([few])


def test_soft_phrases_use_the_setting(trial: Trial) -> None:
    plan = RUNS["soft-phrases"].make(trial)[0]
    queries = {str(plan.choose(Case(0, share)).query) for share in plan.settings}
    assert len(queries) in (1, len(plan.settings))


def test_unknown_words_and_missing_documents(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "small")
    with (folder / "queries.tsv").open("a") as stream:
        stream.write("u1\tzyzzyva quokka numbat\nu2\thot quokka dog\n")
    with (folder / "qrels.txt").open("a") as stream:
        stream.write("u1 0 d00-0 1\nu2 0 d00-0 1\nu2 0 nowhere 1\n")
    trial = small_trial(folder)
    found = run_experiment([trial])
    assert found.notes == ("small: 1 of 49 relevant documents are not in the collection; they count as not found",)
    unknown = [topic.id for topic in trial.topics].index("u1")
    assert all(outcome.values[unknown] == 0 for outcome in found.outcomes.values())
    partly = [topic.id for topic in trial.topics].index("u2")
    # The best a ranking can do is to find one of the two relevant documents at the top.
    assert 0 < found.outcome(trial, "upper-bound", "MAP").values[partly] <= 0.5

"""People and machines in one label model, and who is asked what."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Machine, Query, Vote, Votes, WorkerKind, annotated_by
from caesura.foundation import InputError
from caesura.labels import aggregate, ask_where_unsure_mixed, label_table, read_labels
from caesura.labels.kinds import labelled_by, with_kinds
from caesura.labels.mixed import Mixed
from caesura.labels.one_coin import OneCoin
from caesura.labels.table import LabelTable
from caesura.shapes import Flat
from tests.cli.commands import run


def crowd(
    items: int = 200, people: float = 0.8, machine: float = 0.6, samples: int = 5, seed: int = 1
) -> tuple[LabelTable, dict[str, int]]:
    """Three people an item, of six, and a machine whose samples nearly always say the same."""
    draw = np.random.default_rng(seed)
    rows, truths = [], {}
    for number in range(items):
        truth = int(draw.integers(2))
        truths[f"i{number}"] = truth
        for who in draw.permutation(6)[:3]:
            rows.append((f"i{number}", f"person{who}", truth if draw.random() < people else 1 - truth, "person"))
        said = truth if draw.random() < machine else 1 - truth
        for sample in range(1, samples + 1):
            other = draw.random() < 0.02
            rows.append((f"i{number}", f"gpt#{sample}", 1 - said if other else said, "language-model"))
    tasks, workers, labels, kinds = zip(*rows, strict=True)
    return with_kinds(label_table(tasks, workers, labels), workers, kinds), truths


def right(labels: dict[object, object], truths: dict[str, int]) -> float:
    return float(np.mean([labels[item] == truth for item, truth in truths.items()]))


def test_samples_of_one_machine_do_not_outvote_people() -> None:
    table, truths = crowd()
    people = right(OneCoin().fit(labelled_by(table)).labels_, truths)
    mixed, every = Mixed().fit(table), Mixed(copies=0).fit(table)
    assert right(mixed.labels_, truths) >= people - 0.01
    assert right(every.labels_, truths) < people - 0.1
    assert set(mixed.kind_accuracy_) == {"language-model", "person"}
    assert mixed.kind_accuracy_["person"] > mixed.kind_accuracy_["language-model"] + 0.1


def test_a_good_machine_helps() -> None:
    table, truths = crowd(machine=0.9)
    assert right(Mixed().fit(table).labels_, truths) > right(OneCoin().fit(labelled_by(table)).labels_, truths)


def test_five_copies_count_as_one_label() -> None:
    once, _ = crowd(samples=1)
    rows = [
        (once.tasks[task], once.workers[who], once.classes[label])
        for task, who, label in zip(once.task_codes, once.worker_codes, once.label_codes, strict=True)
    ]
    copied = [
        (task, f"gpt#{sample}" if who == "gpt#1" else who, label)
        for task, who, label in rows
        for sample in (range(1, 6) if who == "gpt#1" else (1,))
    ]
    tasks, workers, labels = zip(*copied, strict=True)
    five = with_kinds(
        label_table(tasks, workers, labels),
        workers,
        ["language-model" if str(who).startswith("gpt") else "person" for who in workers],
    )
    found, expected = Mixed(strength=1e-3).fit(five), Mixed(strength=1e-3).fit(once)
    assert found.labels_ == expected.labels_
    assert found.probabilities_ == pytest.approx(expected.probabilities_, abs=0.02)


def test_without_machines_a_prior_learnt_from_all_is_all_that_differs() -> None:
    table, truths = crowd()
    people = labelled_by(table)
    assert people.kinds is not None
    assert set(people.kinds) == {"person"}
    assert abs(right(Mixed().fit(people).labels_, truths) - right(OneCoin().fit(people).labels_, truths)) < 0.03


@settings(max_examples=25)
@given(st.integers(1, 1000), st.integers(2, 30), st.sampled_from((0.0, 0.5, 1.0)))
def test_the_objective_never_falls(seed: int, items: int, copies: float) -> None:
    table, _ = crowd(items=items, seed=seed)
    steps = Mixed(copies=copies).fit(table).objective_
    assert all(later >= earlier - 1e-7 * len(table) for earlier, later in pairwise(steps))


def test_files_leave_machines_out_unless_named(tmp_path: Path) -> None:
    file = tmp_path / "labels.csv"
    file.write_text("task,worker,label,kind\n1,ann,a,person\n1,gpt#1,b,language-model\n1,gpt#2,b,language-model\n2,ann,b,person\n")
    assert read_labels(file).workers == ("ann",)
    assert len(read_labels(file, annotators=["people", "gpt"])) == 4
    assert read_labels(file, annotators=["gpt"]).workers == ("gpt#1", "gpt#2")
    with pytest.raises(InputError, match="there are gpt"):
        read_labels(file, annotators=["claude"])
    asked = run("labels", "infer", file, "--model", "mixed", "--annotators", "people,gpt", "--format", "json")
    assert json.loads(asked.stdout)["workers"] == 3
    assert json.loads(run("labels", "infer", file, "--format", "json").stdout)["workers"] == 1
    file.write_text("task,worker,label,kind\n1,ann,a,robot\n")
    with pytest.raises(InputError, match="no kind of worker"):
        read_labels(file)
    file.write_text("task,worker,label,kind\n1,gpt,a,segmenter\n")
    with pytest.raises(InputError, match="asked by name: --annotators gpt"):
        read_labels(file)


def test_parquet_too(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    file = tmp_path / "labels.parquet"
    rows = {"task": ["1", "1"], "worker": ["ann", "gpt"], "label": ["a", "b"], "kind": ["person", "segmenter"]}
    polars.DataFrame(rows).write_parquet(file)
    assert read_labels(file).workers == ("ann",)


def test_shapes_by_people_and_a_machine() -> None:
    one, other = Flat((0, 1)), Flat((1, 0))
    entries = [Entry(Query(f"q{n}", "a b c"), Votes((Vote(one, 2, ("ann", "bob")), Vote(other, 1, ("cid",))))) for n in range(9)]
    machine = Machine(WorkerKind.LANGUAGE_MODEL, {f"q{n}": Votes((Vote(other, 7),)) for n in range(9)})
    corpus = Corpus("mixed", tuple(entries), {}, {"gpt": machine})
    asked = annotated_by(corpus, ["people", "gpt"])
    for by in ("structure", "break"):
        assert {entry.votes.top.shape for entry in aggregate(asked, by, "mixed")} <= {one, other}
        assert {entry.votes.top.shape for entry in aggregate(asked, by, "majority")} == {other}


def test_easy_items_go_to_the_machine() -> None:
    table, truths = crowd(items=300, machine=0.93)
    rows = ask_where_unsure_mixed(
        table, truths, ["gpt"], thresholds=(0.75,), share=0.3, first=3, person_cost=1, machine_cost=0.01, repeats=3
    )
    alone, together = rows
    assert (alone.asked, together.asked) == ("people", "people and machine")
    assert together.people_per_item < alone.people_per_item
    assert together.accuracy > alone.accuracy - 0.03
    assert together.cost_per_item == pytest.approx(together.people_per_item + 0.05)
    assert together.by_machine_alone > 0.3
    assert alone.by_machine_alone == 0
    with pytest.raises(InputError, match="no machine among the workers"):
        ask_where_unsure_mixed(labelled_by(table).keep(np.ones(900, dtype=bool)), truths, [])


def test_the_command(tmp_path: Path) -> None:
    table, truths = crowd(items=60, machine=0.9)
    kinds = dict(zip(table.workers, table.kinds or (), strict=True))
    names = [
        (table.tasks[t], table.workers[w], table.classes[c])
        for t, w, c in zip(table.task_codes, table.worker_codes, table.label_codes, strict=True)
    ]
    (tmp_path / "labels.csv").write_text("task,worker,label,kind\n" + "".join(f"{t},{w},{c},{kinds[w]}\n" for t, w, c in names))
    (tmp_path / "gold.csv").write_text("task,label\n" + "".join(f"{item},{truth}\n" for item, truth in truths.items()))
    given = ("labels", "mixed", tmp_path / "labels.csv", "--gold", tmp_path / "gold.csv", "--machine", "gpt", "--repeats", 2)
    rows = json.loads(run(*given, "--threshold", "0.8", "--format", "json").stdout)
    assert [row["asked"] for row in rows] == ["people", "people and machine"]
    assert "signature: labels:" in run(*given).stdout
    assert run(*given, "--threshold", "x").returncode == 2


def test_worth_of_a_machine_among_the_workers(tmp_path: Path) -> None:
    """Seven people an item who are right in .75; a machine that is always right is worth more than all, a guesser less than one."""
    draw = np.random.default_rng(1)
    lines = ["task,worker,label,kind"]
    for number in range(80):
        truth = int(draw.integers(2))
        lines += [f"{number},person{who},{truth if draw.random() < 0.75 else 1 - truth},person" for who in range(8)]
        lines += [f"{number},oracle,{truth},segmenter", f"{number},guesser,{draw.integers(2)},segmenter"]
    file = tmp_path / "labels.csv"
    file.write_text("\n".join(lines) + "\n")
    rows = json.loads(run("labels", "worth", file, "--annotators", "oracle,guesser", "--resamples", 100, "--format", "json").stdout)
    of = {(row["worker"], row["measure"]): row for row in rows}
    crowd_scores = [of[name, "label"]["score"] for name in ("1 person", "3 people", "5 people")]
    assert crowd_scores == sorted(crowd_scores)
    assert of["oracle", "label"]["more_than"] == 5
    assert of["guesser", "label"]["worth"] < 1
    assert of["guesser", "votes"]["interval"][0] < of["guesser", "votes"]["worth"] < of["guesser", "votes"]["interval"][1]
    few = run("labels", "worth", file, "--annotators", "oracle", "--reference-votes", 8)
    assert few.returncode == 2
    assert "worth in people needs" in few.stderr

"""Label Studio and Potato: tasks go out, marks come back as answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.campaign import Item
from caesura.campaign.platforms import corpus_from, label_studio_interface, read_results, write_label_studio, write_potato
from caesura.campaign.platforms.annotations import CollectedAnswer
from caesura.campaign.platforms.label_studio import write_label_studio_answers
from caesura.campaign.tasks import TASKS, task_named
from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, print_brackets, print_pipe
from tests.cli.commands import run
from tests.strategies import flats, nesteds

ITEMS = [Item("a", "night train to paris"), Item("b", "red wine glasses")]


def annotated(tasks: list[Any], *results: list[dict[str, Any]], **more: Any) -> list[Any]:
    return [
        {**task, "id": 7 + place, "annotations": [{"id": 1, "completed_by": 3, "result": result, "lead_time": 4.5, **more}]}
        for place, (task, result) in enumerate(zip(tasks, results, strict=True))
    ]


def mark(start: int, end: int) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": ["segment"]}
    return {"type": "labels", "from_name": "segments", "to_name": "query", "value": value}


def test_label_studio_there_and_back(tmp_path: Path) -> None:
    assert write_label_studio(ITEMS, "flat", tmp_path / "tasks.json") == 2
    tasks = json.loads((tmp_path / "tasks.json").read_text())
    (tmp_path / "export.json").write_text(json.dumps(annotated(tasks, [mark(0, 11), mark(12, 20)], [])))
    found = read_results(tmp_path / "export.json")
    assert [(one.item, one.worker, one.answer, one.seconds) for one in found.annotations] == [
        ("a", "3", "night train|to paris", 4.5),
        ("b", "3", "red|wine|glasses", 4.5),
    ]
    assert corpus_from(found)["a"].votes.top.shape == Flat((0, 1, 0))


def test_what_was_skipped_gives_no_answer_and_what_is_wrong_is_told(tmp_path: Path) -> None:
    write_label_studio(ITEMS, "flat", tmp_path / "tasks.json")
    tasks = json.loads((tmp_path / "tasks.json").read_text())
    file = tmp_path / "export.json"
    file.write_text(json.dumps(annotated(tasks, [mark(0, 3)], [], was_cancelled=True)))
    assert read_results(file).annotations == []
    file.write_text(json.dumps(annotated(tasks, [mark(0, 3)], [])))
    with pytest.raises(InputError, match="task 1: 'nig' is marked, which cuts a word in two"):
        read_results(file)
    found = read_results(file, lenient=True)
    assert (len(found.malformed), len(found.annotations)) == (1, 1)
    for text, message in (
        ('[{"data": {"text": "x"}}]', "not one of Caesura's"),
        ('[{"data": {"item": "1", "text": "x", "task": "flat"}}]', "no annotations"),
        ('[{"data": {"item": "1", "text": "x", "task": "other"}, "annotations": []}]', "no task is called 'other'"),
        ("[3]", "not a list of tasks"),
        ("[", "not JSON"),
        ("[]", "no tasks"),
    ):
        file.write_text(text)
        with pytest.raises(InputError, match=message):
            read_results(file)


@given(st.lists(st.tuples(flats(3), st.booleans()), min_size=1, max_size=4))
def test_answers_written_for_label_studio_are_read_again(tmp_path: Path, given_answers: list[tuple[Flat, bool]]) -> None:
    words = ("red", "wine", "glasses")
    answers = [
        CollectedAnswer("b", "red wine glasses", f"w{place}@x", "?" if unclear else print_pipe(words, flat), 2.0, 1)
        for place, (flat, unclear) in enumerate(given_answers)
    ]
    write_label_studio_answers(answers, "options", tmp_path / "out.json")
    assert read_results(tmp_path / "out.json").annotations == answers


@given(nesteds(4))
def test_trees_are_read_again(tmp_path: Path, nested: Nested) -> None:
    answer = CollectedAnswer("a", "night train to paris", "w", print_brackets(("night", "train", "to", "paris"), nested), None, 1)
    write_label_studio_answers([answer], "nested", tmp_path / "out.json")
    assert read_results(tmp_path / "out.json").annotations == [answer]


def test_forests_are_drawn_in_the_studio_alone() -> None:
    with pytest.raises(InputError, match="the task syntax cannot be done on platforms"):
        label_studio_interface("syntax")


@pytest.mark.parametrize("task", [name for name in TASKS if not task_named(name).takes_proposals])
def test_the_interface_is_one_view_whose_parts_belong_together(task: str) -> None:
    view = ElementTree.fromstring(label_studio_interface(task))  # noqa: S314 - our own text
    assert view.tag == "View"
    names = {part.get("name") for part in view if part.tag == "Text"}
    assert all(part.get("toName") in names for part in view if part.tag in ("Labels", "Choices"))


def state(user: str, labels: dict[str, str], spans: dict[str, list[tuple[int, int]]]) -> dict[str, Any]:
    """As Potato 2.12 writes it, without what is not read."""
    return {
        "user_id": user,
        "instance_id_to_label_to_value": {name: [[{"schema": "choice", "name": label}, label]] for name, label in labels.items()},
        "instance_id_to_span_to_value": {
            name: [[{"schema": "segments", "name": "segment", "start": start, "end": end}, "true"] for start, end in marked]
            for name, marked in spans.items()
        },
    }


def answered(folder: Path, *states: dict[str, Any]) -> Path:
    for one in states:
        file = folder / "annotation_output" / one["user_id"] / "user_state.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(one))
    return folder


def test_potato_there_and_back(tmp_path: Path) -> None:
    assert write_potato(ITEMS, "options", tmp_path / "project") == 2
    config = json.loads((tmp_path / "project" / "config.yaml").read_text())
    assert [scheme["annotation_type"] for scheme in config["annotation_schemes"]] == ["span", "radio"]
    ann = state("ann", {"a": "done", "b": "not understood"}, {"a": [(0, 11)]})
    bob = state("bob", {"b": "done"}, {"a": [(0, 11)]})  # a was never called done
    found = read_results(answered(tmp_path / "project", ann, bob))
    assert [(one.item, one.worker, one.answer) for one in found.annotations] == [
        ("a", "ann", "night train|to|paris"),
        ("b", "ann", "?"),
        ("b", "bob", "red|wine|glasses"),
    ]


def test_judgements_on_potato(tmp_path: Path) -> None:
    items = [Item("q", "Which tower is tall?", paragraph="The tall one stands in Paris.")]
    write_potato(items, "judgement", tmp_path / "project")
    found = read_results(answered(tmp_path / "project", state("ann", {"q": "yes"}, {})))
    assert [(one.item, one.answer) for one in found.annotations] == [("q", "1")]
    assert found.task == task_named("judgement").name


def test_a_folder_without_a_project_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no data/queries"):
        read_results(tmp_path)
    write_potato(ITEMS, "flat", tmp_path / "project")
    with pytest.raises(InputError, match="holds no answers"):
        read_results(tmp_path / "project")
    answered(tmp_path / "project", {"user_id": "x"})
    with pytest.raises(InputError, match="not an annotator's state"):
        read_results(tmp_path / "project")


def test_on_the_command_line(tmp_path: Path) -> None:
    queries = tmp_path / "q.tsv"
    queries.write_text("id\tquery\na\tnight train to paris\nb\tred wine glasses\n")
    assert "2 items" in run("campaign", "batch", str(queries), "--platform", "label-studio", "-o", str(tmp_path / "t.json")).stderr
    assert run("campaign", "template", "flat", "--platform", "label-studio", "-o", "-").stdout.startswith("<View>")
    assert "2 items" in run("campaign", "batch", str(queries), "--platform", "potato", "-o", str(tmp_path / "project")).stderr
    answered(tmp_path / "project", state("ann", {"a": "done"}, {"a": [(0, 11)]}))
    result = run("campaign", "results", str(tmp_path / "project"), "-o", str(tmp_path / "c.jsonl"), "--format", "json")
    assert json.loads(result.stdout)["annotations"] == 1
    assert "choose one of turkle" in run("campaign", "batch", str(queries), "--platform", "x", "-o", "y").stderr

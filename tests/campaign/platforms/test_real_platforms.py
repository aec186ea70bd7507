"""What we write for Label Studio and Potato, judged by their own packages where they are installed (large, so not by `make test`):
`pip install label-studio-sdk==2.1.2 potato-annotation==2.12.1`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.campaign import Item
from caesura.campaign.platforms import label_studio_interface, write_label_studio, write_potato
from caesura.campaign.platforms.annotations import CollectedAnswer
from caesura.campaign.platforms.label_studio import write_label_studio_answers
from caesura.campaign.tasks import TASKS, task_named

TEXTS = {"a": "night train to paris", "b": "red wine glasses"}
PLATFORM_TASKS = [name for name in TASKS if not task_named(name).takes_proposals]


def items_for(task: str) -> list[Item]:
    return [Item(name, text, paragraph="Trains run." if task == "judgement" else "") for name, text in TEXTS.items()]


@pytest.mark.parametrize("task", PLATFORM_TASKS)
def test_label_studio_takes_interface_and_tasks(task: str, tmp_path: Path) -> None:
    module = pytest.importorskip("label_studio_sdk.label_interface", reason="label-studio-sdk is not installed")
    interface = module.LabelInterface(label_studio_interface(task))
    interface.validate()
    write_label_studio(items_for(task), task, tmp_path / "tasks.json")
    tasks = json.loads((tmp_path / "tasks.json").read_text(encoding="utf-8"))
    assert len(tasks) == 2
    assert all(interface.validate_task(one) for one in tasks)


def test_label_studio_takes_answers(tmp_path: Path) -> None:
    module = pytest.importorskip("label_studio_sdk.label_interface", reason="label-studio-sdk is not installed")
    interface = module.LabelInterface(label_studio_interface("flat"))
    write_label_studio_answers(
        [CollectedAnswer("a", "night train to paris", "w", "night train|to paris", 2.0, 1)], "flat", tmp_path / "out.json"
    )
    (task,) = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert task["annotations"]
    assert all(interface.validate_annotation(one) for one in task["annotations"])
    broken = [{**part, "from_name": "nobody"} for part in task["annotations"][0]["result"]]
    assert not interface.validate_annotation({"result": broken})


@pytest.mark.parametrize("task", PLATFORM_TASKS)
def test_potato_takes_the_project(task: str, tmp_path: Path) -> None:
    module = pytest.importorskip("potato.server_utils.config_module", reason="potato-annotation is not installed")
    write_potato(items_for(task), task, tmp_path / "project")
    read = module.load_and_validate_config(str(tmp_path / "project" / "config.yaml"), str(tmp_path / "project"))
    assert read["annotation_task_name"] == "Search queries"
    (tmp_path / "project" / "config.yaml").write_text('{"annotation_task_name": "x"}')
    with pytest.raises(Exception, match=r"annotation_schemes|item_properties|required"):
        module.load_and_validate_config(str(tmp_path / "project" / "config.yaml"), str(tmp_path / "project"))

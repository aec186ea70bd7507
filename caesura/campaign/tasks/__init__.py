"""The kinds of task, one short file each. Adding one touches a new file and the list below."""

from caesura.campaign.tasks import flat, judgement, nested, options
from caesura.campaign.tasks.base import Task
from caesura.campaign.tasks.options import NOT_UNDERSTOOD
from caesura.foundation import InputError

TASKS: dict[str, Task] = {module.TASK.name: module.TASK for module in (flat, nested, options, judgement)}

__all__ = ["NOT_UNDERSTOOD", "TASKS", "Task", "task_named"]


def task_named(name: str) -> Task:
    if name not in TASKS:
        raise InputError(f"no task '{name}'", cure=f"known are {', '.join(TASKS)}")
    return TASKS[name]

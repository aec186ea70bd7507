"""The kinds of task, one short file each, registered by holding `TASK`."""

from caesura.campaign.tasks.base import Task
from caesura.campaign.tasks.options import NOT_UNDERSTOOD
from caesura.foundation import Registry

TASKS: Registry[Task] = Registry("task", __name__, "TASK", order=("flat", "nested", "options", "judgement", "syntax"))

__all__ = ["NOT_UNDERSTOOD", "TASKS", "Task", "task_named"]


def task_named(name: str) -> Task:
    return TASKS[name]

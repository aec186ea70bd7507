"""crowd-kit's frames: our labels go in as they are, and what our models infer comes out the way its aggregators answer.

`infer_labels(frame)` takes crowd-kit's frame (`task`, `worker`, `label`) as it is, and its gold series too.
"""

from __future__ import annotations

from typing import Any

from caesura.foundation import extra
from caesura.labels import LabelTable, infer_labels


def crowd_frame(table: LabelTable) -> Any:
    """A pandas frame with the columns task, worker, label (and seconds, where known): what crowd-kit's aggregators take."""
    with extra("crowdkit"):
        import pandas

    columns: dict[str, Any] = {
        "task": [table.tasks[code] for code in table.task_codes.tolist()],
        "worker": [table.workers[code] for code in table.worker_codes.tolist()],
        "label": [table.classes[code] for code in table.label_codes.tolist()],
    }
    return pandas.DataFrame(columns if table.seconds is None else columns | {"seconds": table.seconds})


def aggregated_labels(inference: Any) -> Any:
    """A series `agg_label` indexed by task, as `fit_predict` of crowd-kit gives it; None where a model abstains."""
    with extra("crowdkit"):
        import pandas

    labels = inference.labels
    return pandas.Series(list(labels.values()), index=pandas.Index(list(labels), name="task"), name="agg_label")


def aggregated_probabilities(inference: Any) -> Any:
    """A frame of tasks and classes, as `fit_predict_proba` of crowd-kit gives it."""
    with extra("crowdkit"):
        import pandas

    model, table = inference.model, inference.model.table_
    given = model.probabilities()
    return pandas.DataFrame(given, index=pandas.Index(table.tasks, name="task"), columns=pandas.Index(table.classes, name="label"))


class CrowdAggregator:
    """One of our label models behind crowd-kit's three verbs: `CrowdAggregator("dawid-skene").fit_predict(frame)`."""

    def __init__(self, model: str = "majority", **options: Any) -> None:
        self.model, self.options = model, options

    def fit(self, data: Any) -> CrowdAggregator:
        self.inference_ = infer_labels(data, model=self.model, **self.options)
        self.labels_ = aggregated_labels(self.inference_)
        return self

    def fit_predict(self, data: Any) -> Any:
        return self.fit(data).labels_

    def fit_predict_proba(self, data: Any) -> Any:
        return aggregated_probabilities(self.fit(data).inference_)

"""Cutting queries into segments.

`segmenter(name, lexicon=...)` gives an object with `.segment(text)`, `.segment_many(texts)`, `.nbest(text, k)` and
`.explain(text)`; each answers with `Segmentation` values. `methods()` lists what there is: one file per method in
`caesura/segment/methods/`. The plain path in these files is exact and the reference; where it was compiled, a kernel gives the
same answers at millions of queries a second. `segment_frame(frame, lexicon=...)` segments a column of a data frame.
`nester(name, lexicon=...)` builds trees in place of flat segmentations (`caesura/segment/nesting/`).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# The folder of that name is loaded first, so that `caesura.segment.methods` is the function below for good.
import caesura.segment.methods  # noqa: F401
from caesura.segment.decoding import Candidate, Cut, best, k_best
from caesura.segment.explanation import Explanation, Reason, shown_weight
from caesura.segment.fast import kernel_here
from caesura.segment.frames import segment_frame
from caesura.segment.registry import Method, Parameter, Rules, Segmenter, Setup, default_method, method_named, methods, segmenter
from caesura.segment.segmentation import Score, Segment, Segmentation
from caesura.segment.weighted import WeightedSegmenter

if TYPE_CHECKING:
    from caesura.segment.nesting.drawing import draw_tree
    from caesura.segment.nesting.learned import expected_tree
    from caesura.segment.nesting.registry import Nester, NestingMethod, default_nesting_method, nester, nesting_methods
    from caesura.segment.nesting.tree import NestedSegmentation
    from caesura.segment.tune import Tuned, measured, tune_in_folds, tune_pmi
    from caesura.segment.unseen import learned_in_folds

__all__ = [
    "Candidate",
    "Cut",
    "Explanation",
    "Method",
    "NestedSegmentation",
    "Nester",
    "NestingMethod",
    "Parameter",
    "Reason",
    "Rules",
    "Score",
    "Segment",
    "Segmentation",
    "Segmenter",
    "Setup",
    "Tuned",
    "WeightedSegmenter",
    "best",
    "default_method",
    "default_nesting_method",
    "draw_tree",
    "expected_tree",
    "k_best",
    "kernel_here",
    "learned_in_folds",
    "measured",
    "method_named",
    "methods",
    "nester",
    "nesting_methods",
    "segment_frame",
    "segmenter",
    "shown_weight",
    "tune_in_folds",
    "tune_pmi",
]


#: What segmenting a query should not wait for: name -> module.
_LATER = {
    **dict.fromkeys(("Tuned", "measured", "tune_in_folds", "tune_pmi"), "tune"),
    **dict.fromkeys(("Nester", "NestingMethod", "default_nesting_method", "nester", "nesting_methods"), "nesting.registry"),
    "NestedSegmentation": "nesting.tree",
    "draw_tree": "nesting.drawing",
    "expected_tree": "nesting.learned",
    "learned_in_folds": "unseen",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

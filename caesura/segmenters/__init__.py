"""Cutting queries into segments.

`segmenter(name, lexicon=...)` gives an object with `.segment(text)`, `.segment_many(texts)`, `.nbest(text, k)` and
`.explain(text)`; each answers with `Segmentation` values. `METHODS` lists what there is: one file per method in
`caesura/segmenters/methods/`. The plain path in these files is exact and the reference; where it was compiled, a kernel gives the
same answers at millions of queries a second. `segment_frame(frame, lexicon=...)` segments a column of a data frame.
`nester(name, lexicon=...)` builds trees in place of flat segmentations (`caesura/segmenters/nesting/`).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caesura.segmenters.decoding import Candidate, Cut, best, k_best
from caesura.segmenters.explanation import Explanation, Reason, shown_weight
from caesura.segmenters.frames import segment_frame
from caesura.segmenters.kernel.available import kernel_here
from caesura.segmenters.methods import METHODS
from caesura.segmenters.printing import printed_lines, printed_texts, text_lines
from caesura.segmenters.probabilities import KnowsSegments
from caesura.segmenters.registry import Method, Parameter, Rules, Segmenter, Setup, default_method, segmenter
from caesura.segmenters.segmentation import Score, Segment, Segmentation
from caesura.segmenters.weighted import WeightedSegmenter

if TYPE_CHECKING:
    from caesura.segmenters.decision import Decision, decide
    from caesura.segmenters.everyday import nest, segment, train
    from caesura.segmenters.learned.ablation import ablation_groups, ablation_rows
    from caesura.segmenters.learned.calibration import calibration_error, reliability, save_reliability
    from caesura.segmenters.learned.distribution import Chain
    from caesura.segmenters.learned.fitting import Ground, fit, predict_in_folds
    from caesura.segmenters.learned.model import Model, default_model, read_model, write_model
    from caesura.segmenters.learned.segmenter import LearnedSegmenter
    from caesura.segmenters.learned.training import Recipe
    from caesura.segmenters.nesting import NESTING_METHODS
    from caesura.segmenters.nesting.drawing import draw_tree
    from caesura.segmenters.nesting.learned import expected_tree
    from caesura.segmenters.nesting.registry import Nester, NestingMethod, default_nesting_method, nester
    from caesura.segmenters.nesting.tree import NestedSegmentation
    from caesura.segmenters.predicting import (
        MethodSettings,
        fold_facts,
        predict,
        predict_trees,
        predict_with,
        prediction_steps,
        seen_queries,
        segmenter_facts,
        training_of,
        unseen_segmenters,
    )
    from caesura.segmenters.selective import SelectiveSegmenter, segment_chances
    from caesura.segmenters.tune import Tuned, measured, tune_in_folds, tune_pmi
    from caesura.segmenters.unseen import learned_in_folds

__all__ = [
    "METHODS",
    "NESTING_METHODS",
    "Candidate",
    "Chain",
    "Cut",
    "Decision",
    "Explanation",
    "Ground",
    "KnowsSegments",
    "LearnedSegmenter",
    "Method",
    "MethodSettings",
    "Model",
    "NestedSegmentation",
    "Nester",
    "NestingMethod",
    "Parameter",
    "Reason",
    "Recipe",
    "Rules",
    "Score",
    "Segment",
    "Segmentation",
    "Segmenter",
    "SelectiveSegmenter",
    "Setup",
    "Tuned",
    "WeightedSegmenter",
    "ablation_groups",
    "ablation_rows",
    "best",
    "calibration_error",
    "decide",
    "default_method",
    "default_model",
    "default_nesting_method",
    "draw_tree",
    "expected_tree",
    "fit",
    "fold_facts",
    "k_best",
    "kernel_here",
    "learned_in_folds",
    "measured",
    "nest",
    "nester",
    "predict",
    "predict_in_folds",
    "predict_trees",
    "predict_with",
    "prediction_steps",
    "printed_lines",
    "printed_texts",
    "read_model",
    "reliability",
    "save_reliability",
    "seen_queries",
    "segment",
    "segment_chances",
    "segment_frame",
    "segmenter",
    "segmenter_facts",
    "shown_weight",
    "text_lines",
    "train",
    "training_of",
    "tune_in_folds",
    "tune_pmi",
    "unseen_segmenters",
    "write_model",
]


#: What segmenting a query should not wait for: name -> module.
_LATER = {
    **dict.fromkeys(("nest", "segment", "train"), "everyday"),
    **dict.fromkeys(("Decision", "decide"), "decision"),
    **dict.fromkeys(("SelectiveSegmenter", "segment_chances"), "selective"),
    **dict.fromkeys(("Tuned", "measured", "tune_in_folds", "tune_pmi"), "tune"),
    **dict.fromkeys(("Nester", "NestingMethod", "default_nesting_method", "nester"), "nesting.registry"),
    "NESTING_METHODS": "nesting",
    "NestedSegmentation": "nesting.tree",
    "draw_tree": "nesting.drawing",
    "expected_tree": "nesting.learned",
    "learned_in_folds": "unseen",
    **dict.fromkeys(
        (
            "MethodSettings",
            "fold_facts",
            "predict",
            "predict_trees",
            "predict_with",
            "prediction_steps",
            "seen_queries",
            "segmenter_facts",
            "training_of",
            "unseen_segmenters",
        ),
        "predicting",
    ),
    **dict.fromkeys(("Ground", "fit", "predict_in_folds"), "learned.fitting"),
    **dict.fromkeys(("Model", "default_model", "read_model", "write_model"), "learned.model"),
    **dict.fromkeys(("calibration_error", "reliability", "save_reliability"), "learned.calibration"),
    **dict.fromkeys(("ablation_groups", "ablation_rows"), "learned.ablation"),
    "Chain": "learned.distribution",
    "LearnedSegmenter": "learned.segmenter",
    "Recipe": "learned.training",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

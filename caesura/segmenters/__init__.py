"""Cutting queries into segments.

`segmenter(name, lexicon=...)` gives an object with `.segment(text)`, `.segment_many(texts)`, `.nbest(text, k)` and
`.explain(text)`; each answers with `Segmentation` values. `METHODS` lists what there is: one file per method in
`caesura/segmenters/methods/`. The plain path in these files is exact and the reference; where it was compiled, a kernel
(`caesura/segmenters/kernel/`) gives the same answers at millions of queries a second. `segment_frame(frame, lexicon=...)` segments
a column of a data frame. `nester(name, lexicon=...)` builds trees in place of flat segmentations (`caesura/segmenters/nesting/`);
`learned/` is the learned model, its features and its training.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.segmenters.best.teaching import best_teachers as best_teachers
    from caesura.segmenters.best.teaching import larger_teachers as larger_teachers
    from caesura.segmenters.decision import decide as decide
    from caesura.segmenters.drift import compare_logs as compare_logs
    from caesura.segmenters.drift_page import write_drift_page as write_drift_page
    from caesura.segmenters.everyday import nest as nest
    from caesura.segmenters.everyday import segment as segment
    from caesura.segmenters.everyday import train as train
    from caesura.segmenters.explanation import Explanation as Explanation
    from caesura.segmenters.explanation import shown_weight as shown_weight
    from caesura.segmenters.frames import segment_frame as segment_frame
    from caesura.segmenters.json_printing import json_encoded as json_encoded
    from caesura.segmenters.json_printing import json_lines as json_lines
    from caesura.segmenters.json_printing import json_texts as json_texts
    from caesura.segmenters.kernel.available import kernel_here as kernel_here
    from caesura.segmenters.leakage import figures_without as figures_without
    from caesura.segmenters.leakage import find_leaks as find_leaks
    from caesura.segmenters.learned.ablation import ablation_groups as ablation_groups
    from caesura.segmenters.learned.ablation import ablation_rows as ablation_rows
    from caesura.segmenters.learned.adapting import Adapted as Adapted
    from caesura.segmenters.learned.adapting import adapt_model as adapt_model
    from caesura.segmenters.learned.calibration import save_reliability as save_reliability
    from caesura.segmenters.learned.cross_validation import predict_in_folds as predict_in_folds
    from caesura.segmenters.learned.distilling import distil_model as distil_model
    from caesura.segmenters.learned.domain import LogDomain as LogDomain
    from caesura.segmenters.learned.domain import log_domain as log_domain
    from caesura.segmenters.learned.fitting import FeatureSources as FeatureSources
    from caesura.segmenters.learned.fitting import fit as fit
    from caesura.segmenters.learned.further_training import ADAPTING_PARTS as ADAPTING_PARTS
    from caesura.segmenters.learned.model import LearnedModel as LearnedModel
    from caesura.segmenters.learned.model import read_model as read_model
    from caesura.segmenters.learned.model import write_model as write_model
    from caesura.segmenters.learned.profiles import PROFILES as PROFILES
    from caesura.segmenters.learned.profiles import model_of as model_of
    from caesura.segmenters.learned.teaching import MOST_UNLABELLED as MOST_UNLABELLED
    from caesura.segmenters.learned.teaching import Teachers as Teachers
    from caesura.segmenters.learned.teaching import profiles_as_teachers as profiles_as_teachers
    from caesura.segmenters.learned.training import Recipe as Recipe
    from caesura.segmenters.methods import METHODS as METHODS
    from caesura.segmenters.nesting import NESTING_METHODS as NESTING_METHODS
    from caesura.segmenters.nesting.drawing import draw_tree as draw_tree
    from caesura.segmenters.nesting.registry import Nester as Nester
    from caesura.segmenters.nesting.registry import default_nesting_method as default_nesting_method
    from caesura.segmenters.nesting.registry import nester as nester
    from caesura.segmenters.nesting.tree import NestedSegmentation as NestedSegmentation
    from caesura.segmenters.overriding import Overrides as Overrides
    from caesura.segmenters.overriding import OverridingSegmenter as OverridingSegmenter
    from caesura.segmenters.overriding import read_overrides as read_overrides
    from caesura.segmenters.predicting import MethodSettings as MethodSettings
    from caesura.segmenters.predicting import fold_facts as fold_facts
    from caesura.segmenters.predicting import predict as predict
    from caesura.segmenters.predicting import predict_trees as predict_trees
    from caesura.segmenters.predicting import predict_with as predict_with
    from caesura.segmenters.predicting import prediction_steps as prediction_steps
    from caesura.segmenters.predicting import seen_queries as seen_queries
    from caesura.segmenters.predicting import segmenter_facts as segmenter_facts
    from caesura.segmenters.predicting import training_of as training_of
    from caesura.segmenters.predicting import unseen_segmenters as unseen_segmenters
    from caesura.segmenters.probabilities import KnowsSegments as KnowsSegments
    from caesura.segmenters.registry import Method as Method
    from caesura.segmenters.registry import Rules as Rules
    from caesura.segmenters.registry import Segmenter as Segmenter
    from caesura.segmenters.registry import default_method as default_method
    from caesura.segmenters.registry import segmenter as segmenter
    from caesura.segmenters.segmentation import Segment as Segment
    from caesura.segmenters.segmentation import Segmentation as Segmentation
    from caesura.segmenters.selective import SelectiveSegmenter as SelectiveSegmenter
    from caesura.segmenters.selective import segment_chances as segment_chances
    from caesura.segmenters.tune import measured as measured
    from caesura.segmenters.tune import tune_in_folds as tune_in_folds
    from caesura.segmenters.tune import tune_pmi as tune_pmi
    from caesura.segmenters.weighted import WeightedSegmenter as WeightedSegmenter

__getattr__, __dir__, __all__ = lazy_door(__name__)

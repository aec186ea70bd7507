"""Cutting queries into segments.

`segmenter(name, lexicon=...)` gives an object with `.segment(text)`, `.segment_many(texts)`, `.nbest(text, k)` and
`.explain(text)`; each answers with `Segmentation` values. `methods()` lists what there is: one file per method in
`caesura/segment/methods/`. The plain path in these files is exact and the reference; where it was compiled, a kernel gives the
same answers at millions of queries a second. `segment_frame(frame, lexicon=...)` segments a column of a data frame.
"""

# The folder of that name is loaded first, so that `caesura.segment.methods` is the function below for good.
import caesura.segment.methods  # noqa: F401
from caesura.segment.decoding import Candidate, Cut, best, k_best
from caesura.segment.explanation import Explanation, Reason, shown_weight
from caesura.segment.fast import kernel_here
from caesura.segment.frames import segment_frame
from caesura.segment.registry import Method, Parameter, Rules, Segmenter, Setup, default_method, method_named, methods, segmenter
from caesura.segment.segmentation import Score, Segment, Segmentation
from caesura.segment.weighted import WeightedSegmenter

__all__ = [
    "Candidate",
    "Cut",
    "Explanation",
    "Method",
    "Parameter",
    "Reason",
    "Rules",
    "Score",
    "Segment",
    "Segmentation",
    "Segmenter",
    "Setup",
    "WeightedSegmenter",
    "best",
    "default_method",
    "k_best",
    "kernel_here",
    "method_named",
    "methods",
    "segment_frame",
    "segmenter",
    "shown_weight",
]

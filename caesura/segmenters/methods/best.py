"""A small transformer beside the features of `learned`: the most accurate method, some hundred times slower."""

from __future__ import annotations

from caesura.foundation import InputError, extra
from caesura.segmenters.registry import Method, Segmenter, Setup, UnseenModels


def make(setup: Setup) -> Segmenter:
    from caesura.segmenters.best.segmenter import best_segmenter
    from caesura.segmenters.best.shipped import shipped_best

    with extra("best"):
        import onnxruntime  # noqa: F401 - missed now, not at the first query
    if setup.tagger is not None:
        raise InputError("the method best tags words itself", cure="leave the tagger out")
    return best_segmenter(setup.need_lexicon(), shipped_best(), compiled=setup.compiled)


def in_folds() -> UnseenModels:
    from caesura.segmenters.best.unseen import BestInFolds

    return BestInFolds()


METHOD = Method(
    "best",
    "a small transformer beside what learned looks at: more accurate, slower; needs the extra best",
    "",
    make,
    in_folds=in_folds,
    has_probabilities=True,
    packages=("onnxruntime", "caesura_best"),
)

"""Learned from many annotators: breaks where most people would break, with a probability for everything."""

from __future__ import annotations

from functools import partial

from caesura.segmenters.kernel.available import cannot_run
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup, UnseenModels


def make(setup: Setup) -> Segmenter:
    # Loaded here: the classic methods are features of this one.
    from caesura.segmenters.learned.compiled import kernel_can_run, learned_kernel
    from caesura.segmenters.learned.profiles import model_of
    from caesura.segmenters.learned.segmenter import LearnedSegmenter

    model = model_of(setup.parameters["model"])
    lexicon, runs = setup.need_lexicon(), False
    if setup.compiled is not False:
        runs = kernel_can_run(lexicon, model, setup.tagger)
    if setup.compiled and not runs:
        raise cannot_run()
    kernel = partial(learned_kernel, lexicon, model, setup.tagger) if runs else None
    return LearnedSegmenter(lexicon, setup.need_tagger(), model, kernel=kernel, compiled=setup.compiled is not False)


def in_folds() -> UnseenModels:
    from caesura.segmenters.learned.cross_validation import LearnedInFolds

    return LearnedInFolds()


METHOD = Method(
    "learned",
    "a network trained on the votes of many annotators; gives probabilities",
    "",
    make,
    (Parameter("model", None, "a model file or the name of a profile; without it `web`"),),
    in_folds=in_folds,
    takes_model=True,
    has_probabilities=True,
)

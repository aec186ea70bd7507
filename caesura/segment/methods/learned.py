"""Learned from many annotators: breaks where most people would break, with a probability for everything."""

from __future__ import annotations

from caesura.segment.registry import Method, Parameter, Segmenter, Setup


def make(setup: Setup) -> Segmenter:
    # Loaded here: the classic methods are features of this one.
    from caesura.segment.learned.model import Model, default_model, read_model
    from caesura.segment.learned.segmenter import LearnedSegmenter

    wanted = setup.parameters["model"]
    model = default_model() if wanted is None else wanted if isinstance(wanted, Model) else read_model(str(wanted))
    return LearnedSegmenter(setup.need_lexicon(), setup.need_tagger(), model)


METHOD = Method(
    "learned",
    "a network trained on the votes of many annotators; gives probabilities",
    "",
    make,
    (Parameter("model", None, "a model file; without it the one that comes with Caesura"),),
)

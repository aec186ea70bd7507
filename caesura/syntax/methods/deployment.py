"""A pipeline from what a user names: a method, a parser, files of models and templates, an order. What has no use is refused."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.foundation import InputError, PathLike, one_of
from caesura.syntax.methods import Pipeline, default_pipeline, pipeline
from caesura.syntax.methods.base import Order, Tools
from caesura.syntax.parsing.parse import Parser


def deployed_pipeline(
    name: str | None = None,
    *,
    parser: str | Parser = "default",
    models: Sequence[PathLike] = (),
    templates: PathLike | None = None,
    order: str | None = None,
    language_model: PathLike | None = None,
) -> Pipeline:
    """The pipeline; without a name the one that the models are for."""
    one_of("order", order or Order.SEGMENT_FIRST.value, [one.value for one in Order])
    tools = Tools.from_files(
        parser=parser,
        models=models,
        templates=templates,
        language_model=language_model,
        order=Order(order) if order else Order.SEGMENT_FIRST,
    )
    made = pipeline(name or default_pipeline(tools), tools)
    method = made.method
    if tools.given_model is not None and not method.uses_cue_model:
        raise InputError(f"the pipeline {method.name} uses no model learned from cues", cure="use distant, ensemble or projection")
    if tools.given_supervised is not None and not method.needs_hand_model:
        raise InputError(
            f"the pipeline {method.name} uses no model learned from hand-segmented queries", cure="use supervised or ensemble"
        )
    if templates is not None and not method.uses_templates:
        raise InputError(f"the pipeline {method.name} uses no templates", cure="use projection")
    if language_model is not None and not method.uses_language_model:
        raise InputError(f"the pipeline {method.name} uses no language model", cure="use language-model")
    if order is not None and not method.two_steps:
        raise InputError(f"the pipeline {method.name} is not two steps", cure="leave the order out")
    return made

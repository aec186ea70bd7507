"""Options that several commands have, declared once: the signature of a function, which typer reads for each of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any


def with_options(parameter: str, declared: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of `declared` in place of one parameter, which then gets what `declared` returns."""

    options = _parameters(declared)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**given: Any) -> None:
            made = declared(**{option.name: given.pop(option.name) for option in options})
            command(**given, **{parameter: made})

        shown = [one for kept in _parameters(command, parameter) for one in (options if kept.name == parameter else [kept])]
        run.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in shown}
        return run

    return decorate


def _parameters(function: Callable[..., Any], besides: str = "") -> list[inspect.Parameter]:
    """The parameters with their annotations evaluated, as typer needs them; that of `besides` may not be importable yet."""
    return [
        one.replace(
            kind=inspect.Parameter.KEYWORD_ONLY,
            annotation=one.annotation if name == besides else _evaluated(one.annotation, function),
        )
        for name, one in inspect.signature(function).parameters.items()
    ]


def _evaluated(annotation: Any, function: Any) -> Any:
    return eval(annotation, function.__globals__) if isinstance(annotation, str) else annotation  # noqa: S307 - our own source

"""What requests for many queries share: a limit on their number, and errors that name the query they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from caesura.foundation import InputError
from caesura.studio.api.problems import RefusedError
from caesura.studio.settings import Limits

Given = ParamSpec("Given")
Result = TypeVar("Result")


def check_amount(limits: Limits, results: int) -> None:
    """No more results in one request than the server allows."""
    if results > limits.batch:
        raise RefusedError(
            413,
            f"{results:,} results in one request, at most {limits.batch:,} are possible",
            "send fewer at once, use /v1/segment/lines, or start the server with a larger --max-batch",
        )


def numbered(index: int, work: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
    """The result for one of many queries; its error says which one it was."""
    try:
        return work(*arguments, **named)
    except InputError as error:
        raise InputError(f"queries[{index}]: {error.problem}", cure=error.cure) from None

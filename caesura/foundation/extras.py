"""Packages that come with an extra: imported where they are used, inside `with extra(...)`, so that a missing one gives one line.

with extra("measure"):
    from scipy.stats import chi2
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from caesura.foundation.errors import MissingExtraError


@contextmanager
def extra(name: str) -> Iterator[None]:
    """What is imported inside comes with the extra `name`; where it is missing, a `MissingExtraError` says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "caesura":
            raise  # a fault of ours, not something to install
        raise MissingExtraError("this", name, package) from error

"""What a door of this room says where the database's libraries are not installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caesura.foundation import MissingExtraError


def naming_the_extra(load: Callable[[str], Any]) -> Callable[[str], Any]:
    """A door's `__getattr__` that names the extra in place of the library."""

    def get(name: str) -> Any:
        try:
            return load(name)
        except ModuleNotFoundError as error:
            if error.name in ("sqlalchemy", "alembic"):
                raise MissingExtraError("a campaign", "campaign") from None
            raise

    return get

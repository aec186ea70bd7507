"""What a page pays, what all of it comes to, and what that makes an hour.

In Hagen et al. 2011 a query paid one cent and took 11.39 seconds, which the thesis puts at 2.85 dollars an hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from caesura.campaign.rules.base import described, number
from caesura.foundation import InputError, unknown


@dataclass(frozen=True)
class Payment:
    """Every page whose answers were taken is paid, practice where `training` says so. Below `hourly` the dashboard warns.

    `reward` is what the platform pays by itself for each completion: what is earned beyond it is a bonus.
    """

    per_page: float = field(default=0.1, metadata=described("for a page"))
    currency: str = field(default="USD", metadata=described("currency"))
    hourly: float = field(default=0.0, metadata=described("warn when an hour pays less than"))
    reward: float = field(default=0.0, metadata=described("the platform itself pays for each completion"))
    training: bool = field(default=True, metadata=described("practice is paid, too"))

    def __post_init__(self) -> None:
        number("per_page", self.per_page, 0, 10_000)
        number("hourly", self.hourly, 0, 10_000)
        number("reward", self.reward, 0, 10_000)
        if not isinstance(self.currency, str) or not (
            self.currency.isalpha() and self.currency.isascii() and len(self.currency) == 3
        ):
            raise InputError(f"currency is {self.currency!r}", cure="give its three letters, such as EUR")
        if not isinstance(self.training, bool):
            raise InputError(f"training is {self.training!r}", cure="give true or false")


def payment_from(given: Mapping[str, Any] | Payment | None) -> Payment | None:
    """A payment from a JSON object; what is left out has its default."""
    if given is None or isinstance(given, Payment):
        return given
    if not isinstance(given, Mapping):
        raise InputError("the payment is not an object", cure="give {} for the defaults, or null")
    known = [each.name for each in fields(Payment)]
    if others := sorted(str(key) for key in given if key not in known):
        raise unknown("part of a payment", others[0], known)
    try:
        return Payment(**given)
    except InputError as error:
        raise InputError(f"payment: {error.problem}", cure=error.cure) from None


def hourly_wage(total: float, milliseconds: int) -> float | None:
    """None before anyone has worked."""
    return total * 3_600_000 / milliseconds if milliseconds > 0 else None

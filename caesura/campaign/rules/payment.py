"""What a page pays, what all of it comes to, and what that makes an hour.

In Hagen et al. 2011 a query paid one cent and took 11.39 seconds, which the thesis puts at 2.85 dollars an hour. `hourly` is a
floor below which the dashboard warns.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Rule, number, told
from caesura.foundation import InputError


@dataclass(frozen=True)
class Parameters:
    """Money is paid for every page whose answers were taken, training included where `training` says so."""

    per_page: float = field(default=0.1, metadata=told("for a page"))
    currency: str = field(default="USD", metadata=told("currency"))
    hourly: float = field(default=0.0, metadata=told("warn when an hour pays less than"))
    training: bool = field(default=True, metadata=told("practice is paid, too"))

    def __post_init__(self) -> None:
        number("per_page", self.per_page, 0, 10_000)
        number("hourly", self.hourly, 0, 10_000)
        if not isinstance(self.currency, str) or not (
            self.currency.isalpha() and self.currency.isascii() and len(self.currency) == 3
        ):
            raise InputError(f"currency is {self.currency!r}", cure="give its three letters, such as EUR")
        if not isinstance(self.training, bool):
            raise InputError(f"training is {self.training!r}", cure="give true or false")


def hourly_wage(total: float, milliseconds: int) -> float | None:
    """None before anyone has worked."""
    return total * 3_600_000 / milliseconds if milliseconds > 0 else None


RULE = Rule(
    name="payment",
    description="payment in total and by the hour",
    source="Hagen et al. 2011",
    parameters=Parameters,
)

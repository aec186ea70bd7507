"""Location: only workers from some countries, as the platform or the joining link names them.

Ramanath et al. 2013 asked workers in the United States only. Countries are compared as they are written, without regard to case:
name them as the platform does, several with a slash between (`US/United States`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from caesura.campaign.rules.base import Action, Rule, Verdict, described
from caesura.campaign.values import Worker
from caesura.foundation import InputError, one_of

_UNKNOWN = ("admit", "refuse")


@dataclass(frozen=True)
class Parameters:
    """Where no country is known, `unknown` says whether to admit."""

    countries: str = field(default="US", metadata=described("countries, with a slash between"))
    unknown: str = field(default="refuse", metadata=described("workers without a country", _UNKNOWN))

    def __post_init__(self) -> None:
        if not isinstance(self.countries, str) or not _named(self.countries):
            raise InputError(f"countries is {self.countries!r}", cure="name one or more, as US/Canada")
        one_of("value of unknown", self.unknown, _UNKNOWN)


def _named(countries: str) -> set[str]:
    return {name.strip().casefold() for name in countries.split("/") if name.strip()}


def admits(rule: Parameters, worker: Worker) -> Verdict | None:
    if worker.country is None:
        return None if rule.unknown == "admit" else Verdict(Action.REFUSE, "the country is not known")
    if worker.country.strip().casefold() in _named(rule.countries):
        return None
    return Verdict(Action.REFUSE, f"the campaign is for {rule.countries.replace('/', ', ')}, not for {worker.country}")


def worker_figures(_rule: Parameters | None, worker: Worker) -> dict[str, Any]:
    return {"country": worker.country}


RULE = Rule(
    name="location",
    description="only workers from some countries",
    source="Ramanath et al. 2013",
    parameters=Parameters,
    admits=admits,
    worker_figures=worker_figures,
)

"""How a campaign asks: how many annotations, how many items on a page, what it pays, and which rules watch over the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

from caesura.campaign.language_files import languages
from caesura.campaign.payment import Payment, payment_from
from caesura.campaign.platform_settings import Platform, platform_from
from caesura.campaign.rules import RULES, Rule, checked_rules, rule_parameters
from caesura.campaign.rules.base import number, whole
from caesura.campaign.values import Worker
from caesura.foundation import InputError, one_of, unknown

MAXIMUM_ANNOTATIONS = 1000
MAXIMUM_ITEMS_PER_PAGE = 100
LONGEST_INSTRUCTIONS = 20_000
#: What becomes of a page with a malformed answer: it comes back, or the answer is set aside and others are asked.
MALFORMED = ("refuse", "set-aside")


@dataclass(frozen=True)
class Plan:
    """`rules` holds the parameters of every rule that is on; a rule that is not named is off.

    A page given out is kept for its worker for `reservation_minutes`; after that its items go to others. `completion_code` is
    shown to a worker who is done (platforms ask for one). `malformed` says what becomes of answers that do not fit their query,
    `payment` what a page pays, if anything. `per_worker` is the number of queries one worker answers at most, and must answer to
    be complete; 0 for no cap. `platform` has the codes and the address for other ends, `language` is that of annotators' pages,
    `only_own_instructions` leaves the built-in ones out, and `seconds_per_item` is what the owner expects a query to take.
    """

    annotations: int = 10
    items_per_page: int = 6
    reservation_minutes: int = 30
    instructions: str = ""
    completion_code: str = ""
    malformed: str = "refuse"
    payment: Payment | None = None
    per_worker: int = 0
    platform: Platform = field(default_factory=Platform)
    language: str = "en"
    only_own_instructions: bool = False
    seconds_per_item: float = 0.0
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole("annotations", self.annotations, 1, MAXIMUM_ANNOTATIONS)
        whole("items_per_page", self.items_per_page, 1, MAXIMUM_ITEMS_PER_PAGE)
        whole("reservation_minutes", self.reservation_minutes, 1, 60 * 24 * 30)
        for name, longest in (("instructions", LONGEST_INSTRUCTIONS), ("completion_code", 200)):
            value = getattr(self, name)
            if not isinstance(value, str) or len(value) > longest:
                raise InputError(f"{name} is not a text of at most {longest:,} characters", cure="make it shorter")
        one_of("way with malformed answers", self.malformed, MALFORMED)
        whole("per_worker", self.per_worker, 0, 100_000)
        number("seconds_per_item", self.seconds_per_item, 0, 24 * 3600)
        one_of("language", self.language, languages())
        if not isinstance(self.only_own_instructions, bool):
            raise InputError(f"only_own_instructions is {self.only_own_instructions!r}", cure="give true or false")
        object.__setattr__(self, "payment", payment_from(self.payment))
        object.__setattr__(self, "platform", platform_from(self.platform))
        object.__setattr__(self, "rules", checked_rules(self.rules))

    @cached_property
    def active(self) -> tuple[tuple[Rule, Any], ...]:
        """The rules that are on, with their parameters."""
        return tuple((RULES[name], rule_parameters(name, given)) for name, given in self.rules.items())

    def practice_due(self, worker: Worker) -> int:
        """How many practice items this worker is still to get before the work."""
        return max((rule.practice_due(given, worker) for rule, given in self.active if rule.practice_due), default=0)

    def tests_due(self, worker: Worker, items: int) -> int:
        """How many of this worker's next items are tests."""
        return max((rule.tests_due(given, worker, items) for rule, given in self.active if rule.tests_due), default=0)

    @property
    def tests_every(self) -> int | None:
        """One item in how many is a test; None where there are none."""
        return min((rule.tests_every(given) for rule, given in self.active if rule.tests_every), default=None)

    @property
    def page_seconds(self) -> float:
        """How long a page may take: what a rule says, or as long as it is kept for its worker."""
        limits = [rule.page_seconds(given) for rule, given in self.active if rule.page_seconds]
        return min([*limits, self.reservation_minutes * 60])

    @property
    def tests_rotate(self) -> bool:
        """Whether tests may come again for a worker who has had them all."""
        return any(rule.tests_rotate(given) for rule, given in self.active if rule.tests_rotate)

    @property
    def tests_minimum(self) -> int:
        """After how many tests a worker is judged; 0 where nobody is."""
        return min((rule.tests_minimum(given) for rule, given in self.active if rule.tests_minimum), default=0)

    @property
    def first_annotations(self) -> int:
        """How many answers an item is to get to begin with."""
        asked = (rule.first_annotations(given, self.annotations) for rule, given in self.active if rule.first_annotations)
        return min(asked, default=self.annotations)

    @property
    def can_ask_again(self) -> bool:
        """Whether a rule may ask for more answers than the first ones."""
        return any(rule.unsure_items for rule, _ in self.active)

    def document(self) -> dict[str, Any]:
        shown = {each.name: getattr(self, each.name) for each in fields(self)}
        return shown | {"payment": None if self.payment is None else asdict(self.payment), "platform": asdict(self.platform)}


def plan_from(document: Mapping[str, Any]) -> Plan:
    """A plan from a JSON object; what is left out has its default."""
    known = [each.name for each in fields(Plan)]
    if others := sorted(set(document) - set(known)):
        raise unknown("part of a plan", others[0], known)
    return Plan(**document)


@lru_cache(maxsize=256)
def plan_from_text(text: str) -> Plan:
    """A plan as it is stored; plans change rarely and are asked for with every page."""
    return plan_from(json.loads(text))

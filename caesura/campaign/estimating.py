"""What a campaign will take, before it begins: answers, pages, people, hours and money, each with how it was computed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from caesura.campaign.plan import Plan

#: A query of a flat task took 11.39 seconds in Hagen et al. 2011; what nobody has measured yet is taken for as long.
SECONDS_PER_ITEM = 11.39


@dataclass(frozen=True)
class Estimate:
    """Ranges are from the first answers of every query to the maximum, where a rule asks on; equal where none does."""

    queries: int
    answers: tuple[int, int]
    pages: tuple[int, int]
    people: int
    hours: tuple[float, float]
    cost: tuple[float, float] | None
    currency: str
    hourly_wage: float | None
    seconds_per_item: float
    is_assumed: bool


def estimate(plan: Plan, ordinary: int, practice: int) -> Estimate:
    """`ordinary` queries are to be annotated, `practice` ones come before the work of each person."""
    seconds = plan.seconds_per_item or SECONDS_PER_ITEM
    answers = (ordinary * min(plan.first_annotations, plan.annotations), ordinary * plan.annotations)
    # Of what people answer, one in `every` is a test.
    share = 1 - 1 / plan.tests_every if plan.tests_every else 1.0
    shown = (ceil(answers[0] / share), ceil(answers[1] / share))
    people = max(plan.annotations, ceil(shown[1] / plan.per_worker)) if plan.per_worker else plan.annotations
    beforehand = people * ceil(practice / plan.items_per_page) if practice else 0
    pages = (ceil(shown[0] / plan.items_per_page) + beforehand, ceil(shown[1] / plan.items_per_page) + beforehand)
    hours = (
        (shown[0] + people * practice) * seconds / 3600,
        (shown[1] + people * practice) * seconds / 3600,
    )
    payment = plan.payment
    cost = wage = None
    if payment is not None:
        unpaid = 0 if payment.training else beforehand
        cost = ((pages[0] - unpaid) * payment.per_page, (pages[1] - unpaid) * payment.per_page)
        wage = payment.per_page / (plan.items_per_page * seconds) * 3600
    return Estimate(
        ordinary,
        answers,
        pages,
        people if ordinary else 0,
        hours,
        cost,
        payment.currency if payment is not None else "",
        wage,
        seconds,
        not plan.seconds_per_item,
    )

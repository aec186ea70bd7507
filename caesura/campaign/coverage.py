"""Whether there are tests enough: nobody is asked the same test twice, unless the rule may use them again."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from sqlalchemy import func, select

from caesura.campaign.plan import Plan
from caesura.campaign.store import Store, schema
from caesura.campaign.values import Campaign, Role

items = schema.items


@dataclass(frozen=True)
class Coverage:
    """Of the pages that one worker may get, how many can have the tests that the rule asks for."""

    tests: int
    needed: int
    pages: int
    covered: int
    rotates: bool
    judged_after: int = 0

    @property
    def is_enough(self) -> bool:
        return (self.rotates or self.covered >= self.pages) and self.judges

    @property
    def judges(self) -> bool:
        """Whether anybody can have had as many tests as the rule waits for."""
        return self.each >= self.judged_after

    @property
    def each(self) -> int:
        """The tests that one person may get."""
        return self.needed if self.rotates and self.tests else min(self.tests, self.needed)

    @property
    def sentence(self) -> str:
        """`6 tests cover 6 of 43 pages: ...`."""
        noun = "test covers" if self.tests == 1 else "tests cover"
        said = f"{self.tests:,} {noun} {self.covered:,} of the {self.pages:,} pages that one person may get"
        if not self.judges:
            each = "1 test" if self.each == 1 else f"{self.each:,} tests"
            cure = "judge after fewer tests (expert), or give each person more queries and more tests"
            return f"{said}; nobody will be judged, because that takes {self.judged_after:,} tests and a person gets {each}: {cure}"
        if self.is_enough:
            return f"{said}, and come again after that" if self.covered < self.pages else said
        return f"{said}: add tests ({self.needed:,} in all), let them come again, or give each person fewer queries"


def coverage_by_tests(plan: Plan, ordinary: int, tests: int) -> Coverage | None:
    """None where the plan asks for no tests."""
    size, every = plan.items_per_page, plan.tests_every
    if every is None:
        return None
    # One in `every` of all that a worker answers is a test; the cap counts tests as well.
    share = 1 / every
    answered = min(plan.per_worker, ceil(ordinary / (1 - share))) if plan.per_worker else ceil(ordinary / (1 - share))
    pages = max(1, ceil(answered / size))
    needed = answered // every
    covered = pages if tests >= needed else min(pages, tests * every // size)
    return Coverage(tests, needed, pages, covered, plan.tests_rotate, plan.tests_minimum)


def coverage_of(store: Store, campaign: Campaign) -> Coverage | None:
    with store.reading() as connection:
        counted = select(items.c.role, func.count()).where(items.c.campaign == campaign.id).group_by(items.c.role)
        counts = {role: int(number) for role, number in connection.execute(counted)}
    return coverage_by_tests(campaign.plan, counts.get(Role.ORDINARY.value, 0), counts.get(Role.TEST.value, 0))

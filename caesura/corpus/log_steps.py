"""How many fell at each named step, and how many remained: what every filter and draw of this room reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict


class StepRow(TypedDict):
    """A row of the report: after this step, this many were left."""

    step: str
    fell: int
    remained: int


@dataclass(slots=True)
class Steps:
    """Filled in while the lines stream past; complete when the last one has."""

    lines: int = 0
    fell: dict[str, int] = field(default_factory=dict)
    checksum: int = 0

    @property
    def fingerprint(self) -> str:
        """Eight hex digits for the bytes that were read, whatever the file was called."""
        return f"{self.checksum:08x}"

    @property
    def remained(self) -> int:
        return self.lines - sum(self.fell.values())

    def drop(self, step: str, count: int = 1) -> None:
        self.fell[step] = self.fell.get(step, 0) + count

    def rows(self) -> list[StepRow]:
        """The steps in their order, the first row being what was read."""
        left = self.lines
        rows = [StepRow(step="read", fell=0, remained=left)]
        for step, fell in self.fell.items():
            left -= fell
            rows.append(StepRow(step=step, fell=fell, remained=left))
        return rows

"""Why a segmentation won: every segment that was weighed, what it weighs, and where the weight comes from."""

from __future__ import annotations

from dataclasses import dataclass

from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.segmentation import Score, Segmentation


@dataclass(frozen=True, slots=True)
class Reason:
    """One candidate segment: what it weighs and why."""

    text: str
    weight: int | float
    why: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """The winner, the next best where there is one, and all candidates; a note where it is not the weight that decided."""

    segmentation: Segmentation
    runner_up: Segmentation | None
    reasons: tuple[Reason, ...]
    note: str = ""

    @property
    def verdict(self) -> str:
        """One sentence on why the winner won."""
        if self.note:
            return self.note
        if self.runner_up is None:
            return "nothing else is possible"
        lead = self.segmentation.score - self.runner_up.score
        if lead == 0:
            return f"it ties with {self.runner_up.pipe}, whose first differing break comes earlier"
        return f"it weighs {shown_weight(lead)} more than {self.runner_up.pipe}"


def reason_for(candidate: CandidateSegment, words: tuple[str, ...], chosen: bool, scale: int = 1) -> Reason:
    """A candidate as a reason: `2 x 165,360,000 (largest pair inside a title)`; what is not allowed says so."""
    why = candidate.basis
    if candidate.frequency:
        why = f"{candidate.weight // candidate.frequency:,} x {candidate.frequency:,} ({candidate.basis})"
    if not candidate.allowed:
        why += ": ruled out"
    weight = candidate.weight if scale == 1 else candidate.weight / scale
    return Reason(" ".join(words[candidate.start : candidate.end]), weight, why, chosen)


def shown_weight(weight: Score) -> str:
    """Whole numbers with thousands set off, others with three digits."""
    return f"{weight:,}" if isinstance(weight, int) else f"{float(weight):,.3f}"

"""What a segmenter offers that knows probabilities: a distribution over all segmentations of a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from caesura.shapes import Span
from caesura.tagging import Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._scored import ChoosingKernel, Phrases


class Distribution(Protocol):
    """All segmentations of one query, each with its probability."""

    def segment(self, start: int, end: int) -> float:
        """How likely a person is to make one segment of the words `start` to `end`."""
        ...

    def likely(self, minimum: float) -> Mapping[Span, float]:
        """The segments of two or more words that are at least this likely, with their probabilities."""
        ...


@runtime_checkable
class KnowsSegments(Protocol):
    """A segmenter that knows for every span how likely it is to be a segment."""

    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Distribution: ...


@runtime_checkable
class HasChoosingKernel(Protocol):
    """A segmenter whose kernel can keep only what is likely, and phrases of the user's own."""

    def choosing_kernel(
        self, plain: Callable[[str], int], minimum: float, phrases: Phrases | None = None
    ) -> ChoosingKernel | None: ...

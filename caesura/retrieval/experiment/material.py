"""Learning material of a collection: what segmenters, contexts, lexicon and people say about the words of its queries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from caesura.foundation import InputError
from caesura.retrieval.compositionality.in_collection import InCollection
from caesura.retrieval.gain.features import PossiblePhrase, candidates_of
from caesura.retrieval.gain.model import GainModel
from caesura.segmenters import KnowsSegments, Segmentation, segment_chances, segmenter
from caesura.shapes import Span

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

#: The share at which the gains of soft phrases are learned; the one that is used is tuned.
SOFT_SHARE = 0.1


class Material:
    """Computed when first asked for. `companions` are all collections of the experiment that have an index, to learn from."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self.companions: list[Collection] = []
        self._segmented: dict[str, list[Segmentation]] = {}
        self._chances: dict[str, list[Mapping[Span, float]] | None] = {}

    def segmentations(self, method: str) -> list[Segmentation]:
        """The content words of every topic as a method of `caesura segment` cuts them."""
        if method not in self._segmented:
            made = segmenter(method, lexicon=self._collection.settings.lexicon)
            self._segmented[method] = made.segment_many([" ".join(topic.words) for topic in self._collection.topics])
        return self._segmented[method]

    def chances(self, method: str) -> list[Mapping[Span, float]] | None:
        """How likely a method finds each span of every topic to be a segment; None for a method that does not say."""
        if method not in self._chances:
            made = segmenter(method, lexicon=self._collection.settings.lexicon)
            segmentations = self.segmentations(method)
            known: list[Mapping[Span, float]] | None = None
            if isinstance(made, KnowsSegments):
                known = [segment_chances(made, topic.words) for topic in self._collection.topics]
            elif any(segmentation.probabilities for segmentation in segmentations):
                known = [dict(zip(one.spans, one.probabilities or (), strict=True)) for one in segmentations]
            self._chances[method] = known
        return self._chances[method]

    @cached_property
    def compositionality(self) -> InCollection:
        """Figures of both models for some words, as one phrase."""
        if self._collection.engine.index is None:
            raise InputError(
                f"{self._collection.name} has no index at hand", cure="contexts need an index of `caesura retrieval index`"
            )
        return InCollection(
            self._collection.engine.index,
            self._collection.cache,
            self._collection.settings.synonyms,
            self._collection.settings.width,
        )

    @cached_property
    def candidates(self) -> list[PossiblePhrase]:
        """The possible phrases of all topics, with what is known about them."""
        return candidates_of(self._collection)

    @cached_property
    def gain_model(self) -> GainModel:
        """What phrases are expected to gain, learned from all collections of the experiment: one model for all of them."""
        return GainModel(self._learned_from) if self._is_first else self.companions[0].material.gain_model

    @cached_property
    def soft_gain_model(self) -> GainModel:
        """The same for phrases beside the words."""
        return GainModel(self._learned_from, SOFT_SHARE) if self._is_first else self.companions[0].material.soft_gain_model

    @property
    def _learned_from(self) -> list[Collection]:
        return self.companions or [self._collection]

    @property
    def _is_first(self) -> bool:
        return self._learned_from[0] is self._collection

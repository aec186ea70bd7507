"""spaCy: `nlp.add_pipe("caesura")` puts the segments of each text into `doc.spans["caesura"]`, labelled SEGMENT.

spaCy finds the component by the package's entry point: nothing is to be imported. Texts are queries; a longer text is cut where
spaCy ends sentences, if a component before this one does, and what has more than 64 words stays without spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from caesura.foundation import extra
from caesura.segmenters import default_method, segmenter
from caesura.shapes import MAX_WORDS

with extra("spacy"):
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup


@Language.factory(  # type: ignore[untyped-decorator]
    "caesura", default_config={"method": None, "lexicon": None, "model": None, "spans_key": "caesura", "min_confidence": 0.0}
)
def segmenting_component(
    nlp: Language,  # noqa: ARG001 - spaCy hands both over by name
    name: str,  # noqa: ARG001
    method: str | None,
    lexicon: str | None,
    model: str | None,
    spans_key: str,
    min_confidence: float,
) -> SegmentingComponent:
    """What `nlp.add_pipe("caesura", config={...})` calls."""
    options: dict[str, Any] = {"min_confidence": min_confidence} if min_confidence else {}
    if model is not None:
        options["model"] = model
    return SegmentingComponent(segmenter(method or default_method(), lexicon=lexicon, **options), spans_key)


class SegmentingComponent:
    """A callable of a pipeline: a document in, the same with spans out."""

    def __init__(self, made: Any, spans_key: str) -> None:
        self._segmenter, self._key = made, spans_key

    def __call__(self, doc: Doc) -> Doc:
        return next(iter(self.pipe([doc])))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Documents in batches, which is how the segmenter is fast."""
        batch: list[Doc] = []
        for doc in stream:
            batch.append(doc)
            if len(batch) >= batch_size:
                yield from self._with_spans(batch)
                batch = []
        yield from self._with_spans(batch)

    def _with_spans(self, docs: list[Doc]) -> list[Doc]:
        parts = [(doc, part) for doc in docs for part in (doc.sents if doc.has_annotation("SENT_START") else [doc[:]])]
        fitting = [(doc, part) for doc, part in parts if 1 <= len(part.text.split()) <= MAX_WORDS]
        spans: dict[int, list[Span]] = {id(doc): [] for doc in docs}
        answers = self._segmenter.segment_many([part.text for _, part in fitting])
        for (doc, part), answer in zip(fitting, answers, strict=True):
            for segment in answer.segments:
                start = part.start_char + segment.start
                # A segment's words may be cut into tokens, never across: the mode takes in whole tokens.
                span = doc.char_span(start, start + len(segment.text), label="SEGMENT", alignment_mode="expand")
                if span is not None:
                    spans[id(doc)].append(span)
        for doc in docs:
            doc.spans[self._key] = SpanGroup(doc, name=self._key, spans=spans[id(doc)])
        return docs

    def to_disk(self, *_: Any, **__: Any) -> None:
        """Nothing to keep: the configuration says it all."""

    def from_disk(self, *_: Any, **__: Any) -> SegmentingComponent:
        return self

"""PyTerrier: a transformer that adds the column `segmentation`, and a rewriter to phrase queries. Neither needs Java.

    SegmentQueries() >> PhraseQueries() >> pt.terrier.Retriever(index)

`segmentation` is a list of strings, one per segment, as TIREx's artifacts of query segmentation have it: precomputed ones can take
the place of `SegmentQueries`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError, extra
from caesura.phrasing import Options, one_line, phrase
from caesura.segmenters import Segmentation, default_method, segmenter
from caesura.shapes import Flat, query_words

with extra("pyterrier"):
    import pyterrier as pt

if TYPE_CHECKING:
    import pandas


class SegmentQueries(pt.Transformer):  # type: ignore[misc]
    """Adds the column `segmentation` to a frame with `query`. `options` are those of `caesura.segmenter`."""

    def __init__(self, method: str | None = None, *, lexicon: Any = None, output: str = "segmentation", **options: Any) -> None:
        super().__init__()
        self.method, self.output = method or default_method(), output
        self._segmenter = segmenter(self.method, lexicon=lexicon, **options)

    def transform(self, topics: pandas.DataFrame) -> pandas.DataFrame:
        pt.validate.columns(topics, includes=["query"])
        # Results have a row for each document: each query is segmented once.
        texts = list(dict.fromkeys(topics["query"]))
        parts = {
            made.text: [segment.text for segment in made.segments]
            for made in self._segmenter.segment_many([text for text in texts if text.split()])
        }
        return topics.assign(**{self.output: [list(parts.get(text, ())) for text in topics["query"]]})


class PhraseQueries(pt.Transformer):  # type: ignore[misc]
    """Rewrites `query` so that segments are matched as phrases; the query as it was is kept in `query_0`.

    It uses the column `segmentation` where there is one, else it segments by the default method. `engine` is one of those of
    `caesura phrase` (terrier, indri, lucene, ...), `options` are those of `caesura.phrasing.Options`: mode, weights, slop.
    """

    def __init__(self, engine: str = "terrier", *, segmentation: str = "segmentation", **options: Any) -> None:
        super().__init__()
        self.engine, self.segmentation = engine, segmentation
        self._options = Options(**options)

    def transform(self, topics: pandas.DataFrame) -> pandas.DataFrame:
        pt.validate.columns(topics, includes=["query"])
        parts = topics[self.segmentation] if self.segmentation in topics.columns else [None] * len(topics)
        pushed = pt.model.push_queries(topics)
        return pushed.assign(query=[self._phrased(text, of) for text, of in zip(topics["query"], parts, strict=True)])

    def _phrased(self, text: str, parts: Any) -> str:
        if not text.split():
            return text
        return one_line(phrase(text if parts is None else cut_by(text, list(parts)), self.engine, self._options))


def cut_by(text: str, segments: list[str]) -> Segmentation:
    """The query with these segments; their words must be the query's, in its order."""
    words = [query_words(segment) for segment in segments]
    if [word for segment in words for word in segment] != list(query_words(text)):
        raise InputError(f"the segments {segments} do not hold the words of '{text}'", cure="segment this query again")
    return Segmentation.of(text, Flat.from_lengths(map(len, words)))

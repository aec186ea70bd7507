"""pandas: `frame["query"].caesura.segments()` after `register_pandas()`."""

from __future__ import annotations

from typing import Any

from caesura.foundation import extra
from caesura.integrations.columns import list_column, phrase_column, pipe_column, segmenter_for
from caesura.phrasing import Options


def register_pandas(name: str = "caesura") -> None:
    """Give every series the accessor; registering twice changes nothing."""
    with extra("pandas"):
        import pandas

    if not isinstance(getattr(pandas.Series, name, None), type) or getattr(pandas.Series, name) is not SeriesAccessor:
        pandas.api.extensions.register_series_accessor(name)(SeriesAccessor)


class SeriesAccessor:
    """Of a series of queries, each answer a series with the same index. `options` are those of `caesura.segmenter`."""

    def __init__(self, series: Any) -> None:
        self._series = series

    def segment(self, method: str | None = None, *, lexicon: Any = None, **options: Any) -> Any:
        """Pipe form: `new york|times`."""
        return self._like(pipe_column(segmenter_for(method, lexicon, options), self._series.tolist()), "segmentation")

    def segments(self, method: str | None = None, *, lexicon: Any = None, **options: Any) -> Any:
        """A list of segments."""
        return self._like(list_column(segmenter_for(method, lexicon, options), self._series.tolist()), "segmentation")

    def phrase(self, engine: str, method: str | None = None, *, lexicon: Any = None, **options: Any) -> Any:
        """The query as an engine takes it; `options` are those of `caesura.phrasing.Options`."""
        made = segmenter_for(method, lexicon, {})
        return self._like(phrase_column(made, self._series.tolist(), engine, Options(**options)), "query")

    def _like(self, values: list[Any], name: str) -> Any:
        return type(self._series)(values, index=self._series.index, dtype=object, name=name)

"""polars: `polars.col("query").caesura.segments()` after `register_polars()`; in lazy frames too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from caesura.foundation import extra
from caesura.integrations.columns import list_column, phrase_column, pipe_column, segmenter_for
from caesura.phrasing import Options


def register_polars(name: str = "caesura") -> None:
    """Give expressions and series the namespace; registering twice changes nothing."""
    with extra("frames"):
        import polars

    for kind, register, namespace in (
        (polars.Expr, polars.api.register_expr_namespace, ExpressionNamespace),
        (polars.Series, polars.api.register_series_namespace, SeriesNamespace),
    ):
        if name not in getattr(kind, "_accessors", ()):
            register(name)(namespace)


class _Namespace:
    """The same three verbs for expressions and series; `_apply` is where they differ."""

    def _apply(self, column: Callable[[Sequence[object]], list[Any]], is_list: bool) -> Any:
        raise NotImplementedError

    def segment(self, method: str | None = None, *, lexicon: Any = None, **options: Any) -> Any:
        """Pipe form: `new york|times`."""
        made = segmenter_for(method, lexicon, options)
        return self._apply(lambda values: pipe_column(made, values), False)

    def segments(self, method: str | None = None, *, lexicon: Any = None, **options: Any) -> Any:
        """A list of segments."""
        made = segmenter_for(method, lexicon, options)
        return self._apply(lambda values: list_column(made, values), True)

    def phrase(self, engine: str, method: str | None = None, *, lexicon: Any = None, **options: Any) -> Any:
        """The query as an engine takes it; `options` are those of `caesura.phrasing.Options`."""
        made, settings = segmenter_for(method, lexicon, {}), Options(**options)
        return self._apply(lambda values: phrase_column(made, values, engine, settings), False)


class ExpressionNamespace(_Namespace):
    """For `polars.col(...)`: each row by itself, so polars may filter first and stream."""

    def __init__(self, expression: Any) -> None:
        self._expression = expression

    def _apply(self, column: Callable[[Sequence[object]], list[Any]], is_list: bool) -> Any:
        kind = _kind(is_list)
        return self._expression.map_batches(lambda series: _series(series, column, kind), kind, is_elementwise=True)


class SeriesNamespace(_Namespace):
    """For a series that is already there."""

    def __init__(self, series: Any) -> None:
        self._series = series

    def _apply(self, column: Callable[[Sequence[object]], list[Any]], is_list: bool) -> Any:
        return _series(self._series, column, _kind(is_list))


def _series(series: Any, column: Callable[[Sequence[object]], list[Any]], kind: Any) -> Any:
    return type(series)(series.name, column(series.to_list()), kind)


def _kind(is_list: bool) -> Any:
    with extra("frames"):
        import polars

    return polars.List(polars.String) if is_list else polars.String

"""DuckDB: `SELECT caesura_segments(query) FROM log` after `register_duckdb(connection)`."""

from __future__ import annotations

from typing import Any

from caesura.foundation import extra
from caesura.integrations.columns import list_column, phrase_column, pipe_column, segmenter_for
from caesura.phrasing import ENGINES, Options


def register_duckdb(connection: Any, method: str | None = None, *, lexicon: Any = None, **options: Any) -> None:
    """Three functions of SQL, called with whole columns: `caesura_segment(query)` (pipe form), `caesura_segments(query)` (a list),
    `caesura_phrase(query, engine)`. `options` are those of `caesura.segmenter`; NULL stays NULL."""
    with extra("duckdb"):
        import pyarrow
        from duckdb.sqltypes import VARCHAR

    made = segmenter_for(method, lexicon, options)

    def segment(queries: Any) -> Any:
        return pyarrow.array(pipe_column(made, queries.to_pylist()), pyarrow.string())

    def segments(queries: Any) -> Any:
        return pyarrow.array(list_column(made, queries.to_pylist()), pyarrow.list_(pyarrow.string()))

    def phrase(queries: Any, engines: Any) -> Any:
        texts, named = queries.to_pylist(), engines.to_pylist()
        columns: dict[str, list[str | None]] = {
            ENGINES[name].name: phrase_column(made, texts, name, Options()) for name in dict.fromkeys(named) if name is not None
        }
        return pyarrow.array([None if name is None else columns[name][row] for row, name in enumerate(named)], pyarrow.string())

    for name, function, kinds, answer in (
        ("caesura_segment", segment, [VARCHAR], VARCHAR),
        ("caesura_segments", segments, [VARCHAR], connection.list_type(VARCHAR)),
        ("caesura_phrase", phrase, [VARCHAR, VARCHAR], VARCHAR),
    ):
        connection.create_function(name, function, kinds, answer, type="arrow", null_handling="special")

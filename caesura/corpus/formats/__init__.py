"""Readers and writers, one short file per format, registered by holding `FORMAT`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caesura.foundation import Registry

if TYPE_CHECKING:
    from caesura.corpus.formats.base import CorpusFormat

#: All formats by name, in the order in which a file's ending is looked up.
FORMATS: Registry[CorpusFormat] = Registry(
    "format",
    __name__,
    "FORMAT",
    order=(
        "jsonl",
        "webis",
        "csv",
        "pipe",
        "queries",
        "bergsma-wang",
        "queryner",
        "keywords",
        "prodigy",
        "doccano",
        "bio",
        "brackets",
        "conllu",
        "parquet",
    ),
    spelled={"csv_rows": "csv", "keyword_pairs": "keywords", "pipe_lines": "pipe", "query_lines": "queries"},
)

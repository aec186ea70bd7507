"""Readers and writers, one short file per format, registered once in `FORMATS`."""

from __future__ import annotations

from caesura.corpus.formats import (
    bergsma_wang,
    bio,
    brackets,
    conllu,
    csv_rows,
    jsonl,
    keyword_pairs,
    parquet,
    pipe_lines,
    query_lines,
    queryner,
    webis,
)
from caesura.corpus.formats.base import Format, Skipped

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        jsonl,
        webis,
        csv_rows,
        pipe_lines,
        query_lines,
        bergsma_wang,
        queryner,
        keyword_pairs,
        bio,
        brackets,
        conllu,
        parquet,
    )
}

__all__ = ["FORMATS", "Format", "Skipped"]

"""Whatever was typed, what we write for an engine parses: by Lucene's own parser, by JSON's, by small readers of the rest."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from caesura.phrasing import ENGINES, phrase
from caesura.segmenters import segmenter
from caesura.shapes import parse_quotes
from tests.comparison.test_lucene_parser import Reading
from tests.phrasing.indri_reader import read as read_indri
from tests.phrasing.yql_reader import Reader as YqlReader
from tests.segmenters.test_unicode import strange_texts


def check(lucene: SimpleNamespace, texts: list[str]) -> None:
    chosen = segmenter("all")
    for text in texts:
        segmentation = chosen.segment(text)
        for name in ENGINES:
            result: Any = phrase(segmentation, name)
            if name == "quotes":
                assert parse_quotes(result)[0] == tuple(text.split())
            elif name == "lucene":
                Reading(lucene, result)
            elif name == "solr":
                assert set(result) >= {"q", "defType"}
                if "bq" in result:
                    Reading(lucene, result["bq"].partition("}")[2])
            elif name == "vespa":
                YqlReader(result["yql"]).statement()
            elif name in ("indri", "terrier"):
                read_indri(result)
            else:
                assert json.loads(json.dumps(result)) == result


def test_some(lucene: SimpleNamespace) -> None:
    check(lucene, strange_texts(300, 3))


@pytest.mark.long
def test_a_hundred_thousand(lucene: SimpleNamespace) -> None:
    check(lucene, strange_texts(100_000, 4))

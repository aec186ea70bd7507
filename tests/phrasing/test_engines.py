from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import ENGINES, SegmentedQuery, one_line, phrase, read_pipe, url_query
from caesura.segmenters import Segmentation
from caesura.shapes import Flat


def test_a_segmentation_goes_in_directly() -> None:
    assert phrase(Segmentation.of("new york x", Flat((0, 1))), "quotes") == '"new york" x'


def test_an_unknown_engine_names_the_known() -> None:
    with pytest.raises(InputError, match="elasticsearch, opensearch, solr"):
        phrase(read_pipe("a"), "sphinx")


@pytest.mark.parametrize("engine", ENGINES)
def test_every_result_is_one_line(engine: str) -> None:
    @given(st.from_type(SegmentedQuery))
    def is_one_line(query: SegmentedQuery) -> None:
        line = one_line(phrase(query, engine))
        assert line
        assert "\n" not in line
        assert line.encode()

    is_one_line()


@pytest.mark.parametrize("engine", ENGINES)
def test_only_parameters_become_a_url(engine: str) -> None:
    phrased = phrase(read_pipe("new york|x"), engine)
    if engine in ("solr", "vespa"):
        assert url_query(phrased).isascii()
    else:
        with pytest.raises(InputError, match="solr or vespa"):
            url_query(phrased)

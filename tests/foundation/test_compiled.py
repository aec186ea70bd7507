"""One place says which twin runs; the environment can force the plain one."""

from __future__ import annotations

import pytest

from caesura.foundation import compiled_twin, not_compiled_cure, plain_is_forced
from caesura.lexicon import compiled_here
from caesura.segmenters import kernel_here, segmenter


def test_what_is_not_there_is_none() -> None:
    assert compiled_twin("caesura.foundation._no_such_twin") is None
    assert "C compiler" in not_compiled_cure()


@pytest.mark.parametrize(("value", "forced"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_the_environment_forces_the_plain_path(monkeypatch: pytest.MonkeyPatch, value: str, forced: bool) -> None:
    monkeypatch.setenv("CAESURA_PLAIN", value)
    assert plain_is_forced() is forced
    if forced:
        assert compiled_twin("caesura.segmenters.kernel._classic") is None
        assert not compiled_here()
        assert not kernel_here()
        assert not_compiled_cure() == "unset CAESURA_PLAIN"


@pytest.mark.skipif(not kernel_here(), reason="the kernel was not compiled here")
@pytest.mark.parametrize("method", ["titles", "wikipedia", "learned"])
def test_methods_follow_it_and_answer_alike(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    texts = ["new york times square dance", "cheap flights to cape town", "a"] * 30
    fast = segmenter(method)
    answers = fast.pipe_many(texts)
    monkeypatch.setenv("CAESURA_PLAIN", "1")
    plain = segmenter(method)
    assert (fast.compiled, plain.compiled) == (True, False)  # type: ignore[attr-defined]
    assert plain.pipe_many(texts) == answers

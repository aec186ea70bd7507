"""One place says which twin runs; the environment can force the plain one."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from caesura.foundation import compiled, compiled_twin, not_compiled_cure, plain_is_forced
from caesura.foundation.compiled import is_stale, source_checksums
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


def test_kernels_are_stale_once_a_source_changed_or_went(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    kernel, declarations = tmp_path / "room" / "_kernel.pyx", tmp_path / "room" / "words.pxd"
    kernel.write_text("a\n", encoding="utf-8")
    declarations.write_text("b\n", encoding="utf-8")
    compiled_from = tmp_path / "kernels.sha256"
    assert not is_stale(tmp_path, compiled_from), "an installed package has no list"
    compiled_from.write_text("".join(source_checksums(tmp_path)), encoding="utf-8")
    assert [line.split("  ")[1] for line in source_checksums(tmp_path)] == ["room/_kernel.pyx\n", "room/words.pxd\n"]
    assert not is_stale(tmp_path, compiled_from)
    declarations.write_text("c\n", encoding="utf-8")
    assert is_stale(tmp_path, compiled_from)
    declarations.write_text("b\n", encoding="utf-8")
    assert not is_stale(tmp_path, compiled_from)
    kernel.unlink()
    assert is_stale(tmp_path, compiled_from)


def test_stale_kernels_give_way_to_the_plain_path_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "is_stale", lambda *_: True)
    compiled.kernels_are_stale.cache_clear()
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            assert compiled_twin("caesura.lexicon._table") is None
            assert segmenter("titles").segment("new york times square dance").quotes
        assert [one.category for one in warned] == [compiled.StaleKernelsWarning]
        assert "build_ext --inplace" in str(warned[0].message)
        assert not kernel_here()
        assert "build_ext --inplace" in not_compiled_cure()
    finally:
        compiled.kernels_are_stale.cache_clear()

"""The mapped file answers as the dict does, on the plain path and on the compiled one."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, LexiconLike, MemoryLexicon, compiled_here
from tests.lexicon import tables

PATHS = [False, True] if compiled_here() else [False]

# Few different words, so that n-grams are found; with case, accents, punctuation and what NFKC changes.
WORDS = st.sampled_from(
    [
        "new",
        "New",
        "york",
        "york,",
        "(york)",
        "été",
        "ÉTÉ!",
        "ﬁsh",
        "fish",
        "u.s.",
        "u.s",
        "&",
        "c++",
        "c",
        "«été»",
        "\ud800",
        "ß",
        "İ",
        "x" * 300,
    ]
)
NGRAMS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
LARGE_AND_SMALL = st.one_of(st.integers(0, 10), st.sampled_from([2**21 - 1, 2**21, 2**21 + 1, 2**40, 2**58]))


@given(
    st.dictionaries(NGRAMS, LARGE_AND_SMALL, max_size=30),
    st.lists(st.lists(WORDS, min_size=1, max_size=9).map(" ".join), max_size=8),
    st.lists(st.lists(WORDS, max_size=10), max_size=40),
)
@settings(max_examples=150)
def test_every_lexicon_answers_alike(tmp_path: Path, counts: dict[str, int], titles: list[str], asked: list[list[str]]) -> None:
    memory = MemoryLexicon(counts, titles)
    path = tables.write(tmp_path / "x.lexicon", counts, titles, total=memory.total)
    for compiled in PATHS:
        with Lexicon.open(path, compiled=compiled) as lexicon:
            lexicon.verify()
            assert (lexicon.total, lexicon.longest) == (memory.total, memory.longest)
            for words in [*asked, *(text.split() for text in (*counts, *titles))]:
                assert lexicon.lookup(words) == memory.lookup(words)
                assert lexicon.count(words) == memory.count(words)
                assert lexicon.is_title(words) == memory.is_title(words)
                assert lexicon.lookup_spans(words) == memory.lookup_spans(words)


@pytest.mark.parametrize("compiled", PATHS)
def test_many_ngrams_over_many_pages(tmp_path: Path, compiled: bool) -> None:
    counts = {f"w{i % 997} v{i}": i + 1 for i in range(30_000)}
    titles = [f"w{i % 997} v{i}" for i in range(0, 40_000, 5)]
    path = tables.write(tmp_path / "x.lexicon", counts, titles)
    with Lexicon.open(path, compiled=compiled) as lexicon:
        for i in range(40_000):
            assert lexicon.lookup([f"w{i % 997}", f"v{i}"]) == (i + 1 if i < 30_000 else 0, i % 5 == 0)
            assert lexicon.lookup([f"v{i}"]) == (0, False)
        assert lexicon.info()["entries"] == 32_000
        assert lexicon.info()["bytes_per_ngram"] < 10


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return tables.write(tmp_path / "small.lexicon", {"new york": 120, "new": 900}, ["new york"])


def test_info_says_what_is_there(small: Path) -> None:
    info = Lexicon.open(small).info()
    assert info["ngrams"] == {"1": 1, "2": 1, "3": 0, "4": 0, "5": 0}
    assert (info["titles"], info["total"], info["bytes"]) == (1, 900, small.stat().st_size)
    assert info["sources"] == [{"name": "test"}]


def test_it_is_a_lexicon_for_the_type_checker(small: Path) -> None:
    lexicon: LexiconLike = Lexicon.open(small)
    assert lexicon.count(["new", "york"]) == 120


@pytest.mark.parametrize("compiled", PATHS)
def test_pickled_it_opens_again(small: Path, compiled: bool) -> None:
    lexicon = pickle.loads(pickle.dumps(Lexicon.open(small, compiled=compiled)))  # noqa: S301
    assert lexicon.count(["new", "york"]) == 120
    assert lexicon.compiled is compiled


def _count(lexicon: Lexicon) -> int:
    return lexicon.count(["new", "york"])


def test_processes_share_it(small: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(_count, [Lexicon.open(small)] * 2) == [120, 120]


@pytest.mark.parametrize("compiled", PATHS)
def test_a_closed_lexicon_says_so(small: Path, compiled: bool) -> None:
    with Lexicon.open(small, compiled=compiled) as lexicon:
        table = lexicon.table
    with pytest.raises(InputError, match="closed"):
        lexicon.count(["new"])
    with pytest.raises(InputError, match="closed"):
        lexicon.verify()
    lexicon.close()
    if compiled:
        assert table.lookup(["new"]) == (900, False)  # who still holds the table may use it


def test_preloading_changes_nothing(small: Path) -> None:
    assert Lexicon.open(small, preload=True).count(["new"]) == 900


def test_without_compiled_parts_everything_still_works(small: Path) -> None:
    program = """
import sys
sys.modules["caesura.lexicon._table"] = sys.modules["caesura.lexicon._build"] = None
from pathlib import Path
from caesura.foundation import InputError
from caesura.lexicon import Lexicon, Source, build_lexicon, compiled_here
assert not compiled_here()
path = Path(sys.argv[1])
assert Lexicon.open(path).lookup(["New", "York!"]) == (120, True)
(path.parent / "log.txt").write_text("new york")
build_lexicon(path.parent / "log.lexicon", [Source("log", path.parent / "log.txt")])
assert Lexicon.open(path.parent / "log.lexicon").count("new york") == 1
try:
    Lexicon.open(path, compiled=True)
except InputError as error:
    assert "compiled" in str(error)
else:
    raise SystemExit("compiled=True was not refused")
"""
    assert subprocess.run([sys.executable, "-c", program, str(small)], check=False).returncode == 0

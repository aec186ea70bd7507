"""The statistics of a query log in a lexicon: equal to counting by hand, compiled or not, and no n-grams to anyone else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.lexicon import Lexicon, LogCounts, MemoryLexicon, Source, build_lexicon, log_counts, merge_lexicons, update_lexicon
from caesura.lexicon import log_statistics as module
from caesura.lexicon.log_statistics import LONGEST_QUERY, log_records

WORDS = ["new", "york", "times", "square", "café", "of", "the"]
LOGS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=LONGEST_QUERY + 1), min_size=1, max_size=30)


def written(queries: list[list[str]], file: Path) -> Path:
    file.write_text("".join(" ".join(words) + "\n" for words in queries), encoding="utf-8")
    return file


def opened(queries: list[list[str]], folder: Path, *, compiled: bool | None = None) -> tuple[Lexicon, LogCounts]:
    build_lexicon(folder / "log.lexicon", [Source("log", written(queries, folder / "log.txt"))])
    lexicon = Lexicon.open(folder / "log.lexicon", compiled=compiled)
    counts = log_counts(lexicon)
    assert counts is not None
    return lexicon, counts


@given(queries=LOGS, compiled=st.sampled_from([None, False]))
def test_they_are_those_of_counting_by_hand(
    queries: list[list[str]], compiled: bool | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    _, counts = opened(queries, tmp_path_factory.mktemp("log"), compiled=compiled)
    used = [words for words in queries if len(words) <= LONGEST_QUERY]
    assert counts.queries == len(used)
    hashes = {word: counts.hash(word) for word in WORDS}
    for words in used:
        assert counts.whole([hashes[word] for word in words]) == used.count(words)
    for word in WORDS:
        assert counts.holding(hashes[word]) == sum(word in words for words in used)
        assert counts.starts([hashes[word]]) == sum(words[0] == word for words in used)
        assert counts.ends([hashes[word]]) == sum(words[-1] == word for words in used)
    for one, other in combinations(WORDS, 2):
        pair = [hashes[one], hashes[other]]
        assert counts.starts(pair) == sum(words[:2] == [one, other] for words in used)
        assert counts.ends(pair) == sum(words[-2:] == [one, other] for words in used)
        assert counts.together(*pair) == counts.together(*reversed(pair)) == sum({one, other} <= set(words) for words in used)


@given(LOGS)
def test_the_compiled_twin_hashes_alike(queries: list[list[str]]) -> None:
    block = "\n".join(" ".join(words) for words in [*queries, [], ["alone"]]).encode()
    fast = log_records(block, 7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "builder_twin", lambda: None)
        plain = log_records(block, 7)
    assert np.array_equal(fast.first, plain.first)
    assert np.array_equal(fast.second, plain.second)


def test_they_are_no_ngrams(tmp_path: Path) -> None:
    queries = [["new", "york"], ["york", "hotels"]]
    lexicon, counts = opened(queries, tmp_path)
    build_lexicon(tmp_path / "plain.lexicon", [Source("log", tmp_path / "log.txt", statistics=False)])
    with lexicon, Lexicon.open(tmp_path / "plain.lexicon") as plain:
        assert log_counts(plain) is None
        assert {**lexicon.info()["ngrams"]} == plain.info()["ngrams"] == {"1": 3, "2": 2, "3": 0, "4": 0, "5": 0}
        assert (lexicon.longest, lexicon.total) == (plain.longest, plain.total) == (2, 4)
        assert lexicon.info()["titles"] == 0
        assert counts.together(counts.hash("new"), counts.hash("hotels")) == 0
    assert log_counts(MemoryLexicon({"new": 1})) is None


def test_they_are_merged_updated_and_decayed(tmp_path: Path) -> None:
    first, second = (
        written(queries, tmp_path / name)
        for name, queries in (("a.txt", [["new", "york"]] * 4), ("b.txt", [["york", "new"], ["new", "york"]]))
    )
    for name, file in (("a", first), ("b", second)):
        build_lexicon(tmp_path / f"{name}.lexicon", [Source("log", file)], keep_runs=True)
    merge_lexicons(tmp_path / "both.lexicon", [tmp_path / "a.lexicon", tmp_path / "b.lexicon"])
    update_lexicon(tmp_path / "a.lexicon", [Source("log", second)], decay=0.5)
    for name, whole, together in (("both", 5, 6), ("a", 3, 4)):
        with Lexicon.open(tmp_path / f"{name}.lexicon") as lexicon:
            counts = log_counts(lexicon)
            assert counts is not None
            pair = [counts.hash("new"), counts.hash("york")]
            assert (counts.whole(pair), counts.together(*pair)) == (whole, together)

"""Builds: the same bytes whatever the memory and however often they were stopped; merged runs equal one build."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, Source, build_from_ngrams, build_lexicon, merge_lexicons
from caesura.lexicon import build as build_module
from caesura.lexicon.formats import blocks
from caesura.lexicon.hashing import SEED
from caesura.lexicon.placement import SameFingerprintError
from caesura.lexicon.write import write_table

WORDS = ["new", "york", "times", "square", "dance", "étoile", "u.s.", "Paris,"]


def _files(folder: Path, lines: int = 400) -> list[Source]:
    rng = random.Random(1)
    counts, log, titles = (folder / name for name in ("counts.tsv", "log.txt", "titles.txt"))
    counts.write_text("".join(f"{' '.join(rng.choices(WORDS, k=rng.randint(1, 5)))}\t{rng.randint(1, 9)}\n" for _ in range(lines)))
    log.write_text("".join(" ".join(rng.choices(WORDS, k=rng.randint(1, 8))) + "\n" for _ in range(lines)))
    titles.write_text("".join(" ".join(rng.choices(WORDS, k=rng.randint(1, 4))) + "\n" for _ in range(lines // 20)))
    return [Source("counts", counts), Source("log", log), Source("titles", titles)]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_module, "blocks", partial(blocks, size=500))


def test_counts_are_those_of_a_dict(tmp_path: Path) -> None:
    counts, log, titles = _files(tmp_path)
    expected: Counter[str] = Counter()
    for line in counts.path.read_text().splitlines():
        ngram, _, count = line.partition("\t")
        expected[ngram.lower()] += int(count)
    for line in log.path.read_text().splitlines():
        words = line.lower().split()
        for start in range(len(words)):
            for end in range(start + 1, min(start + 5, len(words)) + 1):
                expected[" ".join(words[start:end])] += 1
    build_lexicon(tmp_path / "x.lexicon", [counts, replace(log, statistics=False), titles])
    known = {title.lower() for title in titles.path.read_text().splitlines()}
    with Lexicon.open(tmp_path / "x.lexicon") as lexicon:
        for ngram in {*expected, *known}:
            assert lexicon.lookup(ngram.split()) == (expected[ngram], ngram in known)
        assert lexicon.total == sum(count for ngram, count in expected.items() if " " not in ngram)
        assert lexicon.header.entries == len({*expected, *known})
    assert not (tmp_path / "x.lexicon.runs").exists()


@pytest.mark.usefixtures("small_blocks")
def test_memory_does_not_change_a_byte(tmp_path: Path) -> None:
    sources = _files(tmp_path)
    build_lexicon(tmp_path / "much", sources)
    build_lexicon(tmp_path / "little", sources, memory=20_000)
    assert (tmp_path / "much").read_bytes() == (tmp_path / "little").read_bytes()


@pytest.mark.usefixtures("small_blocks")
def test_a_stopped_build_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = _files(tmp_path)
    build_lexicon(tmp_path / "whole", sources)
    out = tmp_path / "stopped"
    starts: list[int] = []

    def watched(path: Path, *, start: int = 0, line: int = 1) -> Any:
        starts.append(start)
        return blocks(path, start=start, line=line, size=500)

    monkeypatch.setattr(build_module, "blocks", watched)
    left = 15

    def stop(_: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    for _ in range(20):
        left = 15
        try:
            build_lexicon(out, sources, memory=20_000, advance=stop)
            break
        except KeyboardInterrupt:
            assert not out.exists()
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()
    assert any(start > 0 for start in starts), "no file was resumed in its middle"


def test_a_killed_process_goes_on(tmp_path: Path) -> None:
    sources = _files(tmp_path, lines=3000)
    build_lexicon(tmp_path / "whole", sources)
    program = textwrap.dedent("""
        import os, signal, sys
        from functools import partial
        from pathlib import Path
        from caesura.lexicon import Source, build, build_lexicon, formats
        build.blocks = partial(formats.blocks, size=2000)
        left = int(sys.argv[2])
        def advance(amount):
            global left
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
        folder = Path(sys.argv[1])
        names = {"counts": "counts.tsv", "log": "log.txt", "titles": "titles.txt"}
        sources = [Source(kind, folder / name) for kind, name in names.items()]
        build_lexicon(folder / "killed", sources, memory=200_000, advance=advance)
    """)
    run = [sys.executable, "-c", program, str(tmp_path)]
    assert subprocess.run([*run, "40"], check=False).returncode == -signal.SIGKILL
    assert (tmp_path / "killed.runs" / "manifest.json").exists()
    assert not (tmp_path / "killed").exists()
    assert subprocess.run([*run, "-1"], check=False).returncode == 0
    assert (tmp_path / "killed").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "killed.runs").exists()


@pytest.mark.usefixtures("small_blocks")
def test_a_changed_source_is_counted_again(tmp_path: Path) -> None:
    sources = _files(tmp_path)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_lexicon(tmp_path / "x", sources, memory=1, advance=stop)
    sources[0].path.write_text("new york\t1000000\n")
    build_lexicon(tmp_path / "x", sources)
    build_lexicon(tmp_path / "y", sources)
    assert (tmp_path / "x").read_bytes() == (tmp_path / "y").read_bytes()


def test_merging_equals_building_at_once(tmp_path: Path) -> None:
    sources = _files(tmp_path)
    build_lexicon(tmp_path / "all", sources)
    for source in sources:
        build_lexicon(tmp_path / source.kind, [source], keep_runs=True)
    header = merge_lexicons(tmp_path / "merged", [tmp_path / source.kind for source in sources], memory=10_000)
    assert (tmp_path / "merged").read_bytes() == (tmp_path / "all").read_bytes()
    assert [source["kind"] for source in header.sources] == ["counts", "log", "titles"]


def test_merging_twice_doubles(tmp_path: Path) -> None:
    counts = _files(tmp_path)[0]
    build_lexicon(tmp_path / "one", [counts], keep_runs=True)
    merge_lexicons(tmp_path / "two", [tmp_path / "one", tmp_path / "one.runs"], keep_runs=True)
    one, two = Lexicon.open(tmp_path / "one"), Lexicon.open(tmp_path / "two")
    assert two.count("new york") == 2 * one.count("new york") > 0
    assert two.total == 2 * one.total
    assert merge_lexicons(tmp_path / "four", [tmp_path / "two"] * 2).total == 4 * one.total


def test_what_cannot_be_merged(tmp_path: Path) -> None:
    counts = _files(tmp_path)[0]
    build_lexicon(tmp_path / "plain", [counts])
    build_lexicon(tmp_path / "kept", [counts], keep_runs=True)
    build_lexicon(tmp_path / "seeded", [counts], keep_runs=True, seed=5)
    with pytest.raises(InputError, match="--keep-runs"):
        merge_lexicons(tmp_path / "out", [tmp_path / "plain"])
    with pytest.raises(InputError, match="different seeds"):
        merge_lexicons(tmp_path / "out", [tmp_path / "kept", tmp_path / "seeded"])
    with pytest.raises(InputError, match="replace"):
        merge_lexicons(tmp_path / "kept", [tmp_path / "kept"])


def test_rare_ngrams_go_and_titles_stay(tmp_path: Path) -> None:
    (tmp_path / "counts.tsv").write_text("a\t1\nb\t2\na b\t1\nb a\t3\n")
    (tmp_path / "titles.txt").write_text("a b\nc d\n")
    sources = [Source("counts", tmp_path / "counts.tsv"), Source("titles", tmp_path / "titles.txt")]
    build_lexicon(tmp_path / "x", sources, min_count=2)
    lexicon = Lexicon.open(tmp_path / "x")
    assert [lexicon.lookup(text) for text in ("a", "b", "a b", "b a", "c d")] == [
        (0, False),
        (2, False),
        (1, True),
        (3, False),
        (0, True),
    ]
    assert lexicon.total == 3


def test_a_total_can_be_stated(tmp_path: Path) -> None:
    counts = _files(tmp_path)[0]
    assert build_lexicon(tmp_path / "x", [counts], total=10**12).total == 10**12


def test_ngrams_that_cannot_be_told_apart_start_the_next_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = _files(tmp_path)
    real = write_table

    def collides(*arguments: Any, **options: Any) -> Any:
        if options["seed"] == SEED:
            raise SameFingerprintError
        return real(*arguments, **options)

    monkeypatch.setattr(build_module, "write_table", collides)
    assert build_lexicon(tmp_path / "x", sources).seed == SEED + 1
    assert Lexicon.open(tmp_path / "x").count("new york") > 0


@pytest.mark.parametrize(("out", "told"), [("x.gz", "compressed"), ("no/such/folder", "does not exist"), (".", "is a folder")])
def test_impossible_outputs(tmp_path: Path, out: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        build_lexicon(tmp_path / out, _files(tmp_path))


def test_two_builds_of_one_file_at_once_are_refused(tmp_path: Path) -> None:
    sources = _files(tmp_path)
    refused = []

    def second(_: int) -> None:
        with pytest.raises(InputError, match="another build") as error:
            build_lexicon(tmp_path / "x", sources)
        refused.append(error)

    build_lexicon(tmp_path / "x", sources, advance=second)
    assert refused
    assert not (tmp_path / "x.runs").exists()


def test_a_damaged_work_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.runs").mkdir()
    (tmp_path / "x.runs" / "manifest.json").write_text("{")
    with pytest.raises(InputError, match="damaged manifest"):
        build_lexicon(tmp_path / "x", _files(tmp_path))


def test_without_a_compiler_the_bytes_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = _files(tmp_path)
    build_lexicon(tmp_path / "compiled", sources)
    monkeypatch.setenv("CAESURA_PLAIN", "1")
    build_lexicon(tmp_path / "plain", sources)
    assert (tmp_path / "compiled").read_bytes() == (tmp_path / "plain").read_bytes()


def test_ngrams_at_hand(tmp_path: Path) -> None:
    batches = [
        (b"new york\nnew", np.array([5, 9], np.uint64), np.array([True, False])),
        (b"new york", np.array([2], np.uint64), np.array([False])),
    ]
    build_from_ngrams(tmp_path / "x", batches, sources=[{"name": "mine", "licence": "MIT"}])
    lexicon = Lexicon.open(tmp_path / "x")
    assert (lexicon.lookup("new york"), lexicon.lookup("new"), lexicon.total) == ((7, True), (9, False), 9)
    with pytest.raises(InputError, match="without words"):
        build_from_ngrams(tmp_path / "x", [(b"a\n\nb", np.ones(3, np.uint64), np.zeros(3, bool))], sources=[])
    with pytest.raises(InputError, match="2 counts"):
        build_from_ngrams(tmp_path / "x", [(b"a", np.ones(2, np.uint64), np.zeros(1, bool))], sources=[])


def test_many_sources_make_a_longer_header(tmp_path: Path) -> None:
    sources = [{"name": f"source {i}", "licence": "CC BY 4.0 " * 10} for i in range(200)]
    header = build_from_ngrams(tmp_path / "x", [(b"a", np.ones(1, np.uint64), np.zeros(1, bool))], sources=sources)
    assert header.header_bytes > 4096
    with Lexicon.open(tmp_path / "x") as lexicon:
        lexicon.verify()
        assert (lexicon.count("a"), len(lexicon.info()["sources"])) == (1, 200)


def test_the_real_corpus(tmp_path: Path, shared_data: Path) -> None:
    folder = shared_data / "webis-qsec-10" / "data"
    start = "webis-qsec-10-training-set-"
    counts, words, titles = (
        folder / f"{start}{name}.txt"
        for name in ("n-gram-web-frequencies-google", "1-gram-web-frequencies-msn", "n-gram-wikipedia-titles")
    )
    build_lexicon(tmp_path / "x", [Source("counts", counts), Source("log10", words), Source("titles", titles)])
    with Lexicon.open(tmp_path / "x") as lexicon:
        for line in counts.read_text("utf-8").splitlines():
            ngram, _, count = line.partition("\t")
            assert lexicon.count(ngram.split()) == int(count)
        assert all(lexicon.is_title(title.split()) for title in titles.read_text("utf-8").splitlines())

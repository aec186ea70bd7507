"""Counts of n-grams on disk: building, size and look-ups, beside what people take for it."""

from __future__ import annotations

import sqlite3
import struct
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.lexicon import generated
from bench.world.measuring import Measured, Subject, System, measured, single
from caesura.lexicon import Lexicon, Source, build_lexicon

_ASKED = 20_000


@dataclass(frozen=True)
class Store:
    """How a table is made from lines `ngram<TAB>count` in a folder, and how its file is asked. `entries` says how many n-grams it
    has, where that need not be counted from the lines."""

    build: Callable[[Path, Path], None]
    ask: Callable[[Path], Callable[[str], Any]]
    entries: Callable[[Path], int] | None = None


def counted(source: Path) -> Iterator[tuple[str, int]]:
    """Each n-gram once, with the sum of its counts."""
    sums: dict[str, int] = {}
    with source.open(encoding="utf-8") as lines:
        for line in lines:
            ngram, _, count = line.rpartition("\t")
            sums[ngram] = sums.get(ngram, 0) + int(count)
    yield from sums.items()


def _build_ours(source: Path, folder: Path) -> None:
    build_lexicon(folder / "x.lexicon", [Source("counts", source)])


def _ask_ours(folder: Path) -> Callable[[str], Any]:
    lexicon = Lexicon.open(folder / "x.lexicon", preload=True)
    return lambda ngram: lexicon.lookup(ngram.split())


def _entries_of_ours(folder: Path) -> int:
    with Lexicon.open(folder / "x.lexicon") as lexicon:
        return sum(lexicon.info()["ngrams"].values())


def _build_sqlite(source: Path, folder: Path) -> None:
    with sqlite3.connect(folder / "x.db") as database:
        database.execute("create table counts (ngram text primary key, count integer) without rowid")
        database.executemany("insert into counts values (?, ?)", counted(source))


def _ask_sqlite(folder: Path) -> Callable[[str], Any]:
    database = sqlite3.connect(folder / "x.db")
    return lambda ngram: database.execute("select count from counts where ngram = ?", (ngram,)).fetchone()


def _build_marisa(source: Path, folder: Path) -> None:
    import_module("marisa_trie").RecordTrie("<Q", ((ngram, (count,)) for ngram, count in counted(source))).save(
        str(folder / "x.marisa")
    )


def _ask_marisa(folder: Path) -> Callable[[str], Any]:
    trie = import_module("marisa_trie").RecordTrie("<Q")
    trie.mmap(str(folder / "x.marisa"))
    return lambda ngram: trie.get(ngram)


def _build_lmdb(source: Path, folder: Path) -> None:
    with import_module("lmdb").open(str(folder / "lmdb"), map_size=64 << 30) as store, store.begin(write=True) as change:
        for ngram, count in sorted(counted(source)):
            change.put(ngram.encode(), struct.pack("<Q", count))


def _ask_lmdb(folder: Path) -> Callable[[str], Any]:
    reading = import_module("lmdb").open(str(folder / "lmdb"), map_size=64 << 30, readonly=True).begin()
    return lambda ngram: reading.get(ngram.encode())


def _build_dict(source: Path, folder: Path) -> None:
    (folder / "counts.tsv").write_text("".join(f"{ngram}\t{count}\n" for ngram, count in counted(source)), encoding="utf-8")


def _ask_dict(folder: Path) -> Callable[[str], Any]:
    return dict(counted(folder / "counts.tsv")).get


def _run(store: Store, size: int) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        source, folder = Path(name) / "ngrams.tsv", Path(name) / "table"
        folder.mkdir()
        with source.open("w") as out:
            out.writelines(generated(size))
        timed = measured(lambda: store.build(source, folder), size)
        with source.open(encoding="utf-8") as lines:
            known = [line.split("\t")[0] for line, _ in zip(lines, range(_ASKED), strict=False)]
        asked = [ngram for one in known for ngram in (one, " ".join(reversed(one.split())))]
        taken = sum(
            file.stat().st_blocks * 512 if file.name == "data.mdb" else file.stat().st_size
            for file in folder.rglob("*")
            if file.is_file()
        )
        entries = sum(1 for _ in counted(source)) if store.entries is None else store.entries(folder)
        figures = {"bytes": taken / entries, "microseconds": single(store.ask(folder), asked)}
        return Measured(timed.amount, timed.seconds, timed.memory, figures)


_STORES = {
    "Caesura": (Store(_build_ours, _ask_ours, _entries_of_ours), None, None),
    "dict, read from a file": (Store(_build_dict, _ask_dict), None, 20_000_000),
    "SQLite": (Store(_build_sqlite, _ask_sqlite), None, 20_000_000),
    "marisa-trie": (Store(_build_marisa, _ask_marisa), "marisa-trie", 20_000_000),
    "LMDB": (Store(_build_lmdb, _ask_lmdb), "lmdb", 20_000_000),
}

SUBJECT = Subject(
    name="lexicon",
    title="Lexicon: counts of n-grams",
    unit="n-gram",
    says="Building from lines `n-gram<TAB>count`; look-ups from Python, half of them unknown. Ours keeps hashes, not texts.",
    systems=[System(name, partial(_run, store), package, largest=largest) for name, (store, package, largest) in _STORES.items()],
    quick=(100_000, 1_000_000),
    full=(100_000, 1_000_000, 10_000_000, 100_000_000),
    columns={"bytes": "bytes per n-gram", "microseconds": "one look-up, µs"},
)

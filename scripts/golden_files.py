"""Writes one release's files for tests/golden: a lexicon, a model, a corpus and a campaign's database, small and invented.

`python -m scripts.golden_files tests/golden/format-2` when a format gets a new version: the folders of older ones stay as they are,
and tests/golden/test_golden.py goes on reading them.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from random import Random

from caesura.campaign import Item, TaskPage, create_campaign, create_owner, join, next_page, open_store, submit_page
from caesura.corpus import Corpus, Entry, Query, Vote, Votes, write_corpus
from caesura.lexicon import build_lexicon
from caesura.segmenters import train
from caesura.shapes import Flat

NAMES = ("cape town", "new york", "mountain bikes", "night train", "red wine")
WORDS = ("cheap", "hotels", "weather", "pictures", "used", "maps")


def corpus() -> Corpus:
    draw = Random(1)
    entries = []
    for number in range(40):
        text = f"{draw.choice(WORDS)} {draw.choice(NAMES)} {draw.choice(WORDS)}"
        votes = Votes((Vote(Flat((1, 0, 1)), 2, ("ann", "bob")), Vote(Flat((1, 1, 1)), 1, ("eve",))))
        entries.append(Entry(Query(f"q{number}", text, ("JJ", "NP", "NP", "NN")), votes))
    return Corpus("golden", tuple(entries), {"by-hand": {"q0": Flat((1, 0, 1))}})


def campaign(path: Path) -> None:
    """Two workers, one query: as SQL, which says the same to every version of SQLite."""
    database = path.with_suffix(".db")
    with open_store(str(database)) as store:
        owner, _ = create_owner(store, "ann")
        made = create_campaign(store, owner, "golden", "flat", [Item("q0", "cheap cape town hotels")])
        for _ in range(2):
            worker = join(store, made.link)
            page = next_page(store, worker.key)
            assert isinstance(page, TaskPage)  # noqa: S101
            submit_page(store, worker.key, page.key, ["cheap|cape town|hotels"])
    connection = sqlite3.connect(database)
    path.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
    connection.close()
    for file in path.parent.glob(f"{database.name}*"):
        file.unlink()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    counts, titles = folder / "counts.tsv", folder / "titles.txt"
    counts.write_text("".join(f"{word}\t{100 + place}\n" for place, word in enumerate(" ".join((*NAMES, *WORDS)).split())))
    titles.write_text("".join(f"{name}\n" for name in NAMES))
    build_lexicon(folder / "small.lexicon", {"counts": counts, "titles": titles})
    counts.unlink()
    titles.unlink()
    write_corpus(corpus(), folder / "corpus.jsonl")
    train(corpus(), members=2, output=folder / "small.model")
    campaign(folder / "campaign.sql")


if __name__ == "__main__":
    main()

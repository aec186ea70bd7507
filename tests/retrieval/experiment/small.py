"""A small collection made up for tests: in some queries two words belong together, and then order and closeness matter."""

from __future__ import annotations

import json
import random
from pathlib import Path

from caesura.retrieval import Collection, ExperimentSettings, Index, build_index, read_topics
from caesura.retrieval.experiment.cache import Cache
from caesura.retrieval.experiment.crowd import simulated_crowd
from caesura.retrieval.experiment.engine import EmbeddedEngine
from caesura.retrieval.experiment.judgements import read_judgements
from caesura.retrieval.experiment.topics import choose_topics
from caesura.shapes import Flat

FILLER = tuple(
    "market river stone paper window garden summer engine copper letter silver island harbour winter meadow lantern".split()  # noqa: SIM905
)
PAIRS = [("hot", "dog"), ("red", "tape"), ("green", "house"), ("cold", "war"), ("dark", "horse"), ("blue", "moon")]
TOPICS = 12


def write_collection(folder: Path, *, seed: int = 1) -> Path:
    """docs.jsonl, queries.tsv and qrels.txt: half the topics want a pair in order, the others any mention of two words."""
    draw = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    documents: dict[str, str] = {}
    queries, judgements = [], []
    for number in range(TOPICS):
        first, second = PAIRS[number % len(PAIRS)]
        third = FILLER[number]
        together = number < TOPICS // 2
        queries.append(f"q{number}\tthe {first} {second} of {third}")
        for copy in range(8):
            wanted = copy < 4
            words = draw.choices(FILLER, k=draw.randint(4, 12))
            close = wanted if together else draw.random() < 0.5
            middle = [first, second] if close else [second, *draw.choices(FILLER, k=3), first]
            words += middle + ([third] if draw.random() < 0.7 else [])
            name = f"d{number:02}-{copy}"
            documents[name] = " ".join(words)
            if wanted or copy == 7:
                judgements.append(f"q{number} 0 {name} {1 + copy % 2 if wanted else 0}")
    lines = (json.dumps({"id": name, "title": "", "text": text}) for name, text in documents.items())
    (folder / "docs.jsonl").write_text("".join(f"{line}\n" for line in lines))
    (folder / "queries.tsv").write_text("".join(f"{line}\n" for line in queries))
    (folder / "qrels.txt").write_text("".join(f"{line}\n" for line in judgements))
    return folder


def small_settings() -> ExperimentSettings:
    """Grids small enough for tests."""
    return ExperimentSettings(methods=("titles",), mus=(10.0, 100.0, 1000.0), thetas=(5.0, 25.0), shares=(0.1, 0.3))


def small_collection(
    folder: Path, *, name: str = "small", processes: int = 1, cache: Path | None = None, seed: int = 1
) -> Collection:
    """The collection indexed and opened; a simulated crowd of fixed proposals."""
    if not (folder / "docs.jsonl").exists():
        write_collection(folder, seed=seed)
    if not (folder / "index").exists():
        build_index(folder / "docs.jsonl", folder / "index")
    engine = EmbeddedEngine(Index.open(folder / "index"), processes=processes)
    words = small_settings().stop_words
    topics, left_out = choose_topics(
        read_topics(folder / "queries.tsv"),
        read_judgements(folder / "qrels.txt"),
        lambda text: [word for word in engine.words(text) if word not in words],
    )
    crowd = simulated_crowd(topics, [Flat((0, 1))] * len(topics))
    return Collection(name, engine, topics, crowd, small_settings(), Cache(cache, engine.fingerprint), left_out)

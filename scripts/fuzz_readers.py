"""Every reader and every HTTP body, fed with broken input: `python -m scripts.fuzz_readers [--minutes 10] [--seed 1]`.

Good files (docs/examples, tests/golden) are cut, doubled, mixed and sprinkled with strange bytes. A reader may answer, or refuse in
one line (`InputError`); anything else is a fault. The server may answer or refuse with a status below 500 and a line of its own.
Faults are printed with the seed that gives the same input again, and the program ends with 1.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from caesura.campaign.platforms import import_annotations, read_results
from caesura.corpus import FORMATS, read_corrections, read_counted, read_query_table, read_titles
from caesura.evaluation import read_predictions
from caesura.foundation import InputError
from caesura.labels import read_gold, read_labels
from caesura.lexicon import Lexicon
from caesura.phrasing import read_phrase_list
from caesura.retrieval import read_config, read_documents, read_topics
from caesura.segmenters import read_model, read_overrides
from caesura.syntax import read_pairs, read_treebank

ROOT = Path(__file__).parents[1]
EXAMPLES, GOLDEN = ROOT / "docs" / "examples", ROOT / "tests" / "golden" / "format-1"
STRANGE = (
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\t", b"|", b'"', b"'", b"[", b"]", b"{", b"}", b"\\ud800", b"\\"),
    *("é\u0301".encode(), "\u202e".encode(), "\U0001f600".encode(), b"-1", b"1e999", b"NaN", b"null", b"9" * 30, b"(" * 200),
)


def everything(values: Iterable[Any]) -> None:
    for _ in values:
        pass


def readers() -> dict[str, tuple[Callable[[Path], Any], list[bytes]]]:
    """Name -> what reads it, and good files to begin with."""
    examples = {file.name: file.read_bytes() for file in EXAMPLES.iterdir() if file.is_file() and file.stat().st_size < 100_000}
    golden = {file.name: file.read_bytes() for file in GOLDEN.iterdir()}
    corpora = [examples[name] for name in examples if name.endswith((".jsonl", ".tsv", ".csv", ".conllu"))]
    corpus = read_counted(EXAMPLES / "evaluate-corpus.jsonl")[0]

    def of(*names: str) -> list[bytes]:
        return [examples[name] for name in names]

    formats: dict[str, tuple[Callable[[Path], Any], list[bytes]]] = {
        f"corpus as {name}": (partial(read_counted, format=name, lenient=True), corpora) for name in FORMATS
    }
    return formats | {
        "corpus": (read_counted, corpora),
        "labels": (read_labels, of("labels-crowd.csv")),
        "gold labels": (read_gold, of("labels-gold.csv")),
        "table of queries": (read_query_table, of("queries-to-annotate.csv", "campaign-queries.tsv", "first-queries.jsonl")),
        "platform results": (read_results, of("platform-results.csv")),
        "other annotations": (import_annotations, of("platform-archive.csv", "platform-annotations.csv")),
        "predictions": (lambda path: read_predictions(path, corpus), of("evaluate-careful.tsv", "evaluate-eager.tsv")),
        "overrides": (read_overrides, of("shop-overrides.tsv")),
        "phrase list": (read_phrase_list, of("segment-phrases.txt")),
        "titles": (read_titles, of("lexicon-titles.txt")),
        "corrections": (read_corrections, of("log-corrections.tsv")),
        "treebank": (read_treebank, of("parsing-treebank.conllu", "syntax-treebank.conllu", "parsing-faults.conllu")),
        "pairs of questions": (lambda path: everything(read_pairs(path)), of("syntax-pairs.tsv")),
        "topics": (read_topics, of("engine-queries.tsv")),
        "documents": (lambda path: everything(read_documents(path)), of("engine-documents.jsonl", "labels-documents.sgml")),
        "configuration of an experiment": (read_config, of("shop-service.toml")),
        "lexicon": (lambda path: Lexicon.open(path).count("cape town"), [golden["small.lexicon"]]),
        "model": (read_model, [golden["small.model"]]),
    }


def broken(draw: Random, good: list[bytes]) -> bytes:
    """One of the good files after one to four accidents."""
    data = draw.choice(good)
    for _ in range(draw.randint(1, 4)):
        at, end = sorted(draw.choices(range(len(data) + 1), k=2))
        kind = draw.randrange(6)
        if kind == 0:
            data = data[:at] + draw.choice(STRANGE) + data[at:]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:end] + data[at:end][:2000] + data[end:]
        elif kind == 3 and data:
            data = data[: at % len(data)] + bytes([draw.randrange(256)]) + data[at % len(data) + 1 :]
        elif kind == 4:
            data = data[:at]
        else:
            lines = data.split(b"\n")
            draw.shuffle(lines)
            data = b"\n".join(lines[:200])
    return data


def body(draw: Random) -> tuple[str, bytes]:
    """A path of the service and a body that nearly fits."""
    value: Any = draw.choice(("cape town", "", "x " * 70, 7, None, [], {}, ["a b"], "\ud800", True, "é" * 5000))
    key = draw.choice(("query", "queries", "engine", "method", "options", "text", "nbest"))
    good = json.dumps({draw.choice(("query", "queries")): "cape town weather", key: value}).encode()
    path = draw.choice(("/v1/segment", "/v1/phrase", "/v1/nest", "/v1/parse", "/v1/segment/lines"))
    return path, broken(draw, [good]) if draw.random() < 0.7 else good


def main() -> None:
    from tests.studio.servers import running

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    known, counts, faults = readers(), Counter[str](), list[str]()
    until, number = time.monotonic() + 60 * options.minutes, options.seed * 1_000_000
    with tempfile.TemporaryDirectory() as folder, running("--method", "titles") as server:
        file = Path(folder) / "input"
        connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)
        while time.monotonic() < until:
            number += 1
            draw = Random(number)
            for name, (read, good) in known.items():
                file.write_bytes(broken(draw, good))
                counts["readers"] += 1
                try:
                    read(file)
                except InputError as error:
                    counts["refused"] += 1
                    if "\n" in str(error):
                        faults.append(f"{name}, seed {number}: more than one line")
                except Exception as error:
                    faults.append(f"{name}, seed {number}: {type(error).__name__}: {str(error)[:100]}")
            for _ in range(20):
                path, sent = body(draw)
                counts["bodies"] += 1
                connection.request("POST", path, sent, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                text = answer.read().decode("utf-8", "replace")
                if answer.status >= 500 or "Traceback" in text:
                    faults.append(f"{path}, seed {number}: {answer.status} for {sent[:80]!r}")
        connection.close()
    for fault in sorted(set(faults))[:40]:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(json.dumps({**counts, "faults": len(faults), "kinds of readers": len(known)}) + "\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

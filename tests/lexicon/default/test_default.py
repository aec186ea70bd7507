"""The lexicon that is shipped: found, unpacked once, whole, and under every awkward condition."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import tempfile
from pathlib import Path

import pytest

from caesura.foundation import InputError, cache_folders, trusted, usable
from caesura.lexicon import Lexicon, default
from caesura.lexicon.default import CHECKSUM_FILE, PACKED_FILE, default_lexicon, default_lexicon_path
from caesura.lexicon.default.packing import packed, unpacked
from recipes.default_lexicon import make
from recipes.sources import PACKAGES
from tests.recipes.packages import write_packages


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The real thing, unpacked once for this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CAESURA_CACHE", str(tmp_path_factory.mktemp("shipped")))
        return default_lexicon()


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small lexicon in the shipped one's place, and an empty cache folder."""
    folder = tmp_path / "package"
    folder.mkdir()
    package = make(write_packages(folder))
    put_in_place(package, folder, monkeypatch)
    cache = tmp_path / "cache"
    monkeypatch.setenv("CAESURA_CACHE", str(cache))
    return cache


def put_in_place(package: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default, "PACKED_FILE", folder / "english.packed")
    monkeypatch.setattr(default, "CHECKSUM_FILE", folder / "english.packed.sha256")
    (folder / "english.packed").write_bytes(package)
    (folder / "english.packed.sha256").write_text(hashlib.sha256(package).hexdigest() + "  english.packed\n")


def test_the_shipped_file_is_small_and_its_checksum_right() -> None:
    package = PACKED_FILE.read_bytes()
    assert len(package) <= 19_000_000
    assert CHECKSUM_FILE.read_text().split() == [hashlib.sha256(package).hexdigest(), PACKED_FILE.name]


def test_the_shipped_lexicon_is_whole_and_rich(shipped: Lexicon) -> None:
    shipped.verify()
    facts = shipped.info()
    assert facts["ngrams"]["1"] > 300_000
    assert facts["ngrams"]["2"] > 3_000_000
    assert facts["ngrams"]["3"] > 1_000_000
    assert facts["bytes_per_ngram"] < 10
    assert {source["name"] for source in facts["sources"]} == {f"{p.name} {p.version}" for p in PACKAGES} | {"collocations"}


@pytest.mark.parametrize(
    "title",
    [
        "new york",
        "times square",
        "world war 2",
        "stainless steel",
        "gone with the wind",
        "sao paulo",
        "dvd player",
        "u.s. army",
        "washington, d.c.",
    ],
)
def test_well_known_names_are_titles_with_counts(shipped: Lexicon, title: str) -> None:
    count, is_title = shipped.lookup(title.split())
    assert is_title
    assert count > 0


@pytest.mark.parametrize("words", ["of the", "how to", "for sale", "to be", "purple giraffe tax"])
def test_running_text_is_no_title(shipped: Lexicon, words: str) -> None:
    assert not shipped.is_title(words.split())


def test_counts_are_on_the_scale_of_the_web(shipped: Lexicon) -> None:
    assert 23_000_000_000 < shipped.count(["the"]) < 50_000_000_000  # 23 in wordsegment, 38 in the models
    assert shipped.count(["new", "york"]) < shipped.count(["york"]) < shipped.count(["the"])
    assert shipped.total == 1_024_908_267_229


def test_notice_names_every_source_with_its_version() -> None:
    notice = (Path(__file__).parents[3] / "NOTICE").read_text(encoding="utf-8")
    for package in PACKAGES:
        assert f"{package.name} {package.version} ({package.registry})" in notice


def test_it_is_unpacked_once(small: Path) -> None:
    first = default_lexicon_path()
    before = first.stat().st_mtime_ns
    assert first.parent == small
    assert default_lexicon_path() == first
    assert first.stat().st_mtime_ns == before
    assert [file.name for file in small.iterdir() if not file.name.startswith(".")] == [first.name]


@pytest.mark.usefixtures("small")
def test_another_content_gets_another_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = default_lexicon_path()
    content = unpacked((tmp_path / "package" / "english.packed").read_bytes())
    put_in_place(packed(content._replace(long_titles=["a b c d"], long_codes=content.long_codes[:1])), tmp_path, monkeypatch)
    other = default_lexicon_path()
    assert one != other
    with Lexicon.open(other) as lexicon:
        assert lexicon.is_title(["a", "b", "c", "d"])


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("damage", [b"", b"nonsense" * 1000])
def test_a_damaged_cache_is_made_again(damage: bytes) -> None:
    path = default_lexicon_path()
    path.write_bytes(damage)
    with default_lexicon() as lexicon:
        assert lexicon.path == path
        lexicon.verify()


@pytest.mark.usefixtures("small")
def test_a_damaged_package_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "package" / "english.packed"
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    with pytest.raises(InputError, match=r"english\.packed: is damaged; install the package again") as caught:
        default_lexicon()
    assert "\n" not in str(caught.value)


def test_where_the_cache_cannot_be_written_a_temporary_folder_serves(
    small: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small.write_text("a file where the folder should be")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    path = default_lexicon_path()
    assert path.parent.parent == temporary
    assert default_lexicon_path() == path


def test_where_nothing_can_be_written_the_cure_is_named(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small.write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(small / "below a file"))
    with pytest.raises(InputError, match="set CAESURA_CACHE to a folder"):
        default_lexicon()


def test_no_room_left_moves_on_to_the_next_folder(small: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    unpack = default._unpack

    def full(target: Path) -> None:
        if target.parent == small:
            raise OSError(28, "No space left on device")
        unpack(target)

    monkeypatch.setattr(default, "_unpack", full)
    assert default_lexicon_path().parent.parent == temporary


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_a_temporary_folder_that_others_can_write_to_is_not_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("CAESURA_CACHE", str(tmp_path / "cache"))
    ours = list(cache_folders())[-1]
    assert usable(ours)
    ours.chmod(0o777)
    assert not usable(ours)
    assert not trusted(ours)
    link = tmp_path / "cache"
    ours.rmdir()
    link.mkdir()
    ours.symlink_to(link)
    assert not usable(ours)


def test_a_folder_the_user_names_is_trusted_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    mine = tmp_path / "mine"
    mine.mkdir(mode=0o777)
    assert usable(mine)


def test_folders_follow_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CAESURA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in next(cache_folders()).parents
    monkeypatch.setenv("CAESURA_CACHE", str(tmp_path / "mine"))
    assert next(cache_folders()) == tmp_path / "mine"


def _look_up(start: object, answers: object) -> None:
    start.wait()  # type: ignore[attr-defined]
    with default_lexicon() as lexicon:
        lexicon.verify()
        answers.put((str(lexicon.path), lexicon.count(["field", "hockey"])))  # type: ignore[attr-defined]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the small lexicon is put in place by forking")
def test_processes_that_race_get_one_whole_file(small: Path) -> None:
    context = multiprocessing.get_context("fork")
    start, answers = context.Event(), context.Queue()
    racers = [context.Process(target=_look_up, args=(start, answers)) for _ in range(4)]
    for racer in racers:
        racer.start()
    start.set()
    found = {answers.get(timeout=60) for _ in racers}
    for racer in racers:
        racer.join()
    assert len(found) == 1
    assert [racer.exitcode for racer in racers] == [0] * 4
    assert len([file for file in small.iterdir() if not file.name.startswith(".")]) == 1

"""Adding to a lexicon: the same as building it from all sources, decayed where asked, in one step, and never twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, Source, build_lexicon, update_lexicon
from caesura.lexicon.workfolder import ALL

OLD = "red garden chair\nred garden chair\nnew york\ngarden gnome\n"
NEW = "red garden gnome\nlamp shade\n"


def log(path: Path, content: str) -> Source:
    path.write_text(content)
    return Source("log", path)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    path = tmp_path / "my.lexicon"
    titles = tmp_path / "titles.txt"
    titles.write_text("lake garda\n")
    build_lexicon(path, [log(tmp_path / "old.tsv", OLD), Source("titles", titles)], keep_runs=True)
    return path


def counts(path: Path, *ngrams: str) -> list[int]:
    with Lexicon.open(path) as lexicon:
        return [lexicon.count(ngram.split()) for ngram in ngrams]


NGRAMS = ("red", "red garden", "garden gnome", "red garden gnome", "lamp shade", "new york", "lake garda")


def test_an_update_equals_a_build_from_everything(built: Path, tmp_path: Path) -> None:
    header = update_lexicon(built, [log(tmp_path / "new.tsv", NEW)])
    whole = tmp_path / "whole.lexicon"
    expected = build_lexicon(
        whole, [Source("log", tmp_path / "old.tsv"), Source("log", tmp_path / "new.tsv"), Source("titles", tmp_path / "titles.txt")]
    )
    assert counts(built, *NGRAMS) == counts(whole, *NGRAMS) == [3, 3, 2, 1, 1, 1, 0]
    assert (header.entries, header.total, header.titles, header.ngrams) == (
        expected.entries,
        expected.total,
        expected.titles,
        expected.ngrams,
    )
    with Lexicon.open(built) as lexicon:
        assert lexicon.is_title(["lake", "garda"])
        assert [source["name"] for source in lexicon.header.sources] == ["old.tsv", "titles.txt", "new.tsv"]
        lexicon.verify()
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        ["my.lexicon", "my.lexicon.runs", "new.tsv", "old.tsv", "titles.txt", "whole.lexicon"]
    )


def test_what_nobody_types_any_more_is_forgotten(built: Path, tmp_path: Path) -> None:
    update_lexicon(built, [log(tmp_path / "new.tsv", NEW)], decay=0.5)
    assert counts(built, *NGRAMS) == [2, 2, 1, 1, 1, 0, 0]
    with Lexicon.open(built) as lexicon:
        assert lexicon.is_title(["lake", "garda"])  # a title has no count to lose
        assert lexicon.header.sources[0]["weight"] == 0.5
        assert "weight" not in lexicon.header.sources[-1]
    update_lexicon(built, [log(tmp_path / "newer.tsv", "york\n")], decay=0.5)
    assert counts(built, *NGRAMS) == [1, 1, 0, 0, 0, 0, 0]


def test_shards_that_were_counted_elsewhere(built: Path, tmp_path: Path) -> None:
    shard = tmp_path / "shard.lexicon"
    build_lexicon(shard, [log(tmp_path / "shard.tsv", "lamp shade\n")], keep_runs=True)
    update_lexicon(built, [log(tmp_path / "new.tsv", NEW)], shards=[shard], memory=1000)
    assert counts(built, *NGRAMS) == [3, 3, 2, 1, 2, 1, 0]
    other = tmp_path / "other.lexicon"
    build_lexicon(other, [Source("log", tmp_path / "shard.tsv")], keep_runs=True, seed=7)
    with pytest.raises(InputError, match="another seed"):
        update_lexicon(built, shards=[other])


def test_no_log_is_counted_twice(built: Path, tmp_path: Path) -> None:
    new = log(tmp_path / "new.tsv", NEW)
    update_lexicon(built, [new])
    before = built.read_bytes()
    with pytest.raises(InputError, match=r"new.tsv: was counted already"):
        update_lexicon(built, [new])
    with pytest.raises(InputError, match="was counted already"):
        update_lexicon(built, [log(tmp_path / "copy.tsv", NEW)])
    assert built.read_bytes() == before
    assert not (tmp_path / "my.lexicon.update.runs").exists()


def test_whoever_has_it_open_goes_on_reading(built: Path, tmp_path: Path) -> None:
    with Lexicon.open(built) as before:
        update_lexicon(built, [log(tmp_path / "new.tsv", NEW)])
        assert before.count(["red"]) == 2
    assert counts(built, "red") == [3]


def test_a_killed_update_is_finished_by_the_next(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = log(tmp_path / "new.tsv", NEW)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("caesura.lexicon.update.write_table", killed)
        with pytest.raises(KeyboardInterrupt):
            update_lexicon(built, [new])
    assert counts(built, "red") == [2]
    update_lexicon(built, [new])
    assert counts(built, *NGRAMS) == [3, 3, 2, 1, 1, 1, 0]


def test_what_cannot_be_updated(built: Path, tmp_path: Path) -> None:
    new = log(tmp_path / "new.tsv", NEW)
    with pytest.raises(InputError, match="nothing to add"):
        update_lexicon(built)
    for decay in (0.0, 1.5, -1.0):
        with pytest.raises(InputError, match="a decay of"):
            update_lexicon(built, [new], decay=decay)
    with pytest.raises(InputError, match="no such file"):
        update_lexicon(built, [Source("log", tmp_path / "nowhere.tsv")])
    (tmp_path / "my.lexicon.runs" / ALL).unlink()
    with pytest.raises(InputError, match="holds no finished runs"):
        update_lexicon(built, [new])

"""Every format, through the front door: a file goes in, the lexicon knows what it says."""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, Source, build_lexicon
from caesura.lexicon.formats import blocks


def _built(tmp_path: Path, kind: Any, content: str | bytes, **options: Any) -> Lexicon:
    file = tmp_path / "source.txt"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    build_lexicon(tmp_path / "x.lexicon", [Source(kind, file, **options)])
    return Lexicon.open(tmp_path / "x.lexicon")


def _skipped(lexicon: Lexicon) -> Any:
    return lexicon.info()["sources"][0].get("skipped", {})


def test_counts_add_up_over_duplicates_and_folding(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "counts", "New York\t5\nnew  york\t7\r\nﬁsh\t2\nFISH\t3\n\nété\t1")
    assert [lexicon.count(text) for text in ("new york", "fish", "ÉTÉ")] == [12, 5, 1]
    assert lexicon.total == 6


def test_counts_up_to_64_bits(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "counts", f"a\t{2**64 - 1}\nb c\t{10**19}\nd\t0\na b c d e f\t4\n", format="tsv")
    assert lexicon.count("a") == 2**64 - 1
    assert lexicon.count("b c") == 10**19
    assert _skipped(lexicon) == {"more than 5 words": 1, "count 0": 1}


def test_web1t_marks_and_folder(tmp_path: Path) -> None:
    folder = tmp_path / "web1t"
    (folder / "1gms").mkdir(parents=True)
    (folder / "2gms").mkdir()
    for name, content in {
        "1gms/vocab.gz": "York\t100\n<S>\t95\n<UNK>\t7\n",
        "1gms/vocab_cs.gz": "York\t100\n",
        "1gms/total.gz": "202\n",
        "2gms/2gm-0000.gz": "New York\t40\n<S> New\t4\n",
        "2gms/2gm-0001.gz": "york </S>\t4\nYork Times\t9\n",
        "2gms/2gm.idx": "2gm-0000.gz\tNew York\n",
    }.items():
        (folder / name).write_bytes(gzip.compress(content.encode()) if name.endswith("gz") else content.encode())
    build_lexicon(tmp_path / "x.lexicon", [Source("counts", folder, "web1t")])
    lexicon = Lexicon.open(tmp_path / "x.lexicon")
    assert [lexicon.count(text) for text in ("york", "new york", "york times", "<s>", "<s> new")] == [100, 40, 9, 0, 0]
    assert _skipped(lexicon) == {"marks that are not words": 4}
    assert lexicon.total == 100


def test_a_mark_inside_a_word_is_a_word(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "counts", "<S>\t4\nx<s>y z\t3\na <s>\t1\n\nb\t2\n")
    assert [lexicon.count(text) for text in ("x<s>y z", "b", "a <s>")] == [3, 2, 0]


def test_google_books_of_2012(tmp_path: Path) -> None:
    content = "New York\t1999\t10\t3\nNew York\t2000\t20\t5\nnew york\t2000\t1\t1\n"
    content += "run_VERB fast\t2000\t9\t1\n_NOUN_ x\t2000\t9\t1\nsnake_case x\t2000\t4\t1\n"
    lexicon = _built(tmp_path, "counts", content)
    assert [lexicon.count(text) for text in ("new york", "run_verb fast", "snake_case x")] == [31, 0, 4]
    assert _skipped(lexicon) == {"part of speech or mark": 2}


def test_google_books_of_2020(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "counts", "New York\t1999,10,3\t2000,20,5\nthe_DET dog\t1999,4,1\n_START_ The\t1999,4,1\n")
    assert (lexicon.count("new york"), lexicon.count("the_det dog")) == (30, 0)


ARPA = """
\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-1.0\tnew\t-0.3
-2.0\tyork\t-0.2
-99\t<s>\t-0.5
-1.5\t</s>
-3.0\tNew\t-0.1

\\2-grams:
-0.5\tnew york\t-0.1
-1.0\tNew york
-0.2\t<s> new
-0.1\tmissing york

\\3-grams:
-0.25\tnew york york

\\end\\
"""


def test_arpa_gives_expected_counts(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "counts", ARPA, scale=10**6)
    # P(new) = 10^-1 and P(New) = 10^-3 fold together; so do new york (10^-1.5) and New york (10^-4).
    assert lexicon.count("new") == 100_000 + 1_000
    assert lexicon.count("new york") == round(10**4.5) + 100
    assert lexicon.count("new york york") == round(10**4.25)
    assert lexicon.count("missing york") == 0
    assert _skipped(lexicon) == {"marks that are not words": 3, "beginning not listed": 1}


def test_arpa_over_many_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _built(tmp_path, "counts", ARPA, scale=10**6).info()
    monkeypatch.setattr("caesura.lexicon.build.blocks", partial(blocks, size=16))
    assert _built(tmp_path, "counts", ARPA, scale=10**6).info()["checksum"] == whole["checksum"]


def test_log10_probabilities_and_counts(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "log10", "the\t-1.5\nrare\t-20\n&\t0.0\n", scale=10**6)
    assert [lexicon.count(text) for text in ("the", "rare", "&")] == [round(10**4.5), 1, 0]
    assert _skipped(lexicon) == {"no probability": 1}
    lexicon = _built(tmp_path, "log10", "the\t3\none\t0\n", scale=1)
    assert [lexicon.count(text) for text in ("the", "one")] == [1000, 1]


def test_plain_titles_are_taken_as_they_are(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "titles", "New York\nYahoo!\n\nÉtoile (film)\nnew york\n")
    assert [lexicon.is_title(text) for text in ("new york", "yahoo!", "étoile (film)", "étoile")] == [True, True, True, False]
    assert (lexicon.info()["titles"], lexicon.total, lexicon.info()["ngrams"]["2"]) == (3, 0, 0)


@pytest.mark.parametrize(
    "content",
    [
        "page_namespace\tpage_title\n0\tTitanic_(1997_film)\n1\tTitanic\n0\tParis,_Texas\n0\tÉtoile_!\n",
        "0\tTitanic_(1997_film)\n14\tTitanic\n0\tParis,_Texas\n0\tÉtoile_!\n",
        "page_title\nTitanic_(1997_film)\nParis,_Texas\nÉtoile_!\n",
        "Titanic_(1997_film)\nParis,_Texas\nÉtoile_!\n",
    ],
)
def test_wikipedia_titles(tmp_path: Path, content: str) -> None:
    lexicon = _built(tmp_path, "titles", content)
    for title in ("titanic", "titanic 1997 film", "titanic (1997 film)", "paris texas", "Paris, Texas", "étoile !"):
        assert lexicon.is_title(title), title
    assert not lexicon.is_title("page_title")
    assert lexicon.info()["titles"] == 4


def test_redirects_are_titles_at_both_ends(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "titles", "NYC\tNew_York_City\nThe Big Apple\tNew_York_City\n")
    assert [lexicon.is_title(text) for text in ("nyc", "new york city", "the big apple")] == [True, True, True]


def test_very_long_titles_are_left_out(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "titles", " ".join("ab" for _ in range(65)) + "\nnew york\n" + " ".join("c" for _ in range(300)))
    assert lexicon.longest == 2
    assert _skipped(lexicon) == {"more than 64 words": 2}


def test_a_log_is_counted_as_typed(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "log", "New York, ny\nnew york\nétoile york\n")
    typed = ("new", "york", "york,", "new york, ny", "new york", "étoile york")
    assert [lexicon.lookup(text.split(), as_typed=True)[0] for text in typed] == [2, 2, 1, 1, 1, 1]
    assert lexicon.total == 7


def test_a_log_with_columns(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "log", "u1\tnew york\t10:00\n\nu2\tétoile york\t10:01\n", column=2)
    assert [lexicon.count(text) for text in ("new york", "étoile york", "u1", "york u2")] == [1, 1, 0, 0]


def test_text_loses_punctuation_at_the_edges(tmp_path: Path) -> None:
    lexicon = _built(tmp_path, "text", 'He said: "New York!"\nIn «Étoile», new\nyork ...\n')
    assert [lexicon.count(text) for text in ("new york", "said new", "étoile new", "new", "york ...", "york")] == [1, 1, 1, 2, 1, 2]


@pytest.mark.parametrize(
    ("kind", "content", "told", "options"),
    [
        ("counts", "new york 5\n", "source.txt:1: is not a known kind of n-gram file", {}),
        ("counts", "a\t5\nb\tx\n", "source.txt:2: the count 'x'", {}),
        ("counts", "a\t5\nb\n", "source.txt:2: is not an n-gram, a tab", {}),
        ("counts", f"a\t5\nb\t{2**64}\n", "source.txt:2: the count", {}),
        ("counts", "a\t-1.5\n", "--log10", {}),
        ("counts", b"a\t5\nb\xff\t5\n", "source.txt:2: byte 2 of the line is not UTF-8", {}),
        ("counts", "a\t1999\t5\t1\nb\t1999\t5\n", "source.txt:2: is not a line of Google Books", {}),
        ("counts", "\\data\\\n\\1-grams:\n-1 a b c\n", "source.txt:3: is not a line of 1-grams", {}),
        ("counts", "\\data\\\n\\2-grams:\n-1 a b\n", "source.txt:2: has 2-grams before 1-grams", {}),
        ("log10", "a\t-1\nb\tx\n", "source.txt:2: is not an n-gram, a tab and a logarithm", {}),
        ("log10", "a\tnan\n", "source.txt:1", {}),
        ("titles", "a\tb\tc\n", "source.txt:1: has 3 columns", {}),
        ("titles", "x\ty\n", "source.txt:1: has no namespace", {"format": "wikipedia"}),
        ("titles", b"ok\nb\xffd\n", "source.txt:2: byte 2", {}),
        ("log", "a\tb\n", "--log-column", {}),
        ("log", "a\tb\nc\n", "source.txt:2: has 1 columns", {"column": 2}),
        ("counts", "a\t5\n", "no format for counts is called 'xml'", {"format": "xml"}),
        ("log10", "a\t-5\n", "scale", {"scale": 0}),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, kind: str, content: str | bytes, told: str, options: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        _built(tmp_path, kind, content, **options)
    assert told in str(refused.value)
    assert not (tmp_path / "x.lexicon").exists()
    assert not (tmp_path / "x.lexicon.runs").exists()


def test_a_broken_gzip_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read to its end"):
        _built(tmp_path, "counts", gzip.compress(b"new york\t5\n" * 1000)[:-20], format="tsv")

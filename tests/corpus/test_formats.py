"""Every format: what it writes it reads again; what does not fit is told with file and line."""

from __future__ import annotations

import gzip
import os
import pickle
import threading
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, detect_format, read_corpus, read_counted, write_corpus
from caesura.corpus.formats import FORMATS
from caesura.foundation import InputError
from caesura.shapes import Flat, Forest, Nested
from tests.corpus.strategies import corpora


def votes_of(corpus: Corpus) -> list[tuple[str, tuple[str, ...], Votes]]:
    return [(entry.query.id, entry.query.words, entry.votes) for entry in corpus]


@given(st.one_of(corpora(), corpora(named=True), corpora(nested=True, named=True)))
def test_jsonl_keeps_everything(tmp_path: Path, corpus: Corpus) -> None:
    file = tmp_path / "made.jsonl"
    assert write_corpus(corpus, file) == []
    assert read_corpus(file) == corpus


@given(corpora(named=True), corpora(nested=True, named=True))
def test_tables_keep_votes_and_names(tmp_path: Path, flat: Corpus, nested: Corpus) -> None:
    for corpus in (flat, nested):
        for ending in ("csv", "parquet"):
            file = tmp_path / f"made.{ending}"
            write_corpus(corpus, file)
            assert votes_of(read_corpus(file, ending)) == votes_of(corpus)


@given(corpora(named=True, extras=False), corpora(nested=True, named=True, extras=False))
def test_annotation_lines_keep_votes_and_names(tmp_path: Path, flat: Corpus, nested: Corpus) -> None:
    for corpus, format in ((flat, "bergsma-wang"), (nested, "brackets")):
        write_corpus(corpus, tmp_path / "made", format)
        assert votes_of(read_corpus(tmp_path / "made", format)) == votes_of(corpus)


@given(corpora(named=True))
def test_lines_of_prodigy_keep_votes_names_and_types(tmp_path: Path, corpus: Corpus) -> None:
    write_corpus(corpus, tmp_path / "made.jsonl", "prodigy")
    assert detect_format(tmp_path / "made.jsonl").name == "prodigy"
    assert votes_of(read_corpus(tmp_path / "made.jsonl")) == votes_of(corpus)


@given(corpora())
def test_lines_of_doccano_keep_the_top_vote_and_its_types(tmp_path: Path, corpus: Corpus) -> None:
    write_corpus(corpus, tmp_path / "made.jsonl", "doccano")
    assert detect_format(tmp_path / "made.jsonl").name == "doccano"
    read = read_corpus(tmp_path / "made.jsonl")
    for entry in corpus:
        top = entry.votes.top
        assert read[entry.query.id].votes.all == (Vote(top.shape, 1, types=top.types),)


def test_lines_that_prodigy_rejected_give_no_vote(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text(
        '{"text": "new york times", "spans": [{"start": 0, "end": 9, "label": "LOC"}], "_annotator_id": "ann"}\n'
        '{"text": "new york times", "spans": [], "answer": "ignore", "_annotator_id": "bob"}\n'
    )
    assert read_corpus(tmp_path / "p.jsonl")["1"].votes.all == (Vote(Flat((0, 1)), 1, ("ann",), ("LOC", "O")),)


def test_doccano_with_relations(tmp_path: Path) -> None:
    entities = '[{"id": 3, "label": "segment", "start_offset": 0, "end_offset": 8}]'
    (tmp_path / "d.jsonl").write_text(f'{{"id": 5, "text": "new york times", "entities": {entities}, "relations": []}}\n')
    assert read_corpus(tmp_path / "d.jsonl")["5"].votes.top.shape == Flat((0, 1))


@given(corpora(extras=False))
def test_webis_folders_keep_votes(tmp_path: Path, corpus: Corpus) -> None:
    folder = tmp_path / "folder"
    write_corpus(corpus, folder, "webis")
    assert votes_of(read_corpus(folder)) == votes_of(corpus)
    for file in sorted(folder.rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()


def test_conllu_keeps_annotators(tmp_path: Path) -> None:
    one, two = Forest((2, 0), ("ADJ", "NOUN"), ("amod", "root")), Forest((0, 0), ("NOUN", "NOUN"))
    corpus = Corpus("made", (Entry(Query("q1", "big apple"), Votes((Vote(one, 1, ("ann",)), Vote(two, 1, ("bob",))))),))
    write_corpus(corpus, tmp_path / "made.conllu")
    assert read_corpus(tmp_path / "made.conllu") == corpus


WEBIS_QUERIES = "7\tnew york times\n8\tking james's school\n"
WEBIS_VOTES = """7\t[ (6, 'new york|times'), (4, 'new york times')]\n8\t[(10, "king james's|school")]\n"""
WEBIS_TAGS = """7\t['JJ', 'NP', 'NNS']\n8\t['NN', 'NN', '"', 'NN']\n"""
WEBIS_OUTPUT = "7\tnew|york|times\n8\tking james's school\n"


def webis_folder(path: Path) -> Path:
    (path / "data").mkdir(parents=True)
    (path / "segmentations-of-algorithms").mkdir()
    prefix = "webis-qsec-10-training-set"
    (path / f"{prefix}-queries.txt").write_text(WEBIS_QUERIES)
    (path / f"{prefix}-segmentations-crowdsourced.txt").write_text(WEBIS_VOTES)
    (path / "data" / f"{prefix}-queries-pos-tagged.txt").write_text(WEBIS_TAGS)
    (path / "segmentations-of-algorithms" / f"{prefix}-segmentations-pmi-baseline.txt").write_text(WEBIS_OUTPUT)
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_a_webis_folder_there_and_back_byte_for_byte(tmp_path: Path) -> None:
    folder = webis_folder(tmp_path / "webis")
    corpus = read_corpus(folder)
    assert corpus["8"].query.tags == ("NN", "NN", '"', "NN")
    assert corpus["7"].votes.top == Vote(Flat((0, 1)), 6)
    assert corpus.outputs["pmi-baseline"]["8"] == Flat((0, 0))
    assert pickle.loads(pickle.dumps(corpus)) == corpus  # noqa: S301
    write_corpus(corpus, tmp_path / "c.jsonl")
    write_corpus(read_corpus(tmp_path / "c.jsonl"), tmp_path / "back")
    assert files_of(tmp_path / "back") == files_of(folder)


def test_the_shared_corpus_there_and_back_byte_for_byte(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "webis-qsec-10"
    write_corpus(read_corpus(folder), tmp_path / "c.jsonl")
    write_corpus(read_corpus(tmp_path / "c.jsonl"), tmp_path / "back")
    originals = files_of(folder)
    made = files_of(tmp_path / "back")
    assert len(made) == 10
    assert made == {name: originals[name] for name in made}


def test_queryner_there_and_back(tmp_path: Path) -> None:
    # The bar of the second query is a word, not escaped: the BIO tags tell.
    text = "1\tred wool socks\tred|wool socks\tB-color B-kind I-kind\n2\tcat | dog\tcat|||dog\tB-kind O B-kind\n"
    (tmp_path / "dev.tsv").write_text(text)
    corpus = read_corpus(tmp_path / "dev.tsv")
    assert corpus["1"].votes.top == Vote(Flat((1, 0)), 1, types=("color", "kind"))
    assert corpus["2"].query.words == ("cat", "|", "dog")
    write_corpus(corpus, tmp_path / "back.tsv", "queryner")
    assert (tmp_path / "back.tsv").read_text() == text


def test_keywords_are_cut_at_commas(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(
        "Tall Tower, Paris\tWhich one?\ta\n"
        "over 10,000,(big) lakes,, deep\tWhich lakes?\tb\n"
        "Tall Tower,Paris\tWhich one is it?\tc\n"  # the same again
        "Tall, Tower, Paris\tWhich one?\td\n"  # the same words, cut otherwise
        "river\tName a river.\te\n"
    )
    corpus = read_corpus(file)
    assert [(entry.query.id, entry.query.text) for entry in corpus] == [
        ("1", "Tall Tower Paris"),
        ("2", "over 10,000 (big) lakes deep"),
        ("5", "river"),
    ]
    assert corpus["1"].votes.all == (Vote(Flat((0, 1)), 1), Vote(Flat((1, 1)), 1))
    assert corpus["2"].votes.top.shape == Flat((0, 1, 0, 1))
    write_corpus(corpus, tmp_path / "back.tsv", "keywords")
    assert [entry.votes for entry in read_corpus(tmp_path / "back.tsv")] == [entry.votes for entry in corpus]
    comma = Corpus("made", (Entry(Query("1", "well, well"), Votes((Vote(Flat((0,)), 1),))),))
    with pytest.raises(InputError, match="a comma of its own"):
        write_corpus(comma, tmp_path / "no.tsv", "keywords")


def test_the_shared_keywords(shared_data: Path) -> None:
    corpus = read_corpus(shared_data / "question-pairs" / "en-keyword-question-pairs.tsv")
    assert (len(corpus), sum(len(entry.votes) > 1 for entry in corpus)) == (865, 2)


def test_bio_blocks(tmp_path: Path) -> None:
    (tmp_path / "x.bio").write_text("red\tB-color\nwool\tB-kind\nsocks\tI-kind\n\nhat\tO\n")
    corpus = read_corpus(tmp_path / "x.bio")
    assert [entry.query.text for entry in corpus] == ["red wool socks", "hat"]
    assert corpus["1"].votes.top.types == ("color", "kind")


def test_bergsma_wang_lines_without_ids(tmp_path: Path) -> None:
    (tmp_path / "bwc.txt").write_text('"new york" "times"\n"big apple"\n"new york times"\n"new york" "times"\n')
    corpus = read_corpus(tmp_path / "bwc.txt")
    assert [entry.query.text for entry in corpus] == ["new york times", "big apple"]
    assert [vote.count for vote in corpus["1"].votes] == [2, 1]


def test_csv_with_quote_form_and_other_names(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text('task,worker,quotes\nq1,ann,"""new york"" times"\nq1,bob,"""new york times"""\n')
    votes = read_corpus(tmp_path / "c.csv")["q1"].votes
    assert votes.all == (Vote(Flat((0, 1)), 1, ("ann",)), Vote(Flat((0, 0)), 1, ("bob",)))


def test_gzip_is_seen_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_bytes(gzip.compress(b"1\tnew york|times\n"))
    assert read_corpus(tmp_path / "p.tsv")["1"].votes.top.shape == Flat((0, 1))


EXAMPLES = {
    "jsonl": '{"id": "1", "text": "a b", "votes": []}\n',
    "csv": "id,flat\n1,a|b\n",
    "pipe": "1\ta|b\n2\tc d\n",
    "bergsma-wang": '"a b" "c"\n',
    "queryner": "1\ta b\ta|b\tB-x B-y\n",
    "keywords": "tall tower, Paris\tWhich tower is tall?\tmade/up.xml\nlake\tName a lake.\tmade/up.xml\n",
    "prodigy": '{"text": "a b", "spans": [{"start": 0, "end": 3, "label": "segment"}], "answer": "accept"}\n',
    "doccano": '{"id": 1, "text": "a b", "label": [[0, 3, "segment"]]}\n',
    "bio": "a\tB-x\nb\tI-x\n",
    "brackets": "q1\tann\t((a b) c)\nq1\tbob\t(a (b c))\n",
    "conllu": "# sent_id = 1\n1\ta\t_\tNOUN\t_\t_\t0\troot\t_\t_\n",
}


@pytest.mark.parametrize(("name", "text"), EXAMPLES.items())
def test_formats_are_found_by_content(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "file.xyz").write_text(text)
    assert detect_format(tmp_path / "file.xyz").name == name


def test_two_columns_without_a_bar_are_not_guessed(tmp_path: Path) -> None:
    file = tmp_path / "q.tsv"
    file.write_text("1\tnew york\n")
    with pytest.raises(InputError, match="--from queries or --from pipe"):
        read_corpus(file)
    assert read_corpus(file, annotated=True)["1"].votes.top.shape == Flat((0,))
    assert read_corpus(file, "queries")["1"].votes == Votes(())


BAD = {
    "jsonl": [
        ('{"id": "1", "text": "a b"', "not JSON"),
        ('{"id": "1", "text": "a b", "vote": []}', "no key is called 'vote'"),
        ('{"id": "1", "text": "a b", "votes": [{"flat": "a|c"}]}', "word 2 is 'c'"),
        ('{"id": "1", "text": "a b", "votes": [{"flat": "a|b", "count": 1.5}]}', "1.5 votes"),
        ('{"id": 1, "text": "a b"}', "'id' is missing or not a string"),
        ('{"id": "1", "text": "\\ud800"}', "surrogate"),
        ("[1]", "not a JSON object"),
        ('{"id": "1", "text": ""}', "without words"),
        ('{"id": "1", "text": "a", "votes": [{"nested": "(a b)"}]}', "it has 2 words"),
    ],
    "pipe": [("1\ta||b", "empty segment at character 3"), ("1", "1 tab-separated field"), ("1\ta\n1\tb|c", "twice")],
    "csv": [
        ("id,flat\n1", "1 fields, the header has 2"),
        ("id,flat\n1,", "no segmentation"),
        ("id,flat,count\n1,a|b,x", "count is 'x'"),
    ],
    "bergsma-wang": [('"a b', "never closed"), ('ann\t"a"\n"a"', "expected 2")],
    "queryner": [
        ("1\ta b\ta|b\tB-x", "1 tags for 2"),
        ("1\ta b\ta b\tB-x B-x", "not what the BIO tags say"),
        ("1\ta\ta\tI-x", "no segment"),
    ],
    "keywords": [(" , \tWhich one?\tx", "no keywords"), ("a, b\tWhich?", "2 tab-separated field")],
    "prodigy": [
        ('{"spans": []}', "no text"),
        ('{"text": "a b", "spans": [{"start": 0, "end": 9, "label": "x"}]}', "marks lie inside the text"),
        ('{"text": "ab c", "spans": [{"start": 1, "end": 4, "label": "x"}]}', "cuts a word in two"),
        ('{"text": "a b", "spans": [{"start": 0, "end": 3}, {"start": 2, "end": 3}]}', "two marks share a word"),
        ('{"text": "a b", "spans": [{"start": "0", "end": 3}]}', "two whole numbers"),
        ('{"text": "a b", "spans": 3}', "'spans' is not a list"),
    ],
    "doccano": [
        ('{"text": "a b", "label": []}', "'id' is missing"),
        ('{"id": 1, "text": "a b", "label": [[0, 3]]}', "not start, end and name"),
        ('{"id": 1, "text": "a b", "label": "x"}', "'label' is not a list"),
        ('{"id": 1, "text": "\\ud800", "label": []}', "surrogate"),
    ],
    "bio": [("a\tB-x\nb\tI-y", "no segment of that type"), ("a b\tO", "holds a space")],
    "brackets": [("(a b c)", "one part too many"), ("q1\tx\t(a b)\nq1\ty\t(a c)", "was 'a b' before")],
    "conllu": [
        ("1\ta\t_", "3 columns"),
        ("1\ta\t_\tX\t_\t_\t1\t_\t_\t_", "head 1"),
        ("2\ta\t_\tX\t_\t_\t0\t_\t_\t_", "expected 1"),
    ],
}


@pytest.mark.parametrize(
    ("format", "text", "message"), [(name, text, message) for name, rows in BAD.items() for text, message in rows]
)
def test_a_line_that_does_not_fit_is_told(tmp_path: Path, format: str, text: str, message: str) -> None:
    file = tmp_path / "bad"
    file.write_text(text + "\n")
    with pytest.raises(InputError, match=message) as told:
        read_corpus(file, format)
    assert str(told.value).startswith(f"{file}:{told.value.line}: ")
    read, skipped = read_counted(file, format, lenient=True)
    assert len(skipped) >= 1
    assert len(read) <= 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("-queries.txt", "7\tnew york times\n7\tagain\n8\tking james's school\n", "queries.txt:2: query 7 occurs twice"),
        ("-segmentations-crowdsourced.txt", "7\t[(6, 'new york|tomes')]\n", "crowdsourced.txt:1: word 3 is 'tomes'"),
        ("-segmentations-crowdsourced.txt", "7\t(6, 'new york|times')\n", "is not a list of votes"),
        ("-segmentations-crowdsourced.txt", "9\t[(6, 'x')]\n", "query 9 is not in"),
        ("-segmentations-crowdsourced.txt", "7\t[(10, 'new york times')]\n", "no votes for query 8"),
    ],
)
def test_a_broken_webis_folder_is_told(tmp_path: Path, name: str, text: str, message: str) -> None:
    folder = webis_folder(tmp_path / "webis")
    next(folder.glob(f"*{name}")).write_text(text)
    with pytest.raises(InputError, match=message):
        read_corpus(folder)


@settings(max_examples=60)
@example(b"b\r\x00")
@given(st.one_of(st.binary(max_size=80), st.text(st.sampled_from('01a|"()\t\n{}:,[]B-xO#_'), max_size=60).map(str.encode)))
def test_any_bytes_are_a_corpus_or_a_clear_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "any"
    file.write_bytes(content)
    for name in [None, *FORMATS]:
        try:
            read_counted(file, name, lenient=True)
        except InputError as error:
            assert "\n" not in str(error)


def test_a_format_that_cannot_hold_the_shape_is_refused(tmp_path: Path) -> None:
    trees = Corpus("made", (Entry(Query("1", "a b"), Votes((Vote(Nested((0,)), 1),))),))
    with pytest.raises(InputError, match="choose one of brackets, csv, jsonl, parquet"):
        write_corpus(trees, tmp_path / "x.tsv")
    assert not (tmp_path / "x.tsv").exists()


def test_what_a_format_does_not_keep_is_said(tmp_path: Path) -> None:
    corpus = read_corpus(webis_folder(tmp_path / "webis"))
    assert write_corpus(corpus, tmp_path / "x.tsv", "pipe") == ["tags", "outputs", "all votes but the top one"]
    assert write_corpus(corpus, tmp_path / "x.txt", "queries") == ["tags", "outputs", "votes"]


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    mixed = Corpus("made", (Entry(Query("1", "a b"), Votes((Vote(Flat((0,)), 1),))), Entry(Query("2", "c"))))
    with pytest.raises(InputError, match="no top vote"):
        write_corpus(mixed, tmp_path / "x.tsv", "pipe")
    assert list(tmp_path.iterdir()) == []


def test_a_fifo_gets_lines_and_stays_a_fifo(tmp_path: Path) -> None:
    corpus = Corpus("two", (Entry(Query("1", "new york")), Entry(Query("2", "cape town"))))
    os.mkfifo(tmp_path / "pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_corpus(corpus, tmp_path / "pipe")
    reader.join()
    assert (tmp_path / "pipe").is_fifo()
    assert len(got[0].splitlines()) == len(corpus)

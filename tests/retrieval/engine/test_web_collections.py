"""Web pages: WARC files, TREC's web collections, and what of a page is text. All files are invented here."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import Index, build_index, ranking_model, read_documents
from caesura.retrieval.documents.html_text import page_decoded, page_text

_PAGE = "<html><head><title>Night\ntrains</title><script>var x = '<p>no</p>'</script></head>"
_PAGE += "<body><h1>Bl&eacute;</h1>sl<b>ee</b>per</body>"


def record(kind: str, content: bytes, *, version: str = "1.0", length: int | None = None, **fields: str) -> bytes:
    head = [f"WARC/{version}", f"WARC-Type: {kind}", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
    head.append(f"Content-Length: {len(content) if length is None else length}")
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content + b"\r\n\r\n"


def response(body: bytes, *fields: str) -> bytes:
    return "\r\n".join(("HTTP/1.1 200 OK", *fields)).encode() + b"\r\n\r\n" + body


def chunked(body: bytes, size: int) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in pieces) + b"0\r\n\r\n"


def found(path: Path, format: str = "auto") -> list[tuple[str, str, str]]:
    return [(one.id, one.title, one.text) for one in read_documents(path, format)]


CRAWL = [
    record("warcinfo", b"software: none", WARC_Filename="a.warc"),
    record(
        "response", response(_PAGE.encode(), "Content-Type: text/html; charset=utf-8"), WARC_TREC_ID="clueweb09-en0000-00-00000"
    ),
    record("request", b"GET / HTTP/1.1\r\n\r\n", WARC_Target_URI="http://example.org/a"),
    record("response", response(b"GIF89a", "Content-Type: image/gif"), WARC_Target_URI="http://example.org/a.gif"),
    record("conversion", b"plain  words\nhere", Content_Type="text/plain", WARC_Target_URI="<http://example.org/b>"),
]
EXPECTED = [("clueweb09-en0000-00-00000", "Night trains", "Blé sleeper"), ("http://example.org/b", "", "plain words here")]


@pytest.mark.parametrize("packed", ["no", "whole", "by record"])
def test_warc_pages_and_nothing_else(tmp_path: Path, packed: str) -> None:
    raw = {"no": b"".join(CRAWL), "whole": gzip.compress(b"".join(CRAWL)), "by record": b"".join(map(gzip.compress, CRAWL))}[packed]
    (tmp_path / "a.warc.gz").write_bytes(raw)
    assert found(tmp_path / "a.warc.gz") == EXPECTED


def test_clueweb09_lengths_that_are_wrong_and_lines_without_carriage_returns(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n<title>One</title>first page\n\ntail"
    short = record("response", answer, version="0.18", length=len(answer) - 4, WARC_TREC_ID="one")
    other = record("response", response(b"<p>second"), version="0.18", WARC_TREC_ID="two")
    (tmp_path / "a").write_bytes(short.replace(b"\r\n", b"\n") + b"\n" + other)
    assert found(tmp_path / "a") == [("one", "One", "first page"), ("two", "", "second")]


@pytest.mark.parametrize(("encoding", "pack"), [("identity", bytes), ("gzip", gzip.compress), ("deflate", zlib.compress)])
@pytest.mark.parametrize("size", [7, 1 << 20])
def test_answers_in_chunks_and_compressed(tmp_path: Path, encoding: str, pack: Callable[[bytes], bytes], size: int) -> None:
    body = chunked(pack(_PAGE.encode()), size)
    fields = ("Content-Type: text/html", "Transfer-Encoding: chunked", f"Content-Encoding: {encoding}")
    (tmp_path / "a").write_bytes(record("response", response(body, *fields), WARC_TREC_ID="x"))
    assert found(tmp_path / "a") == [("x", "Night trains", "Blé sleeper")]


def test_a_header_that_promises_compression_the_crawler_undid(tmp_path: Path) -> None:
    fields = ("Content-Type: text/html", "Transfer-Encoding: chunked", "Content-Encoding: gzip")
    (tmp_path / "a").write_bytes(record("response", response(_PAGE.encode(), *fields), WARC_TREC_ID="x"))
    assert found(tmp_path / "a") == [("x", "Night trains", "Blé sleeper")]


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"WARC/1.0\r\nWARC-Type: response\r\n\r\n", "a:1: a record without Content-Length"),
        (CRAWL[0] + CRAWL[1][:-30], "a:8: the last record is cut short"),
    ],
)
def test_damaged_warc(tmp_path: Path, raw: bytes, problem: str) -> None:
    (tmp_path / "a").write_bytes(raw)
    with pytest.raises(InputError) as error:
        found(tmp_path / "a")
    assert problem in str(error.value)


_WEB = b"""<DOC>
<DOCNO>GX000-00-0000000</DOCNO>
<DOCHDR>
http://example.org/
HTTP/1.1 200 OK
Content-Type: text/html; charset=iso-8859-1
</DOCHDR>
<html><title>Bl\xe9</title>
<body>na\xefve <i>doc</i>tors</body>
</DOC>
<DOC>
<DOCNO>GX000-00-0000001</DOCNO>
<DOCHDR>
http://example.org/b
</DOCHDR>
<p>bl\xc3\xa9</p>
</DOC>
"""


def test_trec_web_pages_in_any_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(_WEB))
    assert found(tmp_path / "a.gz") == [("GX000-00-0000000", "Blé", "naïve doctors"), ("GX000-00-0000001", "", "blé")]
    with pytest.raises(InputError, match=r"a <DOC> that never ends"):
        (tmp_path / "b").write_bytes(_WEB[:-8])
        found(tmp_path / "b", "trec-web")
    with pytest.raises(InputError, match=r"stands outside any <DOC>"):
        (tmp_path / "b").write_bytes(_WEB + b"stray\n")
        found(tmp_path / "b", "trec-web")


def test_an_index_of_pages(tmp_path: Path) -> None:
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "a.warc").write_bytes(b"".join(CRAWL))
    (tmp_path / "crawl" / "b").write_bytes(_WEB)
    build_index(tmp_path / "crawl", tmp_path / "index")
    index = Index.open(tmp_path / "index")
    assert [document for document, _ in index.search("sleeper", ranking_model("ql"), 10)] == ["clueweb09-en0000-00-00000"]


def test_one_record_is_held_at_a_time(tmp_path: Path) -> None:
    page = response(b"<p>" + b"word " * 20_000, "Content-Type: text/html")
    one = gzip.compress(record("response", page, WARC_TREC_ID="NAME"), 1)
    with (tmp_path / "large.warc.gz").open("wb") as out:
        for number in range(200):
            out.write(gzip.compress(record("response", page, WARC_TREC_ID=f"page-{number}"), 1) if number < 3 else one)
    tracemalloc.start()
    count = sum(1 for _ in read_documents(tmp_path / "large.warc.gz"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200
    assert peak < 40 * len(page)  # the file holds 200 such pages


@given(st.text(max_size=200))
def test_any_markup_gives_text_with_single_spaces(markup: str) -> None:
    for part in page_text(markup):
        assert part == " ".join(part.split())


@given(st.binary(max_size=200))
def test_any_bytes_can_be_decoded(raw: bytes) -> None:
    assert isinstance(page_decoded(raw), str)


def test_the_encoding_a_page_names() -> None:
    assert page_decoded('<meta charset="windows-1251">привет'.encode("windows-1251")) == '<meta charset="windows-1251">привет'
    assert page_decoded(b"bl\xe9", b"Content-Type: text/html; charset=no-such") == "blé"

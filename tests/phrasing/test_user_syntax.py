"""What people type into a search box: the parser, and what every engine makes of it."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import ENGINES, Options, SegmentedQuery, one_line, parse_fields, phrase, read_json, read_text
from caesura.segmenters import Segmentation, segmenter
from caesura.shapes import Flat, parse_quotes
from tests.phrasing.indri_reader import read as read_indri
from tests.phrasing.test_elasticsearch import SCHEMA
from tests.phrasing.traps import TRAPS
from tests.phrasing.yql_reader import Reader as YqlReader


def joined(text: str) -> Segmentation:
    """Every run of words as one segment: whatever could be joined wrongly, is."""
    return Segmentation.of(text, Flat.together(len(text.split())))


def typed(text: str, syntax: Any = "keep", fields: Any = None) -> SegmentedQuery:
    return read_text(text, joined, syntax, fields)


def shape(query: SegmentedQuery) -> tuple[list[str], list[str]]:
    """The segments, and the clauses as `occur field:words`."""
    marks = {"must": "+", "must_not": "-", "should": ""}
    clauses = [
        marks[clause.occur]
        + "/".join(
            ("" if t.field is None else f"{t.field}:") + (f'"{t.text}"' if t.quoted else t.text) for t in clause.alternatives
        )
        for clause in query.clauses
    ]
    return [segment.text for segment in query.segments], clauses


@pytest.mark.parametrize(
    ("text", "segments", "clauses"),
    [
        ("hotels -motels", ["hotels"], ["-motels"]),
        ('cheap "new york" hotels', ["cheap", "hotels"], ['"new york"']),
        ("cheap “new york” hotels", ["cheap", "hotels"], ['"new york"']),
        ('+wifi -"hot tub" new york', ["new york"], ["+wifi", '-"hot tub"']),
        ("hotels paris OR rome OR milan cheap", ["hotels", "cheap"], ["paris/rome/milan"]),
        ('"new york" OR brand:acme', [], ['"new york"/brand:acme']),
        ('brand:"acme corp" -title:used shoes', ["shoes"], ['brand:"acme corp"', "-title:used"]),
        ('"new york"hotels', ["hotels"], ['"new york"']),
        # Not syntax:
        ("e-mail wi-fi - a + b --force", ["e-mail wi-fi - a + b --force"], []),
        ('12" pipe "never closed', ['12" pipe "never closed'], []),
        ("portland OR", ["portland OR"], []),
        ("OR health plan", ["OR health plan"], []),
        ("a OR -b", ["a OR"], ["-b"]),
        ("10:30 https://x.org title: a_b c:// _query_:x", ["10:30 https://x.org title: a_b c:// _query_:x"], []),
        ('"" "&" -! +?', ['"" "&" -! +?'], []),
    ],
)
def test_what_is_syntax_and_what_is_text(text: str, segments: list[str], clauses: list[str]) -> None:
    query = typed(text)
    assert shape(query) == (segments, clauses)
    assert query.text == text
    assert all(text[s.start : s.end].split() == list(s.words) for s in query.segments)


def test_only_known_fields_are_fields() -> None:
    assert shape(typed("star wars:episode brand:acme", fields=["brand"])) == (["star wars:episode"], ["brand:acme"])


def test_marks_around_a_prefix_that_is_not_a_field_still_count() -> None:
    assert shape(typed("-isbn:123 shoes +by:acme", fields=["brand"])) == (["shoes"], ["-isbn:123", "+by:acme"])
    assert shape(typed('by:"new balance" shoes', fields=["brand"])) == (["by:", "shoes"], ['"new balance"'])
    assert shape(typed('-by:"new balance" shoes', fields=["brand"])) == (["shoes"], ['-"new balance"'])
    assert shape(typed('by:"&" by:"', fields=["brand"])) == (['by:"&" by:"'], [])
    assert phrase(typed('by:"new balance" shoes', fields=["brand"]), "quotes") == 'by: "new balance" shoes'


def test_strip_drops_marks_and_excluded_words() -> None:
    assert shape(typed('+cheap "new york" -motels title:x OR y', "strip")) == (["cheap new york x y"], [])
    assert shape(typed('-"new york"', "strip")) == (["new", "york"], [])


def test_escape_takes_every_character_as_text() -> None:
    assert shape(typed('hotels -motels "a"', "escape")) == (['hotels -motels "a"'], [])


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(InputError, match="keep, strip, escape"):
        typed("a", "drop")


QUERY = typed('hotels berlin -"hot tub" +wifi brand:acme')


@pytest.mark.parametrize(
    ("engine", "expected"),
    [
        ("lucene", '(hotels berlin brand:acme) +wifi -"hot tub" "hotels berlin"^0.25'),
        ("quotes", '"hotels berlin" -"hot tub" +wifi brand:acme'),
        (
            "sqlite",
            '(wifi AND (wifi OR hotels OR berlin OR brand : acme OR "hotels berlin")) NOT ("hot tub")',
        ),
        ("tantivy", '(hotels berlin brand:acme) +wifi -"hot tub" "hotels berlin"^0.25'),
        ("xapian", 'hotels berlin brand:acme +wifi "hotels berlin" -"hot tub"'),
        (
            "indri",
            "#filreq(#band(wifi) #filrej(#1(hot tub) #weight(0.85 #combine(hotels berlin #1(acme).brand wifi) "
            "0.1 #combine(#1(hotels berlin)) 0.05 #combine(#uw8(hotels berlin)))))",
        ),
        (
            "terrier",
            "#combine:0=0.85:1=0.1:2=0.05(#combine(hotels berlin wifi acme) #combine(#1(hotels berlin)) "
            "#combine(#uw8(hotels berlin)))",
        ),
        (
            "vespa",
            {
                "yql": "select * from sources * where rank("
                '((default contains "wifi") and !(default contains phrase("hot", "tub"))), '
                'default contains "hotels", default contains "berlin", (brand contains "acme"), '
                'default contains ({weight: 25}phrase("hotels", "berlin")))'
            },
        ),
        (
            "solr",
            {
                "defType": "edismax",
                "q": 'hotels berlin brand:acme +wifi -"hot tub"',
                "q.op": "OR",
                "lowercaseOperators": "false",
                "bq": '{!maxscore q.op=OR tie=0.3}"hotels berlin"^0.25',
            },
        ),
    ],
)
def test_every_engine_keeps_what_was_marked(engine: str, expected: Any) -> None:
    assert phrase(QUERY, engine) == expected


def test_elasticsearch_keeps_what_was_marked() -> None:
    body: Any = phrase(QUERY, "elasticsearch", Options(fields=parse_fields(["title"])))
    assert body["query"]["bool"] == {
        "must": [{"match": {"title": {"query": "wifi", "operator": "and", "zero_terms_query": "all"}}}],
        "should": [
            {"match": {"title": {"query": "hotels berlin", "operator": "or"}}},
            {"match": {"brand": {"query": "acme", "operator": "and"}}},
            {"dis_max": {"queries": [{"match_phrase": {"title": {"query": "hotels berlin", "boost": 0.25}}}], "tie_breaker": 0.3}},
        ],
        "must_not": [{"match_phrase": {"title": {"query": "hot tub"}}}],
    }


def test_alternatives_are_one_requirement_with_the_operator_and() -> None:
    query, options = typed("hotels paris OR rome"), Options(operator="and")
    assert phrase(query, "lucene", options) == "+hotels +(paris rome)"
    assert phrase(query, "indri", options) == "#filreq(#band(hotels #syn(paris rome)) #combine(hotels #syn(paris rome)))"
    parameters: Any = phrase(query, "solr", options)
    assert parameters["q"] == "+hotels +(paris OR rome)"


def test_exclusions_alone_mean_every_other_document() -> None:
    query = typed("-motels")
    assert phrase(query, "lucene") == "+*:* -motels"
    assert phrase(query, "solr")["q"] == "*:* -motels"  # type: ignore[index]
    body: Any = phrase(query, "elasticsearch")
    assert body["query"]["bool"]["must"] == [{"match_all": {}}]
    yql: Any = phrase(query, "vespa")
    assert yql["yql"].endswith('where (true and !(default contains "motels"))')


def test_a_text_is_read_and_segmented_by_default() -> None:
    assert phrase("new york hotels -motels", "lucene") == '+(new york hotels) -motels "new york"^0.25'
    assert phrase("new york -motels", "lucene", user_syntax="strip") == '+(new york) "new york"^0.25'
    assert phrase("new york city", "lucene", Options(min_confidence=1.0)) == "+(new york city)"


_pieces = st.one_of(
    st.sampled_from(TRAPS),
    st.sampled_from(
        ('"', "-", "+", "OR", "title:", "brand:", "“", "”", '-"', '+"', "a", "new york", "x:y", "é", '"new york"', "-b", "+c")
    ),
    st.text(min_size=1, max_size=6),
)
texts = (
    st.lists(st.tuples(_pieces, st.sampled_from(("", " ", "  "))), min_size=1, max_size=8)
    .map(lambda parts: "".join(piece + space for piece, space in parts))
    .filter(lambda text: bool(text.split()))
)


@pytest.mark.parametrize("syntax", ["keep", "strip", "escape"])
@pytest.mark.parametrize("engine", ENGINES)
def test_any_text_gives_a_valid_query(engine: str, syntax: str) -> None:
    # What is stripped or escaped goes the way of plain words, which have tests of their own.
    @settings(max_examples=settings().max_examples if syntax == "keep" else 20)
    @given(texts, st.from_type(Options))
    @example('-"new york" "', Options())
    @example("true:x or:y OR in:z", Options(operator="and"))
    def is_valid(text: str, options: Options) -> None:
        options = _possible(engine, options)
        result: Any = phrase(typed(text, syntax), engine, options)
        line = one_line(result)
        assert line
        assert "\n" not in line
        _check(engine, result, options)

    is_valid()


def _possible(engine: str, options: Options) -> Options:
    """Without what the engine refuses."""
    if engine == "terrier":
        return Options(min_confidence=options.min_confidence)
    if engine in ("sqlite", "xapian"):
        return replace(options, fields=(), boost=min(options.boost, 5))
    return replace(options, slop=min(options.slop_of(2), 1)) if engine == "postgresql" else options


def _check(engine: str, result: Any, options: Options) -> None:
    if engine in ("indri", "terrier"):
        read_indri(result)
    elif engine == "vespa":
        YqlReader(result["yql"]).statement()
    elif engine == "lucene":
        read_lucene(result)
    elif engine == "solr":
        read_lucene(result["q"])
        read_lucene(result.get("bq", "").partition("}")[2])
    elif engine == "jsonl":
        assert one_line(phrase(read_json(one_line(result)), "jsonl", options)) == one_line(result)
    elif engine == "quotes":
        assert result.split()
    elif engine == "sqlite":
        read_sqlite(result)
    elif engine == "postgresql":
        used = set(re.findall(r"%\((\w+)\)s", result["where"] + result["rank"]))
        assert used == set(result["parameters"])
        assert all(_TSQUERY.fullmatch(value) for value in result["parameters"].values())
    elif engine == "tantivy":
        read_tantivy(result)
    elif engine == "xapian":
        assert _XAPIAN.fullmatch(result), result
    else:
        jsonschema = pytest.importorskip("jsonschema", reason="the schema check needs: pip install jsonschema")
        jsonschema.validate(json.loads(json.dumps(result)), SCHEMA)


_PLAIN = r'(?:\\.|[^\\+\-!():^\[\]"{}~*?|&/\s])'
_TERM = rf'(?:{_PLAIN}+:)?(?:{_PLAIN}+|"{_PLAIN}+(?: {_PLAIN}+)*"(?:~\d+)?)(?:\^[\d.]+)?'
_QUERY = re.compile(rf"(?:[+-]?(?:\*:\*|{_TERM}|\({_TERM}(?: {_TERM})*\))(?: |$))*", re.DOTALL)


_LEXEME = r"'(?:[^'\\\0]|''|\\\\)*'"
_LEXEMES = rf"{_LEXEME}(?: <(?:-|\d+)> {_LEXEME})*"
_TSQUERY = re.compile(rf"\(?{_LEXEMES}\)?(?: [|&] \(?{_LEXEMES}\)?)*", re.DOTALL)
#: Signs, prefixes, groups and quotes; everything between them is letters, marks and digits.
_XAPIAN_TERM = r'(?:[A-Za-z][\w.]*:)?(?:[^\s+():"*~-]+|"[^\s+():"*~-]+(?: [^\s+():"*~-]+)*")'
_XAPIAN_GROUP = rf"(?:{_XAPIAN_TERM}|\({_XAPIAN_TERM}(?: (?:OR|ADJ/\d+) {_XAPIAN_TERM})*\))"
_XAPIAN = re.compile(rf"[+-]?{_XAPIAN_GROUP}(?: [+-]?{_XAPIAN_GROUP})*")


def read_sqlite(text: str) -> None:
    """FTS5 itself; a column that is not there is the user's own prefix."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE VIRTUAL TABLE documents USING fts5(text)")
        try:
            database.execute("SELECT rowid FROM documents WHERE documents MATCH ?", (text,)).fetchall()
        except sqlite3.OperationalError as error:
            assert "no such column" in str(error), text


def read_tantivy(text: str) -> None:
    tantivy = pytest.importorskip("tantivy", reason="needs: pip install tantivy")
    builder = tantivy.SchemaBuilder()
    for name in ("title", "body", "url_text", "summary"):
        builder.add_text_field(name)
    try:
        tantivy.Index(builder.build()).parse_query(text, ["title"])
    except ValueError as error:
        assert "does not exist" in str(error), text


def read_lucene(text: str) -> None:
    """Signs, groups one deep, terms and phrases: nothing else. Lucene's own parser is asked in tests/comparison."""
    assert _QUERY.fullmatch(text), text


@given(texts)
def test_what_is_excluded_is_never_asked_for(text: str) -> None:
    query = typed(text)
    segments = {word for segment in query.segments for word in segment.words}
    places = [(clause.start, clause.end) for clause in query.clauses]
    assert all(s.end <= start or end <= s.start for s in query.segments for start, end in places)
    kept = [p.words for p in query.phrases()]
    assert all(word in segments for words in kept for word in words)


@example('-"AND AND AND')  # a quote that is never closed must not be closed by one of ours
@given(texts)
def test_quote_form_reads_back_as_the_same_syntax(text: str) -> None:
    query = typed(text)
    printed = str(phrase(query, "quotes"))
    if not query.clauses:
        assert parse_quotes(printed)[0] == tuple(text.split())
    elif not any(mark in word for word in query.words for mark in '"“”„\\') and "OR" not in query.words:
        wanted = [clause for clause in shape(query)[1] if clause[:1] in "+-"]
        assert [clause for clause in shape(typed(printed))[1] if clause[:1] in "+-"] == wanted


def test_the_default_segmenter_never_joins_across_a_mark() -> None:
    chosen = segmenter("learned")
    query = read_text("new -york times", chosen.segment)
    assert [segment.text for segment in query.segments] == ["new", "times"]

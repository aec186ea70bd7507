from __future__ import annotations

import io
import json
import sys

import pytest

from caesura.cli import main
from tests.cli.commands import Result
from tests.cli.commands import run as cli


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str, stdin: str = ""
) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `caesura phrase`."""
    monkeypatch.setattr(sys, "argv", ["caesura", "phrase", *arguments])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
    with pytest.raises(SystemExit) as end:
        main()
    printed = capsys.readouterr()
    return int(end.value.code or 0), printed.out, printed.err


def test_one_query_of_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        monkeypatch,
        capsys,
        "new york|x",
        "--input",
        "pipe",
        "--engine",
        "lucene",
        "--field",
        "title^2",
        "--field",
        "body",
        "--boost",
        "3",
        "--slop",
        "1",
    )
    assert (code, err) == (0, "")
    assert out == '+(title:new^2 body:new title:york^2 body:york title:x^2 body:x) title:"new york"~1^6 body:"new york"~1^3\n'


def test_lenient_gives_one_line_for_every_line() -> None:
    given = b"new york hotels\n\nbad \xff\ncape town\n"
    result = cli("phrase", "-", "--engine", "lucene", "--method", "none", "--lenient", stdin=given)
    assert result == Result(0, "+(new york hotels)\n\n\n+(cape town)\n", "caesura: 2 lines could not be read\n")
    rows = cli("phrase", "-", "--engine", "lucene", "--method", "none", "--lenient", "-f", "jsonl", stdin=given).stdout.splitlines()
    assert [json.loads(row)["result"] for row in rows] == ["+(new york hotels)", None, None, "+(cape town)"]


def test_one_line_for_each_of_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(monkeypatch, capsys, "-", "--input", "quotes", stdin='"new york" x\n"a b" c\n')
    assert (code, out) == (0, '"new york" x\n"a b" c\n')


def test_rows_keep_an_engines_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(monkeypatch, capsys, "a b|c", "--input", "pipe", "--engine", "solr", "--format", "json", "--mode", "filter")
    (row,) = json.loads(out)
    assert row["query"] == "a b c"
    assert row["result"]["fq"] == ['{!lucene q.op=OR}"a b"']


def test_url_of_the_parameters(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(monkeypatch, capsys, "a|c", "--input", "pipe", "--engine", "solr", "--url")
    assert out == "defType=edismax&q=a+c&q.op=OR&lowercaseOperators=false\n"


def test_probabilities_decide(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps({"query": "a b c d", "segments": [{"text": "a b", "probability": 0.3}, {"text": "c d", "probability": 0.8}]})
    _, out, _ = run(monkeypatch, capsys, "--input", "jsonl", "--min-confidence", "0.5", stdin=line + "\n")
    assert out == 'a b "c d"\n'


def test_plain_text_is_segmented_by_a_method(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(monkeypatch, capsys, "new york", "--method", "all")
    assert (code, out) == (0, '"new york"\n')


def test_an_engine_is_enough(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(monkeypatch, capsys, "new york hotels", "--engine", "lucene")
    assert (code, out, err) == (0, '+(new york hotels) "new york"^0.25\n', "")


def test_users_own_syntax(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*arguments: str) -> str:
        return run(monkeypatch, capsys, "hotels -motels brand:acme", "--engine", "lucene", "--method", "all", *arguments)[1]

    assert printed() == "+(hotels brand:acme) -motels\n"
    assert printed("--user-syntax", "strip") == '+(hotels acme) "hotels acme"^0.25\n'
    assert printed("--user-syntax", "escape") == '+(hotels \\-motels brand\\:acme) "hotels \\-motels brand\\:acme"^0.25\n'
    assert "brand\\:acme" in printed("--field", "title")
    assert "brand:acme" in printed("--field", "title", "--user-field", "brand")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["a|b", "--engine", "google"], "no engine is called 'google'"),
        (["a|b", "--boost", "0"], "boost is 0.0"),
        (["a|b", "--field", "title^x"], "is not a number"),
        (["a|b", "--input", "pipe", "--min-confidence", "0.5"], "needs probabilities"),
        (["a|b", "--input", "pipe", "--method", "all"], "segmented already"),
        (["a|b", "--input", "quotes", "--lexicon", "x"], "--lexicon is for --input text"),
        (["a|b", "--mode", "drop"], "drop"),
        (["a|b", "--user-syntax", "drop"], "drop"),
        (["-"], "stdin:2: a query without words"),
    ],
)
def test_mistakes_are_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    code, _, err = run(monkeypatch, capsys, *arguments, stdin="a b|c\n\n")
    assert code == 2
    assert expected in err
    assert err.count("\n") == 1

"""`caesura parse` and `caesura syntax` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from caesura.shapes import parse_conllu
from tests.cli.commands import run
from tests.syntax.parsing.small import sentences

QUERY = "copper pans how to clean"


def test_a_query_is_drawn() -> None:
    result = run("parse", QUERY, "--pipeline", "parser-only")
    assert result.returncode == 0, result.stderr
    drawn = result.stdout.split("\n")
    assert drawn[-3].split() == QUERY.split()
    assert drawn[-2].split() == ["NOUN", "NOUN", "ADV", "PART", "VERB"]
    assert result.stdout.count("▼") == 4
    assert "advmod" in result.stdout
    assert "advmod" not in run("parse", QUERY, "--pipeline", "parser-only", "--no-labels").stdout


def test_forms_for_programs() -> None:
    block = run("parse", QUERY, "-f", "conllu").stdout
    words, forest, comments = parse_conllu(block.rstrip("\n").split("\n"))
    assert words == tuple(QUERY.split())
    assert comments["text"] == QUERY
    assert 0 < float(comments["confidence"]) <= 1
    assert "Segment=1" in block
    (found,) = json.loads(run("parse", QUERY, "-f", "json").stdout)
    assert json.loads(run("parse", QUERY, "-f", "jsonl").stdout) == found
    assert tuple(word["head"] for word in found["words"]) == forest.heads
    assert [segment["text"] for segment in found["segments"]] == [" ".join(part) for part in forest.segments.segments(words)]
    assert "relation" in run("parse", QUERY, "-f", "table").stdout


def test_svg(tmp_path: Path) -> None:
    result = run("parse", "a < b", "--svg", str(tmp_path / "query.svg"))
    assert result.returncode == 0, result.stderr
    assert ElementTree.parse(tmp_path / "query.svg").getroot().tag.endswith("svg")  # noqa: S314  (our own file)
    assert "--svg draws one query" in run("parse", "-", "--svg", str(tmp_path / "x.svg"), stdin="a\n").stderr


def test_many_queries_through_stdin() -> None:
    result = run("parse", "-", "-f", "jsonl", stdin="oslo in may\n\ncopper pans\n")
    assert [json.loads(line)["query"] for line in result.stdout.splitlines()] == ["oslo in may", "copper pans"]
    too_long = "a " * 70 + "\noslo\n"
    refused = run("parse", "-", stdin=too_long)
    assert refused.returncode == 2
    assert refused.stderr.startswith("caesura: stdin:1: ")
    lenient = run("parse", "-", "--lenient", "-f", "conllu", stdin=too_long)
    assert lenient.stdout.count("sent_id") == 1
    assert lenient.stderr == "caesura: 1 lines left out\n"


def test_what_is_wrong_is_told_in_one_line() -> None:
    for arguments, told in (
        (("a", "--parser", "nonsense"), "no parser is called 'nonsense'; choose one of default,"),
        (("a", "--pipeline", "nonsense"), "no method is called 'nonsense'"),
        (("  ",), "a query without words"),
    ):
        result = run("parse", *arguments)
        assert (result.returncode, result.stderr.count("\n")) == (2, 1)
        assert told in result.stderr


def test_the_list_names_pipelines_and_parsers() -> None:
    listed = run("parse", "--list").stdout
    assert "parser-only" in listed
    assert "spacy:NAME" in listed
    assert listed.count("(default)") == 1


TREES = """# sent_id = one
1	copper	_	NOUN	_	_	2	compound	_	Segment=1
2	pans	_	NOUN	_	_	0	root	_	Segment=1
3	clean	_	VERB	_	_	0	root	_	Segment=2
"""


def test_validate(tmp_path: Path) -> None:
    path = tmp_path / "trees.conllu"
    path.write_text(TREES, encoding="utf-8")
    good = run("syntax", "validate", str(path))
    assert (good.returncode, good.stdout) == (0, f"{path}: no faults in 1 queries, 3 words, 2 segments (1 queries have several)\n")
    path.write_text(TREES.replace("Segment=2", "Segment=1"), encoding="utf-8")
    bad = run("syntax", "validate", str(path), "-f", "json")
    assert bad.returncode == 1
    assert [fault["line"] for fault in json.loads(bad.stdout)["faults"]] == [4]
    assert f"{path}:4: 'clean' has Segment=1, its tree is number 2" in run("syntax", "validate", str(path)).stdout


def test_profile(tmp_path: Path) -> None:
    (tmp_path / "queries.txt").write_text("oslo\nhow to clean pans\n\n", encoding="utf-8")
    (tmp_path / "trees.conllu").write_text(TREES, encoding="utf-8")
    plain, trees = json.loads(
        run("syntax", "profile", str(tmp_path / "queries.txt"), str(tmp_path / "trees.conllu"), "-f", "json").stdout
    )
    assert (plain["queries"], plain["words"], plain["segments"]) == (2, 2.5, 1)
    assert (trees["segments"], trees["noun_roots"], trees["verb_roots"]) == (2, 0.5, 0.5)
    assert "median depth" in run("syntax", "profile", str(tmp_path / "queries.txt")).stdout


CROSSING = """1	a	_	DET	_	_	2	det	_	_
2	hearing	_	NOUN	_	_	4	nsubj	_	_
3	is	_	AUX	_	_	4	aux	_	_
4	scheduled	_	VERB	_	_	0	root	_	_
5	on	_	ADP	_	_	6	case	_	_
6	tea	_	NOUN	_	_	2	nmod	_	_
7-8	today's	_	_	_	_	_	_	_	_
7	today	_	NOUN	_	_	4	obl	_	_
8	's	_	PART	_	_	7	case	_	_
9	.	_	PUNCT	_	_	4	punct	_	_
"""


def test_profile_of_ordinary_trees_and_of_sentences(tmp_path: Path) -> None:
    trees, queries = tmp_path / "ordinary.conllu", tmp_path / "queries.txt"
    trees.write_text(CROSSING, encoding="utf-8")
    queries.write_text("my cat limps. what can i do?\n", encoding="utf-8")
    (found,) = json.loads(run("syntax", "profile", str(trees), "-f", "json").stdout)
    assert (found["queries"], found["words"], found["mean_depth"], found["verb_roots"]) == (1, 8, 3, 1)
    whole, apart = (
        json.loads(run("syntax", "profile", str(queries), "-f", "json", *more).stdout)[0] for more in ((), ("--sentences",))
    )
    assert (whole["queries"], apart["queries"], apart["words"]) == (1, 2, 3.5)
    trees.write_text(CROSSING.replace("\t4\tnsubj", "\t6\tnsubj"), encoding="utf-8")
    assert "ordinary.conllu:1: in the sentence that begins here: the heads form a cycle" in run("syntax", "profile", trees).stderr


def test_train_parser(tmp_path: Path) -> None:
    pytest.importorskip("caesura.syntax.parsing._learn", reason="training needs the compiled part")
    path = tmp_path / "trees.conllu"
    path.write_text(sentences(), encoding="utf-8")
    model = tmp_path / "my.parser"
    result = run("syntax", "train-parser", str(path), "--dev", str(path), "-o", str(model), "--epochs", "2", "--keep-tagger")
    assert result.returncode == 0, result.stderr
    assert "trees.conllu: UAS " in result.stdout
    parsed = run("parse", "how can i paint a lantern", "--parser", str(model), "--pipeline", "parser-only", "-f", "json")
    assert [word["head"] for word in json.loads(parsed.stdout)[0]["words"]] == [4, 4, 4, 0, 6, 4]

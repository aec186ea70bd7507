"""`caesura corpus annotate` as the shell sees it: asked before sending, resumed after a kill, no key anywhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.campaign.machines.chat_server import halves, serving
from tests.cli.commands import run


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    path = tmp_path / "queries.txt"
    path.write_text("".join(f"cheap flights to town{number}\n" for number in range(40)))
    return path


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_nothing_is_sent_without_a_yes(queries: Path, tmp_path: Path) -> None:
    with serving() as server:
        given = ("corpus", "annotate", queries, "-o", tmp_path / "out.jsonl", "--endpoint", server.base, "--model", "small")
        refused = run(*given)
        shown = run(*given, "--show-prompt")
        assert server.bodies == []
    assert refused.returncode == 2
    assert f"40 queries, 40 answers, go to {server.base[7:-3]} (model small); add --yes" in refused.stderr
    assert shown.stdout.startswith("[system]\n")
    assert shown.stdout.rstrip().endswith("Query: cheap flights to town0")


def test_a_corpus_keeps_its_votes_and_gains_a_machine(tmp_path: Path) -> None:
    corpus = tmp_path / "crowd.jsonl"
    corpus.write_text('{"id": "a", "text": "new york times", "votes": [{"flat": "new york|times", "count": 3}]}\n')
    examples = Path(__file__).parents[2] / "docs" / "examples" / "evaluate-corpus.jsonl"
    out = tmp_path / "out.jsonl"
    with serving() as server:
        asked = run(
            "corpus", "annotate", corpus, "-o", out, "--endpoint", server.base, "--model", "small", "--as", "gpt", "--yes",
            "--votes", 2, "--temperature", 0.5, "--examples", examples, "--shots", 3, "--cache", tmp_path / "c.db",
        )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    about, entry = lines_of(out)
    assert entry["votes"] == [{"flat": "new york|times", "count": 3}]
    assert entry["machines"] == {"gpt": {"kind": "language-model", "votes": [{"flat": "new|york times", "count": 2}]}}
    assert len(about["settings of machines"]["gpt"]["prompt"]["examples"]) == 3  # type: ignore[index]
    twice = run("corpus", "annotate", out, "-o", out, "--method", "none", "--as", "gpt")
    assert "already" in twice.stderr
    assert run("corpus", "annotate", out, "-o", out, "--method", "none").returncode == 0
    assert set(lines_of(out)[1]["machines"]) == {"gpt", "none"}  # type: ignore[call-overload]


def test_a_killed_run_goes_on_where_it_was(queries: Path, tmp_path: Path) -> None:
    out, cache = tmp_path / "out.jsonl", tmp_path / "cache.db"
    environment = {**os.environ, "OPENAI_API_KEY": "sk-very-secret"}
    with serving(seconds=0.05) as server:
        command = [
            sys.executable, "-m", "caesura", "corpus", "annotate", str(queries), "-o", str(out), "--endpoint", server.base,
            "--model", "small", "--yes", "--concurrency", "2", "--cache", str(cache),
        ]  # fmt: skip
        first = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while len(server.bodies) < 12 and time.monotonic() < deadline:
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        first.wait()
        time.sleep(0.2)
        before = len(server.bodies)
        assert 12 <= before < 40
        assert not out.exists()
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        # Only what was under way when it was killed is asked again.
        assert 40 <= len(server.bodies) <= 40 + 2 + 1
        assert set(server.keys) == {"Bearer sk-very-secret"}
    made = lines_of(out)[1:]
    assert [entry["machines"]["small"]["votes"][0]["flat"] for entry in made] == [  # type: ignore[index]
        halves(str(entry["text"])) for entry in made
    ]
    assert "from the cache" in second.stderr
    assert "very-secret" not in second.stderr + second.stdout
    assert all(b"very-secret" not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_budget_and_failures_leave_what_there_is(queries: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with serving() as server:
        given = (
            "corpus",
            "annotate",
            queries,
            "-o",
            out,
            "--endpoint",
            server.base,
            "--model",
            "m",
            "--yes",
            "--cache",
            tmp_path / "c",
        )
        spent = run(*given, "--max-requests", 10)
        assert spent.returncode == 0
        assert "the budget is spent (10 requests were made): 30 answers are missing" in spent.stderr
        assert sum("machines" in line for line in lines_of(out)[1:]) == 10
        server.faults = lambda _number, query: "500" if query.endswith("39") else None
        failed = run(*given, "--retries", 0)
        assert failed.returncode == 2
        assert "1 answers are missing, the last because of: HTTP 500; run the same command again" in failed.stderr
        assert sum("machines" in line for line in lines_of(out)[1:]) == 39
        server.faults = lambda _number, _query: None
        assert run(*given).returncode == 0
        assert len(server.bodies) == 41


def test_judgements_become_labels_with_their_kind(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("id,question,paragraph\n1,who sings?,Ann sings.\n2,who dances?,Bob sleeps.\n")
    out = tmp_path / "labels.csv"
    with serving(answer=lambda query, _seed: int("sings" in query)) as server:
        asked = run(
            "corpus", "annotate", pairs, "-o", out, "--task", "judgement", "--endpoint", server.base, "--model", "m", "--yes",
            "--votes", 2, "--cache", tmp_path / "c",
        )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    assert out.read_text().splitlines() == [
        "task,worker,label,kind",
        "1,m#1,1,language-model",
        "1,m#2,1,language-model",
        "2,m#1,0,language-model",
        "2,m#2,0,language-model",
    ]
    assert json.loads((tmp_path / "labels.csv.about.json").read_text())["m"]["model"] == "m"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ((), "no machine was named"),
        (("--method", "none", "--command", "cat"), "no machine was named"),
        (("--endpoint", "http://127.0.0.1:1/v1"), "an endpoint without a model"),
        (("--method", "none", "--as", "a,b"), "cannot be called"),
        (("--endpoint", "ftp://x", "--model", "m"), "not an http or https address"),
        (("--command", "cat", "--kind", "person"), "no kind of machine"),
        (("--command", "cat", "--max-cost", "1"), "without prices"),
    ],
)
def test_what_is_missing_is_said(queries: Path, tmp_path: Path, options: tuple[str, ...], problem: str) -> None:
    refused = run("corpus", "annotate", queries, "-o", tmp_path / "out.jsonl", *options)
    assert refused.returncode == 2
    assert problem in refused.stderr


def test_templates_of_ones_own(queries: Path, tmp_path: Path) -> None:
    template = tmp_path / "mine.txt"
    template.write_text("[user]\nCut this, please. Query: {{query}}\n")
    given = ("corpus", "annotate", queries, "-o", tmp_path / "out.jsonl", "--method", "none", "--show-prompt", "--prompt", template)
    assert run(*given).stdout == "[user]\nCut this, please. Query: cheap flights to town0\n"
    for text, problem in (
        ("Cut {{query}}", "1: text before the first part"),
        ("[user]\nCut {{quarry}}", "2: {{quarry}} is unknown"),
        ("[user]\nCut", "never shows the {{query}}"),
    ):
        template.write_text(text)
        refused = run(*given)
        assert refused.returncode == 2
        assert problem in refused.stderr


FAULTS = ("slow", "429 0", "500", "malformed", "changed", "empty", "dropped", "huge", "html", "prose")


def test_every_fault_in_one_run_and_the_key_in_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each query meets a fault at first; corpus, campaign, database, cache, logs, exports and reports know nothing of the key."""
    key = "sk-a-very-secret-key"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    queries, database = tmp_path / "queries.txt", tmp_path / "campaigns.db"
    texts = [f"cheap flights to town{number}" for number in range(len(FAULTS))]
    queries.write_text("".join(f"{text}\n" for text in texts))
    campaign = json.loads(
        run("campaign", "create", queries, "--name", "n", "--task", "flat", "--database", database, "-f", "json").stdout
    )["campaign"]
    met: set[str] = set()

    def first_time(_number: int, query: str) -> str | None:
        if query in met:
            return None
        met.add(query)
        return FAULTS[int(query.removeprefix("cheap flights to town"))]

    printed = []
    with serving(faults=first_time) as server:
        how = ("--endpoint", server.base, "--model", "small", "--yes", "--timeout", 1, "--concurrency", 10)
        for asked in (
            ("corpus", "annotate", queries, "-o", tmp_path / "out.jsonl", *how, "--cache", tmp_path / "one.db"),
            ("campaign", "annotate", campaign, "--database", database, *how, "--cache", tmp_path / "two.db"),
        ):
            met.clear()
            printed.append(run(*asked))
        assert len(server.bodies) >= 2 * (2 * len(FAULTS) - 1)
        assert set(server.keys) == {f"Bearer {key}"}
    out = tmp_path / "out.jsonl"
    printed += [
        run("corpus", "info", out),
        run("corpus", "convert", out, tmp_path / "table.csv", "--annotators", "small"),
        run("bias", out, "--annotators", "small", "--tags", "none"),
        run("campaign", "status", campaign, "--database", database, "--figures"),
        run("campaign", "export", campaign, "--database", database, "-o", tmp_path / "exported.jsonl"),
        run("campaign", "annotate", campaign, "--database", database, *how, "--show-prompt"),
    ]
    assert [result.returncode for result in printed] == [0] * len(printed), [result.stderr for result in printed]
    answers = [entry["machines"]["small"]["votes"][0]["flat"] for entry in lines_of(out)[1:]]  # type: ignore[index]
    assert answers == [halves(text) for text in texts]
    assert all(key not in result.stdout + result.stderr for result in printed)
    assert all(key.encode() not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_ids_and_queries_are_told_from_queries_and_counts() -> None:
    annotated = ("corpus", "annotate", "-", "-o", "-", "--method", "none")
    made = run(*annotated, stdin="q7\tnew york hotels\nq9\trome\n")
    assert [json.loads(line)["id"] for line in made.stdout.splitlines()[1:]] == ["q7", "q9"]
    counted = run(*annotated, stdin="new york hotels\t3\ncheap flights\t5\n")
    assert counted.returncode == 2
    assert counted.stderr.startswith("caesura: stdin: which of the columns")

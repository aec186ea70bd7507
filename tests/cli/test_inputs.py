"""Every command that reads a file gives the same result from a regular file, a FIFO and standard input, compressed or not."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

import caesura
from tests.cli.commands import Result, run
from tests.inputs import COMPRESSIONS, WAYS, compressed, given

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
MODEL = Path(caesura.__file__).parent / "segmenters" / "learned" / "profiles" / "web.model"

#: What is read, and a command that reads it; `IN` is the input, `OUT` a file to write, other names are examples.
READERS: list[tuple[str, str]] = [
    ("agreement-crowd.jsonl", "agreement IN -f json"),
    ("agreement-crowd.jsonl", "bias IN -f json"),
    ("agreement-crowd.jsonl", "corpus info IN -f json"),
    ("agreement-crowd.jsonl", "corpus convert IN OUT.csv"),
    ("agreement-crowd.jsonl", "corpus sample IN -n 3 -o OUT.jsonl"),
    ("agreement-crowd.jsonl", "corpus merge IN agreement-crowd.jsonl --duplicates all -o OUT.jsonl"),
    ("agreement-crowd.jsonl", "corpus annotate IN --method none -o OUT.jsonl"),
    ("shop-today.txt", "corpus annotate IN --method none -o OUT.jsonl"),
    ("agreement-crowd.jsonl", "agreement IN --alt-test none -f json"),
    ("agreement-crowd.jsonl", "campaign batch IN -o OUT.csv"),
    ("platform-annotations.csv", "campaign import IN -o OUT.jsonl"),
    ("platform-results.csv", "campaign results IN -o OUT.jsonl"),
    ("evaluate-careful.tsv", "compare evaluate-corpus.jsonl IN evaluate-eager.tsv -f json"),
    ("evaluate-corpus.jsonl", "evaluate IN --method none -f json"),
    ("evaluate-careful.tsv", "evaluate evaluate-corpus.jsonl IN -f json"),
    ("agreement-trees.jsonl", "evaluate-trees IN --method balanced -f json"),
    ("labels-crowd.csv", "labels infer IN -f json"),
    ("labels-gold.csv", "labels infer labels-crowd.csv --gold IN -f json"),
    ("labels-annotations.jsonl", "labels aggregate IN -o OUT.jsonl"),
    ("labels-crowd.csv", "labels workers IN -f json"),
    ("labels-crowd.csv", "labels compare IN --gold labels-gold.csv --model majority,one-coin -f json"),
    ("labels-crowd.csv", "labels simulate IN --gold labels-gold.csv --model majority --values 1,3 --repeats 2 -f json"),
    ("labels-gold.csv", "labels simulate labels-crowd.csv --gold IN --model majority --values 1,3 --repeats 2 -f json"),
    ("labels-documents.sgml", "labels listqa candidates IN --questions labels-questions.tsv --patterns labels-patterns.txt -o OUT"),
    ("labels-questions.tsv", "labels listqa candidates labels-documents.sgml --questions IN --patterns labels-patterns.txt -o OUT"),
    ("lexicon-counts.tsv", "lexicon build OUT.lexicon --counts IN -f json"),
    ("lexicon-titles.txt", "lexicon build OUT.lexicon --titles IN -f json"),
    ("lexicon-log.txt", "lexicon build OUT.lexicon --log IN -f json"),
    ("log-story.txt", "lexicon build OUT.lexicon --text IN -f json"),
    ("log-spring.tsv", "log filter IN -o OUT.tsv -f json"),
    ("log-spring.tsv", "log sample IN -n 3 -o OUT.tsv -f json"),
    ("log-corrections.tsv", "log sample log-spring.tsv -n 3 --spelling IN -o OUT.tsv"),
    ("log-spring.tsv", "log random IN -n 3 --order 1 -o OUT.tsv"),
    ("log-story.txt", "log sentences IN -n 2 -o OUT.tsv -f json"),
    ("engine-documents.jsonl", "retrieval index IN OUT -f json"),
    ("agreement-crowd.jsonl", "reproduce choices IN -f json"),
    ("log-spring.tsv", "phrases mine IN --min-count 3 --method titles -o OUT.json"),
    ("segment-phrases.txt", 'segment "used mountain bikes" --method none --phrases IN'),
    ("syntax-pairs.tsv", "syntax cues IN -f json"),
    ("syntax-treebank.conllu", "syntax validate IN -f json"),
    ("syntax-treebank.conllu", "syntax evaluate IN --method parser-only -f json"),
    ("evaluate-corpus.jsonl", "tune IN -f json"),
    ("evaluate-corpus.jsonl", "worth IN --method none -f json"),
    ("evaluate-corpus.jsonl", "confidence IN --folds 0 -f json"),
    ("evaluate-corpus.jsonl", "compare IN evaluate-careful.tsv evaluate-eager.tsv -f json"),
    ("agreement-trees.jsonl", "bias agreement-crowd.jsonl --nested IN -f json"),
    ("queries-to-annotate.csv", "corpus annotate IN --method none -o OUT.jsonl"),
    ("labels-crowd.csv", "labels simulate IN --gold labels-gold.csv --repeats 2 -f json"),
    ("labels-annotations.jsonl", "labels references IN -f json"),
    ("lexicon-titles.txt", "log filter log-spring.tsv --titles IN -o OUT.tsv"),
    ("log-spring.tsv", "log spelling IN -o OUT.tsv"),
    ("log-spring.tsv", "log domain IN -f json"),
    ("log-spring.tsv", "drift IN shop-today.txt -f json"),
    ("shop-today.txt", "drift log-spring.tsv IN -f json"),
    ("mined.json", "phrases diff IN mined.json"),
    ("mined.json", "phrases diff mined.json IN"),
    ("mined.json", "phrases mine log-spring.tsv --min-count 3 --method titles --previous IN -o OUT.json"),
    ("engine-queries.tsv", "retrieval search shop.index --queries IN"),
    ("shop.lexicon", "segment 'used mountain bikes' --method titles --lexicon IN"),
    ("web.model", "segment 'used mountain bikes' --model IN"),
]

#: Commands that read queries from standard input only; the text itself is their argument.
FROM_STDIN = ["segment - -m none", "nest - -m balanced -f bracket", "phrase - --input pipe", "parse - -f conllu"]


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples, and what commands make of them for others to read."""
    place = tmp_path_factory.mktemp("made") / "examples"
    shutil.copytree(EXAMPLES, place)
    shutil.copy(MODEL, place / "web.model")
    for command in (
        f"lexicon build {place}/shop.lexicon --titles {place}/shop-titles.txt",
        f"retrieval index {place}/engine-documents.jsonl {place}/shop.index",
        f"phrases mine {place}/log-spring.tsv --min-count 3 --method none -o {place}/mined.json",
    ):
        assert run(*shlex.split(command)).returncode == 0
    return place


@pytest.fixture
def folder(tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples, as the current folder."""
    shutil.copytree(examples, tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize(("example", "command"), READERS, ids=[f"{command}" for _, command in READERS])
def test_a_command_reads_whatever_comes(folder: Path, example: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (folder / "examples" / example).read_bytes()
    expected = _result(folder, command, example, monkeypatch, "regular file", content)
    assert expected[0].returncode == 0, expected[0].stderr
    assert expected[0].stdout or expected[1]
    for way in WAYS[1:]:
        assert _result(folder, command, example, monkeypatch, way, content) == expected, way
    for ending in COMPRESSIONS:
        assert _result(folder, command, example, monkeypatch, "FIFO", compressed(content, ending)) == expected, ending


def _result(
    folder: Path, command: str, example: str, monkeypatch: pytest.MonkeyPatch, way: str, content: bytes
) -> tuple[Result, dict[str, bytes]]:
    """What the command printed and wrote, with the names of input and output as in the first run."""
    work = folder / "work"
    work.mkdir()
    with given(way, work / example, content, monkeypatch) as path:
        arguments = [path if word == "IN" else word.replace("OUT", str(work / "out")) for word in shlex.split(command)]
        result = run(*arguments, stdin=sys.stdin.buffer.read() if way in ("-", "/dev/stdin") else "")
    written = {str(file.relative_to(work)): file.read_bytes() for file in sorted(work.rglob("*")) if file.is_file()}
    written.pop(example, None)
    shutil.rmtree(work)
    name = Path(example).name.rsplit(".", 1)[0]

    def plain(text: str) -> str:
        return text.replace(str(work / example), example).replace("/dev/stdin", example).replace("stdin", name)

    if "lexicon" in command or "index" in command or "drift" in command:
        # They keep the name of their source; the tables behind the headers are the same.
        written = {file: content[-1000:] for file, content in written.items() if file.endswith((".lexicon", "postings"))}
        return Result(result.returncode, plain(result.stdout).replace(example, name), ""), written
    return Result(result.returncode, plain(result.stdout), plain(result.stderr)), written


@pytest.mark.parametrize("command", FROM_STDIN)
@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_queries_come_compressed_too(command: str, ending: str) -> None:
    queries = b"new york times square\ncheap flights\n"
    plain = run(*command.split(), stdin=queries)
    assert plain.returncode == 0
    assert run(*command.split(), stdin=compressed(queries, ending)) == plain

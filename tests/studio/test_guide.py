"""The examples of docs/serving.md against a server: each `curl`, and what the page says comes back."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from caesura.lexicon import Source, build_lexicon
from tests.studio.servers import ROOT, Server, running

EXAMPLES = re.findall(
    r"^```shell\n([^\n]*curl [^\n]*)\n```\n\n```(?:json|text)\n(.*?)^```", (ROOT / "docs/serving.md").read_text(), re.M | re.S
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    lexicon = tmp_path_factory.mktemp("guide") / "my.lexicon"
    examples = ROOT / "docs" / "examples"
    build_lexicon(lexicon, [Source("counts", examples / "lexicon-counts.tsv"), Source("titles", examples / "lexicon-titles.txt")])
    with running("--method", "titles", "--lexicon", lexicon, "--workers", 1) as server:
        yield server


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize(("command", "expected"), EXAMPLES)
def test_example(server: Server, command: str, expected: str) -> None:
    here = command.replace("http://127.0.0.1:8642", server.address)
    assert here != command
    printed = subprocess.run(["bash", "-c", here], check=True, capture_output=True, text=True).stdout
    assert printed.rstrip("\n") == expected.rstrip("\n")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6

"""docs/from-log-to-service.md from end to end: its commands in their order, its server, its requests."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.test_examples import ROOT, examples, run_example
from tests.studio.servers import running

PAGE = ROOT / "docs" / "from-log-to-service.md"
REQUESTS = re.findall(r"^```shell\n(curl [^\n]*)\n```", PAGE.read_text(), re.M)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_whole_way(folder: Path, environment: dict[str, str]) -> None:
    commands = examples(PAGE)
    update = next(number for number, example in enumerate(commands) if "lexicon update" in example.command)
    for example in commands[:update]:
        run_example(PAGE, example, folder, environment)
    segment, phrase, reload = REQUESTS
    with running("--config", folder / "shop-service.toml", "--workers", 2) as server:

        def answer(command: str) -> dict[str, object]:
            here = command.replace("http://127.0.0.1:8642", server.address)
            assert here != command
            found: dict[str, object] = json.loads(subprocess.run(["bash", "-c", here], check=True, capture_output=True).stdout)
            return found

        segments = [one["text"] for one in answer(segment)["segments"]]  # type: ignore[attr-defined]
        assert segments[-1] == "next day"
        assert "garden chair" in " ".join(segments)
        assert "next day" in json.dumps(answer(phrase)["result"])
        ready = answer("curl -s http://127.0.0.1:8642/readyz")
        for example in commands[update:]:
            run_example(PAGE, example, folder, environment)
        done = answer(reload)
        assert (done["everywhere"], done["processes"]) == (True, 2)
        before, after = (found["configurations"]["shop"] for found in (ready, done))  # type: ignore[index]
        assert before["lexicon"]["fingerprint"] != after["lexicon"]["fingerprint"]
        assert before["model"] == after["model"]
        assert server.stop() == 0

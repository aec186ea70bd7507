from __future__ import annotations

import json

from caesura.lexicon import compiled_here
from caesura.segmenters import kernel_here
from tests.cli.commands import run


def test_it_says_which_path_runs() -> None:
    parts = {row["part"]: row for row in json.loads(run("doctor", "--format", "json").stdout)}
    assert parts["lexicon look-up"]["state"] == ("compiled" if compiled_here() else "plain Python")
    assert parts["segmenting kernel"]["state"] == ("compiled" if kernel_here() else "plain Python")
    assert parts["default lexicon"]["note"].endswith(".lexicon")

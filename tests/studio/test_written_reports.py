"""Reports are written where they are computed: the server hands out bytes, and its annotators do not wait."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from caesura.foundation import Page, Section
from caesura.studio import Access, Settings
from caesura.studio.pages.computing import WorkPool
from caesura.studio.pages.computing.jobs import corpus_agreement, corpus_bias, corpus_evaluation
from caesura.studio.pages.frame import environment
from caesura.studio.pages.labels_report import report_of
from caesura.studio.pages.written_report import written_report
from tests.studio.computations import standing
from tests.studio.reached import studio_at

CORPUS = Path(__file__).parents[2] / "docs" / "examples" / "evaluate-corpus.jsonl"
HTML = {"accept": "text/html"}


def test_a_written_report_is_the_page_with_any_nonce() -> None:
    from markupsafe import Markup

    page = Page("T", "lead", [Section("S", Markup("<p>é</p>"))], data={"q": "</script>é"}, scripts=["1"], styles=["p {}"])
    written = written_report(page)
    assert len(written.pieces) == 4, "data, style and script have a nonce each"
    assert written.html("abc").decode() == environment().get_template("report.html").render(report=page, nonce="abc")


def test_what_comes_back_from_a_computation_is_bytes() -> None:
    stamp = (str(CORPUS), 0)
    labels = b"task,worker,label\n1,a,x\n1,b,x\n2,a,y\n2,b,x\n"
    found: list[Any] = [
        corpus_evaluation(stamp, ["none"], Settings()),
        corpus_agreement(stamp),
        corpus_bias(stamp),
        report_of(labels, None),
    ]
    for each in found:
        plain = [*vars(each).values(), *each.written.pieces]
        assert all(isinstance(value, bytes | bool | type(each.written)) for value in plain)


def test_the_server_s_own_process_never_writes_a_report_s_data(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data of 20,000 queries as JSON held the interpreter for a second, and with it every annotator."""

    def here(_data: Any) -> str:
        raise AssertionError("written in the server's process")

    monkeypatch.setattr("caesura.studio.pages.frame.embedded_json", here)
    with studio_at(settings, tmp_path, Access()) as client:
        shown = client.settled("/corpora/example/evaluation?method=none", headers=HTML)
        assert shown.status_code == 200
        nonces = set(re.findall(r'nonce="([^"]+)"', shown.text))
        assert 'id="page-data"' in shown.text
        assert len(nonces) == 1
        assert f"'nonce-{nonces.pop()}'" in shown.headers["content-security-policy"]
        again = client.settled("/corpora/example/evaluation?method=none", headers=HTML)
        assert set(re.findall(r'nonce="([^"]+)"', again.text)) != set(re.findall(r'nonce="([^"]+)"', shown.text))


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads in /proc")
def test_computations_stand_back_and_take_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    priority, threads = WorkPool("standing", processes=1, seconds=30, memory=2 << 30).submit(standing).result(120)
    assert priority >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 15)
    assert threads == 1

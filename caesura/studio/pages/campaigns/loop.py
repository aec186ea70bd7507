"""From answers to a segmenter without a detour: the campaign as a corpus, evaluated and trained on, by buttons.

Training takes minutes and runs in a process of its own, so that annotators do not wait; one at a time for a campaign.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from caesura.campaign import Campaign, open_campaign, write_export
from caesura.campaign.managing import OwnerRole
from caesura.foundation import InputError, unknown
from caesura.studio.api.campaigns import Campaigns
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.signed_in import needed_session, sent_form
from caesura.studio.pages.computing import one_core_each, stand_back

#: Keeps a corpus for an owner (their name, the file's name, its content) and gives the key it is found by.
KeepCorpus = Callable[[str, str, bytes], str]

_RUN = "import sys; from caesura.cli import main; sys.exit(main())"


class LoopPages:
    """The handlers. `folder` is where models are kept."""

    def __init__(self, campaigns: Campaigns, keep_corpus: KeepCorpus | None, folder: Path | None) -> None:
        self._store = campaigns.store
        self._identity = campaigns.identity
        self._keep_corpus = keep_corpus
        self._folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    async def go_on(self, request: Request) -> Response:
        """POST /campaigns/{key}/loop: open as a corpus, evaluate on it, or train on it."""
        session, fields = await sent_form(self._identity, request)
        key = request.path_params["key"]
        campaign = await run_in_threadpool(open_campaign, self._store, key, session.owner, OwnerRole.OWNER)
        match fields.get("what", ""):
            case "corpus" | "evaluate" as what:
                opened = await run_in_threadpool(self._opened, campaign, session.owner.name)
                return RedirectResponse(f"/corpora/{opened}{'/evaluation' if what == 'evaluate' else ''}", 303)
            case "train":
                await run_in_threadpool(self._train, campaign)
                return RedirectResponse(f"/campaigns/{campaign.key}/training", 303)
            case what:
                raise unknown("action", what, ("corpus", "evaluate", "train"))

    async def training(self, request: Request) -> Response:
        """GET /campaigns/{key}/training: how far it is, and its figures; `?model` downloads the model."""
        session = await needed_session(self._identity, request)
        key = request.path_params["key"]
        campaign = await run_in_threadpool(open_campaign, self._store, key, session.owner, OwnerRole.VIEWER)
        model = self._place(campaign) / "campaign.model"
        if "model" in request.query_params:
            if not model.exists():
                raise RefusedError(404, "there is no model yet", "train one first")
            return FileResponse(model, filename=f"campaign-{campaign.key}.model", media_type="application/octet-stream")
        state, figures, problem = await run_in_threadpool(self._state, campaign)
        content: dict[str, Any] = {"state": state, "figures": figures, "problem": problem, "has_model": model.exists()}
        return page(request, "campaign_training.html", session=session, campaign=campaign, **content)

    def _opened(self, campaign: Campaign, who: str) -> str:
        if self._keep_corpus is None:
            raise InputError("this server keeps no corpora", cure="use the export")
        return self._keep_corpus(who, f"campaign-{campaign.key}.jsonl", self._corpus(campaign))

    def _corpus(self, campaign: Campaign) -> bytes:
        with TemporaryDirectory() as folder:
            path = Path(folder, "corpus.jsonl")
            write_export(self._store, campaign, path, "jsonl")
            return path.read_bytes()

    def _place(self, campaign: Campaign) -> Path:
        if self._folder is None:
            raise InputError("this server keeps no models", cure="export the corpus, and use: caesura train")
        return self._folder / campaign.key

    def _train(self, campaign: Campaign) -> None:
        if campaign.task == "nested":
            raise InputError("the learned segmenter is trained on flat segmentations", cure="evaluate trees with: caesura nest")
        if campaign.task == "syntax":
            raise InputError(
                "forests train another segmenter",
                cure="export the treebank, and use: caesura syntax train-segmenter --segmented FILE",
            )
        place = self._place(campaign)
        content = self._corpus(campaign)
        known = self._running.get(campaign.key)
        if known is not None and known.poll() is None:
            return
        place.mkdir(parents=True, exist_ok=True)
        corpus = place / "corpus.jsonl"
        corpus.write_bytes(content)
        command = [sys.executable, "-c", _RUN, "train", str(corpus), "-o", str(place / "campaign.model"), "--format", "json"]
        one_core_each()
        with (place / "figures.json").open("wb") as out, (place / "problems.txt").open("wb") as problems:
            started = subprocess.Popen(command, stdout=out, stderr=problems, stdin=subprocess.DEVNULL)  # noqa: S603
        stand_back(started.pid)
        self._running[campaign.key] = started

    def _state(self, campaign: Campaign) -> tuple[str, dict[str, Any], str]:
        place = self._place(campaign)
        known = self._running.get(campaign.key)
        if known is not None and known.poll() is None:
            return "running", {}, ""
        try:
            found = json.loads((place / "figures.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            problems = place / "problems.txt"
            lines = problems.read_text(encoding="utf-8", errors="replace").strip().splitlines() if problems.exists() else []
            return ("failed", {}, _without_path(lines[-1], place)) if lines else ("none", {}, "")
        plain = (
            {name: value for name, value in found.items() if isinstance(value, int | float | str)}
            if isinstance(found, dict)
            else {}
        )
        return "done", plain, ""


def _without_path(line: str, place: Path) -> str:
    """What the command said, without a path of the server."""
    return line.replace(f"{place}/", "").removeprefix("Error: ")

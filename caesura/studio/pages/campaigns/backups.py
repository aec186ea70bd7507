"""One click for a backup of one's campaigns, and one to restore it."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from caesura.campaign import Campaign, Owner
from caesura.campaign.managing import restore_own_campaigns, write_own_campaigns
from caesura.foundation import InputError
from caesura.studio.api.campaigns import UPLOAD, Campaigns, check_csrf
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.campaigns.signed_in import needed_session
from caesura.studio.pages.uploads import uploaded_files
from caesura.studio.pages.wording import said

_MOST_BYTES = 64 << 20


class BackupPages:
    """The handlers; `show` is the page they end on."""

    def __init__(self, campaigns: Campaigns, show: Callable[..., Awaitable[Response]]) -> None:
        self._store = campaigns.store
        self._identity = campaigns.identity
        self._limiter = campaigns.limiter
        self._show = show

    async def download(self, request: Request) -> Response:
        """GET /campaigns/backup."""
        session = await needed_session(self._identity, request)
        await self._limiter.check(UPLOAD, f"backup {session.owner.id}")
        content = await run_in_threadpool(self._written, session.owner)
        name = f"caesura-campaigns-{datetime.now(UTC):%Y-%m-%d}.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
        return Response(content, headers=headers, media_type="application/zip")

    async def restore(self, request: Request) -> Response:
        """POST /campaigns/restore."""
        session = await needed_session(self._identity, request)
        await self._limiter.check(UPLOAD, f"backup {session.owner.id}")
        async with uploaded_files(request, _MOST_BYTES) as form:
            check_csrf(session, str(form.get("csrf", "")))
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise RefusedError(422, "no file was chosen", "choose a backup and send the form again")
            content = await file.read()
        try:
            campaigns = await run_in_threadpool(self._restored, session.owner, content)
        except InputError as error:
            return await self._show(request, session, 422, problem=said(error))
        return await self._show(request, session, restored=[campaign.name for campaign in campaigns])

    def _written(self, owner: Owner) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "backup.zip")
            write_own_campaigns(self._store, owner, path)
            return path.read_bytes()

    def _restored(self, owner: Owner, content: bytes) -> list[Campaign]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "backup.zip")
            path.write_bytes(content)
            return restore_own_campaigns(self._store, owner, path)

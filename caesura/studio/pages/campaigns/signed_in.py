"""Pages of an owner: who has signed in, and forms that only their own pages can send."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request

from caesura.campaign.accounts import Session
from caesura.studio.api.body import read_bytes
from caesura.studio.api.campaigns import Identity, check_csrf
from caesura.studio.api.problems import RefusedError

_FORM_BYTES = 64 << 10


async def needed_session(identity: Identity, request: Request) -> Session:
    """The session of the browser, or a refusal that says where to sign in."""
    found = await identity.session(request)
    if found is None:
        raise RefusedError(401, "you are not signed in, or your session has expired", "sign in under Campaigns")
    return found


async def sent_form(identity: Identity, request: Request) -> tuple[Session, dict[str, str]]:
    """The session and the fields of a form, which must carry what only their pages know."""
    session = await needed_session(identity, request)
    fields = await form_fields(request)
    check_csrf(session, fields.get("csrf", ""))
    return session, fields


async def form_fields(request: Request) -> dict[str, str]:
    """The fields of a form, each once. Forms of other sites have been refused at the entrance."""
    read = parse_qs((await read_bytes(request, _FORM_BYTES)).decode("utf-8", "replace"))
    return {name: values[0] for name, values in read.items()}

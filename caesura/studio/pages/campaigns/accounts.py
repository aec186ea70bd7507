"""Signing in and out. A new account needs the code that the studio prints on the terminal when it starts."""

from __future__ import annotations

import secrets

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Campaign, Progress, Session, campaigns_of, create_owner, progress, set_password
from caesura.studio.api.campaigns import SIGN_IN, Campaigns, address_of
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.signed_in import form_fields, sent_form


class AccountPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns, code: str | None) -> None:
        self._campaigns = campaigns
        self._code = code

    async def show(self, request: Request) -> Response:
        """GET /campaigns: one's campaigns, or the form to sign in."""
        session = await self._campaigns.identity.session(request)
        if session is None:
            code = request.query_params.get("code", "") if self._code else ""
            return page(request, "campaigns_enter.html", code=code, may_create=self._code is not None, problem="")
        return page(request, "campaigns.html", session=session, campaigns=await run_in_threadpool(self._listed, session))

    async def sign_in(self, request: Request) -> Response:
        """POST /campaigns/sign-in."""
        fields = await form_fields(request)
        return await self._enter(request, fields.get("name", ""), fields.get("password", ""))

    async def create(self, request: Request) -> Response:
        """POST /campaigns/account: a new owner, for whoever has the code."""
        fields = await form_fields(request)
        self._campaigns.limiter.check(SIGN_IN, address_of(request))
        if self._code is None or not secrets.compare_digest(fields.get("code", "").encode(), self._code.encode()):
            raise RefusedError(403, "the code does not fit", "use the link that was printed when the studio started")
        name, password = fields.get("name", "").strip(), fields.get("password", "")
        await run_in_threadpool(create_owner, self._campaigns.store, name, password)
        return await self._enter(request, name, password)

    async def change_password(self, request: Request) -> Response:
        """POST /campaigns/password: a new one for whoever knows the old; they are signed out everywhere else."""
        session, fields = await sent_form(self._campaigns.identity, request)
        name = session.owner.name
        # The same limits as for signing in: the old password must not be guessed here either.
        await self._campaigns.signing.sign_in(request, name, fields.get("old", ""))
        await run_in_threadpool(set_password, self._campaigns.store, name, fields.get("new", ""))
        return await self._enter(request, name, fields.get("new", ""))

    async def sign_out(self, request: Request) -> Response:
        """POST /campaigns/sign-out."""
        await sent_form(self._campaigns.identity, request)
        response = RedirectResponse("/campaigns", 303)
        await self._campaigns.signing.sign_out(request, response)
        return response

    async def _enter(self, request: Request, name: str, password: str) -> Response:
        try:
            _, token = await self._campaigns.signing.sign_in(request, name, password)
        except RefusedError as refused:
            problem = f"{refused}: {refused.cure}."
            return page(
                request, "campaigns_enter.html", refused.status, code="", may_create=self._code is not None, problem=problem
            )
        response = RedirectResponse("/campaigns", 303)
        self._campaigns.signing.set_cookie(request, response, token)
        return response

    def _listed(self, session: Session) -> list[tuple[Campaign, Progress]]:
        store = self._campaigns.store
        return [(campaign, progress(store, campaign)) for campaign in campaigns_of(store, session.owner)]

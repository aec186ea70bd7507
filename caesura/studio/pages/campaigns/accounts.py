"""Signing in and out. A new account needs a code: the studio prints one when it starts, and owners can make more."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Campaign, campaigns_of, create_owner, progress
from caesura.campaign.accounts import Session, set_password
from caesura.campaign.managing import Progress
from caesura.studio.api.campaigns import SIGN_IN, Campaigns, address_of
from caesura.studio.api.entrance import own_address
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.account_codes import AccountCodes
from caesura.studio.pages.campaigns.signed_in import form_fields, sent_form


class AccountPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns, code: str | None) -> None:
        self._campaigns = campaigns
        self._codes = AccountCodes(code)

    async def show(self, request: Request) -> Response:
        """GET /campaigns: one's campaigns, or the form to sign in; `?next=` is where to go from there."""
        session = await self._campaigns.identity.session(request)
        if session is None:
            asked = request.query_params
            return self._form(request, code=asked.get("code", ""), following=_inside(asked.get("next", "")))
        return await self.own(request, session)

    async def sign_in(self, request: Request) -> Response:
        """POST /campaigns/sign-in."""
        fields = await form_fields(request)
        return await self._enter(request, fields.get("name", ""), fields.get("password", ""), _inside(fields.get("next", "")))

    async def create(self, request: Request) -> Response:
        """POST /campaigns/account: a new owner, for whoever has a code."""
        fields = await form_fields(request)
        await self._campaigns.limiter.check(SIGN_IN, f"{address_of(request)} with a code")
        name, password = fields.get("name", "").strip(), fields.get("password", "")
        with self._codes.used(fields.get("code", "")) as fits:
            if not fits:
                raise RefusedError(403, "the code is wrong, or was used before", "ask whoever runs the studio for a new one")
            await run_in_threadpool(create_owner, self._campaigns.store, name, password)
        return await self._enter(request, name, password, "")

    async def new_code(self, request: Request) -> Response:
        """POST /campaigns/code: a link by which one colleague can create an account."""
        session, _ = await sent_form(self._campaigns.identity, request)
        link = f"{own_address(request)}/campaigns?code={quote(self._codes.new())}"
        return await self.own(request, session, account_link=link)

    async def change_password(self, request: Request) -> Response:
        """POST /campaigns/password: a new one for whoever knows the old; they are signed out everywhere else."""
        session, fields = await sent_form(self._campaigns.identity, request)
        name = session.owner.name
        # The same limits as for signing in: the old password must not be guessed here either.
        await self._campaigns.signing.sign_in(request, name, fields.get("old", ""))
        await run_in_threadpool(set_password, self._campaigns.store, name, fields.get("new", ""))
        return await self._enter(request, name, fields.get("new", ""), "")

    async def sign_out(self, request: Request) -> Response:
        """POST /campaigns/sign-out."""
        await sent_form(self._campaigns.identity, request)
        response = RedirectResponse("/campaigns", 303)
        await self._campaigns.signing.sign_out(request, response)
        return response

    async def _enter(self, request: Request, name: str, password: str, following: str) -> Response:
        try:
            session, token = await self._campaigns.signing.sign_in(request, name, password)
        except RefusedError as refused:
            return self._form(request, refused.status, problem=f"{refused}: {refused.cure}.", following=following)
        response = RedirectResponse(following or "/campaigns", 303)
        await self._campaigns.signing.set_cookies(request, response, session, token)
        return response

    def _form(self, request: Request, status: int = 200, *, code: str = "", problem: str = "", following: str = "") -> Response:
        given: dict[str, Any] = {"code": code, "problem": problem, "next": following, "may_create": bool(self._codes)}
        return page(request, "campaigns_enter.html", status, **given)

    async def own(self, request: Request, session: Session, status: int = 200, **more: Any) -> Response:
        """The page of one's campaigns; `more` is what was asked for and is shown there."""
        listed = await run_in_threadpool(self._listed, session)
        shown: dict[str, Any] = {"account_link": "", "problem": "", "restored": [], **more}
        return page(request, "campaigns.html", status, session=session, campaigns=listed, **shown)

    def _listed(self, session: Session) -> list[tuple[Campaign, Progress]]:
        store = self._campaigns.store
        return [(campaign, progress(store, campaign)) for campaign in campaigns_of(store, session.owner)]


def _inside(address: str) -> str:
    """Where to go after signing in: a place of the studio, whatever somebody wrote into the link."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable() else ""

"""Which address of an owner does what."""

from __future__ import annotations

from caesura.studio.api.campaigns import Campaigns
from caesura.studio.api.routing import Application
from caesura.studio.pages.campaigns.accounts import AccountPages
from caesura.studio.pages.campaigns.dashboard import DashboardPages
from caesura.studio.pages.campaigns.new_campaign import CampaignFormPages


def add_campaign_pages(app: Application, campaigns: Campaigns, code: str | None) -> None:
    """Pages under /campaigns. `code` is what the first owner must know to create an account; without one, nobody can."""
    entering, making, watching = AccountPages(campaigns, code), CampaignFormPages(campaigns), DashboardPages(campaigns)
    for path, handler, method in (
        ("/campaigns", entering.show, "GET"),
        ("/campaigns/sign-in", entering.sign_in, "POST"),
        ("/campaigns/sign-out", entering.sign_out, "POST"),
        ("/campaigns/account", entering.create, "POST"),
        ("/campaigns/new", making.show, "GET"),
        ("/campaigns/new", making.create, "POST"),
        ("/campaigns/{key}", watching.show, "GET"),
        ("/campaigns/{key}/state", watching.set_state, "POST"),
        ("/campaigns/{key}/more", watching.ask_more, "POST"),
        ("/campaigns/{key}/workers", watching.decide, "POST"),
        ("/campaigns/{key}/export/{form}", watching.export, "GET"),
    ):
        app.add_route(path, handler, [method], include_in_schema=False)

"""Which address of an owner does what."""

from __future__ import annotations

from pathlib import Path

from caesura.studio.api.campaigns import Campaigns
from caesura.studio.api.routing import Application
from caesura.studio.pages.campaigns.accounts import AccountPages
from caesura.studio.pages.campaigns.backups import BackupPages
from caesura.studio.pages.campaigns.dashboard import DashboardPages
from caesura.studio.pages.campaigns.loop import KeepCorpus, LoopPages
from caesura.studio.pages.campaigns.managing import ManagingPages
from caesura.studio.pages.campaigns.queries import QueryPages
from caesura.studio.pages.campaigns.steps import StepPages
from caesura.studio.pages.campaigns.whole_form import WholeFormPages


def add_campaign_pages(
    app: Application,
    campaigns: Campaigns,
    code: str | None,
    *,
    keep_corpus: KeepCorpus | None = None,
    models: Path | None = None,
) -> None:
    """Pages under /campaigns. `code` is what the first owner must know to create an account; without one, nobody can.

    `keep_corpus` puts a campaign's corpus on the shelf, `models` is the folder for what is trained on it.
    """
    entering, whole, watching = AccountPages(campaigns, code), WholeFormPages(campaigns), DashboardPages(campaigns)
    backups = BackupPages(campaigns, entering.own)
    loop = LoopPages(campaigns, keep_corpus, models)
    steps, queries, managing = StepPages(campaigns), QueryPages(campaigns), ManagingPages(campaigns)
    for path, handler, method in (
        ("/campaigns", entering.show, "GET"),
        ("/campaigns/sign-in", entering.sign_in, "POST"),
        ("/campaigns/sign-out", entering.sign_out, "POST"),
        ("/campaigns/account", entering.create, "POST"),
        ("/campaigns/code", entering.new_code, "POST"),
        ("/campaigns/password", entering.change_password, "POST"),
        ("/campaigns/backup", backups.download, "GET"),
        ("/campaigns/restore", backups.restore, "POST"),
        ("/campaigns/new", steps.begin, "GET"),
        ("/campaigns/new", steps.create, "POST"),
        ("/campaigns/new/all", whole.show, "GET"),
        ("/campaigns/new/all", whole.create, "POST"),
        ("/campaigns/{key}/queries", queries.show, "GET"),
        ("/campaigns/{key}/queries", queries.take, "POST"),
        ("/campaigns/{key}/quality", steps.quality, "GET"),
        ("/campaigns/{key}/quality", steps.save_quality, "POST"),
        ("/campaigns/{key}/texts", steps.texts, "GET"),
        ("/campaigns/{key}/texts", steps.save_texts, "POST"),
        ("/campaigns/{key}/check", steps.check, "GET"),
        ("/campaigns/{key}/preview", managing.preview, "GET"),
        ("/campaigns/{key}/worker/{name}", managing.worker, "GET"),
        ("/campaigns/{key}/worker/{name}", managing.decide, "POST"),
        ("/campaigns/{key}/desk", managing.desk, "GET"),
        ("/campaigns/{key}/desk", managing.adjudicate, "POST"),
        ("/campaigns/{key}/people", managing.people, "GET"),
        ("/campaigns/{key}/people", managing.change_people, "POST"),
        ("/campaigns/{key}/labels", managing.labels, "GET"),
        ("/campaigns/{key}/prioritize", managing.prioritize, "POST"),
        ("/campaigns/{key}/loop", loop.go_on, "POST"),
        ("/campaigns/{key}/training", loop.training, "GET"),
        ("/pictures/{key}/{name}", managing.picture, "GET"),
        ("/campaigns/{key}", watching.show, "GET"),
        ("/campaigns/{key}/state", watching.set_state, "POST"),
        ("/campaigns/{key}/more", watching.ask_more, "POST"),
        ("/campaigns/{key}/workers", watching.decide, "POST"),
        ("/campaigns/{key}/export/{form}", watching.export, "GET"),
    ):
        app.add_route(path, handler, [method], include_in_schema=False)

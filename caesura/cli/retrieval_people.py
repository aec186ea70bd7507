"""People's choices for a retrieval command: a corpus of options, or straight out of a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.campaign_backup import DatabaseOption
from caesura.foundation import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caesura.corpus import Corpus

#: Where campaigns are kept if nothing is said.
DATABASE = "campaigns.db"

CampaignOption = Annotated[
    str | None,
    typer.Option(
        "--campaign", metavar="KEY", help="Take people's choices from this campaign; its items must have the queries' ids."
    ),
]

__all__ = ["DATABASE", "CampaignOption", "DatabaseOption", "options_and_trust"]


def options_and_trust(
    options: str | None, campaign: str | None, database: str = DATABASE
) -> tuple[str | Corpus | None, Mapping[str, float] | None]:
    """What people chose, and the trust in each of them where it comes with a campaign."""
    if campaign is None:
        return options, None
    if options is not None:
        raise InputError("--options and --campaign", cure="give only one of the two")
    from caesura.campaign import export_corpus, open_campaign, open_store
    from caesura.campaign.managing import trust_of
    from caesura.foundation import existing

    if "://" not in database:
        existing(database)
    with open_store(database) as store:
        opened = open_campaign(store, campaign)
        corpus, trust = export_corpus(store, opened), trust_of(store, opened)
    if not any(entry.votes for entry in corpus):
        raise InputError(f"nobody has answered in the campaign {opened.name} yet", cure="wait for answers, or leave --campaign out")
    return corpus, trust

"""`caesura campaign annotate`: a machine answers a campaign's items, apart from the crowd."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.campaign_backup import DatabaseOption
from caesura.cli.machine_options import MachineChoice
from caesura.cli.option_groups import takes_options_of
from caesura.cli.output import Format, FormatOption, print_facts


@takes_options_of(MachineChoice)
def annotate(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="The campaign's key (see: caesura campaign list).")],
    machine: MachineChoice,
    database: DatabaseOption = "campaigns.db",
    format: FormatOption = Format.TABLE,
) -> None:
    """Let a language model, a program or a segmenter answer a campaign's items.

    Its answers do not count as people's, are not paid, and are exported separately.
    """
    from caesura.campaign import open_campaign, open_store
    from caesura.campaign.machines import about_asking
    from caesura.campaign.managing import items_for_machines, store_machine
    from caesura.foundation import existing

    if "://" not in database:
        existing(database)
    with open_store(database) as store:
        opened = open_campaign(store, campaign)
        items = items_for_machines(store, opened)
        with machine.asking(opened.task, items) as asking:
            if asking is None:
                return
            asked = machine.ask(asking, items)
            about = about_asking(asked, asking)
        stored = store_machine(store, opened, machine.called, asking.source.kind, about, asked.outcomes)
    print_facts({"campaign": opened.key, "machine": machine.called, "kind": asking.source.kind.value, "answers": stored}, format)
    machine.check_failures(asked)

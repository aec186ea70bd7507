"""`caesura campaign backup|restore|prioritize`: everything as one file and back, and which queries to ask next."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_facts
from caesura.foundation import InputError, existing

DatabaseOption = Annotated[
    str, typer.Option("--database", "-d", envvar="CAESURA_DATABASE", help="SQLite file, or postgresql:// address.")
]
_DATABASE = "campaigns.db"


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write the backup (a zip file).")],
    database: DatabaseOption = _DATABASE,
    format: FormatOption = Format.TABLE,
) -> None:
    """Write all owners, campaigns and answers into one file, while annotators keep working. Keep it as safe as the database."""
    from caesura.campaign import open_store
    from caesura.campaign.managing import write_backup

    if "://" not in database:
        existing(database)
    with open_store(database) as store:
        counts = write_backup(store, file)
    print_facts({"file": file, **counts}, format)


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that caesura campaign backup wrote.")],
    database: DatabaseOption = _DATABASE,
    format: FormatOption = Format.TABLE,
) -> None:
    """Put a backup into a new database: a SQLite file, or an empty PostgreSQL database, whichever it came from."""
    from caesura.campaign import open_store
    from caesura.campaign.managing import restore_backup

    existing(file)
    with open_store(database) as store:
        counts = restore_backup(store, file)
    print_facts({"database": database.rsplit("@", 1)[-1], **counts}, format)


def prioritize(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="The campaign's key (see: caesura campaign list).")],
    database: DatabaseOption = _DATABASE,
    threshold: Annotated[float, typer.Option(min=0.5, max=1, help="Stop asking where the label is this certain.")] = 0.95,
    minimum: Annotated[int, typer.Option(min=0, help="People's answers that a query gets in any case; 0 only with --machine.")] = 2,
    machine: Annotated[
        str | None,
        typer.Option("--machine", metavar="NAME", help="Trust this machine of the campaign instead of the method learned."),
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Ask about the least certain queries first, and stop asking where the breaks are certain."""
    from caesura.campaign import open_campaign, open_store
    from caesura.campaign.managing import ask_least_certain_first

    if minimum == 0 and machine is None:
        raise InputError("queries that nobody answers", cure="give a --minimum of 1 or more, or a --machine that answered them")
    if "://" not in database:
        existing(database)
    with open_store(database) as store:
        opened = open_campaign(store, campaign)
        ordered, stopped = ask_least_certain_first(store, opened, threshold=threshold, minimum=minimum, machine=machine)
    print_facts({"ordered": ordered, "certain": stopped}, format)

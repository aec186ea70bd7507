"""`caesura campaign`: collect annotations from a crowd; create, watch, decide and export without the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.campaign_annotate import annotate
from caesura.cli.campaign_backup import DatabaseOption, backup, prioritize, restore
from caesura.cli.campaign_platforms import (
    ColumnOption,
    FromOption,
    IdColumnOption,
    QueriesArgument,
    batch,
    import_,
    read_instructions,
    read_items,
    results,
    template,
)
from caesura.cli.choices import choice
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.foundation import InputError, existing, one_of

if TYPE_CHECKING:
    from caesura.campaign import Campaign, Owner, Store
    from caesura.shapes import Forest, Words

app = typer.Typer(no_args_is_help=True, help="Collect annotations from a crowd.")

app.command(epilog="Example:  caesura campaign template flat -o task.html")(template)
app.command(epilog="Example:  caesura campaign batch queries.jsonl --task flat -o batch.csv")(batch)
app.command(epilog="Example:  caesura campaign results Batch_1_results.csv -o corpus.jsonl")(results)
app.command("import", epilog="Example:  caesura campaign import archive.csv --answer Answer.cut -o corpus.jsonl")(import_)

app.command(epilog="Example:  caesura campaign backup campaigns-2026.zip --database campaigns.db")(backup)
app.command(epilog="Example:  caesura campaign restore campaigns-2026.zip --database new.db")(restore)
app.command(epilog="Example:  caesura campaign prioritize Zk3b9TqLm0aX --threshold 0.9")(prioritize)

app.command(epilog="Example:  caesura campaign annotate Zk3b9TqLm0aX --as titles --method titles")(annotate)

CampaignKey = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="The campaign's key (see: caesura campaign list).")]

_DATABASE = "campaigns.db"


@app.command(epilog="Example:  caesura campaign owner ann --database campaigns.db")
def owner(
    name: Annotated[str, typer.Argument(help="The owner's name.")],
    database: DatabaseOption = _DATABASE,
    password: Annotated[bool, typer.Option("--password", help="Ask for a password, to sign in with on the pages.")] = False,
    renew: Annotated[bool, typer.Option("--renew", help="Issue a new token (or password) for an existing owner.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Create a campaign owner and print their token, which is shown only once: send it as Authorization: Bearer."""
    from caesura.campaign import create_owner, open_store
    from caesura.campaign.accounts import renew_token, set_password

    typed = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True) if password else None
    with open_store(database) as store:
        if not renew:
            token: str | None = create_owner(store, name, typed)[1]
        elif typed is not None:
            set_password(store, name, typed)
            token = None
        else:
            token = renew_token(store, name)
    print_facts({"owner": name, **({"token": token} if token else {})}, format)


@app.command(epilog="Example:  caesura campaign create queries.txt --name foxes --owner ann --annotations 10 --rule test-queries")
def create(
    queries: QueriesArgument,
    name: Annotated[str, typer.Option(help="The campaign's name.")],
    owner: Annotated[str, typer.Option(help="The owner; created if new.")] = "owner",
    database: DatabaseOption = _DATABASE,
    task: Annotated[str, choice("campaign:TASKS", help="The kind of task")] = "flat",
    from_format: FromOption = None,
    column: ColumnOption = None,
    id_column: IdColumnOption = None,
    annotations: Annotated[int, typer.Option(min=1, max=1000, help="Answers wanted for each item.")] = 10,
    per_page: Annotated[int | None, typer.Option(min=1, max=100, help="Items on a page; by default what suits the task.")] = None,
    tests: Annotated[str | None, typer.Option(metavar="CORPUS", help="Test queries with their accepted segmentations.")] = None,
    training: Annotated[str | None, typer.Option(metavar="CORPUS", help="The training round, with segmentations.")] = None,
    instructions: Annotated[str | None, typer.Option(metavar="FILE", help="Instructions for annotators, in Markdown.")] = None,
    per_worker: Annotated[int, typer.Option(min=0, help="Maximum number of queries per worker; 0 for no limit.")] = 0,
    language: Annotated[str, typer.Option(help="The language of annotators' pages: en or de.")] = "en",
    rule: Annotated[
        list[str] | None,
        choice("campaign:RULES", metavar="NAME[:KEY=VALUE,...]", help="A rule to switch on; repeatable"),
    ] = None,
    malformed: Annotated[str, typer.Option(help="Answers that do not fit their query: refuse or set-aside.")] = "refuse",
    payment: Annotated[
        str | None, typer.Option(metavar="KEY=VALUE,...", help="What a page pays: per_page, currency, hourly, training.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Create a campaign from queries, and print its key and the link that invites annotators.

    For judgements CORPUS is a CSV file with the columns id, question and paragraph. For syntax it may be a treebank
    (.conllu): annotators start from its trees, or for plain queries from the parser's.
    """
    from caesura.campaign import Role, create_campaign, open_store, plan_from, task_named

    size = per_page or task_named(task).items_per_page
    plan = plan_from(
        {
            "annotations": annotations,
            "items_per_page": size,
            "instructions": read_instructions(instructions),
            "malformed": malformed,
            "per_worker": per_worker,
            "language": language,
            "payment": None if payment is None else _parameters(f"--payment {payment}", payment),
            "rules": dict(map(_rule, rule or ())),
        }
    )
    items = read_items(queries, task, from_format, Role.ORDINARY, column, id_column)
    if not items:
        raise InputError("there is nothing to annotate", cure="give a file with queries", file=queries)
    items += read_items(tests, task, None, Role.TEST) if tests else []
    items += read_items(training, task, None, Role.TRAINING) if training else []
    with open_store(database, propose=_propose) as store:
        created = create_campaign(store, _owner(store, owner), name, task, items, plan)
    link = {"link": f"/join/{created.link}", "serve": f"caesura studio --database {database}"}
    print_facts({"campaign": created.key, "name": created.name, "state": created.state.value, "items": len(items), **link}, format)


@app.command("list", epilog="Example:  caesura campaign list --owner ann")
def list_campaigns(
    owner: Annotated[str, typer.Option(help="Whose campaigns.")] = "owner",
    database: DatabaseOption = _DATABASE,
    format: FormatOption = Format.TABLE,
) -> None:
    """List an owner's campaigns, the newest first."""
    from caesura.campaign import campaigns_of, owner_named

    with _existing(database) as store:
        known = owner_named(store, owner)
        rows = [_row(store, campaign) for campaign in campaigns_of(store, known)] if known else []
    print_rows(rows, format, columns=["campaign", "name", "task", "state", "answers", "wanted", "workers"])


@app.command(epilog="Example:  caesura campaign status Zk3b9TqLm0aX --format json")
def status(
    campaign: CampaignKey,
    database: DatabaseOption = _DATABASE,
    figures: Annotated[
        bool, typer.Option("--figures", help="Also print agreement, bias, workers and items that split the crowd.")
    ] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Show a campaign's progress, when it will be done at this pace, and what it costs."""
    from caesura.campaign import figures as all_figures
    from caesura.campaign import open_campaign, progress

    with _existing(database) as store:
        opened = open_campaign(store, campaign)
        document = all_figures(store, opened) if figures else progress(store, opened).document()
    if figures and format not in (Format.JSON, Format.JSONL):
        print_facts(document["progress"], format, title=opened.name)
        print_facts(document["agreement"] or {"agreement": document["why"]}, format, title="Agreement")
        if "heads" in document:
            print_facts(document["heads"], format, title="Heads")
        print_rows(document["workers"], format, title="Workers", columns=_WORKER_COLUMNS)
        if document["machines"]:
            print_rows(document["machines"], format, title="Machines, not among the workers")
    else:
        print_facts(document, format, title=opened.name)


def _propose(words: Words) -> Forest:
    """What annotators of forests begin with: the default parser's."""
    from caesura.syntax import pipeline

    return pipeline().parse(words).parse.forest


_WORKER_COLUMNS = ["worker", "state", "needs_review", "pages", "answers", "test_score", "estimated_accuracy", "seconds_per_page"]


@app.command(epilog="Example:  caesura campaign workers Zk3b9TqLm0aX --review")
def workers(
    campaign: CampaignKey,
    database: DatabaseOption = _DATABASE,
    review: Annotated[bool, typer.Option("--review", help="Only workers on the review list.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """List the workers: what they did, their time, their test score, their estimated accuracy."""
    from caesura.campaign import figures, open_campaign

    with _existing(database) as store:
        rows = figures(store, open_campaign(store, campaign))["workers"]
    print_rows([row for row in rows if row["needs_review"] or not review], format, columns=_WORKER_COLUMNS)


@app.command(epilog="Example:  caesura campaign invite Zk3b9TqLm0aX --count 20")
def invite(
    campaign: CampaignKey,
    database: DatabaseOption = _DATABASE,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Create links for workers, one each."""
    from caesura.campaign import open_campaign
    from caesura.campaign.managing import invite as invited

    with _existing(database) as store:
        links = invited(store, open_campaign(store, campaign), count)
    print_rows([{"worker": worker.name, "link": f"/annotate/{worker.key}"} for worker in links], format)


@app.command(epilog="Example:  caesura campaign remove Zk3b9TqLm0aX worker-7 --with-answers --reason 'clicked at random'")
def remove(
    campaign: CampaignKey,
    worker: Annotated[str, typer.Argument(help="The worker's name in the list.")],
    database: DatabaseOption = _DATABASE,
    with_answers: Annotated[bool, typer.Option("--with-answers", help="Take their answers out of the count as well.")] = False,
    reason: Annotated[str, typer.Option(help="The reason, kept with the event.")] = "",
    format: FormatOption = Format.TABLE,
) -> None:
    """Remove a worker, with or without their answers. Nothing is deleted; where answers are withdrawn, others are asked."""
    from caesura.campaign import open_campaign
    from caesura.campaign.managing import remove_worker

    with _existing(database) as store:
        gone = remove_worker(store, open_campaign(store, campaign), worker, with_answers=with_answers, reason=reason)
    print_facts({"worker": worker, "answers_withdrawn": gone}, format)


@app.command(epilog="Example:  caesura campaign locate Zk3b9TqLm0aX prolific-export.csv")
def locate(
    campaign: CampaignKey,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The platform's table of participants: an id and a country each.")],
    database: DatabaseOption = _DATABASE,
    format: FormatOption = Format.TABLE,
) -> None:
    """Read workers' countries from a platform's export; the rule location and the export of answers use it."""
    from caesura.campaign import open_campaign
    from caesura.campaign.managing import locate_workers

    with _existing(database) as store:
        located = locate_workers(store, open_campaign(store, campaign), file)
    print_facts({"workers_located": located}, format)


@app.command(epilog="Example:  caesura campaign state Zk3b9TqLm0aX paused")
def state(
    campaign: CampaignKey,
    new: Annotated[str, typer.Argument(metavar="STATE", help="open, paused or closed.")],
    database: DatabaseOption = _DATABASE,
    format: FormatOption = Format.TABLE,
) -> None:
    """Open, pause or close a campaign."""
    from caesura.campaign import CampaignState, open_campaign, set_state

    one_of("state", new, ("open", "paused", "closed"))
    with _existing(database) as store:
        changed = set_state(store, open_campaign(store, campaign), CampaignState(new))
    print_facts({"campaign": changed.key, "state": changed.state.value}, format)


@app.command(epilog="Example:  caesura campaign events Zk3b9TqLm0aX --rule test-queries")
def events(
    campaign: CampaignKey,
    database: DatabaseOption = _DATABASE,
    rule: Annotated[str | None, typer.Option(help="Only events of this rule.")] = None,
    worker: Annotated[str | None, typer.Option(help="Only events about this worker.")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Print the events of rules and decisions, the newest first."""
    from caesura.campaign import events_of, open_campaign

    with _existing(database) as store:
        listed = events_of(store, open_campaign(store, campaign), rule=rule, worker=worker)
    print_rows([{**event.__dict__} for event in listed], format, columns=["what", "rule", "worker", "item", "detail"])


@app.command(epilog="Example:  caesura campaign export Zk3b9TqLm0aX --form labels -o labels.csv")
def export(
    campaign: CampaignKey,
    database: DatabaseOption = _DATABASE,
    form: Annotated[
        str,
        typer.Option(
            help="jsonl (a corpus), webis (a corpus, as a folder), training (practice answers, a corpus), trust-scores (TSV), "
            "report (JSON), prolific-approvals (text), or as CSV labels, inferred, answers, comments (their words, counted), "
            "decisions, payments, prolific-bonuses, turk-approvals."
        ),
    ] = "jsonl",
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout.")] = "-",
) -> None:
    """Write what the crowd answered: a corpus with votes, labels for `caesura labels`, or every answer with its history."""
    from caesura.campaign import open_campaign, write_export

    with _existing(database) as store:
        write_export(store, open_campaign(store, campaign), output, form)


@app.command(epilog="Example:  caesura campaign rules")
def rules(format: FormatOption = Format.TABLE) -> None:
    """List the rules of quality control, with their parameters and defaults."""
    from dataclasses import fields

    from caesura.campaign import RULES

    rows: list[dict[str, Any]] = []
    for rule in RULES.values():
        given = {each.name: getattr(rule.parameters(), each.name) for each in fields(rule.parameters)}
        listed = ", ".join(f"{name}={value}" for name, value in given.items())
        rows.append({"rule": rule.name, "description": rule.description, "parameters": listed, "source": rule.source})
    print_rows(rows, format)


def _existing(database: str) -> Store:
    """The store, which must be there: a mistyped name is not to become a new, empty one."""
    from caesura.campaign import open_store

    if "://" not in database:
        existing(database)
    return open_store(database)


def _rule(text: str) -> tuple[str, dict[str, Any]]:
    """`minimum-time:seconds=40,action=warn` -> the rule and its parameters."""
    name, _, listed = text.partition(":")
    return name, _parameters(f"--rule {text}", listed)


def _parameters(option: str, listed: str) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    for pair in filter(None, listed.split(",")):
        key, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"{option}: '{pair}' is not a parameter", cure="write KEY=VALUE,KEY=VALUE")
        parameters[key] = _value(value)
    return parameters


def _value(text: str) -> bool | float | int | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _owner(store: Store, name: str) -> Owner:
    from caesura.campaign import create_owner, owner_named

    return owner_named(store, name) or create_owner(store, name)[0]


def _row(store: Store, campaign: Campaign) -> dict[str, Any]:
    from caesura.campaign import progress

    counts = progress(store, campaign)
    named = {"campaign": campaign.key, "name": campaign.name, "task": campaign.task, "state": campaign.state.value}
    return {**named, "answers": counts.answers, "wanted": counts.answers_wanted, "workers": counts.workers}

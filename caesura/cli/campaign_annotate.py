"""`caesura campaign annotate`: a machine answers a campaign's items, apart from the crowd."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli import machine_options as options
from caesura.cli.campaign_backup import DatabaseOption
from caesura.cli.output import Format, FormatOption, print_facts


def annotate(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="The campaign's key (see: caesura campaign list).")],
    database: DatabaseOption = "campaigns.db",
    name: options.NameOption = None,
    endpoint: options.EndpointOption = None,
    model: options.ModelNameOption = None,
    command: options.CommandOption = None,
    method: options.MethodOption = None,
    lexicon: options.LexiconOption = None,
    kind: options.KindOption = "language-model",
    votes: options.VotesOption = 1,
    temperature: options.TemperatureOption = 0.0,
    seed: options.SeedOption = 1,
    prompt: options.PromptOption = None,
    examples: options.ExamplesOption = None,
    shots: options.ShotsOption = 5,
    show_prompt: options.ShowOption = False,
    again: options.AgainOption = 2,
    concurrency: options.ConcurrencyOption = 4,
    rate: options.RateOption = None,
    retries: options.RetriesOption = 5,
    timeout: options.TimeoutOption = 60.0,
    max_tokens: options.TokensOption = 400,
    json_mode: options.JsonOption = True,
    max_requests: options.RequestsOption = None,
    max_cost: options.CostOption = None,
    price_in: options.PriceInOption = 0.0,
    price_out: options.PriceOutOption = 0.0,
    key_from: options.KeyOption = "OPENAI_API_KEY",
    cache: options.CacheOption = None,
    yes: options.YesOption = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Let a language model, a program or a segmenter answer a campaign's items.

    Its answers do not count as people's, are not paid, and are exported separately.
    """
    machine = options.MachineChoice(
        name=name,
        endpoint=endpoint,
        model=model,
        command=command,
        method=method,
        lexicon=lexicon,
        kind=kind,
        votes=votes,
        temperature=temperature,
        seed=seed,
        prompt=prompt,
        examples=examples,
        shots=shots,
        show_prompt=show_prompt,
        again=again,
        concurrency=concurrency,
        rate=rate,
        retries=retries,
        timeout=timeout,
        max_tokens=max_tokens,
        json_mode=json_mode,
        max_requests=max_requests,
        max_cost=max_cost,
        price_in=price_in,
        price_out=price_out,
        key_from=key_from,
        cache=cache,
        yes=yes,
    )
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

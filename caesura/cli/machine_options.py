"""The options with which `corpus annotate` and `campaign annotate` name a machine annotator and how it is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.progress import progress
from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.campaign import Item
    from caesura.campaign.machines import Asked, Asking, Example, MachineSource

NameOption = Annotated[
    str | None, typer.Option("--as", metavar="NAME", help="What the machine is called; by default its model or method.")
]
EndpointOption = Annotated[
    str | None,
    typer.Option("--endpoint", metavar="URL", help="Ask an OpenAI-compatible chat endpoint, as http://127.0.0.1:8080/v1."),
]
ModelNameOption = Annotated[
    str | None, typer.Option("--model", metavar="M", help="The endpoint's model; for --method a model file or profile.")
]
CommandOption = Annotated[
    str | None, typer.Option("--command", metavar="C", help="Ask a local program: one JSON line in, one out.")
]
MethodOption = Annotated[
    str | None, choice("segmenters:METHODS", "--method", metavar="S", help="Ask one of Caesura's own segmenters")
]
LexiconOption = Annotated[str | None, typer.Option("--lexicon", "-l", metavar="FILE", help="Counts and titles for --method.")]
KindOption = Annotated[str, typer.Option("--kind", help="What a --command is: language-model or segmenter.")]
VotesOption = Annotated[int, typer.Option("--votes", "--samples", min=1, max=100, help="Samples of each query, one vote each.")]
TemperatureOption = Annotated[float, typer.Option(min=0, max=5, help="Sampling temperature; at 0 the answer is always the same.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Sent to the endpoint (each sample has its own), and draws the examples.")]
PromptOption = Annotated[str | None, typer.Option("--prompt", metavar="FILE", help="A template of your own for the prompt.")]
ExamplesOption = Annotated[
    str | None, typer.Option("--examples", metavar="CORPUS", help="Put examples from an annotated corpus into the prompt.")
]
ShotsOption = Annotated[int, typer.Option("--shots", min=1, max=100, help="Number of examples from --examples.")]
ShowOption = Annotated[bool, typer.Option("--show-prompt", help="Print what would be sent for the first query, and stop.")]
AgainOption = Annotated[int, typer.Option("--again", min=0, max=20, help="How often a refused answer is asked for again.")]
ConcurrencyOption = Annotated[int, typer.Option("--concurrency", min=1, max=64, help="Maximum number of requests at once.")]
RateOption = Annotated[float | None, typer.Option("--rate", min=0.1, help="Maximum requests per minute.")]
RetriesOption = Annotated[int, typer.Option("--retries", min=0, max=50, help="How often a request that failed is tried again.")]
TimeoutOption = Annotated[float, typer.Option("--timeout", min=0.1, help="Seconds to wait for one reply.")]
TokensOption = Annotated[int, typer.Option("--max-tokens", min=1, help="Maximum tokens per reply.")]
JsonOption = Annotated[bool, typer.Option("--json-mode/--no-json-mode", help="Ask the endpoint for JSON; some do not support it.")]
RequestsOption = Annotated[int | None, typer.Option("--max-requests", min=1, help="Stop after this many requests.")]
CostOption = Annotated[float | None, typer.Option("--max-cost", min=0, help="Stop before this is spent; needs prices.")]
PriceInOption = Annotated[float, typer.Option("--price-in", min=0, help="Price of a million tokens sent.")]
PriceOutOption = Annotated[float, typer.Option("--price-out", min=0, help="Price of a million tokens received.")]
KeyOption = Annotated[str, typer.Option("--key-from", metavar="VARIABLE", help="The environment variable that holds the key.")]
CacheOption = Annotated[
    str | None, typer.Option("--cache", metavar="FILE", help="Where replies are kept, so that none is asked for twice.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Send without asking for confirmation.")]


@dataclass(frozen=True)
class MachineChoice:
    """All options together; a command takes them with `takes_options_of`."""

    name: NameOption = None
    endpoint: EndpointOption = None
    model: ModelNameOption = None
    command: CommandOption = None
    method: MethodOption = None
    lexicon: LexiconOption = None
    kind: KindOption = "language-model"
    votes: VotesOption = 1
    temperature: TemperatureOption = 0.0
    seed: SeedOption = 1
    prompt: PromptOption = None
    examples: ExamplesOption = None
    shots: ShotsOption = 5
    show_prompt: ShowOption = False
    again: AgainOption = 2
    concurrency: ConcurrencyOption = 4
    rate: RateOption = None
    retries: RetriesOption = 5
    timeout: TimeoutOption = 60.0
    max_tokens: TokensOption = 400
    json_mode: JsonOption = True
    max_requests: RequestsOption = None
    max_cost: CostOption = None
    price_in: PriceInOption = 0.0
    price_out: PriceOutOption = 0.0
    key_from: KeyOption = "OPENAI_API_KEY"
    cache: CacheOption = None
    yes: YesOption = False

    @property
    def called(self) -> str:
        """The machine's name."""
        found = self.name or (self.method if self.method else self.model if self.endpoint else None)
        if found is None:
            found = Path((self.command or "machine").split()[0]).name
        if not found.strip() or any(sign in found for sign in ",#\t\n"):
            raise InputError(f"a machine cannot be called '{found}'", cure="give a name without commas and # with --as")
        return found

    def source(self, task: str) -> MachineSource:
        from caesura.campaign.machines import Command, Endpoint, OwnSegmenter
        from caesura.cli.lexicon_option import opened_lexicon
        from caesura.corpus import WorkerKind
        from caesura.foundation import one_of

        if sum(each is not None for each in (self.endpoint, self.command, self.method)) != 1:
            raise InputError("no machine was named", cure="give one of --endpoint (with --model), --command, --method")
        if self.endpoint is not None:
            if self.model is None:
                raise InputError("an endpoint without a model", cure="name the model with --model")
            seed = self.seed if self.temperature else None
            return Endpoint(
                self.endpoint, self.model, self.temperature, seed, self.max_tokens, self.json_mode, self.timeout, self.key_from
            )
        if self.command is not None:
            kinds = [kind.value for kind in WorkerKind if kind is not WorkerKind.PERSON]
            return Command(self.command, kind=WorkerKind(one_of("kind of machine", self.kind, kinds)), timeout=self.timeout)
        lexicon = None if self.lexicon is None else opened_lexicon(self.lexicon)
        return OwnSegmenter(str(self.method), task, lexicon=lexicon, model=self.model)

    @contextmanager
    def asking(self, task: str, items: Sequence[Item]) -> Iterator[Asking | None]:
        """Ready to ask, once somebody said yes to what leaves this machine; None where only the prompt was to be shown."""
        from caesura.campaign.machines import Asking, Budget, Manner, Pace, Prices, ReplyCache, read_prompt, shown_messages

        source = self.source(task)
        prompt = read_prompt(task, self.prompt, self._examples(task, items))
        if self.show_prompt:
            typer.echo(shown_messages(prompt.messages(items[0])))
            yield None
            return
        budget = Budget(
            requests=self.max_requests,
            cost=self.max_cost,
            prices=Prices(self.price_in, self.price_out),
            reply_tokens=self.max_tokens,
        )
        if source.remote:
            self._confirm(len(items))
        cache = ReplyCache(self.cache)
        manner = Manner(self.votes, self.concurrency, self.again, self.retries)
        try:
            yield Asking(source, prompt, cache, budget, manner, Pace(self.rate))
        finally:
            source.close()
            cache.close()

    def ask(self, asking: Asking, items: Sequence[Item]) -> Asked:
        """Ask for everything, with a bar, and report on standard error what it took."""
        with progress(f"asking {self.called}", len(items) * self.votes, unit="answers") as advance:
            asked = asking.all(items, advance)
        cached = sum(each.cached for each in asked.outcomes)
        spent = f", cost {asking.budget.cost:.4g}" if self.price_in or self.price_out else ""
        typer.echo(
            f"note: {len(asked.outcomes)} answers, {cached} of them from the cache; {asking.budget.requests} requests{spent}",
            err=True,
        )
        if asked.refused:
            first = asked.refused[0]
            typer.echo(
                f"note: {len(asked.refused)} answers were finally refused, the first ({first.item.name}): {first.refused}",
                err=True,
            )
        if asked.spent is not None:
            typer.echo(
                f"note: the budget is spent ({asked.spent}): {asked.missing} answers are missing; the others are kept", err=True
            )
        return asked

    def check_failures(self, asked: Asked) -> None:
        """What could not be asked is an error, after everything else was written."""
        if asked.failed:
            raise InputError(
                f"{len(asked.failed)} answers are missing, the last because of: {asked.failed[-1].failed}",
                cure="run the same command again: those that came are kept",
            )

    def _examples(self, task: str, items: Sequence[Item]) -> tuple[Example, ...]:
        from caesura.campaign import Role
        from caesura.campaign.machines import Example, examples_from
        from caesura.campaign.managing import read_judgements
        from caesura.corpus import read_corpus

        if self.examples is None:
            return ()
        if task == "judgement":
            known = read_judgements(self.examples, Role.TEST)[: self.shots]
            return tuple(Example(each.text, each.accepted[0], each.paragraph) for each in known)
        return examples_from(read_corpus(self.examples, annotated=True), task, self.shots, self.seed, [item.text for item in items])

    def _confirm(self, number: int) -> None:
        from urllib.parse import urlsplit

        host = urlsplit(str(self.endpoint)).netloc.rpartition("@")[2]
        what = f"{number} queries, {number * self.votes} answers, go to {host} (model {self.model})"
        if self.yes:
            typer.echo(f"note: {what}", err=True)
        elif not sys.stdin.isatty():
            raise InputError(what, cure="add --yes to confirm")
        elif not typer.confirm(f"{what}. Send them?", err=True):
            raise typer.Abort

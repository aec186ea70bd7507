"""`caesura serve`: segmentation and phrasing over HTTP, one process per core."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import replace
from typing import Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.model_option import ModelOption
from caesura.cli.network_options import AllowedHostOption, PublicUrlOption, TrustedProxyOption
from caesura.cli.rules_option import RulesName, RulesOption
from caesura.cli.syntax_model_options import OrderOption, TemplatesOption
from caesura.foundation import InputError, MissingExtraError

app = typer.Typer()


@app.command(epilog="Example:  caesura serve --method titles --lexicon my.lexicon --port 8642")
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on; 0.0.0.0 is open to the network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 chooses a free one.")] = 8642,
    workers: Annotated[str, typer.Option("--workers", "-w", help="Processes; auto is one per core.")] = "auto",
    method: Annotated[
        str | None,
        choice("segmenters:METHODS", "--method", "-m", help="The method for requests that name none"),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option("--config", metavar="FILE.toml", help="Several named configurations, in place of the options below."),
    ] = None,
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts and titles, in place of those that come with Caesura.")
    ] = None,
    phrases: Annotated[
        str | None,
        typer.Option("--phrases", help="Your own phrases, one per line (phrase or phrase<TAB>weight): kept by every method."),
    ] = None,
    model: ModelOption = None,
    pipeline: Annotated[
        str | None, choice("syntax:pipelines", "--pipeline", help="The pipeline of /v1/parse for requests that name none")
    ] = None,
    parser: Annotated[
        str, typer.Option("--parser", help="For /v1/parse: default, a model FILE, spacy:NAME, stanza:LANGUAGE or udpipe:FILE.")
    ] = "default",
    parse_model: Annotated[
        list[str] | None,
        typer.Option("--parse-model", metavar="FILE", help="For /v1/parse: your own model of breaks, as caesura parse --model."),
    ] = None,
    templates: TemplatesOption = None,
    order: OrderOption = None,
    overrides: Annotated[
        str | None,
        typer.Option("--overrides", help="Phrases always or never joined (always<TAB>phrase), read again when the file changes."),
    ] = None,
    cache: Annotated[
        int, typer.Option("--cache", min=0, help="Number of single queries whose answers are cached; 0 for none.")
    ] = 10_000,
    access_log: Annotated[
        str | None, typer.Option("--access-log", help="Write a line of JSON for each request to this file; - is standard error.")
    ] = None,
    rules: RulesOption = RulesName.PRINTED,
    min_confidence: Annotated[
        float,
        typer.Option(
            "--min-confidence", min=0, max=1, help="Keep only segments at least this likely, unless a request says otherwise."
        ),
    ] = 0.0,
    max_batch: Annotated[
        int, typer.Option("--max-batch", min=1, help="Maximum number of segmentations in one JSON request.")
    ] = 10_000,
    max_words: Annotated[int, typer.Option("--max-words", min=1, max=64, help="Maximum words of a query.")] = 64,
    max_characters: Annotated[int, typer.Option("--max-characters", min=1, help="Maximum characters of a query.")] = 2_000,
    max_bytes: Annotated[int, typer.Option("--max-bytes", min=1, help="Maximum bytes of a request's body.")] = 32 << 20,
    database: Annotated[
        str | None,
        typer.Option("--database", help="Also serve campaigns from this SQLite file or postgresql:// address."),
    ] = None,
    public_url: PublicUrlOption = None,
    trusted_proxy: TrustedProxyOption = None,
    allowed_host: AllowedHostOption = None,
) -> None:
    """Segment and phrase over HTTP. Prints the address when ready; Ctrl-C or SIGTERM lets running requests finish and stops.

    SIGHUP, or POST /admin/reload with the token of CAESURA_ADMIN_TOKEN, reads models, lexicons and the configuration again.
    """
    for package in ("prometheus_client", "starlette", "uvicorn"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError("caesura serve", "serve")
    from caesura.segmenters import default_method
    from caesura.studio import (
        ONLY,
        TOKEN_VARIABLE,
        Access,
        Deployment,
        Limits,
        ParseSettings,
        Settings,
        address_of,
        check_deployment,
        listening,
        read_configuration,
    )
    from caesura.studio import serve as run

    cores = _cores()
    processes = _count(workers, cores)
    settings = Settings(
        method=method,
        lexicon=lexicon,
        model=model,
        phrases=phrases,
        overrides=overrides,
        cache=cache,
        rules=rules.value,
        min_confidence=min_confidence,
        threads=max(1, cores // processes),
        limits=Limits(batch=max_batch, words=max_words, characters=max_characters, body_bytes=max_bytes),
        database=database,
        processes=processes,
        parsing=ParseSettings(pipeline, parser, tuple(parse_model or ()), templates, order),
    )
    if config is None:
        deployment = Deployment({ONLY: settings}, token=os.environ.get(TOKEN_VARIABLE) or None, access_log=access_log)
    else:
        for name, given in (
            ("method", method),
            ("lexicon", lexicon),
            ("model", model),
            ("phrases", phrases),
            ("overrides", overrides),
        ):
            if given is not None:
                raise InputError(f"--{name} and --config were both given", cure=f"write {name} into {config}")
        deployment = read_configuration(config, settings, access_log=access_log)
    if database is not None or public_url is not None or trusted_proxy or allowed_host:
        access = Access(host, public_url, tuple(trusted_proxy or ()), tuple(allowed_host or ()))
        deployment = replace(deployment, access=access)
    # What is wrong with a method or a lexicon is said now, not by every worker.
    check_deployment(deployment)
    sock = listening(host, port)
    counted = "1 process" if processes == 1 else f"{processes} processes"
    served = f"method {deployment.main.method or default_method()}" if config is None else ", ".join(deployment.configurations)

    def announce() -> None:
        typer.echo(f"serving {address_of(sock)} ({served}, {counted}); Ctrl-C stops")

    run(deployment, sock, processes, announce)


def _count(workers: str, cores: int) -> int:
    if workers == "auto":
        return cores
    if not workers.isdecimal() or not 1 <= int(workers) <= 1024:
        raise InputError(f"--workers is '{workers}'", cure="give a number from 1 to 1024, or auto for one per core")
    return int(workers)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1

"""`caesura serve`: segmentation and phrasing over HTTP, one process per core."""

from __future__ import annotations

import importlib.util
import os
from typing import Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.rules_option import RulesName, RulesOption
from caesura.foundation import InputError, MissingExtraError

app = typer.Typer()


@app.command(epilog="Example:  caesura serve --method titles --lexicon my.lexicon --port 8642")
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on; 0.0.0.0 is open to the network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 chooses a free one.")] = 8642,
    workers: Annotated[str, typer.Option("--workers", "-w", help="Processes; auto is one per core.")] = "auto",
    method: Annotated[
        str | None,
        choice("segmenters:METHODS", "--method", "-m", help="How to segment where a request does not say"),
    ] = None,
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts and titles, in place of those that come with Caesura.")
    ] = None,
    phrases: Annotated[
        str | None,
        typer.Option("--phrases", help="Your own phrases, one a line (phrase or phrase<TAB>weight): kept by every method."),
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
) -> None:
    """Segment and phrase over HTTP. Prints the address when ready; Ctrl-C or SIGTERM lets running requests finish and stops."""
    for package in ("starlette", "uvicorn"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError("caesura serve", "serve")
    from caesura.studio import Limits, Service, Settings, address_of, listening
    from caesura.studio import serve as run

    cores = _cores()
    processes = _count(workers, cores)
    settings = Settings(
        method=method,
        lexicon=lexicon,
        phrases=phrases,
        rules=rules.value,
        min_confidence=min_confidence,
        threads=max(1, cores // processes),
        limits=Limits(batch=max_batch, words=max_words, characters=max_characters, body_bytes=max_bytes),
        database=database,
        processes=processes,
    )
    # What is wrong with the method or the lexicon is said now, not by every worker.
    default = Service(settings).default
    sock = listening(host, port)
    counted = "1 process" if processes == 1 else f"{processes} processes"

    def announce() -> None:
        typer.echo(f"serving {address_of(sock)} (method {default}, {counted}); Ctrl-C stops")

    run(settings, sock, processes, announce)


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

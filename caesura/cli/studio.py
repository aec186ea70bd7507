"""`caesura studio`: the pages, for people: playground, corpora, reports, campaigns."""

from __future__ import annotations

import importlib.util
import secrets
from typing import Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.model_option import ModelOption
from caesura.cli.network_options import AllowedHostOption, PublicUrlOption, TrustedProxyOption
from caesura.cli.retrieval_experiment import named_collection
from caesura.foundation import MissingExtraError

app = typer.Typer()


@app.command(epilog="Example:  caesura studio --corpus my-corpus.jsonl --port 8640")
def studio(
    host: Annotated[str, typer.Option("--host", help="The address to listen on; 0.0.0.0 is open to the network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 chooses a free one.")] = 8640,
    corpus: Annotated[list[str] | None, typer.Option("--corpus", help="A corpus to show; may be given several times.")] = None,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", metavar="NAME=DIR", help="A folder with docs.jsonl, queries.tsv, qrels.txt; repeatable."),
    ] = None,
    folder: Annotated[str, typer.Option("--folder", help="Where campaigns and uploads are kept.")] = "caesura-studio",
    database: Annotated[
        str | None, typer.Option("--database", help="Address of a database for campaigns; without it, SQLite in the folder.")
    ] = None,
    method: Annotated[str | None, choice("segmenters:METHODS", "--method", "-m", help="The method shown first")] = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", help="Counts and titles; without it, Caesura's own.")] = None,
    model: ModelOption = None,
    public_url: PublicUrlOption = None,
    trusted_proxy: TrustedProxyOption = None,
    allowed_host: AllowedHostOption = None,
) -> None:
    """Open the studio: try queries, look at corpora and reports, run campaigns. Prints the address when ready; Ctrl-C stops.

    Whoever sits at this machine need not sign in; with another --host, a --public-url or a --trusted-proxy people must.
    """
    for package in ("starlette", "uvicorn", "sqlalchemy"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError("caesura studio", "studio")
    from caesura.studio import Access, Settings, StudioSettings, address_of, listening, serve

    collections = dict(named_collection(given) for given in collection or ())
    code = secrets.token_urlsafe(9)
    access = Access(host, public_url, tuple(trusted_proxy or ()), tuple(allowed_host or ()))
    serving = Settings(method=method, lexicon=lexicon, model=model)
    settings = StudioSettings(serving, tuple(corpus or ()), folder, database, code, collections, access)
    sock = listening(host, port)

    def announce() -> None:
        people_use = access.origin or address_of(sock)
        typer.echo(f"the studio is open: {address_of(sock)} (Ctrl-C stops)")
        typer.echo(
            f"{'to run campaigns' if access.is_loopback else 'to sign in'}, create an account: {people_use}/campaigns?code={code}"
        )

    serve(settings, sock, 1, announce)

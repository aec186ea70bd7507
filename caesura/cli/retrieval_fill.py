"""`caesura retrieval fill`: documents into an index on Elasticsearch or OpenSearch, laid out for the experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_facts
from caesura.cli.progress import progress
from caesura.cli.retrieval_experiment import ServerName, ServerOption


def fill(
    documents: Annotated[Path, typer.Argument(metavar="DOCS", help="JSONL, TREC, WARC, CSV or TSV; a BEIR folder; - is stdin.")],
    address: Annotated[str, typer.Argument(metavar="URL", help="The index to build, as http://localhost:9200/my-index.")],
    server: ServerOption = ServerName.ELASTICSEARCH,
    mu: Annotated[str | None, typer.Option("--mu", metavar="A,B", help="Values of mu the experiment may use.")] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Print the settings and mappings of the index without contacting a server.")
    ] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Put documents into a new index of your own engine, with fields for words and for phrases of each length, for every mu."""
    from caesura.cli.output import print_json
    from caesura.retrieval import SERVER_MUS, connect, fill_engine, index_body, parse_mus, read_documents

    mus = SERVER_MUS if mu is None else parse_mus(mu)
    if show:
        print_json(index_body(mus))
        return
    client, name = connect(address, server.value)
    with progress(f"filling {name}", None, unit="documents") as advance:
        count = fill_engine(client, name, read_documents(documents), mus=mus, advance=advance)
    print_facts({"index": name, "documents": count, "mu": list(mus)}, format, title=address)

"""`caesura retrieval index` and `info`: documents in, an index out, and what one holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.output import Format, FormatOption, print_facts
from caesura.cli.progress import progress

IndexFolder = Annotated[Path, typer.Argument(metavar="INDEX", help="A folder built by `caesura retrieval index`.")]


def index(
    documents: Annotated[
        Path,
        typer.Argument(metavar="DOCS", help="JSONL, TREC, WARC, CSV or TSV; a BEIR folder, or a folder of such files; - is stdin."),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The index to build: a new folder.")],
    stemmer: Annotated[str, typer.Option(help="none or porter.")] = "none",
    stopwords: Annotated[
        str, typer.Option(metavar="none|english|FILE", help="Words to leave out; a file has one per line.")
    ] = "none",
    tokeniser: Annotated[str, typer.Option(help="words (letters and digits, folded) or spaces (cut at spaces only).")] = "words",
    documents_format: Annotated[str, choice("retrieval:DOCUMENT_FORMATS", help="auto, or one of")] = "auto",
    format: FormatOption = Format.TABLE,
) -> None:
    """Index documents. A build that is stopped leaves nothing behind."""
    from caesura.foundation import bytes_to_read
    from caesura.retrieval import Analysis, Index, build_index, document_files, stop_words

    analysis = Analysis(tokeniser, stop_words(stopwords), stemmer)
    with progress(f"indexing {documents}", bytes_to_read(document_files(documents)), unit="bytes") as advance:
        build_index(documents, out, analysis=analysis, format=documents_format, advance=advance)
    print_facts(Index.open(out).info(), format, title=str(out))


def info(
    folder: IndexFolder,
    verify: Annotated[bool, typer.Option("--verify", help="Read every byte and check it against its checksum.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Show what an index holds."""
    from caesura.retrieval import Index

    opened = Index.open(folder)
    if verify:
        with progress("reading", opened.header.bytes, unit="bytes") as advance:
            opened.verify(advance)
    print_facts(opened.info(), format, title=str(folder))

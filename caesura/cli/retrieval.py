"""`caesura retrieval`: an index of your documents, search in it, and whether phrases help there."""

from __future__ import annotations

import typer

from caesura.cli.retrieval_compositionality import compositionality
from caesura.cli.retrieval_experiment import experiment
from caesura.cli.retrieval_fill import fill
from caesura.cli.retrieval_index import index, info
from caesura.cli.retrieval_run import run
from caesura.cli.retrieval_search import search

app = typer.Typer(no_args_is_help=True, help="Index documents, search them, and see whether phrases help.")

app.command(epilog="Example:  caesura retrieval index docs.jsonl my-index --stemmer porter")(index)
app.command(epilog="Example:  caesura retrieval info my-index --verify")(info)
app.command(epilog='Example:  caesura retrieval search my-index "#weight(.9 #combine(new york) .1 #1(new york))"')(search)
app.command(epilog="Example:  caesura retrieval run my-index --queries queries.tsv --run mrf-sequential --mu 1000 -o my.run")(run)
app.command(epilog="Example:  caesura retrieval experiment my-index --queries queries.tsv --qrels qrels.txt --report page.html")(
    experiment
)
app.command(epilog='Example:  caesura retrieval compositionality my-index "hot dog" --changes')(compositionality)
app.command(epilog="Example:  caesura retrieval fill docs.jsonl http://localhost:9200/my-index --server opensearch")(fill)

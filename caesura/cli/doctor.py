"""`caesura doctor`: what is installed here, and which path runs."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys

import typer

from caesura.cli.output import Format, FormatOption, print_rows
from caesura.foundation import PLAIN_VARIABLE, __version__, not_compiled_cure, plain_is_forced

app = typer.Typer()

#: Optional packages: import name, what it is for, the extra that brings it.
_OPTIONAL = (
    ("scipy", "significance, agreement, label models, training", "measure"),
    ("polars", "data frames and Parquet", "frames"),
    ("matplotlib", "figures and report pages", "plots"),
    ("sqlalchemy", "campaigns", "campaign"),
    ("psycopg", "campaigns on PostgreSQL", "postgresql"),
    ("Stemmer", "stems in retrieval", "retrieval"),
    ("ir_measures", "measures of retrieval", "retrieval"),
    ("starlette", "caesura serve", "serve"),
    ("pyspark", "counting and segmenting on Spark", "spark"),
)
_FAST, _PLAIN = "compiled", "plain Python"


@app.command(epilog="Example:  caesura doctor --format json")
def doctor(format: FormatOption = Format.TABLE) -> None:
    """Show the versions of Caesura and Python, whether the fast path runs, and which optional packages are installed."""
    from caesura.lexicon import compiled_here, default_lexicon_path
    from caesura.retrieval import window_counter_here
    from caesura.segmenters import kernel_here
    from caesura.syntax import compiled_parser_here

    rows = [
        {"part": "caesura", "state": __version__, "note": ""},
        {"part": "python", "state": platform.python_version(), "note": sys.executable},
    ]
    if plain_is_forced():
        rows.append({"part": PLAIN_VARIABLE, "state": "set", "note": "everything runs in plain Python"})
    kernels = {
        "lexicon look-up": compiled_here(),
        "segmenting kernel": kernel_here(),
        "parser": compiled_parser_here(),
        "window counter": window_counter_here(),
    }
    for part, fast in kernels.items():
        rows.append(
            {
                "part": part,
                "state": _FAST if fast else _PLAIN,
                "note": "" if fast else f"slower, same results; {not_compiled_cure()}",
            }
        )
    rows.append({"part": "default lexicon", "state": "here", "note": str(default_lexicon_path())})
    for module, purpose, extra in _OPTIONAL:
        is_here = importlib.util.find_spec(module) is not None
        note = purpose if is_here else f"{purpose}: pip install 'caesura[{extra}]'"
        rows.append({"part": module, "state": "here" if is_here else "missing", "note": note})
    java = shutil.which("java")
    rows.append({"part": "java", "state": "here" if java else "missing", "note": java or "only Spark needs it"})
    print_rows(rows, format, title="Caesura on this machine")

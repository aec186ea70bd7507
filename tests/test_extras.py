"""The core and its extras: what works with the core alone, and what a missing extra says."""

from __future__ import annotations

import ast
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.rooms import PACKAGE, PROJECT
from tests.docs.test_examples import PAGES, examples
from tests.test_locks import declared

Result = tuple[int, str, str]

#: Works without any extra: arguments -> the beginning of what is printed.
CORE = {
    ("segment", "cheap flights to cape town"): '"cheap flights" to "cape town"\n',
    ("segment", "cape town weather", "--method", "hybrid", "--format", "jsonl"): '{"query": "cape town weather"',
    ("segment", "weather in cape town", "--explain"): 'weather in "cape town"\n',
    ("nest", "new york city hotels", "--format", "bracket"): "(((new york) city) hotels)\n",
    ("parse", "paper planes how to fold", "--format", "conllu"): "# sent_id = 1\n",
    ("phrase", "used mountain bikes berlin", "--engine", "lucene"): "+(used mountain bikes berlin)",
    ("corpus", "info", "evaluate-corpus.jsonl", "--format", "json"): "{",
    ("corpus", "convert", "evaluate-corpus.jsonl", "copy.tsv"): "",
    ("log", "filter", "log-spring.tsv", "-o", "filtered.tsv"): "",
    ("lexicon", "build", "my.lexicon", "--counts", "lexicon-counts.tsv", "--titles", "lexicon-titles.txt"): "",
    ("lexicon", "lookup", "my.lexicon", "new york"): "",
    ("evaluate", "evaluate-corpus.jsonl", "--method", "none,titles", "--format", "json"): "[",
    ("doctor",): "",
}
#: Needs an extra: arguments -> its name.
NEEDS = {
    ("agreement", "evaluate-corpus.jsonl", "--resamples", "0", "--shape", "flat"): None,
    ("compare", "evaluate-corpus.jsonl", "evaluate-careful.tsv", "evaluate-eager.tsv"): "measure",
    ("labels", "infer", "labels-crowd.csv", "--model", "glad"): "measure",
    ("labels", "infer", "labels-crowd.csv", "--model", "dawid-skene"): "measure",
    ("labels", "workers", "labels-crowd.csv"): "measure",
    ("agreement", "agreement-trees.jsonl"): "measure",
    ("bias", "agreement-crowd.jsonl"): "measure",
    ("corpus", "convert", "evaluate-corpus.jsonl", "copy.parquet"): "frames",
    ("evaluate", "evaluate-corpus.jsonl", "--method", "titles", "--report", "page.html"): "plots",
    ("corpus", "info", "evaluate-corpus.jsonl", "--plot", "votes.svg"): "plots",
    ("retrieval", "index", "engine-documents.jsonl", "engine.index", "--stemmer", "porter"): "retrieval",
    ("campaign", "list", "--database", "campaigns.db"): "campaign",
    ("studio", "--folder", "studio"): "studio",
    ("serve",): "serve",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("core")
    shutil.copytree(PROJECT / "docs" / "examples", path, dirs_exist_ok=True)
    return path


def on_the_core_alone(commands: list[list[str]], folder: Path) -> list[Result]:
    result = subprocess.run(
        [sys.executable, "-m", "tests.core_alone"],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        cwd=folder,
        env=_environment(),
    )
    assert result.returncode == 0, result.stderr
    return [(code, out, err) for code, out, err in json.loads(result.stdout)]


def _environment() -> dict[str, str]:
    import os

    return os.environ | {"PYTHONPATH": str(PROJECT), "NO_COLOR": "1", "COLUMNS": "132"}


def test_the_core_alone(folder: Path) -> None:
    results = on_the_core_alone([list(arguments) for arguments in (*CORE, *NEEDS)], folder)
    for (arguments, start), (code, out, err) in zip(CORE.items(), results, strict=False):
        assert code == 0, f"{arguments}: {err}"
        assert out.startswith(start), arguments
    for (arguments, extra), (code, _, err) in zip(NEEDS.items(), results[len(CORE) :], strict=True):
        if extra is None:
            assert code == 0, err
            continue
        assert code == 2, f"{arguments}: {err}"
        assert err.count("\n") == 1, err
        assert f"pip install 'caesura[{extra}]'" in err, f"{arguments}: {err}"


def test_every_documented_command_works_on_the_core_or_names_its_extra(folder: Path) -> None:
    """The `$ caesura` lines of README and docs that are one command: done, or refused in one line; never a traceback."""
    commands = [
        shlex.split(example.command)[1:]
        for page in PAGES
        for example in examples(page)
        if example.command.startswith("caesura ") and not set("|<>;&$") & set(example.command)
    ]
    assert len(commands) > 50
    named = set()
    for arguments, (code, _, err) in zip(commands, on_the_core_alone(commands, folder), strict=True):
        if code == 2:
            assert err.count("caesura: ") == 1, f"{arguments}: {err}"
            named |= {extra for extra in declared() if extra and f"'caesura[{extra}]'" in err}
        else:
            assert code in (0, 1), f"{arguments}: {err}"
    assert {"campaign", "measure", "retrieval"} <= named


OPTIONAL = {
    "datasets": "datasets", "duckdb": "duckdb", "ir_datasets": "ir-datasets", "pyterrier": "pyterrier", "sklearn": "sklearn",
    "alembic": "campaign", "argon2": "campaign", "elasticsearch": "engines", "ir_measures": "retrieval", "jinja2": "plots",
    "markupsafe": "plots", "matplotlib": "plots", "narwhals": "frames", "opensearchpy": "engines", "pandas": "spark",
    "polars": "frames", "psycopg": "postgresql", "pyarrow": "spark", "pydantic": "serve", "pydantic_core": "serve",
    "pyspark": "spark", "scipy": "measure", "sqlalchemy": "campaign", "starlette": "serve", "Stemmer": "retrieval",
    "uvicorn": "serve",
}  # fmt: skip
#: Rooms that as a whole come with an extra, which their door or their command checks.
WHOLE_ROOMS = {"studio", "campaign"}


def unguarded(source: str) -> list[tuple[int, str]]:
    """Imports of optional packages that nothing turns into a clear line where they are missing: line and package."""
    found: list[tuple[int, str]] = []

    def look(node: ast.AST, guarded: bool) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found.extend((getattr(node, "lineno", 0), name) for name in names if name.partition(".")[0] in OPTIONAL and not guarded)
        inside = isinstance(node, ast.Try) or (isinstance(node, ast.With) and "extra(" in ast.unparse(node.items[0]))
        for child in ast.iter_child_nodes(node):
            look(child, guarded or inside)

    look(ast.parse(source), False)
    return found


def test_the_check_sees_an_unguarded_import() -> None:
    assert unguarded("import scipy.stats") == [(1, "scipy.stats")]
    assert unguarded("def f():\n    from polars import col") == [(2, "polars")]
    assert unguarded('def f():\n    with extra("measure"):\n        import scipy') == []
    assert unguarded("if TYPE_CHECKING:\n    import scipy") == []


def test_what_comes_with_an_extra_is_imported_where_its_absence_can_be_named() -> None:
    faults = [
        f"{file.relative_to(PROJECT)}:{line}: import {name} inside `with extra({OPTIONAL[name.partition('.')[0]]!r})`"
        for file in sorted(PACKAGE.rglob("*.py"))
        if file.relative_to(PACKAGE).parts[0] not in WHOLE_ROOMS
        for line, name in unguarded(file.read_text())
    ]
    assert faults == []

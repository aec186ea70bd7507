"""Writes docs/reference/registries.md: every method, measure, model, format, rule and engine, from its own registry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from caesura.campaign import RULES, TASKS
from caesura.corpus import FORMATS
from caesura.evaluation import MEASURES
from caesura.foundation import Registry
from caesura.labels import MODELS
from caesura.phrasing import ENGINES, LIST_FORMATS
from caesura.retrieval import RANKING_MODELS, RUNS
from caesura.segmenters import METHODS, NESTING_METHODS
from caesura.syntax import SYNTAX_METHODS

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "registries.md"
START = """# Everything that has a name

Made by `python -m scripts.registry_reference` from the registries themselves.
"""
#: Heading, where it is used, and the registry.
LISTS: list[tuple[str, str, Registry[Any]]] = [
    ("Segmenters", "`caesura segment --method`", METHODS),
    ("Trees", "`caesura nest --method`", NESTING_METHODS),
    ("Queries that ask", "`caesura parse --pipeline`, `caesura syntax evaluate --method`", SYNTAX_METHODS),
    ("Measures", "`caesura evaluate --measure`", MEASURES),
    ("Label models", "`caesura labels infer --model`", MODELS),
    ("Corpus formats", "`caesura corpus convert --from --to`", FORMATS),
    ("Campaign tasks", "`caesura campaign create --task`", TASKS),
    ("Campaign rules", "`caesura campaign create --rule`", RULES),
    ("Engines", "`caesura phrase --engine`", ENGINES),
    ("Phrase lists", "`caesura phrases mine --format`", LIST_FORMATS),
    ("Ranking models", "`caesura retrieval search --model`", RANKING_MODELS),
    ("Retrieval runs", "`caesura retrieval experiment --run`", RUNS),
]
#: Columns after name and description, and the attributes they come from.
COLUMNS = {
    "parameters": ("parameters",),
    "keeps besides votes": ("keeps",),
    "endings": ("endings",),
    "source": ("citation", "source"),
}


def reference() -> str:
    """The whole page."""
    return "\n".join([START, *(_section(title, used, registry) for title, used, registry in LISTS)])


def _section(title: str, used: str, registry: Registry[Any]) -> str:
    rows = [(name, registry[name]) for name in registry]
    filled = [column for column in COLUMNS if any(_cell(entry, column) for _, entry in rows)]
    head = ["name", "what it is", *filled]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for name, entry in rows:
        aliases = getattr(entry, "aliases", ())
        shown = f"`{name}`" + (f" ({', '.join(aliases)})" if aliases else "")
        lines.append(f"| {' | '.join([shown, _plain(entry.description), *(_cell(entry, column) for column in filled)])} |")
    return f"## {title}\n\n{used}\n\n" + "\n".join(lines) + "\n"


def _cell(entry: object, column: str) -> str:
    for attribute in COLUMNS[column]:
        value = getattr(entry, attribute, None)
        if value:
            return _plain(value if isinstance(value, str) else _listed(value))
    return ""


def _listed(value: Any) -> str:
    if is_dataclass(value):
        return ", ".join(each.name if each.default is MISSING else f"{each.name}={each.default}" for each in fields(value))
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    if isinstance(value, Iterable):
        return ", ".join(str(getattr(each, "name", each)) for each in value)
    return str(value)


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    PAGE.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()

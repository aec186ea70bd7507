"""Items out of a table of queries, with what does not suit the task left out and counted."""

from __future__ import annotations

from dataclasses import replace

from caesura.campaign.tasks import task_named
from caesura.campaign.values import Item
from caesura.corpus import PickedQueries, QueryTable
from caesura.foundation import InputError

_PARAGRAPH_NAMES = ("paragraph", "passage", "context", "document")
#: What tasks say of texts that do not suit them, in the few words of a count.
_SHORT = {"a query of one word has nothing to decide": "one word"}


def pick_items(
    table: QueryTable, task: str, query: str | None = None, id: str | None = None, paragraph: str | None = None
) -> tuple[list[Item], PickedQueries]:
    """The items a table gives for a task, and what was picked and left out. Judgements need a column of paragraphs."""
    kind = task_named(task)
    beside = None
    if task == "judgement":
        table = _in_pairs(table)
        beside = paragraph or table.named(_PARAGRAPH_NAMES)
        if beside is None:
            raise InputError(
                f"which of the columns {', '.join(table.columns)} holds the paragraphs?",
                cure="judgements need a question and a paragraph; call the columns id, question and paragraph",
            )

    def why_not(text: str, context: str) -> str | None:
        try:
            kind.check(text, context)
        except InputError as error:
            return _SHORT.get(error.problem, error.problem)
        return None

    picked = table.picked(query, id, beside, why_not)
    return [Item(one.id, one.text, paragraph=one.paragraph) for one in picked.queries], picked


def _in_pairs(table: QueryTable) -> QueryTable:
    """Lines of `question | paragraph` are two columns, and so are two columns without names."""
    if len(table.columns) == 1 and any("|" in row[0] for _, row in table.body):
        rows = [tuple(part.strip() for part in row[0].partition("|")[::2]) for _, row in table.body]
    elif len(table.columns) == 2 and not table.header and not all(row[0].strip().isdecimal() for _, row in table.body):
        rows = [tuple(row) for _, row in table.body]
    else:
        return table
    named = (("question", "paragraph"), *rows)
    return replace(table, rows=named, lines=(0, *(line for line, _ in table.body)), header=True)

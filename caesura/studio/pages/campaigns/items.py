"""Queries out of a form: pasted lines, an uploaded corpus, tests and practice with their right answers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from caesura.campaign import Item, Role, task_named
from caesura.campaign.managing import pick_items
from caesura.corpus import check_size, read_query_table
from caesura.foundation import InputError
from caesura.shapes import parse_brackets, parse_pipe
from caesura.studio.pages.upload_shelf import MOST_BYTES, MOST_ROWS


def read_items(task: str, given: Mapping[str, str], uploaded: bytes) -> list[Item]:
    """All items of a new campaign; an error names the field and the line."""
    task_named(task)
    ordinary = _uploaded(task, uploaded) if uploaded else _lines(task, given.get("queries", ""))
    if not ordinary:
        raise InputError("there are no queries", cure="paste them, one per line, or choose a file")
    return [*ordinary, *read_known(task, given)]


def read_known(task: str, given: Mapping[str, str]) -> list[Item]:
    """Tests and practice with their right answers."""
    return [
        *_answered(task, given.get("tests", ""), Role.TEST, "test queries"),
        *_answered(task, given.get("training", ""), Role.TRAINING, "practice"),
    ]


def _lines(task: str, text: str) -> list[Item]:
    """One query per line; for judgements a question, a tab or a bar, and a paragraph."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if task == "judgement":
            question, paragraph = _two(line, number, "queries", "question | paragraph")
            found.append(Item(f"{number}", question, paragraph=paragraph))
        else:
            found.append(Item(f"{number}", line.strip()))
    return found


def _uploaded(task: str, content: bytes) -> list[Item]:
    """A table, a corpus in any format of one file, or lines of text."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "queries")
        path.write_bytes(content)
        try:
            check_size(path, MOST_ROWS, MOST_BYTES)
            return pick_items(read_query_table(path), task)[0]
        except InputError as error:
            raise InputError(f"the file: {error.problem}", cure=error.cure, line=error.line) from None


def _answered(task: str, text: str, role: Role, what: str) -> list[Item]:
    """Lines with their right answer, and after a tab or two bars why it is right."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        answer, _, explanation = line.replace("||", "\t", 1).partition("\t")
        try:
            found.append(_item(task, answer.strip(), explanation.strip(), role, f"{role.value}-{number}"))
        except InputError as error:
            raise InputError(f"{what}, line {number}: {error.problem}", cure=error.cure) from None
    return found


def _item(task: str, answer: str, explanation: str, role: Role, name: str) -> Item:
    if task == "judgement":
        question, paragraph, verdict = (*(part.strip() for part in answer.split("|")), "", "")[:3]
        if verdict not in ("yes", "no"):
            raise InputError("no right answer", cure="write question | paragraph | yes or no")
        return Item(name, question, role, paragraph, (verdict,), explanation)
    if task == "syntax":
        words = tuple(part.rpartition(":")[0] for part in answer.split())
    else:
        words = parse_brackets(answer)[0] if task == "nested" else parse_pipe(answer)[0]
    return Item(name, " ".join(words), role, accepted=(answer,), explanation=explanation)


def _two(line: str, number: int, what: str, form: str) -> tuple[str, str]:
    first, mark, second = line.replace("\t", "|", 1).partition("|")
    if not mark or not first.strip() or not second.strip():
        raise InputError(f"{what}, line {number}: one part is missing", cure=f"write {form}")
    return first.strip(), second.strip()

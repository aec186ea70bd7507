"""List questions, the patterns of their answers, and the documents that are linked to them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from caesura.foundation import InputError, PathLike, lines

_LIST_QUESTION = re.compile(r"""<q\s+id\s*=\s*"([^"]+)"\s+type\s*=\s*"LIST"\s*>(.*?)</q>""", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Question:
    """Its id and what it asks."""

    id: str
    text: str


def read_questions(path: PathLike) -> dict[str, Question]:
    """Lines `id<TAB>question`, or TREC's file of targets, of which the list questions are taken."""
    numbered = list(lines(path))
    whole = "\n".join(text for _, text in numbered)
    questions: dict[str, Question] = {}
    if "<q " in whole.lower():
        for key, text in _LIST_QUESTION.findall(whole):
            questions[key] = Question(key, " ".join(html.unescape(text).split()))
    else:
        for number, line in numbered:
            if not line.strip():
                continue
            key, tab, text = line.partition("\t")
            if not tab or not key.strip() or not text.strip():
                raise InputError("no question", cure="write id<TAB>question", file=path, line=number)
            if key in questions:
                raise InputError(f"question {key} comes twice", cure="give each an id of its own", file=path, line=number)
            questions[key] = Question(key, " ".join(text.split()))
    if not questions:
        raise InputError("there are no list questions", cure='write id<TAB>question, or <q id="..." type="LIST">', file=path)
    return questions


def read_patterns(path: PathLike, *, ignore_case: bool = True) -> dict[str, list[re.Pattern[str]]]:
    """Lines `id pattern`: a regular expression for each answer of a question, as TREC publishes them."""
    patterns: dict[str, list[re.Pattern[str]]] = {}
    for number, line in lines(path):
        if not line.strip():
            continue
        key, *rest = line.split(maxsplit=1)
        if not rest:
            raise InputError("no pattern", cure="write the question's id and a regular expression", file=path, line=number)
        try:
            pattern = re.compile(rest[0].rstrip(), re.IGNORECASE if ignore_case else 0)
        except re.error as error:
            raise InputError(f"not a regular expression ({error})", cure="check the pattern", file=path, line=number) from None
        if pattern.search(""):
            raise InputError("the pattern matches everything", cure="an answer has at least one letter", file=path, line=number)
        patterns.setdefault(key, []).append(pattern)
    return patterns


def read_links(path: PathLike) -> dict[str, set[str]]:
    """Which documents are linked to which question: lines `id document`, or TREC qrels `id 0 document judgement`."""
    links: dict[str, set[str]] = {}
    for number, line in lines(path):
        match line.split():
            case []:
                continue
            case [question, document]:
                links.setdefault(question, set()).add(document)
            case [question, _, document, judgement] if judgement.lstrip("-").isdigit():
                if int(judgement) > 0:
                    links.setdefault(question, set()).add(document)
            case _:
                cure = "write the question's id and a document's number, or a line of qrels"
                raise InputError("no link from a question to a document", cure=cure, file=path, line=number)
    return links

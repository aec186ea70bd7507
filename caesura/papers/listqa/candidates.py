"""Paragraphs that may support an answer: those in which one of its patterns is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from caesura.foundation import InputError, PathLike, lines, written
from caesura.papers.listqa.documents import Article
from caesura.papers.listqa.questions import Question


@dataclass(frozen=True, slots=True)
class CandidateParagraph:
    """A question, a paragraph of a document, and the answers that were found in it."""

    question: str
    question_text: str
    paragraph: str
    answers: tuple[str, ...]
    text: str

    @property
    def task(self) -> str:
        """What the pair is called among labels."""
        return f"{self.question} {self.paragraph}"


def find_candidates(
    documents: Iterable[Article],
    questions: Mapping[str, Question],
    patterns: Mapping[str, list[re.Pattern[str]]],
    links: Mapping[str, set[str]] | None = None,
) -> Iterator[CandidateParagraph]:
    """In the order of documents and questions; without links every document is tried for every question."""
    for key in patterns:
        if key not in questions:
            raise InputError(f"there is a pattern for question {key}, but no such question", cure="are both files of one year?")
    for document in documents:
        for key, question in questions.items():
            if links is not None and document.number not in links.get(key, ()):
                continue
            for place, text in enumerate(document.paragraphs):
                if answers := _answers(text, patterns.get(key, [])):
                    yield CandidateParagraph(key, question.text, f"{document.number}.{place}", answers, text)


def write_candidates(candidates: Iterable[CandidateParagraph], path: PathLike) -> int:
    """One JSON object per line; returns how many."""
    count = 0
    with written(path) as stream:
        for candidate in candidates:
            count += 1
            fields = {"question": candidate.question, "question_text": candidate.question_text, "paragraph": candidate.paragraph}
            stream.write(json.dumps(fields | {"answers": candidate.answers, "text": candidate.text}, ensure_ascii=False) + "\n")
    return count


def read_candidates(path: PathLike) -> list[CandidateParagraph]:
    by_id: dict[str, CandidateParagraph] = {}
    for number, line in lines(path):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            texts = [row[name] for name in ("question", "question_text", "paragraph", "text")]
            answers = tuple(row["answers"])
            if not all(isinstance(value, str) for value in (*texts, *answers)):
                raise TypeError
        except (ValueError, KeyError, TypeError):
            cure = "create the file with `caesura labels listqa candidates`"
            raise InputError("no candidate", cure=cure, file=path, line=number) from None
        candidate = CandidateParagraph(texts[0], texts[1], texts[2], answers, texts[3])
        if candidate.task in by_id:
            raise InputError(f"the pair {candidate.task} comes twice", cure="keep one of them", file=path, line=number)
        by_id[candidate.task] = candidate
    return list(by_id.values())


def _answers(text: str, patterns: Iterable[re.Pattern[str]]) -> tuple[str, ...]:
    """What the patterns find, in the order of the text, each once whatever its capitals."""
    matches = sorted((match.start(), match[0]) for pattern in patterns for match in pattern.finditer(text) if match[0])
    first: dict[str, str] = {}
    for _, answer in matches:
        first.setdefault(answer.casefold(), answer)
    return tuple(first.values())

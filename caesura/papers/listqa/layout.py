"""The paper's table 6: question id, paragraph id and answers on one line, the paragraph below.

    45.3 XIE19990902.0037.1 Colombia
    The paragraph that supports the answer.

Several answers are each put between two pairs of single quotes, as the paper has them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from caesura.foundation import InputError, PathLike, lines, written
from caesura.papers.listqa.candidates import CandidateParagraph

_HEAD = re.compile(r"(\S+) (\S+\.\d+) (\S.*)")
_WIDTH = 80


def write_paragraphs(candidates: Iterable[CandidateParagraph], path: PathLike) -> int:
    """Returns how many were written. Text lines are indented by one space where they would look like a heading."""
    count = 0
    with written(path) as stream:
        for candidate in candidates:
            count += 1
            stream.write(f"{candidate.question} {candidate.paragraph} {_shown(candidate.answers)}\n")
            wrapped = textwrap.wrap(candidate.text, _WIDTH, break_long_words=False, break_on_hyphens=False)
            stream.writelines(f"{' ' if _HEAD.fullmatch(line) else ''}{line}\n" for line in wrapped)
    return count


def parse_paragraphs(path: PathLike) -> Iterator[CandidateParagraph]:
    """What `write_paragraphs` wrote; the question's text is not part of the layout and comes back empty."""
    head: tuple[str, str, tuple[str, ...]] | None = None
    text: list[str] = []
    for number, line in lines(path):
        if match := _HEAD.fullmatch(line):
            if head is not None:
                yield CandidateParagraph(head[0], "", head[1], head[2], " ".join(text))
            head, text = (match[1], match[2], _read(match[3])), []
        elif head is None:
            raise InputError(
                "text before the first paragraph's line", cure="begin with: question paragraph answers", file=path, line=number
            )
        else:
            text.append(line.strip())
    if head is not None:
        yield CandidateParagraph(head[0], "", head[1], head[2], " ".join(text))


def _shown(answers: tuple[str, ...]) -> str:
    return answers[0] if len(answers) == 1 else ", ".join(f"''{answer}''" for answer in answers)


def _read(text: str) -> tuple[str, ...]:
    quoted = re.findall(r"''(.*?)''", text)
    return tuple(quoted) if len(quoted) > 1 else (text,)

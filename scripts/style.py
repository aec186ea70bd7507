"""The banned turns of docs/style.md: `python -m scripts.style` lists where docs, help, messages and templates use one.

Only text that people read is searched: Markdown outside code blocks, templates, string literals and docstrings of the package.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
#: Turn -> what to write instead.
BANNED = {
    r"\b(is|are|was) told of\b|\btold of\b": "report or warn",
    r"\bleast (confidence|count|number|words|share|probability|score)\b": "minimum",
    r"\bmost (number|words per|queries per)\b": "maximum",
    r"(?<!there )(?<!where )\bis no (?!longer\b|more\b|less\b|better\b|worse\b|different\b|use\b|such\b)\w+": "is not a",
    r"\b(she|her|hers|he|his|him)\b": "they, their",
    r"\bmakes? an? (lexicon|model|index|corpus|campaign|account)\b": "build, train or create",
    r"\btake of\b": "choose one of",
    r"\b(name|password)\b[^.]{0,20} do(es)? not fit\b": "say what is wrong",
    r"\bleft lying\b": "unused",
    r"\bthey install themselves\b": "say who installs what",
    r"\bso many (times|requests|labels|queries|words|items|rows|files|bytes|characters|seconds|of)\b": "this many, or the number",
    r"\bone( \w+){0,2} a line\b": "one per line",
    r"\b(is|are|was|were) told\b": "reads, sees, is reported",
    r"\bunconverged\b": "did not converge",
    r"\bgo(es)? on where (it|they) (was|were)\b": "resumes where it left off",
    r"\bplay(s|ed|ing)? (\w+ )?through\b": "simulate",
    r"\bbrings little\b|\bas far as (it is|they are)\b": "say what is meant",
    r"\b(to|can|cannot|could not) be had\b": "available, where to get it",
    r"\bfor want of\b": "because there are too few",
    r"\bof before\b": "earlier",
    r"\bmend(ed|s|ing)?\b": "fix, correct",
    r"\btak(e|es|en) for (true|right|certain)\b": "consider",
    r"\basking back\b": "asking for confirmation",
    r"\bshall\b": "should, will, must",
    r"\b(thereof|whereof|wherein|thereby|anew|till|seldom)\b": "a word of today",
    r"\bin the place of\b": "instead of",
    r"\breckon(s|ed|ing)?\b": "compute, count",
    r"\bof one's own\b": "of your own",
    r", at most\.\Z": "Maximum ...",
}
_TURNS = [(re.compile(turn, re.IGNORECASE), cure) for turn, cure in BANNED.items()]
_CODE = re.compile(r"^( *)```.*?^\1```|`[^`\n]*`|^    .*$", re.MULTILINE | re.DOTALL)
#: The glossary names what it bans; lists of English words hold the words; the reference is generated from checked help.
_EXEMPT = {
    "docs/style.md",
    "docs/reference/cli.md",
    "caesura/corpus/language.py",
    "caesura/lexicon/sources/collocations.py",
    "caesura/retrieval/index/stopwords.py",
    "caesura/syntax/closed_class.py",
}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """What people read in a file: its first line and the text."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield 1, _CODE.sub(lambda match: "\n" * match[0].count("\n"), source)
    elif path.suffix == ".html":
        yield 1, source
    else:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                yield node.lineno, re.sub(r"`[^`]*`", "", node.value)


def faults(path: Path) -> Iterator[str]:
    """One line for each banned turn in a file."""
    for start, text in texts(path):
        for turn, cure in _TURNS:
            for match in turn.finditer(text):
                line = start + text.count("\n", 0, match.start())
                yield f"{path.relative_to(PROJECT)}:{line}: '{match[0]}': {cure} (docs/style.md)"


def files() -> list[Path]:
    """Every tracked page, template and module of the package."""
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "caesura/*.py", "caesura/*.html"],  # noqa: S607
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    return [PROJECT / name for name in listed if name and name not in _EXEMPT]


def main() -> None:
    found = [line for path in files() for line in faults(path)]
    sys.stdout.writelines(f"{line}\n" for line in found)
    if found:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

"""The Webis-QSeC-10 folder: queries, crowd votes, POS tags and the outputs of algorithms.

Files are found by the end of their names; others in the folder are left alone. Only the queries are required.

    *-queries.txt                                     id<TAB>query
    *-segmentations-crowdsourced.txt                  id<TAB>[(5, 'new york|times'), ...]
    data/*-queries-pos-tagged.txt                     id<TAB>['NN', ...]
    segmentations-of-algorithms/*-segmentations-NAME.txt   id<TAB>new york|times
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped, fields, numbered_lines
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, written, written_folder
from caesura.shapes import Flat, Shape, parse_pipe, print_pipe

_PREFIX = "webis-qsec-10-training-set"
_STRING = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_VOTE = re.compile(rf"\((\d+), ({_STRING})\)")
_VOTES = re.compile(rf"\[ ?(?:{_VOTE.pattern}(?:, ?{_VOTE.pattern})*)? ?\]")
_TAG = re.compile(_STRING)
# Pipe form that we would print with other spaces or escapes.
_UNUSUAL = re.compile(r"\s{2}|\s\||\|\s|^\s|\s$|[^\S ]|\\")
_TAGS = re.compile(rf"\[(?:(?:{_STRING})(?:, (?:{_STRING}))*)?\]")

Value = TypeVar("Value")


class ReadWhenAsked(Mapping[str, Mapping[str, Shape]]):
    """Outputs by algorithm, each file read when it is first looked at."""

    def __init__(self, files: Mapping[str, Path], read_file: Callable[[Path], Mapping[str, Shape]]) -> None:
        self._files = files
        self._read_file = read_file
        self._done: dict[str, Mapping[str, Shape]] = {}

    def __getitem__(self, name: str) -> Mapping[str, Shape]:
        if name not in self._done:
            self._done[name] = self._read_file(self._files[name])
        return self._done[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __reduce__(self) -> tuple[type[dict[str, Mapping[str, Shape]]], tuple[dict[str, Mapping[str, Shape]]]]:
        """Sent to another process it is a plain dict."""
        return dict, (dict(self.items()),)


def read(path: PathLike, skip: Skipped) -> Corpus:
    folder = Path(path)
    queries_file = _one(folder, "*-queries.txt")
    if queries_file is None:
        raise InputError("no file *-queries.txt in it", cure="is this a Webis-QSeC-10 folder?", file=folder)
    texts = dict(_by_id(queries_file, skip, lambda _, text: text))
    queries = {query_id: Query(query_id, text) for query_id, text in texts.items()}

    def known(query_id: str) -> Query:
        if query_id not in queries:
            raise InputError(f"query {query_id} is not in {queries_file.name}", cure="remove it, or add the query")
        return queries[query_id]

    votes: dict[str, Votes] = {}
    if (votes_file := _one(folder, "*-segmentations-crowdsourced.txt")) is not None:
        votes = dict(_by_id(votes_file, skip, lambda query_id, text: _votes(known(query_id), text)))
        for query_id in queries.keys() - votes.keys():
            skip(InputError(f"no votes for query {query_id}", cure="add them, or remove the query", file=votes_file))
    tags: dict[str, tuple[str, ...]] = {}
    if (tags_file := _one(folder / "data", "*-queries-pos-tagged.txt")) is not None:
        tags = dict(_by_id(tags_file, skip, lambda query_id, text: _tags(known(query_id), text)))

    def output(file: Path) -> dict[str, Shape]:
        return dict(_by_id(file, skip, lambda query_id, text: parse_pipe(text, known(query_id).words)[1]))

    files = sorted((folder / "segmentations-of-algorithms").glob("*-segmentations-*.txt"))
    by_name = {file.stem.rsplit("-segmentations-", 1)[1]: file for file in files}
    # Outputs are two thirds of the lines and often not asked for. Lenient reading must count what it skips, so it reads all.
    outputs: Mapping[str, Mapping[str, Shape]] = ReadWhenAsked(by_name, output)
    if skip.lenient:
        outputs = dict(outputs.items())
    entries = (
        Entry(Query(query_id, query.text, tags.get(query_id)), votes.get(query_id, Votes(())))
        for query_id, query in queries.items()
        if query_id in votes or votes_file is None
    )
    return Corpus(input_name(path), tuple(entries), outputs)


def write(corpus: Corpus, path: PathLike) -> None:
    """A new folder in the same layout, file for file."""
    with written_folder(path) as folder:
        entries = corpus.entries
        _write(folder / f"{_PREFIX}-queries.txt", ((e.query.id, e.query.text) for e in entries))
        if any(entry.votes for entry in entries):
            _write(folder / f"{_PREFIX}-segmentations-crowdsourced.txt", ((e.query.id, _print_votes(e)) for e in entries))
        if any(entry.query.tags is not None for entry in entries):
            (folder / "data").mkdir()
            tagged = ((e.query.id, repr(list(e.query.tags))) for e in entries if e.query.tags is not None)
            _write(folder / "data" / f"{_PREFIX}-queries-pos-tagged.txt", tagged)
        if corpus.outputs:
            (folder / "segmentations-of-algorithms").mkdir()
        for name, of in corpus.outputs.items():
            if "/" in name or name.startswith("."):
                raise InputError(f"'{name}' cannot be part of a file name", cure="rename the algorithm")
            made = ((e.query.id, _print(e, of[e.query.id])) for e in entries if e.query.id in of)
            _write(folder / "segmentations-of-algorithms" / f"{_PREFIX}-segmentations-{name}.txt", made)


def _one(folder: Path, pattern: str) -> Path | None:
    files = sorted(folder.glob(pattern))
    if len(files) > 1:
        raise InputError(f"several files {pattern}", cure="keep the parts of the corpus in folders of their own", file=folder)
    return files[0] if files else None


def _by_id(file: Path, skip: Skipped, parse: Callable[[str, str], Value]) -> Iterator[tuple[str, Value]]:
    seen: set[str] = set()
    for number, line in numbered_lines(file):
        try:
            query_id, text = fields(line, (2,), "query id, tab, value")
            if query_id in seen:
                raise InputError(f"query {query_id} occurs twice", cure="keep one line per query")
            value = parse(query_id, text)
            seen.add(query_id)
            yield query_id, value
        except InputError as error:
            skip(error.at(file, number))


def _votes(query: Query, text: str) -> Votes:
    if _VOTES.fullmatch(text) is None:
        raise InputError("is not a list of votes", cure="expected [(5, 'new york|times'), (3, 'new|york|times')]")
    words = query.words
    listed = [(int(count), _literal(shape)) for count, shape in _VOTE.findall(text)]
    votes = tuple(Vote(parse_pipe(shape, words)[1], count) for count, shape in listed)
    is_usual = repr(listed) == text and not any(_UNUSUAL.search(shape) for _, shape in listed)
    return Votes(votes, "" if is_usual else text)


def _tags(query: Query, text: str) -> tuple[str, ...]:
    if _TAGS.fullmatch(text) is None:
        raise InputError(f"the tags are not a list, query {query.id}", cure="expected ['NN', 'IN', 'NNS']")
    return tuple(map(_literal, _TAG.findall(text)))


def _literal(text: str) -> str:
    """The string that a Python literal stands for; most hold no escapes."""
    return str(ast.literal_eval(text)) if "\\" in text else text[1:-1]


def _print_votes(entry: Entry) -> str:
    if entry.votes.verbatim and _votes(entry.query, entry.votes.verbatim) == entry.votes:
        return entry.votes.verbatim
    return repr([(vote.count, _print(entry, vote.shape)) for vote in entry.votes])


def _print(entry: Entry, shape: Shape) -> str:
    if not isinstance(shape, Flat):
        raise InputError("a Webis-QSeC-10 folder holds flat segmentations only", cure="choose a format for trees, such as jsonl")
    return print_pipe(entry.query.words, shape)


def _write(file: Path, rows: Iterator[tuple[str, str]]) -> None:
    with written(file) as stream:
        stream.writelines(f"{query_id}\t{text}\n" for query_id, text in rows)


def looks_like(head: Head) -> bool:
    return any(head.path.glob("*-queries.txt"))


FORMAT = CorpusFormat(
    name="webis",
    description="a Webis-QSeC-10 folder: queries, votes, tags, outputs",
    read=read,
    write=write,
    looks_like=looks_like,
    keeps=frozenset(("tags", "outputs")),
    endings=("/",),
    is_folder=True,
)

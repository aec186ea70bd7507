"""CoNLL-U: syntactic forests, `# sent_id` the query's id, `# annotator` who made it where known."""

from __future__ import annotations

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped
from caesura.corpus.formats.bio import blocks
from caesura.corpus.query import Query
from caesura.corpus.votes import Votes
from caesura.foundation import InputError, PathLike, input_name, lines, written
from caesura.shapes import Forest, Shape, parse_conllu, print_conllu


def read(path: PathLike, skip: Skipped) -> Corpus:
    queries: dict[str, Query] = {}
    annotations: dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]] = {}
    for start, block in blocks(lines(path)):
        try:
            words, forest, comments = parse_conllu(block)
            query_id = comments.get("sent_id", str(len(queries) + 1))
            # A treebank's text may hold what the words do not (contractions, missing spaces); the words decide.
            text = comments.get("text", "")
            query = Query(query_id, text if tuple(text.split()) == words else " ".join(words))
            who = comments.get("annotator")
            if queries.setdefault(query_id, query) != query:
                raise InputError(f"sent_id {query_id} stands for two texts", cure="an id stands for one query")
            if query_id in annotations and who is None:
                raise InputError(f"sent_id {query_id} occurs twice", cure="tell the annotations apart with `# annotator = name`")
            annotations.setdefault(query_id, []).append((forest, who, ()))
        except InputError as error:
            skip(error.at(path, start))
    entries = (Entry(queries[query_id], Votes.count(of)) for query_id, of in annotations.items())
    return Corpus(input_name(path), tuple(entries))


def write(corpus: Corpus, path: PathLike) -> None:
    """One block per annotator; several votes without names are numbered."""
    with written(path) as stream:
        for entry in corpus:
            several, number = entry.votes.total > 1, 0
            for vote in entry.votes:
                if not isinstance(vote.shape, Forest):
                    raise InputError("CoNLL-U holds syntactic forests only", cure="choose another format, such as jsonl")
                for place in range(vote.count):
                    number += 1
                    comments = {"sent_id": entry.query.id, "text": entry.query.text}
                    if vote.annotators or several:
                        comments["annotator"] = vote.annotators[place] if vote.annotators else f"annotator-{number}"
                    stream.write(print_conllu(entry.query.words, vote.shape, comments))


def looks_like(head: Head) -> bool:
    rows = [row for row in head.columns if not row[0].startswith("#")]
    return bool(rows) and all(len(row) == 10 for row in rows) and rows[0][0].startswith("1")


FORMAT = CorpusFormat(
    name="conllu",
    description="CoNLL-U blocks, one syntactic forest each",
    read=read,
    write=write,
    looks_like=looks_like,
    keeps=frozenset(("annotators",)),
    endings=(".conllu",),
    shapes=frozenset(("Forest",)),
)

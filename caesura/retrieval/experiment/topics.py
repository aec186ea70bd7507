"""The queries of an experiment: their content words, and which queries were left out and why.

Stop words are taken out of queries only, before options are formed; nothing is stemmed here. A query takes part if it has two
content words or more (else there is nothing to phrase), not more than can be tried in every combination, and a document that is
relevant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from caesura.foundation import InputError, PathLike, lines, peeked
from caesura.retrieval.experiment.judgements import Grades, Judgements
from caesura.retrieval.experiment.measures import relevant
from caesura.retrieval.experiment.trec_topics import looks_like_topics, read_trec_topics

#: Words of queries that take part, where nothing else is said: those of the paper, and a little longer.
USUAL_LENGTHS = (2, 6)
#: Above this every combination of words would be too many (2^9 options, 2^10 windows).
LONGEST = 10
#: How much of a file shows whether it holds TREC's topics.
_LOOK = 1 << 14


@dataclass(frozen=True, slots=True)
class Topic:
    """A query: its id, the text as typed, its content words, and the grades of its judged documents."""

    id: str
    text: str
    words: tuple[str, ...]
    grades: Grades


def notes_on(left_out: Mapping[str, int]) -> list[str]:
    """For each reason how many queries were left out."""
    return [f"{count} {'query' if count == 1 else 'queries'} left out: {why}" for why, count in left_out.items() if count]


def read_topics(path: PathLike) -> list[tuple[str, str]]:
    """Ids and texts from a file of `id<TAB>query` lines, or of TREC's topics."""
    topics: dict[str, str] = {}
    with peeked(path) as file:
        read = read_trec_topics if looks_like_topics(file.head(_LOOK)) else _tabbed
        for number, name, text in read(file):
            if name in topics:
                raise InputError(f"the id {name} is used twice", cure="give every query its own id", file=path, line=number)
            topics[name] = text
    if not topics:
        raise InputError("holds no queries", cure="write id<TAB>query, one per line", file=path)
    return list(topics.items())


def _tabbed(path: PathLike) -> Iterator[tuple[int, str, str]]:
    for number, line in lines(path):
        if not line.strip():
            continue
        name, tab, text = line.partition("\t")
        if not tab or not name.strip():
            cure = "write id<TAB>query, or TREC's <top> ... </top>"
            raise InputError("no tab between id and query", cure=cure, file=path, line=number)
        yield number, name.strip(), text.strip()


def choose_topics(
    queries: Iterable[tuple[str, str]],
    judgements: Judgements,
    words_of: Callable[[str], Sequence[str]],
    lengths: tuple[int, int] = USUAL_LENGTHS,
) -> tuple[tuple[Topic, ...], dict[str, int]]:
    """The queries that can take part, in the order of the file, and how many cannot for which reason.

    `words_of` gives the content words of a text.
    """
    shortest, longest = lengths
    if not 2 <= shortest <= longest <= LONGEST:
        raise InputError(f"queries of {shortest} to {longest} words", cure=f"choose lengths from 2 to {LONGEST}")
    taken: list[Topic] = []
    reasons = {
        "without content words": 0,
        f"under {shortest} content words": 0,
        f"over {longest} content words": 0,
        "without judgements": 0,
        "no relevant document among the judged": 0,
    }
    empty, short, long, unjudged, hopeless = reasons
    for name, text in queries:
        words = tuple(words_of(text))
        grades = judgements.get(name, {})
        if not words:
            reasons[empty] += 1
        elif len(words) < shortest:
            reasons[short] += 1
        elif len(words) > longest:
            reasons[long] += 1
        elif not grades:
            reasons[unjudged] += 1
        elif not relevant(grades):
            reasons[hopeless] += 1
        else:
            taken.append(Topic(name, text, words, grades))
    if not taken:
        counted = ", ".join(f"{count} {why}" for why, count in reasons.items() if count)
        raise InputError(
            f"no query can take part ({counted})", cure="choose other lengths (--set words=2-6), or check the ids of the judgements"
        )
    return tuple(taken), reasons

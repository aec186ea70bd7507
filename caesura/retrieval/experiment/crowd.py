"""The options people chose for the queries of an experiment; where there are none, a simulated crowd that is marked as such."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from caesura.corpus import Corpus, Entry, Query, Votes
from caesura.foundation import InputError, PathLike, lines
from caesura.retrieval.experiment.options import without_stop_words
from caesura.retrieval.experiment.topics import Topic
from caesura.shapes import Flat, random_flat, same_words

#: Simulated annotators of each query, as many as the paper asked.
ANNOTATORS = 10
#: How often a simulated annotator chooses without looking.
_CARELESS = 0.1


@dataclass(frozen=True)
class Crowd:
    """Votes for options over content words, by topic id; trust by annotator where it is known."""

    corpus: Corpus
    simulated: bool = False
    trust: Mapping[str, float] = field(default_factory=dict)

    def entry(self, topic: str) -> Entry | None:
        return self.corpus.by_id.get(topic)

    def option(self, topic: str) -> Flat | None:
        """The most popular option; None where nobody chose one."""
        entry = self.entry(topic)
        return _flat(entry.votes.top.shape) if entry is not None and entry.votes else None

    def agreement(self, topic: str) -> float | None:
        """The share of annotators who chose the most popular option."""
        entry = self.entry(topic)
        return entry.votes.top.count / entry.votes.total if entry is not None and entry.votes else None

    def joined(self, topic: str, start: int, end: int) -> float | None:
        """The share of annotators who made a phrase of exactly the words start to end."""
        entry = self.entry(topic)
        if entry is None or not entry.votes:
            return None
        return sum(vote.count for vote in entry.votes if (start, end) in _flat(vote.shape).spans) / entry.votes.total


def crowd_of(
    corpus: Corpus,
    topics: Sequence[Topic],
    words_of: Callable[[str], Sequence[str]],
    stop_words: frozenset[str],
    trust: Mapping[str, float] | None = None,
) -> Crowd:
    """The votes of a corpus of options for these topics, found by id; stop words inside them are taken out."""
    entries = []
    for topic in topics:
        entry = corpus.by_id.get(topic.id)
        if entry is None or not entry.votes:
            continue
        annotations = []
        for vote in entry.votes:
            option = _content_option(entry.query.words, _flat(vote.shape), topic, words_of, stop_words)
            annotators = vote.annotators or (None,) * vote.count
            annotations += [(option, annotator, ()) for annotator in annotators]
        entries.append(Entry(Query(topic.id, " ".join(topic.words)), Votes.count(annotations)))
    if not entries:
        raise InputError(
            f"the options of {corpus.name} are for other queries",
            cure="give its queries the ids of --queries, or leave --options out",
        )
    return Crowd(Corpus(corpus.name, tuple(entries)), trust=trust or {})


def simulated_crowd(topics: Sequence[Topic], proposals: Sequence[Flat], *, seed: int = 1) -> Crowd:
    """Ten made-up annotators who take over each proposed phrase as often as it is their habit, and sometimes do not look.

    They show what tables and figures look like. They say nothing about people: every table that holds them says so.
    """
    habits = {
        f"simulated-{number}": random.Random(f"habit {seed} {number}").uniform(0.2, 0.9) for number in range(1, ANNOTATORS + 1)
    }
    entries = []
    for topic, proposal in zip(topics, proposals, strict=True):
        annotations = []
        for name, habit in habits.items():
            drawing = random.Random(f"{seed} {name} {topic.id}")
            lengths = [length if drawing.random() < habit else 0 for length in proposal.lengths]
            kept = [
                part for length, old in zip(lengths, proposal.lengths, strict=True) for part in ([length] if length else [1] * old)
            ]
            careless = drawing.random() < _CARELESS
            option = random_flat(proposal.size, drawing) if careless else Flat.from_lengths(kept)
            annotations.append((option, name, ()))
        entries.append(Entry(Query(topic.id, " ".join(topic.words)), Votes.count(annotations)))
    return Crowd(Corpus("simulated crowd", tuple(entries)), simulated=True)


def read_trust(path: PathLike) -> dict[str, float]:
    """`annotator<TAB>trust` lines, trust from 0 to 1."""
    by_annotator: dict[str, float] = {}
    for number, line in lines(path):
        name, _, value = line.partition("\t")
        try:
            trust = float(value)
        except ValueError:
            trust = -1.0
        if not 0 <= trust <= 1:
            raise InputError(f"no trust from 0 to 1 in '{line}'", cure="write annotator<TAB>trust", file=path, line=number)
        by_annotator[name.strip()] = trust
    return by_annotator


def _flat(shape: object) -> Flat:
    if not isinstance(shape, Flat):
        raise InputError("the options are not flat segmentations", cure="give a corpus of flat segmentations")
    return shape


def _content_option(
    words: Sequence[str], option: Flat, topic: Topic, words_of: Callable[[str], Sequence[str]], stop_words: frozenset[str]
) -> Flat:
    """The option over the topic's content words. One word that the collection cuts in two is not a phrase because of that."""
    pieces: list[str] = []
    breaks: list[int] = []
    for start, end in option.spans:
        cut = [piece for word in words[start:end] for piece in words_of(word)]
        if cut:
            pieces += cut
            breaks += [int(end - start == 1)] * (len(cut) - 1) + [1]
    kept = [piece not in stop_words for piece in pieces]
    same_words(tuple(piece for piece, keep in zip(pieces, kept, strict=True) if keep), topic.words, topic.text)
    return without_stop_words(pieces, Flat(tuple(breaks[:-1])), kept)

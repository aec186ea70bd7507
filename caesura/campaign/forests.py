"""The forests of a campaign: filled with tags and relations, one chosen for each query, and how far annotators agree on heads.

Annotators set heads. Tags come from the proposal; a relation does where the head is the proposal's, else it is `root` or `dep`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sqlalchemy import select

from caesura.campaign.adjudicating import adjudications_of
from caesura.campaign.answers import stored_answers
from caesura.campaign.proposals import read_proposal
from caesura.campaign.store import Store, schema
from caesura.campaign.tasks import task_named
from caesura.campaign.values import Campaign, Role
from caesura.foundation import PathLike, written
from caesura.shapes import Forest, Words, print_conllu

items = schema.items


def filled(forest: Forest, proposal: Forest | None) -> Forest:
    """The same heads, with the proposal's tags and with the relations that are known."""
    if proposal is None:
        return forest
    known = proposal.labels or ("dep",) * proposal.size
    labels = tuple(
        "root" if not head else "dep" if head != before or label == "root" else label
        for head, before, label in zip(forest.heads, proposal.heads, known, strict=True)
    )
    return Forest(forest.heads, proposal.tags, labels)


def proposals_of(store: Store, campaign: Campaign) -> dict[str, Forest]:
    """The proposals of a campaign's queries, by their names."""
    task = task_named(campaign.task)
    query = select(items.c.name, items.c.text, items.c.paragraph).where(
        items.c.campaign == campaign.id, items.c.role == Role.ORDINARY
    )
    with store.reading() as connection:
        rows = connection.execute(query.order_by(items.c.id)).all()
    return {name: read_proposal(task.words(text), paragraph) for name, text, paragraph in rows if paragraph}


def central(forests: Sequence[Forest]) -> Forest:
    """The forest that shares most heads with all of them; of several the first. A majority word by word need not be a tree."""
    return max(forests, key=lambda one: sum(same_heads(one, other) for other in forests))


def same_heads(one: Forest, other: Forest) -> int:
    return sum(here == there for here, there in zip(one.heads, other.heads, strict=True))


def write_treebank(store: Store, campaign: Campaign, path: PathLike) -> None:
    """One forest for each answered query, in CoNLL-U: what was adjudicated, else the central one."""
    task = task_named(campaign.task)
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    proposals = proposals_of(store, campaign)
    decided = {one.item: one.answer for one in adjudications_of(store, campaign)}
    given: dict[str, tuple[Words, list[Forest]]] = {}
    for answer in stored:
        words = task.words(answer.text)
        given.setdefault(answer.item, (words, []))[1].append(_forest(campaign, words, answer.answer))
    with written(path) as stream:
        for name, (words, forests) in given.items():
            forest = _forest(campaign, words, decided[name]) if name in decided else central(forests)
            comments = {"sent_id": name, "text": " ".join(words), "annotators": str(len(forests))}
            if name in decided:
                comments["adjudicated"] = "yes"
            stream.write(print_conllu(words, filled(forest, proposals.get(name)), comments))


def head_agreement(store: Store, campaign: Campaign) -> dict[str, Any]:
    """UAS between annotators over all pairs of answers to one query, and against the proposals; pooled over words."""
    task = task_named(campaign.task)
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    proposals = proposals_of(store, campaign)
    by_item: dict[str, list[Forest]] = {}
    for answer in stored:
        by_item.setdefault(answer.item, []).append(_forest(campaign, task.words(answer.text), answer.answer))
    pairs = [pair for forests in by_item.values() for pair in combinations(forests, 2)]
    against = [(forest, proposals[name]) for name, forests in by_item.items() if name in proposals for forest in forests]
    return {
        "pairs": len(pairs),
        "uas": _attachment(pairs),
        "same_segments": _share([one.segments == other.segments for one, other in pairs]),
        "same_forest": _share([one.heads == other.heads for one, other in pairs]),
        "uas_of_proposals": _attachment(against),
    }


def _forest(campaign: Campaign, words: Words, answer: str) -> Forest:
    shape = task_named(campaign.task).shape(words, answer)
    if not isinstance(shape, Forest):
        raise TypeError(f"an answer of the task {campaign.task} is not a forest")
    return shape


def _attachment(pairs: Sequence[tuple[Forest, Forest]]) -> float | None:
    words = sum(one.size for one, _ in pairs)
    return float(Fraction(sum(same_heads(*pair) for pair in pairs), words)) if words else None


def _share(alike: Sequence[bool]) -> float | None:
    return sum(alike) / len(alike) if alike else None

"""What the book is made of: chapters (papers), entries (a table or figure each), and what an entry computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True)
class NeededData:
    """Data an entry needs: places in which it may lie inside a folder, what it is, and where to get it."""

    places: tuple[str, ...]
    what: str
    where: str


#: Name -> data. An entry without a source computes from nothing but its definitions.
SOURCES = {
    "webis": NeededData(
        ("webis-qsec-10",),
        "the Webis Query Segmentation Corpus, with votes, counts, tags and the outputs of algorithms",
        "the Webis group offers Webis-QSeC-10 under CC BY 4.0 on Zenodo and on its own data page",
    ),
    "collections": NeededData(
        ("retrieval", "collections"),
        "collections with documents, queries and judgements",
        "TREC Disks 4-5 and ClueWeb09B, which the paper used, are licensed by NIST and by the Lemur project; any folder of "
        "docs.jsonl, queries.tsv and qrels.txt stands in for them",
    ),
    "options": NeededData(
        ("options.jsonl", "docs/examples/retrieval-shop/options.jsonl"),
        "people's choices among the ways to phrase a query",
        "the paper's are not published; a campaign with the task options collects some",
    ),
    "crowd": NeededData(
        ("crowd",),
        "labels of crowds with gold labels, NAME.labels.csv and NAME.gold.csv",
        "the paper's judgements of paragraphs are not published; public crowd sets stand in for them",
    ),
    "question-intent": NeededData(
        ("treebanks/question-intent/final.conllu", "question-intent/final.conllu", "treebank/invented/train.conllu"),
        "queries with question intent and their trees",
        "Yahoo's treebank of 4,000 queries is given out by Webscope on request; the repository has one of its own in treebanks/",
    ),
}


@dataclass(frozen=True)
class Computed:
    """What an entry gives: rows with published and computed figures, how they compare, and what the figures are made of.

    `agree` counts the published figures that ours equals within the entry's tolerance, of `judged` that have a counterpart. `draw`
    draws a figure into matplotlib's axes, `height` inches high.
    """

    rows: Sequence[Row]
    signature: str
    agree: int = 0
    judged: int = 0
    draw: Callable[[Any], None] | None = None
    caption: str = ""
    note: str = ""
    height: float = 3.5


@dataclass(frozen=True)
class BookEntry:
    """One table or figure of a paper. `why` says why ours may differ, `tolerance` when two figures agree.

    `compute` gets the place of the data (the project's folder where it needs none).
    """

    name: str
    chapter: str
    title: str
    compute: Callable[[Path], Computed]
    source: str | None = None
    why: str = ""
    tolerance: str = ""
    order: int = 0

    @property
    def description(self) -> str:
        return self.title


@dataclass(frozen=True)
class Chapter:
    """A paper: its name in addresses, citation, what it found, and what came out here in five sentences at most."""

    name: str
    title: str
    citation: str
    finding: str


CHAPTERS = {
    chapter.name: chapter
    for chapter in (
        Chapter(
            "beyer-2011",
            "New methods and measures for query segmentation",
            "Anna Beyer: Neue Verfahren und Evaluierungsmaße für Anfragesegmentierungen. Bachelor's thesis, Weimar 2011.",
            "Ten annotators per query rarely agree; measures that take all their votes into account are fairer, and Wikipedia's "
            "titles alone segment better than n-gram counts.",
        ),
        Chapter(
            "ramanath-2013",
            "Crowd prefers the middle path",
            "Rohan Ramanath, Monojit Choudhury, Kalika Bali, Rishiraj Saha Roy: Crowd Prefers the Middle Path. ACL 2013.",
            "Annotators of a crowd cut queries in the middle whatever they say; alpha, corrected for that habit, shows it where "
            "percentages of agreement do not.",
        ),
        Chapter(
            "xu-klakow-2010",
            "Paragraphs for list questions",
            "Fang Xu, Dietrich Klakow: Paragraph Acquisition and Selection for List Question Using Amazon's Mechanical Turk. "
            "LREC 2010.",
            "Models that learn how reliable workers are recover true labels better than a majority vote; the more of the answers "
            "are right, the better all of them do.",
        ),
        Chapter(
            "pinter-2016",
            "Syntactic parsing of queries with question intent",
            "Yuval Pinter, Roi Reichart, Idan Szpektor: Syntactic Parsing of Web Queries with Question Intent. NAACL 2016.",
            "A query with question intent is often several syntactic segments; a segmenter that learns from titles of questions "
            "finds them, and parses of the segments are better than one parse of the whole.",
        ),
        Chapter(
            "lioma-2018",
            "To phrase or not to phrase",
            "Christina Lioma, Birger Larsen, Peter Ingwersen: To Phrase or Not to Phrase. Impact of User versus System Term "
            "Dependence upon Retrieval. 2018.",
            "Phrases help few queries, people cannot say which, and neither can systems: a bag of words is hard to beat.",
        ),
    )
}

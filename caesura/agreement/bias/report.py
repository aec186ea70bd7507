"""The bias report: all habits of a corpus's annotators, with what they come to in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from caesura.agreement.agreement import measure_agreement
from caesura.agreement.bias.heights import height_distribution, height_findings
from caesura.agreement.bias.positions import position_distribution
from caesura.agreement.bias.prepositions import POSITIONS, preposition_findings, preposition_table
from caesura.agreement.bias.segments import deviation_distribution, segment_distribution, segment_findings
from caesura.agreement.bias.tagged import tagged_items
from caesura.agreement.bias.tally import SEED, TRIALS, Finding
from caesura.agreement.bias.verbs import length_matters, verb_findings
from caesura.agreement.items import AnnotatedQuery, Distance, Kind, items_of, kind_of, pairable
from caesura.corpus import Corpus, Tagger
from caesura.foundation import InputError, signature

Rows = list[dict[str, object]]

#: A habit that chance makes less often than this is one to warn of.
LEVEL = 0.05


@dataclass(frozen=True)
class BiasReport:
    """Tables are empty where the corpora do not allow them: no flat or no nested annotations, no tags."""

    corpus: str
    against: str | None
    queries: int
    annotations: int
    untagged: int
    agreement: Rows
    findings: Sequence[Finding]
    segments: Rows
    deviations: Rows
    heights: Rows
    prepositions: Rows
    positions: Rows
    verb_phrase_length: dict[str, float | int] | None
    signature: str
    sentences: Sequence[str] = field(default=())
    #: Those of the sentences that tell of a habit beyond chance.
    warnings: Sequence[str] = field(default=())

    def as_document(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return asdict(self)


def bias_report(
    corpus: Corpus,
    *,
    nested: Corpus | None = None,
    against: Corpus | None = None,
    against_nested: Corpus | None = None,
    tagger: Tagger | None = None,
    trials: int = TRIALS,
    seed: int = SEED,
) -> BiasReport:
    """`corpus` may be flat or nested; `nested` adds trees to a flat one. `against` is the second corpus (gold, random queries)."""
    flat, trees = _sorted_out(corpus, nested)
    other_flat, other_trees = _sorted_out(against, against_nested) if against is not None else (None, against_nested)
    findings: list[Finding] = []
    segments: Rows = []
    deviations: Rows = []
    heights: Rows = []
    prepositions: Rows = []
    positions: Rows = []
    untagged = 0
    condition = None
    items: tuple[AnnotatedQuery, ...] = ()
    if flat is not None:
        items = items_of(flat, Kind.FLAT)
        others = None if other_flat is None else items_of(other_flat, Kind.FLAT)
        findings += segment_findings(items, others, trials=trials, seed=seed)
        segments, deviations = segment_distribution(items, others), deviation_distribution(items, others)
        positions = position_distribution(items, others)
    if trees is not None:
        tree_items = items_of(trees, Kind.NESTED)
        other_tree_items = None if other_trees is None else items_of(other_trees, Kind.NESTED)
        findings += height_findings(tree_items, other_tree_items, trials=trials, seed=seed)
        heights = height_distribution(tree_items, other_tree_items)
        items = items or tree_items
    if flat is not None:
        tagged, untagged = tagged_items(flat, tagger)
        other_tagged = None if other_flat is None else tagged_items(other_flat, tagger)[0]
        findings += verb_findings(tagged, other_tagged, trials=trials, seed=seed)
        condition = length_matters(tagged, trials=trials, seed=seed)
        findings += preposition_findings(tagged, other_tagged, trials=trials, seed=seed)
        prepositions = preposition_table(tagged, other_tagged)
    sentences = _sentences(findings, condition)
    return BiasReport(
        corpus=corpus.name,
        against=None if against is None else against.name,
        queries=len(items),
        annotations=sum(item.total for item in items),
        untagged=untagged,
        agreement=_agreement(flat, trees, seed),
        findings=findings,
        segments=segments,
        deviations=deviations,
        heights=heights,
        prepositions=prepositions,
        positions=positions,
        verb_phrase_length=condition,
        signature=signature(
            data=corpus.signature,
            nested=None if nested is None else nested.signature,
            against=None if against is None else against.signature,
            against_nested=None if against_nested is None else against_nested.signature,
            tags=_tags(corpus, against, tagger),
            trials=trials,
            seed=seed,
        ),
        sentences=[sentence for sentence, _ in sentences],
        warnings=[sentence for sentence, is_warning in sentences if is_warning],
    )


def _tags(corpus: Corpus, against: Corpus | None, tagger: Tagger | None) -> str:
    """Where parts of speech come from, for the signature: the corpora's own first, a tagger where these are missing."""
    own = [given.tags_fingerprint for given in (corpus, against) if given is not None]
    return ",".join([*(f"corpus#{mark}" for mark in own if mark), *(["tagger"] if tagger is not None else [])]) or "none"


def _agreement(flat: Corpus | None, trees: Corpus | None, seed: int) -> Rows:
    """Alpha and S beside the habits that explain them; left out where nobody shared a query."""
    rows: Rows = []
    for corpus, distances in ((flat, (Distance.D1,)), (trees, tuple(Distance))):
        if corpus is not None and pairable(items_of(corpus)):
            for distance in distances:
                measured = measure_agreement(corpus, distance=distance, seed=seed)
                shown = distance.value if corpus is trees else "d"
                rows.append({"shape": measured.kind.value, "distance": shown} | measured.as_row())
    return rows


def _sorted_out(corpus: Corpus, nested: Corpus | None) -> tuple[Corpus | None, Corpus | None]:
    if kind_of(corpus) is Kind.FLAT:
        return corpus, nested
    if nested is not None:
        raise InputError(f"{corpus.name} and {nested.name} are both nested", cure="give one of them only")
    return None, corpus


def _sentences(findings: Sequence[Finding], condition: dict[str, float | int] | None) -> list[tuple[str, bool]]:
    """What the findings come to, each with whether it is a warning: the habit is there, and chance hardly makes it."""
    by_habit = {(row.habit, row.where): row for row in findings}
    sentences = []
    if row := by_habit.get(("two or three segments", "all")):
        sentences.append(
            (
                f"{row.observed:.0%} of the annotations have two or three segments, "
                f"by chance {row.expected:.0%} would ({_p(row.p)}).",
                row.observed > row.expected and row.p < LEVEL,
            )
        )
    if row := by_habit.get(("deviation of lengths, 2 segments", "all")):
        word = "more" if row.observed < row.expected else "not more"
        sentences.append(
            (
                f"Two segments are {word} equal in length than chance makes them: "
                f"standard deviation {row.observed:.2f} against {row.expected:.2f} ({_p(row.p)}).",
                row.observed < row.expected and row.p < LEVEL,
            )
        )
    if row := by_habit.get(("height of the tree", "all")):
        word = "lower" if row.observed < row.expected else "not lower"
        sentences.append(
            (
                f"Trees are {word} than chance makes them: "
                f"mean height {row.observed:.2f} against {row.expected:.2f} ({_p(row.p)}).",
                row.observed < row.expected and row.p < LEVEL,
            )
        )
    before = by_habit.get(("break before the verb phrase", "verb phrase: half of the query"))
    after = by_habit.get(("break right after the verb", "verb phrase: half of the query"))
    if before and after:
        sentences.append(
            (
                f"Where the verb phrase is about half of the query, {before.observed:.0%} break before it "
                f"and {after.observed:.0%} right after its verb.",
                before.observed > before.expected and before.p < LEVEL,
            )
        )
    if condition is not None:
        sentences.append(
            (
                f"Before a verb phrase of about half the query {condition['half']:.0%} break, "
                f"before a single verb at the end {condition['single_verb']:.0%} ({_p(float(condition['p']))}).",
                condition["half"] > condition["single_verb"] and condition["p"] < LEVEL,
            )
        )
    sides = [by_habit.get((f"break: {position}", "all prepositions")) for position in POSITIONS]
    rows = [row for row in sides if row is not None]
    if rows:
        both, none, right, left = (f"{row.observed:.0%}" for row in rows)
        sentences.append(
            (
                f"Around prepositions {both} break on both sides, {none} on neither, {left} only before and {right} only after.",
                # Four looks at the same breaks: one of them is below the level more often than once in twenty.
                min(row.p for row in rows) * len(rows) < LEVEL,
            )
        )
    return sentences


def _p(value: float) -> str:
    return "p < .001" if value < 0.001 else f"p = {value:.3f}".replace("0.", ".")

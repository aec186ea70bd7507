"""All figures of a corpus's agreement in one go, with a sentence that says what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from caesura.agreement.beyond_chance import chance_agreement, s_by_chance
from caesura.agreement.bootstrap import alpha_interval, mean_interval
from caesura.agreement.chance import DRAWS, Chance
from caesura.agreement.fournier import mean_boundary_similarity
from caesura.agreement.items import Distance, Kind, items_of, kind_of, pairable
from caesura.agreement.kappa import break_kappa
from caesura.agreement.krippendorff import alpha, alpha_same_length, between
from caesura.agreement.percentage import same_break, same_segmentation
from caesura.agreement.popular import mean_popularity, popular_options
from caesura.agreement.values import alpha_of_counts
from caesura.corpus import Corpus
from caesura.foundation import RESAMPLES, SEED, InputError, Interval, notebook_facts, signature

#: Below this many queries the interval of alpha deserves a warning.
FEW_QUERIES = 20
#: A drop of alpha worth a sentence.
_MUCH = 0.1
#: From here on annotators clearly agree about the queries.
_CLEAR = 0.4


@dataclass(frozen=True)
class Agreement:
    """`alpha` is None with one query, or where no two annotations differ. `single` queries have one annotation and take no part."""

    kind: Kind
    distance: Distance
    queries: int
    annotations: int
    single: int
    alpha: Fraction | None
    alpha_interval: Interval | None
    alpha_same_length: Fraction | None
    printed_s: Fraction
    s_interval: Interval | None
    proper_s: Fraction
    s_by_chance: Fraction
    estimated: bool
    s_error: float
    signature: str
    #: The name of another group's corpus, the queries both annotated, and alpha between the two.
    against: tuple[str, int, Fraction | None] | None = None

    @property
    def sentence(self) -> str:
        """What the figures mean, in words."""
        if self.s_by_chance == 1:
            return "A tree over two words has only one shape, so there is nothing to agree or disagree on."
        within = _within_words(float(self.proper_s), float(self.s_by_chance))
        if self.alpha is None and self.queries == 1:
            return (
                f"Annotators agree with each other {within} (S {_short(self.printed_s)}). With one query alpha has no value: "
                "it compares differences within queries with differences between them."
            )
        if self.alpha is None:
            return f"No two annotations differ anywhere, so alpha has no value (S {_short(self.printed_s)})."
        across = _across_words(float(self.alpha))
        joined = "but" if "more" in within and float(self.alpha) < _CLEAR else "and"
        sentence = (
            f"Annotators agree with each other on single queries {within} (S {_short(self.printed_s)}), "
            f"{joined} {across} across queries (alpha {_short(self.alpha)})."
        )
        if self.alpha_same_length is not None and self.alpha - self.alpha_same_length > _MUCH:
            sentence += (
                f" Much of that comes from the lengths of queries: within one length alpha is {_short(self.alpha_same_length)}."
            )
        return sentence

    @property
    def warning(self) -> str | None:
        """Why the figures should be taken with care, if they should."""
        reasons = []
        if self.alpha_interval is not None and self.queries < FEW_QUERIES:
            few = f"{self.queries} queries are few: with fewer than {FEW_QUERIES}"
            reasons.append(f"{few} the 95 % interval of alpha holds the true value less often than that")
        if self.estimated:
            reasons.append(f"the chance behind S is estimated for the longest trees: S may be off by {self.s_error:.4f}")
        return "; ".join(reasons) or None

    def _repr_html_(self) -> str:
        """The figures and the sentence that says what they mean, in a notebook."""
        row = self.as_row()
        sentence, signed = row.pop("sentence"), row.pop("signature")
        return f"<p>{escape(sentence)}</p>{notebook_facts(row, signed)}"

    def as_row(self) -> dict[str, Any]:
        """The figures as numbers, for tables and JSON."""
        row: dict[str, Any] = {
            "queries": self.queries,
            "annotations": self.annotations,
            "single_annotation_queries": self.single,
            "alpha": _float(self.alpha),
            "alpha_interval": self.alpha_interval,
            "alpha_same_length": _float(self.alpha_same_length),
            "S": float(self.printed_s),
            "S_interval": self.s_interval,
            "S_pairs": float(self.proper_s),
            "S_by_chance": float(self.s_by_chance),
            "estimated": self.estimated,
            "S_error": self.s_error,
            "sentence": self.sentence,
            "warning": self.warning,
            "signature": self.signature,
        }
        if self.against is not None:
            name, queries, value = self.against
            row["against"] = {"corpus": name, "queries": queries, "alpha": _float(value)}
        return row


def measure_agreement(
    corpus: Corpus,
    *,
    kind: Kind | None = None,
    distance: Distance = Distance.D1,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    draws: int = DRAWS,
    against: Corpus | None = None,
) -> Agreement:
    """Alpha and S with intervals over queries. For trees too long to count, chance is estimated from `draws` pairs (see `Chance`),
    and `s_error` says how far S may be off; `against` is what other annotators made of the same queries."""
    shape = kind or kind_of(corpus)
    items = items_of(corpus, shape)
    used = pairable(items)
    chance = Chance(shape, distance, draws, seed)
    beyond_chance = chance_agreement(used, chance)
    if beyond_chance is None:
        raise InputError(f"no query of {corpus.name} has two annotations", cure="agreement needs at least two annotators")
    estimated = any(not chance.is_exact(item.boundaries) for item in used)
    return Agreement(
        kind=shape,
        distance=distance,
        queries=len(used),
        annotations=sum(item.total for item in used),
        single=len(items) - len(used),
        alpha=alpha(used, distance),
        alpha_interval=alpha_interval(used, distance, resamples=resamples, seed=seed),
        alpha_same_length=alpha_same_length(used, distance),
        printed_s=beyond_chance.printed,
        s_interval=mean_interval(beyond_chance.printed_by_query, resamples=resamples, seed=seed),
        proper_s=beyond_chance.proper,
        s_by_chance=s_by_chance(used, chance),
        estimated=estimated,
        s_error=sum(chance.error(item.boundaries) for item in used) / len(used),
        signature=signature(
            data=corpus.signature,
            shape=shape.value,
            distance="d" if shape is Kind.FLAT else distance.value,
            chance=f"estimated-{draws}-pairs-seed-{seed}" if estimated else "exact",
            bootstrap=f"{resamples}-seed-{seed}" if resamples else None,
            against=None if against is None else against.signature,
        ),
        against=None if against is None else _against(corpus, against, shape, distance),
    )


def _against(corpus: Corpus, other: Corpus, kind: Kind, distance: Distance) -> tuple[str, int, Fraction | None]:
    value, shared = agreement_between(corpus, other, kind=kind, distance=distance)
    return other.name, shared, value


def by_length(
    corpus: Corpus, *, kind: Kind | None = None, distance: Distance = Distance.D1, draws: int = DRAWS, seed: int = SEED
) -> list[dict[str, Any]]:
    """One row per query length: alpha, S, and how many chose the most popular option."""
    shape = kind or kind_of(corpus)
    used = pairable(items_of(corpus, shape))
    popular = {row.words: row for row in popular_options(used)}
    rows: list[dict[str, Any]] = []
    for boundaries in sorted({item.boundaries for item in used}):
        of_length = [item for item in used if item.boundaries == boundaries]
        beyond_chance = chance_agreement(of_length, Chance(shape, distance, draws, seed))
        rows.append(
            {
                "words": boundaries + 1,
                "queries": len(of_length),
                "alpha": _float(alpha(of_length, distance)),
                "S": None if beyond_chance is None else float(beyond_chance.printed),
                "S_pairs": None if beyond_chance is None else float(beyond_chance.proper),
                "most_popular": float(popular[boundaries + 1].agreement),
                "top_every_word_alone": popular[boundaries + 1].alone if shape is Kind.FLAT else None,
            }
        )
    return rows


def other_coefficients(corpus: Corpus, kind: Kind | None = None) -> dict[str, float | None]:
    """The figures people also report. Kappa and boundary similarity are for flat segmentations only."""
    shape = kind or kind_of(corpus)
    used = pairable(items_of(corpus, shape))
    overall, mean_of_rows = mean_popularity(used)
    coefficients: dict[str, float | None] = {
        "same_segmentation": _float(same_segmentation(used)),
        "same_break": _float(same_break(used)),
        "nominal_alpha": _float(alpha_of_counts(dict(item.patterns) for item in used)),
        "most_popular": float(overall.agreement),
        "most_popular_mean_of_lengths": float(mean_of_rows),
    }
    if shape is Kind.FLAT:
        coefficients["break_kappa"] = _float(break_kappa(used))
        coefficients["boundary_similarity"] = _float(mean_boundary_similarity(used))
    return coefficients


def agreement_between(
    corpus: Corpus, other: Corpus, *, kind: Kind | None = None, distance: Distance = Distance.D1
) -> tuple[Fraction | None, int]:
    """Alpha between two groups of annotators (such as a crowd and experts), and the number of queries both annotated."""
    shape = kind or kind_of(corpus)
    ones, others = items_of(corpus, shape), items_of(other, shape)
    texts = {entry.query.id: entry.query.words for entry in corpus}
    for entry in other:
        if texts.get(entry.query.id, entry.query.words) != entry.query.words:
            raise InputError(
                f"query {entry.query.id} differs between {corpus.name} and {other.name}", cure="the two must hold the same queries"
            )
    shared = len({item.id for item in ones} & {item.id for item in others})
    if not shared:
        raise InputError(f"{corpus.name} and {other.name} have no annotated query in common", cure="their query ids must match")
    return between(ones, others, distance), shared


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


def _short(value: Fraction) -> str:
    text = f"{float(value):.2f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def _within_words(proper_s: float, by_chance: float) -> str:
    # Ties count as at least as far apart, so chance has more than one half, and the more the shorter the queries are.
    surplus = (proper_s - by_chance) / (1 - by_chance)
    if surplus >= 0.3:
        return "far more than chance"
    if surplus >= 0.1:
        return "more than chance"
    return "about as much as chance" if surplus >= -0.1 else "less than chance"


def _across_words(alpha: float) -> str:
    if alpha >= 2 / 3:
        return "far more than"
    if alpha >= _CLEAR:
        return "clearly more than"
    return "hardly more than" if alpha >= 0.05 else "no more than"

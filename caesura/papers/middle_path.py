"""The tables of "Crowd prefers the middle path" (Ramanath et al. 2013), computed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from caesura.agreement import (
    ANNOTATORS,
    EXACT_WORDS,
    Agreement,
    Chance,
    Distance,
    Kind,
    expected_height,
    kind_of,
    measure_agreement,
    simulated_corpus,
)
from caesura.corpus import Corpus
from caesura.foundation import InputError, PathLike, one_of, picture_kind, save_figure

Rows = list[dict[str, Any]]

#: Table 5, column "Expected".
_PRINTED_HEIGHTS = {5: 2.57, 6: 3.24, 7: 3.88, 8: 4.47}
#: Table 4: alpha (S) for flat d, nested d1, nested d2.
_PRINTED_TABLE_4 = {
    "Q700": ("0.21 (0.59)", "0.21 (0.89)", "0.16 (0.68)"),
    "Q500": ("0.22 (0.62)", "0.15 (0.70)", "0.15 (0.44)"),
    "QG500": ("0.61 (0.88)", "0.66 (0.88)", "0.67 (0.80)"),
    "S300": ("0.27 (0.74)", "0.18 (0.94)", "0.14 (0.75)"),
    "U250": ("0.23 (0.89)", "0.42 (0.90)", "0.30 (0.78)"),
    "B250": ("0.22 (0.86)", "0.34 (0.88)", "0.22 (0.71)"),
    "T250": ("0.20 (0.86)", "0.44 (0.89)", "0.34 (0.76)"),
}
#: Name -> what the table shows.
MIDDLE_PATH_TABLES = {
    "4": "Table 4: alpha (S)",
    "4-printed": "Table 4 as printed",
    "5": "Table 5: expected height of random trees",
    "distances": "Appendix: ordered pairs of random structures by distance",
    "simulation": "Simulated annotators",
    "claims": "What the paper says, on the simulated annotators",
}
_DISTANCES = (("d", Kind.FLAT, Distance.D1), ("d1", Kind.NESTED, Distance.D1), ("d2", Kind.NESTED, Distance.D2))


def middle_path_tables(
    corpora: Sequence[Corpus],
    wanted: Collection[str] = tuple(MIDDLE_PATH_TABLES),
    *,
    lengths: tuple[int, int] = (3, 6),
    queries: int = 300,
    seed: int = 1,
) -> dict[str, Rows]:
    """The wanted tables by name. Table 4 is of the corpora; `lengths` are words, for the distances of random structures."""
    for name in wanted:
        one_of("table", name, MIDDLE_PATH_TABLES)
    first, last = lengths
    if not 2 <= first <= last <= EXACT_WORDS:
        raise InputError(f"lengths {first}-{last}", cure=f"2 to {EXACT_WORDS} words can be counted")
    simulated = simulated_rows(queries=queries, seed=seed) if {"simulation", "claims"} & set(wanted) else []
    tables: dict[str, Callable[[], Rows]] = {
        "4": lambda: table_4(corpora),
        "4-printed": printed_table_4,
        "5": height_table,
        "distances": lambda: distance_tables(range(first, last + 1)),
        "simulation": lambda: simulated,
        "claims": lambda: claims(simulated),
    }
    return {name: tables[name]() for name in MIDDLE_PATH_TABLES if name in wanted and (name != "4" or corpora)}


def height_table() -> Rows:
    """Table 5's expected column: the mean height of random trees."""
    return [
        {
            "words": words,
            "printed": printed,
            "expected": float(expected_height(words)),
            "exactly": str(expected_height(words)),
            "agrees": round(float(expected_height(words)), 2) == printed,
        }
        for words, printed in _PRINTED_HEIGHTS.items()
    ]


def distance_tables(lengths: Iterable[int]) -> Rows:
    """The appendix: how many ordered pairs of random structures are how far apart. `sum` is the distance times the boundaries."""
    rows: Rows = []
    for words in lengths:
        for name, kind, distance in _DISTANCES:
            chance = Chance(kind, distance)
            counts, tails = chance.counts(words - 1), chance.tails(words - 1)
            for apart, (pairs, tail) in enumerate(zip(counts, tails, strict=True)):
                if pairs:
                    rows.append(
                        {
                            "words": words,
                            "distance": name,
                            "sum": apart,
                            "value": apart / (words - 1),
                            "pairs": pairs,
                            "probability": pairs / sum(counts),
                            "at_least": float(tail),
                        }
                    )
    return rows


def printed_table_4() -> Rows:
    """Table 4 as it stands in the paper."""
    return [
        {"dataset": name, "flat d": flat, "nested d1": first, "nested d2": second}
        for name, (flat, first, second) in _PRINTED_TABLE_4.items()
    ]


def table_4(corpora: Sequence[Corpus]) -> Rows:
    """Alpha (S) of any corpora in the layout of table 4; a flat and a nested one of the same name share a row.

    A set with the name of one of the paper's has its printed figures beside it.
    """
    rows: dict[str, dict[str, Any]] = {}
    for corpus in corpora:
        blank = {"dataset": corpus.name, "queries": len(corpus), "flat d": None, "nested d1": None, "nested d2": None}
        printed = _PRINTED_TABLE_4.get(corpus.name)
        row = rows.setdefault(corpus.name, blank | {"printed": None if printed is None else ", ".join(printed)})
        if kind_of(corpus) is Kind.FLAT:
            row["flat d"] = _pair(measure_agreement(corpus, resamples=0))
        else:
            for distance in Distance:
                row[f"nested {distance.value}"] = _pair(measure_agreement(corpus, distance=distance, resamples=0))
    return list(rows.values())


def draw_lengths(corpora: Sequence[Corpus], path: PathLike) -> None:
    """Figure 2: the share of each set's queries by their length, the sets side by side."""
    picture_kind(path)
    if not corpora:
        raise InputError("there are no corpora to draw", cure="name one or more")
    save_figure(length_bars(corpora), path, title="Lengths of the queries")


def length_bars(corpora: Sequence[Corpus]) -> Callable[[Any], None]:
    """What draws these bars into axes."""
    shares = {corpus.name: length_shares(corpus) for corpus in corpora}
    lengths = sorted({length for of_set in shares.values() for length in of_set})

    def draw(axes: Any) -> None:
        width = 0.8 / len(shares)
        for number, (name, of_set) in enumerate(shares.items()):
            places = [place + (number - (len(shares) - 1) / 2) * width for place in range(len(lengths))]
            axes.bar(places, [100 * of_set.get(length, 0.0) for length in lengths], width, label=name)
        axes.set_xticks(range(len(lengths)), [str(length) for length in lengths])
        axes.set_xlabel("words")
        axes.set_ylabel("% of the queries")
        axes.legend(fontsize=8)

    return draw


def length_shares(corpus: Corpus) -> dict[int, float]:
    counts = Counter(len(entry.query.words) for entry in corpus)
    return {length: count / len(corpus) for length, count in counts.items()}


def simulated_rows(*, queries: int = 300, annotators: int = 10, seed: int = 1) -> Rows:
    """Alpha and S of made-up annotators; alpha within one length shows a habit that depends on length alone."""
    rows: Rows = []
    for annotator in ANNOTATORS:
        corpus = simulated_corpus(annotator, queries=queries, annotators=annotators, seed=seed)
        for distance in (Distance.D1,) if annotator.kind is Kind.FLAT else tuple(Distance):
            result = measure_agreement(corpus, distance=distance, resamples=0)
            rows.append(
                {
                    "shape": annotator.kind.value,
                    "distance": "d" if annotator.kind is Kind.FLAT else distance.value,
                    "annotators": annotator.name,
                    "alpha": None if result.alpha is None else float(result.alpha),
                    "alpha_same_length": None if result.alpha_same_length is None else float(result.alpha_same_length),
                    "S": float(result.printed_s),
                    "S_pairs": float(result.proper_s),
                }
            )
    return rows


def claims(rows: Sequence[dict[str, Any]]) -> Rows:
    """What the paper says alpha and S do, checked on the simulated annotators."""
    of = {(row["shape"], row["distance"], row["annotators"]): row for row in rows}
    checked: Rows = []
    for shape, distance, habit in (
        ("flat", "d", "two halves"),
        ("nested", "d1", "balanced trees"),
        ("nested", "d2", "balanced trees"),
    ):
        biased, unbiased, spammer = (of[shape, distance, name] for name in (habit, "unbiased", "spammer"))
        where = f"{shape} {distance}"
        checked += [
            _claim(
                where,
                "a shared habit gives a high S",
                f"S_pairs {biased['S_pairs']:.2f} against {spammer['S_pairs']:.2f} of spammers",
                biased["S_pairs"] > spammer["S_pairs"] + 0.15,
            ),
            _claim(
                where,
                "but queries of one length are cut alike, so alpha there is low",
                f"alpha {biased['alpha_same_length']:.2f} against {unbiased['alpha_same_length']:.2f} of the unbiased",
                biased["alpha_same_length"] < 0.1 < unbiased["alpha_same_length"],
            ),
            _claim(where, "spammers have no alpha", f"alpha {spammer['alpha']:.2f}", abs(spammer["alpha"]) < 0.05),
            _claim(where, "annotators who see the query have both", f"alpha {unbiased['alpha']:.2f}", unbiased["alpha"] > 0.4),
        ]
    flat, nested = of["flat", "d", "expert"], of["nested", "d1", "expert"]
    checked.append(
        _claim(
            "experts",
            "nested segmentation takes away the disagreement about granularity",
            f"alpha flat {flat['alpha']:.2f}, nested {nested['alpha']:.2f}",
            nested["alpha"] > flat["alpha"],
        )
    )
    return checked


def _claim(where: str, claim: str, figures: str, holds: bool) -> dict[str, Any]:
    return {"where": where, "claim": claim, "figures": figures, "holds": holds}


def _pair(result: Agreement) -> str:
    shown = "none" if result.alpha is None else f"{float(result.alpha):.2f}"
    return f"{shown} ({float(result.printed_s):.2f})"

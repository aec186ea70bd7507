"""Options of people, fitted to content words, and the crowd that stands in for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Votes
from caesura.foundation import InputError
from caesura.retrieval.experiment.crowd import Crowd, crowd_of, read_trust, simulated_crowd
from caesura.retrieval.experiment.options import all_options
from caesura.retrieval.experiment.people import agreement_by_length, trust_and_phrasing
from caesura.retrieval.experiment.rows import from_upper_bound
from caesura.retrieval.experiment.topics import Topic
from caesura.shapes import Flat, parse_quotes
from tests.retrieval.experiment.small import small_collection

STOP = frozenset({"of", "the"})
TOPIC = Topic("7", "the department of justice building", ("department", "justice", "building"), {"d": 1})


def votes(*annotations: tuple[str, str]) -> Corpus:
    words = ("the", "department", "of", "justice", "building")
    shapes = [(parse_quotes(text)[1], who, ()) for text, who in annotations]
    return Corpus("options", (Entry(Query("7", " ".join(words)), Votes.count(shapes)),))


def test_options_lose_their_stop_words() -> None:
    corpus = votes(
        ('the "department of justice" building', "ann"),
        ('"the department of justice" building', "bob"),
        ("the department of justice building", "eve"),
    )
    crowd = crowd_of(corpus, [TOPIC], str.split, STOP)
    # What ann and bob quoted is the same once stop words are gone.
    assert crowd.option("7") == Flat((0, 1))
    assert crowd.agreement("7") == pytest.approx(2 / 3)
    assert crowd.joined("7", 0, 2) == pytest.approx(2 / 3)
    assert crowd.joined("7", 1, 3) == 0
    assert crowd.option("8") is None
    assert not crowd.simulated


def test_a_word_that_the_collection_cuts_is_no_phrase() -> None:
    topic = Topic("7", "low-speed flow", ("low", "speed", "flow"), {"d": 1})
    for option, wanted in ((Flat((1,)), Flat((1, 1))), (Flat((0,)), Flat((0, 0)))):
        corpus = Corpus("options", (Entry(Query("7", "low-speed flow"), Votes.count([(option, None, ())])),))
        assert crowd_of(corpus, [topic], lambda text: text.replace("-", " ").split(), STOP).option("7") == wanted


def test_options_for_other_words_or_other_queries_are_refused() -> None:
    other = Corpus("options", (Entry(Query("7", "supreme court"), Votes.count([(Flat((0,)), None, ())])),))
    with pytest.raises(InputError, match="supreme"):
        crowd_of(other, [TOPIC], str.split, STOP)
    with pytest.raises(InputError, match="for other queries"):
        crowd_of(Corpus("options", ()), [TOPIC], str.split, STOP)


def test_the_simulated_crowd_is_seeded_and_says_what_it_is() -> None:
    one, same, another = (simulated_crowd([TOPIC], [Flat((0, 1))], seed=seed) for seed in (1, 1, 2))
    assert one.simulated
    assert one.corpus == same.corpus
    assert one.corpus != another.corpus
    entry = one.entry("7")
    assert entry is not None
    assert entry.votes.total == 10


def test_trust_is_read_or_computed(tmp_path: Path) -> None:
    file = tmp_path / "trust.tsv"
    file.write_text("ann\t0.9\nbob\t0.5\n")
    assert read_trust(file) == {"ann": 0.9, "bob": 0.5}
    for wrong in ("ann 0.9\n", "ann\t2\n", "ann\thigh\n"):
        file.write_text(wrong)
        with pytest.raises(InputError, match="trust from 0 to 1"):
            read_trust(file)
    corpus = votes(
        ("the department of justice building", "ann"),
        ("the department of justice building", "bob"),
        ('"the department" of justice building', "eve"),
    )
    rows, rho = trust_and_phrasing(Crowd(corpus))
    assert [(row["trust"], row["annotators"], row["phrased"]) for row in rows] == [("0.0-0.1", 1, 100.0), ("0.9-1.0", 2, 0.0)]
    assert rho is None
    trusted, _ = trust_and_phrasing(Crowd(corpus, trust={"eve": 0.95}))
    assert [(row["trust"], row["annotators"]) for row in trusted] == [("0.9-1.0", 1)]


def test_spearmans_rho_over_the_bins() -> None:
    phrased = {"x": 3, "y": 2, "z": 1}
    entries = []
    for number in range(4):
        shapes = [(Flat((int(number >= most), 1)), who, ()) for who, most in phrased.items()]
        entries.append(Entry(Query(f"q{number}", "a b c"), Votes.count(shapes)))
    crowd = Crowd(Corpus("options", tuple(entries)), trust={"x": 0.15, "y": 0.55, "z": 0.95})
    rows, rho = trust_and_phrasing(crowd)
    assert [row["phrased"] for row in rows] == [75.0, 50.0, 25.0]
    assert rho == pytest.approx(-1)


def test_published_agreement_by_length(shared_data: Path, tmp_path: Path) -> None:
    """Tables 1 and 2 of the paper: the most popular options of 52 queries with the share of 101 users."""
    file = shared_data.parent / "vectors" / "term-dependence.json"
    if not file.exists():
        pytest.skip("the worked examples are not here")
    known = json.loads(file.read_text())
    entries = []
    for number, (text, percent) in enumerate(known["options"].items()):
        words, top = parse_quotes(text)
        # Nobody knows what the others chose; no other option may have as many votes.
        others = [option for option in all_options(len(words)) if option != top]
        shapes = [(top, None, ())] * percent + [(others[place % len(others)], None, ()) for place in range(100 - percent)]
        entries.append(Entry(Query(str(number), " ".join(words)), Votes.count(shapes)))
    collection = small_collection(tmp_path / "small")
    collection.crowd = Crowd(Corpus("published", tuple(entries)))
    rows = {str(row["words"]): row for row in agreement_by_length(collection)}
    for words, wanted in known["by_length"].items():
        assert (rows[words]["queries"], rows[words]["phrasing"]) == (wanted["queries"], wanted["phrased"])
        assert rows[words]["agreement"] == pytest.approx(wanted["agreement"], abs=0.06)
    assert rows["all"]["agreement"] == pytest.approx(known["mean"], abs=0.06)
    for value, bound, percent in known["percent_from_upper_bound"]:
        assert from_upper_bound(value, bound) == pytest.approx(percent, abs=0.06)

"""Makes tests/data: small invented stand-ins for the large corpora, in their formats. `python -m scripts.synthetic_data [FOLDER]`.

Every test that needs a real corpus has a version in tests/synthetic that runs on these, so that a bare clone tests the same
code. The same seed gives the same bytes. What a method should answer on them is recorded by its plain path, scores of retrieval
by the formula written out here; that both equal the published ones is what the tests on the real corpora hold.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parents[1] / "tests" / "data"
SEED = 20261116
PREFIX = "webis-qsec-10-training-set"
#: Phrases and single words with their parts of speech, in the tags of the corpus they stand for.
PHRASES = {
    "paper planes": "NN NNS", "river bank": "NN NN", "garden gate": "NN NN", "old town hall": "JJ NN NN", "night train": "NN NN",
    "mountain bikes": "NN NNS", "cape town": "NP NP", "new york": "NP NP", "sea salt caramel": "NN NN NN", "red wine": "JJ NN",
    "piano lessons": "NN NNS", "wooden spoon": "JJ NN", "north wind": "NN NN", "apple trees": "NN NNS", "city library": "NN NN",
    "glass bottles": "NN NNS", "winter coat": "NN NN", "violin strings": "NN NNS", "kitchen table": "NN NN",
    "hot air balloon": "JJ NN NN",
}  # fmt: skip
WORDS = {
    "cheap": "JJ", "used": "VBN", "weather": "NN", "repair": "NN", "in": "IN", "for": "IN", "near": "IN", "how": "WRB",
    "history": "NN",
    "pictures": "NNS", "buy": "VB", "small": "JJ", "opening": "NN", "hours": "NNS", "lisbon": "NP", "map": "NN", "song": "NN",
}  # fmt: skip


def written(folder: Path, name: str, lines: Sequence[str]) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def truths(draw: Random, count: int) -> list[list[str]]:
    """Queries as lists of segments, all different."""
    found: dict[str, list[str]] = {}
    while len(found) < count:
        parts = draw.sample([*PHRASES] * 2 + [*WORDS], draw.randint(2, 4))
        if len(set(parts)) == len(parts) and 3 <= len(" ".join(parts).split()) <= 8:
            found.setdefault(" ".join(parts), parts)
    return list(found.values())


def tags_of(segments: Sequence[str]) -> list[str]:
    return [tag for segment in segments for tag in (PHRASES.get(segment) or WORDS[segment]).split()]


def breaks_of(segments: Sequence[str]) -> list[int]:
    return [gap for part in segments for gap in [0] * (len(part.split()) - 1) + [1]][:-1]


def cut(words: Sequence[str], breaks: Sequence[int]) -> str:
    return words[0] + "".join(("|" if here else " ") + word for here, word in zip(breaks, words[1:], strict=True))


def votes(draw: Random, segments: Sequence[str]) -> list[tuple[int, str]]:
    """Ten annotators; each decides wrongly at one place in seven."""
    words = " ".join(segments).split()
    given = Counter(cut(words, [value ^ (draw.random() < 0.14) for value in breaks_of(segments)]) for _ in range(10))
    return sorted(((count, text) for text, count in given.items()), key=lambda vote: (-vote[0], vote[1]))


def query_corpus(folder: Path, draw: Random) -> None:
    """A folder as Webis-QSeC-10 has it: queries, votes, tags, frequencies, titles and the outputs of seven algorithms."""
    queries = {str(1000 + 7 * number): segments for number, segments in enumerate(truths(draw, 150))}
    texts = {key: " ".join(segments) for key, segments in queries.items()}
    written(folder, f"{PREFIX}-queries.txt", [f"{key}\t{text}" for key, text in texts.items()])
    crowd = [
        f"{key}\t[{', '.join(f'({count}, {text!r})' for count, text in votes(draw, parts))}]" for key, parts in queries.items()
    ]
    written(folder, f"{PREFIX}-segmentations-crowdsourced.txt", crowd)
    written(folder, f"data/{PREFIX}-queries-pos-tagged.txt", [f"{key}\t{tags_of(parts)!r}" for key, parts in queries.items()])
    tagged: dict[str, list[str]] = {}
    for parts in queries.values():
        words, tags = " ".join(parts).split(), tags_of(parts)
        for start in range(len(words)):
            for end in range(start + 2, min(len(words), start + 5) + 1):
                tagged.setdefault(" ".join(words[start:end]), tags[start:end])
    ngrams = sorted(tagged)
    written(folder, f"data/{PREFIX}-n-gram-pos-tagged.txt", [f"{ngram}\t{tagged[ngram]!r}" for ngram in ngrams])
    counts = {}
    for ngram in ngrams:
        if any(ngram in phrase for phrase in PHRASES):
            counts[ngram] = draw.randint(20_000, 900_000) // len(ngram.split()) ** 2
        elif draw.random() < 0.5:
            counts[ngram] = draw.randint(40, 3_000)
    written(folder, f"data/{PREFIX}-n-gram-web-frequencies-google.txt", [f"{ngram}\t{count}" for ngram, count in counts.items()])
    titles = [ngram for ngram in ngrams if ngram in PHRASES and ngram != "apple trees"]
    written(folder, f"data/{PREFIX}-n-gram-wikipedia-titles.txt", titles)
    words = sorted({word for text in texts.values() for word in text.split()})
    single = {word: round(-draw.uniform(3, 5), 6) for word in words}
    written(folder, f"data/{PREFIX}-1-gram-web-frequencies-msn.txt", [f"{word}\t{value}" for word, value in single.items()])
    pairs = {}
    for ngram in ngrams:
        if ngram.count(" ") == 1:
            together = draw.uniform(1.5, 3) if any(ngram in phrase for phrase in PHRASES) else draw.uniform(-1, 0.7)
            pairs[ngram] = round(sum(single[word] for word in ngram.split()) + together, 6)
    written(folder, f"data/{PREFIX}-2-gram-web-frequencies-msn.txt", [f"{ngram}\t{value}" for ngram, value in pairs.items()])
    for name, answers in algorithm_outputs(texts, queries, counts, titles, tagged, single | pairs).items():
        file = f"segmentations-of-algorithms/{PREFIX}-segmentations-{name}.txt"
        written(folder, file, [f"{key}\t{answer}" for key, answer in answers.items()])


def algorithm_outputs(
    texts: dict[str, str],
    queries: dict[str, list[str]],
    counts: dict[str, int],
    titles: list[str],
    tagged: dict[str, list[str]],
    logarithms: dict[str, float],
) -> dict[str, dict[str, str]]:
    """What the plain path answers under the published rules, by the names the corpus has for the algorithms."""
    from caesura.lexicon import MemoryLexicon
    from caesura.segmenters import Segmenter, segmenter

    def answers(chosen: Segmenter, *, with_tags: bool = False) -> dict[str, str]:
        tags = {key: tuple(tags_of(parts)) if with_tags else None for key, parts in queries.items()}
        return {key: chosen.segment(text, tags[key]).pipe for key, text in texts.items()}

    lexicon = MemoryLexicon(counts, titles)
    total = 10**18
    old = MemoryLexicon({ngram: round(total * 10**value) for ngram, value in logarithms.items()}, total=total)

    def by_ngram(words: Sequence[str], /) -> tuple[str, ...]:
        return tuple(tagged[" ".join(words)])

    def published(method: str, **options: object) -> Segmenter:
        return segmenter(method, lexicon=lexicon, rules="published", compiled=False, **options)  # type: ignore[arg-type]

    wikipedia, hybrid = answers(published("wikipedia")), answers(published("hybrid"), with_tags=True)
    return {
        "pmi-baseline": answers(segmenter("pmi", lexicon=old, compiled=False, threshold=0.8948 * math.log(10))),
        "stein2010j": answers(published("naive")),
        "stein2011e": wikipedia,
        "wt-baseline": answers(published("titles")),
        "wt-snp-baseline": answers(published("titles+noun-phrases", tagger=by_ngram)),
        "hybrid-acc": hybrid,
        "hybrid-ir-none-stein2011e": wikipedia,
    }


def log_and_pairs(folder: Path, draw: Random) -> None:
    """A query log with its sources, and keywords with the questions they stand for."""
    rows = [" ".join(segments) for segments in truths(draw, 500)]
    written(folder, "query-log/queries.tsv", [f"{draw.choice(('web', 'shop'))}\t{text}" for text in draw.choices(rows, k=900)])
    pairs = [(draw.choice([*PHRASES]), draw.choice(["history", "map", "pictures", "song"])) for _ in range(60)]
    lines = [
        f"{phrase}, {word}\tWhere is a {word} of {phrase}?\tinvented-{number % 3}" for number, (phrase, word) in enumerate(pairs)
    ]
    first = pairs[0]
    lines.append(f"{first[0]} {first[1]}\tWhere is the {first[1]}?\tinvented-0")  # the same words, cut otherwise
    written(folder, "question-pairs/en-keyword-question-pairs.tsv", lines)


def crowd_labels(folder: Path, draw: Random) -> None:
    """Two sets of labels whose truth is known: careful workers among careless ones; and one with repeated labels."""
    for name, classes, items, each in (("binary", 2, 200, 5), ("classes", 4, 120, 7)):
        skill = {f"w{number:02}": (0.95 if number % 3 == 0 else 0.55 if classes == 2 else 0.4) for number in range(21)}
        truth = {f"t{number:03}": draw.randrange(classes) for number in range(items)}
        rows = []
        for task, label in truth.items():
            for worker in sorted(draw.sample(sorted(skill), each)):
                right = draw.random() < skill[worker]
                rows.append(f"{task},{worker},{label if right else draw.choice([c for c in range(classes) if c != label])}")
        if name == "binary":
            rows += draw.sample(rows, 30)
        written(folder, f"crowd/{name}.labels.csv", ["task,worker,label", *rows])
        written(folder, f"crowd/{name}.gold.csv", ["task,label", *(f"{task},{label}" for task, label in truth.items())])


def collection(folder: Path, draw: Random) -> None:
    """Documents that are about one or two phrases, queries with them, and judgements: whoever holds the phrase is relevant."""
    names = sorted(PHRASES)
    documents: dict[str, str] = {}
    about: dict[str, set[str]] = {name: set() for name in names}
    for number in range(160):
        subjects = draw.sample(names, draw.randint(1, 2))
        scattered = [word for phrase in draw.sample(names, 3) for word in phrase.split()]
        pieces = [*subjects, *draw.choices([*WORDS], k=draw.randint(6, 14)), *draw.sample(scattered, 3)]
        draw.shuffle(pieces)
        key = f"d{number:03}"
        documents[key] = " ".join(pieces)
        for name in subjects:
            about[name].add(key)
    topics = {str(number): f"{name} {draw.choice(['history', 'map', 'song'])}" for number, name in enumerate(names[:12], start=1)}
    small = folder / "retrieval" / "small"
    written(small, "docs.jsonl", [json.dumps({"id": key, "title": "", "text": text}) for key, text in documents.items()])
    written(small, "queries.tsv", [f"{key}\t{text}" for key, text in topics.items()])
    judged = [f"{key} 0 {document} 1" for key, name in zip(topics, names, strict=False) for document in sorted(about[name])]
    written(small, "qrels.txt", judged)
    written(small, "meta.json", [json.dumps({"source": "invented", "licence": "Apache-2.0"})])
    runs(folder / "retrieval" / "oracle" / "small", documents, topics)


def runs(folder: Path, documents: dict[str, str], topics: dict[str, str]) -> None:
    """Scores by the formula, for bags of words and sequential dependence."""
    tokens = {key: text.split() for key, text in documents.items()}
    written(folder, "tokens.tsv", [f"{key}\t{text}" for key, text in documents.items()])
    bags, dependent = {}, {}
    for key, text in topics.items():
        words = text.split()
        bags[key] = [(1.0, "", (word,)) for word in words]
        share = [(0.85 / len(words), "", (word,)) for word in words]
        near = [
            (weight / (len(words) - 1), kind, pair) for weight, kind in ((0.1, "#1"), (0.05, "#uw8")) for pair in pairwise(words)
        ]
        dependent[key] = share + near
    for name, queries in (("bow", bags), ("sdm", dependent)):
        lines, ranked = [], []
        for key, parts in queries.items():
            shown = " ".join(
                f"{weight:.10f} {kind}({' '.join(part)})" if kind else f"{weight:.10f} {part[0]}" for weight, kind, part in parts
            )
            lines.append(f"{key}\t#weight({shown})")
            rounded = [(float(f"{weight:.10f}"), kind, part) for weight, kind, part in parts]
            scores = scored(tokens, rounded)
            best = sorted(scores.items(), key=lambda item: (-float(f"{item[1]:.6g}"), item[0]))
            ranked += [f"{key} Q0 {document} {rank} {score:.6g} formula" for rank, (document, score) in enumerate(best, start=1)]
        written(folder, f"{name}.queries.tsv", lines)
        written(folder, f"{name}.run", ranked)


def scored(tokens: dict[str, list[str]], parts: Sequence[tuple[float, str, tuple[str, ...]]], mu: float = 2500) -> dict[str, float]:
    """Dirichlet query likelihood of every document that holds any part; one that none holds counts as half an occurrence."""
    size = sum(map(len, tokens.values()))
    total = sum(weight for weight, _, _ in parts)
    scores: dict[str, float] = {}
    counted = [
        (weight / total, {key: occurrences(text, kind, part) for key, text in tokens.items()}) for weight, kind, part in parts
    ]
    for key, text in tokens.items():
        if any(count[key] for _, count in counted):
            scores[key] = math.fsum(  # the same on every Python: sum() rounds otherwise from 3.12 on
                weight * math.log((count[key] + mu * (sum(count.values()) or 0.5) / size) / (len(text) + mu))
                for weight, count in counted
            )
    return scores


def occurrences(text: Sequence[str], kind: str, part: tuple[str, ...]) -> int:
    """How often a word stands in a text, a pair in order side by side, or a pair in any order within eight words."""
    if not kind:
        return text.count(part[0])
    if kind == "#1":
        return sum(pair == part for pair in pairwise(text))
    spans = sorted(
        (min(i, j), max(i, j)) for i, one in enumerate(text) if one == part[0] for j, other in enumerate(text) if other == part[1]
    )
    count, free = 0, 0
    for start, end in sorted(spans, key=lambda span: (span[0], span[1])):
        if start >= free and end - start < 8:
            count, free = count + 1, end + 1
    return count


def treebank(folder: Path, draw: Random) -> None:
    """Sentences of one pattern with their trees: people, what they do, to which thing, and where."""
    people, verbs = ("Anna", "Ben", "children", "farmers"), ("see", "paint", "carry", "find")
    things, places = ("boats", "letters", "apples", "songs"), ("London", "Paris", "Berlin", "Madrid")
    lines = []
    for number in range(1, 61):
        who, does, what, where = (draw.choice(group) for group in (people, verbs, things, places))
        rows = [
            (who, "PROPN" if who in ("Anna", "Ben") else "NOUN", 2, "nsubj"),
            (does, "VERB", 0, "root"),
            ("the", "DET", 4, "det"),
            (what, "NOUN", 2, "obj"),
            ("in", "ADP", 6, "case"),
            (where, "PROPN", 2, "obl"),
        ]
        lines += [f"# sent_id = invented-{number}", f"# text = {' '.join(word for word, *_ in rows)}"]
        lines += [
            f"{place}\t{word}\t{word.lower()}\t{tag}\t_\t_\t{head}\t{label}\t_\t_"
            for place, (word, tag, head, label) in enumerate(rows, start=1)
        ]
        lines.append("")
    written(folder, "treebank/invented/en_invented-ud-dev.conllu", lines)


def files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def make(folder: Path) -> None:
    said = "Everything in this folder is invented by scripts/synthetic_data.py; no figure from it means anything."
    written(folder, "INVENTED", [said])
    query_corpus(folder / "webis-qsec-10", Random(SEED))
    log_and_pairs(folder, Random(SEED + 1))
    crowd_labels(folder, Random(SEED + 2))
    collection(folder, Random(SEED + 3))
    treebank(folder, Random(SEED + 4))


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)

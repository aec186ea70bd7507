"""From a log to a corpus: filter, draw, correct; what Hagen et al. 2011 did to the AOL log, and what happened on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.log_draw import Draw, draw_queries
from caesura.corpus.log_filter import filter_files
from caesura.corpus.log_reader import LogFile, logs_on_disk
from caesura.corpus.log_rules import LogRules
from caesura.corpus.log_spelling import Spelled, Speller, spelled
from caesura.corpus.log_steps import Steps
from caesura.corpus.query import Query
from caesura.foundation import Advance, PathLike, input_name, unwatched


@dataclass(frozen=True, slots=True)
class LogSample:
    """The corpus, the lines that fell, what was drawn of each length, and the spelling step where there was one."""

    corpus: Corpus
    steps: Steps
    drawn: Draw
    spelling: Spelled | None

    @property
    def notes(self) -> list[str]:
        """What a user should know: that there was too little to draw from."""
        if not self.drawn.strata:
            return ["no line of the log remained, nothing was drawn"]
        return [
            f"{stratum.wanted} queries of {stratum.length} words were wanted, there are only {stratum.drawn} distinct ones"
            for stratum in self.drawn.short
        ]


def sample_log(
    paths: Sequence[PathLike],
    count: int,
    *,
    seed: int,
    rules: LogRules | None = None,
    speller: Speller | None = None,
    by_line: bool = True,
    lenient: bool = False,
    advance: Advance = unwatched,
) -> LogSample:
    """Draw `count` distinct queries of the filtered logs; same logs, rules and seed, same corpus."""
    settings = rules or LogRules()
    with logs_on_disk(paths) as files:
        return sample_files(
            files, count, seed=seed, rules=settings, speller=speller, by_line=by_line, lenient=lenient, advance=advance
        )


def sample_files(
    files: Sequence[LogFile],
    count: int,
    *,
    seed: int,
    rules: LogRules,
    speller: Speller | None,
    by_line: bool = True,
    lenient: bool,
    advance: Advance,
) -> LogSample:
    """As `sample_log`, for logs that are on disk."""
    steps = Steps()
    kept = filter_files(files, rules, steps, lenient=lenient, advance=advance)
    drawn = draw_queries((line.query for line in kept), count, seed=seed, by_line=by_line)
    spelling = None if speller is None else spelled(drawn.queries, speller, rules.words)
    queries = drawn.queries if spelling is None else spelling.queries
    return LogSample(numbered_corpus(input_name(files[0].name), queries), steps, drawn, spelling)


def numbered_corpus(name: str, queries: Sequence[str], prefix: str = "q") -> Corpus:
    """Queries without annotations, with the ids q1, q2, ... in their order."""
    return Corpus(name, tuple(Entry(Query(f"{prefix}{number}", text)) for number, text in enumerate(queries, start=1)))

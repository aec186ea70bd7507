"""`caesura adapt`: a model for one's own queries from a few annotated ones, from a log, or from both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_facts
from caesura.cli.progress import progress
from caesura.foundation import InputError, check_writable

if TYPE_CHECKING:
    from caesura.corpus import Corpus
    from caesura.segmenters import FeatureSources, Teachers
    from caesura.shapes import Words

app = typer.Typer()


@app.command(epilog="Example:  caesura adapt --examples my-corpus.jsonl --unlabelled my-log.txt -o my.model")
def adapt(
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    examples: Annotated[
        str | None,
        typer.Option("--examples", metavar="CORPUS", help="Annotated queries, 20 or more, in any format Caesura reads."),
    ] = None,
    unlabelled: Annotated[
        list[str],
        typer.Option("--unlabelled", metavar="LOG", help="A log, or queries one per line: the method best labels them."),
    ] = [],  # noqa: B006 - typer makes a list of its own
    teacher: Annotated[
        str | None,
        typer.Option(
            "--teacher",
            metavar="FILE",
            help="A larger transformer learns too and labels the log beside best (minutes); `make teacher` builds it.",
        ),
    ] = None,
    lexicon: Annotated[
        str | None,
        typer.Option("--lexicon", "-l", help="Your own counts, titles and log statistics beside Caesura's; segment with it too."),
    ] = None,
    start: ModelOption = None,
    annotators: AnnotatorsOption = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same examples and seed: same model.")] = 1,
    licence: Annotated[str, typer.Option("--licence", help="Written into the card.")] = "as the examples and the profile",
    format: FormatOption = Format.TABLE,
) -> None:
    """Fit a shipped profile to your own queries with as few as 20 annotated examples, a log nobody annotated, or both.

    Examples left out decide from which profile to start and whether to train;
    the last line is the gain with its interval. The method best learns from
    the examples first and labels the log; the network learns the log's words
    as well, which stand in the model's file as 32-bit hashes.
    """
    from caesura.corpus import read_corpus
    from caesura.segmenters import FeatureSources
    from caesura.tagging import default_tagger

    check_writable(output)
    if examples is None and not unlabelled:
        raise InputError("nothing to learn from", cure="give --examples, --unlabelled, or both")
    if teacher is not None and (examples is None or not unlabelled):
        raise InputError("--teacher learns from examples and labels a log", cure="give --examples and --unlabelled too")
    sources = FeatureSources(opened_lexicon(lexicon), default_tagger())
    logged = _queries(unlabelled)
    if examples is None:
        facts = _distilled(logged, sources, start, output, seed, licence)
    else:
        corpus = counted(read_corpus(examples, annotated=True), annotators)
        teachers = _teachers(teacher, sources) if logged else None
        facts = _adapted(corpus, logged, teachers, sources, start, output, seed, licence)
    print_facts(facts, format, title="on queries left out")


def _teachers(teacher: str | None, sources: FeatureSources) -> Teachers:
    from caesura.segmenters import best_teachers, larger_teachers, profiles_as_teachers

    return larger_teachers(teacher) if teacher is not None else best_teachers() or profiles_as_teachers(sources)


def _adapted(
    corpus: Corpus,
    logged: list[Words],
    teachers: Teachers | None,
    sources: FeatureSources,
    start: str | None,
    output: str,
    seed: int,
    licence: str,
) -> dict[str, Any]:
    from caesura.segmenters import ADAPTING_PARTS, PROFILES, adapt_model, model_of, write_model

    begin = None if start is None else {start: model_of(start)}
    steps = ADAPTING_PARTS * ((len(PROFILES) if start is None else 1) + 2 * bool(logged))
    with progress("adapting", steps, unit="parts") as advance:
        adapted = adapt_model(
            corpus,
            sources,
            begin,
            unlabelled=logged,
            teachers=teachers,
            seed=seed,
            licence=licence,
            advance=advance,
        )
    write_model(adapted.model, output)
    low, high = adapted.interval
    return {
        "start": adapted.start,
        "examples": adapted.model.card["queries"],
        **({"unlabelled": adapted.unlabelled, "words learned": adapted.model.card["words_learned"]} if logged else {}),
        "passes": adapted.passes,
        **{f"{name} before": value for name, value in adapted.before.items()},
        **{f"{name} after": value for name, value in adapted.after.items()},
        "gain in query accuracy": f"{adapted.difference:+.3f} [{low:+.3f}, {high:+.3f}]",
    }


def _distilled(
    logged: list[Words], sources: FeatureSources, start: str | None, output: str, seed: int, licence: str
) -> dict[str, Any]:
    from caesura.foundation import MissingExtraError
    from caesura.segmenters import best_teachers, distil_model, model_of, write_model

    teachers = best_teachers()
    if teachers is None:
        raise MissingExtraError("learning from a log without --examples", "best", "caesura-best")
    name = start or "web"
    with progress("adapting", 3, unit="steps") as advance:
        distilled = distil_model(logged, sources, model_of(name), teachers, name=name, seed=seed, licence=licence, advance=advance)
    write_model(distilled.model, output)
    return {
        "start": name,
        "unlabelled": distilled.queries,
        "left out": distilled.left_out,
        "words learned": distilled.model.card["words_learned"],
        "segmented as best before": round(distilled.before, 4),
        "segmented as best after": round(distilled.after, 4),
    }


def _queries(logs: list[str]) -> list[Words]:
    """Distinct queries of the logs, up to the maximum."""
    if not logs:
        return []
    from itertools import islice

    from caesura.corpus import logs_on_disk, read_queries
    from caesura.segmenters import MOST_UNLABELLED
    from caesura.shapes import MAX_WORDS, split_words

    with logs_on_disk(logs) as files:
        texts = dict.fromkeys(islice((query for file in files for query in read_queries(file)), 10 * MOST_UNLABELLED))
    words = (split_words(text) for text in texts)
    return list(islice((each for each in words if 1 < len(each) <= MAX_WORDS), MOST_UNLABELLED))

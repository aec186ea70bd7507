"""Where the predictions of `caesura evaluate` and `caesura compare` come from: files, the corpus itself, or methods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.lexicon_option import lexicon_for
from caesura.cli.progress import progress
from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.corpus import Corpus, Entry
    from caesura.evaluation import Measure, Predictions, Subset
    from caesura.segmenters import Ground, LearnedSegmenter, Model

CorpusArgument = Annotated[str, typer.Argument(metavar="CORPUS", help="Queries with votes, in any known format.")]
FromOption = Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The corpus's format, where it is not plain.")]
MeasureOption = Annotated[str | None, typer.Option("--measure", metavar="A,B", help="Only these measures; all by default.")]
ReferenceOption = Annotated[
    str, typer.Option("--reference", help="closest (the definition) or published (what the thesis's tables were made with).")
]
LexiconOption = Annotated[str | None, typer.Option("--lexicon", "-l", metavar="FILE", help="Counts and titles for methods.")]
ModelOption = Annotated[str | None, typer.Option("--model", metavar="FILE", help="A model of your own, for methods that learn.")]
FoldsOption = Annotated[
    int | None,
    typer.Option(
        "--folds", min=2, help="Train learned on the other folds of so many, so that it has seen no query it is scored on."
    ),
]
RulesOption = Annotated[str, typer.Option("--rules", help="For methods: printed (the formulas) or published (the public outputs).")]


def annotated_corpus(path: str, from_format: str | None) -> Corpus:
    from caesura.corpus import read_corpus

    return read_corpus(path, from_format, annotated=True)


def chosen_measures(names: str | None) -> list[Measure] | None:
    from caesura.evaluation import measure

    return None if names is None else [measure(name.strip()) for name in names.split(",")]


def from_file_or_output(name: str, corpus: Corpus) -> tuple[str, Predictions]:
    """A predictions file, or the name of an algorithm whose output the corpus brings along."""
    from caesura.evaluation import method_name, named_predictions, read_predictions

    if name == "-" or Path(name).exists():
        return method_name(name), read_predictions(name, corpus)
    return name, named_predictions(name, corpus)


@dataclass(frozen=True)
class Equipment:
    """What methods are given to work with."""

    lexicon: str | None = None
    model: str | None = None
    rules: str = "printed"
    folds: int | None = None
    seed: int = 1


def from_method(name: str, corpus: Corpus, equipment: Equipment) -> Predictions:
    """Segment the corpus's queries; its own part-of-speech tags are used where it has them."""
    from caesura.segmenters import METHODS, segmenter

    if METHODS[name].learns and equipment.folds is not None:
        return _learned_in_folds(corpus, equipment)
    opened = lexicon_for(name, equipment.lexicon, equipment.model)
    given = {"model": equipment.model} if equipment.model is not None and METHODS[name].takes_model else {}
    segment = segmenter(name, lexicon=opened, rules=equipment.rules, **given)  # type: ignore[arg-type] # it checks them itself
    texts = [entry.query.text for entry in corpus]
    tags = [entry.query.tags for entry in corpus]
    with progress(f"segmenting by {name}", len(texts), unit="queries") as advance:
        found = segment.segment_many(texts, tags if any(tag is not None for tag in tags) else None)
        advance(len(texts))
    return {entry.query.id: segmentation.flat for entry, segmentation in zip(corpus, found, strict=True)}


def _learned_in_folds(corpus: Corpus, equipment: Equipment) -> Predictions:
    """Each query by a model trained on the other folds."""
    from caesura.segmenters import Recipe, predict_in_folds

    folds, recipe = equipment.folds or 2, Recipe(seed=equipment.seed)
    with progress("training", folds * recipe.members, unit="networks") as advance:
        return predict_in_folds(corpus, _ground(corpus, equipment), folds, recipe, advance)[0]


def unseen_segmenters(corpus: Corpus, equipment: Equipment) -> Iterator[tuple[LearnedSegmenter, Entry]]:
    """Each query with a segmenter trained on the other folds: the very models that `caesura evaluate --folds` predicts with."""
    from caesura.segmenters import Recipe, learned_in_folds

    folds, recipe = equipment.folds or 2, Recipe(seed=equipment.seed)
    with progress("training", folds * recipe.members, unit="networks") as advance:
        for trained, own in learned_in_folds(corpus, _ground(corpus, equipment), folds, recipe, advance):
            yield from ((trained, entry) for entry in own)


def _ground(corpus: Corpus, equipment: Equipment) -> Ground:
    """With a lexicon of one's own the corpus's own tags are learned from as well; with the default lexicon the model sees what it
    will see in use, the text alone."""
    from caesura.cli.lexicon_option import opened_lexicon
    from caesura.segmenters import Ground
    from caesura.tagging import default_tagger

    given_tags = equipment.lexicon is not None and any(entry.query.tags is not None for entry in corpus)
    return Ground(opened_lexicon(equipment.lexicon), default_tagger(), given_tags)


def seen_by_model(corpus: Corpus, equipment: Equipment) -> frozenset[str]:
    """Ids of the queries that the model of `learned` was trained on; none where it is trained fold by fold."""
    if equipment.folds is not None:
        return frozenset()
    model = _model(equipment)
    return frozenset(entry.query.id for entry in corpus if model.has_seen(entry.query.text))


def how_trained(corpus: Corpus, equipment: Equipment) -> tuple[str, int]:
    """The model of `learned` as signatures name it, and on how many of these very queries it was trained."""
    seen = seen_by_model(corpus, equipment)
    if seen:
        typer.echo(
            f"note: the model of learned was trained on {len(seen)} of these {len(corpus)} queries, where its figures flatter; "
            "--folds 10 without --model trains on others",
            err=True,
        )
    if equipment.folds is not None:
        return f"folds-{equipment.folds}-seed-{equipment.seed}", len(seen)
    return "shipped" if equipment.model is None else f"given#{_model(equipment).fingerprint}", len(seen)


def learns(name: str) -> bool:
    """Whether rows of that name come from a method that was trained (others may be named after a file)."""
    from caesura.segmenters import METHODS

    return name in METHODS and METHODS[name].learns


def with_model(rows: Sequence[Mapping[str, Any]], trained: str | None) -> list[Mapping[str, Any]]:
    """Rows of methods that learn say in their signatures how its model was trained."""
    if trained is None:
        return list(rows)
    return [
        {**row, "signature": row["signature"].replace("|caesura:", f"|model:{trained}|caesura:")} if learns(row["method"]) else row
        for row in rows
    ]


def _model(equipment: Equipment) -> Model:
    from caesura.segmenters import default_model, read_model

    return default_model() if equipment.model is None else read_model(equipment.model)


def chosen_subset(text: str, equipment: Equipment, corpus: Corpus) -> Subset:
    """As `parse_subset`; besides, `entry` and `no-entry` (is the query itself an entry of the lexicon?), `seen` and `unseen`
    (was the model trained on it?)."""
    from caesura.evaluation import Subset, parse_subset

    name = text.strip()
    if name in ("entry", "no-entry"):
        from caesura.cli.lexicon_option import opened_lexicon

        lexicon = opened_lexicon(equipment.lexicon)
        return Subset(name, lambda entry: (lexicon.lookup(entry.query.words) != (0, False)) is (name == "entry"))
    if name in ("seen", "unseen"):
        known = seen_by_model(corpus, equipment)
        return Subset(name, lambda entry: (entry.query.id in known) is (name == "seen"))
    return parse_subset(text)


def gather(corpus: Corpus, names: Iterable[str], methods: Iterable[str], equipment: Equipment) -> dict[str, Predictions]:
    """All predictions by method; two of one name would hide each other and are refused."""
    found: dict[str, Predictions] = {}
    for name, predictions in (
        *(from_file_or_output(name, corpus) for name in names),
        *((method, from_method(method, corpus, equipment)) for method in methods),
    ):
        if name in found:
            raise InputError(f"two predictions are called '{name}'", cure="rename one of the files")
        found[name] = predictions
    return found

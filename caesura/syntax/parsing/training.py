"""From treebanks to a parser file: read them as queries, train a tagger, tag as it would on new text, train, fit, measure.

A parser that learns from gold tags trusts tags too much. So the training trees are tagged by taggers that have not seen them: the
sentences are dealt into folds, and each fold is tagged by one trained on the others. A phrase goes with its sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from caesura.foundation import Advance, InputError, PathLike, check_folds, each_fold, unwatched
from caesura.shapes import MAX_WORDS, Forest
from caesura.syntax.parsing.adaptation import AdaptationData, adapt_tagger
from caesura.syntax.parsing.calibration import calibration_of, loss
from caesura.syntax.parsing.learning import PerceptronSettings, train_model
from caesura.syntax.parsing.model import ParserModel
from caesura.syntax.parsing.transition_parser import TransitionParser
from caesura.syntax.scores.attachment import pool, score
from caesura.syntax.treebank.as_queries import TreeExample, read_trees
from caesura.tagging import PerceptronTagger, Tagged, Tagger, default_tagger, read_as_queries, train_tagger, unpack_tagger

# Where no development trees are named, one sentence in this many is put aside to fit the confidence on.
_ASIDE = 20
_TEMPERATURES = (50, 100, 200, 400, 800, 1600)


@dataclass(frozen=True)
class ParserRecipe:
    """What to train on and how.

    `keep_tagger` takes the tagger that ships with Caesura instead of training one; `adapt` names pairs and questions that the new
    tagger learns from too. The confidence is fitted on the development trees; of those to be measured only the tags are looked at.
    """

    treebanks: Sequence[PathLike]
    development: Sequence[PathLike] = ()
    measured: Sequence[PathLike] = ()
    adapt: AdaptationData | None = None
    keep_tagger: bool = False
    fragments: bool = True
    folds: int = 5
    tagger_epochs: int = 6
    fold_epochs: int = 4
    licence: str = ""
    settings: PerceptronSettings = field(default_factory=PerceptronSettings)

    @property
    def steps(self) -> int:
        """Taggers and passes that training takes."""
        return 1 + self.folds + self.settings.epochs


def train_parser(recipe: ParserRecipe, *, advance: Advance = unwatched) -> ParserModel:
    """A model with its card. `advance` is called after each of the recipe's steps."""
    examples = [example for path in recipe.treebanks for example in _trees(path, fragments=recipe.fragments)]
    development = {Path(path).name: list(_trees(path)) for path in recipe.development}
    aside = [example for trees in development.values() for example in trees]
    if not development:
        examples, aside = _put_aside(examples)
    if recipe.keep_tagger and recipe.adapt is not None:
        raise InputError("a tagger that is kept cannot learn from pairs", cure="leave out one of the two")
    packed_tagger, adaptation = (b"", {}) if recipe.keep_tagger else _new_tagger(recipe)
    tagger = unpack_tagger(packed_tagger, "the new tagger") if packed_tagger else default_tagger()
    advance(1)
    tags = _tags_as_unseen(examples, recipe.folds, recipe.fold_epochs, advance)
    model = replace(train_model(examples, tags, recipe.settings, advance=advance), tagger=packed_tagger)
    model = with_confidence(model, tagger, aside)
    parser = TransitionParser(model, "new", tagger=tagger)
    card = {
        "trained_on": [Path(path).name for path in recipe.treebanks],
        "licence": recipe.licence,
        "examples": len(examples),
        "fragments": recipe.fragments,
        "epochs": recipe.settings.epochs,
        "seed": recipe.settings.seed,
        "figures": {name: figures(parser, trees) for name, trees in development.items()},
        **adaptation,
    }
    return replace(model, card=card)


def figures(parser: TransitionParser, trees: Sequence[TreeExample]) -> dict[str, float]:
    """UAS, LAS and tag accuracy in percent, and the mean confidence beside them."""
    parses = parser.parse_many([tree.words for tree in trees])
    total = pool(score(Forest(tree.heads, tree.tags, tree.labels), parse.forest) for tree, parse in zip(trees, parses, strict=True))
    sure = sum((parse.confidence or 0.0) * len(parse.heads) for parse in parses) / max(total.words, 1)
    shares = {"uas": float(total.uas), "las": float(total.las or 0), "tags": float(total.tag_accuracy), "confidence": sure}
    return {name: round(100 * share, 2) for name, share in shares.items()}


def _trees(path: PathLike, *, fragments: bool = False) -> list[TreeExample]:
    trees = [tree for tree in read_trees(str(path), fragments=fragments) if len(tree.words) <= MAX_WORDS]
    if not trees:
        raise InputError("holds no trees", cure="a treebank is CoNLL-U with heads", file=path)
    return trees


def _new_tagger(recipe: ParserRecipe) -> tuple[bytes, dict[str, Any]]:
    """A tagger, and what its card says of its adaptation. It learns from phrases too, even where the parser does not."""
    trees = [tree for path in recipe.treebanks for tree in _trees(path, fragments=True)]
    sentences = _tagged(trees if recipe.development else _put_aside(trees)[0])
    if recipe.adapt is None:
        return train_tagger(sentences, recipe.tagger_epochs), {}
    adapted = adapt_tagger(sentences, recipe.adapt, recipe.tagger_epochs)
    taggers = {name: unpack_tagger(getattr(adapted, name), f"the tagger {name} adaptation") for name in ("before", "after")}
    tags = {
        Path(path).name: {name: tags_right(tagger, list(read_as_queries(str(path)))) for name, tagger in taggers.items()}
        for path in (*recipe.development, *recipe.measured)
    }
    return adapted.after, {
        "adapted_to": {
            "files": recipe.adapt.files,
            "real": adapted.real,
            "synthetic": adapted.synthetic,
            "seed": recipe.adapt.seed,
        },
        "tags": tags,
    }


def tags_right(tagger: Tagger, sentences: Sequence[Tagged]) -> float:
    """The share of words with the right tag, in percent."""
    right = sum(one == other for words, tags in sentences for one, other in zip(tagger(words), tags, strict=True))
    return round(100 * right / max(sum(len(one.words) for one in sentences), 1), 2)


def _tagged(examples: Sequence[TreeExample]) -> list[Tagged]:
    return [Tagged(example.words, example.tags) for example in examples]


def _put_aside(examples: Sequence[TreeExample]) -> tuple[list[TreeExample], list[TreeExample]]:
    kept = [example for example in examples if example.sentence % _ASIDE != _ASIDE - 1]
    aside = [example for example in examples if example.sentence % _ASIDE == _ASIDE - 1]
    return kept, aside or kept


def _tags_as_unseen(examples: Sequence[TreeExample], folds: int, epochs: int, advance: Advance) -> list[tuple[str, ...]]:
    check_folds(folds, max(2, folds), "sentences")  # tags must come from a tagger that has not seen the words
    tags: list[tuple[str, ...]] = [()] * len(examples)
    for others, own in each_fold([example.sentence % folds for example in examples], folds):
        tagger = unpack_tagger(train_tagger(_tagged([examples[at] for at in others] or examples), epochs), "the tagger of a fold")
        for at in own:
            tags[at] = tagger(examples[at].words)
        advance(1)
    return tags


def with_confidence(model: ParserModel, tagger: PerceptronTagger, trees: Sequence[TreeExample]) -> ParserModel:
    """The model with the temperature and the calibration at which heads are as often right as their confidence says."""
    tagged = [(tree, tagger(tree.words)) for tree in trees]

    def shares(temperature: float) -> tuple[list[float], list[bool]]:
        parser = TransitionParser(replace(model, temperature=temperature), "fitting", tagger=tagger)
        in_beam: list[float] = []
        right: list[bool] = []
        for tree, tags in tagged:
            heads, sure = parser.heads_and_shares(tree.words, tags)
            in_beam += sure
            right += [head == gold for head, gold in zip(heads, tree.heads, strict=True)]
        return in_beam, right

    fits = []
    for temperature in _TEMPERATURES:
        in_beam, right = shares(temperature)
        calibration = calibration_of(in_beam, right)
        fits.append((loss(in_beam, right, calibration), temperature, calibration))
    _, temperature, calibration = min(fits)
    return replace(model, temperature=float(temperature), calibration=calibration)

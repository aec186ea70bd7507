"""Methods on a whole corpus: their segmentations or trees, with what a signature must say and a reader must know.

The command line and the studio both predict here, so that both give the same figure under the same signature with the same notes:
which lexicon, rules, parameters and model were used, and on how many of these very queries the model was trained. With `folds`, a
method that learns is trained without the queries it predicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from caesura.corpus import Corpus, Entry
from caesura.evaluation import Facts, Predicted, ScoredTree
from caesura.foundation import Advance, InputError, PathLike, unwatched
from caesura.lexicon import LexiconLike, default_lexicon, lexicon_fact
from caesura.segmenters.learned.cross_validation import predict_in_folds
from caesura.segmenters.learned.fitting import FeatureSources
from caesura.segmenters.learned.model import LearnedModel, Trained
from caesura.segmenters.learned.probabilistic import ProbabilisticSegmenter
from caesura.segmenters.learned.profiles import default_model, model_of
from caesura.segmenters.learned.training import Recipe
from caesura.segmenters.methods import METHODS
from caesura.segmenters.nesting import NESTING_METHODS
from caesura.segmenters.nesting.learned import expected_tree
from caesura.segmenters.nesting.registry import nester
from caesura.segmenters.registry import Rules, Segmenter, UnseenModels, segmenter
from caesura.shapes import Flat
from caesura.tagging import default_tagger


@dataclass(frozen=True)
class MethodSettings:
    """What methods are given to work with. With `folds`, methods that learn are trained fold by fold, and `model` is not asked."""

    lexicon: LexiconLike | None = None
    model: PathLike | None = None
    rules: Rules = "printed"
    log: PathLike | None = None
    examples: PathLike | None = None
    folds: int | None = None
    seed: int = 1

    @property
    def recipe(self) -> Recipe:
        return Recipe(seed=self.seed)

    def ground(self, corpus: Corpus) -> FeatureSources:
        """With a lexicon of your own the corpus's own tags are learned from as well; with the default lexicon the model sees
        what it will see in use, the text alone."""
        given_tags = self.lexicon is not None and corpus.tags_fingerprint is not None
        return FeatureSources(default_lexicon() if self.lexicon is None else self.lexicon, default_tagger(), given_tags)

    def trained_model(self) -> Trained:
        """The model of methods that take one, where they are not trained in folds."""
        return model_of(self.model)


def prediction_steps(method: str, corpus: Corpus, settings: MethodSettings) -> tuple[str, int, str]:
    """What a progress bar says, how far it goes, and in what: networks trained, or queries."""
    if _in_folds(method, settings):
        return "training", (settings.folds or 0) * settings.recipe.members, "networks"
    return f"segmenting by {method}", len(corpus), "queries"


def predict(method: str, corpus: Corpus, settings: MethodSettings, advance: Advance = unwatched) -> Predicted[Flat]:
    """Segment the corpus's queries; its own part-of-speech tags are used where it has them."""
    if _in_folds(method, settings):
        flats = predict_in_folds(*_fold_arguments(corpus, settings), advance, _unseen(method))[0]
        return Predicted(flats, fold_facts(method, corpus, settings), frozenset(), fold_notes(method, corpus, settings))
    given: dict[str, Any] = {"model": settings.model} if settings.model is not None and METHODS[method].takes_model else {}
    if settings.log is not None and METHODS[method].takes_log:
        given["log"] = str(settings.log)
    if settings.examples is not None and METHODS[method].takes_examples:
        given["examples"] = str(settings.examples)
    made = segmenter(method, lexicon=settings.lexicon, rules=settings.rules, **given)
    predicted = predict_with(made, corpus)
    advance(len(corpus))
    return predicted


def predict_with(predictor: Segmenter, corpus: Corpus) -> Predicted[Flat]:
    """The same by a segmenter that is there already."""
    texts = [entry.query.text for entry in corpus]
    tags = [entry.query.tags for entry in corpus] if corpus.tags_fingerprint is not None else None
    flats = (segmentation.flat for segmentation in predictor.segment_many(texts, tags))
    seen, notes = training_of(predictor, corpus)
    return Predicted(
        {entry.query.id: flat for entry, flat in zip(corpus, flats, strict=True)}, segmenter_facts(predictor, corpus), seen, notes
    )


def predict_trees(method: str, corpus: Corpus, settings: MethodSettings, advance: Advance = unwatched) -> Predicted[ScoredTree]:
    """Trees of the corpus's queries; with folds, by models trained without the queries themselves."""
    if _in_folds(method, settings):
        trees = {
            entry.query.id: ScoredTree(*expected_tree(len(entry.query.words), trained.chain(entry.query.words, entry.query.tags)))
            for trained, entry in unseen_segmenters(method, corpus, settings, advance)
        }
        return Predicted(trees, fold_facts(method, corpus, settings), frozenset(), fold_notes(method, corpus, settings))
    known = NESTING_METHODS[method]
    model = settings.model if known.takes_model else None
    builder = nester(method, lexicon=settings.lexicon, model=None if model is None else str(model))
    built: dict[str, ScoredTree] = {}
    for entry in corpus:
        tree = builder.nest(entry.query.text)
        built[entry.query.id] = ScoredTree(tree.nested, tree.scores)
        advance(1)
    facts = {"lexicon": lexicon_fact(settings.lexicon)} if known.needs_lexicon else {}
    if method not in METHODS or not METHODS[method].learns:
        return Predicted(built, facts)
    trained = settings.trained_model() if known.takes_model else _model_of(segmenter(method, lexicon=settings.lexicon))
    seen, notes = _training(method, trained, settings.lexicon, corpus)
    return Predicted(built, facts | {"model": model_fact(trained)}, seen, notes)


def unseen_segmenters(
    method: str, corpus: Corpus, settings: MethodSettings, advance: Advance = unwatched
) -> Iterator[tuple[ProbabilisticSegmenter, Entry]]:
    """Each query with a segmenter trained on the other folds: the very models that `predict` asks."""
    for trained, own in _unseen(method).segmenters(*_fold_arguments(corpus, settings), advance):
        yield from ((trained, entry) for entry in own)


def segmenter_facts(predictor: Segmenter, corpus: Corpus | None = None) -> Facts:
    """All that decides what a segmenter answers: lexicon, rules, parameters, model, and the tags it is given."""
    if predictor.recipe is None:
        return {}
    name, lexicon, rules, tagger, _, parameters = predictor.recipe[1]
    method = METHODS[name]
    facts = {"lexicon": lexicon_fact(lexicon)} if method.needs_lexicon else {}
    if method.rules_differ:
        facts["rules"] = rules
    values = {parameter.name: parameters.get(parameter.name, parameter.default) for parameter in method.parameters}
    model = _model_of(predictor) if method.learns else None
    if model is not None:
        values = {name: value for name, value in values.items() if name not in ("model", "examples")}
        facts["model"] = model_fact(model)
    if values:
        facts["parameters"] = ",".join(f"{key}={value}" for key, value in values.items())
    if tagger is not None:
        facts["tagger"] = "given"
    takes_tags = method.needs_tags or (isinstance(model, LearnedModel) and model.network.uses_given_tags)
    if takes_tags and corpus is not None and corpus.tags_fingerprint is not None:
        facts["tags"] = f"corpus#{corpus.tags_fingerprint}"
    return facts


def fold_facts(method: str, corpus: Corpus, settings: MethodSettings) -> Facts:
    """The same for models that are trained fold by fold."""
    shipped = _unseen(method).shipped(*_fold_arguments(corpus, settings))
    trained = f"shipped-folds#{shipped}" if shipped else f"folds-{settings.folds}-seed-{settings.seed}"
    facts = {"lexicon": lexicon_fact(settings.lexicon), "model": trained}
    return facts | ({"tags": f"corpus#{corpus.tags_fingerprint}"} if settings.ground(corpus).given_tags else {})


def fold_notes(method: str, corpus: Corpus, settings: MethodSettings) -> tuple[str, ...]:
    """What a reader must know about models of folds that were not trained here."""
    if _unseen(method).shipped(*_fold_arguments(corpus, settings)) is None:
        return ()
    again = f"; --seed {settings.seed + 1} trains on the votes alone" if METHODS[method].takes_model else ""
    return (f"{method}: the shipped networks of these folds, whose training (teacher included) left the fold's votes out{again}",)


def _unseen(method: str) -> UnseenModels:
    models = METHODS[method].in_folds
    if models is None:
        raise InputError(f"the method {method} does not learn", cure="leave the folds out")
    return models()


def _fold_arguments(corpus: Corpus, settings: MethodSettings) -> tuple[Corpus, FeatureSources, int, Recipe]:
    return corpus, settings.ground(corpus), settings.folds or 2, settings.recipe


def model_fact(model: Trained) -> str:
    given = isinstance(model, LearnedModel) and model is not default_model()
    return f"{'given' if given else 'shipped'}#{model.fingerprint}"


def training_of(predictor: Segmenter, corpus: Corpus) -> tuple[frozenset[str] | None, tuple[str, ...]]:
    """The queries that a segmenter's model was trained on (None where it was not trained), and the notes on that."""
    if predictor.recipe is None or not METHODS[predictor.recipe[1][0]].learns:
        return None, ()
    return _training(predictor.name, _model_of(predictor), predictor.recipe[1][1], corpus)


def seen_queries(model: Trained, corpus: Corpus) -> frozenset[str]:
    return frozenset(entry.query.id for entry in corpus if model.has_seen(entry.query.text))


def _training(method: str, model: Trained, lexicon: LexiconLike | None, corpus: Corpus) -> tuple[frozenset[str], tuple[str, ...]]:
    seen, notes = seen_queries(model, corpus), []
    if lexicon is not None and not model.was_trained_with(lexicon):
        notes.append(f"the model of {method} was trained with another lexicon and may do badly with this one")
    if seen:
        notes.append(
            f"the model of {method} was trained on {len(seen)} of these {len(corpus)} queries, where its figures flatter it; "
            "--folds 10 without --model trains on others"
        )
    return seen, tuple(notes)


def _model_of(predictor: Segmenter) -> Trained:
    model: Trained = predictor.model  # type: ignore[attr-defined] # methods that learn keep it there
    return model


def _in_folds(method: str, settings: MethodSettings) -> bool:
    return settings.folds is not None and method in METHODS and METHODS[method].learns

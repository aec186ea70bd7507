"""Lm in the paper: a break before each word that surprises a language model; then the parser.

The model is the lexicon's n-gram counts with stupid back-off, or a neural one (`Tools.given_language_model`). The
threshold is tuned on development data: in folds where a treebank with gold segments is at hand, else it is a fixed one. What is
tuned is the F1 of breaks, on the queries that the method cuts at all (not on those that the WH rule leaves whole). The F1 of
segments would not do: three queries in four have one segment, so never to break would win, and the method would be the parser
alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.foundation import each_fold, shuffled
from caesura.shapes import Flat, Words
from caesura.syntax.closed_class import begins_as_question
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, by_segmenting, each, run_steps, segment_unless_question
from caesura.syntax.treebank.reading import TreebankQuery
from caesura.tagging import Tags

#: Common log of the score under which a word starts a segment, where nothing is at hand to tune it on: the one that tuning finds on
#: the whole development treebank.
THRESHOLD = -3.1
#: The thresholds that tuning tries; under the lowest one no word is surprising.
_STEPS = tuple(-step / 10 for step in range(20, 141))


def breaks_below(scores: Sequence[float], threshold: float) -> Flat:
    """Breaks before words (but the first) whose score is under the threshold."""
    return Flat(tuple(int(score < threshold) for score in scores[1:]))


def tune_threshold(scores: Sequence[Sequence[float]], gold: Sequence[Flat]) -> float:
    """The threshold with the best F1 of breaks; of several the lowest, which breaks the fewest times."""
    wanted = [at for flat in gold for at in flat.breaks]

    def f1(threshold: float) -> float:
        predicted = [at for each in scores for at in breaks_below(each, threshold).breaks]
        right = sum(one & other for one, other in zip(wanted, predicted, strict=True))
        return 2 * right / max(sum(wanted) + sum(predicted), 1)

    return max(_STEPS, key=lambda threshold: (f1(threshold), -threshold))


def _on_query(words: Words, tools: Tools) -> Parsed:
    threshold = THRESHOLD if tools.threshold is None else tools.threshold

    def segmenting(asked: Words, _tags: Tags) -> Flat:
        return breaks_below(tools.log_scores(asked), threshold)

    return by_segmenting(segmenting)(words, tools)


def _on_treebank(queries: Sequence[TreebankQuery], tools: Tools) -> list[Parsed]:
    if tools.threshold is not None:
        return each(_on_query)(queries, tools)
    scores = [tools.log_scores(query.words) for query in queries]
    gold = [query.forest.segments for query in queries]
    parsed: dict[int, Parsed] = {}
    cut = [len(query.words) > 1 and not (tools.question_rule and begins_as_question(query.words)) for query in queries]
    for known, asked in each_fold(shuffled(len(queries), tools.folds, tools.seed), tools.folds):
        tuned_on = [at for at in known if cut[at]]
        threshold = tune_threshold([scores[at] for at in tuned_on], [gold[at] for at in tuned_on])
        for at in asked:
            words, cuts = queries[at].words, breaks_below(scores[at], threshold)
            flat = segment_unless_question(words, tools.tagger(words), lambda _words, _tags, cuts=cuts: cuts, tools)  # type: ignore[misc]
            parsed[at] = run_steps(words, flat, tools)
    return [parsed[at] for at in range(len(queries))]


METHOD = SyntaxMethod(
    "language-model",
    "baseline",
    "a break before surprising words, then the parser",
    _on_treebank,
    _on_query,
    aliases=("lm",),
    uses_language_model=True,
)

"""Beam search over transitions in plain Python: the reference for `_beam.pyx`, and the fallback where nothing was compiled."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from caesura.syntax.parsing.feature_templates import RELATION_TEMPLATES, TRANSITION_TEMPLATES, row
from caesura.syntax.parsing.model import ParserModel
from caesura.syntax.parsing.state import SHIFT, Sentence, State, edge_atoms, sentence, start, state_atoms


class PlainBeam:
    """`search(words, classes, tags)` -> heads, relations (numbers from 1) and the confidence of each head."""

    def __init__(self, model: ParserModel) -> None:
        self._model = model
        self._transitions = memoryview(model.transitions).cast("b")
        self._relations = memoryview(model.relations).cast("b")
        self._root = model.labels.index("root") + 1

    def search(self, words: Sequence[int], classes: Sequence[int], tags: Sequence[int]) -> tuple[list[int], list[int], list[float]]:
        given = sentence(words, classes, tags)
        beam = [start(given.size)]
        for _step in range(2 * given.size):
            beam = self._next(given, beam)
        best = beam[0]
        weights = [exp((state.score - best.score) / self._model.temperature) for state in beam]
        whole = sum(weights)
        sure = [
            sum(weight for weight, state in zip(weights, beam, strict=True) if state.heads[i] == best.heads[i]) / whole
            for i in range(1, given.size + 1)
        ]
        heads = [head if head <= given.size else 0 for head in best.heads[1 : given.size + 1]]
        return heads, best.labels[1 : given.size + 1], sure

    def _next(self, given: Sentence, beam: Sequence[State]) -> list[State]:
        candidates: list[tuple[int, State, int]] = []
        for state in beam:
            scores = self._scores(given, state)
            candidates += [
                (state.score + scores[action], state, action) for action in range(3) if state.possible(given.size, action)
            ]
        # Sorting is stable: of equal ones the first found stays in front.
        candidates.sort(key=lambda candidate: -candidate[0])
        return [self._moved(given, *candidate) for candidate in candidates[: self._model.width]]

    def _moved(self, given: Sentence, score: int, before: State, action: int) -> State:
        state = before.copy()
        state.score = score
        if action == SHIFT:
            state.shift()
        else:
            state.attach(action, self._label(given, state, *state.head_and_dependent(action)))
        return state

    def _scores(self, given: Sentence, state: State) -> list[int]:
        atoms, weights = state_atoms(given, state), self._transitions
        scores = [0, 0, 0]
        for number, template in enumerate(TRANSITION_TEMPLATES):
            at = 3 * row(number, [atoms[atom] for atom in template], self._model.transition_bits)
            for action in range(3):
                scores[action] += weights[at + action]
        return scores

    def _label(self, given: Sentence, state: State, head: int, dependent: int) -> int:
        if head > given.size:
            return self._root
        atoms, count = edge_atoms(given, state, head, dependent), len(self._model.labels)
        sums = [0] * count
        for number, template in enumerate(RELATION_TEMPLATES):
            at = count * row(number, [atoms[atom] for atom in template], self._model.relation_bits)
            sums = [total + weight for total, weight in zip(sums, self._relations[at : at + count], strict=True)]
        # Only a root is a root.
        best = max((total for number, total in enumerate(sums, start=1) if number != self._root), default=0)
        return next((number for number, total in enumerate(sums, start=1) if total == best and number != self._root), self._root)

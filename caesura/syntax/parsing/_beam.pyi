from collections.abc import Sequence

from caesura.syntax.parsing.model import ParserModel

class CompiledBeam:
    def __init__(
        self, model: ParserModel, transition_templates: Sequence[Sequence[int]], relation_templates: Sequence[Sequence[int]]
    ) -> None: ...
    def search(
        self, words: Sequence[int], classes: Sequence[int], tags: Sequence[int]
    ) -> tuple[list[int], list[int], list[float]]: ...

from caesura.segment.learned.vectors import WordVectors

class CompiledVectors:
    def __init__(self, vectors: WordVectors) -> None: ...

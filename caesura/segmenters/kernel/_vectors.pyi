from caesura.segmenters.learned.vectors import WordVectors

class CompiledVectors:
    def __init__(self, vectors: WordVectors) -> None: ...

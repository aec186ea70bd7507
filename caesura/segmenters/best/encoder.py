"""The transformer: what each word means in its query, as numbers. Runs with onnxruntime on one core.

Queries of the same number of pieces go through it together, so nothing is padded; what a query gets does not depend on its company.
The upper layers of an encoder may stand apart, in numpy: those can be trained.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from caesura.foundation import ArtifactKind, PathLike, extra, open_bytes, written_bytes
from caesura.segmenters.best.pieces import PieceStates
from caesura.segmenters.best.upper_layers import UpperLayers
from caesura.segmenters.best.word_pieces import WordPieces
from caesura.shapes import Words

ENCODER = ArtifactKind("encoder", 1, cure="install the package caesura-best again; a teacher is built by make teacher")

#: Pieces that go through together; more brings nothing on one core.
_TOGETHER = 512
_LARGEST = 1 << 28
#: The runtime's sum and norm in one take six times as long on a processor as the two apart.
_SLOWER_TOGETHER = ("SkipLayerNormFusion",)

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Encoder:
    """The network as an ONNX graph, and the vocabulary of its word pieces. `longest` is the number of pieces it can read, `marks`
    the pieces that it wants before and behind each query, if any; `upper` are layers above those of the graph."""

    graph: bytes
    vocabulary: tuple[str, ...]
    longest: int
    width: int
    card: dict[str, Any]
    marks: tuple[int, ...] = ()
    upper: UpperLayers | None = None

    def states_with_end(self, queries: Sequence[Words]) -> Matrix:
        """The states of all words of all queries, one after the other, and a row of zeros for words outside. A word's state is the
        mean over its pieces; words that stand too far behind to be read have zeros too."""
        cut = self._cut(queries)
        first = np.cumsum([0, *map(len, cut)])
        states = np.zeros((int(first[-1]) + 1, self.width), np.float32)
        for members, output in self._outputs(cut):
            if self.upper is not None:
                flat = self.upper.states(output.reshape(-1, self.width), [output.shape[1]] * len(members))
                output = flat.reshape(output.shape)
            own = output[:, len(self.marks[:1]) : output.shape[1] - len(self.marks[1:])]
            for row, at in enumerate(members):
                _put_means(own[row], cut[at], states[first[at] : first[at + 1]])
        return states

    def pieces(self, queries: Sequence[Words]) -> PieceStates:
        """What the graph says of all pieces, marks included: what the upper layers go on from."""
        cut = self._cut(queries)
        sizes = [sum(map(len, words)) for words in cut]
        sizes = [min(size, self.longest) + len(self.marks) for size in sizes]
        first = np.cumsum([0, *sizes])
        rows = np.zeros((int(first[-1]), self.width), np.float16)
        for members, output in self._outputs(cut):
            for row, at in enumerate(members):
                rows[first[at] : first[at + 1]] = output[row]
        return PieceStates.of(rows, [list(map(len, words)) for words in cut], sizes, len(self.marks))

    def _cut(self, queries: Sequence[Words]) -> list[list[tuple[int, ...]]]:
        return [[self._pieces.of(word) for word in words] for words in queries]

    def _outputs(self, cut: Sequence[Sequence[Sequence[int]]]) -> Iterator[tuple[list[int], Matrix]]:
        """Some queries of one length, and what the graph says of their pieces, marks included."""
        by_length: dict[int, list[int]] = {}
        flat = [[number for word in words for number in word][: self.longest] for words in cut]
        for at, numbers in enumerate(flat):
            by_length.setdefault(len(numbers), []).append(at)
        before, behind = self.marks[:1], self.marks[1:]
        for length, members in by_length.items():
            step = max(1, _TOGETHER // max(length, 1))
            for start in range(0, len(members), step):
                batch = members[start : start + step]
                pieces = np.array([[*before, *flat[at], *behind] for at in batch], np.int64)
                places = np.arange(pieces.shape[1], dtype=np.int64)
                yield batch, self._session.run(None, {"pieces": pieces, "places": places})[0]

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.graph).hexdigest()[:8]

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces(self.vocabulary)

    @cached_property
    def _session(self) -> Any:
        with extra("best"):
            import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(
            self.graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOWER_TOGETHER
        )


def _put_means(output: Matrix, words: Sequence[Sequence[int]], into: Matrix) -> None:
    at = 0
    for number, pieces in enumerate(words):
        if at >= len(output):
            break
        into[number] = output[at] if len(pieces) == 1 else output[at : at + len(pieces)].mean(0)
        at += len(pieces)


def write_encoder(encoder: Encoder, path: PathLike) -> None:
    vocabulary = "\n".join(encoder.vocabulary).encode()
    head: dict[str, Any] = {
        "card": encoder.card,
        "longest": encoder.longest,
        "width": encoder.width,
        "vocabulary": len(vocabulary),
        "marks": list(encoder.marks),
    }
    upper = b""
    if encoder.upper is not None:
        upper = encoder.upper.packed()
        head["upper"] = {"bytes": len(upper), **encoder.upper.measures}
    with written_bytes(path) as raw:
        raw.write(ENCODER.pack(head, vocabulary + upper + encoder.graph))


def read_encoder(path: PathLike) -> Encoder:
    with open_bytes(path) as raw:
        head, body = ENCODER.unpack(raw.read(_LARGEST), path)
    try:
        size = int(head["vocabulary"])
        above = head.get("upper")
        end = size + (0 if above is None else int(above["bytes"]))
        encoder = Encoder(
            body[end:],
            tuple(body[:size].decode().split("\n")),
            int(head["longest"]),
            int(head["width"]),
            dict(head["card"]),
            tuple(map(int, head.get("marks", ()))),
            None if above is None else UpperLayers.unpacked(body[size:end], above),
        )
        if encoder.upper is not None and not encoder.upper.fit(encoder.width, encoder.longest + len(encoder.marks)):
            raise ValueError("the upper layers are not those of the graph")
        return encoder
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise ENCODER.damaged(path) from error

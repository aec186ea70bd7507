"""Artifact files: what was packed comes back, what is not whole is refused, what older versions wrote still opens."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import caesura
from caesura.foundation import ArtifactKind, InputError, deflated

KIND = ArtifactKind("thing", 2, cure="build it again: make thing", unchecked=1)

heads = st.dictionaries(st.text(), st.none() | st.integers() | st.text() | st.lists(st.booleans()))


@given(heads, st.binary())
def test_what_was_packed_comes_back(head: dict[str, Any], body: bytes) -> None:
    raw = KIND.pack(head, body)
    assert raw == KIND.pack(dict(reversed(head.items())), body)
    assert KIND.unpack(raw, "x") == (head, body)


@given(heads, st.binary(), st.data())
def test_any_changed_byte_is_seen(head: dict[str, Any], body: bytes, data: st.DataObject) -> None:
    raw = bytearray(KIND.pack(head, body))
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(InputError):
        KIND.unpack(bytes(raw), "x")


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "x: is not a thing file of Caesura; build it again: make thing"),
        (b"PK\x03\x04", "x: is not a thing file of Caesura; build it again: make thing"),
        (b"caesura parser 2\n", "x: is a parser file, a thing file was expected; build it again: make thing"),
        (b"caesura thing 3\n", "x: was written by a newer version of Caesura (thing 3); build it again: make thing"),
        (b"caesura thing 0\n", "x: was written by an older version of Caesura (thing 0); build it again: make thing"),
        (b"caesura thing 2\n", "x: is damaged (its checksum differs); build it again: make thing"),
        (b"caesura thing 1\n{", "x: is damaged; build it again: make thing"),
        (b"caesura thing 1\n[]\n", "x: is damaged; build it again: make thing"),
        (b'caesura thing 1\n{"sha256": "0"}\nbody', "x: is damaged (its checksum differs); build it again: make thing"),
    ],
)
def test_what_cannot_be_read_says_why_and_what_to_do(raw: bytes, problem: str) -> None:
    with pytest.raises(InputError) as error:
        KIND.unpack(raw, "x")
    assert str(error.value) == problem


def test_files_are_whole_or_not_there(tmp_path: Path) -> None:
    KIND.write(tmp_path / "a.thing", {"one": 1}, b"body")
    assert KIND.read(tmp_path / "a.thing") == ({"one": 1}, b"body")
    assert [path.name for path in tmp_path.iterdir()] == ["a.thing"]


PACKAGE = Path(caesura.__file__).parent

#: Where each shipped artifact lies, and the function that reads its bytes.
SHIPPED = {
    "retrieval/compositionality/english.synonyms": "caesura.retrieval.compositionality.synonyms.unpacked_synonyms",
    "segmenters/learned/profiles/web.model": "caesura.segmenters.learned.model.unpacked",
    "segmenters/learned/profiles/shop.model": "caesura.segmenters.learned.model.unpacked",
    "segmenters/learned/profiles/keywords.model": "caesura.segmenters.learned.model.unpacked",
    "segmenters/learned/profiles/web.folds": "caesura.segmenters.learned.shipped_folds.read_fold_networks",
    "segmenters/learned/profiles/domain.weights": "caesura.segmenters.learned.domain.unpacked_weights",
    "segmenters/learned/english.vectors": "caesura.segmenters.learned.vectors.unpacked",
    "syntax/crf/breaks.weights": "caesura.syntax.crf.model.unpack_break_model",
    "syntax/intent/intent.weights": "caesura.syntax.intent.model.unpack_intent_model",
    "syntax/parsing/english.parser": "caesura.syntax.parsing.model.unpack_parser",
    "syntax/projection/questions.templates": "caesura.syntax.projection.templates.unpack_templates",
    "tagging/english.weights": "caesura.tagging.perceptron.unpack_tagger",
}


def test_every_shipped_file_that_is_not_text_is_a_whole_artifact() -> None:
    """Whatever is neither text nor compiled; the default lexicon has a form and tests of its own."""
    text = {".py", ".pyi", ".pyx", ".pxd", ".typed", ".html", ".css", ".js", ".json", ".jsonl", ".tsv", ".csv", ".txt", ".toml"}
    built = {".so", ".pyd", ".c", ".pyc"}
    # In a checkout setup.py keeps beside the kernels what they were compiled from.
    files = [
        path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in text | built and path.name != "kernels.sha256"
    ]
    artifacts = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in files if path.parent.name != "default"}
    assert set(SHIPPED) <= set(artifacts)
    for name, raw in artifacts.items():
        first, checksum, rest = raw.split(b"\n", 2)
        assert re.fullmatch(rb"caesura [a-z][a-z ]* [0-9]+", first), name
        assert hashlib.sha256(rest).hexdigest().encode() == checksum, name


@pytest.mark.parametrize("name", SHIPPED)
def test_a_changed_byte_of_a_shipped_artifact_is_one_line(name: str) -> None:
    module, _, function = SHIPPED[name].rpartition(".")
    read = getattr(import_module(module), function)
    raw = (PACKAGE / name).read_bytes()
    read(raw, name)
    for at in (30, 100, len(raw) // 2, len(raw) - 1):  # in the checksum, in the head, in the body
        damaged = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(InputError, match=r"^[^\n]+: is damaged \(its checksum differs\); [^\n]+$") as error:
            read(damaged, name)
        assert name in str(error.value)


def _old(first_line: str, head: dict[str, Any], body: bytes) -> bytes:
    """As files were written before they had a checksum of all that follows."""
    return first_line.encode() + b"\n" + json.dumps(head, ensure_ascii=False, sort_keys=True).encode() + b"\n" + body


def test_a_tagger_of_before_opens() -> None:
    from caesura.tagging import features
    from caesura.tagging.perceptron import pack_tagger, unpack_tagger

    weights = bytes([128]) * (2 * features.FEATURE_ROWS)
    old = unpack_tagger(_old("caesura tagger 1", {"tags": ["N", "V"], "licence": "none"}, zlib.compress(weights)), "x")
    assert (old.tags, old.weights, old.card) == (("N", "V"), weights, {"licence": "none"})
    assert unpack_tagger(pack_tagger(old.tags, old.weights, old.card), "x").card == old.card


def test_word_vectors_of_before_open_and_are_checked() -> None:
    from caesura.segmenters.learned.vectors import DIMENSIONS, unpacked

    body = b"\1\0\0\2" + bytes([7]) + bytes([5]) * DIMENSIONS
    head = {"words": 1, "dimensions": DIMENSIONS, "licence": "none"}
    checked = ArtifactKind("vectors", 2, cure="").pack(head, body)
    unchecked = _old("caesura vectors 1", {**head, "sha256": hashlib.sha256(body).hexdigest()}, body)
    for file in (checked, unchecked):
        vectors = unpacked(file, "x")
        # Hashes and every step of the numbers as they are.
        assert (list(vectors.hashes), vectors.ranks, vectors.numbers) == ([0x02000001], bytes([7]), bytes([5]) * DIMENSIONS)
        with pytest.raises(InputError, match="checksum differs"):
            unpacked(file[:-1] + b"x", "x")
    for words in (2, -1, None):
        with pytest.raises(InputError, match="is damaged; build it again"):
            unpacked(_old("caesura vectors 1", {"words": words}, body), "x")


def test_word_vectors_keep_every_eighth_step() -> None:
    from caesura.segmenters.learned.vectors import APART, DIMENSIONS, VECTORS, packed, unpacked

    hashes, ranks = b"\1\0\0\2" + b"\0\1\0\2" + b"\xff" * 4, bytes([7, 8, 9])
    numbers = array("b", [0, 3, 5, 11, 13, 19, 21, -3, -5, 126, 127, -127, *[0] * (3 * DIMENSIONS - 12)]).tobytes()
    vectors = unpacked(packed({"licence": "none"}, hashes, ranks, numbers), "x")
    assert list(vectors.hashes) == [0x02000001, 0x02000100, 0xFFFFFFFF]
    assert (vectors.ranks, vectors.card["licence"]) == (ranks, "none")
    stored = array("b", vectors.numbers).tolist()
    assert stored[:12] == [0, 0, 8, 8, 16, 16, 24, 0, -8, 120, 120, -120]
    assert not any(stored[12:])
    # What was rounded is not rounded again.
    assert packed({"licence": "none"}, hashes, ranks, vectors.numbers) == packed({"licence": "none"}, hashes, ranks, numbers)
    head = {"words": 1, "apart": APART}
    for body in (b"", b"neither", deflated(bytes(4 + DIMENSIONS)), deflated(b"\xff" * (6 + DIMENSIONS))):
        with pytest.raises(InputError, match="is damaged; build it again"):
            unpacked(VECTORS.pack(head, body), "x")
    for apart in ("four", -1, 0, 200):
        with pytest.raises(InputError, match="is damaged; build it again"):
            unpacked(VECTORS.pack({"words": 1, "apart": apart}, deflated(bytes(5 + DIMENSIONS))), "x")
    with pytest.raises(InputError, match="is damaged; build it again"):  # hashes beyond the last
        unpacked(VECTORS.pack({"words": 2, "apart": 4}, deflated(b"\xff" * (10 + 2 * DIMENSIONS))), "x")


def test_models_of_questions_of_before_open(tmp_path: Path) -> None:
    from caesura.syntax.crf.model import load_break_model
    from caesura.syntax.intent.model import load_intent_model
    from caesura.syntax.projection.templates import load_templates
    from caesura.tagging import FEATURE_ROWS

    table = zlib.compress(bytes([128]) * FEATURE_ROWS)
    file = tmp_path / "old"
    file.write_bytes(_old("caesura crf 1", {"scale": 0.5, "transitions": [[1, 2], [3, 4]], "seed": 1}, table))
    model = load_break_model(file)
    assert (model.transitions, model.weights.scale, model.card) == (((1, 2), (3, 4)), 0.5, {"seed": 1})
    model.save(tmp_path / "new")
    assert load_break_model(tmp_path / "new") == model
    file.write_bytes(_old("caesura intent 1", {"scale": 0.5, "seed": 1}, table))
    assert load_intent_model(file).card == {"seed": 1}
    file.write_bytes(_old("caesura templates 1", {"total": 3}, zlib.compress(b'{"N": {"what is N": 3}}')))
    assert load_templates(file).counts == {("N",): {("what", "is", "N"): 3}}
    with pytest.raises(InputError, match="is a templates file, a crf file was expected; train it again"):
        load_break_model(file)


def test_a_parser_of_before_opens() -> None:
    from caesura.syntax.parsing.model import PARSER, pack_parser, unpack_parser

    facts = {"tags": ["N"], "labels": ["root"], "transition_bits": 1, "relation_bits": 1, "width": 1, "temperature": 1.0}
    parts = [zlib.compress(bytes(size)) for size in (6, 2, 0)]
    head = facts | {"calibration": [1.0, 0.0], "card": {}, "sizes": list(map(len, parts))}
    body = b"".join(parts)
    model = unpack_parser(_old("caesura parser 2", head, body), "x")
    assert (model.tags, model.labels, model.transitions) == (("N",), ("root",), bytes(6))
    assert unpack_parser(ArtifactKind("parser", 3, cure="").pack(head, body), "x") == model
    assert unpack_parser(pack_parser(model), "x") == model
    for size in (-1, 10**30, "six"):
        with pytest.raises(InputError, match="is damaged; train it again"):
            unpack_parser(PARSER.pack(head | {"expanded": [size, 2, 0]}, body), "x")

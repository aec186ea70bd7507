"""Noun phrases of a treebank, cut by what holds words together."""

from __future__ import annotations

from pathlib import Path

from recipes.noun_phrases import CONVENTIONS, NounPhrase, noun_phrases

SENTENCE = [
    ("The", "DET", 5, "det"),
    ("three", "NUM", 5, "nummod"),
    ("old", "ADJ", 5, "amod"),
    ("harbour", "NOUN", 5, "compound"),
    ("cranes", "NOUN", 9, "nsubj"),
    ("of", "ADP", 7, "case"),
    ("Hamburg", "PROPN", 5, "nmod"),
    (",", "PUNCT", 9, "punct"),
    ("creak", "VERB", 0, "root"),
]


def written(path: Path, tokens: list[tuple[str, str, int, str]]) -> Path:
    rows = [f"{at}\t{word}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_" for at, (word, tag, head, label) in enumerate(tokens, start=1)]
    path.write_text("\n".join(rows) + "\n\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def pipes(phrase: NounPhrase) -> list[str]:
    shown = []
    for breaks in phrase.breaks:
        marks = ["", *("|" if one else " " for one in breaks)]
        shown.append("".join(mark + word for mark, word in zip(marks, phrase.words, strict=True)))
    return shown


def test_each_convention_keeps_its_relations_together(tmp_path: Path) -> None:
    short, long = noun_phrases(written(tmp_path / "t.conllu", SENTENCE))
    assert pipes(short) == [
        "three|old|harbour cranes",
        "three|old harbour cranes",  # the number stands too far from its noun to reach it
        "three|old|harbour cranes",
        "three|old harbour cranes",
    ]
    assert pipes(long) == [
        "three|old|harbour cranes|of|hamburg",
        "three|old harbour cranes|of|hamburg",
        "three|old|harbour cranes|of|hamburg",
        "three|old harbour cranes of hamburg",
    ]
    assert len(short.breaks) == len(CONVENTIONS)


def test_possessive_endings_and_symbols_are_not_typed(tmp_path: Path) -> None:
    tokens = [
        ("Mary", "PROPN", 3, "nmod:poss"),
        ("'s", "PART", 1, "case"),
        ("shop", "NOUN", 0, "root"),
        ("&", "SYM", 5, "cc"),
        ("cafe", "NOUN", 3, "conj"),
    ]
    assert [phrase.words for phrase in noun_phrases(written(tmp_path / "t.conllu", tokens))] == [
        ("mary", "shop"),
        ("mary", "shop", "cafe"),
    ]

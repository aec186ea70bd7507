"""A small treebank of our own writing, and a parser trained on it: quick enough for every test that needs one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from caesura.syntax.parsing.learning import PerceptronSettings
from caesura.syntax.parsing.model import ParserModel
from caesura.syntax.parsing.training import ParserRecipe, train_parser

_VERBS = {"see": "saw", "like": "liked", "paint": "painted", "find": "found", "sell": "sold"}
_NOUNS = ("bridge", "garden", "kettle", "violin", "harbour", "lantern")
_NAMES = ("anna", "otto", "lima", "oslo")


def sentences() -> str:
    """Sixty sentences of one pattern or another, with trees."""
    found = []
    for i in range(60):
        verb = list(_VERBS.values())[i % 5]
        noun, other, name = _NOUNS[i % 6], _NOUNS[(i * 5 + 1) % 6], _NAMES[i % 4]
        if i % 3:
            rows = [
                (name.title(), "PROPN", 2, "nsubj"),
                (verb, "VERB", 0, "root"),
                ("the", "DET", 5, "det"),
                ("old", "ADJ", 5, "amod"),
            ]
            rows += [(noun, "NOUN", 2, "obj"), ("near", "ADP", 8, "case"), ("the", "DET", 8, "det"), (other, "NOUN", 5, "nmod")]
            rows += [(".", "PUNCT", 2, "punct")]
        else:
            rows = [
                ("How", "ADV", 4, "advmod"),
                ("can", "AUX", 4, "aux"),
                ("I", "PRON", 4, "nsubj"),
                (list(_VERBS)[i % 5], "VERB", 0, "root"),
            ]
            rows += [("a", "DET", 6, "det"), (noun, "NOUN", 4, "obj"), ("in", "ADP", 8, "case"), (name.title(), "PROPN", 4, "obl")]
            rows += [("?", "PUNCT", 4, "punct")]
        found.append("\n".join(f"{n}\t{w}\t_\t{t}\t_\t_\t{h}\t{r}\t_\t_" for n, (w, t, h, r) in enumerate(rows, start=1)))
    return "\n\n".join(found) + "\n\n"


SETTINGS = PerceptronSettings(epochs=3, width=4, transition_bits=14, relation_bits=10)


@cache
def small_model(folder: Path) -> ParserModel:
    path = folder / "small.conllu"
    path.write_text(sentences(), encoding="utf-8")
    return train_parser(ParserRecipe([path], [path], folds=2, tagger_epochs=2, fold_epochs=1, settings=SETTINGS))

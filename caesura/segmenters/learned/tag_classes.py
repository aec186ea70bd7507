"""Parts of speech as small numbers, whatever tag set they come from: universal, Penn or QTag.

Tags of the finer sets keep what matters for breaks (plural, name, verb form); a universal tag is a class of its own.
"""

from __future__ import annotations

_UNIVERSAL = ("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "SCONJ", "VERB", "X")
_FINER = ("NN", "NNS", "NP", "JJ", "IN", "DT", "CD", "VB", "VBG", "VBN", "CC", "FW", "RB", "TO", "WH", "PP", "???", ".")

#: Finer tags that share a class.
_SAME = {
    finer: tag
    for tag, listed in {
        "NP": "NNP NPS NNPS",
        "JJ": "JJR JJS",
        "CD": "OD",
        "DT": "PDT",
        "IN": "CS",
        "VB": "VBD VBZ VBP MD BE BEZ BER BED BEDZ BEM HV HVZ HVD DO DOZ DOD",
        "VBG": "BEG HVG DOG",
        "VBN": "BEN HVN DON",
        "RB": "RBR RBS RP XNOT",
        "WH": "WRB WDT WP WP$",
        "PP": "PP$ PPX PRP PRP$ PN EX",
        "TO": "POS",
        "FW": "UH",
        ".": 'SYM " , :',
        "X": "PUNCT",
    }.items()
    for finer in listed.split()
}

_CLASSES = {tag: number for number, tag in enumerate((*_UNIVERSAL, *_FINER))}

#: A tag that is in no set we know.
UNKNOWN = len(_CLASSES)

#: There is no word.
OUTSIDE = UNKNOWN + 1

#: How many classes there are.
CLASSES = OUTSIDE + 1

#: Words that only serve others.
FUNCTION = frozenset(
    _CLASSES[tag] for tag in ("ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "IN", "DT", "CC", "TO", "WH", "PP")
)


def tag_class(tag: str) -> int:
    return _CLASSES.get(_SAME.get(tag, tag), UNKNOWN)

"""What the parser looks at, as data: atoms of a state, and which of them form a feature together.

The same tables are read by the plain path and by the compiled one, so there is one place to change. An atom is a number: of the
word (`w`), its class (`c`), its tag (`p`) or its relation (`l`) at a node, or one of a few counts. `s0` is the top of the stack,
`b0` the next word, `s0l` and `s0l2` the outermost children of `s0` on the left and the next one inside, `s0r` those on the right.
The templates for transitions go back to Zhang and Nivre (2011).
"""

from __future__ import annotations

#: Nodes of a state, for the choice of a transition.
STATE_NODES = (
    "s0", "s1", "s2", "b0", "b1", "b2",
    "s0l", "s0l2", "s0r", "s0r2", "s1l", "s1l2", "s1r", "s1r2", "b0l", "b0l2",
    "before_b0", "after_s0",
)  # fmt: skip
#: Nodes of an edge, for the choice of its relation: head, dependent, their children and neighbours.
EDGE_NODES = ("h", "d", "dl", "dl2", "dr", "dr2", "hl", "hr", "before_d", "after_d", "before_h", "after_h")
KINDS = "wcpl"

#: Counts of a state: children on a side (at most 7), distance in words (in steps, at most 7).
STATE_COUNTS = ("s0vl", "s0vr", "s1vl", "s1vr", "b0vl", "distance_b0", "distance_s1")
EDGE_COUNTS = ("side", "distance", "dv")

_TRANSITION = """
s0.w; s0.c; s0.p; s0.w s0.p; s1.w; s1.c; s1.p; s1.w s1.p; s2.w; s2.p; s2.w s2.p
b0.w; b0.c; b0.p; b0.w b0.p; b1.w; b1.p; b1.w b1.p; b2.w; b2.p; b2.w b2.p
s0l.w; s0l.p; s0l.l; s0r.w; s0r.p; s0r.l; s1l.w; s1l.p; s1l.l; s1r.w; s1r.p; s1r.l; b0l.w; b0l.p; b0l.l
s0l2.p; s0l2.l; s0r2.p; s0r2.l; s1r2.p; s1r2.l; b0l2.p; b0l2.l
s0.w b0.w; s0.w s0.p b0.p; s0.p b0.w b0.p; s0.w b0.p; s0.p b0.w; s0.p b0.p; s0.w s0.p b0.w b0.p; s0.c b0.c; s0.c b0.p; s0.p b0.c
s1.w s0.w; s1.w s1.p s0.p; s1.p s0.w s0.p; s1.w s0.p; s1.p s0.w; s1.p s0.p; s1.c s0.c; s1.c s0.p; s1.p s0.c
s1.w b0.w; s1.p b0.p; s1.w b0.p; b0.p b1.p; b0.w b1.w; b0.w b1.p; b0.p b1.w
s0.p b0.p b1.p; s1.p s0.p b0.p; s2.p s1.p s0.p; b0.p b1.p b2.p; s0.p b0.p b1.p b2.p; s1.p s0.p b0.p b1.p; s2.p s1.p s0.p b0.p
s0.w b0.p b1.p; s0.p b0.w b1.p; s0.p b0.p b1.w; s1.w s0.p b0.p; s1.p s0.w b0.p; s1.p s0.p b0.w; s0.w b0.w b1.p; s1.w s0.w b0.p
s0.p s0l.p b0.p; s0.p s0r.p b0.p; s0.p b0.p b0l.p; s1.p s0.p s0l.p; s1.p s0.p s0r.p; s1.p s1r.p s0.p; s1.p s1l.p s0.p
s0.p s0r.l b0.p; s0.p s0l.l b0.p; s0.p b0.p b0l.l; s1.p s1r.l s0.p; s1.p s0.p s0l.l; s1.p s0.p s0r.l
s0.w s0l.w b0.w; s0.p s0l.w b0.p; s1.w s0l.w s0.p; s1.p s0l.w s0.p; s1.w s0l.w s0.w; s1.w s0l.w
s0.w s0r.l; s0.w s0l.l; s1.w s1r.l; b0.w b0l.l; s0.w s0r.l s0r2.l; s0.p s0l.l s0l2.l; b0.p b0l.l b0l2.l; s1.p s1r.l s1r2.l
s0.p s0vr; s0.w s0vr; s0.p s0vl; s0.w s0vl; b0.p b0vl; b0.w b0vl; s1.p s1vr; s1.w s1vr; s1.p s1vl
s0.p b0.p distance_b0; s0.w distance_b0; b0.w distance_b0; s0.p distance_b0; b0.p distance_b0; s0.w b0.w distance_b0
s1.p s0.p distance_s1; s1.w distance_s1; s0.w distance_s1; s1.p s0.p b0.p distance_s1
before_b0.w b0.p; before_b0.p b0.p; s0.p before_b0.p b0.p; s0.p after_s0.p b0.p; s1.p s0.p after_s0.p; after_s0.w s0.p
"""
_RELATION = """
side d.p; side d.w; side h.p; side h.w; side h.p d.p; side h.w d.w; side h.w d.p; side h.p d.w; side h.c d.c
side d.c h.p; side h.c d.p
side dl.w h.p; side dl.w d.p h.p; side dl.w h.w; side dl.l h.p d.p; side dl.p h.p d.p; side dl2.w h.p d.p; side dl.l dl2.l h.p
side dr.l h.p d.p; side dr.w d.p; side dr.p d.p h.p; side dr2.l h.p; side dl.w dl2.w h.p
side d.w dl.w; side d.w dr.l; side d.w dl.l
side hl.l h.p d.p; side hr.l h.p d.p; side hr.l h.w; side hl.l h.w; side hl.l hr.l h.p; side hr.p h.p d.p
side before_d.p d.p; side after_d.p d.p; side before_d.w d.p h.p; side after_d.w d.p h.p
side before_h.p h.p d.p; side after_h.p h.p d.p
side distance h.p d.p; side distance d.w; side distance h.w; side dv h.p d.p
"""

_STATE_ATOMS = [f"{node}.{kind}" for node in STATE_NODES for kind in KINDS] + list(STATE_COUNTS)
_EDGE_ATOMS = [f"{node}.{kind}" for node in EDGE_NODES for kind in KINDS] + list(EDGE_COUNTS)


def _compiled(text: str, atoms: list[str]) -> tuple[tuple[int, ...], ...]:
    number = {name: i for i, name in enumerate(atoms)}
    return tuple(
        tuple(number[name] for name in template.split())
        for line in text.split("\n")
        for template in line.split(";")
        if template.strip()
    )


#: Each template as the numbers of its atoms.
TRANSITION_TEMPLATES = _compiled(_TRANSITION, _STATE_ATOMS)
RELATION_TEMPLATES = _compiled(_RELATION, _EDGE_ATOMS)

_MASK = (1 << 64) - 1
_PRIME = 0x9E3779B97F4A7C15


def row(template: int, values: list[int], bits: int) -> int:
    """The row of the table of weights for a template (its number) whose atoms have these values."""
    mixed = (template + 1) * _PRIME & _MASK
    for value in values:
        mixed = (mixed ^ value) * _PRIME & _MASK
        mixed ^= mixed >> 32
    return (mixed * _PRIME & _MASK) >> (64 - bits)

"""What a query can be cut into: words, and the shapes over them.

`Flat`, `Nested` and `Forest` are small frozen values without the words; the words stay with the query. Each parses and
prints (pipe, quote and bracket form, CoNLL-U), can be counted, listed lazily and drawn uniformly at random. The
distances d1 and d2 compare two of them.
"""

from caesura.shapes.brackets import parse_brackets, print_brackets
from caesura.shapes.conllu import parse_conllu, print_conllu
from caesura.shapes.counting import all_flat, all_nested, count_flat, count_nested, nested_at
from caesura.shapes.distance import boundaries, distance, sequence_distance
from caesura.shapes.drawing import random_flat, random_nested
from caesura.shapes.flat import Flat, Span
from caesura.shapes.forest import Forest
from caesura.shapes.nested import Nested, nodes
from caesura.shapes.pipe import parse_pipe, print_pipe
from caesura.shapes.quotes import parse_quotes, print_quotes
from caesura.shapes.words import (
    MAX_WORDS,
    Words,
    bare,
    fold,
    lookup_forms,
    query_words,
    same_words,
    separator_places,
    shown,
    split_words,
    word_offsets,
)

Shape = Flat | Nested | Forest

__all__ = [
    "MAX_WORDS",
    "Flat",
    "Forest",
    "Nested",
    "Shape",
    "Span",
    "Words",
    "all_flat",
    "all_nested",
    "bare",
    "boundaries",
    "count_flat",
    "count_nested",
    "distance",
    "fold",
    "lookup_forms",
    "nested_at",
    "nodes",
    "parse_brackets",
    "parse_conllu",
    "parse_pipe",
    "parse_quotes",
    "print_brackets",
    "print_conllu",
    "print_pipe",
    "print_quotes",
    "query_words",
    "random_flat",
    "random_nested",
    "same_words",
    "separator_places",
    "sequence_distance",
    "shown",
    "split_words",
    "word_offsets",
]

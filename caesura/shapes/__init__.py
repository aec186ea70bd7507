"""What a query can be cut into: words, and the shapes over them.

`Flat`, `Nested` and `Forest` are small frozen values without the words; the words stay with the query. Each parses and
prints (pipe, quote and bracket form, CoNLL-U), can be counted, listed lazily and drawn uniformly at random. The
distances d1 and d2 compare two of them.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.shapes.boxes import flat_boxes as flat_boxes
    from caesura.shapes.boxes import nested_boxes as nested_boxes
    from caesura.shapes.brackets import parse_brackets as parse_brackets
    from caesura.shapes.brackets import print_brackets as print_brackets
    from caesura.shapes.conllu import parse_conllu as parse_conllu
    from caesura.shapes.conllu import print_conllu as print_conllu
    from caesura.shapes.counting import all_flat as all_flat
    from caesura.shapes.counting import all_nested as all_nested
    from caesura.shapes.counting import count_flat as count_flat
    from caesura.shapes.counting import count_nested as count_nested
    from caesura.shapes.distances import boundaries as boundaries
    from caesura.shapes.distances import distance as distance
    from caesura.shapes.distances import sequence_distance as sequence_distance
    from caesura.shapes.drawing import random_flat as random_flat
    from caesura.shapes.drawing import random_nested as random_nested
    from caesura.shapes.flat import Flat as Flat
    from caesura.shapes.flat import Span as Span
    from caesura.shapes.forest import Forest as Forest
    from caesura.shapes.marks import flat_from_marks as flat_from_marks
    from caesura.shapes.marks import marked_words as marked_words
    from caesura.shapes.marks import marks_of as marks_of
    from caesura.shapes.marks import nested_from_marks as nested_from_marks
    from caesura.shapes.nested import Nested as Nested
    from caesura.shapes.nested import nodes as nodes
    from caesura.shapes.pipe import parse_pipe as parse_pipe
    from caesura.shapes.pipe import print_pipe as print_pipe
    from caesura.shapes.quotes import parse_quotes as parse_quotes
    from caesura.shapes.quotes import print_quotes as print_quotes
    from caesura.shapes.shape import Shape as Shape
    from caesura.shapes.words import MAX_WORDS as MAX_WORDS
    from caesura.shapes.words import Words as Words
    from caesura.shapes.words import bare as bare
    from caesura.shapes.words import fold as fold
    from caesura.shapes.words import lookup_forms as lookup_forms
    from caesura.shapes.words import query_words as query_words
    from caesura.shapes.words import same_words as same_words
    from caesura.shapes.words import separator_places as separator_places
    from caesura.shapes.words import shown as shown
    from caesura.shapes.words import split_words as split_words
    from caesura.shapes.words import word_offsets as word_offsets

__getattr__, __dir__, __all__ = lazy_door(__name__)

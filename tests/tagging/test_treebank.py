"""Treebanks read as queries."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.tagging.treebank import Tagged, read_as_queries

SENTENCE = """# text = Don't feed the small Dogs!
1-2	Don't	_	_	_	_	_	_	_	_
1	Do	do	AUX	VB	_	3	aux	_	_
2	n't	not	PART	RB	_	3	advmod	_	_
3	feed	feed	VERB	VB	_	0	root	_	_
4	the	the	DET	DT	_	6	det	_	_
5	small	small	ADJ	JJ	_	6	amod	_	_
6	Dogs	dog	NOUN	NNS	_	3	obj	_	_
6.1	_	_	VERB	_	_	_	_	_	_
7	!	!	PUNCT	.	_	3	punct	_	_
"""


def test_as_they_are_typed(tmp_path: Path) -> None:
    file = tmp_path / "one.conllu"
    file.write_text(SENTENCE, encoding="utf-8")
    whole = Tagged(("don't", "feed", "the", "small", "dogs"), ("AUX", "VERB", "DET", "ADJ", "NOUN"))
    assert list(read_as_queries(file)) == [whole]
    assert list(read_as_queries(file, fragments=True)) == [whole, Tagged(("the", "small", "dogs"), ("DET", "ADJ", "NOUN"))]


def test_what_is_no_treebank_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "two.conllu"
    file.write_text("# text\njust words\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"two.conllu:2: 1 columns, CoNLL-U has 10"):
        list(read_as_queries(file))

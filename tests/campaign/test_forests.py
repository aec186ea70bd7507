"""The task of forests: what an answer may look like, proposals, exports in CoNLL-U, and agreement on heads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from caesura.campaign import (
    Item,
    Plan,
    Role,
    Store,
    create_campaign,
    create_owner,
    export_corpus,
    figures,
    forms_of,
    items_from,
    join,
    next_page,
    open_store,
    submit_page,
    task_named,
    write_export,
)
from caesura.campaign.annotating import trees
from caesura.campaign.forests import central, filled
from caesura.campaign.language_files import texts_in
from caesura.campaign.managing import adjudicate
from caesura.campaign.platforms import task_template, write_batch
from caesura.campaign.proposals import print_proposal, proposed_heads, read_proposal
from caesura.corpus import read_corpus
from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.studio.pages.frame import environment
from tests.strategies import forests, tricky_words

PLANES = ("paper", "planes", "how", "to", "fold")
TASK = task_named("syntax")


def chain(words: tuple[str, ...]) -> Forest:
    return Forest((0, *range(1, len(words))), ("NOUN",) * len(words), ("root", *["compound"] * (len(words) - 1)))


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with open_store(str(tmp_path / "campaigns.db"), propose=chain) as opened:
        yield opened


def answered(store: Store, link: str, *sent: object) -> None:
    key = join(store, link).key
    page = next_page(store, key)
    by_text = {"paper planes how to fold": sent[0], "red wine": sent[1] if len(sent) > 1 else [2, 0]}
    receipt = submit_page(store, key, page.key, [by_text[item.text] for item in page.items])  # type: ignore[union-attr]
    assert hasattr(receipt, "answers"), receipt


def campaign(store: Store) -> Any:
    owner, _ = create_owner(store, "ann")
    items = [Item("a", " ".join(PLANES)), Item("b", "red wine", paragraph=print_proposal(Forest((2, 0), ("ADJ", "NOUN"))))]
    return create_campaign(store, owner, "planes", "syntax", items, Plan(annotations=3))


@pytest.mark.parametrize("answer", [[2, 0, 5, 5, 0], ["2", "0", "5", "5", "0"], "paper:2 planes:0 how:5 to:5 fold:0"])
def test_answers(answer: object) -> None:
    assert TASK.read(PLANES, answer) == "paper:2 planes:0 how:5 to:5 fold:0"
    shape = TASK.shape(PLANES, TASK.read(PLANES, answer))
    assert isinstance(shape, Forest)
    assert shape.segments.lengths == (2, 3)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ([2, 0, 5, 5], "do not fit"),
        ([2, 0, 5, 5, "x"], "not a number"),
        ([2, 1, 5, 5, 0], "cycle"),
        ([3, 0, 0, 5, 0], "cross|contiguous"),
        ([9, 0, 5, 5, 0], "head 9"),
        ("paper:2 planes:0", "not the query's"),
        (3, "not a text"),
    ],
)
def test_what_is_not_a_forest_is_refused(answer: object, told: str) -> None:
    with pytest.raises(InputError, match=told):
        TASK.read(PLANES, answer)


@given(forests(), tricky_words)
def test_canonical_texts_are_read_back(forest: Forest, word: str) -> None:
    words = (word,) * forest.size
    text = TASK.read(words, list(forest.heads))
    assert TASK.read(words, text) == text
    assert TASK.shape(words, text).heads == forest.heads  # type: ignore[union-attr]
    drawn = trees(text)
    assert drawn is not None
    assert (drawn[0], drawn[1]) == (words, forest.segments.breaks)
    assert read_proposal(words, print_proposal(forest)) == forest


def test_proposals_are_kept_with_their_queries(store: Store) -> None:
    made = campaign(store)
    page = next_page(store, join(store, made.link).key)
    given = {item.text: proposed_heads(item.words, item.paragraph) for item in page.items}  # type: ignore[union-attr]
    assert given == {"paper planes how to fold": (0, 1, 2, 3, 4), "red wine": (2, 0)}
    assert proposed_heads(PLANES, "") == (0,) * 5
    for bad, told in (("{", "not a forest"), ('{"heads": [0], "tags": ["X"]}', "the proposal has 1 words"), ("[]", "not a forest")):
        with pytest.raises(InputError, match=told):
            TASK.check("paper planes", bad)


def test_a_treebank_brings_its_own_proposals(tmp_path: Path) -> None:
    path = tmp_path / "trees.conllu"
    path.write_text(
        "# sent_id = q1\n1\tpaper\t_\tNOUN\t_\t_\t2\tcompound\t_\tSegment=1\n2\tplanes\t_\tNOUN\t_\t_\t0\troot\t_\tSegment=1\n"
    )
    (item,) = items_from(read_corpus(path), "syntax")
    assert json.loads(item.paragraph) == {"heads": [2, 0], "tags": ["NOUN", "NOUN"], "labels": ["compound", "root"]}
    (test,) = items_from(read_corpus(path), "syntax", role=Role.TEST)
    assert (test.paragraph, test.accepted) == ("", ("paper:2 planes:0",))


def test_exports_and_agreement(store: Store, tmp_path: Path) -> None:
    made = campaign(store)
    answered(store, made.link, [2, 0, 5, 5, 0])
    answered(store, made.link, [2, 0, 5, 5, 0])
    answered(store, made.link, [0, 1, 2, 3, 4], [0, 1])
    corpus = export_corpus(store, made)
    assert [vote.count for vote in corpus.entries[0].votes] == [2, 1]
    found = figures(store, made)
    assert found["heads"]["pairs"] == 6
    # Of the 15 words of three pairs over the planes 5 agree, of the 6 over the wine 2.
    assert found["heads"]["uas"] == pytest.approx((5 + 0 + 0 + 2 + 0 + 0) / 21)
    assert found["heads"]["same_segments"] == pytest.approx(4 / 6)
    assert found["heads"]["uas_of_proposals"] == pytest.approx((0 + 0 + 5 + 2 + 2 + 0) / 21)
    assert found["agreement"]["queries"] == 2
    write_export(store, made, tmp_path / "trees.conllu", "treebank")
    text = (tmp_path / "trees.conllu").read_text()
    assert "1\tpaper\t_\tNOUN\t_\t_\t2\tdep\t_\tSegment=1\n2\tplanes\t_\tNOUN\t_\t_\t0\troot\t_\tSegment=1" in text
    assert "1\tred\t_\tADJ\t_\t_\t2\tdep\t_\tSegment=1" in text
    adjudicate(store, made, "a", [0, 1, 2, 3, 4], "one chain", by="ann")
    write_export(store, made, tmp_path / "trees.conllu", "treebank")
    assert "# adjudicated = yes\n1\tpaper\t_\tNOUN\t_\t_\t0\troot" in (tmp_path / "trees.conllu").read_text()
    write_export(store, made, tmp_path / "all.conllu", "conllu")
    assert (tmp_path / "all.conllu").read_text().count("# annotator = ") == 6
    assert len(read_corpus(tmp_path / "all.conllu").entries[0].votes) == 2
    write_export(store, made, tmp_path / "inferred.csv", "inferred")
    with pytest.raises(InputError, match="webis cannot hold answers of the task syntax"):
        write_export(store, made, tmp_path / "webis", "webis")
    assert "treebank" not in forms_of("flat")


def test_the_central_forest_and_its_labels() -> None:
    one, two, three = (Forest(heads, ("X",) * 3) for heads in ((0, 1, 2), (0, 1, 1), (2, 0, 2)))
    assert central([one, two, three]) == one
    assert central([three, two, two]) == two
    proposal = Forest((0, 1, 1), ("NOUN", "ADP", "NOUN"), ("root", "case", "nmod"))
    assert filled(three, proposal) == Forest((2, 0, 2), ("NOUN", "ADP", "NOUN"), ("dep", "root", "dep"))
    assert filled(two, proposal) == proposal
    assert filled(two, None) == two


def test_platforms_have_no_such_task(tmp_path: Path) -> None:
    for refused in (lambda: task_template("syntax"), lambda: write_batch([Item("a", "red wine")], "syntax", tmp_path / "x.csv")):
        with pytest.raises(InputError, match="platforms"):
            refused()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_tasks_example_shows_roots_in_bold_as_its_text_says(language: str) -> None:
    texts = texts_in(language)
    how = environment().get_template("annotate_help.html").make_module().how  # type: ignore[attr-defined]
    roots = re.findall(r"(\w+):0", texts["tasks"]["syntax"]["answer"])
    assert re.findall(r"<b>(\w+)</b>", str(how(texts, "syntax"))) == roots
    assert len(roots) == 2

"""The pages of the studio without a browser: what is there, what is escaped, what is refused."""

from __future__ import annotations

import html
import re
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future
from io import BytesIO
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.studio import Settings, StudioSettings
from caesura.studio.pages.wording import for_people
from caesura.studio.studio import make_studio
from tests.studio.client import Client

EVIL = "<script>alert(1)</script>"
HTML = {"accept": "text/html"}
PAGES = (
    "/",
    "/corpora",
    "/corpora/example",
    "/corpora/example/evaluation",
    "/corpora/example/agreement",
    "/corpora/example/bias",
    "/labels",
)


@pytest.fixture(scope="module")
def studio(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("studio")
    with Client(make_studio(StudioSettings(settings, folder=str(folder)))) as client:
        yield client


@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_there_and_guarded(studio: Client, address: str) -> None:
    answer = studio.get(address, headers=HTML)
    assert answer.status_code == 200
    assert answer.text.count("<h1>") == 1
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert "unsafe" not in policy["script-src"]
    nonce = policy["script-src"].split("'nonce-")[1].rstrip("'")
    for tag in re.findall(r"<(?:script|style)\b[^>]*>", answer.text):
        assert "src=" in tag or f'nonce="{nonce}"' in tag
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_playground_keeps_what_the_user_marked(studio: Client) -> None:
    answer = studio.post("/playground", data={"query": "brown bear -lake", "engine": "lucene"}, headers={"HX-Request": "true"})
    assert "+(brown bear) -lake" in answer.text
    assert "keeps its meaning" in answer.text


def test_a_cleared_playground_shows_no_error(studio: Client) -> None:
    for query in ("", "  ", "\n"):
        answer = studio.post("/playground", data={"query": query}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert not answer.text.strip()


def test_errors_on_pages_name_no_options_of_commands(studio: Client) -> None:
    for name, content in (
        ("a.tsv", b"\xff\xfe"),
        ("b.csv", b"id,query\n1,a b\n"),
        ("c.txt", b"new york\n" * 3),
        ("d.zip", b"PK\x03\x04"),
    ):
        answer = studio.post("/corpora", files={"file": (name, content)}, headers=HTML)
        if answer.status_code != 303:
            shown = re.sub(r"<[^>]*>", "", answer.text)
            assert "--" not in shown
            assert "caesura corpus" not in shown
    assert for_people("the column is wrong; name it with --column, or rename it") == "the column is wrong; or rename it"
    assert for_people("start again: caesura studio --port 1") == "start again"
    assert for_people("a well-known -- dash; do this") == "a well-known -- dash; do this"


def test_a_nonce_is_for_one_page_only(studio: Client) -> None:
    first, second = (studio.get("/").headers["content-security-policy"] for _ in range(2))
    assert first != second


def test_the_playground_cuts_and_explains(studio: Client) -> None:
    answer = html.unescape(studio.get("/", params={"query": "brown bear cub in lake garden", "engine": "quotes"}).text)
    assert '"brown bear" "cub in" "lake garden"' in answer
    assert "largest pair inside a title" in answer
    assert re.search(r'aria-label="\(+brown', answer), "the tree is told in brackets"


def test_htmx_gets_the_part_that_changes(studio: Client) -> None:
    answer = studio.post("/playground", data={"query": "brown bear"}, headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert "brown bear" in html.unescape(answer.text)
    assert answer.headers["hx-replace-url"].startswith("/?query=brown%20bear")


def test_without_scripts_the_form_gives_the_whole_page(studio: Client) -> None:
    answer = studio.post("/playground", data={"query": "brown bear"})
    assert "<html" in answer.text


def test_several_lines_are_a_log(studio: Client) -> None:
    answer = studio.post("/playground", data={"query": "brown bear\nlake garden\n" + "x " * 12})
    assert "3 queries by wikipedia" in answer.text
    assert "has 12 words, at most 10 are possible" in answer.text


@pytest.mark.parametrize("query", [EVIL, '"><b onmouseover=1>', "{{ 7*7 }}", "\x00\x1b[31m", "…‮", "a" * 50_000])
def test_whatever_is_typed_is_text(studio: Client, query: str) -> None:
    for answer in (studio.get("/", params={"query": query[:5000]}), studio.post("/playground", data={"query": query})):
        assert answer.status_code == 200
        assert EVIL not in answer.text
        assert "<b onmouseover" not in answer.text
        assert "49" not in re.findall(r'class="word">([^<]*)', answer.text)


def test_a_corpus_is_uploaded_searched_and_paged(studio: Client) -> None:
    lines = "\n".join(
        f'{{"id": "{n}", "text": "word{n} {EVIL}", "votes": [{{"flat": "word{n}|{EVIL}", "count": 3}}]}}' for n in range(60)
    )
    added = studio.post("/corpora", files={"file": ("../../My corpus.jsonl", lines.encode())})
    assert added.status_code == 303
    where = added.headers["location"]
    assert where == "/corpora/my-corpus"
    assert "My-corpus.jsonl" in studio.get("/corpora").text
    shown = studio.settled(where)
    assert EVIL not in shown.text
    assert "Page 1 of 2" in shown.text
    assert studio.settled(where, params={"page": "2"}).text.count("<article") == 10
    for page in ("0", "-1", "99", "x", "9" * 30):
        assert studio.settled(where, params={"page": page}).status_code == 200
    found = studio.settled(where, params={"search": "word17 "}, headers={"HX-Request": "true"})
    assert found.text.count("<article") == 1


def test_what_is_no_corpus_is_refused_and_leaves_nothing(settings: Settings, tmp_path: Path) -> None:
    with Client(make_studio(StudioSettings(settings, folder=str(tmp_path)))) as studio:
        refused = studio.post("/corpora", files={"file": ("bad.bin", b"\x00\x01")}, headers=HTML)
        assert refused.status_code == 422
        assert "bad.bin" in refused.text
        assert str(tmp_path) not in refused.text
    assert list((tmp_path / "corpora").rglob("*.*")) == []


def test_a_zip_file_of_a_corpus_is_unpacked_and_one_of_anything_else_leaves_nothing(settings: Settings, tmp_path: Path) -> None:
    corpus = b'{"id": "1", "text": "a b", "votes": [{"flat": "a|b", "count": 1}]}\n'
    with Client(make_studio(StudioSettings(settings, folder=str(tmp_path)))) as studio:
        good, bad = _zip({"campaign/corpus.jsonl": corpus}), _zip({"../out.jsonl": corpus})
        where = studio.post("/corpora", files={"file": ("campaign.zip", good)}).headers["location"]
        assert "1 vote" in studio.settled(where).text
        assert studio.post("/corpora", files={"file": ("bad.zip", bad)}, headers=HTML).status_code == 422
    assert [path.name for path in (tmp_path / "corpora").rglob("*.*")] == ["campaign.jsonl"]


def _zip(files: dict[str, bytes]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_two_files_of_one_name_stand_side_by_side(settings: Settings, tmp_path: Path) -> None:
    corpus = b'{"id": "1", "text": "a b", "votes": [{"flat": "a|b", "count": 1}]}\n'
    with Client(make_studio(StudioSettings(settings, folder=str(tmp_path)))) as studio:
        places = {studio.post("/corpora", files={"file": ("x.jsonl", corpus)}).headers["location"] for _ in range(2)}
    assert places == {"/corpora/x", "/corpora/x-2"}


def test_uploads_have_a_limit(studio: Client) -> None:
    answer = studio.request("POST", "/corpora", headers={**HTML, "content-length": str(1 << 40)}, content=b"")
    assert answer.status_code == 413


@pytest.mark.parametrize("key", ["%2e%2e", "nothing", "..%2f..%2fetc%2fpasswd", "example%00"])
def test_only_what_is_on_the_shelf_is_read(studio: Client, key: str) -> None:
    assert studio.get(f"/corpora/{key}", headers=HTML).status_code in (404, 422)


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "frame.html", "htmx.min.js.map"])
def test_only_style_and_scripts_are_served(studio: Client, name: str) -> None:
    assert studio.get(f"/static/0/{name}").status_code == 404


def test_browsers_get_a_page_and_programs_get_json(studio: Client) -> None:
    assert "That did not work" in studio.get("/nowhere", headers=HTML).text
    assert studio.get("/nowhere").json()["error"] == "nothing is at /nowhere"
    assert studio.get("/v1/methods").json()["default"] == "wikipedia"


def test_true_labels_are_downloaded(studio: Client) -> None:
    rows = "task,worker,label\n" + "".join(f"t{item},w{who},{int(who == 2) ^ item % 2}\n" for item in range(6) for who in range(3))
    files = {"labels": ("l.csv", rows.encode()), "gold": ("g.csv", b"task,label\nt0,1\n")}
    answer = studio.post("/labels", files=files, data={"download": "dawid-skene"})
    assert answer.headers["content-disposition"] == 'attachment; filename="true-labels.csv"'
    lines = answer.text.splitlines()
    assert lines[0] == "task,label,probability"
    assert lines[1] == "t0,1,1.000000"  # a gold label is certain
    assert len(lines) == 7
    chosen = studio.post("/labels", files={"labels": files["labels"]}, data={"download": "auto"})
    assert [line.rsplit(",", 1)[0] for line in chosen.text.splitlines()[1:]] == [f"t{item},{item % 2}" for item in range(6)]
    assert studio.post("/labels", files=files, data={"download": "dice"}, headers=HTML).status_code == 422


def test_labels_without_gold_and_with_faults(studio: Client) -> None:
    rows = b"task,worker,label\n" + b"".join(f"t{i},w{j},{i % 2}\n".encode() for i in range(6) for j in range(3))
    where = studio.post("/labels", files={"labels": ("l.csv", rows)}).headers["location"]
    assert "18 labels of 3 workers for 6 items" in studio.settled(where).text
    inferred = studio.get(f"{where}/labels.csv")
    assert inferred.text.startswith("task,label,probability")
    assert inferred.text.count("\n") == 7
    with_gold = studio.post("/labels", files={"labels": ("l.csv", rows), "gold": ("g.csv", b"task,label\nt0,0\nt1,1\n")})
    report = studio.settled(with_gold.headers["location"]).text
    assert "dawid-skene" in report
    assert "Calibration on labels" in report
    assert "confusion matrices of workers" in report
    bad = studio.settled(studio.post("/labels", files={"labels": ("l.csv", b"a,b\n1,2\n")}).headers["location"], headers=HTML)
    assert bad.status_code == 422
    assert "labels:1: there is no column" in html.unescape(bad.text)
    assert studio.post("/labels", data={"x": "1"}, headers=HTML).status_code == 422


def test_a_corpus_that_cannot_be_read_is_said_at_the_start(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing"):
        make_studio(StudioSettings(settings, corpora=(str(tmp_path / "missing.jsonl"),), folder=str(tmp_path)))


def test_a_failed_experiment_is_told_and_tried_again(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def failing(_job: object, name: str, *_: object) -> Future[None]:
        tried.append(name)
        future: Future[None] = Future()
        future.set_exception(RuntimeError("the disk is full"))
        return future

    monkeypatch.setattr("caesura.studio.pages.retrieval.EXPERIMENTS.submit", failing)
    with Client(make_studio(StudioSettings(settings, folder=str(tmp_path)))) as studio:
        for times in (1, 2):
            while (answer := studio.get("/retrieval/town", headers=HTML)).status_code == 200:
                time.sleep(0.01)
            assert answer.status_code == 500
            assert "<h1>That did not work</h1>" in answer.text
            assert "disk" not in answer.text, "what went wrong inside is for the terminal"
            assert len(tried) == times


def test_intervals_of_agreement_are_told_as_people_read_them(studio: Client) -> None:
    shown = studio.settled("/corpora/example/agreement", headers=HTML).text
    for name in ("alpha interval", "S interval"):
        assert re.search(rf">{name}</t[dh]>\s*<td[^>]*>0\.\d{{3}} to 0\.\d{{3}}<", shown), name


def test_a_folder_that_is_a_file_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(InputError, match="cannot be the studio's folder"):
        make_studio(StudioSettings(settings, folder=str(tmp_path / "taken")))


def test_a_corpus_of_trees_is_shown_as_trees(studio: Client) -> None:
    """Its votes were hidden, figures were promised that trees do not have, and one of its tabs led to an error."""
    trees = (Path(__file__).parents[2] / "docs" / "examples" / "agreement-trees.jsonl").read_bytes()
    where = studio.post("/corpora", files={"file": ("trees.jsonl", trees)}).headers["location"]
    shown = studio.settled(where, headers=HTML).text
    assert 'aria-label="((cheap flights) (to lisbon))"' in shown
    assert "3 votes for" in shown
    assert "share of annotators" not in shown
    assert f"{where}/evaluation" not in shown
    assert f"{where}/agreement" in shown
    assert "top every word alone" not in studio.settled(f"{where}/agreement", headers=HTML).text
    habits = studio.settled(f"{where}/bias", headers=HTML).text
    assert "Balanced trees" in habits
    assert "chi-square p" not in habits  # ten queries are too few for it
    assert f"{where}/evaluation" not in habits


def test_a_corpus_of_forests_is_shown_by_its_segments(studio: Client) -> None:
    forests = (Path(__file__).parents[2] / "docs" / "examples" / "syntax-treebank.conllu").read_bytes()
    where = studio.post("/corpora", files={"file": ("forests.conllu", forests)}).headers["location"]
    assert " | " in "".join(re.findall(r'role="img" aria-label="([^"]*)"', studio.settled(where, headers=HTML).text))

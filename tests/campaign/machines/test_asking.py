"""Asking an endpoint that behaves, and one that does not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from caesura.campaign import Item
from caesura.campaign.machines import Asking, Budget, Command, Endpoint, Manner, OwnSegmenter, Pace, Prices, ReplyCache, read_prompt
from caesura.campaign.machines.annotating import machine_from, sent_again
from caesura.campaign.machines.sources import Request
from caesura.corpus import WorkerKind
from caesura.foundation import InputError
from caesura.shapes import print_pipe
from tests.campaign.machines.chat_server import ChatServer, Faults, halves, serving

ITEMS = [Item(f"q{number}", f"cheap flights to town{number}") for number in range(12)]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[ReplyCache]:
    opened = ReplyCache(tmp_path / "replies.db")
    yield opened
    opened.close()


def asking(
    server: ChatServer, cache: ReplyCache, *, manner: Manner | None = None, budget: Budget | None = None, **named: object
) -> Asking:
    endpoint = Endpoint(server.base, "small", **{"timeout": 5.0, **named})  # type: ignore[arg-type]
    return Asking(endpoint, read_prompt("flat"), cache, budget or Budget(), manner or Manner(first_pause=0.01))


def test_answers_become_votes(cache: ReplyCache) -> None:
    with serving() as server:
        ready = asking(server, cache, temperature=0.7, seed=5, manner=Manner(samples=3))
        machine = machine_from(ready.all(ITEMS), ready)
    assert machine.kind is WorkerKind.LANGUAGE_MODEL
    assert {name: votes.total for name, votes in machine.answers.items()} == {item.name: 3 for item in ITEMS}
    assert print_pipe(tuple(ITEMS[0].text.split()), machine.single["q0"]) == halves(ITEMS[0].text)  # type: ignore[arg-type]
    assert sorted({body["seed"] for body in server.bodies}) == [5, 6, 7]
    assert {body["stream"] for body in server.bodies} == {False}
    assert machine.about["model"] == "small"


def test_several_at_once_and_never_more(cache: ReplyCache) -> None:
    with serving(seconds=0.05) as server:
        asking(server, cache, manner=Manner(concurrency=3)).all(ITEMS)
    assert server.most_at_once == 3


@pytest.mark.parametrize("fault", ["500", "503", "429", "429 0", "dropped", "empty", "html", "huge", "slow"])
def test_what_passes_is_waited_for(cache: ReplyCache, fault: str) -> None:
    faults: Faults = lambda number, _query: fault if number in (0, 2) else None  # noqa: E731
    with serving(faults=faults) as server:
        ready = asking(server, cache, timeout=0.7)
        asked = ready.all(ITEMS[:4])
    assert [each.answer for each in asked.outcomes] == [halves(item.text) for item in ITEMS[:4]]
    assert len(server.bodies) == 6 == ready.budget.requests


def test_retry_after_is_honoured_by_everybody(cache: ReplyCache) -> None:
    with serving(faults=lambda number, _query: "429 1" if number == 0 else None) as server:
        assert len(asking(server, cache, manner=Manner(concurrency=1, first_pause=0.0)).all(ITEMS[:3]).outcomes) == 3
    assert server.times[1] - server.times[0] >= 1.0


def test_an_endpoint_that_stays_broken_is_reported_with_the_rest_kept(cache: ReplyCache) -> None:
    with serving(faults=lambda _number, query: "500" if query == ITEMS[1].text else None) as server:
        asked = asking(server, cache, manner=Manner(retries=2, first_pause=0.0)).all(ITEMS[:3])
        assert [each.failed for each in asked.outcomes] == [None, "HTTP 500", None]
        assert len(server.bodies) == 5
        server.faults = lambda _number, _query: None
        again = asking(server, cache).all(ITEMS[:3])
        assert [each.cached for each in again.outcomes] == [True, False, True]
        assert len(server.bodies) == 6


@pytest.mark.parametrize("fault", ["malformed", "changed"])
def test_a_refused_answer_is_asked_for_again_and_then_counted(cache: ReplyCache, fault: str) -> None:
    never = {ITEMS[0].text}
    seen: list[str] = []

    def faults(_number: int, query: str) -> str | None:
        seen.append(query)
        return fault if query in never or seen.count(query) < 2 else None

    with serving(faults=faults) as server:
        ready = asking(server, cache, manner=Manner(again=2, concurrency=1))
        asked = ready.all(ITEMS[:2])
        machine = machine_from(asked, ready)
    assert [(each.answer is None, each.refused is None, len(each.problems)) for each in asked.outcomes] == [
        (True, False, 3),
        (False, True, 1),
    ]
    assert seen.count(ITEMS[0].text) == 3
    assert "refused: " in server.bodies[1]["messages"][-1]["content"]
    assert machine.about["refused"] == ["q0#1"]
    assert list(machine.answers) == ["q1"]


def test_everything_that_was_sent_can_be_made_again_from_the_metadata(cache: ReplyCache) -> None:
    count: dict[str, int] = {}

    def faults(_number: int, query: str) -> str | None:
        count[query] = count.get(query, 0) + 1
        return "changed" if count[query] == 1 and query.endswith("0") else None

    with serving(faults=faults) as server:
        ready = asking(server, cache, temperature=0.5, seed=1, manner=Manner(samples=2, concurrency=1))
        about = json.loads(json.dumps(machine_from(ready.all(ITEMS[:3]), ready).about))
    made = [list(messages) for item in ITEMS[:3] for sample in (1, 2) for messages in sent_again(about, item, sample)]
    assert made == [body["messages"] for body in server.bodies]


def test_prose_around_the_answer_does_no_harm(cache: ReplyCache) -> None:
    with serving(faults=lambda _number, _query: "prose") as server:
        assert asking(server, cache).all(ITEMS[:1]).outcomes[0].answer == halves(ITEMS[0].text)


def test_nothing_is_asked_twice_unless_it_differs(cache: ReplyCache) -> None:
    with serving() as server:
        asking(server, cache).all(ITEMS)
        assert all(each.cached for each in asking(server, cache).all(ITEMS).outcomes)
        assert len(server.bodies) == 12
        asking(server, cache, temperature=0.1).all(ITEMS[:1])
        asking(server, cache, manner=Manner(samples=2)).all(ITEMS[:1])
        assert len(server.bodies) == 14


def test_budgets_hold_with_many_at_once(cache: ReplyCache) -> None:
    with serving(seconds=0.02) as server:
        asked = asking(server, cache, budget=Budget(requests=5), manner=Manner(concurrency=8)).all(ITEMS)
        assert (len(server.bodies), len(asked.outcomes), asked.missing) == (5, 5, 7)
        assert asked.spent == "5 requests were made"
    # 100 tokens in and 20 out at 10 and 100 a million: 0.003 each.
    with serving(seconds=0.02) as server:
        budget = Budget(cost=0.2, prices=Prices(10, 100), reply_tokens=400)
        asked = asking(server, cache, budget=budget, temperature=0.3, manner=Manner(concurrency=8, samples=10)).all(ITEMS)
    assert budget.cost == pytest.approx(0.003 * len(server.bodies))
    assert 0.1 < budget.cost <= 0.2
    assert asked.missing > 0
    with pytest.raises(InputError, match="without prices"):
        Budget(cost=1)


def test_a_rate_spreads_requests_evenly() -> None:
    slept: list[float] = []
    pace = Pace(120, now=lambda: 100.0, sleep=slept.append)
    for _ in range(4):
        pace.wait()
    assert slept == [0.5, 1.0, 1.5]


@pytest.mark.parametrize(("status", "cure"), [("401", "valid key"), ("404", "/v1"), ("400", "--no-json-mode")])
def test_who_refuses_us_is_not_asked_again(cache: ReplyCache, status: str, cure: str) -> None:
    with serving(faults=lambda _number, _query: status) as server, pytest.raises(InputError, match=cure):
        asking(server, cache, manner=Manner(concurrency=1)).all(ITEMS)
    assert len(server.bodies) == 1


def test_the_key_is_sent_and_kept_nowhere(cache: ReplyCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-123")
    with serving() as server:
        ready = asking(server, cache)
        machine = machine_from(ready.all(ITEMS[:2]), ready)
        assert server.keys == ["Bearer sk-secret-123"] * 2
    assert "secret" not in repr(ready.source) + json.dumps(machine.about)
    assert all(b"secret" not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    with pytest.raises(InputError, match="unencrypted") as caught:
        Endpoint("http://models.example/v1", "small")
    assert "secret" not in str(caught.value)
    with pytest.raises(InputError, match="a scheme, a host and a path") as caught:
        Endpoint("https://me:sk-other@models.example/v1", "small")
    assert "sk-other" not in str(caught.value)


def test_a_command_and_a_segmenter_are_asked_alike(cache: ReplyCache, tmp_path: Path) -> None:
    program = tmp_path / "halves.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    query = json.loads(line)['query']\n"
        "    if query.endswith('3'): sys.exit(3)\n"
        "    print(json.dumps({'answer': query.replace(' ', '|', 1)}), flush=True)\n"
    )
    command = Command(f"python3 {program}", kind=WorkerKind.SEGMENTER, timeout=10)
    ready = Asking(command, read_prompt("flat"), cache, Budget(), Manner(retries=1, first_pause=0.0))
    try:
        asked = ready.all(ITEMS[:5])
    finally:
        command.close()
    assert [each.answer for each in asked.outcomes] == [
        None if item.name == "q3" else item.text.replace(" ", "|", 1) for item in ITEMS[:5]
    ]
    assert asked.failed[0].failed == "the command ended with code 3"
    own = Asking(OwnSegmenter("none", "flat"), read_prompt("flat"), cache, Budget())
    assert own.all(ITEMS[:1]).outcomes[0].answer == "cheap|flights|to|town0"
    assert own.source.kind is WorkerKind.SEGMENTER
    with pytest.raises(InputError, match="no answer to the task judgement"):
        OwnSegmenter("none", "judgement")
    with pytest.raises(InputError, match="cannot be run"):
        Command("/nowhere/at/all").ask(Request((), "flat", "a b", "", 1, 1))


@pytest.mark.parametrize(
    ("task", "item", "reply", "answer"),
    [
        ("nested", Item("1", "new york times"), "((new york) times)", "((new york) times)"),
        ("options", Item("1", "new york times"), "?", "?"),
        ("options", Item("1", "new york times"), "new york|times", "new york|times"),
        ("syntax", Item("1", "fold paper planes"), "fold:0 paper:3 planes:1", "fold:0 paper:3 planes:1"),
        ("judgement", Item("1", "who sings?", paragraph="Ann sings."), "yes", "1"),
    ],
)
def test_every_task(cache: ReplyCache, task: str, item: Item, reply: str, answer: str) -> None:
    with serving(answer=lambda _query, _seed: reply) as server:
        ready = Asking(Endpoint(server.base, "small"), read_prompt(task), cache, Budget())
        asked = ready.all([item])
        made = machine_from(asked, ready)
    assert asked.outcomes[0].answer == answer
    assert bool(made.answers) == (answer not in ("?", "1"))
    sent = server.bodies[0]["messages"][-1]["content"]
    assert item.paragraph in sent
    assert ("new|york|times" in sent) == (task == "options")


def test_time_out_of_a_reply_that_trickles(cache: ReplyCache) -> None:
    start = time.monotonic()
    with serving(faults=lambda _number, _query: "slow") as server:
        asked = asking(server, cache, timeout=0.2, manner=Manner(retries=0)).all(ITEMS[:1])
    assert asked.failed[0].failed == "no answer within 0.2 seconds"
    assert time.monotonic() - start < 3

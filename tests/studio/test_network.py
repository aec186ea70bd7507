"""The studio where others can reach it: who is let in, which hosts and origins it answers to, what one request may cost."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import socket
import stat
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

from caesura.campaign import create_owner, open_store
from caesura.foundation import InputError
from caesura.studio import Access, Settings, StudioSettings
from caesura.studio.api.campaigns.sessions import DEVICE_COOKIE
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.computing import REPORTS, WorkPool
from caesura.studio.pages.labels_report import report_of
from caesura.studio.settings import Quota
from caesura.studio.studio import make_studio
from tests.studio.client import Client
from tests.studio.computations import filled, slept
from tests.studio.servers import running

HTML = {"accept": "text/html"}
PASSWORD = "long enough to be one"  # noqa: S105
CORPUS = json.dumps({"id": "1", "text": "tea pot", "votes": [{"flat": "tea pot", "count": 4}]}).encode() + b"\n"
PUBLIC = Access("127.0.0.1", "https://queries.example.org", ("127.0.0.1",))
NETWORK = Access("0.0.0.0")  # noqa: S104


def studio_at(settings: Settings, folder: Path, access: Access, **more: Any) -> Client:
    return Client(make_studio(StudioSettings(settings, folder=str(folder), code="the-code", access=access, **more)))


@pytest.fixture
def public(settings: Settings, tmp_path: Path) -> Iterator[Client]:
    """A studio behind a proxy with TLS, with two people who have accounts."""
    with studio_at(settings, tmp_path, PUBLIC) as client:
        with open_store(str(tmp_path / "campaigns.db")) as store:
            for name in ("ann", "ben"):
                create_owner(store, name, PASSWORD)
        client.headers["host"] = "queries.example.org"
        yield client


def signed_in(client: Client, name: str) -> None:
    client.cookies.clear()
    answer = client.post("/campaigns/sign-in", data={"name": name, "password": PASSWORD})
    assert answer.status_code == 303, answer.text
    # The client speaks http to the application, as the proxy does, and would keep cookies marked Secure to itself.
    client.cookies.clear()
    for cookie in answer.headers.get_list("set-cookie"):
        key, value = cookie.split(";")[0].split("=", 1)
        client.cookies.set(key, value)


CLOSED = (
    "/",
    "/corpora",
    "/corpora/example",
    "/labels",
    "/retrieval",
    "/docs",
    "/openapi.json",
    "/metrics",
    "/readyz",
    "/v1/methods",
)


@pytest.mark.parametrize("path", CLOSED)
def test_strangers_sign_in_first(public: Client, path: str) -> None:
    assert public.get(path).status_code == 401
    sent_on = public.get(f"{path}?a=b", headers=HTML)
    assert sent_on.status_code == 303
    assert sent_on.headers["location"].startswith("/campaigns?next=")
    signed_in(public, "ann")
    assert public.get(path).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/corpora"), ("POST", "/labels"), ("POST", "/playground"), ("POST", "/retrieval")]
)
def test_strangers_change_nothing(public: Client, method: str, path: str) -> None:
    assert public.request(method, path, files={"file": ("a.jsonl", CORPUS)}).status_code == 401


def test_annotators_need_their_link_alone(public: Client) -> None:
    assert public.get("/healthz").status_code == 200
    assert public.get("/campaigns", headers=HTML).status_code == 200
    for path in ("/join/", "/annotate/", "/v1/work/"):
        assert public.get(path + "a" * 32).status_code == 404


def test_after_signing_in_one_is_where_one_wanted_to_be(public: Client) -> None:
    asked = {"name": "ann", "password": PASSWORD}
    assert public.post("/campaigns/sign-in", data={**asked, "next": "/corpora?a=b"}).headers["location"] == "/corpora?a=b"
    for elsewhere in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"):
        assert public.post("/campaigns/sign-in", data={**asked, "next": elsewhere}).headers["location"] == "/campaigns"


def test_a_token_opens_the_api(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, NETWORK) as client:
        with open_store(str(tmp_path / "campaigns.db")) as store:
            _, token = create_owner(store, "ann")
        assert client.get("/v1/methods").status_code == 401
        assert client.get("/v1/methods", headers={"authorization": f"Bearer {token}"}).status_code == 200


def test_on_its_own_machine_it_is_open_unless_a_proxy_speaks(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, Access()) as client:
        for host in ("localhost", "127.0.0.1:8640", "[::1]:8640"):
            assert client.get("/corpora", headers={"host": host}).status_code == 200, host
        for name in ("x-forwarded-for", "x-forwarded-proto", "forwarded", "via"):
            assert client.get("/corpora", headers={name: "203.0.113.9"}).status_code == 401, name


@pytest.mark.parametrize(
    ("access", "good", "bad"),
    [
        (Access(), ["localhost", "127.0.0.1:1", "[::1]"], ["evil.example", "192.0.2.1", "localhost.evil.example", ""]),
        (PUBLIC, ["queries.example.org", "localhost"], ["evil.example", "org", "192.0.2.1"]),
        (NETWORK, ["192.0.2.1:80", "[2001:db8::1]:80", socket.gethostname()], ["evil.example"]),
        (Access(hosts=("lab.example",)), ["lab.example", "LAB.example:80"], ["evil.example"]),
    ],
)
def test_only_its_own_names_are_answered(
    settings: Settings, tmp_path: Path, access: Access, good: list[str], bad: list[str]
) -> None:
    with studio_at(settings, tmp_path, access) as client:
        assert {client.get("/healthz", headers={"host": host}).status_code for host in good} == {200}
        assert {client.get("/healthz", headers={"host": host}).status_code for host in bad} == {421}


@pytest.mark.parametrize(
    "wrong", [{"public_url": "queries.example.org"}, {"public_url": "https://a/b"}, {"proxies": ("everybody",)}]
)
def test_what_is_wrong_with_an_address_is_said(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Access(**wrong)


def test_behind_a_proxy_links_are_public_and_cookies_secure(public: Client) -> None:
    answer = public.post("/campaigns/sign-in", data={"name": "ann", "password": PASSWORD})
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    assert all("Secure" in cookie and "HttpOnly" in cookie and "samesite=strict" in cookie.lower() for cookie in cookies)
    assert answer.headers["strict-transport-security"]
    signed_in(public, "ann")
    csrf = re.findall(r'name="csrf" value="([^"]+)"', public.get("/campaigns", headers=HTML).text)[0]
    created = public.post("/campaigns/new", data={"csrf": csrf, "name": "foxes", "task": "flat"})
    path = created.headers["location"].removesuffix("/queries")
    assert "https://queries.example.org/join/" in public.get(path, headers=HTML).text
    invited = public.post(f"{path}/people", data={"csrf": csrf, "what": "invite", "count": "1"})
    assert "https://queries.example.org/annotate/" in invited.text


def test_a_proxys_word_counts_and_nobody_elses(settings: Settings, tmp_path: Path) -> None:
    """Limits are kept for the address the trusted proxy names; a stranger who writes the header gains nothing by it."""
    wrong = {"name": "ann", "password": "wrong wrong wrong"}
    for access, last in ((PUBLIC, 401), (Access(hosts=("queries.example.org",), bound="0.0.0.0"), 429)):  # noqa: S104
        with studio_at(settings, tmp_path, access) as client:
            statuses = [
                client.post(
                    "/v1/session", json=wrong, headers={"x-forwarded-for": f"203.0.113.{i}", "host": "queries.example.org"}
                ).status_code
                for i in range(14)
            ]
        assert statuses[-1] == last


def test_changes_that_another_site_asks_for_are_refused(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, Access()) as client:
        paths = ("/corpora", "/labels", "/playground", "/retrieval", "/campaigns/sign-in", "/v1/session", "/v1/segment", "/join/x")
        for path in paths:
            for headers in (
                {"origin": "https://evil.example"},
                {"origin": "null"},
                {"origin": "http://localhost:9"},
                {"sec-fetch-site": "cross-site"},
                {"sec-fetch-site": "same-site", "origin": "http://localhost"},
            ):
                answer = client.post(path, files={"file": ("a.jsonl", CORPUS)}, headers=headers)
                assert answer.status_code == 403, (path, headers)
        for headers in ({"origin": "http://localhost"}, {"sec-fetch-site": "same-origin", "origin": "null"}, {}):
            assert client.post("/playground", data={"query": "brown bear"}, headers=headers).status_code == 200
        assert len(list(tmp_path.glob("corpora/*"))) == 0


def test_text_that_happens_to_be_json_signs_nobody_in(public: Client) -> None:
    body = json.dumps({"name": "ann", "password": PASSWORD})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        refused = public.post("/v1/session", content=body, headers={"content-type": kind})
        assert refused.status_code == 415
        assert "set-cookie" not in refused.headers
    assert public.post("/v1/session", content=body, headers={"content-type": "application/json"}).status_code == 200


def test_wrong_guesses_of_strangers_do_not_lock_the_owner_out(public: Client) -> None:
    signed_in(public, "ann")
    device = public.cookies[DEVICE_COOKIE]
    public.cookies.clear()

    def tries(address: str, password: str, **headers: str) -> int:
        sent = {"x-forwarded-for": address, **headers}
        return public.post("/v1/session", json={"name": "ann", "password": password}, headers=sent).status_code

    assert [tries("203.0.113.1", "wrong wrong wrong") for _ in range(12)][-1] == 429
    assert tries("203.0.113.2", PASSWORD) == 200, "from elsewhere"
    # Many addresses together are slowed down as well, but not the device that ann has signed in from.
    asyncio.run(_exhausted(public))
    assert tries("203.0.113.3", PASSWORD) == 429
    assert tries("203.0.113.3", PASSWORD, cookie=f"{DEVICE_COOKIE}={device}") == 200
    assert tries("203.0.113.3", PASSWORD, cookie=f"{DEVICE_COOKIE}={device[:-1]}x") == 429, "a forged one"
    assert [tries("203.0.113.4", "wrong", cookie=f"{DEVICE_COOKIE}={device}") for _ in range(12)][-1] == 429, "it guesses no faster"


async def _exhausted(client: Client) -> None:
    """As if hundreds of addresses had tried ann's name: each hash of a password takes long."""
    from caesura.studio.api.campaigns.limiter import SIGN_IN_AS

    limiter = client.app.state.campaigns.limiter
    while not limiter.wait(SIGN_IN_AS, "name ann"):
        pass


def test_the_code_for_an_account_works_once(public: Client) -> None:
    def create(name: str, code: str) -> int:
        return public.post("/campaigns/account", data={"name": name, "password": PASSWORD, "code": code}).status_code

    assert create("cleo", "wrong") == 403
    assert create("ann", "the-code") == 422, "a taken name does not use it up"
    assert create("cleo", "the-code") == 303
    assert create("dora", "the-code") == 403
    signed_in(public, "ann")
    csrf = re.findall(r'name="csrf" value="([^"]+)"', public.get("/campaigns", headers=HTML).text)[0]
    shown = public.post("/campaigns/code", data={"csrf": csrf}).text
    code = re.findall(r"https://queries\.example\.org/campaigns\?code=([\w-]+)", shown)[0]
    assert (create("dora", code), create("eve", code)) == (303, 403)


def test_each_sees_their_own_uploads_and_nobody_elses_names(public: Client) -> None:
    signed_in(public, "ann")
    where = public.post("/corpora", files={"file": ("secret-plans.jsonl", CORPUS)}).headers["location"]
    labels = public.post("/labels", files={"labels": ("l.csv", b"task,worker,label\nt,secret-worker,1\n")}).headers["location"]
    csrf = re.findall(r'name="csrf" value="([^"]+)"', public.get("/campaigns", headers=HTML).text)[0]
    created = public.post("/campaigns/new", data={"csrf": csrf, "name": "secret foxes", "task": "flat"})
    campaign = created.headers["location"].removesuffix("/queries")
    signed_in(public, "ben")
    others = re.findall(r'name="csrf" value="([^"]+)"', public.get("/campaigns", headers=HTML).text)[0]
    below = (
        "",
        "/queries",
        "/quality",
        "/texts",
        "/check",
        "/preview",
        "/desk",
        "/people",
        "/labels",
        "/training",
        "/export/jsonl",
    )
    told = [public.get(f"{campaign}{part}", headers=HTML) for part in below]
    told += [
        public.post(f"{campaign}{part}", data={"csrf": others, "what": "delete"})
        for part in ("/people", "/state", "/loop", "/desk")
    ]
    told += [public.get(where), public.get(labels), public.get(f"{labels}/labels.csv"), public.post(f"{where}/delete")]
    assert all(answer.status_code in (404, 422) for answer in told), [answer.status_code for answer in told]
    told += [public.get(path, headers=HTML) for path in ("/corpora", "/campaigns", "/labels")]
    assert not [
        answer.url for answer in told if "secret" in answer.text.replace("/corpora/secret-plans", "").replace("'secret-plans'", "")
    ]
    signed_in(public, "ann")
    assert public.settled(where).status_code == 200
    assert public.post(f"{where}/delete").status_code == 303
    assert "secret-plans" not in public.get("/corpora").text


def test_uploads_have_a_quota_and_a_pace(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, Access(), quota=Quota(files=2, bytes=1000)) as client:
        statuses = [client.post("/corpora", files={"file": ("a.jsonl", CORPUS)}).status_code for _ in range(3)]
        assert statuses == [303, 303, 422]
        client.post("/corpora/a/delete")
        assert client.post("/corpora", files={"file": ("a.jsonl", CORPUS * 20)}).status_code == 422, "bytes"
        statuses = [client.post("/labels", data={"x": "1"}).status_code for _ in range(25)]
        assert statuses[-1] == 429


def test_a_long_file_name_of_four_byte_letters_is_no_fault(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, Access()) as client:
        answer = client.post("/corpora", files={"file": ("\U00020000" * 80 + ".jsonl", CORPUS)})
        assert answer.status_code == 303
        assert client.settled(answer.headers["location"]).status_code == 200


def test_many_labels_of_few_workers_are_refused_before_the_work(settings: Settings, tmp_path: Path) -> None:
    """173 KB with 4,000 different labels took 47 s and 2.5 GB."""
    rows = b"task,worker,label\n" + b"".join(b"t%d,w%d,label number %d\n" % (i, j, i) for i in range(4000) for j in range(3))
    with pytest.raises(InputError, match="different labels"):
        report_of(rows, None)
    with pytest.raises(InputError, match="rows"):
        report_of(b"task,worker,label\n" + b"t,w,1\n" * 200_001, None)
    with studio_at(settings, tmp_path, Access()) as client:
        where = client.post("/labels", files={"labels": ("l.csv", rows)}).headers["location"]
        assert client.settled(where, headers=HTML).status_code == 422


def test_packed_files_are_measured_before_they_are_read(settings: Settings, tmp_path: Path) -> None:
    """82 KB of Parquet unpacked to a million rows in 65 s."""
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {"id": [str(i) for i in range(400_000)], "query": ["tea pot"] * 400_000, "segmentation": ["tea pot"] * 400_000}
    )
    frame.write_parquet(tmp_path / "rows.parquet", compression="zstd")
    long = polars.DataFrame({"id": ["1"] * 100, "query": ["tea " * 1_000_000] * 100, "segmentation": ["tea"] * 100})
    long.write_parquet(tmp_path / "bytes.parquet", compression="zstd")
    (tmp_path / "lines.jsonl.gz").write_bytes(gzip.compress(CORPUS * 400_000))
    (tmp_path / "bytes.gz").write_bytes(gzip.compress(b" " * (300 << 20)))
    with studio_at(settings, tmp_path / "studio", Access()) as client:
        for name, problem in (
            ("rows.parquet", "more than 300,000 rows"),
            ("bytes.parquet", "unpacks to more than 256 MB"),
            ("lines.jsonl.gz", "more than 300,000 rows"),
            ("bytes.gz", "unpacks to more than 256 MB"),
        ):
            content = (tmp_path / name).read_bytes()
            assert len(content) < 4 << 20
            refused = client.post("/corpora", files={"file": (name, content)})
            assert refused.status_code == 422
            assert problem in refused.json()["error"]
        assert not list((tmp_path / "studio").glob("corpora/*"))


def test_work_that_takes_too_long_or_too_much_is_ended() -> None:
    pool = WorkPool("test", processes=1, seconds=8.0, memory=1 << 30, waiting=1)
    first = pool.submit(slept, 0.0).result(60)
    with pytest.raises(InputError, match="longer than"):
        pool.submit(slept, 300.0).result(120)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)  # the work was really ended, not only forgotten
    with pytest.raises(InputError, match="memory"):
        pool.submit(filled, 2 << 30).result(60)
    assert pool.submit(filled, 1 << 20).result(60) == 1 << 20
    waiting = [pool.submit(slept, 1.0) for _ in range(2)]
    with pytest.raises(RefusedError, match="too many"):
        pool.submit(slept, 0.0)
    for each in waiting:
        each.result(60)


def test_a_report_is_computed_once_however_many_ask_and_nobody_waits_for_it(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """45 requests for one report filled the pool of threads, and every annotator waited 25 s."""
    begun: list[Future[Any]] = []

    def never_done(*_: Any) -> Future[Any]:
        begun.append(Future())
        return begun[-1]

    monkeypatch.setattr(REPORTS, "submit", never_done)
    monkeypatch.setattr("caesura.studio.pages.computing.waiting.settled.__defaults__", (0.2,))
    app = make_studio(StudioSettings(settings, folder=str(tmp_path), access=Access()))

    async def asked() -> tuple[list[httpx.Response], float]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            reports = [asyncio.create_task(client.get("/corpora/example/bias", headers=HTML)) for _ in range(60)]
            await asyncio.sleep(0.05)
            begin = time.monotonic()
            assert (await client.get("/annotate/" + "a" * 32)).status_code == 404
            took = time.monotonic() - begin
            return await asyncio.gather(*reports), took

    answers, _ = asyncio.run(asked())
    assert len(begun) == 1
    assert {answer.headers["refresh"] for answer in answers} == {"2"}
    assert threading.active_count() < 60, "no thread waits for it"


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    open_store(str(tmp_path / "new.db")).close()
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600
    (tmp_path / "old.db").touch(0o644)
    (tmp_path / "old.db").chmod(0o644)
    open_store(str(tmp_path / "old.db")).close()
    assert stat.S_IMODE((tmp_path / "old.db").stat().st_mode) == 0o640


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/healthz", "/nowhere", "/static/x/studio.css"])
def test_every_answer_is_guarded(settings: Settings, tmp_path: Path, path: str) -> None:
    with studio_at(settings, tmp_path, Access()) as client:
        headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"].partition("style-src")[0]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_half_sent_requests_are_given_up_without_a_word(tmp_path: Path) -> None:
    with running("--folder", tmp_path, command="studio") as server:
        host, port = server.address.removeprefix("http://").split(":")
        halves = (
            b"",
            b"GET / HT",
            b"POST /corpora HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
            b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n",
            b"POST /playground HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nquery=half",
        )
        # Whoever hangs up in the middle leaves no traceback,
        for half in halves:
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(half)
                time.sleep(0.1)
        # and whoever does not go on is not waited for for ever.
        waiting = [socket.create_connection((host, int(port))) for _ in halves]
        for connection, half in zip(waiting, halves, strict=True):
            connection.sendall(half)
            connection.settimeout(60)
        told = [_whole(connection) for connection in waiting]
        assert told[:2] == [b"", b""]
        assert all(b" 408 " in each.partition(b"\r\n")[0] for each in told[2:])
        server.stop()
        assert server.process.stderr is not None
        assert "Traceback" not in server.process.stderr.read()


def _whole(connection: socket.socket) -> bytes:
    told = b""
    while piece := connection.recv(4096):
        told += piece
    connection.close()
    return told

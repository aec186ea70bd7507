"""The studio where others can reach it: who is let in, which hosts and origins it answers to."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import create_owner, open_store
from caesura.foundation import InputError
from caesura.studio import Access, Settings
from caesura.studio.api.campaigns.sessions import DEVICE_COOKIE
from tests.studio.client import Client
from tests.studio.reached import CORPUS, studio_at

HTML = {"accept": "text/html"}
PASSWORD = "long enough to be one"  # noqa: S105
PUBLIC = Access("127.0.0.1", "https://queries.example.org", ("127.0.0.1",))
NETWORK = Access("0.0.0.0")  # noqa: S104


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


def test_only_wrong_passwords_count(public: Client) -> None:
    def tries(password: str) -> int:
        public.cookies.clear()
        return public.post("/v1/session", json={"name": "ann", "password": password}).status_code

    assert {tries(PASSWORD) for _ in range(15)} == {200}
    assert [tries("wrong wrong wrong") for _ in range(11)] == [401] * 10 + [429]


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

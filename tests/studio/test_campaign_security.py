"""What strangers try, and what they get (after the OWASP lists): see the threat model in docs/security.md."""

from __future__ import annotations

import asyncio
import csv
import io
import logging
from typing import Any

import pytest

from caesura.campaign import join
from caesura.campaign.accounts import set_password, sign_in
from caesura.studio.api.campaigns import COOKIE
from caesura.studio.api.campaigns.limiter import Limit, Limiter
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.annotating import add_annotating
from tests.studio.campaigns import PASSWORD, Campaigning

OWNERS = [
    ("GET", ""),
    ("POST", "/items"),
    ("POST", "/state"),
    ("GET", "/progress"),
    ("GET", "/figures"),
    ("GET", "/workers"),
    ("POST", "/workers"),
    ("GET", "/workers/worker-1/answers"),
    ("POST", "/workers/worker-1/removal"),
    ("POST", "/workers/worker-1/cleared"),
    ("POST", "/pages/abcdefgh/decision"),
    ("GET", "/events"),
    ("POST", "/unsure"),
    ("GET", "/export/jsonl"),
    ("GET", "/export/webis"),
    ("GET", "/export/labels"),
    ("GET", "/export/answers"),
    ("GET", "/export/report"),
]
BODIES: dict[str, Any] = {
    "/items": {"items": []},
    "/state": {"state": "closed"},
    "/workers": {"count": 1},
    "/workers/worker-1/removal": {"with_answers": True},
    "/pages/abcdefgh/decision": {"decision": "rejected"},
}


def signed_in(campaigning: Campaigning) -> str:
    """The CSRF token of a browser that has signed in; its cookie is kept by the client."""
    set_password(campaigning.store, "ann", PASSWORD)
    csrf: str = campaigning.told("POST", "/v1/session", None, json={"name": "ann", "password": PASSWORD})["csrf"]
    return csrf


@pytest.mark.parametrize(("method", "path"), OWNERS)
def test_nobody_sees_or_changes_anothers_campaign(campaigning: Campaigning, method: str, path: str) -> None:
    address = f"/v1/campaigns/{campaigning.created()['key']}"
    body = {"json": BODIES[path]} if path in BODIES and method == "POST" else {}
    for owner, status in ((None, 401), ("ben", 404)):
        refused = campaigning.asked(method, address + path, owner, **body)
        assert refused.status_code == status, refused.text
    # To another owner it is as if it were not there.
    missing = campaigning.asked(method, "/v1/campaigns/doesnotexist" + path, "ben", **body)
    assert missing.status_code == 404
    assert campaigning.told("GET", address)["state"] == "open"


def test_workers_keys_open_no_owners_doors(campaigning: Campaigning) -> None:
    campaign = campaigning.created()
    key = campaigning.joined(campaign)
    for secret in (key, campaign["link"], campaign["key"], "", "null", "undefined"):
        refused = campaigning.asked("GET", "/v1/campaigns", None, headers={"Authorization": f"Bearer {secret}"})
        assert refused.status_code == 401


def test_a_test_item_cannot_be_told_from_the_others(campaigning: Campaigning) -> None:
    campaign = campaigning.created(5, items_per_page=6, rules={"test-queries": {}})
    known = [{"name": "t1", "text": "brown bear cub", "role": "test", "accepted": ["brown bear|cub"], "explanation": "an animal"}]
    campaigning.told("POST", f"/v1/campaigns/{campaign['key']}/items", json={"items": known})
    key = campaigning.joined(campaign)
    answer = campaigning.asked("POST", f"/v1/work/{key}/page", None)
    page = answer.json()["page"]
    assert "brown bear cub" in {item["text"] for item in page["items"]}
    assert len({tuple(item) for item in page["items"]}) == 1, "all have the same fields"
    for hint in ("accepted", "test", "role", "t1", "brown bear|cub", "animal"):
        assert hint not in answer.text
    receipt = campaigning.sent(key, page)
    assert receipt.json()["receipt"]["feedback"] == []


def test_signing_in_sets_a_guarded_cookie(campaigning: Campaigning) -> None:
    set_password(campaigning.store, "ann", PASSWORD)
    answer = campaigning.asked("POST", "/v1/session", None, json={"name": "ann", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/"))
    assert campaigning.told("GET", "/v1/session", None)["owner"] == "ann"
    assert PASSWORD not in answer.text


@pytest.mark.parametrize(
    ("name", "password"), [("ann", "wrong wrong wrong"), ("nobody", PASSWORD), ("ann", ""), ("a\0n", PASSWORD)]
)
def test_a_wrong_password_tells_nothing(campaigning: Campaigning, name: str, password: str) -> None:
    set_password(campaigning.store, "ann", PASSWORD)
    refused = campaigning.asked("POST", "/v1/session", None, json={"name": name, "password": password})
    assert refused.status_code == 401
    assert refused.json() == {"error": "the name or the password is wrong", "cure": "check both; a token works as well"}


def test_an_owner_without_a_password_cannot_sign_in(campaigning: Campaigning) -> None:
    assert sign_in(campaigning.store, "ben", "") is None


def test_what_a_cookie_changes_needs_the_csrf_token(campaigning: Campaigning) -> None:
    csrf = signed_in(campaigning)
    body = {"name": "mine", "task": "flat", "items": []}
    assert campaigning.told("GET", "/v1/campaigns", None) == {"campaigns": []}
    for headers in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": "x" * 43}, {"X-CSRF-Token": "é"}):
        sent = {name: value.encode("utf-8") for name, value in headers.items()}
        assert campaigning.asked("POST", "/v1/campaigns", None, json=body, headers=sent).status_code == 403
    assert campaigning.asked("DELETE", "/v1/session", None).status_code == 403
    assert campaigning.asked("POST", "/v1/campaigns", None, json=body, headers={"X-CSRF-Token": csrf}).status_code == 201


def test_signing_out_ends_the_session_for_good(campaigning: Campaigning) -> None:
    csrf = signed_in(campaigning)
    cookie = campaigning.client.cookies[COOKIE]
    assert campaigning.asked("DELETE", "/v1/session", None, headers={"X-CSRF-Token": csrf}).status_code == 204
    assert campaigning.asked("GET", "/v1/campaigns", None, headers={"Cookie": f"{COOKIE}={cookie}"}).status_code == 401


def test_a_new_password_signs_out_everywhere(campaigning: Campaigning) -> None:
    signed_in(campaigning)
    set_password(campaigning.store, "ann", PASSWORD + " now")
    assert campaigning.asked("GET", "/v1/session", None).status_code == 401


def test_guessing_passwords_is_slow(campaigning: Campaigning) -> None:
    answers = [campaigning.asked("POST", "/v1/session", None, json={"name": "x", "password": "y"}) for _ in range(12)]
    assert {answer.status_code for answer in answers[:10]} == {401}
    assert answers[-1].status_code == 429
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def test_guessing_links_is_slow(campaigning: Campaigning) -> None:
    statuses = [campaigning.asked("POST", f"/v1/work/{'a' * 28}{i:04}/page", None).status_code for i in range(40)]
    assert (statuses[0], statuses[-1]) == (404, 429)


def test_one_worker_cannot_flood(campaigning: Campaigning, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may answer no faster than the bucket is refilled: time stands still.
    monkeypatch.setattr(campaigning.campaigns.limiter, "_clock", lambda: 0.0)
    key = campaigning.joined(campaigning.created())
    statuses = {campaigning.asked("POST", f"/v1/work/{key}/page", None).status_code for _ in range(150)}
    assert statuses == {200, 429}


def test_wrong_links_are_limited_on_the_pages_too(campaigning: Campaigning) -> None:
    add_annotating(campaigning.app, campaigning.campaigns)
    link = campaigning.created()["link"]
    for path in ("/join", "/annotate", "/v1/work"):
        asked = [campaigning.asked("GET", f"{path}/{number:032d}", None).status_code for number in range(40)]
        assert asked[-1] == 429, path
        assert set(asked) <= {404, 429}
    assert campaigning.asked("GET", f"/join/{link}", None).status_code == 200, "a right link is none of theirs"


def test_several_processes_share_a_limit() -> None:
    limit = Limit(burst=10, per_minute=60)
    servers = [Limiter(lambda: 0.0, processes=4) for _ in range(4)]
    allowed = sum(server.wait(limit, "a") == 0 for server in servers for _ in range(20))
    assert 0 < allowed <= limit.burst
    assert Limiter(lambda: 0.0, processes=100).wait(limit, "a") == 0, "everybody may ask once"


def test_limits_refill_and_forget() -> None:
    now = [0.0]
    limiter = Limiter(lambda: now[0])
    limit = Limit(burst=2, per_minute=60)
    assert [limiter.wait(limit, "a") for _ in range(3)] == [0, 0, 1]
    assert limiter.wait(limit, "b") == 0
    now[0] = 1.0
    assert limiter.wait(limit, "a") == 0
    with pytest.raises(RefusedError):
        asyncio.run(limiter.check(limit, "a"))
    for i in range(60_000):
        limiter.wait(limit, str(i))
    assert len(limiter._buckets) <= 50_000


@pytest.mark.parametrize("path", [f"/v1/{name}" for name in ("campaigns", "session", "work/none", "join/none")])
def test_every_answer_carries_the_guarding_headers(campaigning: Campaigning, path: str) -> None:
    headers = campaigning.asked("GET", path, None).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


@pytest.mark.parametrize("form", ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "jsonl%00", "jsonl/../answers", "exe"])
def test_no_path_leads_out(campaigning: Campaigning, form: str) -> None:
    campaign = campaigning.created()
    answer = campaigning.asked("GET", f"/v1/campaigns/{campaign['key']}/export/{form}")
    assert answer.status_code == 404 or form == "jsonl/../answers"
    assert "root:" not in answer.text


def test_names_of_campaigns_do_not_reach_headers_or_paths(campaigning: Campaigning) -> None:
    body = {"name": '../x"; attachment', "task": "flat", "items": [{"name": "q", "text": "a b"}]}
    campaign = campaigning.told("POST", "/v1/campaigns", json=body)
    answer = campaigning.asked("GET", f"/v1/campaigns/{campaign['key']}/export/jsonl")
    assert answer.headers["content-disposition"] == f'attachment; filename="campaign-{campaign["key"]}.jsonl"'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r="])
def test_exports_hold_no_formulas(campaigning: Campaigning, start: str) -> None:
    name = f"{start.strip()}cmd|' /C calc'!A0"
    items = [{"name": name, "text": f"{start}1+1 b"}]
    campaign = campaigning.told("POST", "/v1/campaigns", json={"name": "x", "task": "flat", "items": items})
    key = join(campaigning.store, campaign["link"], external=name).key
    page = campaigning.page(key)["page"]
    assert campaigning.sent(key, page, comment=f"{start}HYPERLINK()").status_code == 200
    for form in ("labels", "answers"):
        text = campaigning.asked("GET", f"/v1/campaigns/{campaign['key']}/export/{form}").text
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


@pytest.mark.parametrize(
    "evil",
    [
        "' OR '1'='1",
        "1; DROP TABLE answers; --",
        "\\'; SELECT pg_sleep(9); --",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "${jndi:ldap://x}",
    ],
)
def test_text_is_text(campaigning: Campaigning, evil: str) -> None:
    items = [{"name": evil, "text": f"{evil} words", "explanation": evil}]
    campaign = campaigning.told(
        "POST", "/v1/campaigns", json={"name": evil, "task": "flat", "items": items, "plan": {"annotations": 1}}
    )
    assert campaign["name"] == evil
    key = campaigning.joined(campaign, external=evil)
    page = campaigning.page(key)["page"]
    assert page["items"][0]["text"] == f"{evil} words"
    assert campaigning.sent(key, page, [[1] * (len(page["items"][0]["words"]) - 1)], comment=evil).status_code == 200
    workers = campaigning.told("GET", f"/v1/campaigns/{campaign['key']}/workers")["workers"]
    assert workers[0]["external"] == evil
    assert campaigning.asked("GET", "/v1/campaigns", None, headers={"Authorization": f"Bearer {evil}"}).status_code == 401


def test_bodies_are_bounded(campaigning: Campaigning) -> None:
    key = campaigning.joined(campaigning.created())
    for body in (b"x" * (3 << 20), b'{"page": "' + b"a" * (3 << 20)):
        refused = campaigning.asked("POST", f"/v1/work/{key}/answers", None, content=body)
        assert refused.status_code == 413
        assert refused.json()["cure"] == "send less at once", "no setting of the server's raises this limit"
    page = campaigning.page(key)["page"]
    assert campaigning.sent(key, page, ["x" * 20_000] * 3).status_code == 422
    assert campaigning.sent(key, page, comment="x" * 6_000).status_code == 422
    assert campaigning.asked("POST", f"/v1/work/{key}/answers", None, content=b"[" * 100_000).status_code == 400
    assert campaigning.asked("POST", f"/v1/work/{key}/answers", None, content=b"\xff\xfe{}").status_code == 400


def test_workers_cannot_approve_themselves(campaigning: Campaigning) -> None:
    campaign = campaigning.created(rules={"approval": {"unknown": "refuse"}})
    refused = campaigning.asked("POST", f"/v1/join/{campaign['link']}", None, json={"approval": 1.0})
    assert refused.status_code == 422
    assert campaigning.page(campaigning.joined(campaign))["nothing"] == "shut-out"


def test_no_secret_reaches_the_log(campaigning: Campaigning, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    signed_in(campaigning)
    campaign = campaigning.created()
    key = campaigning.joined(campaign)
    campaigning.worked(key)
    campaigning.asked("POST", f"/v1/work/{key}/answers", None, content=b"nonsense")
    # The client's own log tells the addresses it asks; ours must not.
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore")))
    for secret in (PASSWORD, key, campaign["link"], campaigning.tokens["ann"], campaigning.client.cookies[COOKIE]):
        assert secret not in ours


def test_secrets_are_stored_as_hashes(campaigning: Campaigning) -> None:
    signed_in(campaigning)
    with campaigning.store.reading() as connection:
        owners = connection.exec_driver_sql("SELECT name, password_hash, token_hash FROM owners").all()
        sessions = connection.exec_driver_sql("SELECT token_hash FROM sessions").all()
    stored = repr((owners, sessions))
    assert owners[0][1].startswith("$argon2id$")
    for secret in (PASSWORD, *campaigning.tokens.values(), campaigning.client.cookies[COOKIE]):
        assert secret not in stored

"""An application with campaigns, for tests: owners with tokens, and short ways to say what they do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.campaign import Store, create_owner, open_store
from caesura.studio import Settings
from caesura.studio.api.app import make_app
from caesura.studio.api.campaigns import add_campaigns
from tests.studio.client import Client

PASSWORD = "long enough to be one"  # noqa: S105


class Campaigning:
    """A client of an application with campaigns, and what it knows of owners."""

    def __init__(self, settings: Settings, database: Path) -> None:
        self.store: Store = open_store(str(database))
        self.app = make_app(settings)
        self.campaigns = add_campaigns(self.app, self.store)
        self.client = Client(self.app)
        self.tokens = {name: create_owner(self.store, name)[1] for name in ("ann", "ben")}

    def close(self) -> None:
        self.client.__exit__(None, None, None)
        self.store.close()

    def asked(self, method: str, path: str, owner: str | None = "ann", **how: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[owner]}"} if owner else {}
        return self.client.request(method, path, headers={**headers, **how.pop("headers", {})}, **how)

    def told(self, method: str, path: str, owner: str | None = "ann", **how: Any) -> Any:
        """The JSON of an answer that must be a good one."""
        found = self.asked(method, path, owner, **how)
        assert found.status_code in (200, 201), found.text
        return found.json()

    def created(self, queries: int = 6, owner: str = "ann", task: str = "flat", **plan: Any) -> Any:
        items = [{"name": f"q{i}", "text": f"red fox hill farm{i}"} for i in range(queries)]
        body = {"name": "foxes", "task": task, "items": items, "plan": {"annotations": 2, "items_per_page": 3, **plan}}
        return self.told("POST", "/v1/campaigns", owner, json=body)

    def joined(self, campaign: Any, **who: Any) -> str:
        key: str = self.told("POST", f"/v1/join/{campaign['link']}", None, json=who)["key"]
        return key

    def page(self, key: str) -> Any:
        return self.told("POST", f"/v1/work/{key}/page", None)

    def sent(self, key: str, page: Any, answers: list[Any] | None = None, **more: Any) -> Any:
        given = answers if answers is not None else ["|".join(item["words"]) for item in page["items"]]
        return self.asked("POST", f"/v1/work/{key}/answers", None, json={"page": page["key"], "answers": given, **more})

    def worked(self, key: str) -> int:
        done = 0
        while (page := self.page(key)["page"]) is not None:
            done += self.sent(key, page).json()["receipt"]["answers"]
        return done

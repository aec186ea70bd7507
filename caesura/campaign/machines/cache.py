"""Replies that were paid for are kept at once: a run that is killed resumes where it left off.

A reply's key is made of the messages, the source's settings and the number of the sample, so a changed prompt or temperature asks
again. No key of an endpoint is among them.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caesura.campaign.machines.sources import Reply, Request
from caesura.foundation import InputError, PathLike, cache_folder

_TABLE = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT, input_tokens INTEGER, output_tokens INTEGER)"


class ReplyCache:
    """A small database; several runs may use it at once."""

    def __init__(self, path: PathLike | None = None) -> None:
        if path is None:
            folder = cache_folder("machines")
            if folder is None:
                raise InputError("no cache folder is writable", cure="name a file with --cache")
            path = folder / "replies.db"
        self._turn = threading.Lock()
        try:
            self._database = sqlite3.connect(Path(path), timeout=30, check_same_thread=False, isolation_level=None)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute(_TABLE)
        except sqlite3.Error as error:
            raise InputError(f"the cache cannot be used ({error})", cure="name another file with --cache", file=path) from None

    def find(self, key: str) -> Reply | None:
        with self._turn:
            row = self._database.execute("SELECT reply, input_tokens, output_tokens FROM replies WHERE key = ?", (key,)).fetchone()
        return None if row is None else Reply(*row)

    def keep(self, key: str, reply: Reply) -> None:
        row = (key, reply.text, reply.input_tokens, reply.output_tokens)
        with self._turn:
            self._database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)", row)

    def close(self) -> None:
        self._database.close()


def reply_key(settings: Mapping[str, Any], request: Request) -> str:
    asked = {
        "settings": dict(settings),
        "messages": [dict(message) for message in request.messages],
        "sample": request.sample,
        "attempt": request.attempt,
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

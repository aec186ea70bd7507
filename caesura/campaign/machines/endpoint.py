"""An OpenAI-compatible chat endpoint: `POST BASE/chat/completions`, without streaming.

The key comes from the environment when a request is sent; it is stored nowhere, and no message repeats it. Redirects are not
followed: they could carry the key to another host.
"""

from __future__ import annotations

import http.client
import json
import os
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from caesura.campaign.machines.sources import PassingError, Reply, Request
from caesura.corpus import WorkerKind
from caesura.foundation import InputError, __version__

#: Where the key is looked for unless another variable is named.
KEY_VARIABLE = "OPENAI_API_KEY"
#: An answer to a query is short; whoever sends more is broken.
LONGEST_REPLY = 1_000_000
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PASSING = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 529))


@dataclass(frozen=True)
class Endpoint:
    """`base` as in `http://127.0.0.1:8080/v1`. Each sample has a seed of its own, counted from `seed`."""

    base: str
    model: str
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int = 400
    json_mode: bool = True
    timeout: float = 60.0
    key_variable: str = field(default=KEY_VARIABLE, repr=False)
    kind: WorkerKind = WorkerKind.LANGUAGE_MODEL
    remote = True
    prompted = True

    def __post_init__(self) -> None:
        parts = urlsplit(self.base)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError("the endpoint is not an http or https address", cure="write it as in http://127.0.0.1:8080/v1")
        if parts.username or parts.password or parts.query or parts.fragment:
            # Not repeated: what stands there may be a secret.
            raise InputError(
                "an endpoint has a scheme, a host and a path only", cure=f"put the key into the environment as {self.key_variable}"
            )
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK and self._key:
            raise InputError(
                f"the key would be sent to {parts.hostname} unencrypted", cure=f"use https, or unset {self.key_variable}"
            )

    @property
    def host(self) -> str:
        return urlsplit(self.base).netloc

    @property
    def settings(self) -> Mapping[str, Any]:
        return {
            "endpoint": self.base.rstrip("/"),
            "model": self.model,
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "json_mode": self.json_mode,
        }

    def body(self, request: Request) -> dict[str, Any]:
        """Exactly what is sent."""
        body: dict[str, Any] = {
            "model": self.model,
            "messages": list(request.messages),
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "stream": False,
        }
        if self.seed is not None:
            body["seed"] = self.seed + request.sample - 1
        if self.json_mode:
            body["response_format"] = {"type": "json_object"}
        return body

    def ask(self, request: Request) -> Reply:
        status, headers, content = self._sent(json.dumps(self.body(request), ensure_ascii=False).encode())
        if status in _PASSING:
            raise PassingError(f"HTTP {status}", _retry_after(headers.get("Retry-After")))
        if status != 200:
            raise self._refused(status)
        return _reply(content)

    def close(self) -> None:
        """Nothing is kept open."""

    @property
    def _key(self) -> str:
        return os.environ.get(self.key_variable, "").strip()

    def _sent(self, body: bytes) -> tuple[int, Mapping[str, str], bytes]:
        parts = urlsplit(self.base)
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": f"caesura/{__version__}"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        deadline = time.monotonic() + self.timeout
        connection: http.client.HTTPConnection = (
            http.client.HTTPSConnection(parts.netloc, timeout=self.timeout, context=ssl.create_default_context())
            if parts.scheme == "https"
            else http.client.HTTPConnection(parts.netloc, timeout=self.timeout)
        )
        try:
            connection.request("POST", f"{parts.path.rstrip('/')}/chat/completions", body, headers)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), _read(response, deadline)
        except TimeoutError:
            raise PassingError(f"no answer within {self.timeout:g} seconds") from None
        except (OSError, http.client.HTTPException) as error:
            raise PassingError(f"the connection broke ({type(error).__name__})") from None
        finally:
            connection.close()

    def _refused(self, status: int) -> InputError:
        cure = {
            401: f"is {self.key_variable} set to a valid key?",
            403: f"may the key in {self.key_variable} use this model?",
            404: "is the address right, and is there such a model? It usually ends in /v1",
        }.get(status, "the endpoint does not take such requests; --no-json-mode helps with some")
        return InputError(f"{self.host} answered HTTP {status}", cure=cure)


def _read(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The body, in parts: neither an endless nor an endlessly slow one holds us up."""
    parts, size = [], 0
    while part := response.read1(65536):
        parts.append(part)
        size += len(part)
        if size > LONGEST_REPLY:
            raise PassingError(f"an answer of over {LONGEST_REPLY:,} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError
    return b"".join(parts)


def _reply(content: bytes) -> Reply:
    try:
        document = json.loads(content)
        text = document["choices"][0]["message"]["content"]
        usage = document.get("usage") or {}
        tokens = [usage.get(name) if type(usage.get(name)) is int else None for name in ("prompt_tokens", "completion_tokens")]
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise PassingError("the endpoint's answer is not a chat completion") from None
    return Reply(text if isinstance(text, str) else "", *tokens)


def _retry_after(value: str | None) -> float | None:
    """Seconds, or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment.tzinfo else None

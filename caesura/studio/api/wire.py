"""JSON as it goes over the wire: compact, UTF-8, and nothing in it that JSON does not have."""

from __future__ import annotations

import json

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def json_bytes(content: object) -> bytes:
    return _ENCODER.encode(content).encode()

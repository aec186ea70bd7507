"""Text as people save it: UTF-8, UTF-16 or Latin-1, found by looking at the bytes."""

from __future__ import annotations

import codecs

from caesura.foundation import InputError

#: Of this many bytes at the start, so large a share is NUL in UTF-16 without a mark and in no text of bytes.
_LOOKED_AT = 4096
_NUL_SHARE = 0.3


def decoded_text(content: bytes) -> tuple[str, str]:
    """The text and the name of its encoding. What is neither UTF-8 nor UTF-16 is Latin-1, as Windows writes it."""
    for mark, codec, name in (
        (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
        (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
        (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
    ):
        if content.startswith(mark):
            return _strict(content, codec, name), name
    start = content[:_LOOKED_AT]
    for offset, codec in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = start[offset::2]
        if half and half.count(0) > _NUL_SHARE * len(half) and start[1 - offset :: 2].count(0) < half.count(0):
            return _strict(content, codec, "UTF-16"), "UTF-16"
    if b"\0" in start:
        raise InputError("the file is not text", cure="save it as CSV, TSV, XLSX, JSONL or plain text")
    try:
        return content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        try:
            return content.decode("cp1252"), "Latin-1"
        except UnicodeDecodeError:
            return content.decode("latin-1"), "Latin-1"


def _strict(content: bytes, codec: str, name: str) -> str:
    try:
        return content.decode(codec)
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not {name}", cure="save the file again as UTF-8") from None

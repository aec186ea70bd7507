"""Bodies of artifact files in as little room as zlib can: numbers with a bell-shaped spread repeat nothing, and are best coded by
how often each byte occurs; sparse tables repeat a lot. All ways are tried, one way reads them.
"""

from __future__ import annotations

import sys
import zlib

#: No head and no checksum of its own: the artifact file has both.
_BARE = -zlib.MAX_WBITS
_WAYS = (zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FILTERED, zlib.Z_DEFAULT_STRATEGY)


def deflated(raw: bytes) -> bytes:
    """The shortest of the forms that zlib gives."""
    return min((_deflated(raw, way) for way in _WAYS), key=len)


def _deflated(raw: bytes, way: int) -> bytes:
    # One more step of memory than zlib takes by itself: longer blocks, fewer tables.
    coder = zlib.compressobj(9, zlib.DEFLATED, _BARE, 9, way)
    return coder.compress(raw) + coder.flush()


def inflated(coded: bytes, size: int) -> bytes:
    """The bytes that were deflated; ValueError where they are not this many, or where something follows them."""
    # A file says how many: less than none would mean no limit to zlib, and more than the machine can count is not a size.
    if not 0 <= size < sys.maxsize:
        raise ValueError("an impossible size")
    coder = zlib.decompressobj(_BARE)
    try:
        # One byte more than it should be: enough to see that there is too much, whatever a file made for harm expands to.
        raw = coder.decompress(coded, size + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(raw) != size or not coder.eof or coder.unused_data:
        raise ValueError("another size than it should have")
    return raw


def byte_planes(raw: bytes, width: int) -> bytes:
    """Numbers of this many bytes each, cut up: all their first bytes, then all second ones, so that like stands beside like."""
    return b"".join(raw[place::width] for place in range(width))


def from_byte_planes(planes: bytes, width: int) -> bytes:
    """What `byte_planes` was given; ValueError where its size cannot be."""
    size, rest = divmod(len(planes), width)
    if rest:
        raise ValueError("another size than it should have")
    raw = bytearray(len(planes))
    for place in range(width):
        raw[place::width] = planes[place * size : (place + 1) * size]
    return bytes(raw)

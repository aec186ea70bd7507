"""The lexicon file, byte by byte: header, large counts, lines. Everything is little-endian.

Header, 4096 bytes (more, in steps of 4096, where the list of sources needs it); offset and bytes of each field:

       0   8  `CAESLEX\\n`                  56   8  spill lines, a multiple of 64 or 0
       8   4  format version, 1             64   8  entries
      12   4  hash id, 1                    72   8  titles
      16   8  seed of the hash              80   8  words in the longest entry
      24   8  bytes of the header           88   8  N
      32   8  bytes of the sources          96  40  n-grams with a count, of 1 to 5 words
      40   8  number of large counts       136  16  BLAKE2b checksum of all that follows the header
      48   8  home lines, a multiple of 64 152      the sources: a JSON list of objects, then zeros
    last  16  BLAKE2b checksum of the header before it

Large counts: the different counts from 2^21 up, ascending, 8 bytes each, padded with zeros to a multiple of 4096, so that a
page of 64 lines is a page of memory.

Lines of 64 bytes, eight slots each; first the home lines, then the spill lines. A slot, from its high bits: 40 bits of
fingerprint, 1 overflow, 1 title, 22 bits of value. A value below 2^21 is the count; from there on, value - 2^21 is the index of
a large count. A slot with no title and value 0 is free.

Hash: `x * y` is the folded product, two 64-bit numbers multiplied to 128 bits and the halves XORed. A word's UTF-8 bytes are
taken eight at a time as little-endian numbers, the last padded with zero bytes: state = seed; for each piece, state = (state
XOR piece) * 243F6A8885A308D3; at the end (state XOR number of bytes) * 13198A2E03707345. An n-gram begins with its first word's
hash; each further word makes it (hash XOR A4093822299F31D1) * (word XOR 082EFA98EC4E6C89).

Look-up of a hash h: the home line is the high half of the 128-bit product h x home lines, the fingerprint h's low 40 bits. If
no slot of the line has it and the overflow bit of slot (h mod 8) is not set, the n-gram is unknown. Otherwise the next line is
tried, within the same 4 KB page of 64 lines, at the odd stride (h >> 3 | 1) mod 64. If all 64 are passed, h's halves change
places and the same is done in the spill lines.

Statistics of a log are entries as well, n-grams whose first word nobody can type: a unit separator (1F) and `queries`, `whole`,
`start`, `end`, `holding` (a word) or `together` (two words, that with the smaller hash first). They are in the number of
entries, not in those of n-grams; the source in the list has `"statistics": true`.

A file is taken only if its size is exactly what the header says: no look-up can leave it then.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from caesura.foundation import InputError, PathLike
from caesura.lexicon.hashing import HASH_ID
from caesura.lexicon.protocol import LONGEST_COUNTED

MAGIC = b"CAESLEX\n"
VERSION = 1
PAGE = 4096
LINE = 64
SLOTS = 8
PAGE_LINES = PAGE // LINE

#: A slot from its high bits down: 40 bits of fingerprint, overflow, title, 22 bits of value.
FINGERPRINT_SHIFT = 24
OVERFLOW = 1 << 23
TITLE = 1 << 22
USED = (1 << 23) - 1
VALUE = (1 << 22) - 1
#: A value below this is the count; from here on it is an index into the large counts.
LARGE = 1 << 21

DIGEST = 16
LARGEST_HEADER = 1 << 20

# magic, version, hash id, seed, header bytes, bytes of JSON, large counts, home lines, spill lines, entries, titles, longest,
# total, counted n-grams of 1 to 5 words, checksum of all that follows the header
_FIELDS = struct.Struct(f"<8sIIQQQQQQQQQQ{LONGEST_COUNTED}Q{DIGEST}s")

SourceFacts = Mapping[str, Any]

_CURE = "build it again, or fetch a complete copy"


@dataclass(frozen=True, slots=True)
class LexiconHeader:
    """What a lexicon file says about itself."""

    seed: int
    large_counts: int
    home_lines: int
    spill_lines: int
    entries: int
    titles: int
    longest: int
    total: int
    ngrams: tuple[int, ...]
    encoded_sources: bytes
    body_digest: bytes

    @property
    def sources(self) -> tuple[SourceFacts, ...]:
        return tuple(json.loads(self.encoded_sources))

    @property
    def header_bytes(self) -> int:
        return padded(_FIELDS.size + len(self.encoded_sources) + DIGEST)

    @property
    def lines_start(self) -> int:
        """Where the lines begin."""
        return self.header_bytes + padded(8 * self.large_counts)

    @property
    def file_bytes(self) -> int:
        return self.lines_start + LINE * (self.home_lines + self.spill_lines)


def encode_sources(sources: Sequence[SourceFacts]) -> bytes:
    return json.dumps(list(sources), ensure_ascii=False, separators=(",", ":")).encode()


def line_on_the_way(home: int, hashed: int, step: int) -> int:
    """The line tried after `step` full ones: in the home line's page, at an odd stride taken from the hash.

    All 64 lines come up once, and neighbours that are full together send their entries different ways: 1.17 lines are visited per
    miss instead of the 1.59 that steps of one take at load .86.
    """
    return home & -PAGE_LINES | home + step * (hashed >> 3 | 1) & PAGE_LINES - 1


def padded(size: int) -> int:
    """The size rounded up to whole pages."""
    return -(-size // PAGE) * PAGE


def packed_header(header: LexiconHeader) -> bytes:
    sources = header.encoded_sources
    size = header.header_bytes
    if size > LARGEST_HEADER:
        raise InputError(f"the list of sources takes {len(sources)} bytes", cure="give a folder instead of its files one by one")
    fields = _FIELDS.pack(
        MAGIC,
        VERSION,
        HASH_ID,
        header.seed,
        size,
        len(sources),
        header.large_counts,
        header.home_lines,
        header.spill_lines,
        header.entries,
        header.titles,
        header.longest,
        header.total,
        *header.ngrams,
        header.body_digest,
    )
    start = (fields + sources).ljust(size - DIGEST, b"\0")
    return start + digest([start])


def unpacked_header(start: bytes, file_bytes: int, path: PathLike) -> LexiconHeader:
    """The header of a file that begins with `start`; anything but a whole file of this format is refused with one line."""
    if not start.startswith(MAGIC):
        raise InputError("is not a lexicon file", cure="build one with: caesura lexicon build", file=path)
    if len(start) < PAGE:
        raise InputError(f"is cut short: {file_bytes} bytes", cure=_CURE, file=path)
    _, version, hash_id, seed, size, json_bytes, *fields = _FIELDS.unpack_from(start)
    if version != VERSION or hash_id != HASH_ID:
        raise InputError(
            f"has format version {version} and hash {hash_id}, this program reads {VERSION} and {HASH_ID}",
            cure="build it again with this version",
            file=path,
        )
    if size % PAGE or not PAGE <= size <= min(len(start), LARGEST_HEADER) or _FIELDS.size + json_bytes + DIGEST > size:
        raise InputError("has a damaged header", cure=_CURE, file=path)
    if digest([start[: size - DIGEST]]) != start[size - DIGEST : size]:
        raise InputError("has a damaged header (its checksum differs)", cure=_CURE, file=path)
    sources = start[_FIELDS.size : _FIELDS.size + json_bytes]
    try:
        listed = json.loads(sources)
    except ValueError:
        listed = None
    if not isinstance(listed, list) or not all(isinstance(source, dict) for source in listed):
        raise InputError("has a damaged list of sources", cure=_CURE, file=path)
    large, home, spill, entries, titles, longest, total = fields[:7]
    header = LexiconHeader(seed, large, home, spill, entries, titles, longest, total, tuple(fields[7:-1]), sources, fields[-1])
    whole_pages = home >= PAGE_LINES and home % PAGE_LINES == 0 and spill % PAGE_LINES == 0
    if not whole_pages or size != header.header_bytes or header.file_bytes != file_bytes:
        raise InputError(f"has {file_bytes} bytes, its header says otherwise", cure=_CURE, file=path)
    return header


def header_size(start: bytes) -> int:
    """How many bytes to read for the whole header, as the first page says; never more than is sane."""
    if len(start) < PAGE or not start.startswith(MAGIC):
        return len(start)
    return min(max(PAGE, int(_FIELDS.unpack_from(start)[4])), LARGEST_HEADER)


def digest(parts: Iterable[bytes | memoryview]) -> bytes:
    """The checksum used for the header and for what follows it."""
    state = hashlib.blake2b(digest_size=DIGEST)
    for part in parts:
        state.update(part)
    return state.digest()

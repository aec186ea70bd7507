"""Compressed files: recognised by their first bytes when they are read, chosen by the ending of the name when they are written."""

from __future__ import annotations

import contextlib
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, cast

from caesura.foundation.extras import extra


@dataclass(frozen=True)
class Compression:
    """One way to compress: how its files begin, how their names end, and how they are opened."""

    ending: str
    magic: bytes
    reader: Callable[[IO[bytes]], IO[bytes]]
    writer: Callable[[IO[bytes]], IO[bytes]]


def compression_of(start: bytes) -> Compression | None:
    """What a file that begins with these bytes is compressed with."""
    return next((one for one in COMPRESSIONS if start.startswith(one.magic)), None)


def is_undecided(start: bytes) -> bool:
    """Whether it takes more bytes to tell."""
    return any(len(start) < len(one.magic) and one.magic.startswith(start) for one in COMPRESSIONS)


def compression_named(path: object) -> Compression | None:
    """What a file of this name is to be compressed with."""
    return next((one for one in COMPRESSIONS if str(path).endswith(one.ending)), None)


def without_compression(name: str) -> str:
    """A file's name without the ending that says how it is compressed: `log.tsv.gz` is `log.tsv`."""
    compression = compression_named(name)
    return name if compression is None else name.removesuffix(compression.ending)


def decompressed(raw: IO[bytes], compression: Compression) -> io.BufferedReader:
    """The content of a compressed stream. Damage is an OSError, whatever the format."""
    return io.BufferedReader(_Decompressed(compression.reader(raw), raw), buffer_size=1 << 17)


def bytes_taken(stream: IO[bytes]) -> int:
    """How far into its file a stream has been read, in bytes as they lie on the disk, compressed or not."""
    below = getattr(stream, "raw", None)
    return below.taken() if isinstance(below, _Decompressed) else stream.tell()


class _Decompressed(io.RawIOBase):
    def __init__(self, content: Any, below: IO[bytes]) -> None:
        self._content = content
        self._below = below

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._below.seekable()

    def readinto(self, buffer: Any) -> int:
        with _damage_is_an_os_error():
            piece = self._content.read1(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with _damage_is_an_os_error():
            return int(self._content.seek(offset, whence))

    def tell(self) -> int:
        return int(self._content.tell())

    def taken(self) -> int:
        return self._below.tell()

    def close(self) -> None:
        if not self.closed:
            self._content.close()
            self._below.close()
        super().close()


@contextlib.contextmanager
def _damage_is_an_os_error() -> Iterator[None]:
    try:
        yield
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        raise OSError(str(error)) from error
    except Exception as error:
        if type(error).__name__ == "ZstdError":  # its package need not be installed, so it cannot be named above
            raise OSError(str(error)) from error
        raise


def _read_gzip(raw: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", gzip.GzipFile(fileobj=raw, mode="rb"))


def _write_gzip(raw: IO[bytes]) -> IO[bytes]:
    # No name and no time stamp: the same input gives the same bytes.
    return cast("IO[bytes]", gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0))


def _read_xz(raw: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", lzma.LZMAFile(raw, "rb"))


def _write_xz(raw: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", lzma.LZMAFile(raw, "wb"))


def _read_zstd(raw: IO[bytes]) -> IO[bytes]:
    if (own := _python_zstd()) is not None:
        return cast("IO[bytes]", own.ZstdFile(raw, "rb"))
    return cast("IO[bytes]", _ZstandardReader(raw, _zstandard().ZstdDecompressor()))


def _write_zstd(raw: IO[bytes]) -> IO[bytes]:
    if (own := _python_zstd()) is not None:
        return cast("IO[bytes]", own.ZstdFile(raw, "wb"))
    package = _zstandard()
    return cast("IO[bytes]", package.ZstdCompressor().stream_writer(raw, closefd=False))


class _ZstandardReader:
    """What `zstandard` decompresses. Its own reader takes a file that was cut short for a whole one."""

    def __init__(self, raw: IO[bytes], decompressor: Any) -> None:
        self._raw = raw
        self._decompressor = decompressor
        self._frame: Any = None
        self._packed = self._content = b""
        self._given = 0

    def read1(self, size: int) -> bytes:
        while not self._content:
            if not self._packed and not (packed := self._raw.read(1 << 14)):
                if self._frame is not None:
                    raise EOFError("the compressed file ends too early")
                return b""
            self._packed = self._packed or packed
            self._frame = self._frame or self._decompressor.decompressobj()
            self._content = self._frame.decompress(self._packed)
            self._packed = self._frame.unused_data
            self._frame = None if self._frame.eof else self._frame
        piece, self._content = self._content[:size], self._content[size:]
        self._given += len(piece)
        return piece

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Forward, as one who takes up work where it was left does."""
        if whence != io.SEEK_SET or offset < self._given:
            raise io.UnsupportedOperation("a zstd stream can only be skipped forward")
        while self._given < offset and self.read1(offset - self._given):
            pass
        return self._given

    def tell(self) -> int:
        return self._given

    def close(self) -> None:
        """The file below is closed by whoever opened it."""


def _python_zstd() -> Any:
    """Python's own module, which came with 3.14."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    return zstd


def _zstandard() -> Any:
    with extra("zstd"):
        import zstandard
    return zstandard


COMPRESSIONS = (
    Compression(".gz", b"\x1f\x8b", _read_gzip, _write_gzip),
    Compression(".xz", b"\xfd7zXZ\0", _read_xz, _write_xz),
    Compression(".zst", b"\x28\xb5\x2f\xfd", _read_zstd, _write_zstd),
)

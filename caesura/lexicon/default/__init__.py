"""The lexicon that comes with the package: English counts and titles, ready after `pip install`.

It is shipped packed (`english.packed`) and unpacked once into the user's cache folder, under a name that holds the format and the
checksum, so that every version finds its own. docs/lexicon.md says what is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from caesura.foundation import InputError, cache_folders, one_at_a_time, trusted, usable
from caesura.lexicon.hashing import HASH_ID
from caesura.lexicon.layout import VERSION
from caesura.lexicon.lexicon import Lexicon

__all__ = ["CHECKSUM_FILE", "PACKED_FILE", "default_lexicon", "default_lexicon_path"]

PACKED_FILE = Path(__file__).with_name("english.packed")
#: Kept beside the packed file, so that finding the unpacked one does not mean reading ten million bytes.
CHECKSUM_FILE = Path(__file__).with_name("english.packed.sha256")


def default_lexicon(announce: Callable[[str], None] | None = None) -> Lexicon:
    """The default lexicon, opened; unpacked at its first use (`announce` gets a line before that)."""
    name = _file_name()
    folders = list(cache_folders())
    for folder in folders:
        lexicon = _opened(folder / name) if trusted(folder) else None
        if lexicon is not None:
            return lexicon
    for folder in folders:
        if usable(folder):
            if announce is not None:
                announce("unpacking the default lexicon, once; this takes a few seconds")
            made = _unpacked_into(folder, name)
            if made is not None:
                return made
    raise InputError(
        f"the default lexicon cannot be unpacked in {' or '.join(map(str, folders))}",
        cure="set CAESURA_CACHE to a folder with 70 MB of room that you can write to",
    )


def default_lexicon_path() -> Path:
    """Where the default lexicon lies, unpacked."""
    with default_lexicon() as lexicon:
        return lexicon.path


def _file_name() -> str:
    checksum = CHECKSUM_FILE.read_text(encoding="ascii").split()[0]
    return f"english-{VERSION}.{HASH_ID}-{checksum[:16]}.lexicon"


def _opened(path: Path) -> Lexicon | None:
    """The lexicon at this path, if a whole one is there; a damaged one counts as missing, and is unpacked again."""
    try:
        return Lexicon.open(path)
    except InputError:
        return None


def _unpacked_into(folder: Path, name: str) -> Lexicon | None:
    target = folder / name
    try:
        with one_at_a_time(folder / f".{name}.lock"):
            # Another process may have been quicker.
            lexicon = _opened(target)
            if lexicon is None:
                _unpack(target)
        return lexicon or Lexicon.open(target)
    except OSError:
        return None  # no room left, for one: the next folder may have it


def _unpack(target: Path) -> None:
    import hashlib

    from caesura.lexicon.default.packing import DamagedError, unpacked
    from caesura.lexicon.default.table import write_content

    package = PACKED_FILE.read_bytes()
    damaged = InputError("is damaged", cure="install the package again: pip install --force-reinstall caesura", file=PACKED_FILE)
    if hashlib.sha256(package).hexdigest() != CHECKSUM_FILE.read_text(encoding="ascii").split()[0]:
        raise damaged
    try:
        content = unpacked(package)
    except DamagedError as error:
        raise damaged from error
    write_content(content, target)

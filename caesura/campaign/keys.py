"""Keys and links: letters and digits nobody can guess, that survive addresses, file names and command lines."""

from __future__ import annotations

import re
import secrets
import string

_ALPHABET = string.ascii_letters + string.digits
_KEY = re.compile("[A-Za-z0-9]{8,64}")

#: The names of campaigns and pages: found by those who may see them anyway (71 and 131 bits).
CAMPAIGN, PAGE = 12, 22
#: What is itself the permission: invitations and annotators' own links (190 bits).
LINK = 32


def new_key(length: int) -> str:
    """A random key. No hyphen in it: at its beginning a command line would take it for an option."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def looks_like_key(text: str) -> bool:
    """Whether this could be a key or link of ours; all else need not be looked up (and some of it no database takes)."""
    return _KEY.fullmatch(text) is not None

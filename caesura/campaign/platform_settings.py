"""What a platform such as Prolific needs: who is let in, and which code and address a worker gets at the end, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlencode, urlsplit

from caesura.campaign.rules.base import described
from caesura.foundation import InputError, unknown

_LONGEST = 500


@dataclass(frozen=True)
class Platform:
    """`completion_url` is where workers are sent with their code, as `cc=CODE` or in place of `{code}`.

    Each way to end has a code of its own; where none is given, none is shown. `only_with_id` lets in only whoever comes by a link
    with the platform's id.
    """

    completion_url: str = field(default="", metadata=described("address that workers return to"))
    screened_out: str = field(default="", metadata=described("code for those who are screened out"))
    closed: str = field(default="", metadata=described("code where the campaign is closed"))
    over_quota: str = field(default="", metadata=described("code where no work is left"))
    only_with_id: bool = field(default=False, metadata=described("only links with the platform's id are let in"))

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "only_with_id":
                if not isinstance(value, bool):
                    raise InputError(f"only_with_id is {value!r}", cure="give true or false")
            elif not isinstance(value, str) or len(value) > _LONGEST or (value and not value.isprintable()):
                raise InputError(f"{each.name} is not one line of at most {_LONGEST} characters", cure="make it shorter")
        if self.completion_url:
            parts = urlsplit(self.completion_url)
            if parts.scheme not in ("https", "http") or not parts.netloc:
                raise InputError(
                    "the completion address is not a web address",
                    cure="give one such as https://app.prolific.com/submissions/complete",
                )

    def address_for(self, code: str) -> str:
        """Where a worker with this code returns to; "" where there is no such address or no code."""
        if not self.completion_url or not code:
            return ""
        if "{code}" in self.completion_url:
            return self.completion_url.replace("{code}", urlencode({"": code})[1:])
        base = self.completion_url.rstrip("?&")
        return f"{base}{'&' if '?' in base else '?'}{urlencode({'cc': code})}"


def platform_from(given: Mapping[str, Any] | Platform | None) -> Platform:
    """From a JSON object; what is left out has its default."""
    if given is None:
        return Platform()
    if isinstance(given, Platform):
        return given
    if not isinstance(given, Mapping):
        raise InputError("the platform's settings are not an object", cure="give {} for the defaults")
    known = [each.name for each in fields(Platform)]
    if others := sorted(str(key) for key in given if key not in known):
        raise unknown("setting of a platform", others[0], known)
    return Platform(**given)

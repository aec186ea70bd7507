"""From where a server may be reached: what it is bound to, the address people know it by, the proxies whose word counts.

A server that only its own machine can reach is open to whoever sits at it. Any other asks who is there.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from caesura.foundation import InputError


@dataclass(frozen=True)
class Access:
    """`bound` is the address listened on. `public_url` is how people reach it (https://queries.example.org), `proxies` are the
    addresses or networks of proxies in front of it, whose X-Forwarded headers are believed, and `hosts` are further names it may
    be asked by."""

    bound: str = "127.0.0.1"
    public_url: str | None = None
    proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            fits = parts.scheme in ("http", "https") and parts.hostname and not parts.path.strip("/") and not parts.query
            if not fits or "@" in parts.netloc:
                raise InputError(
                    f"'{self.public_url}' is not a public address", cure="give one such as https://queries.example.org"
                )
        for proxy in self.proxies:
            try:
                ip_network(proxy, strict=False)
            except ValueError:
                raise InputError(
                    f"'{proxy}' is not a proxy's address", cure="give an address or network, such as 127.0.0.1"
                ) from None

    @cached_property
    def origin(self) -> str | None:
        """The public address without a path, as browsers send it."""
        if self.public_url is None:
            return None
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc.lower()}"

    @property
    def is_loopback(self) -> bool:
        """Whether nothing but this machine can connect, and nobody says that others are let through."""
        return is_loopback(self.bound) and self.public_url is None and not self.proxies

    @cached_property
    def _names(self) -> frozenset[str]:
        named = [*self.hosts, *([host_of(self.origin.split("://")[1])] if self.origin else [])]
        if not is_loopback(self.bound):
            named += [socket.gethostname(), socket.getfqdn(), self.bound]
        return frozenset(name.lower().rstrip(".") for name in named)

    def admits(self, host: str) -> bool:
        """Whether a request may name this host. A web site can point a name of its own at any server, but not an address: so
        addresses are taken where the server listens for others than this machine."""
        name = host_of(host)
        if is_loopback(name) or name in self._names:
            return True
        return not is_loopback(self.bound) and _is_address(name)


def host_of(netloc: str) -> str:
    """`example.org:8640` -> `example.org`, `[::1]:8640` -> `::1`."""
    if netloc.startswith("["):
        return netloc[1:].partition("]")[0].lower()
    return netloc.partition(":")[0].lower().rstrip(".")


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    return _is_address(host) and ip_address(host).is_loopback


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True

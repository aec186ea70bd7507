"""The address people know the server by, for links that are sent out and cookies that must not travel in the clear."""

from __future__ import annotations

from starlette.requests import Request

from caesura.studio.access import Access


def access_of(request: Request) -> Access:
    access: Access = request.app.state.access
    return access


def own_address(request: Request) -> str:
    """`https://queries.example.org`: the public address, else the one that was asked."""
    return access_of(request).origin or f"{request.url.scheme}://{request.url.netloc}"


def is_secure(request: Request) -> bool:
    """Whether people reach the server by https, so that cookies can be kept to it."""
    return own_address(request).startswith("https:")

"""The options of every server that people may reach over a network."""

from __future__ import annotations

from typing import Annotated

import typer

PublicUrlOption = Annotated[
    str | None,
    typer.Option("--public-url", metavar="URL", help="The address people reach it by, such as https://queries.example.org."),
]
TrustedProxyOption = Annotated[
    list[str] | None,
    typer.Option("--trusted-proxy", metavar="ADDRESS", help="A proxy (or network) whose X-Forwarded headers count; repeatable."),
]
AllowedHostOption = Annotated[
    list[str] | None,
    typer.Option("--allowed-host", metavar="NAME", help="Another host name the server accepts; repeatable."),
]

"""What a machine annotator is: something that gives a reply to messages, and says what it is without any secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from caesura.corpus import WorkerKind

#: As chat endpoints take them: a role and a text each.
Message = Mapping[str, str]


@dataclass(frozen=True)
class Request:
    """One question: the messages, the task's name, the item's text and paragraph, and which sample and attempt this is (from 1)."""

    messages: tuple[Message, ...]
    task: str
    text: str
    paragraph: str
    sample: int
    attempt: int


@dataclass(frozen=True)
class Reply:
    """What came back, and what it took; tokens are None where the source does not count them."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None


class PassingError(Exception):
    """It may work in a moment: busy, slow, broken connection. `after` is how many seconds the other side asks for."""

    def __init__(self, problem: str, after: float | None = None) -> None:
        super().__init__(problem)
        self.after = after


class MachineSource(Protocol):
    """`settings` holds everything that decides about a reply and no secret; it is part of the cache's key and of the metadata."""

    @property
    def kind(self) -> WorkerKind: ...

    #: Whether questions leave this program for somebody else's, which a user must have agreed to.
    remote: bool
    #: Whether the messages matter; a source that only looks at the query is not worth a cache.
    prompted: bool

    @property
    def settings(self) -> Mapping[str, Any]: ...

    def ask(self, request: Request) -> Reply:
        """May be called from several threads at once. Raises `PassingError`, or `InputError` where asking again is no use."""
        ...

    def close(self) -> None: ...


def shown_messages(messages: Sequence[Message]) -> str:
    """Messages as a person reads them."""
    return "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in messages)

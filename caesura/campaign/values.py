"""The values of a campaign: what is asked, who is asked, and what came back. All frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caesura.campaign.plan import Plan


class Role(StrEnum):
    """What an item is there for."""

    ORDINARY = "ordinary"
    TEST = "test"
    TRAINING = "training"


class CampaignState(StrEnum):
    """Only an open campaign gives out pages; answers to pages already given out are taken while it is paused, too."""

    DRAFT = "draft"
    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class WorkerState(StrEnum):
    """Excluded by a rule, or removed by the owner: such a worker gets no more pages."""

    ACTIVE = "active"
    EXCLUDED = "excluded"
    REMOVED = "removed"


class AnswerState(StrEnum):
    """What an answer counts for. Nothing is ever deleted: an answer that is no longer wanted is `withdrawn` or `rejected`; one that
    came late, when others had filled all places, is `surplus`."""

    COUNTED = "counted"
    TEST = "test"
    TRAINING = "training"
    MALFORMED = "malformed"
    SURPLUS = "surplus"
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be annotated. `name` is its id in the corpus; `paragraph` is for judgements only.

    `accepted` are the answers considered right (tests and training need at least one), in the canonical form of the task.
    """

    name: str
    text: str
    role: Role = Role.ORDINARY
    paragraph: str = ""
    accepted: tuple[str, ...] = ()
    explanation: str = ""


@dataclass(frozen=True)
class Campaign:
    """A campaign as stored. `key` names it in addresses; `link` is the unguessable invitation for annotators."""

    id: int
    key: str
    owner: int
    name: str
    task: str
    state: CampaignState
    link: str
    plan: Plan
    created_at: int


@dataclass(frozen=True)
class Worker:
    """An annotator of one campaign. `key` is their unguessable link, `name` their pseudonym in exports, `external` a platform's id.

    Times are whole milliseconds.
    """

    id: int
    campaign: int
    key: str = field(repr=False)
    name: str
    external: str | None
    study: str | None
    session: str | None
    country: str | None
    state: WorkerState
    reason: str
    needs_review: bool
    warnings: int
    approval: float | None
    joined_at: int
    pages: int
    answers: int
    milliseconds: int
    tests_done: int
    tests_right: int
    training_done: int
    training_wrong: int
    pages_approved: int
    pages_rejected: int


@dataclass(frozen=True)
class PageItem:
    """An item as the annotator sees it: nothing tells a test from the others. `choices` is for tasks that list them."""

    place: int
    text: str
    words: tuple[str, ...]
    paragraph: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class TaskPage:
    """Items given to one worker, kept for them until `expires_at`. `key` is also the key of its submission."""

    key: str
    task: str
    is_training: bool
    issued_at: int
    expires_at: int
    items: tuple[PageItem, ...]


@dataclass(frozen=True)
class SentPage:
    """A page that was sent, with its answers in the canonical form of the task ("" where an item was answered elsewhere)."""

    page: TaskPage
    answers: tuple[str, ...]
    comment: str


class NoPage(StrEnum):
    """Why there is no page."""

    DONE = "done"  # they have done all there is for them
    WAITING = "waiting"  # the rest is with others just now, and comes back if they leave it
    NOT_OPEN = "not-open"
    SHUT_OUT = "shut-out"


@dataclass(frozen=True)
class Feedback:
    """What was asked in training and answered, what the right answer would have been, and why."""

    place: int
    right: bool
    accepted: tuple[str, ...]
    explanation: str
    text: str = ""
    answer: str = ""


@dataclass(frozen=True)
class Receipt:
    """A page's answers are stored. The same page sent again gives the same receipt, with `repeated` set."""

    page: str
    answers: int
    repeated: bool = False
    feedback: tuple[Feedback, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """A page's answers are not stored, and why; `code` is for programs, `place` names the item where one is to blame.

    `again` says that the same page may be sent again, once the cure is applied.
    """

    code: str
    reason: str
    cure: str
    place: int | None = None
    again: bool = False


@dataclass(frozen=True)
class Event:
    """The trace of a rule or of an owner's action."""

    at: int
    what: str
    rule: str
    worker: str | None
    page: str | None
    item: str | None
    detail: str
    by: str = ""

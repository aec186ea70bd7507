"""What requests about campaigns look like."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from caesura.campaign import Item, Role

_STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

Text = Annotated[str, Field(max_length=20_000)]


class SignIn(BaseModel):
    """Name and password of an owner."""

    model_config = _STRICT

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]


class ItemMessage(BaseModel):
    """One thing to be annotated; tests and training need accepted answers."""

    model_config = _STRICT

    name: Annotated[str, Field(max_length=500)]
    text: Text
    role: Literal["ordinary", "test", "training"] = "ordinary"
    paragraph: Text = ""
    accepted: Annotated[list[Text], Field(max_length=100)] = []
    explanation: Text = ""

    def item(self) -> Item:
        return Item(self.name, self.text, Role(self.role), self.paragraph, tuple(self.accepted), self.explanation)


Items = Annotated[list[ItemMessage], Field(max_length=100_000)]


class NewCampaign(BaseModel):
    """A campaign; `plan` may name annotations, items_per_page, reservation_minutes, instructions, completion_code and rules.

    Without `rules`, malformed answers are refused; with them, only those named are on.
    """

    model_config = _STRICT

    name: Annotated[str, Field(max_length=200)]
    task: Literal["flat", "nested", "options", "judgement", "syntax"]
    items: Items = []
    plan: dict[str, Any] = {}


class MoreItems(BaseModel):
    """Items to add."""

    model_config = _STRICT

    items: Items


class NewState(BaseModel):
    """Open, paused or closed."""

    model_config = _STRICT

    state: Literal["open", "paused", "closed"]


class Invitations(BaseModel):
    """How many workers to invite."""

    model_config = _STRICT

    count: Annotated[int, Field(ge=1, le=1000)] = 1


class Removal(BaseModel):
    """Whether a removed worker's answers go, too."""

    model_config = _STRICT

    with_answers: bool
    reason: Annotated[str, Field(max_length=2000)] = ""


class Decision(BaseModel):
    """What becomes of a submitted page."""

    model_config = _STRICT

    decision: Literal["approved", "rejected"]


class Joining(BaseModel):
    """A worker who comes by the campaign's link, with the platform's id where there is one."""

    model_config = _STRICT

    external: Annotated[str | None, Field(max_length=200)] = None
    study: Annotated[str | None, Field(max_length=200, description="The platform's id of the study or HIT.")] = None
    session: Annotated[str | None, Field(max_length=200, description="The platform's id of the session or assignment.")] = None
    country: Annotated[str | None, Field(max_length=200, description="Where the worker lives, as the platform names it.")] = None


OneAnswer = Annotated[str, Field(max_length=10_000)] | bool | int | Annotated[list[int], Field(max_length=64)]


class Answers(BaseModel):
    """A page's answers, one for each item in the order of the page: text, or a list of breaks (flat) or heights (nested).

    The page's key makes the submission idempotent: sent again, it is stored once and gives the same receipt.
    """

    model_config = _STRICT

    page: Annotated[str, Field(max_length=64)]
    answers: Annotated[list[OneAnswer], Field(max_length=100)]
    comment: Annotated[str, Field(max_length=5_000)] = ""
    correct: Annotated[bool, Field(description="Whether to replace the answers of the page sent last.")] = False
    next: Annotated[bool, Field(description="Whether the next page is wanted with the receipt.")] = False

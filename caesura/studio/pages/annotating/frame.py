"""An annotator's page, in the language and with the instructions of its campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from caesura.campaign import Campaign
from caesura.campaign.annotating import instructions_html, texts_in
from caesura.studio.pages import page


def annotator_page(
    request: Request,
    template: str,
    campaign: Campaign,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **content: Any,
) -> Response:
    """`content` goes to the template, with the campaign, its texts and its instructions."""
    plan = campaign.plan
    instructions = instructions_html(plan.instructions, lambda name: f"/pictures/{campaign.key}/{name}")
    given = {
        "campaign": campaign,
        "texts": texts_in(plan.language),
        "instructions": instructions,
        "preview": False,
        "kept": False,
        **content,
    }
    return page(request, template, status, headers, **given)

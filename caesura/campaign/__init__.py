"""The room of campaigns: tasks for a crowd, the store of their answers, quality control, platforms.

`open_store(address)` opens a SQLite file or a PostgreSQL database; `create_campaign` puts queries into it, `join` gives an
annotator their link, `next_page` and `submit_page` are their work, `progress`, `figures` and `export_corpus` are for the owner.
`TASKS` are the kinds of task, `RULES` the rules of quality control, `Plan` says which are on.

What needs the database (SQLAlchemy) is loaded when first asked for and comes with `pip install 'caesura[campaign]'`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caesura.campaign.plan import Plan, plan_from
from caesura.campaign.rules import RULES, Action, Rule
from caesura.campaign.tasks import NOT_UNDERSTOOD, TASKS, Task, task_named
from caesura.campaign.values import (
    AnswerState,
    Campaign,
    CampaignState,
    Event,
    Feedback,
    Item,
    Nothing,
    Page,
    PageItem,
    Receipt,
    Refusal,
    Role,
    SentPage,
    Worker,
    WorkerState,
)
from caesura.foundation import MissingExtraError

if TYPE_CHECKING:
    from caesura.campaign.answers import Given
    from caesura.campaign.correcting import last_page, page_of
    from caesura.campaign.creating import add_items, campaigns_of, create_campaign, items_from, open_campaign, set_state
    from caesura.campaign.dashboard import figures
    from caesura.campaign.exporting import ENDINGS, FORMS, export_answers, export_corpus, forms_of, write_export
    from caesura.campaign.how_far import Progress, progress
    from caesura.campaign.joining import campaign_by_link, invite, join, join_job, worker_by_key, workers_of
    from caesura.campaign.judgement_items import read_judgements
    from caesura.campaign.labelling import Labelling, labelled
    from caesura.campaign.owners import (
        Owner,
        Session,
        create_owner,
        has_owners,
        owner_by_token,
        owner_named,
        renew_token,
        session_of,
        set_password,
        sign_in,
        sign_out,
    )
    from caesura.campaign.pages import next_page, next_page_job
    from caesura.campaign.platforms.annotations import Annotation, Collected, Duplicates, corpus_from, write_label_rows
    from caesura.campaign.platforms.batch import write_batch
    from caesura.campaign.platforms.importing import Named, import_annotations
    from caesura.campaign.platforms.results import read_results
    from caesura.campaign.platforms.template import task_template
    from caesura.campaign.records import UnknownError
    from caesura.campaign.refilling import page_for
    from caesura.campaign.store import Clock, SteadyClock, Store, open_store
    from caesura.campaign.store.store import StoreError
    from caesura.campaign.submitting import Outcome, receipt_of, submit_job, submit_page
    from caesura.campaign.tracing import events_of
    from caesura.campaign.unsure import ask_where_unsure
    from caesura.campaign.withdrawing import clear_review, decide_page, remove_worker

#: What is loaded when first asked for: module and its names.
_LATER = {
    "judgement_items": ("read_judgements",),
    "refilling": ("page_for",),
    "labelling": (
        "Labelling",
        "labelled",
    ),
    "answers": ("Given",),
    "exporting": (
        "ENDINGS",
        "FORMS",
        "export_answers",
        "export_corpus",
        "forms_of",
        "write_export",
    ),
    "dashboard": ("figures",),
    "how_far": (
        "Progress",
        "progress",
    ),
    "unsure": ("ask_where_unsure",),
    "creating": ("add_items", "campaigns_of", "create_campaign", "items_from", "open_campaign", "set_state"),
    "joining": ("campaign_by_link", "invite", "join", "join_job", "worker_by_key", "workers_of"),
    "owners": (
        "Owner",
        "Session",
        "create_owner",
        "has_owners",
        "owner_by_token",
        "owner_named",
        "renew_token",
        "session_of",
        "set_password",
        "sign_in",
        "sign_out",
    ),
    "correcting": ("last_page", "page_of"),
    "pages": ("next_page", "next_page_job"),
    "platforms.annotations": ("Annotation", "Collected", "Duplicates", "corpus_from", "write_label_rows"),
    "platforms.batch": ("write_batch",),
    "platforms.importing": ("Named", "import_annotations"),
    "platforms.results": ("read_results",),
    "platforms.template": ("task_template",),
    "records": ("UnknownError",),
    "store": ("Clock", "SteadyClock", "Store", "open_store"),
    "store.store": ("StoreError",),
    "submitting": ("Outcome", "receipt_of", "submit_job", "submit_page"),
    "tracing": ("events_of",),
    "withdrawing": ("clear_review", "decide_page", "remove_worker"),
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}

__all__ = [
    "ENDINGS",
    "FORMS",
    "NOT_UNDERSTOOD",
    "RULES",
    "TASKS",
    "Action",
    "Annotation",
    "AnswerState",
    "Campaign",
    "CampaignState",
    "Clock",
    "Collected",
    "Duplicates",
    "Event",
    "Feedback",
    "Given",
    "Item",
    "Labelling",
    "Named",
    "Nothing",
    "Outcome",
    "Owner",
    "Page",
    "PageItem",
    "Plan",
    "Progress",
    "Receipt",
    "Refusal",
    "Role",
    "Rule",
    "SentPage",
    "Session",
    "SteadyClock",
    "Store",
    "StoreError",
    "Task",
    "UnknownError",
    "Worker",
    "WorkerState",
    "add_items",
    "ask_where_unsure",
    "campaign_by_link",
    "campaigns_of",
    "clear_review",
    "corpus_from",
    "create_campaign",
    "create_owner",
    "decide_page",
    "events_of",
    "export_answers",
    "export_corpus",
    "figures",
    "forms_of",
    "has_owners",
    "import_annotations",
    "invite",
    "items_from",
    "join",
    "join_job",
    "labelled",
    "last_page",
    "next_page",
    "next_page_job",
    "open_campaign",
    "open_store",
    "owner_by_token",
    "owner_named",
    "page_for",
    "page_of",
    "plan_from",
    "progress",
    "read_judgements",
    "read_results",
    "receipt_of",
    "remove_worker",
    "renew_token",
    "session_of",
    "set_password",
    "set_state",
    "sign_in",
    "sign_out",
    "submit_job",
    "submit_page",
    "task_named",
    "task_template",
    "worker_by_key",
    "workers_of",
    "write_batch",
    "write_export",
    "write_label_rows",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name in ("sqlalchemy", "alembic"):
            raise MissingExtraError("a campaign", "campaign") from None
        raise

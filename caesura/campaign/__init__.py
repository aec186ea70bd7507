"""The room of campaigns: tasks for a crowd, the store of their answers, quality control, platforms.

`open_store(address)` opens a SQLite file or a PostgreSQL database; `create_campaign` puts queries into it, `join` gives an
annotator a link, `next_page` and `submit_page` are their work, `progress`, `figures` and `export_corpus` are for the owner.
`TASKS` are the kinds of task, `RULES` the rules of quality control, `Plan` says which are on.

Side doors: `annotating` and `managing` for the pages of annotators and owners, `accounts` for signing in, `machines` for machine
annotators, `platforms` for other people's platforms.

The database (SQLAlchemy) comes with `pip install 'caesura[campaign]'`.
"""

from typing import TYPE_CHECKING

from caesura.campaign.missing_extra import naming_the_extra
from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.campaign.creating import add_items as add_items
    from caesura.campaign.creating import campaigns_of as campaigns_of
    from caesura.campaign.creating import create_campaign as create_campaign
    from caesura.campaign.creating import items_from as items_from
    from caesura.campaign.creating import open_campaign as open_campaign
    from caesura.campaign.creating import set_state as set_state
    from caesura.campaign.dashboard import figures as figures
    from caesura.campaign.exporting import FORMS as FORMS
    from caesura.campaign.exporting import export_answers as export_answers
    from caesura.campaign.exporting import export_corpus as export_corpus
    from caesura.campaign.exporting import forms_of as forms_of
    from caesura.campaign.exporting import write_export as write_export
    from caesura.campaign.joining import join as join
    from caesura.campaign.joining import workers_of as workers_of
    from caesura.campaign.owners import Owner as Owner
    from caesura.campaign.owners import create_owner as create_owner
    from caesura.campaign.owners import owner_named as owner_named
    from caesura.campaign.pages import next_page as next_page
    from caesura.campaign.payment import Payment as Payment
    from caesura.campaign.plan import Plan as Plan
    from caesura.campaign.plan import plan_from as plan_from
    from caesura.campaign.platform_settings import Platform as Platform
    from caesura.campaign.progress_report import progress as progress
    from caesura.campaign.records import UnknownError as UnknownError
    from caesura.campaign.rules import RULES as RULES
    from caesura.campaign.store import Store as Store
    from caesura.campaign.store import open_store as open_store
    from caesura.campaign.store.store import StoreError as StoreError
    from caesura.campaign.submitting import submit_page as submit_page
    from caesura.campaign.tasks import TASKS as TASKS
    from caesura.campaign.tasks import task_named as task_named
    from caesura.campaign.tracing import events_of as events_of
    from caesura.campaign.values import Campaign as Campaign
    from caesura.campaign.values import CampaignState as CampaignState
    from caesura.campaign.values import Item as Item
    from caesura.campaign.values import NoPage as NoPage
    from caesura.campaign.values import Role as Role
    from caesura.campaign.values import TaskPage as TaskPage
    from caesura.campaign.values import Worker as Worker

_load, __dir__, __all__ = lazy_door(__name__)
__getattr__ = naming_the_extra(_load)

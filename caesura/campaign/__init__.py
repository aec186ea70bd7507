"""The room of campaigns: tasks for a crowd, the store of their answers, quality control, platforms.

`open_store(address)` opens a SQLite file or a PostgreSQL database; `create_campaign` puts queries into it, `join` gives an
annotator a link, `next_page` and `submit_page` are their work, `progress`, `figures` and `export_corpus` are for the owner.
`TASKS` are the kinds of task, `RULES` the rules of quality control, `Plan` says which are on.

The database (SQLAlchemy) comes with `pip install 'caesura[campaign]'`.
"""

from typing import TYPE_CHECKING, Any

from caesura.foundation import MissingExtraError, lazy_door

if TYPE_CHECKING:
    from caesura.campaign.adjudicating import adjudicate as adjudicate
    from caesura.campaign.adjudicating import splits as splits
    from caesura.campaign.answer_drawing import pieces as pieces
    from caesura.campaign.answer_drawing import pills as pills
    from caesura.campaign.answer_drawing import trees as trees
    from caesura.campaign.asking_again import ask_where_unsure as ask_where_unsure
    from caesura.campaign.asking_again import page_for as page_for
    from caesura.campaign.backup import restore_backup as restore_backup
    from caesura.campaign.backup import write_backup as write_backup
    from caesura.campaign.certainty import gap_certainty as gap_certainty
    from caesura.campaign.correcting import last_page as last_page
    from caesura.campaign.correcting import page_of as page_of
    from caesura.campaign.coverage import coverage_of as coverage_of
    from caesura.campaign.creating import add_items as add_items
    from caesura.campaign.creating import campaigns_of as campaigns_of
    from caesura.campaign.creating import create_campaign as create_campaign
    from caesura.campaign.creating import items_from as items_from
    from caesura.campaign.creating import open_campaign as open_campaign
    from caesura.campaign.creating import set_state as set_state
    from caesura.campaign.dashboard import figures as figures
    from caesura.campaign.devices import device_of as device_of
    from caesura.campaign.devices import new_device as new_device
    from caesura.campaign.editing import delete_campaign as delete_campaign
    from caesura.campaign.editing import duplicate_campaign as duplicate_campaign
    from caesura.campaign.editing import edit_campaign as edit_campaign
    from caesura.campaign.editing import renew_link as renew_link
    from caesura.campaign.estimating import estimate as estimate
    from caesura.campaign.exporting import ENDINGS as ENDINGS
    from caesura.campaign.exporting import FORMS as FORMS
    from caesura.campaign.exporting import export_answers as export_answers
    from caesura.campaign.exporting import export_corpus as export_corpus
    from caesura.campaign.exporting import forms_of as forms_of
    from caesura.campaign.exporting import trust_of as trust_of
    from caesura.campaign.exporting import write_export as write_export
    from caesura.campaign.inferred import inferred_labels as inferred_labels
    from caesura.campaign.instructions import instructions_html as instructions_html
    from caesura.campaign.joining import PlatformIds as PlatformIds
    from caesura.campaign.joining import campaign_by_link as campaign_by_link
    from caesura.campaign.joining import invite as invite
    from caesura.campaign.joining import join as join
    from caesura.campaign.joining import join_job as join_job
    from caesura.campaign.joining import worker_by_key as worker_by_key
    from caesura.campaign.joining import workers_of as workers_of
    from caesura.campaign.judgement_items import read_judgements as read_judgements
    from caesura.campaign.language_files import languages as languages
    from caesura.campaign.language_files import spoken_time as spoken_time
    from caesura.campaign.language_files import texts_in as texts_in
    from caesura.campaign.locating import locate_workers as locate_workers
    from caesura.campaign.machine_answers import items_for_machines as items_for_machines
    from caesura.campaign.machine_answers import store_machine as store_machine
    from caesura.campaign.machines.annotating import about_asking as about_asking
    from caesura.campaign.machines.annotating import examples_from as examples_from
    from caesura.campaign.machines.annotating import machine_from as machine_from
    from caesura.campaign.machines.asking import Asked as Asked
    from caesura.campaign.machines.asking import Asking as Asking
    from caesura.campaign.machines.asking import Manner as Manner
    from caesura.campaign.machines.cache import ReplyCache as ReplyCache
    from caesura.campaign.machines.command import Command as Command
    from caesura.campaign.machines.endpoint import Endpoint as Endpoint
    from caesura.campaign.machines.limits import Budget as Budget
    from caesura.campaign.machines.limits import Pace as Pace
    from caesura.campaign.machines.limits import Prices as Prices
    from caesura.campaign.machines.own_segmenter import OwnSegmenter as OwnSegmenter
    from caesura.campaign.machines.prompting import Example as Example
    from caesura.campaign.machines.prompting import read_prompt as read_prompt
    from caesura.campaign.machines.sources import MachineSource as MachineSource
    from caesura.campaign.machines.sources import shown_messages as shown_messages
    from caesura.campaign.next_queries import ask_most_telling as ask_most_telling
    from caesura.campaign.next_queries import break_beliefs as break_beliefs
    from caesura.campaign.owners import Owner as Owner
    from caesura.campaign.owners import Session as Session
    from caesura.campaign.owners import create_owner as create_owner
    from caesura.campaign.owners import owner_by_token as owner_by_token
    from caesura.campaign.owners import owner_named as owner_named
    from caesura.campaign.owners import renew_token as renew_token
    from caesura.campaign.owners import session_of as session_of
    from caesura.campaign.owners import set_password as set_password
    from caesura.campaign.owners import sign_in as sign_in
    from caesura.campaign.owners import sign_out as sign_out
    from caesura.campaign.pages import next_page as next_page
    from caesura.campaign.payment import Payment as Payment
    from caesura.campaign.pending import add_new_items as add_new_items
    from caesura.campaign.pending import drop_upload as drop_upload
    from caesura.campaign.pending import keep_picture as keep_picture
    from caesura.campaign.pending import keep_upload as keep_upload
    from caesura.campaign.pending import kept_upload as kept_upload
    from caesura.campaign.pending import picture_of as picture_of
    from caesura.campaign.pending import pictures_of as pictures_of
    from caesura.campaign.pending import roles_of as roles_of
    from caesura.campaign.people import OwnerRole as OwnerRole
    from caesura.campaign.people import members_of as members_of
    from caesura.campaign.people import remove_member as remove_member
    from caesura.campaign.people import role_of as role_of
    from caesura.campaign.people import set_member as set_member
    from caesura.campaign.plan import Plan as Plan
    from caesura.campaign.plan import plan_from as plan_from
    from caesura.campaign.platform_settings import Platform as Platform
    from caesura.campaign.platforms.annotations import Collected as Collected
    from caesura.campaign.platforms.annotations import corpus_from as corpus_from
    from caesura.campaign.platforms.annotations import write_label_rows as write_label_rows
    from caesura.campaign.platforms.batch import write_batch as write_batch
    from caesura.campaign.platforms.importing import ColumnNames as ColumnNames
    from caesura.campaign.platforms.importing import import_annotations as import_annotations
    from caesura.campaign.platforms.label_studio import label_studio_interface as label_studio_interface
    from caesura.campaign.platforms.label_studio import write_label_studio as write_label_studio
    from caesura.campaign.platforms.potato import write_potato as write_potato
    from caesura.campaign.platforms.results import read_results as read_results
    from caesura.campaign.platforms.template import task_template as task_template
    from caesura.campaign.presets import PRESETS as PRESETS
    from caesura.campaign.presets import preset_of as preset_of
    from caesura.campaign.presets import preset_rules as preset_rules
    from caesura.campaign.previewing import preview_page as preview_page
    from caesura.campaign.previewing import preview_worker as preview_worker
    from caesura.campaign.privacy import erase_person as erase_person
    from caesura.campaign.privacy import export_person as export_person
    from caesura.campaign.progress_report import Progress as Progress
    from caesura.campaign.progress_report import progress as progress
    from caesura.campaign.proposals import proposed_heads as proposed_heads
    from caesura.campaign.query_items import pick_items as pick_items
    from caesura.campaign.quota import Ended as Ended
    from caesura.campaign.quota import Ending as Ending
    from caesura.campaign.quota import how_it_ended as how_it_ended
    from caesura.campaign.records import UnknownError as UnknownError
    from caesura.campaign.report_on_worker import worker_report as worker_report
    from caesura.campaign.rules import RULES as RULES
    from caesura.campaign.shared_limits import SharedLimits as SharedLimits
    from caesura.campaign.standing import Standing as Standing
    from caesura.campaign.standing import standing_of as standing_of
    from caesura.campaign.store import Store as Store
    from caesura.campaign.store import open_store as open_store
    from caesura.campaign.store.store import StoreError as StoreError
    from caesura.campaign.submitting import receipt_of as receipt_of
    from caesura.campaign.submitting import submit_job as submit_job
    from caesura.campaign.submitting import submit_page as submit_page
    from caesura.campaign.tasks import TASKS as TASKS
    from caesura.campaign.tasks import task_named as task_named
    from caesura.campaign.tracing import events_of as events_of
    from caesura.campaign.values import Campaign as Campaign
    from caesura.campaign.values import CampaignState as CampaignState
    from caesura.campaign.values import Item as Item
    from caesura.campaign.values import NoPage as NoPage
    from caesura.campaign.values import PageItem as PageItem
    from caesura.campaign.values import Receipt as Receipt
    from caesura.campaign.values import Refusal as Refusal
    from caesura.campaign.values import Role as Role
    from caesura.campaign.values import SentPage as SentPage
    from caesura.campaign.values import TaskPage as TaskPage
    from caesura.campaign.values import Worker as Worker
    from caesura.campaign.withdrawing import clear_review as clear_review
    from caesura.campaign.withdrawing import decide_page as decide_page
    from caesura.campaign.withdrawing import remove_worker as remove_worker

_load, __dir__, __all__ = lazy_door(__name__)


def __getattr__(name: str) -> Any:
    try:
        return _load(name)
    except ModuleNotFoundError as error:
        if error.name in ("sqlalchemy", "alembic"):
            raise MissingExtraError("a campaign", "campaign") from None
        raise

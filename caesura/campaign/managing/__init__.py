"""The side door for what an owner does: change a campaign, let others in, decide, look after workers, back up, go on."""

from typing import TYPE_CHECKING

from caesura.campaign.missing_extra import naming_the_extra
from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.campaign.adjudicating import adjudicate as adjudicate
    from caesura.campaign.adjudicating import splits as splits
    from caesura.campaign.asking_again import ask_where_unsure as ask_where_unsure
    from caesura.campaign.backup import restore_backup as restore_backup
    from caesura.campaign.backup import write_backup as write_backup
    from caesura.campaign.certainty import gap_certainty as gap_certainty
    from caesura.campaign.coverage import coverage_of as coverage_of
    from caesura.campaign.editing import delete_campaign as delete_campaign
    from caesura.campaign.editing import duplicate_campaign as duplicate_campaign
    from caesura.campaign.editing import edit_campaign as edit_campaign
    from caesura.campaign.editing import renew_link as renew_link
    from caesura.campaign.estimating import estimate as estimate
    from caesura.campaign.exporting import ENDINGS as ENDINGS
    from caesura.campaign.exporting import trust_of as trust_of
    from caesura.campaign.inferred import inferred_labels as inferred_labels
    from caesura.campaign.joining import invite as invite
    from caesura.campaign.judgement_items import read_judgements as read_judgements
    from caesura.campaign.locating import locate_workers as locate_workers
    from caesura.campaign.machine_answers import items_for_machines as items_for_machines
    from caesura.campaign.machine_answers import store_machine as store_machine
    from caesura.campaign.next_queries import ask_least_certain_first as ask_least_certain_first
    from caesura.campaign.next_queries import break_beliefs as break_beliefs
    from caesura.campaign.owner_backup import restore_own_campaigns as restore_own_campaigns
    from caesura.campaign.owner_backup import write_own_campaigns as write_own_campaigns
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
    from caesura.campaign.presets import PRESETS as PRESETS
    from caesura.campaign.presets import preset_of as preset_of
    from caesura.campaign.presets import preset_rules as preset_rules
    from caesura.campaign.previewing import preview_page as preview_page
    from caesura.campaign.previewing import preview_worker as preview_worker
    from caesura.campaign.privacy import erase_person as erase_person
    from caesura.campaign.privacy import export_person as export_person
    from caesura.campaign.progress_report import Progress as Progress
    from caesura.campaign.query_items import pick_items as pick_items
    from caesura.campaign.report_on_worker import worker_report as worker_report
    from caesura.campaign.withdrawing import clear_review as clear_review
    from caesura.campaign.withdrawing import decide_page as decide_page
    from caesura.campaign.withdrawing import remove_worker as remove_worker

_load, __dir__, __all__ = lazy_door(__name__)
__getattr__ = naming_the_extra(_load)

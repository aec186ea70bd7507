"""The side door for annotators' pages: joining by a link, a page and its receipt, how it ended, texts and drawings."""

from typing import TYPE_CHECKING

from caesura.campaign.missing_extra import naming_the_extra
from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.campaign.answer_drawing import pieces as pieces
    from caesura.campaign.answer_drawing import pills as pills
    from caesura.campaign.answer_drawing import trees as trees
    from caesura.campaign.asking_again import page_for as page_for
    from caesura.campaign.correcting import last_page as last_page
    from caesura.campaign.correcting import page_of as page_of
    from caesura.campaign.instructions import instructions_html as instructions_html
    from caesura.campaign.joining import PlatformIds as PlatformIds
    from caesura.campaign.joining import campaign_by_link as campaign_by_link
    from caesura.campaign.joining import join_job as join_job
    from caesura.campaign.joining import worker_by_key as worker_by_key
    from caesura.campaign.language_files import languages as languages
    from caesura.campaign.language_files import spoken_amount as spoken_amount
    from caesura.campaign.language_files import spoken_time as spoken_time
    from caesura.campaign.language_files import texts_in as texts_in
    from caesura.campaign.proposals import proposed_heads as proposed_heads
    from caesura.campaign.quota import Ended as Ended
    from caesura.campaign.quota import Ending as Ending
    from caesura.campaign.quota import how_it_ended as how_it_ended
    from caesura.campaign.standing import Standing as Standing
    from caesura.campaign.standing import standing_of as standing_of
    from caesura.campaign.submitting import receipt_of as receipt_of
    from caesura.campaign.submitting import submit_job as submit_job
    from caesura.campaign.values import PageItem as PageItem
    from caesura.campaign.values import Receipt as Receipt
    from caesura.campaign.values import Refusal as Refusal
    from caesura.campaign.values import SentPage as SentPage

_load, __dir__, __all__ = lazy_door(__name__)
__getattr__ = naming_the_extra(_load)

"""Machine annotators: chat endpoints, local commands and Caesura's own segmenters, asked in one way.

`sources.py` is what can be asked; `prompting.py` what it is sent; `replies.py` what of its answer is accepted; `asking.py` asks for
all items with cache, budget, limits and repeats; `annotating.py` turns it into a corpus or labels. None of it needs the database.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
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

__getattr__, __dir__, __all__ = lazy_door(__name__)

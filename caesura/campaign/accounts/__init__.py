"""The side door for signing in: sessions, tokens, known devices, and limits that several servers share."""

from typing import TYPE_CHECKING

from caesura.campaign.missing_extra import naming_the_extra
from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.campaign.devices import device_of as device_of
    from caesura.campaign.devices import new_device as new_device
    from caesura.campaign.owners import Session as Session
    from caesura.campaign.owners import owner_by_token as owner_by_token
    from caesura.campaign.owners import renew_token as renew_token
    from caesura.campaign.owners import session_of as session_of
    from caesura.campaign.owners import set_password as set_password
    from caesura.campaign.owners import sign_in as sign_in
    from caesura.campaign.owners import sign_out as sign_out
    from caesura.campaign.shared_limits import SharedLimits as SharedLimits

_load, __dir__, __all__ = lazy_door(__name__)
__getattr__ = naming_the_extra(_load)

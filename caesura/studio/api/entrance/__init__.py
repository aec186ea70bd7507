"""What every request passes before anything looks at it: the proxy's word, the host, the origin, patience for its body, and the
headers that every answer carries."""

from caesura.studio.api.entrance.addresses import is_secure, own_address
from caesura.studio.api.entrance.entrance import guard_entrance, is_local, refuse
from caesura.studio.api.entrance.guard_headers import page_policy

__all__ = ["guard_entrance", "is_local", "is_secure", "own_address", "page_policy", "refuse"]

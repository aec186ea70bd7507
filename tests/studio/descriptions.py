"""How requests are made from a description."""

from __future__ import annotations

from schemathesis.config import SchemathesisConfig

_REFUSED = ("400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "429")

#: What is too large is refused before anybody looks at what it is, which the tool by itself does not take for a refusal.
CONFIG = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": list(_REFUSED)}}})

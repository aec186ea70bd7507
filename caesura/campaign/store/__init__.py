"""Where answers are kept: tables, connections, migrations, and the one writer that commits before anything is acknowledged."""

from caesura.campaign.store.clock import Clock, SteadyClock
from caesura.campaign.store.store import Store, open_store
from caesura.campaign.store.writer import Job, Transaction

__all__ = ["Clock", "Job", "SteadyClock", "Store", "Transaction", "open_store"]

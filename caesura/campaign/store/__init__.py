"""Where answers are kept: tables, connections, migrations, and the one writer that commits before anything is acknowledged."""

from caesura.campaign.store.clock import Clock, SteadyClock
from caesura.campaign.store.store import Store, database_errors, open_store
from caesura.campaign.store.writer import Job, Transaction, afterwards, beside_others

__all__ = ["Clock", "Job", "SteadyClock", "Store", "Transaction", "afterwards", "beside_others", "database_errors", "open_store"]

"""What takes long is computed in processes of its own, with an end to its time and memory, so that annotators never wait for it."""

from caesura.studio.pages.computing.pools import EXPERIMENTS, LOOKS, REPORTS, WorkPool
from caesura.studio.pages.computing.standing_back import one_core_each, stand_back
from caesura.studio.pages.computing.waiting import settled

__all__ = ["EXPERIMENTS", "LOOKS", "REPORTS", "WorkPool", "one_core_each", "settled", "stand_back"]

"""Which path runs: a kernel where it was compiled and the lexicon is a mapped file, the plain path everywhere else."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from caesura.foundation import InputError, compiled_twin
from caesura.lexicon import LexiconLike

if TYPE_CHECKING:
    from caesura.segmenters.kernel._batch import BatchKernel
    from caesura.segmenters.registry import Setup

#: Given how the plain path decides a text (text -> break mask), the kernel that decides all others.
KernelMaker = Callable[[Callable[[str], int]], "BatchKernel"]

# Starting a thread for fewer queries than this costs more than it gives.
_WORTH_A_THREAD = 8192


def kernel_here() -> bool:
    """Whether the kernels were compiled for this machine."""
    return compiled_twin("caesura.segmenters.kernel._learned") is not None


def kernel_can_read(lexicon: LexiconLike) -> bool:
    """Whether the lexicon is a mapped file with a compiled table."""
    return getattr(lexicon, "compiled", False) is True


def classic_kernel(method: str, setup: Setup, *, threshold: float = 0.0) -> KernelMaker | None:
    """The kernel for this method and lexicon, None where the plain path runs."""
    lexicon = setup.need_lexicon()
    # Without pairs or a total PMI has nothing to compute, and nothing to gain.
    something_to_do = method != "pmi" or (lexicon.longest >= 2 and lexicon.total > 0)
    if setup.compiled is not False and something_to_do and kernel_can_read(lexicon) and kernel_here():
        from caesura.segmenters.kernel._classic import ClassicKernel

        table = getattr(lexicon, "table", None)
        return lambda plain: ClassicKernel(table, method, setup.rules == "published", float(lexicon.total), threshold, plain)
    if setup.compiled:
        raise cannot_run()
    return None


def cannot_run() -> InputError:
    """The error for whoever demands a kernel where there is none."""
    return InputError("the kernel cannot run here", cure="it needs a compiled install and a lexicon file; leave compiled out")


def threads_for(queries: int, wanted: int | None) -> int:
    """As many threads as asked for, or as the machine has cores and the batch is worth."""
    if wanted is not None and wanted < 1:
        raise InputError(f"{wanted} threads", cure="one or more")
    return wanted or max(1, min(_cores(), queries // _WORTH_A_THREAD))


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1

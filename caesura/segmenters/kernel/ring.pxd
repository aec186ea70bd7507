"""The ring of all kernels: a query waits in it while the memory answers, and others are worked on meanwhile.

Each query goes through three stages: it is taken in, `to_probing` queries later it is probed, `to_deciding` queries later it is
decided. The stages are functions known when the kernel is compiled, so that they become part of the loop.
"""

ctypedef void (*Stage)(void *work, void *slot, Py_ssize_t at) noexcept nogil


cdef inline void run_ring(
    void *work, char *slots, size_t slot_size, Py_ssize_t ring, Py_ssize_t to_probing, Py_ssize_t to_deciding,
    Py_ssize_t first, Py_ssize_t last, Stage take, Stage probe, Stage decide,
) noexcept nogil:
    """All stages of the queries `first` to `last`; `ring`, a power of two above `to_deciding`, is the number of slots."""
    cdef Py_ssize_t at
    for at in range(first, last + to_deciding):
        if at - to_deciding >= first:
            decide(work, slots + ((at - to_deciding) & (ring - 1)) * slot_size, at - to_deciding)
        if first <= at - to_probing < last:
            probe(work, slots + ((at - to_probing) & (ring - 1)) * slot_size, at - to_probing)
        if at < last:
            take(work, slots + (at & (ring - 1)) * slot_size, at)

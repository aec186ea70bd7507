"""The compiled segmenters, and the choice between them and the plain path.

`_classic.pyx` answers for naive, wikipedia, titles and pmi, `_hybrid.pyx` for the hybrid methods, `_learned.pyx` for learned. All
are a `BatchKernel` (`_batch.pyx`), which takes strings or lines apart, runs threads and prints; all split words (`words.pxd`), wait
for the memory (`ring.pxd`) and look n-grams up (`lookup.pxd`) by the same code. The plain path in the room's Python files is the
exact reference.
"""

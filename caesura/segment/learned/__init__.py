"""The learned segmenter: features of the places between words, a small network in whole numbers, a distribution over
segmentations, training, and the model file. `caesura.segment.methods.learned` makes a method of it."""

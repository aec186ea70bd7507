"""The learned segmenter: features of the places between words, a small network in whole numbers, a distribution over
segmentations, training, and the model file. `caesura.segmenters.methods.learned` makes a method of it."""

r"""ARPA back-off models: expected counts from log10 probabilities.

An n-gram's expected count in a text of `scale` words is scale * P(w1) P(w2|w1) ... P(wn|w1..wn-1), each factor as the file
lists it for the n-gram's beginnings (every model that Katz back-off can use lists them). N-grams with `<s>`, `</s>` or `<unk>`
are left out, as are those whose beginning is not listed. Back-off weights are not needed: what is not listed gets no entry.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from caesura.lexicon.formats.blocks import Batch, LineBlock, counted, folded_text
from caesura.lexicon.formats.counts import MARK, MARKS
from caesura.lexicon.formats.log10 import Logs, scaled
from caesura.lexicon.records import Numbers, Records, hash_ngrams

_SECTION = re.compile(r"\\(\d+)-grams:\s*$")
NO_BEGINNING = "beginning not listed"


class ArpaReader:
    """Reads the blocks of one file in order; holds 16 bytes per n-gram of the order below the one it is at."""

    def __init__(self, seed: int, scale: int) -> None:
        self._seed = seed
        self._scale = scale
        self._order = 0
        self._shorter = _Joint()
        self._current = _Joint()

    def __call__(self, block: LineBlock) -> Batch:
        """Records of one block."""
        skipped: Counter[str] = Counter()
        batches: list[Records] = []
        ngrams: list[list[str]] = []
        logs: list[float] = []
        for index, line in enumerate(block.texts()):
            section = _SECTION.match(line)
            if section or line.startswith("\\end\\"):
                batches.append(self._records(ngrams, logs, skipped))
                ngrams, logs = [], []
                self._turn(int(section.group(1)) if section else 0, block, index)
            elif self._order and line.strip():
                parts = line.split()
                try:
                    log = float(parts[0])
                    if len(parts) - 1 - self._order not in (0, 1) or not log <= 0:
                        raise ValueError
                except ValueError:
                    cure = "write each line as: log10 probability, words, back-off weight"
                    raise block.wrong(f"is not a line of {self._order}-grams in an ARPA file", index, cure) from None
                words = parts[1 : 1 + self._order]
                if MARKS.isdisjoint(map(str.lower, words)):
                    ngrams.append(words)
                    logs.append(log)
                else:
                    skipped[MARK] += 1
        batches.append(self._records(ngrams, logs, skipped))
        return Batch(Records.joined(batches), +skipped)

    def _turn(self, order: int, block: LineBlock, index: int) -> None:
        if order > self._order + 1:
            raise block.wrong(
                f"has {order}-grams before {self._order + 1}-grams", index, "an ARPA file lists shorter n-grams first"
            )
        self._order = order
        self._shorter, self._current = self._current.sorted(), _Joint()

    def _records(self, ngrams: list[list[str]], logs: list[float], skipped: Counter[str]) -> Records:
        if not ngrams:
            return Records.none()
        joint = np.array(logs, np.float64)
        if self._order > 1:
            # The words as the file has them: folding may make two beginnings one, but their probabilities must stay apart.
            before = self._shorter.find(hash_ngrams(_lines([words[:-1] for words in ngrams]), self._seed)[0])
            joint = joint + before
            skipped[NO_BEGINNING] += int(np.isnan(joint).sum())
        listed = ~np.isnan(joint)
        self._current.add(hash_ngrams(_lines(ngrams), self._seed)[0][listed], joint[listed])
        kept = [words for words, here in zip(ngrams, listed.tolist(), strict=True) if here]
        folded = "\n".join(folded_text(" ".join(words)) for words in kept).encode()
        batch = counted(*hash_ngrams(folded, self._seed), scaled(joint[listed], self._scale), Counter())
        skipped.update(batch.skipped)
        return batch.records


class _Joint:
    """Log probabilities of whole n-grams by hash."""

    def __init__(self) -> None:
        self._hashes: list[Numbers] = [np.empty(0, np.uint64)]
        self._logs: list[Logs] = [np.empty(0, np.float64)]

    def add(self, hashes: Numbers, logs: Logs) -> None:
        self._hashes.append(hashes)
        self._logs.append(logs)

    def sorted(self) -> _Joint:
        hashes, logs = np.concatenate(self._hashes), np.concatenate(self._logs)
        order = np.argsort(hashes)
        self._hashes, self._logs = [hashes[order]], [logs[order]]
        return self

    def find(self, hashes: Numbers) -> Logs:
        """The log probability of each, not-a-number where it is not listed."""
        known, logs = self._hashes[0], self._logs[0]
        if not len(known):
            return np.full(len(hashes), np.nan)
        places = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
        return np.where(known[places] == hashes, logs[places], np.nan)


def _lines(ngrams: list[list[str]]) -> bytes:
    return "\n".join(map(" ".join, ngrams)).encode()

"""One of Caesura's own segmenters as a machine annotator: nothing is sent anywhere."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

from caesura.campaign.machines.sources import Reply, Request
from caesura.corpus import Corpus, WorkerKind
from caesura.foundation import InputError
from caesura.segmenters import METHODS, nester, segmenter, segmenter_facts
from caesura.shapes import print_brackets, print_pipe, query_words


class OwnSegmenter:
    """A method of `caesura segment` for flat tasks and options, of `caesura nest` for trees."""

    kind = WorkerKind.SEGMENTER
    remote = False
    prompted = False

    def __init__(self, method: str, task: str, *, lexicon: Any = None, model: str | None = None) -> None:
        if task not in ("flat", "options", "nested"):
            raise InputError(f"a segmenter has no answer to the task {task}", cure="use --endpoint or --command")
        facts: Mapping[str, Any] = {"model": model} if model is not None else {}
        self._nested = task == "nested"
        self._turn = threading.Lock()
        if self._nested:
            self._nester = nester(method, lexicon=lexicon, model=model)
        else:
            given: dict[str, Any] = {"model": model} if model is not None and METHODS[method].takes_model else {}
            self._segmenter = segmenter(method, lexicon=lexicon, **given)
            facts = segmenter_facts(self._segmenter, Corpus("nothing yet", ()))
        self._settings = {"method": method, **facts}

    @property
    def settings(self) -> Mapping[str, Any]:
        return self._settings

    def ask(self, request: Request) -> Reply:
        words = query_words(request.text)
        with self._turn:
            answer = (
                print_brackets(words, self._nester.nest(request.text).nested)
                if self._nested
                else print_pipe(words, self._segmenter.segment(request.text).flat)
            )
        return Reply(json.dumps({"answer": answer}, ensure_ascii=False))

    def close(self) -> None:
        """Nothing is kept open."""

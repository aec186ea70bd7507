"""Do the tests notice when the code is wrong? `make mutants` changes one thing at a time and runs the room's tests.

A mutant is a file of the package with one operator, comparison, constant or condition changed (scripts/mutations.py); it is killed
when a test fails. SAMPLE names the files and the tests that judge them; of each room's mutants `--sample` are drawn by a seed, and
`--minutes` bounds the time. Survivors are printed with file, line and change. Nothing on disk is touched.

Tests are collected once for each room. A mutant is a child of that process in which the changed function has other code; it runs
the tests that call that function, quick ones first, until one fails. What is changed outside of functions needs a fresh process.
The plain path runs, so that the compiled one does not hide a change.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib.abc
import importlib.util
import json
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from scripts.mutations import Key, Mutation, changed_function, functions, mutated, mutations

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[1]
#: A child that takes more CPU time than its tests did, this many times and seconds more, is in an endless loop, and noticed.
_SLOWER, _LONGER = 3, 20
#: One that waits for what never comes takes none: so many times as long on the clock. A busy machine is no verdict.
_WAITING = 20


@dataclass(frozen=True)
class Sampled:
    """Files of a room, as patterns below caesura/, and the tests that must notice, below tests/."""

    room: str
    files: tuple[str, ...]
    tests: tuple[str, ...]

    def mutations(self) -> list[Mutation]:
        found: list[Mutation] = []
        for pattern in self.files:
            for path in sorted((ROOT / "caesura").glob(pattern)):
                found += mutations(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        return found


def _below(folder: str, names: str, form: str = "{}.py") -> tuple[str, ...]:
    return tuple(f"{folder}/{form.format(name)}" for name in names.split())


SAMPLE = (
    Sampled(
        "evaluation",
        (*_below("evaluation", "exact levels significance fit"), "evaluation/measures/*.py"),
        _below("evaluation", "measures significance comparison", "test_{}.py"),
    ),
    Sampled(
        "agreement",
        _below("agreement", "krippendorff kappa percentage popular beyond_chance alternative"),
        _below("agreement", "alpha coefficients annotators agreement alternative chance", "test_{}.py"),
    ),
    Sampled(
        "labels",
        _below("labels", "majority weighted_majority one_coin dawid_skene confusion choosing table"),
        _below("labels", "tables models exactly reading many_classes", "test_{}.py"),
    ),
    Sampled(
        "decoder",
        _below("segmenters", "decoding decision"),
        _below("segmenters", "decoding decision", "test_{}.py"),
    ),
)


class _StandIn(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """One module comes from a changed tree in place of its file."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        return importlib.util.spec_from_loader(fullname, self, origin=self.name) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)  # noqa: S102 - our own code, one thing changed


def prepare() -> None:
    """What every child needs, loaded once; failing examples are not made smaller, which would take longer than finding them."""
    import hypothesis
    import numpy  # noqa: F401
    import pytest  # noqa: F401
    import scipy.stats  # noqa: F401

    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    health = list(hypothesis.HealthCheck)
    hypothesis.settings.register_profile(
        "mutants", phases=phases, database=None, deadline=None, derandomize=True, max_examples=40, suppress_health_check=health
    )
    os.environ |= {"HYPOTHESIS_PROFILE": "mutants", "CAESURA_PLAIN": "1"}
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))


def in_a_child(work: Callable[[], int], seconds: float) -> int:
    """What `work` returns, in a child of this process; 1 where it failed or took more CPU seconds."""
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = 1
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
        try:
            status = work()
        finally:
            os._exit(status)
    until = time.monotonic() + _WAITING * seconds
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return int(status != 0)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1


def run_tests(tests: Sequence[str], *plugins: object) -> int:
    import pytest

    # hypothesis is here before pytest could look into its assertions; nobody reads them.
    quiet = ("-q", "-x", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
    return int(pytest.main([*quiet, *(f"tests/{test}" for test in tests)], plugins=plugins))


def code_of(file: str, place: int | None = None) -> CodeType:
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source) if place is None else mutated(source, place)
    return compile(tree, str(ROOT / file), "exec")


@dataclass
class Collected:
    """A plugin of pytest that holds the room's collected tests and, in place of running them once, judges mutant after mutant."""

    drawn: Sequence[Mutation]
    judge: Callable[[Collected, Sequence[pytest.Item]], None]
    #: For each test its CPU seconds, and the functions of the sampled files that it called.
    called: dict[str, tuple[float, frozenset[tuple[str, Key]]]] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.judge(self, session.items)
        return True


def failed(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def call_graph(items: Sequence[pytest.Item], files: set[str]) -> dict[str, tuple[float, frozenset[tuple[str, Key]]]] | None:
    """What each test calls, from one run without any change, in a child so that nothing stays cached; None where one fails."""
    reading, writing = os.pipe()

    def work() -> int:
        found = {}
        for item in items:
            called: set[tuple[str, Key]] = set()

            def look(frame: FrameType, _: str, __: object, called: set[tuple[str, Key]] = called) -> None:
                code = frame.f_code
                if code.co_filename in files:
                    called.add((code.co_filename, (code.co_qualname, code.co_firstlineno)))

            began = time.process_time()
            sys.settrace(look)
            broken = failed(item)
            sys.settrace(None)
            if broken:
                os.write(writing, json.dumps({"failed": item.nodeid}).encode())
                return 1
            found[item.nodeid] = (time.process_time() - began, sorted(called))
        data, sent = json.dumps(found).encode(), 0
        while sent < len(data):
            sent += os.write(writing, data[sent : sent + 60_000])
        return 0

    child = os.fork()
    if child == 0:
        os.close(reading)
        os._exit(work())
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        text = stream.read()
    os.waitpid(child, 0)
    known = json.loads(text or b"{}")
    if not known or "failed" in known:
        return None
    return {
        name: (seconds, frozenset((file, (key[0], key[1])) for file, key in called)) for name, (seconds, called) in known.items()
    }


def swap(file: str, key: Key, code: CodeType) -> None:
    """Every function object of that place gets the other code, whoever holds it."""
    name = str(ROOT / file)
    importlib.import_module(file[:-3].removesuffix("/__init__").replace("/", "."))  # registries load their files when asked
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            old = one.__code__
            if (old.co_qualname, old.co_firstlineno) == key and old.co_filename == name:
                one.__code__ = code


def judged(
    mutation: Mutation, items: Sequence[pytest.Item], called: Mapping[str, tuple[float, frozenset[tuple[str, Key]]]]
) -> str | None:
    """Killed or survived; None where the change is outside of functions."""
    after = code_of(mutation.file, mutation.place)
    key = changed_function(code_of(mutation.file), after)
    if key is None:
        return None
    place = (str(ROOT / mutation.file), key)
    mine = sorted((item for item in items if place in called[item.nodeid][1]), key=lambda item: called[item.nodeid][0])
    code = (functions(after) or {})[key]

    def work() -> int:
        swap(mutation.file, key, code)
        return int(any(failed(item) for item in mine))

    seconds = sum(called[item.nodeid][0] for item in mine)
    return "killed" if in_a_child(work, _SLOWER * seconds + _LONGER) else "survived"


def of_room(one: Sampled, drawn: Sequence[Mutation], until: float, tell: Callable[[str], object]) -> None:
    """In a child that has collected the tests. Each verdict is told as it comes."""
    files = {str(ROOT / mutation.file) for mutation in one.mutations()}

    def judge(_: Collected, items: Sequence[pytest.Item]) -> None:
        called = call_graph(items, files)
        if called is None:
            tell("broken")
            return
        tell(f"tests {sum(seconds for seconds, _ in called.values()):.0f}")
        for number, mutation in enumerate(drawn):
            if time.monotonic() > until:
                return
            tell(f"{number} {judged(mutation, items, called) or 'outside'}")

    run_tests(one.tests, Collected(drawn, judge))


def verdicts(one: Sampled, drawn: Sequence[Mutation], until: float) -> dict[int, str]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        if not os.environ.get("MUTANTS_SHOW"):
            os.dup2(silence, 2)
        of_room(one, drawn, until, lambda line: os.write(writing, f"{line}\n".encode()))
        os._exit(0)
    os.close(writing)
    found: dict[int, str] = {}
    seconds = 60.0
    with os.fdopen(reading) as lines:
        for line in lines:
            if line == "broken\n":
                sys.exit(f"{one.room}: its tests fail without any change")
            place, verdict = line.split()
            if place == "tests":
                seconds = float(verdict)
                continue
            found[int(place)] = verdict if verdict != "outside" else outside(drawn[int(place)], one.tests, seconds)
            if found[int(place)] == "survived":
                sys.stdout.write(f"survived: {drawn[int(place)]}\n")
            sys.stderr.write(f"\r{one.room}: {len(found)} of {len(drawn)}")
            sys.stderr.flush()
    os.waitpid(child, 0)
    sys.stderr.write("\n")
    return found


def outside(mutation: Mutation, tests: Sequence[str], seconds: float) -> str:
    """Constants of modules and defaults of arguments: the module is changed before anything has imported it."""

    def work() -> int:
        name = mutation.file[:-3].removesuffix("/__init__").replace("/", ".")
        sys.meta_path.insert(0, _StandIn(name, code_of(mutation.file, mutation.place)))
        return run_tests(tests)

    return "killed" if in_a_child(work, _SLOWER * seconds + 2 * _LONGER) else "survived"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="for all rooms together")
    parser.add_argument("--sample", type=int, default=40, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", help="only this one")
    options = parser.parse_args()
    prepare()
    rooms = [one for one in SAMPLE if options.room in (None, one.room)]
    counted: dict[str, dict[str, int]] = {}
    for one in rooms:
        possible = one.mutations()
        drawn = Random(options.seed).sample(possible, min(options.sample, len(possible)))
        found = verdicts(one, drawn, time.monotonic() + 60 * options.minutes / len(rooms))
        killed = sum(verdict == "killed" for verdict in found.values())
        counted[one.room] = {"possible": len(possible), "tried": len(found), "killed": killed}
    tried, dead = (sum(counts[name] for counts in counted.values()) for name in ("tried", "killed"))
    total = {"tried": tried, "killed": dead, "share": round(dead / max(1, tried), 3)}
    sys.stdout.write(json.dumps(counted | {"all": total}) + "\n")


if __name__ == "__main__":
    main()

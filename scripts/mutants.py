"""Do the tests notice when the code is wrong? `make mutants` changes one thing at a time and runs the room's tests.

A mutant is a file of the package with one operator, comparison, constant or condition changed; it is killed when a test fails.
Sampled by a seed, within a stated time: the files, the tests that judge them and the time for each are in SAMPLE. Survivors
are printed with file, line and change. The package on disk is never touched: a mutant is a text that stands in for its
module in the process that runs the tests. The plain path runs, so that the compiled one does not hide a change.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.util
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import ModuleType

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Sampled:
    """Files of a room and the tests that must notice."""

    room: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


SAMPLE = (
    Sampled(
        "evaluation",
        ("caesura/evaluation/exact.py", "caesura/evaluation/levels.py", "caesura/evaluation/significance.py"),
        ("tests/evaluation/test_measures.py", "tests/evaluation/test_significance.py"),
    ),
    Sampled(
        "agreement",
        ("caesura/agreement/krippendorff.py", "caesura/agreement/kappa.py", "caesura/agreement/percentage.py"),
        ("tests/agreement/test_alpha.py", "tests/agreement/test_coefficients.py", "tests/agreement/test_annotators.py"),
    ),
    Sampled(
        "labels",
        ("caesura/labels/majority.py", "caesura/labels/dawid_skene.py", "caesura/labels/choosing.py", "caesura/labels/table.py"),
        ("tests/labels/test_models.py", "tests/labels/test_exactly.py", "tests/labels/test_reading.py"),
    ),
    Sampled("decoder", ("caesura/segmenters/decoding.py",), ("tests/segmenters/test_decoding.py",)),
)
_COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
_OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}


def mutants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every change that can be made: its number is its place in the walk; and what it is."""
    for number, node in enumerate(ast.walk(tree)):
        line = f"line {getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
            yield number, f"{line}: {ast.unparse(node)}, the comparison turned"
        elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS and not _is_type(node):
            yield number, f"{line}: {ast.unparse(node)}, another operator"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield number, f"{line}: {node.value} becomes {node.value + 1}"
        elif isinstance(node, ast.If | ast.IfExp):
            yield number, f"{line}: if {ast.unparse(node.test)}, turned round"
        elif isinstance(node, ast.BoolOp):
            yield number, f"{line}: {ast.unparse(node)}, and for or"


def _is_type(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.BitOr)


def mutated(source: str, number: int) -> str:
    """The source with the change of that number."""
    tree = ast.parse(source)
    node = next(each for place, each in enumerate(ast.walk(tree)) if place == number)
    if isinstance(node, ast.Compare):
        node.ops[0] = _COMPARISONS[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return ast.unparse(ast.fix_missing_locations(tree))


class _StandIn(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """One module comes from a text in place of its file."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        return importlib.util.spec_from_loader(fullname, self, origin=self.name) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, self.name, "exec"), module.__dict__)  # noqa: S102 - our own code, one thing changed


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


def judged(module: str, text: str, tests: tuple[str, ...], seconds: float) -> str:
    """Killed or survived, in a child of this process; who takes too long is in an endless loop, and noticed."""
    child = os.fork()
    if child == 0:
        import pytest

        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        sys.meta_path.insert(0, _StandIn(module, text))
        # hypothesis is here before pytest could look into its assertions; nobody reads them.
        quiet = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
        os._exit(int(pytest.main([*quiet, *tests])))
    until = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "survived" if status == 0 else "killed"
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "killed"
        time.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20, help="for all rooms together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", help="only this one")
    options = parser.parse_args()
    prepare()
    rooms = [one for one in SAMPLE if options.room in (None, one.room)]
    counted: dict[str, dict[str, int]] = {}
    for one in rooms:
        found = [(file, *change) for file in one.files for change in mutants(ast.parse((ROOT / file).read_text(encoding="utf-8")))]
        Random(options.seed).shuffle(found)
        until = time.monotonic() + 60 * options.minutes / len(rooms)
        counts = counted[one.room] = {"possible": len(found), "killed": 0, "survived": 0}
        began = time.monotonic()
        module = one.files[0][:-3].replace("/", ".")
        if judged(module, (ROOT / one.files[0]).read_text(encoding="utf-8"), one.tests, 1800) != "survived":
            sys.exit(f"{one.room}: its tests fail without any change")
        slow = 3 * (time.monotonic() - began) + 30
        for file, number, change in found:
            if time.monotonic() > until:
                break
            text = mutated((ROOT / file).read_text(encoding="utf-8"), number)
            verdict = judged(file[:-3].replace("/", "."), text, one.tests, slow)
            counts[verdict] += 1
            if verdict == "survived":
                sys.stdout.write(f"survived: {file}, {change}\n")
                sys.stdout.flush()
    killed = sum(counts["killed"] for counts in counted.values())
    tried = killed + sum(counts["survived"] for counts in counted.values())
    total = {"tried": tried, "killed": killed, "share": round(killed / max(1, tried), 3)}
    sys.stdout.write(json.dumps(counted | {"all": total}) + "\n")


if __name__ == "__main__":
    main()

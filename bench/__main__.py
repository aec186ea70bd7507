"""Caesura beside the world: `python -m bench` (minutes) and `python -m bench --full` (hours).

Every system of every subject runs in a process of its own; what is measured goes to bench/results.json, and from there to
docs/benchmarks.md with its pictures. `--only segmenting,lexicon` measures these subjects, `--sizes` and `--system` only a part of
them; what was measured before is kept. `--report` writes the page again without measuring, `--check` compares the ratios that
matter with bench/baseline.json, `--baseline` stores them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile

from bench.world.check import WATCHED, check, store
from bench.world.measuring import SHARED_FOLDER
from bench.world.report import write_report
from bench.world.running import ROUNDS, Chosen, in_a_process, planned, save
from bench.world.subjects import SUBJECTS


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="all sizes and the slow systems")
    parser.add_argument("--only", metavar="A,B", help=f"of {', '.join(SUBJECTS)}")
    parser.add_argument("--sizes", metavar="N,M", help="only these sizes, of all that there are")
    parser.add_argument("--system", action="append", metavar="NAME", help="only this system (repeatable)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"at the smallest size of each subject ({ROUNDS})")
    parser.add_argument(
        "--limit", type=float, default=None, help="seconds on the clock after which a run is stopped (180, full 3600)"
    )
    parser.add_argument("--report", action="store_true", help="write docs/benchmarks.md again from bench/results.json")
    parser.add_argument("--check", action="store_true", help="compare with bench/baseline.json; exit 1 where a ratio fell")
    parser.add_argument("--baseline", action="store_true", help="measure and store bench/baseline.json (--only: a part of it)")
    parser.add_argument("--one", nargs=3, metavar=("SUBJECT", "SYSTEM", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        subject, system, size = options.one
        print(json.dumps(SUBJECTS[subject].system(system).run(int(size)).document()))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ[SHARED_FOLDER] = folder
        if options.check:
            return check()
        if options.baseline:
            store(watched=[one for one in WATCHED if not options.only or one.subject in options.only.split(",")])
            return 0
        return run(parser, options)


def run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    if not options.report:
        names = options.only.split(",") if options.only else list(SUBJECTS)
        if unknown := [name for name in names if name not in SUBJECTS]:
            parser.error(f"unknown subject {', '.join(unknown)}; there are {', '.join(SUBJECTS)}")
        sizes = [int(size) for size in options.sizes.split(",")] if options.sizes else ()
        chosen = Chosen(options.full, sizes, options.system or (), options.rounds)
        measure(names, chosen, options.limit or (3600.0 if options.full else 180.0))
    write_report()
    return 0


def measure(names: list[str], chosen: Chosen, limit: float) -> None:
    """Everything is saved as soon as it is measured, so that an interrupted run keeps what it has."""
    for name in names:
        subject, runs, stopped = SUBJECTS[name], [], set()
        for system, size in planned(subject, chosen):
            if system.name in stopped:
                continue  # what was too slow for less is not tried with more
            run = in_a_process(subject, system, size, limit)
            if run.measured is None:
                stopped.add(system.name)
                print(f"{name:<22}{system.name:<36}{size:>12,}  {run.reason}", flush=True)
            else:
                print(
                    f"{name:<22}{system.name:<36}{size:>12,}{run.measured.seconds:>10.3f} s {run.measured.memory:>8.0f} MB "
                    f"{dict(run.measured.figures)}",
                    flush=True,
                )
            runs.append(run)
            save(runs)


if __name__ == "__main__":
    sys.exit(main())

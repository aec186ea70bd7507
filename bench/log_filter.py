"""How fast is the log filter, and how much memory does it take? `python -m bench.log_filter [--lines 1000000]`.

Makes an AOL-like log (users with long-tailed numbers of queries in bursts, mostly short queries, addresses, several clicks on
one query, a few machines), filters it in a process of its own bound to one core, and prints lines a second over both
passes together and the peak memory of that process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

# Shares of 1, 2, 3, ... words in queries, about as in the AOL log.
_LENGTHS = (0.32, 0.26, 0.18, 0.11, 0.06, 0.03, 0.02, 0.01, 0.005, 0.005)
_SYLLABLES = [first + vowel for first in "bcdfghjklmnprstvw" for vowel in "aeio"]
_FUNCTION_WORDS = ("of", "the", "in", "for", "and", "to", "how", "free")


# Ends with a line of the process's own CPU seconds and peak memory in KiB.
_PROGRAM = """
import resource, sys
from caesura.cli import app
app(sys.argv[1:], standalone_mode=False)
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def log_lines(count: int, seed: int) -> Iterator[str]:
    """So many lines, user after user, each user's in the order of time."""
    random = Random(seed)
    words = ["".join(random.choices(_SYLLABLES, k=random.choice((1, 2, 2, 3, 3, 4)))) for _ in range(50_000)]
    yield "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n"
    start = datetime(2006, 3, 1)
    written = user = 0
    while written < count:
        user += random.randint(1, 40)
        machine = random.random() < 0.0005
        queries = random.randint(500, 3000) if machine else min(2000, int(random.paretovariate(0.9) * 4))
        moment = start + timedelta(seconds=random.randint(0, 5_000_000))
        for _ in range(queries):
            moment += timedelta(seconds=random.choice((0, 0, 0, 1)) if machine else int(random.expovariate(1 / 900)))
            query = _query(random, words)
            for _ in range(random.choices((1, 2, 3), (85, 10, 5))[0]):
                clicked = random.random() < 0.53
                click = f"{random.randint(1, 30)}\thttp://www.{words[int(random.random() ** 3 * 50_000)]}.com" if clicked else "\t"
                yield f"{user}\t{query}\t{moment}\t{click}\n"
                written += 1
                if written == count:
                    return


def _query(random: Random, words: list[str]) -> str:
    kind = random.random()
    if kind < 0.08:
        return f"www.{words[int(random.random() ** 3 * 50_000)]}.com"
    if kind < 0.09:
        return "-"
    length = random.choices(range(1, 11), _LENGTHS)[0]
    # Cubing the draw makes a few words frequent and most rare.
    chosen = [words[int(random.random() ** 3 * 50_000)] for _ in range(length)]
    if length > 2 and random.random() < 0.4:
        chosen[random.randrange(1, length)] = random.choice(_FUNCTION_WORDS)
    if random.random() < 0.04:
        chosen[0] += random.choice(("'s", "!", "?", ".com", " &"))
    return " ".join(chosen)


def measure(log: Path, kept: Path, options: list[str]) -> dict[str, object]:
    """Filter in a process of its own, on one core."""
    core = {min(os.sched_getaffinity(0))}
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, "log", "filter", str(log), "-o", str(kept), "--format", "json", *options],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, core),
    )
    seconds = time.perf_counter() - began
    document, _, used = done.stdout.rstrip().rpartition("\n")
    processor_seconds, peak = used.split()
    report = json.loads(document)
    return {
        "lines": report["lines"],
        "remained": report["remained"],
        "seconds": round(seconds, 2),
        "CPU seconds": round(float(processor_seconds), 2),
        "lines a second": round(report["lines"] / seconds),
        "lines a CPU second": round(report["lines"] / float(processor_seconds)),
        "peak MiB": round(int(peak) / 1024, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("options", nargs="*", help="further options of `caesura log filter`, after --")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="caesura-bench-") as folder:
        log = Path(folder) / "log.tsv"
        with log.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(log_lines(given.lines, given.seed))
        print(f"{given.lines} lines, {log.stat().st_size / 1e6:.0f} MB, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for name, value in measure(log, Path(folder) / "kept.tsv", given.options).items():
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()

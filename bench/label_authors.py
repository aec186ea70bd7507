"""Are the accuracies that Li, Rubinstein and Cohn (2019) print for their code met? `python -m bench.label_authors [FOLDER]`.

Ours run with their defaults on the sets of the folder (NAME.labels.csv and NAME.gold.csv) that the paper has too. A figure is met
where ours is at most one standard error away from it, or higher. The exit code is 1 where one is missed.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

from bench.label_table import label_sets, sets_folder
from caesura.labels import NotConvergedWarning, accuracy, gold_codes, label_model, read_gold, read_labels

_SETS = ("rte", "bluebird", "product", "sentiment", "web", "trec", "dog", "face", "ms", "cf", "sp", "zencrowd_us")
PRINTED = {
    "ebcc": (0.931, 0.861, 0.935, 0.961, 0.769, 0.704, 0.840, 0.635, 0.787, 0.883, 0.915, 0.912),
    "ibcc": (0.928, 0.889, 0.938, 0.960, 0.751, 0.705, 0.839, 0.640, 0.790, 0.883, 0.915, 0.827),
    "bwa": (0.928, 0.759, 0.919, 0.956, 0.822, 0.604, 0.831, 0.618, 0.786, 0.893, 0.917, 0.911),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    folder = sets_folder(parser.parse_args().folder)
    warnings.simplefilter("ignore", NotConvergedWarning)
    missed = 0
    print("set\tmodel\tprinted\tours\tstandard error\tmet")
    for name in (name for name in _SETS if name in label_sets(folder)):
        table = read_labels(folder / f"{name}.labels.csv")
        truths = gold_codes(table, read_gold(folder / f"{name}.gold.csv"))
        for model, figures in PRINTED.items():
            printed = figures[_SETS.index(name)]
            ours = accuracy(label_model(model).fit(table).codes_, truths)
            is_met = ours.value >= printed - ours.standard_error
            missed += not is_met
            print(
                f"{name}\t{model}\t{printed:.3f}\t{ours.value:.3f}\t{ours.standard_error:.3f}\t{'yes' if is_met else 'no'}",
                flush=True,
            )
    raise SystemExit(int(missed > 0))


if __name__ == "__main__":
    main()

"""The figures printed in Beyer 2011 (Evaluierung und Entwicklung von Verfahren zur Anfragesegmentierung, Weimar).

Counts of chapter 3 are over all 53,437 queries of the Webis Query Segmentation Corpus; table 4.6 and tables 5.2 and 5.3
over the 4,850 of its training set, tables 5.4 and 5.5 over the 48,587 of its test set.
"""

from __future__ import annotations

from collections.abc import Mapping

#: The columns of the tables, and the names under which the public package holds these algorithms' outputs.
ALGORITHMS: Mapping[str, str] = {
    "PMI": "pmi-baseline",
    "naive": "stein2010j",
    "Wikipedia-based": "stein2011e",
    "WT baseline": "wt-baseline",
    "hybrid": "hybrid-acc",
}

#: Table 3.1: segments of each length in all annotations.
SEGMENT_LENGTHS = {1: 1020249, 2: 368554, 3: 104033, 4: 20278, 5: 4738, 6: 1536, 7: 662, 8: 277, 9: 116, 10: 25}
#: Table 3.2: queries of each length.
QUERY_LENGTHS = {3: 23833, 4: 14571, 5: 7678, 6: 3803, 7: 1864, 8: 947, 9: 481, 10: 260}
#: Section 3.2: of how many queries somebody left every word alone; section 5.1: how many hold overlapping titles (of the test set).
LEFT_ALONE, OVERLAPPING_TITLES = 0.71, 0.18
#: Tables 3.3 to 3.5: (row fact, column fact) -> (row, column) -> queries.
CROSS_TABLES: Mapping[str, tuple[tuple[str, str], Mapping[tuple[str, str], int]]] = {
    "3.3": (
        ("nominal", "safe"),
        {
            ("nominal", "safe"): 12604,
            ("nominal", "unsafe"): 10904,
            ("non-nominal", "safe"): 16169,
            ("non-nominal", "unsafe"): 13760,
        },
    ),
    "3.4": (
        ("segmented", "safe"),
        {
            ("segmented", "safe"): 22942,
            ("segmented", "unsafe"): 17667,
            ("unsegmented", "safe"): 5831,
            ("unsegmented", "unsafe"): 6997,
        },
    ),
    "3.5": (
        ("segmented", "nominal"),
        {
            ("segmented", "nominal"): 19771,
            ("segmented", "non-nominal"): 20838,
            ("unsegmented", "nominal"): 3737,
            ("unsegmented", "non-nominal"): 9091,
        },
    ),
}

_LEVELS = ("query", "segment_precision", "segment_recall", "segment_f", "break")
_NEWBREAK = ("newbreak", "value")
_FAIREST = (*((measure, level) for measure in ("category-normalized", "corpus") for level in _LEVELS), _NEWBREAK)
_BEFORE = ("bestfit", "bestfit3", "bestfit-normalized", "category")
_ALL = (*((measure, level) for measure in _BEFORE for level in _LEVELS), *_FAIREST)

Figures = Mapping[tuple[str, str], float | None]


def _figures(rows: tuple[tuple[str, str], ...], thousandths: str) -> Figures:
    """`756 833 -` -> .756, .833, not legible."""
    printed = thousandths.split()
    return {row: None if text == "-" else int(text) / 1000 for row, text in zip(rows, printed, strict=True)}


#: Table 4.6: subset -> algorithm -> (measure, level) -> figure.
TABLE_4_6: Mapping[str, Mapping[str, Figures]] = {
    "all": {
        "PMI": _figures(
            _ALL,
            "756 833 821 827 887  699 789 776 782 859  572 648 636 642 703  626 735 723 729 824  537 645 634 640 734"
            "  413 589 572 580 722  838",
        ),
        "naive": _figures(
            _ALL,
            "584 724 694 708 803  542 695 663 679 784  452 592 563 577 672  498 663 629 646 762  430 594 561 577 694"
            "  347 569 522 545 688  805",
        ),
        "Wikipedia-based": _figures(
            _ALL,
            "626 761 731 746 826  589 736 703 719 808  498 633 603 617 698  542 701 666 683 784  475 634 599 616 717"
            "  371 588 537 561 698  817",
        ),
    },
    "nominal": {
        "PMI": _figures(
            _ALL,
            "845 870 868 869 918  778 813 810 811 882  628 652 651 652 701  686 736 736 736 838  585 634 635 635 737"
            "  438 543 539 541 709  834",
        ),
        "naive": _figures(
            _ALL,
            "846 881 876 878 913  800 846 840 843 889  677 712 707 709 744  737 798 790 794 860  647 708 700 704 770"
            "  536 663 639 651 755  868",
        ),
        "Wikipedia-based": _figures(
            _ALL,
            "865 898 892 895 924  822 866 859 863 902  708 741 736 739 767  763 821 811 816 873  680 738 728 733 790"
            "  580 669 658 663 777  875",
        ),
    },
}

#: Tables 5.2 to 5.5: table -> (subset, algorithm -> figures). In our copy of the thesis a column of table 5.2 is not legible; its
#: figures are those the text repeats (recall, query accuracy) and those that can be told from the p-values beside them.
CHAPTER_5: Mapping[str, tuple[str, Mapping[str, Figures]]] = {
    "5.2": (
        "nominal",
        {
            "Wikipedia-based": _figures(_FAIREST, "680 738 728 733 790  580 669 658 663 777  875"),
            "WT baseline": _figures(_FAIREST, "- - 758 747 -  497 - - - -  878"),
        },
    ),
    "5.3": (
        "non-nominal",
        {
            "Wikipedia-based": _figures(_FAIREST, "313 552 497 523 659  268 529 475 500 666  771"),
            "WT baseline": _figures(_FAIREST, "643 759 766 762 805  492 688 723 705 788  897"),
        },
    ),
    "5.4": (
        "all",
        {
            "Wikipedia-based": _figures(_FAIREST, "490 644 608 626 720  412 606 565 585 717  810"),
            "hybrid": _figures(_FAIREST, "664 754 754 754 798  535 693 703 698 785  885"),
        },
    ),
    "5.5": (
        "all",
        {
            "WT baseline": _figures(_FAIREST, "655 749 762 756 799  502 673 708 690 778  891"),
            "hybrid": _figures(_FAIREST, "664 754 754 754 798  535 693 703 698 785  885"),
        },
    ),
}

#: The p-values beside them, where they can be read: table -> (measure, level) -> p.
P_VALUES: Mapping[str, Figures] = {
    "5.2": _figures(_FAIREST, "819 863 - - -  000 000 - 003 000  448"),
    "5.3": _figures(_FAIREST, "000 000 000 000 000  000 000 000 000 000  000"),
    "5.4": _figures(_FAIREST, "000 000 000 000 000  000 000 000 000 000  000"),
    "5.5": _figures(_FAIREST, "000 000 000 234 486  000 000 000 000 000  000"),
}

#: What a reader should know before comparing.
TABLES_NOTES: Mapping[str, str] = {
    "text": "published in the text, over all 53,437 queries and, for titles, over the test set: shares are compared",
    "3.1": "published over all 53,437 queries, of which only the training set is public: shares are compared, not counts",
    "3.2": "published over all 53,437 queries: shares are compared",
    "3.3": "published over all 53,437 queries: shares are compared",
    "3.4": "published over all 53,437 queries: shares are compared",
    "3.5": "published over all 53,437 queries: shares are compared",
    "4.6": "published over the 4,850 queries of the training set; the public outputs are a later run of the algorithms; the "
    "nominal Wikipedia-based figures of corpus come closer if a tie joins, against the definition",
    "5.2": "published over the 2,142 nominal queries of the training set; one column is only partly legible in our copy; the "
    "figures of corpus come closer if a tie joins, against the definition",
    "5.3": "published over the 2,708 non-nominal queries of the training set; the figures of corpus come closer if a tie joins, "
    "against the definition",
    "5.4": "published over the 48,587 queries of the test set, which is not public: compared on the training package instead",
    "5.5": "published over the 48,587 queries of the test set, which is not public: compared on the training package instead",
}
#: Tables that are left out, and why.
TABLES_LEFT_OUT: Mapping[str, str] = {
    "4.5": "needs the Enriched Bergsma-Wang Corpus (EBWC) and outputs of eight algorithms on it; the package has neither",
    "5.1": "needs the Enriched Bergsma-Wang Corpus (EBWC), which is not part of the package",
    "5.6": "running times of 2011 on another machine",
    "5.7": "see `caesura reproduce lookups`; the 48,587 queries of the test set are not public",
}

"""`python -m bench.retrieval_effect`: how well the embedded engine ranks, beside figures that others published.

Porter stems and English stop words, all queries with judgements, 1000 documents each; measures by ir_measures.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path

from bench.retrieval_data import NAMES
from bench.segment_data import data_folder
from caesura.retrieval import BM25, Analysis, Index, QueryLikelihood, build_index, read_topics, stop_words

#: (collection, model, measure) -> what others report.
_PUBLISHED = {
    ("cacm", "ql", "AP"): "0.3375 (Anserini, query likelihood)",
    ("scifact", "bm25", "nDCG@10"): "0.679 (BEIR, Anserini BM25 over title and text)",
}


def main() -> None:
    measures = import_module("ir_measures")
    data = data_folder()
    if data is None:
        raise SystemExit("the shared collections are not here: set CAESURA_DATA to their folder")
    wanted = [measures.AP, measures.nDCG @ 10, measures.P @ 10]
    analysis = Analysis(stop_words=stop_words("english"), stemmer="porter")
    with tempfile.TemporaryDirectory() as temporary:
        for name in NAMES:
            folder, out = data / "retrieval" / name, Path(temporary) / name
            build_index(folder, out, analysis=analysis)
            index = Index.open(out)
            judgements = list(measures.read_trec_qrels(str(folder / "qrels.txt")))
            for model in (QueryLikelihood(mu=1000), BM25()):
                run = [
                    measures.ScoredDoc(query, hit.document, hit.score)
                    for query, text in read_topics(folder / "queries.tsv")
                    for hit in index.search(text, model)
                ]
                figures = measures.calc_aggregate(wanted, judgements, run)
                for measure in wanted:
                    published = _PUBLISHED.get((name, model.name, str(measure)), "")
                    print(f"{name:<10} {model!r:<24} {measure!s:<8} {figures[measure]:.4f}  {published}", flush=True)


if __name__ == "__main__":
    main()

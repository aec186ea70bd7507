"""At home in other people's libraries: one file each, loaded when its name is asked for, so that none is needed for another.

`SegmentQueries` and `PhraseQueries` are PyTerrier's transformers, `QuerySegmenter` an estimator of scikit-learn, `register_pandas`
and `register_polars` give frames a `caesura`, `register_duckdb` gives SQL functions, `crowd_frame` and its neighbours speak
crowd-kit's language, `write_collection` writes what ir_datasets holds as the retrieval experiment takes it. spaCy finds the
component `caesura` by itself. docs/integrations.md has an example of each.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.integrations.crowd_kit import CrowdAggregator as CrowdAggregator
    from caesura.integrations.crowd_kit import aggregated_labels as aggregated_labels
    from caesura.integrations.crowd_kit import aggregated_probabilities as aggregated_probabilities
    from caesura.integrations.crowd_kit import crowd_frame as crowd_frame
    from caesura.integrations.duckdb_functions import register_duckdb as register_duckdb
    from caesura.integrations.pandas_accessor import register_pandas as register_pandas
    from caesura.integrations.polars_namespace import register_polars as register_polars
    from caesura.integrations.pyterrier_transformers import PhraseQueries as PhraseQueries
    from caesura.integrations.pyterrier_transformers import SegmentQueries as SegmentQueries
    from caesura.integrations.retrieval_datasets import dataset_queries as dataset_queries
    from caesura.integrations.retrieval_datasets import write_collection as write_collection
    from caesura.integrations.scikit_learn import QuerySegmenter as QuerySegmenter

__getattr__, __dir__, __all__ = lazy_door(__name__)

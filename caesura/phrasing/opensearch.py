"""OpenSearch: its search bodies are Elasticsearch's."""

from __future__ import annotations

from caesura.phrasing.elasticsearch import elasticsearch
from caesura.phrasing.engines import Engine

ENGINE = Engine("opensearch", "the same body as for Elasticsearch", elasticsearch)

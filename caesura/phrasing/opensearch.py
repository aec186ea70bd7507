"""OpenSearch: its search bodies are Elasticsearch's."""

from __future__ import annotations

from dataclasses import replace

from caesura.phrasing.elasticsearch import ENGINE as ELASTICSEARCH

ENGINE = replace(ELASTICSEARCH, name="opensearch", description="the same body as for Elasticsearch")

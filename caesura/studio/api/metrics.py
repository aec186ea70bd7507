"""What Prometheus reads at /metrics: requests, their latency, queries, cache hits, reloads.

Where several processes serve, each keeps its numbers in files of a shared folder (prometheus-client's multiprocess mode, which the
variable PROMETHEUS_MULTIPROC_DIR turns on before the package is imported), and whichever is asked sums them all, those of processes
that have ended included.
"""

from __future__ import annotations

import os

from caesura.foundation import extra

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

#: Names the folder of the shared numbers.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


class Metrics:
    """The numbers of one application."""

    def __init__(self) -> None:
        with extra("serve"):
            from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = registry = CollectorRegistry()
        self.requests = Counter("caesura_requests", "Requests answered", ["path", "status"], registry=registry)
        self.seconds = Histogram("caesura_request_seconds", "Time to answer", ["path"], buckets=_BUCKETS, registry=registry)
        self.queries = Counter("caesura_queries", "Queries segmented, phrased or parsed", ["config"], registry=registry)
        self.cache_hits = Counter("caesura_cache_hits", "Queries answered from memory", ["config"], registry=registry)
        self.reloads = Counter("caesura_reloads", "Reloads by each process", ["result"], registry=registry)
        self.generation = Gauge(
            "caesura_generation",
            "The oldest configuration that any process serves",
            registry=registry,
            multiprocess_mode="livemin",
        )

    def text(self) -> bytes:
        """All numbers in Prometheus' text format, summed over all processes."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        if FOLDER_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

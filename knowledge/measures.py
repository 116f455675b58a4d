"""What this process has done since it started, in numbers, for whoever watches the hub.

No label names an agent, a person or a text: every label comes from a short list that stands in the program.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY: Final = CollectorRegistry()

RECALLS: Final = Counter("memoryhub_recalls", "Questions of agents answered.", ["mode"], registry=REGISTRY)
FAILED_ARMS: Final = Counter(
    "memoryhub_recall_failures", "Ways of finding that failed; the others answered.", ["arm"], registry=REGISTRY
)
RECALL_SECONDS: Final = Histogram(
    "memoryhub_recall_seconds",
    "Time taken by each way of finding; `all` is the whole answer.",
    ["arm"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
WRITES: Final = Counter(
    "memoryhub_writes", "What became of memories that were sent in.", ["outcome"], registry=REGISTRY
)

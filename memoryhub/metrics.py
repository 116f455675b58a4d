"""Numbers for Prometheus. No label names an agent, a person or a text."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django_q.models import OrmQ
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from memoryhub import jobs

REGISTRY = CollectorRegistry()
REQUESTS = Counter("memoryhub_requests", "Requests answered.", ["method", "route", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "memoryhub_request_seconds",
    "Time taken to answer.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)


class _Database(Collector):
    """Numbers that every process reads from the database, so that any process may be asked."""

    def collect(self) -> Iterator[Metric]:
        """Read them now."""
        beat = jobs.last_beat()
        if beat is not None:
            age = GaugeMetricFamily("memoryhub_worker_beat_age_seconds", "Time since the worker's last sign of life.")
            age.add_metric([], (timezone.now() - beat).total_seconds())
            yield age
        waiting = GaugeMetricFamily("memoryhub_jobs_waiting", "Jobs in the queue.")
        waiting.add_metric([], OrmQ.objects.count())
        yield waiting


REGISTRY.register(_Database())


def count_request(*, method: str, route: str, status: int, seconds: float) -> None:
    """Note one answered request; ``route`` is the pattern, never the address that was typed."""
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(route).observe(seconds)


def render() -> bytes:
    """Everything, in Prometheus' text format."""
    return generate_latest(REGISTRY)

"""Numbers for Prometheus. No label names an agent, a person or a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils import timezone
from django_q.models import OrmQ
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from curation.queries.waiting import backlog
from curation.queries.webhooks import undelivered
from knowledge.measures import REGISTRY as OF_THE_MEMORY
from knowledge.queries.watching import JobLag, Watched, watch
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

    def describe(self) -> list[Metric]:
        """Name nothing beforehand: what would be named has to be read."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Read them now."""
        now = timezone.now()
        beat = jobs.last_beat()
        if beat is not None:
            age = (now - beat).total_seconds()
            yield _gauge("memoryhub_worker_beat_age_seconds", "Time since the worker's last sign of life.", age)
        yield _gauge("memoryhub_jobs_waiting", "Jobs in the queue.", OrmQ.objects.count())
        found = watch(now=now)
        yield from _memories(found)
        yield from _jobs(found.jobs)
        queue = backlog(now=now)
        oldest = (now - queue.oldest).total_seconds() if queue.oldest else 0.0
        yield _gauge("memoryhub_review_waiting", "Requests that wait for a person.", queue.count)
        yield _gauge("memoryhub_review_oldest_age_seconds", "How long the oldest of them has waited.", oldest)
        yield _gauges("memoryhub_webhook_deliveries", "Events that have not arrived.", "state", undelivered())


def _memories(found: Watched) -> Iterator[Metric]:
    yield _gauge("memoryhub_agents", "Agents of the hub.", found.agents)
    yield _gauge("memoryhub_memories_live", "Memories that may be found.", found.live)
    yield _gauge("memoryhub_memories", "Rows, whatever their state.", found.total)
    yield _gauges("memoryhub_memories_waiting", "Rows that wait for a person, up to 10 000.", "why", found.waiting)
    expiry = {"next_week": found.expiry.soon, "last_week": found.expiry.lately}
    yield _gauges("memoryhub_expiring", "Rows whose life time ends or has ended, up to 10 000.", "when", expiry)
    text = "Share of the newest statements of facts that replaced an earlier one, 0 to 1."
    yield _gauge("memoryhub_version_update_ratio", text, found.updates.rate or 0.0)
    cache = CounterMetricFamily("memoryhub_cache", "How questions found the caches.", labels=["cache", "result"])
    for labels, count in found.caches.items():
        cache.add_metric(labels, count)
    yield cache


def _jobs(found: tuple[JobLag, ...]) -> Iterator[Metric]:
    late, since, overdue = (
        GaugeMetricFamily(f"memoryhub_job_{name}", text, labels=["job"])
        for name, text in (
            ("late_seconds", "How long the next run of a job has been due."),
            ("since_done_seconds", "How long ago a run of a job came to its end."),
            ("overdue", "1 when a run of a job is missing."),
        )
    )
    for job in found:
        late.add_metric([job.name], job.late_seconds)
        since.add_metric([job.name], job.since_done_seconds)
        overdue.add_metric([job.name], job.overdue)
    yield from (late, since, overdue)


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)


def _gauges(name: str, text: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for value, count in values.items():
        family.add_metric([value], count)
    return family


REGISTRY.register(_Database())


def count_request(*, method: str, route: str, status: int, seconds: float) -> None:
    """Note one answered request; ``route`` is the pattern, never the address that was typed."""
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(route).observe(seconds)


def render() -> bytes:
    """Everything, in Prometheus' text format."""
    return generate_latest(REGISTRY) + generate_latest(OF_THE_MEMORY)

"""A target of webhooks, and how far its events have come."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from curation.models import WebhookDelivery
from curation.services import webhooks
from knowledge.clock import hub_now
from tests.curation.deciding import person

ROOT = person("root", "admin")


def target(url: str, **more: Any) -> webhooks.NewSecret:
    return webhooks.create_target(actor=ROOT, name="elsewhere", url=url, **more)


def later(**span: float) -> None:
    """Let time pass for what waits for its next try."""
    WebhookDelivery.objects.filter(state="waiting").update(next_at=hub_now() - timedelta(seconds=1))


def states() -> list[str]:
    return list(WebhookDelivery.objects.order_by("event_id").values_list("state", flat=True))

"""What people's rooms do by the clock. Each job reads the clock once, calls the services, and says what it did."""

from __future__ import annotations

from datetime import timedelta

from curation.services import deadlines, webhooks
from curation.webhooks import send_due
from knowledge.clock import hub_now
from knowledge.conf import webhook_settings

SENDING_SECONDS = 40
"""A run ends well before the next one begins."""


def sweep_approvals(*, dry_run: bool = False) -> str:
    """Close the requests whose time is over, as rejected, and remind of those whose time is nearly over."""
    if dry_run:
        return f"{deadlines.count_due(now=hub_now())} requests would be closed"
    closed, reminded = deadlines.expire_due(), deadlines.remind_due()
    return f"{closed} requests closed, {reminded} reminders"


def send_webhooks() -> str:
    """Send events that wait to the targets that want them."""
    sent = send_due(seconds=SENDING_SECONDS)
    return f"{sent.arrived} events arrived, {sent.failed} to be tried again, {sent.given_up} given up"


def trim_outbox() -> str:
    """Delete events that arrived or were given up more than `kept_days` ago."""
    days = webhook_settings().kept_days
    return f"{webhooks.forget_old(before=hub_now() - timedelta(days=days))} events older than {days} days deleted"

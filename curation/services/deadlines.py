"""When the time of a request is over: no answer counts as a rejection. Before that, one reminder."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import InterfaceError, OperationalError

from curation.models import PENDING, ApprovalRequest
from curation.services import outbox
from curation.services.announcements import Reminder
from curation.services.settling import EXPIRED, ItemReport, LockedCard, close, lock_cards
from knowledge.engine.instants import format_instant
from knowledge.engine.types import Actor
from knowledge.errors import HubError
from knowledge.services.attempts import attempt
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.services.transactions import WriteTransaction

SWEEPER = Actor(kind="system", name="jobs", door="job", agents=None)
SHORTEST_REMINDED = timedelta(seconds=120)
"""Requests with a shorter life are not worth a reminder."""
_AT_ONCE = 200
_log = logging.getLogger(__name__)


def expire_card(opened: WriteTransaction, card: LockedCard) -> list[ItemReport]:
    """Close a locked request whose time is over, as if it was rejected."""
    return close(opened, SWEEPER, card, EXPIRED)


def count_due(*, now: datetime) -> int:
    """Return how many requests are over and still open."""
    return ApprovalRequest.objects.filter(status=PENDING, expires_at__lte=now).count()


def expire_due(*, now: datetime | None = None) -> int:
    """Close every request whose time is over; run twice, or by two workers at once, it happens once.

    Args:
        now: the moment that counts; None reads the hub clock.

    Returns:
        How many were closed. One that cannot be closed stays, with its error, and is tried again the next time.
    """
    closed, after = 0, ""
    while True:
        with write_transaction(now) as opened:
            due = ApprovalRequest.objects.filter(status=PENDING, expires_at__lte=opened.now, pk__gt=after)
            ids = list(due.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE])
            if not ids:
                return closed
            cards = lock_cards(opened, ids)
            closed += sum(_expire(opened, cards[one]) for one in ids)
            after = ids[-1]


def _expire(opened: WriteTransaction, card: LockedCard) -> bool:
    # Somebody may have decided it while this one waited for the lock.
    if card.request.status != PENDING or card.request.expires_at > opened.now:
        return False
    try:
        with attempt(opened):
            expire_card(opened, card)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # noqa: BLE001 - one that breaks must not keep the others open
        # Only what kind of error: its message may carry what is stored.
        _log.error("a request whose time is over could not be closed: %s", type(error).__name__)
        message = error.message if isinstance(error, HubError) else f"It could not be closed ({type(error).__name__})."
        ApprovalRequest.objects.filter(pk=card.request.pk).update(last_error=message[:300])
        return False
    return True


def remind_due(*, now: datetime | None = None) -> int:
    """Announce, once each, the requests of whose life two thirds have passed.

    Args:
        now: the moment that counts; None reads the hub clock.

    Returns:
        How many were announced.
    """
    with write_transaction(now) as opened:
        waiting = ApprovalRequest.objects.filter(
            status=PENDING,
            reminded_at__isnull=True,
            expires_at__gt=opened.now,
            created_at__lte=opened.now - SHORTEST_REMINDED * 2 / 3,
        )
        times = waiting.order_by("pk").values_list("pk", "created_at", "expires_at").iterator(chunk_size=2_000)
        due = [pk for pk, created, expires in times if _wants_reminder(created, expires, opened.now)]
        reminded = 0
        for start in range(0, len(due), _AT_ONCE):
            rows = ApprovalRequest.objects.select_for_update().filter(
                pk__in=due[start : start + _AT_ONCE], status=PENDING, reminded_at__isnull=True
            )
            for request in rows.order_by("pk"):
                request.reminded_at = opened.now
                request.save(update_fields=["reminded_at"])
                nearly = Reminder(request.kind, format_instant(request.expires_at))
                outbox.announce(opened, nearly, agent=request.agent, request=request.pk)
                reminded += 1
        return reminded


def _wants_reminder(created: datetime, expires: datetime, now: datetime) -> bool:
    life = expires - created
    return life >= SHORTEST_REMINDED and now >= created + life * 2 / 3

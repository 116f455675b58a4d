"""Where events are sent, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Q

from curation.models import WebhookDelivery, WebhookTarget
from knowledge.errors import NotFound

if TYPE_CHECKING:
    from datetime import datetime

STATES = tuple(name for name, _ in WebhookDelivery.STATES)
_MAX_LIMIT = 200


@dataclass(frozen=True, slots=True)
class TargetView:
    """One target: for administrators only, because its address may hold a secret.

    Attributes:
        kinds: kinds of events it gets; empty for all.
        waiting, given_up: how many events are on their way to it, and how many never arrived.
        last_arrived: when the last event arrived; None when none did.
    """

    key: str
    name: str
    url: str
    kinds: tuple[str, ...]
    active: bool
    secret_version: int
    created_at: datetime
    waiting: int
    given_up: int
    last_arrived: datetime | None


def undelivered() -> dict[str, int]:
    """Count the events that have not arrived, on their way and given up, in one query."""
    rows = WebhookDelivery.objects.filter(state__in=("waiting", "given_up")).values_list("state").annotate(Count("pk"))
    return {"waiting": 0, "given_up": 0} | dict(rows.order_by())


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """One event on its way to one target.

    Attributes:
        id: for `send_again`.
        state: `waiting`, `delivered` or `given_up`.
        next_at: when it is tried next, while it waits.
        answer: status of the last answer; None when there was none.
        error: what went wrong with the last try; empty when nothing did.
    """

    id: int
    target: str
    target_name: str
    event: str
    kind: str
    agent: str
    request: str
    at: datetime
    state: str
    attempts: int
    next_at: datetime
    answer: int | None
    error: str
    done_at: datetime | None


@dataclass(frozen=True, slots=True)
class DeliveryPage:
    """One page of deliveries, newest first; `next` continues it, None on the last."""

    items: tuple[DeliveryView, ...]
    next: str | None


def targets() -> list[TargetView]:
    """Return every target, by name."""
    waits, gone = Q(deliveries__state=WebhookDelivery.WAITING), Q(deliveries__state=WebhookDelivery.GIVEN_UP)
    arrived = Q(deliveries__state=WebhookDelivery.DELIVERED)
    rows = WebhookTarget.objects.annotate(
        waiting=Count("deliveries", filter=waits),
        given_up=Count("deliveries", filter=gone),
        last_arrived=Max("deliveries__done_at", filter=arrived),
    )
    return [
        TargetView(
            key=row.key,
            name=row.name,
            url=row.url,
            kinds=tuple(row.kinds),
            active=row.active,
            secret_version=row.secret_version,
            created_at=row.created_at,
            waiting=row.waiting,
            given_up=row.given_up,
            last_arrived=row.last_arrived,
        )
        for row in rows.order_by("name", "pk")
    ]


def target(*, key: str) -> TargetView:
    """Return one target.

    Raises:
        NotFound: there is no such target.
    """
    found = next((one for one in targets() if one.key == key), None)
    if found is None:
        raise NotFound("There is no such target.")
    return found


def deliveries(
    *, target: str = "", state: str = "", request: str = "", cursor: str | None = None, limit: int = 50
) -> DeliveryPage:
    """Return one page of deliveries.

    Args:
        target: key of a target; empty for all.
        state: one of `STATES`; empty for all.
        request: id of a request; empty for all.
        cursor: `next` of the page before; anything else begins at the newest.
        limit: 1 to 200.
    """
    rows = WebhookDelivery.objects.select_related("target", "event")
    if target:
        rows = rows.filter(target__key=target)
    if state:
        rows = rows.filter(state=state)
    if request:
        rows = rows.filter(event__request=request)
    if cursor and cursor.isascii() and cursor.isdigit() and len(cursor) < 19:
        rows = rows.filter(pk__lt=int(cursor))
    limit = min(max(limit, 1), _MAX_LIMIT)
    found = list(rows.order_by("-pk")[: limit + 1])
    shown = found[:limit]
    return DeliveryPage(
        items=tuple(
            DeliveryView(
                id=row.pk,
                target=row.target.key,
                target_name=row.target.name,
                event=row.event.key,
                kind=row.event.kind,
                agent=row.event.agent,
                request=row.event.request,
                at=row.event.at,
                state=row.state,
                attempts=row.attempts,
                next_at=row.next_at,
                answer=row.answer,
                error=row.error,
                done_at=row.done_at,
            )
            for row in shown
        ),
        next=str(shown[-1].pk) if len(found) > limit else None,
    )

"""Events for other systems, written in the transaction that makes them true. Ids, counts and names only, no content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from curation.models import OutboxEvent, WebhookDelivery, WebhookTarget
from curation.services.announcements import ANNOUNCED, Announcement, told
from knowledge.engine.ids import ids_in_order

if TYPE_CHECKING:
    from knowledge.services.transactions import WriteTransaction

KINDS = tuple(one.kind_of_event for one in ANNOUNCED)


def announce(opened: WriteTransaction, what: Announcement, *, agent: str, request: str = "") -> None:
    """Queue one event; it is written just before the commit, on its way to every target that wants its kind.

    Args:
        opened: the write that makes it true.
        what: what happened.
        agent: whose memory it is about; empty for the whole hub.
        request: the request it is about; events of one request arrive in their order.
    """
    queue: list[OutboxEvent] | None = opened.shared.get("outbox")
    if queue is None:
        queue = opened.shared["outbox"] = []
        opened.before_commit.append(lambda: _write(opened, queue))
    queue.append(OutboxEvent(kind=what.kind_of_event, agent=agent, request=request, body=told(what)))


def _write(opened: WriteTransaction, queue: list[OutboxEvent]) -> None:
    keys = ids_in_order("e", opened.now)
    for event in queue:
        event.key, event.at = next(keys), opened.now
    written = OutboxEvent.objects.bulk_create(queue)
    targets = list(WebhookTarget.objects.filter(active=True))
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(target=target, event=event, next_at=opened.now)
        for event in written
        for target in targets
        if not target.kinds or event.kind in target.kinds
    )
    queue.clear()

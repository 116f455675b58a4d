"""Cards and events let go of what was deleted for good; what was decided, by whom and when, stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from curation.models import PENDING, ApprovalItem, ApprovalRequest, OutboxEvent
from curation.queries.cards import card_digest
from knowledge.services import bulk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from datetime import datetime

GONE: Final = "gone"
_AT_ONCE: Final = 400


def let_go(*, names: Sequence[str], now: datetime) -> int:
    """Take some names off every card and out of every event, inside the transaction that deleted what they name.

    A card that waited for a decision about nothing else is out of date.

    Args:
        names: ids of memories, and of other things with their kind in front.
        now: moment of the write.

    Returns:
        How many cards were touched.
    """
    gone = frozenset(names)
    touched: set[str] = set()
    for part in _parts(_on_cards(gone)):
        touched |= set(ApprovalItem.objects.filter(memory__in=part).values_list("request_id", flat=True))
        ApprovalItem.objects.filter(memory__in=part).delete()
        ApprovalItem.objects.filter(rival__in=part).update(rival="")
    for requests in _parts(sorted(touched)):
        _close_empty(requests, now)
        _rewrite_events(requests, gone)
    return len(touched)


def follow(*, names: Sequence[str], agent: str, to: str) -> int:
    """Let cards about rows that belong to another agent now wait there; return how many moved.

    A card that is also about rows that stay waits where it is; administrators decide about it.
    """
    touched: set[str] = set()
    for part in _parts(sorted(names)):
        touched |= set(ApprovalItem.objects.filter(memory__in=part).values_list("request_id", flat=True))
    gone = frozenset(names)
    moved = 0
    for requests in _parts(sorted(touched)):
        items = ApprovalItem.objects.filter(request__in=requests).values_list("request_id", "memory")
        staying = {request for request, memory in items if memory not in gone}
        whole = [one for one in requests if one not in staying]
        moved += ApprovalRequest.objects.filter(pk__in=whole, agent=agent).update(agent=to, group_key="")
        ApprovalRequest.objects.filter(pk__in=sorted(staying), agent=agent).update(agent="", group_key="")
    return moved


def count(*, names: Sequence[str]) -> int:
    """Return how many cards name any of some things; nothing is written."""
    found: set[str] = set()
    for part in _parts(sorted(names)):
        found |= set(ApprovalItem.objects.filter(memory__in=part).values_list("request_id", flat=True))
    return len(found)


def _on_cards(names: Collection[str]) -> list[str]:
    """Return those names that any card knows; of very many, whoever holds a lock asks the cards and not the names."""
    if len(names) <= 5 * _AT_ONCE:
        return sorted(names)
    known = ApprovalItem.objects.values_list("memory", "rival").iterator(chunk_size=2_000)
    return sorted({name for pair in known for name in pair if name in names})


def _close_empty(requests: Sequence[str], now: datetime) -> None:
    rows = {row.pk: row for row in ApprovalRequest.objects.filter(pk__in=requests)}
    left: dict[str, dict[str, str]] = {name: {} for name in rows}
    waiting: set[str] = set()
    for item in ApprovalItem.objects.filter(request__in=requests):
        left[item.request_id][item.memory] = item.digest
        waiting |= {item.request_id} if item.status == PENDING else set()
    for row in rows.values():
        row.digest = card_digest(left[row.pk])
        row.revision += 1
        if row.status == PENDING and row.pk not in waiting:
            row.status, row.decided_at, row.decision_note = "stale", now, GONE
    bulk.update_many(list(rows.values()), ("digest", "revision", "status", "decided_at", "decision_note"))


def _rewrite_events(requests: Sequence[str], gone: Collection[str]) -> None:
    rows = list(OutboxEvent.objects.filter(request__in=requests))
    for row in rows:
        row.body = _without(row.body, gone)
    bulk.update_many(rows, ("body",))


def _without(value: Any, gone: Collection[str]) -> Any:
    """Return a JSON value without the names, and without the entries that are about them."""
    if isinstance(value, dict):
        return {name: _without(one, gone) for name, one in value.items() if not _is_about(one, gone)}
    if isinstance(value, list):
        return [_without(one, gone) for one in value if not _is_about(one, gone)]
    return value


def _is_about(value: Any, gone: Collection[str]) -> bool:
    if isinstance(value, dict):
        return any(isinstance(one, str) and one in gone for one in value.values())
    return isinstance(value, str) and value in gone


def _parts(items: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]

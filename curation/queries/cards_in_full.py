"""One request in full: every item with all its fields, what is true in its place, and what else waits like it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from curation.queries.cards import ALIAS, MEMORY, alias_numbers, card_digest, name_digest, shown_now
from curation.queries.queue import QueueEntry, entries, scoped
from knowledge.clock import hub_now
from knowledge.conf import approval_settings
from knowledge.errors import NotFound
from knowledge.queries.aliases import aliases_by_id
from knowledge.queries.alike import alike
from knowledge.queries.detail import by_ids
from knowledge.queries.review import pictures

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from knowledge.engine.types import MemoryView
    from knowledge.queries.aliases import AliasView

ITEMS_SHOWN = 200
SIMILAR_SHOWN = 20
_DECIDED = ("approved", "rejected")


@dataclass(frozen=True, slots=True)
class ItemInFull:
    """One thing to decide, or decided.

    Attributes:
        name: id of the memory, or of another name (`alias:17`).
        status: `pending`, `approved`, `rejected`, `stale`, `expired` or `withdrawn`.
        memory: the row with all fields and sources; None when it is gone, or for another name.
        alias: another name; None for a memory.
        reason: why the row waits.
        in_place: what is true now where the row would begin; None when nothing is.
        shown_before: what was there when the request was opened, if that is another row.
        changed: whether it is no longer what the request was opened about; approving it closes it as stale.
        findings: why it was stopped: rules, places in the text, counts.
        outcome, carried_by, superseded, review: what a decision did; empty before.
        undo_until: until when the decision can be taken back; None when it cannot.
        undone: id of the request that was opened when the decision was undone; empty otherwise.
    """

    name: str
    status: str
    memory: MemoryView | None
    alias: AliasView | None
    reason: str
    in_place: MemoryView | None
    shown_before: MemoryView | None
    changed: bool
    findings: dict[str, Any]
    decided_by: str
    decided_at: datetime | None
    note: str
    outcome: str
    carried_by: str
    superseded: str
    review: str
    undo_until: datetime | None
    undone: str


@dataclass(frozen=True, slots=True)
class SimilarItem:
    """Something else that waits; `why` holds what it shares: `value`, `subject`, `origin`."""

    request_id: str
    memory: MemoryView
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RequestInFull:
    """One request.

    Attributes:
        entry: what the list shows of it.
        digest: of all that is shown of what waits; a decision that carries it is bound to it.
        items: in the order they came, at most 200; `more_items` are left out.
        similar: what else waits that resembles it, most alike first.
        decided_by, decided_at, note: who decided it, when and why; empty while it waits.
        reopens: id of the request whose decision was undone; empty otherwise.
        reopened_as: id of the request that was opened when this one's decision was undone; empty otherwise.
        revision: grows with every change of what the card shows.
    """

    entry: QueueEntry
    digest: str
    items: tuple[ItemInFull, ...]
    more_items: int
    similar: tuple[SimilarItem, ...]
    decided_by: str
    decided_at: datetime | None
    note: str
    reopens: str
    reopened_as: str
    revision: int


def requests_of(names: Collection[str], *, now: datetime) -> dict[str, str]:
    """Return, per name of an item that waits for a decision, the id of its request.

    Args:
        names: of items, as `page:` and the id of a revision; the reader may see what they are about.
        now: what has passed its deadline waits no more.
    """
    rows = ApprovalItem.objects.filter(memory__in=list(names), status=PENDING, request__status=PENDING)
    rows = rows.filter(request__expires_at__gt=now)
    return {name: str(request) for name, request in rows.values_list("memory", "request")}


def request_in_full(*, agents: Collection[str] | None, request_id: str, now: datetime | None = None) -> RequestInFull:
    """Read one request with everything a person needs to decide it; the number of queries is fixed.

    Args:
        agents: names the person may see, None for all.
        request_id: its id.
        now: present moment; None reads the hub clock.

    Raises:
        NotFound: unknown or foreign.
    """
    moment = now or hub_now()
    rows = scoped(agents).filter(pk=request_id) if "\0" not in request_id else ApprovalRequest.objects.none()
    row = rows.first()
    if row is None:
        raise NotFound("There is no such request.")
    visible = None if agents is None else frozenset(agents)
    stored = list(ApprovalItem.objects.filter(request=row).order_by("pk"))
    items, digests = items_in_full(stored, visible, moment)
    waiting = {item.name for item in items if item.status == PENDING}
    again = ApprovalRequest.objects.filter(reopens=row).order_by("pk").values_list("pk", flat=True).first()
    (entry,) = entries([row], agents=agents, now=moment)
    return RequestInFull(
        entry=entry,
        digest=card_digest({name: digest for name, digest in digests.items() if name in waiting}),
        items=tuple(items[:ITEMS_SHOWN]),
        more_items=max(0, len(items) - ITEMS_SHOWN),
        similar=_similar(waiting, visible, moment) if entry.status == PENDING else (),
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        note=row.decision_note,
        reopens=row.reopens_id or "",
        reopened_as=again or "",
        revision=row.revision,
    )


def undo_until(status: str, decided_at: datetime | None, effect: Mapping[str, Any]) -> datetime | None:
    """Return until when a person's decision about an item can be taken back; None when it cannot."""
    if status not in _DECIDED or decided_at is None or "undone" in effect:
        return None
    return decided_at + timedelta(seconds=approval_settings().undo_seconds)


def items_in_full(
    stored: Sequence[ApprovalItem], agents: frozenset[str] | None, now: datetime
) -> tuple[list[ItemInFull], dict[str, str]]:
    """Return the items, and by name the digest of each as it is now; the number of queries is fixed.

    Args:
        stored: rows of items, of one request or of several.
        agents: names the person may see, None for all.
        now: present moment.
    """
    names = [item.memory for item in stored]
    found = pictures(ids=[name for name in names if name.startswith(MEMORY)], agents=agents, now=now)
    aliases = {f"{ALIAS}{number}": view for number, view in aliases_by_id(alias_numbers(names)).items()}
    others = shown_now(name for name in names if not name.startswith((MEMORY, ALIAS)))
    rivals = by_ids(agents=agents, ids={item.rival for item in stored if item.rival}, now=now)
    items, digests = [], {}
    for item in stored:
        picture, alias = found.get(item.memory), aliases.get(item.memory)
        other = name_digest(alias) if alias is not None else others.get(item.memory, ("", ""))[0]
        digest = picture.digest if picture is not None else other
        digests[item.memory] = digest
        in_place = picture.in_place if picture is not None else None
        before = rivals.get(item.rival)
        until = undo_until(item.status, item.decided_at, item.effect)
        items.append(
            ItemInFull(
                name=item.memory,
                status=item.status,
                memory=picture.memory if picture is not None else None,
                alias=alias,
                reason=picture.reason if picture is not None else "",
                in_place=in_place,
                shown_before=None if before is None or (in_place and in_place.id == before.id) else before,
                changed=item.status == PENDING and bool(item.digest) and digest != item.digest,
                findings=item.findings,
                decided_by=item.decided_by,
                decided_at=item.decided_at,
                note=item.note,
                outcome=item.effect.get("outcome", ""),
                carried_by=item.effect.get("carried_by", ""),
                superseded=item.effect.get("superseded", ""),
                review=item.effect.get("review", ""),
                undo_until=until if until is not None and until > now else None,
                undone=item.effect.get("undone", ""),
            )
        )
    return items, digests


# ------------------------------------------------------------------ parts


def _similar(names: Collection[str], agents: frozenset[str] | None, now: datetime) -> tuple[SimilarItem, ...]:
    """Return other items that wait and resemble those named."""
    ids = [name for name in names if name.startswith(MEMORY)]
    found = alike(agents=agents, ids=ids, limit=SIMILAR_SHOWN, now=now) if ids else []
    open_items = ApprovalItem.objects.filter(
        memory__in=[one.memory.id for one in found],
        status=PENDING,
        request__status=PENDING,
        request__expires_at__gt=now,
    )
    requests = dict(open_items.values_list("memory", "request_id"))
    return tuple(
        SimilarItem(requests[one.memory.id], one.memory, one.why) for one in found if one.memory.id in requests
    )

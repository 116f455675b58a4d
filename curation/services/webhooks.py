"""Where events are sent, and how far each has come. Administrators say where; a job sends (see `curation.webhooks`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.db.models import Exists, F, OuterRef

from curation.models import OutboxEvent, WebhookDelivery, WebhookTarget
from curation.services.announcements import Ping, message
from curation.services.outbox import KINDS
from knowledge.conf import keyed_digest, webhook_settings
from knowledge.engine.ids import new_id
from knowledge.errors import Conflict, Invalid, NotFound, TooLarge
from knowledge.outbound import OutboundError, check_url, is_internal
from knowledge.services import audit
from knowledge.services.agents import check_may_administer
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

PING = Ping.kind_of_event
"""An event that only one target gets, to see whether it arrives."""

MOST_TARGETS = 50
NAME_CHARACTERS, URL_CHARACTERS = 100, 1_000
INTERNAL = (
    "The address leads into an internal network; to permit it, set allow_internal = true under [webhooks] in hub.toml"
    " and start the hub again."
)
LEASE = timedelta(seconds=120)
"""How long a delivery belongs to whoever took it; if nobody says what became of it by then, it is tried again."""

OVERLAP = timedelta(hours=24)
"""How long events are signed with a replaced secret too."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=2)
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A target and the secret its events are signed with; the secret is shown once."""

    key: str
    secret: str


@dataclass(frozen=True, slots=True)
class Parcel:
    """One event to be sent to one target.

    Attributes:
        attempt: which try this is, from 1; what became of it is only taken from whoever made the last one.
        event: its stable id, the same with every try.
        body: what is sent, equal with every try.
        secrets: what it is signed with, the newest first.
    """

    delivery: int
    attempt: int
    target: str
    url: str
    secrets: tuple[str, ...]
    event: str
    kind: str
    body: dict[str, Any]


# ------------------------------------------------------------------ where


def create_target(
    *, actor: Actor, name: str, url: str, kinds: Collection[str] = (), now: datetime | None = None
) -> NewSecret:
    """Add a target; it gets what happens from now on.

    Args:
        actor: an administrator.
        name: 1 to 100 characters, for people.
        url: http or https, without a user, at most 1 000 characters.
        kinds: kinds of events it gets (`outbox.KINDS`); empty for all.
        now: moment of the write; None reads the hub clock.

    Raises:
        Refused: not an administrator.
        Invalid, TooLarge: a value breaks a rule, or the address is an internal one.
        Conflict: there are as many as there may be.
    """
    check_may_administer(actor)
    values = {"name": _name(name), "url": _url(url), "kinds": _kinds(kinds)}
    with write_transaction(now) as opened:
        if WebhookTarget.objects.count() >= MOST_TARGETS:
            raise Conflict(f"There are {MOST_TARGETS} targets already; remove one first.")
        row = WebhookTarget.objects.create(key=new_id("w", opened.now), created_at=opened.now, **values)
        _record(opened, actor, "created", row, kinds=values["kinds"])
        return NewSecret(row.key, secret_of(row.key, row.secret_version))


def change_target(
    *,
    actor: Actor,
    key: str,
    name: str | None = None,
    url: str | None = None,
    kinds: Collection[str] | None = None,
    active: bool | None = None,
    now: datetime | None = None,
) -> None:
    """Change a target; None leaves a field as it is.

    One that is not active gets nothing: what was on its way waits, what happens meanwhile never comes.

    Raises:
        Refused, Invalid, TooLarge: as `create_target`.
        NotFound: there is no such target.
    """
    check_may_administer(actor)
    values: dict[str, Any] = {}
    values |= {} if name is None else {"name": _name(name)}
    values |= {} if url is None else {"url": _url(url)}
    values |= {} if kinds is None else {"kinds": _kinds(kinds)}
    values |= {} if active is None else {"active": bool(active)}
    with write_transaction(now) as opened:
        row = _target(key)
        changed = sorted(field for field, value in values.items() if getattr(row, field) != value)
        for field in changed:
            setattr(row, field, values[field])
        if changed:
            row.save(update_fields=changed)
            _record(opened, actor, "changed", row, fields=changed)


def delete_target(*, actor: Actor, key: str, now: datetime | None = None) -> None:
    """Remove a target, with the record of what it got.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such target.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        row = _target(key)
        _record(opened, actor, "deleted", row)
        row.delete()


def rotate_secret(*, actor: Actor, key: str, at_once: bool = False, now: datetime | None = None) -> NewSecret:
    """Give a target a new secret; everything sent from now on is signed with it.

    For a day everything is signed with the secret before it too, so that the receiver can change over in peace.

    Args:
        actor: an administrator.
        key: of the target.
        at_once: the old secret has become known to others and signs nothing any more.
        now: moment of the change; None reads the hub clock.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such target.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        row = _target(key)
        row.secret_version += 1
        row.old_secret_until = None if at_once else opened.now + OVERLAP
        row.save(update_fields=["secret_version", "old_secret_until"])
        _record(opened, actor, "rotated", row, version=row.secret_version, at_once=at_once)
        return NewSecret(row.key, secret_of(row.key, row.secret_version))


def ping(*, actor: Actor, key: str, now: datetime | None = None) -> str:
    """Send a target an event of its own, to see whether it arrives; return the id of the event.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such target.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        row = _target(key)
        event = OutboxEvent.objects.create(key=new_id("e", opened.now), kind=PING, agent="", at=opened.now)
        WebhookDelivery.objects.create(target=row, event=event, next_at=opened.now)
        _record(opened, actor, "pinged", row, event=event.key)
        return event.key


def send_again(*, actor: Actor, delivery: int, now: datetime | None = None) -> None:
    """Try an event again that waits for its next try or was given up.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such delivery.
        Conflict: it has arrived already.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        row = WebhookDelivery.objects.select_related("target", "event").filter(pk=delivery).first()
        if row is None:
            raise NotFound("There is no such delivery.")
        if row.state == WebhookDelivery.DELIVERED:
            raise Conflict("This event has arrived already.")
        row.state, row.attempts, row.next_at, row.done_at = WebhookDelivery.WAITING, 0, opened.now, None
        row.save(update_fields=["state", "attempts", "next_at", "done_at"])
        _record(opened, actor, "retried", row.target, event=row.event.key)


def secret_of(key: str, version: int) -> str:
    """Return the secret of a target: derived from the hub's own key, so that no copy of the database holds it."""
    parts = (keyed_digest("webhook secret", key, str(version), half) for half in ("first", "second"))
    return "whsec_" + "".join(parts)


# ------------------------------------------------------------------ on their way


def take_due(*, limit: int, without: Collection[str] = (), now: datetime | None = None) -> list[Parcel]:
    """Take deliveries whose turn it is; nobody else takes them until the lease is over.

    The events of one request go to one target in their order: a later one waits until the earlier has arrived or was
    given up.

    Args:
        limit: how many at most.
        without: keys of targets to leave out.
        now: the moment that counts; None reads the hub clock.
    """
    earlier = WebhookDelivery.objects.filter(
        target=OuterRef("target"),
        state=WebhookDelivery.WAITING,
        event__request=OuterRef("event__request"),
        event__lt=OuterRef("event"),
    ).exclude(event__request="")
    with write_transaction(now) as opened:
        due = (
            WebhookDelivery.objects.select_for_update(of=("self",), skip_locked=True)
            .filter(~Exists(earlier), state=WebhookDelivery.WAITING, next_at__lte=opened.now, target__active=True)
            .exclude(target__key__in=list(without))
            .select_related("target", "event")
            .order_by("event_id", "pk")[:limit]
        )
        rows = list(due)
        taken = WebhookDelivery.objects.filter(pk__in=[row.pk for row in rows])
        taken.update(attempts=F("attempts") + 1, next_at=opened.now + LEASE)
        return [_parcel(row, opened.now) for row in rows]


def give_back(*, parcels: Sequence[Parcel], now: datetime | None = None) -> None:
    """Put deliveries back that were taken and not tried."""
    with write_transaction(now) as opened:
        for parcel in parcels:
            _mine(parcel).update(attempts=F("attempts") - 1, next_at=opened.now)


def arrived(*, parcel: Parcel, status: int, now: datetime | None = None) -> bool:
    """Note that an event has arrived; False when somebody else has tried it since."""
    with write_transaction(now) as opened:
        done = _mine(parcel).update(
            state=WebhookDelivery.DELIVERED, answer=status, error="", done_at=opened.now, next_at=opened.now
        )
        return bool(done)


def failed(*, parcel: Parcel, status: int | None, error: str, now: datetime | None = None) -> bool:
    """Note that an event did not arrive: it is tried again later, ever more rarely, and in the end given up.

    Returns:
        Whether it will be tried again.
    """
    with write_transaction(now) as opened:
        last = parcel.attempt >= webhook_settings().attempts
        values: dict[str, Any] = {"answer": status, "error": error[:200]}
        if last:
            values |= {"state": WebhookDelivery.GIVEN_UP, "done_at": opened.now, "next_at": opened.now}
        else:
            values |= {"next_at": opened.now + pause_after(parcel.attempt)}
        _mine(parcel).update(**values)
        return not last


def pause_after(attempt: int) -> timedelta:
    """Return how long to wait after a try failed: 30 seconds, twice as long each time, at most two hours."""
    return min(FIRST_PAUSE * (1 << min(attempt - 1, 16)), LONGEST_PAUSE)


def forget_old(*, before: datetime) -> int:
    """Delete events from before a moment that are on their way nowhere any more; return how many."""
    deleted = 0
    while True:
        with write_transaction():
            waiting = WebhookDelivery.objects.filter(event=OuterRef("pk"), state=WebhookDelivery.WAITING)
            old = OutboxEvent.objects.filter(~Exists(waiting), at__lt=before).order_by("pk")
            keys = list(old.values_list("pk", flat=True)[:_AT_ONCE])
            OutboxEvent.objects.filter(pk__in=keys).delete()
        deleted += len(keys)
        if len(keys) < _AT_ONCE:
            return deleted


# ------------------------------------------------------------------ parts


def _mine(parcel: Parcel) -> Any:
    """Return the delivery as long as this try is its last one: a worker that slept must not overwrite another's."""
    return WebhookDelivery.objects.filter(pk=parcel.delivery, state=WebhookDelivery.WAITING, attempts=parcel.attempt)


def _secrets(target: WebhookTarget, now: datetime) -> tuple[str, ...]:
    own = secret_of(target.key, target.secret_version)
    if target.old_secret_until is None or target.old_secret_until <= now:
        return (own,)
    return own, secret_of(target.key, target.secret_version - 1)


def _parcel(row: WebhookDelivery, now: datetime) -> Parcel:
    event, target = row.event, row.target
    return Parcel(
        delivery=row.pk,
        attempt=row.attempts + 1,
        target=target.key,
        url=target.url,
        secrets=_secrets(target, now),
        event=event.key,
        kind=event.kind,
        body=message(
            event=event.key,
            kind=event.kind,
            at=event.at,
            agent=event.agent,
            request=event.request,
            data=event.body,
        ),
    )


def _target(key: str) -> WebhookTarget:
    row = WebhookTarget.objects.select_for_update().filter(key=key).first() if "\0" not in key else None
    if row is None:
        raise NotFound("There is no such target.")
    return row


def _name(name: object) -> str:
    clean = name.strip() if isinstance(name, str) else ""
    if not clean or not clean.isprintable():
        raise Invalid("Give the target a name of visible characters.", field="name")
    if len(clean) > NAME_CHARACTERS:
        raise TooLarge(f"A name has at most {NAME_CHARACTERS} characters.", field="name")
    return clean


def _url(url: object) -> str:
    clean = url.strip() if isinstance(url, str) else ""
    if len(clean) > URL_CHARACTERS:
        raise TooLarge(f"An address has at most {URL_CHARACTERS} characters.", field="url")
    try:
        check_url(clean)
        internal = is_internal(urlsplit(clean).hostname or "")
    except OutboundError as error:
        raise Invalid(error.message, field="url") from error
    except ValueError:
        internal = False  # a name: what it stands for is looked at with every connection
    if internal and not webhook_settings().allow_internal:
        raise Invalid(INTERNAL, field="url")
    return clean


def _kinds(kinds: Collection[str]) -> list[str]:
    asked = {kinds} if isinstance(kinds, str) else set(kinds)
    if not asked <= set(KINDS):
        raise Invalid(f"Kinds of events are {', '.join(KINDS)}.", field="kinds")
    return [kind for kind in KINDS if kind in asked]


def _record(opened: WriteTransaction, actor: Actor, action: str, row: WebhookTarget, **details: object) -> None:
    """Write a change into the audit: the host, never the whole address, which may hold a secret."""
    found = {"name": row.name, "host": urlsplit(row.url).hostname or "", **details}
    audit.record(opened, actor, audit.AuditRecord(f"webhook.{action}", target=row.key, details=found))

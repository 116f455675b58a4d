"""Coming in and going out leave a record; what was typed does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session

from knowledge.conf import keyed_digest
from knowledge.engine.types import Actor
from knowledge.services import audit
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from datetime import datetime

_STEP = 500


def record_sign_in(*, person: User, by: Literal["password", "link"]) -> None:
    """Record that somebody comes in; called before the session begins, so that none begins unrecorded."""
    with write_transaction() as opened:
        entry = audit.AuditRecord("session.started", target=person.get_username(), details={"by": by})
        audit.record(opened, _actor(person), entry)


def record_sign_out(*, person: User) -> None:
    """Record that somebody goes out."""
    with write_transaction() as opened:
        audit.record(opened, _actor(person), audit.AuditRecord("session.ended", target=person.get_username()))


def record_failed_sign_in(*, name: str, address: str) -> None:
    """Record a wrong password.

    People type passwords into the field for the name: what was typed is kept only when it is the name of an account,
    otherwise as a keyed digest. Known and unknown names cost the same.
    """
    known = User.objects.filter(username=name).values_list("username", flat=True).first() if "\0" not in name else None
    details = {"name": keyed_digest(name.casefold()), "address": keyed_digest(address)}
    with write_transaction() as opened:
        stranger = Actor(kind="person", name="", door="page")
        audit.record(opened, stranger, audit.AuditRecord("session.refused", target=known or "", details=details))


def end_sessions(*, person_id: int, now: datetime) -> int:
    """Delete every session of a person, inside the write that is open; return how many there were.

    A session says whose it is only inside its signed data, so all that are not over are looked through.
    """
    there = Session.objects.filter(expire_date__gt=now).iterator(chunk_size=_STEP)
    mine = [one.session_key for one in there if one.get_decoded().get(SESSION_KEY) == str(person_id)]
    for start in range(0, len(mine), _STEP):
        Session.objects.filter(session_key__in=mine[start : start + _STEP]).delete()
    return len(mine)


def _actor(person: User) -> Actor:
    return Actor(kind="person", name=person.get_username(), door="page", user_id=person.pk)

"""Coming in: single-use links, and a count of failed tries that all processes share."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from knowledge.engine.types import Actor
from knowledge.errors import Conflict, NotFound
from knowledge.services import audit
from knowledge.services.agents import check_may_administer
from knowledge.services.transactions import write_transaction
from memoryhub import keys
from memoryhub.models import FailedAttempt, SignInLink

LINK_BYTES = 24
# Where a link works is part of its digest, so that neither kind can be taken for the other.
HERE, ANYWHERE = "link", "link-anywhere"


def mint_link(*, user: User, now: datetime, anywhere: bool = False) -> str:
    """Make a link for ``user`` and forget every older one of theirs.

    Args:
        anywhere: whether it works on other machines too. The link that ``up`` prints does not: it is for whoever sits
            at this machine, and it signs an administrator in. A link that an administrator hands to somebody does.

    Returns:
        The secret part of the link (32 URL-safe characters); it is stored only as a digest and cannot be shown again.
    """
    token = secrets.token_urlsafe(LINK_BYTES)
    with transaction.atomic():
        SignInLink.objects.filter(user=user).delete()
        SignInLink.objects.create(
            digest=_digest(ANYWHERE if anywhere else HERE, token),
            user=user,
            created_at=now,
            expires_at=now + timedelta(seconds=settings.SIGN_IN_LINK_SECONDS),
        )
    return token


def invite(*, actor: Actor, person_id: int) -> str:
    """Make a link that an administrator hands to somebody, and record that.

    Returns:
        The secret part of the link; see `mint_link`.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such person.
        Conflict: the person is shut out.
    """
    check_may_administer(actor)
    with write_transaction() as opened:
        person = User.objects.filter(pk=person_id).first()
        if person is None:
            raise NotFound("There is no such person.")
        if not person.is_active:
            raise Conflict("This person is shut out; let them in again first.")
        entry = audit.AuditRecord("person.link_made", target=person.get_username(), details={"id": person.pk})
        audit.record(opened, actor, entry)
        return mint_link(user=person, now=opened.now, anywhere=True)


def redeem(*, token: str, now: datetime, here: bool = True) -> User | None:
    """Use a link up.

    Args:
        here: whether it was opened on the hub's own machine.

    Returns:
        The person it signs in, or None when it is unknown, used, too old, or the person may no longer come in. Of
        several processes that try the same link at once, one gets the person.
    """
    digests = [_digest(kind, token) for kind in ((HERE, ANYWHERE) if here else (ANYWHERE,))]
    link = SignInLink.objects.select_related("user").filter(digest__in=digests).first()
    if link is None or not link.user.is_active:
        return None
    taken = SignInLink.objects.filter(pk=link.pk, used_at__isnull=True, expires_at__gt=now).update(used_at=now)
    return link.user if taken else None


def may_try(*, account: str, address: str, now: datetime) -> bool:
    """Count one try to sign in, before it is judged.

    Returns:
        False when this account or this address has used up its tries for now. Counting first means that processes
        working side by side never judge more tries than are allowed.
    """
    # The address first: one that has used up its tries must not use up other people's.
    return all(_count(kind=kind, key=_digest(kind, key), now=now) for kind, key in _counted(account, address))


def forget_tries(*, account: str, address: str) -> None:
    """A right password clears the count of this account and this address."""
    for kind, key in _counted(account, address):
        FailedAttempt.objects.filter(kind=kind, key=_digest(kind, key)).delete()


def _counted(account: str, address: str) -> tuple[tuple[FailedAttempt.Kind, str], ...]:
    return (FailedAttempt.Kind.ADDRESS, address), (FailedAttempt.Kind.ACCOUNT, account.casefold())


def _count(*, kind: FailedAttempt.Kind, key: str, now: datetime) -> bool:
    rows = FailedAttempt.objects.filter(kind=kind, key=key)
    window = timedelta(seconds=settings.FAILED_ATTEMPTS_WINDOW_SECONDS)
    FailedAttempt.objects.bulk_create(
        [FailedAttempt(kind=kind, key=key, count=0, window_started_at=now)], ignore_conflicts=True
    )
    rows.filter(window_started_at__lte=now - window).update(count=0, window_started_at=now)
    return rows.filter(count__lt=settings.FAILED_ATTEMPTS_ALLOWED).update(count=F("count") + 1) == 1


def _digest(kind: str, value: str) -> str:
    return hmac.new(keys.token_pepper(), f"{kind}\0{value}".encode(errors="replace"), hashlib.sha256).hexdigest()


def address_of(request: HttpRequest | None) -> str:
    """Where a request comes from; behind ``MEMORYHUB_PROXY_HOPS`` own proxies, what the outermost of them saw."""
    if request is None:
        return ""
    direct = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXY_HOPS:
        return direct
    chain = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")] + [direct]
    return chain[max(0, len(chain) - 1 - settings.PROXY_HOPS)]


def is_loopback(address: str) -> bool:
    """Whether an address is this machine itself. An unreadable address is not."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False

"""Tokens of programs: made, listed, revoked and checked here and nowhere else.

A token reads ``mh_<environment>_<27 random characters><6 characters of checksum>``: a scanner can recognise a leaked
one without asking anybody. The database keeps a keyed digest; the key lies in a file beside it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.db.models import Q
from django.http import HttpRequest

from curation import access
from knowledge.clock import hub_now
from knowledge.engine.trust import CEILINGS
from knowledge.engine.types import Actor, Door
from knowledge.errors import Invalid, NotFound
from knowledge.services import audit
from knowledge.services.agents import check_agent_name
from knowledge.services.transactions import write_transaction
from memoryhub import keys
from memoryhub.models import AgentToken
from memoryhub.throttle import without_waiting

READ, WRITE, WIKI_READ, WIKI_WRITE, ADMIN = SCOPES = (
    "memory:read",
    "memory:write",
    "wiki:read",
    "wiki:write",
    "admin",
)
SCOPES_OF_ROLE = {
    "viewer": frozenset({READ, WIKI_READ}),
    "curator": frozenset({READ, WRITE, WIKI_READ, WIKI_WRITE}),
    "admin": frozenset(SCOPES),
}
DEFAULT_ORIGIN = "agent_derived"
EXTERNAL = "external/"
EXTERNAL_ORIGIN = "mcp_external"

RANDOM_BITS = 160
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM_CHARACTERS = 27  # 62 ** 27 > 2 ** 160
_CHECK_CHARACTERS = 6  # 62 ** 6 > 2 ** 32
SHAPE = re.compile(rf"mh_[a-z0-9]{{1,16}}_[0-9A-Za-z]{{{_RANDOM_CHARACTERS + _CHECK_CHARACTERS}}}", re.ASCII)
LONGEST_DAYS = 3_650
USED_EVERY = timedelta(minutes=1)
_ORIGIN_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Credential:
    """What a good token lets its holder do, as of this moment.

    Attributes:
        actor: who acts; `agents` is what the holder may touch (None: every agent).
        agent: the namespace meant when none is named; empty for a person who could mean several.
        scopes: what the token may do now; for a person never more than the role allows.
    """

    token_id: str
    actor: Actor
    agent: str
    scopes: frozenset[str]

    def allows(self, scope: str) -> bool:
        """Whether the scope is granted; an administrator's token has every scope."""
        return scope in self.scopes or ADMIN in self.scopes


@dataclass(frozen=True, slots=True)
class TokenView:
    """One token as lists show it; its secret is not kept. `state` is `live`, `expired` or `revoked`."""

    id: str
    agent: str
    user: str
    scopes: tuple[str, ...]
    origin: str
    state: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Minted:
    """A new token. `secret` is shown once and cannot be read again."""

    secret: str
    token: TokenView


def mint(
    *,
    actor: Actor,
    agent: str = "",
    user: str = "",
    scopes: Iterable[str] = (),
    days: int | None = None,
    origin: str | None = None,
) -> Minted:
    """Make a token for an agent, or for a person.

    Args:
        agent: the namespace it is bound to; for a person's token the only one it reaches, empty for all of theirs.
        user: name of the person, empty for an agent's token.
        scopes: of `SCOPES`; an agent's token needs at least one, a person's without any has all of the role.
        days: life in days, 1 to 3 650; None for no end.
        origin: origin of everything written with it; by default `agent_derived`, for `external/…` `mcp_external`.
            A person's token has none: what people write is `operator`.

    Raises:
        Invalid: an argument breaks a rule; the message names it.
        NotFound: there is no such person.
    """
    granted = _checked_scopes(scopes, needed=not user)
    if agent or not user:
        check_agent_name(agent)
    person = _person(user) if user else None
    secret = _new_secret()
    with write_transaction() as opened:
        row = AgentToken.objects.create(
            id=f"t_{secrets.token_hex(6)}",
            digest=digest(secret),
            agent=agent,
            user=person,
            scopes=granted,
            origin=_fixed_origin(agent, user, origin),
            created_at=opened.now,
            expires_at=_end(days, opened.now),
        )
        details = {"scopes": granted, "origin": row.origin, "user": user, "expires": bool(days)}
        audit.record(opened, actor, audit.AuditRecord("token.minted", agent=agent, target=row.id, details=details))
        return Minted(secret, _view(row, opened.now))


def revoke(*, actor: Actor, token_id: str) -> TokenView:
    """End a token; the next call made with it is refused. Revoking twice changes nothing.

    Raises:
        NotFound: there is no such token.
    """
    with write_transaction() as opened:
        row = AgentToken.objects.select_for_update(of=("self",)).filter(pk=token_id).first()
        if row is None:
            raise NotFound("There is no such token; `token list` shows them all.")
        if row.revoked_at is None:
            row.revoked_at = opened.now
            row.save(update_fields=["revoked_at"])
            audit.record(opened, actor, audit.AuditRecord("token.revoked", agent=row.agent, target=row.id))
        return _view(row, opened.now)


def listed() -> list[TokenView]:
    """Return every token, the newest first."""
    now = hub_now()
    return [_view(row, now) for row in AgentToken.objects.select_related("user").order_by("-created_at", "pk")]


def one(token_id: str) -> TokenView:
    """Return one token; one query.

    Raises:
        NotFound: there is none.
    """
    row = AgentToken.objects.select_related("user").filter(pk=token_id).first()
    if row is None:
        raise NotFound("There is no such token; `token list` shows them all.")
    return _view(row, hub_now())


def looks_like_one(text: str) -> bool:
    """Whether a text holds something shaped like a token, with the right checksum or not."""
    return SHAPE.search(text) is not None


def is_well_formed(secret: str) -> bool:
    """Whether it has the shape of this hub's tokens and the checksum fits: what can be told without the database."""
    if SHAPE.fullmatch(secret) is None or not secret.startswith(f"mh_{_environment()}_"):
        return False
    body, check = secret[:-_CHECK_CHARACTERS], secret[-_CHECK_CHARACTERS:]
    return hmac.compare_digest(_checksum(body), check)


def verify(secret: str, *, door: Door) -> Credential | None:
    """Judge a token; called anew for every request, so that a revocation holds at once.

    Returns:
        What it allows, or None when it is malformed, unknown, expired, revoked, or its person may no longer come in.
    """
    if not is_well_formed(secret):
        return None
    try:
        row = AgentToken.objects.get(digest=digest(secret))
    except AgentToken.DoesNotExist:
        return None
    now = hub_now()
    if row.revoked_at is not None or (row.expires_at is not None and row.expires_at <= now):
        return None
    credential = _of_agent(row, door) if row.user is None else _of_person(row, row.user, door)
    if credential is not None:
        _note_use(row, now)
    return credential


def is_known(secret: str) -> bool:
    """Whether this hub ever made that token: an expired one is no guess."""
    return AgentToken.objects.filter(digest=digest(secret)).exists()


def from_request(request: HttpRequest, *, door: Door = "rest") -> Credential | None:
    """Judge the token in the Authorization header; None when there is none or it is not good."""
    secret = bearer(request)
    return verify(secret, door=door) if secret else None


def bearer(request: HttpRequest) -> str:
    """Return what the Authorization header carries after the word Bearer; empty when it carries something else."""
    kind, _, secret = request.headers.get("Authorization", "").strip().partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def digest(secret: str) -> str:
    """Return the keyed digest that is stored for a token: 64 hexadecimal characters."""
    return hmac.new(keys.token_pepper(), f"token\0{secret}".encode(), hashlib.sha256).hexdigest()


# ------------------------------------------------------------------ who it is


def _of_agent(row: AgentToken, door: Door) -> Credential:
    scopes = frozenset(row.scopes)
    actor = Actor(
        kind="agent",
        name=row.agent,
        door=door,
        roles=scopes,
        agents=None if ADMIN in scopes else frozenset({row.agent}),
        origin=row.origin,
        token_id=row.id,
    )
    return Credential(row.id, actor, row.agent, scopes)


def _of_person(row: AgentToken, person: User, door: Door) -> Credential | None:
    if not person.is_active:
        return None
    roles = access.roles_of(person)
    agents = access.agents_of(person, roles)
    scopes = frozenset[str]().union(*(SCOPES_OF_ROLE[role] for role in roles))
    if row.scopes:
        scopes &= frozenset(row.scopes)
    if row.agent:
        agents = frozenset({row.agent}) if agents is None else agents & {row.agent}
    only = row.agent or (next(iter(agents)) if agents is not None and len(agents) == 1 else "")
    actor = Actor(
        kind="person",
        name=person.get_username(),
        door=door,
        roles=roles,
        agents=agents,
        token_id=row.id,
        user_id=person.pk,
    )
    return Credential(row.id, actor, only, scopes)


def _note_use(row: AgentToken, now: datetime) -> None:
    """Remember the last use, at most once a minute; never worth waiting for or failing over."""
    if row.last_used_at is not None and row.last_used_at > now - USED_EVERY:
        return
    unused = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - USED_EVERY)
    with suppress(DatabaseError), without_waiting():
        AgentToken.objects.filter(unused, pk=row.pk).update(last_used_at=now)


# ------------------------------------------------------------------ parts


def _checked_scopes(scopes: Iterable[str], *, needed: bool) -> list[str]:
    asked = set(scopes)
    if unknown := asked - set(SCOPES):
        raise Invalid(f"There is no scope {min(unknown)[:40]}; scopes are {', '.join(SCOPES)}.", field="scopes")
    if needed and not asked:
        raise Invalid(f"Say what the token may do; scopes are {', '.join(SCOPES)}.", field="scopes")
    return [scope for scope in SCOPES if scope in asked]


def _person(name: str) -> User:
    person = User.objects.filter(username=name).first()
    if person is None:
        raise NotFound("There is no such person; make the account first.", field="user")
    return person


def _fixed_origin(agent: str, user: str, origin: str | None) -> str:
    if user:
        if origin:
            raise Invalid("What a person writes has the origin operator; leave origin out.", field="origin")
        return ""
    if origin:
        kind, _, name = origin.partition(":")
        if kind not in CEILINGS or len(origin) > _ORIGIN_CHARACTERS or not f"{kind}{name}".isprintable():
            raise Invalid(f"origin is CLASS or CLASS:NAME; classes are {', '.join(CEILINGS)}.", field="origin")
        return origin
    return EXTERNAL_ORIGIN if agent.startswith(EXTERNAL) else DEFAULT_ORIGIN


def _end(days: int | None, now: datetime) -> datetime | None:
    if days is None:
        return None
    if not 1 <= days <= LONGEST_DAYS:
        raise Invalid(f"days must be from 1 to {LONGEST_DAYS}.", field="days")
    return now + timedelta(days=days)


def _environment() -> str:
    return re.sub(r"[^a-z0-9]", "", settings.TOKEN_ENVIRONMENT.lower())[:16] or "live"


def _new_secret() -> str:
    body = f"mh_{_environment()}_{_base62(secrets.randbits(RANDOM_BITS), _RANDOM_CHARACTERS)}"
    return body + _checksum(body)


def _checksum(body: str) -> str:
    return _base62(zlib.crc32(body.encode("ascii")), _CHECK_CHARACTERS)


def _base62(number: int, characters: int) -> str:
    digits = []
    for _ in range(characters):
        number, digit = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))


def _view(row: AgentToken, now: datetime) -> TokenView:
    state = "live"
    if row.revoked_at is not None:
        state = "revoked"
    elif row.expires_at is not None and row.expires_at <= now:
        state = "expired"
    return TokenView(
        id=row.id,
        agent=row.agent,
        user=row.user.get_username() if row.user else "",
        scopes=tuple(row.scopes),
        origin=row.origin,
        state=state,
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        last_used_at=row.last_used_at,
    )

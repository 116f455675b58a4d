"""Who may come in, what they may do, and which agents they look after."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User

from curation.models import AgentAssignment
from knowledge.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

VIEWER, CURATOR, ADMIN = ROLES = ("viewer", "curator", "admin")
MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PersonView:
    """One account.

    Attributes:
        role: the strongest role; empty for none.
        agents: names of the agents assigned; an administrator sees every agent whatever is assigned.
        has_password: whether they can sign in with a password; otherwise a link is needed.
    """

    id: int
    name: str
    role: str
    agents: tuple[str, ...]
    is_active: bool
    has_password: bool
    joined_at: datetime
    last_sign_in: datetime | None


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """People by name; `after` continues behind the last one, None at the end."""

    items: tuple[PersonView, ...]
    after: str | None


def people(*, text: str = "", after: str = "", limit: int = 50) -> PeoplePage:
    """Return people whose name contains a text, by name.

    Args:
        after: name of the last person already shown.
        limit: 1 to 200.
    """
    limit = min(max(limit, 1), MOST_SHOWN)
    rows = User.objects.filter(username__gt=after)
    if text:
        rows = rows.filter(username__icontains=text)
    found = list(rows.prefetch_related("groups").order_by("username")[: limit + 1])
    shown = _views(found[:limit])
    return PeoplePage(tuple(shown), shown[-1].name if len(found) > limit else None)


def person(*, person_id: int) -> PersonView:
    """Return one person.

    Raises:
        NotFound: there is no such person.
    """
    rows = list(User.objects.filter(pk=person_id).prefetch_related("groups"))
    if not rows:
        raise NotFound("There is no such person.")
    return _views(rows)[0]


def strongest(held: Iterable[str], *, is_superuser: bool) -> str:
    """Return the strongest of the roles held; empty for none."""
    if is_superuser:
        return ADMIN
    names = set(held)
    return next((role for role in reversed(ROLES) if role in names), "")


def _views(rows: Sequence[User]) -> list[PersonView]:
    assigned: defaultdict[int, list[str]] = defaultdict(list)
    for one in AgentAssignment.objects.filter(user__in=[row.pk for row in rows]).order_by("agent"):
        assigned[one.user_id].append(one.agent)
    return [_view(row, assigned[row.pk]) for row in rows]


def _view(row: User, agents: Iterable[str]) -> PersonView:
    return PersonView(
        id=row.pk,
        name=row.get_username(),
        role=strongest((group.name for group in row.groups.all()), is_superuser=row.is_superuser),
        agents=tuple(agents),
        is_active=row.is_active,
        has_password=row.has_usable_password(),
        joined_at=row.date_joined,
        last_sign_in=row.last_login,
    )

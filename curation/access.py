"""May this person? One function per question; pages and services ask nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import Value

from curation.models import AgentAssignment
from curation.queries.people import ADMIN, CURATOR, ROLES, VIEWER
from knowledge.engine.types import Actor
from knowledge.errors import NotFound, Refused
from knowledge.queries.agents import agent_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import User
    from django.http import HttpRequest


def roles_of(person: User | AnonymousUser) -> frozenset[str]:
    """Return the roles a person holds; an administrator can do what the others can."""
    if not person.is_authenticated or not person.is_active:
        return frozenset()
    if person.is_superuser:
        return frozenset(ROLES)
    return _with_lesser(person.groups.filter(name__in=ROLES).values_list("name", flat=True))


def _with_lesser(held: Iterable[str]) -> frozenset[str]:
    roles = frozenset(held)
    if ADMIN in roles:
        return frozenset(ROLES)
    return roles | {VIEWER} if CURATOR in roles else roles


def agents_of(person: User | AnonymousUser, roles: frozenset[str]) -> frozenset[str] | None:
    """Return the names of the agents a person looks after; None means every agent."""
    if ADMIN in roles:
        return None
    if not roles or person.pk is None:
        return frozenset()
    return frozenset(AgentAssignment.objects.filter(user__pk=person.pk).values_list("agent", flat=True))


def _roles_and_agents(person: User | AnonymousUser) -> tuple[frozenset[str], frozenset[str] | None]:
    """Return what `roles_of` and `agents_of` say, with one query."""
    if not person.is_authenticated or not person.is_active or person.is_superuser:
        roles = roles_of(person)
        return roles, agents_of(person, roles)
    groups = person.groups.filter(name__in=ROLES).values_list(Value("role"), "name")
    assigned = AgentAssignment.objects.filter(user__pk=person.pk).values_list(Value("agent"), "agent")
    found = list(groups.union(assigned, all=True))
    roles = _with_lesser(name for kind, name in found if kind == "role")
    if ADMIN in roles:
        return roles, None
    return roles, frozenset(name for kind, name in found if kind == "agent") if roles else frozenset()


def actor_of(request: HttpRequest) -> Actor:
    """Return who is acting in this request, as services want to know it (asked once per request)."""
    known: Actor | None = getattr(request, "_hub_actor", None)
    if known is None:
        roles, agents = _roles_and_agents(request.user)
        known = Actor(
            kind="person",
            name=request.user.get_username(),
            door="page",
            roles=roles,
            agents=agents,
            user_id=request.user.pk,
        )
        request._hub_actor = known  # type: ignore[attr-defined]  # noqa: SLF001 - kept on the request it belongs to
    return known


def visible_agents(actor: Actor) -> list[str]:
    """Return the names of existing agents this person may see, in order."""
    return agent_names(actor.agents)


def check_may_look(actor: Actor) -> None:
    """Refuse a person without any role.

    Raises:
        Refused: the person has no role yet.
    """
    if not actor.roles:
        raise Refused("Your account has no role yet; ask an administrator for one.")


def check_agent(actor: Actor, agent: str) -> str:
    """Return the agent's name if this person may see it.

    Raises:
        NotFound: unknown and foreign alike.
    """
    if agent not in agent_names(actor.agents if actor.agents is not None else frozenset({agent})):
        raise NotFound("There is no such agent.")
    return agent


def may_curate(actor: Actor) -> bool:
    """Whether this person may change, forget, restore and decide."""
    return bool(actor.roles & {CURATOR, ADMIN})


def check_may_curate(actor: Actor) -> None:
    """Refuse whoever may only read.

    Raises:
        Refused: the person is no curator.
    """
    if not may_curate(actor):
        raise Refused("Your role only reads; ask a curator or an administrator.")


def curator_of(request: HttpRequest) -> Actor:
    """Return who asks for what waits for a decision: whoever only reads sees nothing of it.

    Raises:
        Refused: the person is no curator.
    """
    actor = actor_of(request)
    check_may_curate(actor)
    return actor


def may_administer(actor: Actor) -> bool:
    """Whether this person may manage people, tokens and settings."""
    return ADMIN in actor.roles


def check_may_administer(actor: Actor) -> None:
    """Refuse everybody but administrators.

    Raises:
        Refused: the person is none.
    """
    if not may_administer(actor):
        raise Refused("Only an administrator may do this.")

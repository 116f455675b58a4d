"""People: accounts, roles, and the agents they look after. Each change takes effect with their next request."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import Q

from curation.models import AgentAssignment
from curation.queries.people import ADMIN, ROLES, strongest
from curation.services import sessions
from knowledge.errors import Conflict, Invalid, NotFound, Refused
from knowledge.queries.agents import agent_names
from knowledge.services import audit
from knowledge.services.agents import check_may_administer
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

NAME_CHARACTERS = 150
_check_spelling = UnicodeUsernameValidator()


def create_person(*, actor: Actor, name: str, role: str = "", agents: Collection[str] = ()) -> int:
    """Make an account without a password; its owner comes in with a link and may set one.

    Args:
        name: 1 to 150 letters, digits and `@.+-_`; another account may not differ by case alone.
        role: `viewer`, `curator`, `admin`, or empty for none yet.
        agents: names of existing agents to look after.

    Returns:
        The key of the account.

    Raises:
        Refused: not an administrator.
        Invalid: a value breaks a rule.
        Conflict: the name is taken.
    """
    check_may_administer(actor)
    clean = _checked_name(name)
    _check_role(role)
    with write_transaction() as opened:
        _one_at_a_time()
        if User.objects.filter(username__iexact=clean).exists():
            raise Conflict("There is already an account with this name; choose another one.", field="name")
        person = User(username=clean, date_joined=opened.now)
        person.set_unusable_password()
        _give_role(person, role)
        added, _ = _assign(person, agents)
        details = {"id": person.pk, "role": role, "agents": len(added)}
        _record(opened, actor, "person.created", person, details)
        return int(person.pk)


def set_role(*, actor: Actor, person_id: int, role: str) -> None:
    """Give a person another role.

    Raises:
        Refused: not an administrator, or one's own role.
        Conflict: the hub would be left without an administrator.
        Invalid, NotFound: there is no such role or person.
    """
    check_may_administer(actor)
    _check_role(role)
    with write_transaction() as opened:
        _one_at_a_time()
        person = _other_person(actor, person_id)
        before = strongest(person.groups.values_list("name", flat=True), is_superuser=person.is_superuser)
        if before == role:
            return
        if before == ADMIN:
            _keep_an_administrator(person)
        _give_role(person, role)
        details = {"id": person.pk, "before": before, "after": role}
        _record(opened, actor, "person.role_changed", person, details)


def assign_agents(*, actor: Actor, person_id: int, agents: Collection[str]) -> None:
    """Say which agents a person looks after; the list replaces the one before.

    Raises:
        Refused: not an administrator.
        Invalid: there is no such agent.
        NotFound: there is no such person.
    """
    check_may_administer(actor)
    with write_transaction() as opened:
        person = _person(person_id)
        added, removed = _assign(person, agents)
        if added or removed:
            details = {"id": person.pk, "added": sorted(added), "removed": sorted(removed)}
            _record(opened, actor, "person.agents_changed", person, details)


def deactivate(*, actor: Actor, person_id: int) -> int:
    """Shut a person out at once: no sign-in, no session, no token of theirs works any more.

    Returns:
        How many sessions were ended.

    Raises:
        Refused: not an administrator, or oneself.
        Conflict: the hub would be left without an administrator.
        NotFound: there is no such person.
    """
    check_may_administer(actor)
    with write_transaction() as opened:
        _one_at_a_time()
        person = _other_person(actor, person_id)
        if not person.is_active:
            return 0
        if strongest(person.groups.values_list("name", flat=True), is_superuser=person.is_superuser) == ADMIN:
            _keep_an_administrator(person)
        person.is_active = False
        person.save(update_fields=["is_active"])
        ended = sessions.end_sessions(person_id=person.pk, now=opened.now)
        _record(opened, actor, "person.deactivated", person, {"id": person.pk, "sessions": ended})
        return ended


def reactivate(*, actor: Actor, person_id: int) -> None:
    """Let a person in again, with the role and agents they had.

    Raises:
        Refused, NotFound: as for `deactivate`.
    """
    check_may_administer(actor)
    with write_transaction() as opened:
        person = _person(person_id)
        if person.is_active:
            return
        person.is_active = True
        person.save(update_fields=["is_active"])
        _record(opened, actor, "person.reactivated", person, {"id": person.pk})


def end_sessions(*, actor: Actor, person_id: int) -> int:
    """End every session of a person, who may sign in again; return how many there were.

    Raises:
        Refused: neither an administrator nor the person themselves.
        NotFound: there is no such person.
    """
    if actor.user_id != person_id:
        check_may_administer(actor)
    with write_transaction() as opened:
        person = _person(person_id)
        ended = sessions.end_sessions(person_id=person.pk, now=opened.now)
        _record(opened, actor, "person.sessions_ended", person, {"id": person.pk, "sessions": ended})
        return ended


def set_own_password(*, person: User, actor: Actor, old: str, new: str) -> None:
    """Set the password of the signed-in person. Sessions that began with the old one end.

    Args:
        old: the password so far; not asked for when there is none.
        new: at least 12 characters, not common, not like the name.

    Raises:
        Invalid: the old password is wrong, or the new one breaks a rule.
    """
    if person.has_usable_password() and not person.check_password(old):
        raise Invalid("The current password is not right.", field="old")
    try:
        validate_password(new, person)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="new") from error
    person.set_password(new)
    with write_transaction() as opened:
        person.save(update_fields=["password"])
        _record(opened, actor, "person.password_set", person, {"id": person.pk})


# ------------------------------------------------------------------ parts


def _one_at_a_time() -> None:
    """Hold the lock under which administrators are counted: two of them never remove one another."""
    list(Group.objects.select_for_update().filter(name=ADMIN))


def _person(person_id: int) -> User:
    person = User.objects.filter(pk=person_id).first()
    if person is None:
        raise NotFound("There is no such person.")
    return person


def _other_person(actor: Actor, person_id: int) -> User:
    person = _person(person_id)
    if actor.user_id == person.pk:
        raise Refused("Ask another administrator to change your own account.")
    return person


def _keep_an_administrator(leaving: User) -> None:
    others = User.objects.filter(Q(is_superuser=True) | Q(groups__name=ADMIN), is_active=True).exclude(pk=leaving.pk)
    if not others.exists():
        raise Conflict("This is the only administrator; make another one first.")


def _give_role(person: User, role: str) -> None:
    # The pages of the Django admin open to administrators only.
    person.is_staff = role == ADMIN
    person.is_superuser = False
    person.save()
    person.groups.remove(*Group.objects.filter(name__in=ROLES))
    if role:
        person.groups.add(Group.objects.get(name=role))


def _assign(person: User, agents: Iterable[str]) -> tuple[set[str], set[str]]:
    """Make the assignments equal to the list; return the names that came and went."""
    wanted = set(agents)
    before = set(AgentAssignment.objects.filter(user=person).values_list("agent", flat=True))
    if wanted - before - set(agent_names(wanted)):
        raise Invalid("There is no such agent.", field="agents")
    added, removed = wanted - before, before - wanted
    AgentAssignment.objects.filter(user=person, agent__in=removed).delete()
    AgentAssignment.objects.bulk_create([AgentAssignment(user=person, agent=name) for name in sorted(added)])
    return added, removed


def _checked_name(name: str) -> str:
    clean = unicodedata.normalize("NFKC", name.strip())
    try:
        _check_spelling(clean)
    except ValidationError as error:
        raise Invalid("A name has letters, digits and @ . + - _ only.", field="name") from error
    if not 1 <= len(clean) <= NAME_CHARACTERS:
        raise Invalid(f"A name has 1 to {NAME_CHARACTERS} characters.", field="name")
    return clean


def _check_role(role: str) -> None:
    if role and role not in ROLES:
        raise Invalid(f"A role is one of {', '.join(ROLES)}.", field="role")


def _record(opened: WriteTransaction, actor: Actor, action: str, person: User, details: dict[str, object]) -> None:
    audit.record(opened, actor, audit.AuditRecord(action, target=person.get_username(), details=details))

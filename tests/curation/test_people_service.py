"""Accounts, roles and assignments: what changes, who may change it, and what is recorded."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from curation import access
from curation.models import AgentAssignment
from curation.queries.people import people, person
from curation.services.people import (
    assign_agents,
    create_person,
    deactivate,
    end_sessions,
    reactivate,
    set_own_password,
    set_role,
)
from knowledge.engine.types import Actor
from knowledge.errors import Conflict, HubError, Invalid, NotFound, Refused
from knowledge.models import AuditEvent
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db


def acting(one: User) -> Actor:
    roles = access.roles_of(one)
    return Actor("person", one.username, "page", roles, access.agents_of(one, roles), user_id=one.pk)


@pytest.fixture
def root(alice) -> Actor:
    return acting(alice)


def last_record() -> AuditEvent:
    return AuditEvent.objects.order_by("-sequence")[0]


def test_a_new_person_has_a_role_agents_and_no_password(root):
    say("there")
    key = create_person(actor=root, name=" dora ", role="viewer", agents=["alice"])
    dora = User.objects.get(pk=key)
    assert (dora.username, dora.has_usable_password(), dora.is_staff, dora.is_superuser) == (
        "dora",
        False,
        False,
        False,
    )
    assert access.roles_of(dora) == {"viewer"}
    assert access.agents_of(dora, access.roles_of(dora)) == {"alice"}
    record = last_record()
    assert (record.action, record.actor, record.door, record.target) == ("person.created", "alice", "page", "dora")
    assert record.details == {"id": key, "role": "viewer", "agents": 1}


@pytest.mark.parametrize("name", ["", "  ", "a b", "x" * 151, "semi;colon", "nul\0", "zero\u200bwidth"])
def test_a_name_has_plain_characters(root, name):
    with pytest.raises(Invalid):
        create_person(actor=root, name=name)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["alice", "ALICE", "ａｌｉｃｅ"])
def test_no_two_people_have_the_same_name_in_another_spelling(root, name):
    with pytest.raises(Conflict):
        create_person(actor=root, name=name)


def test_nothing_is_half_made(root):
    with pytest.raises(Invalid, match="no such agent"):
        create_person(actor=root, name="dora", role="viewer", agents=["nobody"])
    assert not User.objects.filter(username="dora").exists()
    with pytest.raises(Invalid, match="A role is one of"):
        create_person(actor=root, name="dora", role="owner")


def test_a_role_counts_from_the_next_request_on(root, bob):
    for role, roles, staff in (
        ("admin", {"admin", "curator", "viewer"}, True),
        ("viewer", {"viewer"}, False),
        ("", set(), False),
        ("curator", {"curator", "viewer"}, False),
    ):
        set_role(actor=root, person_id=bob.pk, role=role)
        again = User.objects.get(pk=bob.pk)
        assert (access.roles_of(again), again.is_staff) == (roles, staff)
    record = last_record()
    assert record.details == {"id": bob.pk, "before": "", "after": "curator"}


def test_a_role_leaves_other_groups_alone(root, bob):
    from django.contrib.auth.models import Group

    bob.groups.add(Group.objects.create(name="choir"))
    set_role(actor=root, person_id=bob.pk, role="viewer")
    assert set(bob.groups.values_list("name", flat=True)) == {"choir", "viewer"}


def test_the_last_administrator_stays(root, alice, bob):
    other = User.objects.get(pk=create_person(actor=root, name="dora", role="admin"))
    deactivate(actor=acting(other), person_id=alice.pk)
    with pytest.raises(Refused, match="Ask another administrator"):
        deactivate(actor=acting(other), person_id=other.pk)
    with pytest.raises(Refused, match="Ask another administrator"):
        set_role(actor=acting(other), person_id=other.pk, role="viewer")
    system = Actor("system", "root", "command", frozenset({"admin"}), None)
    for call in (deactivate, lambda **more: set_role(role="viewer", **more)):
        with pytest.raises(Conflict, match="only administrator"):
            call(actor=system, person_id=other.pk)
    assert access.roles_of(User.objects.get(pk=other.pk)) >= {"admin"}


def test_a_superuser_that_becomes_a_viewer_is_one(root, alice):
    dora = User.objects.create_superuser("dora")
    set_role(actor=root, person_id=dora.pk, role="viewer")
    assert access.roles_of(User.objects.get(pk=dora.pk)) == {"viewer"}


def test_assignments_become_the_list(root, bob):
    for name in ("one", "two", "three"):
        say("there", agent=name)
    assign_agents(actor=root, person_id=bob.pk, agents=["one", "two"])
    assign_agents(actor=root, person_id=bob.pk, agents=["two", "three", "three"])
    assert set(AgentAssignment.objects.values_list("agent", flat=True)) == {"two", "three"}
    assert last_record().details == {"id": bob.pk, "added": ["three"], "removed": ["one"]}
    count = AuditEvent.objects.count()
    assign_agents(actor=root, person_id=bob.pk, agents=["three", "two"])
    assert AuditEvent.objects.count() == count


def test_switching_off_ends_sessions_for_good(root, bob):
    first, second = Client(), Client()
    first.force_login(bob)
    second.force_login(bob)
    assert deactivate(actor=root, person_id=bob.pk) == 2
    assert first.get("/preferences/").status_code == 405  # a page for everybody
    assert "_auth_user_id" not in first.session
    reactivate(actor=root, person_id=bob.pk)
    for client in (first, second):
        assert client.get("/admin/").status_code == 302
        assert "_auth_user_id" not in client.session
    assert [one.action for one in AuditEvent.objects.order_by("sequence")] == [
        "person.deactivated",
        "person.reactivated",
    ]


def test_only_the_sessions_of_that_person_end(root, bob, as_alice):
    client = Client()
    client.force_login(bob)
    assert end_sessions(actor=acting(bob), person_id=bob.pk) == 1
    assert "_auth_user_id" in as_alice.session
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("who", ["bob", "charlie"])
def test_only_administrators_may(request, alice, who):
    one = request.getfixturevalue(who)
    actor = acting(one)
    for call, more in (
        (create_person, {"name": "dora"}),
        (set_role, {"person_id": one.pk, "role": "admin"}),
        (assign_agents, {"person_id": one.pk, "agents": []}),
        (deactivate, {"person_id": alice.pk}),
        (reactivate, {"person_id": alice.pk}),
        (end_sessions, {"person_id": alice.pk}),
    ):
        with pytest.raises(Refused):
            call(actor=actor, **more)
    assert AuditEvent.objects.count() == 0


def test_nobody_is_not_found(root):
    for call in (set_role, assign_agents, deactivate, reactivate, end_sessions):
        more: dict[str, Any] = (
            {"role": "viewer"} if call is set_role else {"agents": []} if call is assign_agents else {}
        )
        with pytest.raises(NotFound):
            call(actor=root, person_id=987_654, **more)
    with pytest.raises(NotFound):
        person(person_id=987_654)


def test_a_password_is_asked_for_before_it_is_changed(alice, root):
    set_own_password(person=alice, actor=root, old="", new="correct horse battery")
    with pytest.raises(Invalid, match="current password"):
        set_own_password(person=alice, actor=root, old="wrong", new="another long sentence")
    for weak in ("short", "password1234"):
        with pytest.raises(Invalid) as caught:
            set_own_password(person=alice, actor=root, old="correct horse battery", new=weak)
        assert caught.value.field == "new"
    assert User.objects.get(pk=alice.pk).check_password("correct horse battery")
    records = AuditEvent.objects.values_list("action", "details")
    assert list(records) == [("person.password_set", {"id": alice.pk})]


def test_a_change_that_cannot_be_recorded_does_not_happen(root, bob, monkeypatch):
    from knowledge.services import audit

    def broken(*_: object) -> None:
        raise RuntimeError("no audit")

    monkeypatch.setattr(audit, "_append", broken)
    for call in (
        lambda: create_person(actor=root, name="dora"),
        lambda: set_role(actor=root, person_id=bob.pk, role="admin"),
        lambda: deactivate(actor=root, person_id=bob.pk),
    ):
        with pytest.raises(RuntimeError):
            call()
    again = User.objects.get(pk=bob.pk)
    assert (access.roles_of(again), again.is_active) == ({"curator", "viewer"}, True)
    assert not User.objects.filter(username="dora").exists()


def test_people_are_listed_by_name_in_pages_at_the_same_cost(root, alice, django_assert_num_queries):
    for number in range(5):
        create_person(actor=root, name=f"person{number}", role="viewer")
    with django_assert_num_queries(3):
        first = people(limit=4)
    assert [one.name for one in first.items] == ["alice", "person0", "person1", "person2"]
    with django_assert_num_queries(3):
        second = people(after=first.after or "", limit=4)
    assert ([one.name for one in second.items], second.after) == (["person3", "person4"], None)
    assert [one.name for one in people(text="SON3").items] == ["person3"]
    assert (first.items[0].role, first.items[1].role) == ("admin", "viewer")


def test_every_refusal_is_one_sentence(root):
    with pytest.raises(HubError) as caught:
        create_person(actor=root, name="alice")
    assert caught.value.message.endswith(".")

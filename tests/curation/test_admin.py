"""The admin shows every table to administrators and changes nothing past the services."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from curation.services import people
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, Memory
from memoryhub import signin, tokens
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db

SYSTEM = Actor("system", "root", "command", frozenset({"admin"}), None)
REGISTERED = sorted(admin.site._registry.items(), key=lambda pair: pair[0]._meta.label)
NAMES = [model._meta.label_lower for model, _ in REGISTERED]
# Sessions hold live secrets; the rest is bookkeeping of Django and of the job library without rows of its own.
NOT_SHOWN = {
    "admin.logentry",
    "auth.permission",
    "contenttypes.contenttype",
    "sessions.session",
    "django_q.task",
}


def address(model, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def filled(alice, bob):
    """At least one row in the tables that matter, with secrets that must not show."""
    memory = say("A memory <b>bold</b>", subject="user", predicate="lang", object="en", tags=("work",)).memory
    say("A weaker claim", subject="user", predicate="lang", object="fr", origin="channel:chat")
    people.assign_agents(actor=SYSTEM, person_id=bob.pk, agents=["alice"])
    people.set_own_password(person=bob, actor=SYSTEM, old="", new="correct horse battery")
    link = signin.invite(actor=SYSTEM, person_id=bob.pk)
    minted = tokens.mint(actor=SYSTEM, agent="alice", scopes=["memory:read"])
    return {"memory": memory.id, "secrets": (link, minted.secret, tokens.digest(minted.secret))}


def test_every_table_is_there_or_left_out_on_purpose():
    shown = {model._meta.label_lower for model, _ in REGISTERED}
    assert {model._meta.label_lower for model in apps.get_models()} - shown == NOT_SHOWN


def test_nothing_that_a_library_registered_may_write():
    from knowledge.admin import ReadOnlyAdmin

    assert [model for model, shown in REGISTERED if not isinstance(shown, ReadOnlyAdmin)] == []


@pytest.mark.parametrize(("model", "shown"), REGISTERED, ids=NAMES)
def test_lists_and_rows_open_show_no_secret_and_write_nothing(as_alice, filled, model, shown):
    with CaptureQueriesContext(connection) as captured:
        pages = [as_alice.get(address(model, "changelist"))]
        row = model._base_manager.first()
        if row is not None:
            pages.append(as_alice.get(address(model, "change", row.pk)))
    assert [page.status_code for page in pages] == [200] * len(pages)
    text = "".join(page.content.decode() for page in pages)
    assert not any(secret in text for secret in filled["secrets"])
    assert "md5$" not in text
    assert "pbkdf2_" not in text
    assert "<b>bold</b>" not in text
    assert [one["sql"] for one in captured if re.match(r"\s*(insert|update|delete)", one["sql"], re.IGNORECASE)] == []


@pytest.mark.parametrize(("model", "shown"), REGISTERED, ids=NAMES)
def test_rows_cannot_be_added_changed_or_deleted(as_alice, filled, model, shown):
    assert as_alice.get(address(model, "add")).status_code == 403
    assert as_alice.post(address(model, "add"), {}).status_code == 403
    row = model._base_manager.first()
    if row is None:
        return
    before = list(model._base_manager.order_by("pk").values())
    assert as_alice.post(address(model, "change", row.pk), {"agent": "x", "username": "x"}).status_code == 403
    assert as_alice.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    as_alice.post(
        address(model, "changelist"), {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
    )
    assert list(model._base_manager.order_by("pk").values()) == before


@pytest.mark.parametrize("who", ["bob", "charlie", "staff"])
def test_nobody_else_sees_a_row(request, filled, who):
    person = User.objects.create_user("staff", is_staff=True) if who == "staff" else request.getfixturevalue(who)
    client = Client()
    client.force_login(person)
    for model, _ in REGISTERED:
        assert client.get(address(model, "changelist")).status_code in (302, 403), model


def test_a_person_with_the_role_sees_them_without_being_a_superuser(filled):
    key = people.create_person(actor=SYSTEM, name="dora", role="admin")
    client = Client()
    client.force_login(User.objects.get(pk=key))
    assert client.get(address(Memory, "changelist")).status_code == 200
    people.set_role(actor=SYSTEM, person_id=key, role="curator")
    assert client.get(address(Memory, "changelist")).status_code in (302, 403)


def act(client: Client, action: str, *keys: object):
    return client.post(
        address(Memory, "changelist"), {"action": action, "_selected_action": keys, "index": 0}, follow=True
    )


def test_forgetting_and_restoring_go_through_the_services(as_alice, filled):
    row = Memory.objects.get(id=filled["memory"])
    answer = act(as_alice, "forget_selected", row.pk)
    assert "1 memory was changed." in answer.content.decode()
    row.refresh_from_db()
    assert (row.standing, row.token_count) == ("archived", 0)
    record = AuditEvent.objects.order_by("-sequence")[0]
    assert (record.action, record.actor, record.door, record.target) == ("memory.forgotten", "alice", "page", row.id)

    act(as_alice, "restore_selected", row.pk)
    row.refresh_from_db()
    assert row.standing == "believed"
    held = Memory.objects.get(standing="held")
    assert "There is no such memory." in act(as_alice, "forget_selected", held.pk).content.decode()
    held.refresh_from_db()
    assert held.standing == "held"


def test_there_is_one_way_in_and_out(as_alice, stranger):
    assert stranger.get("/admin/login/?next=/admin/").url == "/sign-in/?next=/admin/"
    assert stranger.post("/admin/login/", {"username": "a", "password": "b"}).status_code == 302
    assert as_alice.get("/admin/password_change/").url == "/settings/"
    assert as_alice.get("/admin/logout/").status_code == 405
    assert as_alice.post("/admin/logout/").url == "/sign-in/"
    assert AuditEvent.objects.get().action == "session.ended"


def test_a_long_table_is_counted_up_to_a_bound(as_alice, monkeypatch):
    from knowledge import admin as module

    monkeypatch.setattr(module, "COUNTED_UP_TO", 3)
    for number in range(5):
        say(f"Memory {number}")
    with CaptureQueriesContext(connection) as captured:
        assert as_alice.get(address(Memory, "changelist")).status_code == 200
    counts = [one["sql"] for one in captured if "COUNT(" in one["sql"] and "knowledge_memory" in one["sql"]]
    assert counts
    assert all("LIMIT 3" in sql for sql in counts)


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("auth_user", "password__startswith=a"),
        ("auth_user", "password=a"),
        ("memoryhub_agenttoken", "digest__startswith=a"),
        ("memoryhub_signinlink", "digest__gt=a"),
        ("memoryhub_idempotencyclaim", "body__contains=a"),
        ("django_q_ormq", "payload__contains=a"),
        ("knowledge_memory", "content__regex=(a%2B)%2B%24"),
        ("knowledge_memory", "agent__name__startswith=a"),
    ],
)
def test_a_hidden_column_cannot_be_guessed_through_filters(as_alice, filled, page, asked):
    assert as_alice.get(f"{reverse(f'admin:{page}_changelist')}?{asked}").status_code == 400


def test_lists_are_narrowed_by_their_own_filters(as_alice, filled):
    address = reverse("admin:knowledge_memory_changelist")
    for standing, shown in (("believed", True), ("archived", False)):
        text = as_alice.get(f"{address}?standing__exact={standing}").content.decode()
        assert bool(re.search(r"/memory/\d+/change/", text)) is shown

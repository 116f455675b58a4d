"""Coming in, going out and failing to leave a record; what was typed does not."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from knowledge.models import AuditEvent
from knowledge.services import audit
from memoryhub import signin

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def dora() -> User:
    return User.objects.create_user("dora", password="correct horse battery")


def attempt(client: Client, password: str, name: str = "dora"):
    return client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR="192.0.2.1")


def records() -> list[tuple[str, str, str]]:
    return list(AuditEvent.objects.order_by("sequence").values_list("action", "actor", "target"))


def test_signing_in_and_out(dora, client):
    attempt(client, "correct horse battery")
    client.post("/sign-out/")
    assert records() == [("session.started", "dora", "dora"), ("session.ended", "dora", "dora")]
    assert AuditEvent.objects.get(sequence=1).details == {"by": "password"}
    assert audit.verify().intact


def test_coming_in_by_link(dora, client):
    client.get(f"/sign-in/link/{signin.mint_link(user=dora, now=timezone.now())}/")
    client.post("/sign-in/link/")
    assert records() == [("session.started", "dora", "dora")]
    assert AuditEvent.objects.get().details == {"by": "link"}


def test_a_wrong_password_is_recorded_for_a_known_name_and_without_it_for_another(dora, client):
    attempt(client, "guess")
    attempt(client, "guess", name="my secret typed into the wrong field")
    assert records() == [("session.refused", "", "dora"), ("session.refused", "", "")]
    assert "secret" not in str(list(AuditEvent.objects.values()))
    assert "192.0.2.1" not in str(list(AuditEvent.objects.values()))
    first, second = AuditEvent.objects.order_by("sequence")
    assert first.details["address"] == second.details["address"]
    assert first.details["name"] != second.details["name"]


def test_tries_that_are_not_judged_any_more_fill_no_trail(dora, client):
    for _ in range(15):
        attempt(client, "guess")
    assert len(records()) == 10


def test_a_blank_form_and_signing_out_as_nobody_leave_nothing(dora, client):
    attempt(client, "")
    client.post("/sign-out/")
    assert records() == []


def test_who_cannot_be_recorded_does_not_come_in(dora, client, monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("no audit")

    monkeypatch.setattr(audit, "_append", broken)
    client.raise_request_exception = False
    assert attempt(client, "correct horse battery").status_code == 500
    assert "_auth_user_id" not in client.session


def test_people_see_sign_ins_on_the_audit_page_only_as_administrators(dora, as_alice, as_bob):
    attempt(Client(), "guess")
    assert "Wrong password" in as_alice.get("/audit/").content.decode()
    assert "Wrong password</span>" not in as_bob.get("/audit/").content.decode()

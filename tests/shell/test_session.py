"""Coming in and going out, as a browser does it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from memoryhub import signin
from memoryhub.models import FailedAttempt, SignInLink

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def open_link(client: Client, token: str, *, address: str = "127.0.0.1"):
    client.get(f"/sign-in/link/{token}/", REMOTE_ADDR=address)
    return client.post("/sign-in/link/", REMOTE_ADDR=address)


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def admin(db) -> User:
    return User.objects.create_superuser("admin")


def test_link_signs_in_once_and_only_its_digest_is_kept(admin, client):
    token = signin.mint_link(user=admin, now=timezone.now())
    assert token not in str(SignInLink.objects.values())

    first = open_link(client, token)
    assert (first.status_code, first.url) == (302, "/")
    assert client.session["_auth_user_id"] == str(admin.pk)

    second = open_link(Client(), token)
    assert second.status_code == 410


def test_reading_the_link_page_uses_nothing_up(admin, client):
    token = signin.mint_link(user=admin, now=timezone.now())
    for _ in range(3):
        assert client.get(f"/sign-in/link/{token}/").url == "/sign-in/link/"
        assert client.get("/sign-in/link/").status_code == 200
    assert SignInLink.objects.get().used_at is None
    assert open_link(client, token).status_code == 302


def test_link_ends_after_a_quarter_of_an_hour(admin):
    token = signin.mint_link(user=admin, now=NOON)
    assert signin.redeem(token=token, now=NOON + timedelta(minutes=15)) is None
    assert signin.redeem(token=token, now=NOON + timedelta(minutes=15, microseconds=-1)) == admin


def test_link_works_on_this_machine_only(admin, client):
    token = signin.mint_link(user=admin, now=timezone.now())
    assert open_link(client, token, address="192.0.2.7").status_code == 410
    assert open_link(client, token, address="127.0.0.1").status_code == 302


def test_link_of_somebody_switched_off_does_nothing(admin, client):
    token = signin.mint_link(user=admin, now=timezone.now())
    User.objects.update(is_active=False)
    assert open_link(client, token).status_code == 410


def test_a_new_link_replaces_the_old_one(admin):
    old = signin.mint_link(user=admin, now=NOON)
    new = signin.mint_link(user=admin, now=NOON)
    assert signin.redeem(token=old, now=NOON) is None
    assert signin.redeem(token=new, now=NOON) == admin


def try_password(client: Client, password: str, *, name: str = "dora", address: str = "192.0.2.1"):
    return client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address)


@pytest.fixture
def dora(db) -> User:
    return User.objects.create_user("dora", password="correct horse battery")


def test_password_signs_in_with_a_new_session_key(dora, client):
    client.get("/sign-in/")
    before = client.session.session_key
    assert try_password(client, "correct horse battery").url == "/"
    assert client.session.session_key not in {None, before}
    assert FailedAttempt.objects.count() == 0


def test_after_ten_tries_even_the_right_password_waits(dora, client):
    with time_machine.travel(NOON, tick=False):
        for _ in range(10):
            wrong = try_password(client, "wrong")
        refused = try_password(client, "correct horse battery")
    assert (wrong.status_code, refused.status_code) == (200, 200)
    assert "_auth_user_id" not in client.session
    with time_machine.travel(NOON + timedelta(minutes=10), tick=False):
        assert try_password(client, "correct horse battery").status_code == 302


def test_tries_are_counted_per_account_and_per_address(dora):
    for number in range(10):
        try_password(Client(), "wrong", address=f"192.0.2.{number}")
    assert try_password(Client(), "correct horse battery", address="192.0.2.99").status_code == 200
    for number in range(10):
        try_password(Client(), "wrong", name=f"nobody{number}", address="198.51.100.1")
    User.objects.create_user("emil", password="correct horse battery")
    assert try_password(Client(), "correct horse battery", name="emil", address="198.51.100.1").status_code == 200
    assert try_password(Client(), "correct horse battery", name="emil", address="198.51.100.2").status_code == 302


def test_too_many_tries_do_not_end_a_session_that_is_open(dora, client):
    try_password(client, "correct horse battery")
    for _ in range(12):
        try_password(Client(), "wrong")
    assert client.session["_auth_user_id"] == str(dora.pk)


def test_an_unknown_name_and_a_wrong_password_read_the_same(dora):
    def page(answer) -> str:
        return re.sub(r"[A-Za-z0-9]{64}", "(token)", answer.content.decode())

    unknown = page(try_password(Client(), "wrong", name="dorb"))
    assert unknown.replace("dorb", "dora") == page(try_password(Client(), "wrong", name="dora"))


def test_what_was_typed_is_not_kept(dora, client):
    try_password(client, "wrong", name="my secret typed into the wrong field")
    assert "secret" not in str(list(FailedAttempt.objects.values()))


def test_signing_out_deletes_the_session_on_the_server(dora, client):
    client.force_login(dora)
    key = client.session.session_key
    assert client.post("/sign-out/").status_code == 302
    assert not Session.objects.filter(session_key=key).exists()
    assert client.get("/sign-out/").status_code == 405


def test_switching_somebody_off_ends_their_sessions_at_once(alice, client):
    client.force_login(alice)
    assert client.get("/admin/").status_code == 200
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get("/admin/").status_code == 302


def test_session_ends_after_two_hours_without_use(alice):
    client = Client()
    with time_machine.travel(NOON, tick=False):
        client.force_login(alice)
    for minutes in (100, 200, 300):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            assert client.get("/admin/").status_code == 200
    with time_machine.travel(NOON + timedelta(minutes=421), tick=False):
        assert client.get("/admin/").status_code == 302


def test_session_ends_after_twelve_hours_in_any_case(alice):
    client = Client()
    with time_machine.travel(NOON, tick=False):
        client.force_login(alice)
    for hour in range(1, 12):
        with time_machine.travel(NOON + timedelta(hours=hour), tick=False):
            assert client.get("/admin/").status_code == 200
    with time_machine.travel(NOON + timedelta(hours=12, seconds=1), tick=False):
        assert client.get("/admin/").status_code == 302


def test_the_time_of_last_use_belongs_to_one_session(alice):
    client = Client()
    with time_machine.travel(NOON, tick=False):
        client.force_login(alice)
    thief = Client()
    with time_machine.travel(NOON + timedelta(minutes=119), tick=False):
        thief.force_login(alice)
        thief.get("/admin/")
    client.cookies[settings.SEEN_COOKIE_NAME] = "forged"
    with time_machine.travel(NOON + timedelta(minutes=125), tick=False):
        assert client.get("/admin/").status_code == 302


def test_reading_pages_writes_nothing(as_alice):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        assert as_alice.get("/admin/").status_code == 200
    assert [row["sql"] for row in captured if not row["sql"].lstrip().upper().startswith("SELECT")] == []

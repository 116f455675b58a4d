"""What every answer carries, whatever it is about."""

from __future__ import annotations

import pytest
from django.test import Client

PAGES = ["/sign-in/", "/admin/", "/health/live", "/health/ready", "/metrics", "/there-is-nothing-here", "/static/none"]
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
}


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_is_locked_down(as_alice, path):
    answer = as_alice.get(path)
    assert {part.strip() for part in answer["Content-Security-Policy"].split(";")} == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
    assert len(answer["X-Request-ID"]) == 16
    if not path.startswith("/static/"):
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_write_that_another_site_started_is_refused(db, site):
    answer = Client().post("/sign-in/", {"username": "a", "password": "b"}, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/sign-in/", "/sign-in/link/", "/sign-out/", "/i18n/setlang/"])
def test_a_write_without_its_token_is_refused(db, path):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/sign-in/")
    assert browser.post(path, {}).status_code == 403


def test_a_stranger_is_sent_to_the_sign_in_page_from_everywhere(stranger):
    for path in ("/", "/admin/auth/user/"):
        answer = stranger.get(path)
        assert answer.status_code == 302
        assert answer.url.startswith(("/sign-in/?next=", "/admin/login/"))


def test_the_cookies_of_a_session_cannot_be_read_by_scripts(alice, client):
    client.force_login(alice)
    answer = client.get("/admin/")
    assert "hub-seen" in answer.cookies
    client.get("/sign-in/")
    signed = client.post("/sign-in/link/")
    for cookie in [*answer.cookies.values(), *signed.cookies.values()]:
        if not cookie.value:  # a cookie being deleted
            continue
        assert cookie["httponly"] is True, cookie.key
        assert cookie["samesite"] == "Lax", cookie.key

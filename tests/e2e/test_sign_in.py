"""Coming in with the printed link, in a browser."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from memoryhub import signin


def test_printed_link_opens_the_hub_once(page: Page, live_server) -> None:
    person = User.objects.create_superuser("admin")
    token = signin.mint_link(user=person, now=timezone.now())

    page.goto(f"/sign-in/link/{token}/")
    assert token not in page.url
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{live_server.url}/")

    page.context.clear_cookies()
    page.goto(f"/sign-in/link/{token}/")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("has been used")

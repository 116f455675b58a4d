"""Connecting a client in a browser: from a name to a green light."""

from __future__ import annotations

import re

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from memoryhub.models import AgentToken


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    sign_in(alice)
    return page


def make(hub: Page) -> str:
    """Go from an empty hub to what is pasted; return the token."""
    hub.goto("/")
    hub.get_by_role("link", name=re.compile("Or connect Claude")).click()
    hub.get_by_label("Agent").fill("alice")
    hub.keyboard.press("Enter")
    expect(hub.get_by_role("heading", name="Connect alice")).to_be_visible()
    (secret,) = set(re.findall(r"mh_live_[0-9A-Za-z]{33}", hub.content()))
    return secret


def test_the_light_turns_green_with_the_first_call(hub: Page, live_server):
    secret = make(hub)
    assert secret not in hub.url
    light = hub.locator("#light")
    expect(light).to_contain_text("Waiting for the first call")
    headers = {"Authorization": f"Bearer {secret}"}
    stored = httpx.post(
        f"{live_server.url}/api/v1/memories", json={"content": "The kettle is red"}, headers=headers, trust_env=False
    )
    assert stored.status_code == 201
    expect(light).to_contain_text("Connected.")
    asked = []
    hub.on("request", lambda request: asked.append(request.url))
    hub.wait_for_timeout(2_500)
    assert asked == []
    hub.get_by_role("link", name="See what alice remembers").click()
    expect(hub.get_by_text("The kettle is red")).to_be_visible()
    assert secret not in hub.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 800})
    make(hub)
    for address in ("", "/connect/", f"/connect/{AgentToken.objects.get().pk}/", "/api/v1/docs"):
        if address:
            hub.goto(address)
        assert problems(hub) == [], address
        assert hub.evaluate("document.documentElement.scrollWidth") <= width, address


def test_without_scripts(browser, live_server, alice, context):
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(alice)
    window = browser.new_context(base_url=live_server.url, java_script_enabled=False, locale="en-GB")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    window.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    hub = window.new_page()
    secret = make(hub)
    headers = {"Authorization": f"Bearer {secret}"}
    assert httpx.get(f"{live_server.url}/api/v1/stats", headers=headers, trust_env=False).status_code == 200
    hub.get_by_role("link", name="Look again").click()
    expect(hub.locator("#light")).to_contain_text("Connected.")
    assert secret not in hub.content()
    window.close()

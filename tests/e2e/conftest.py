"""A real browser for the tests in this folder.

``page`` fails its test when the browser reports an error or a breach of the content security policy: nobody looks at
a console.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

expect.set_options(timeout=20_000)  # a busy machine needs patience; what is expected stays the same


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser; one process does it, so that two browsers never fight for the machine."""
    for item in items:
        if "tests/e2e" in item.nodeid:
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a file.

    It ends with the file: while its driver runs, this thread counts as asynchronous, and Django gives it other database
    connections than the tests that follow would find.
    """
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("Chromium is not installed here")
    with sync_playwright() as playwright:
        # The browser's driver runs an event loop in this thread; the tests' own queries are not part of it.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def context(browser: Browser, live_server: Any) -> Iterator[BrowserContext]:
    """A browser window with no cookies, on an empty hub with three people in it."""
    from knowledge.services import audit, index

    # What lives outside Django's tables starts empty too.
    index.clear()
    audit.head_file().unlink(missing_ok=True)
    window = browser.new_context(base_url=live_server.url, locale="en-GB", timezone_id="UTC")
    window.set_default_timeout(10_000)
    yield window
    window.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab of a stranger; sign in with ``sign_in``."""
    complaints: list[str] = []
    tab = context.new_page()
    tab.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    tab.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield tab
    # Pages answer 403, 404, 409 on purpose, and a newer question takes an older one back.
    allowed = ("favicon", "status of 4", "Status Error Code 4", "htmx:sendAbort", "htmx:afterRequest")
    assert [line for line in complaints if not any(word in line for word in allowed)] == []


@pytest.fixture
def sign_in(context: BrowserContext, live_server: Any):
    """Give this browser a person's session: ``sign_in(alice)``."""

    def give(person: User) -> None:
        client = Client()
        client.force_login(person)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    return give

"""A hub for other machines: what changes when it is reached over https."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from django.conf import settings

SCRIPT = """
import json, django
django.setup()
from django.test import Client
https, http = Client(), Client()
page = https.get("/sign-in/", secure=True, HTTP_HOST="hub.example.org")
plain = http.get("/sign-in/", HTTP_HOST="hub.example.org")
proxied = http.get("/sign-in/", HTTP_HOST="hub.example.org", HTTP_X_FORWARDED_PROTO="https")
health = http.get("/health/live", HTTP_HOST="hub.example.org")
print(json.dumps({
    "cookies": {name: [cookie["secure"], cookie["path"], cookie["domain"]] for name, cookie in page.cookies.items()},
    "hsts": page.headers.get("Strict-Transport-Security"),
    "plain": [plain.status_code, plain.headers.get("Location")],
    "proxied": proxied.status_code,
    "health": health.status_code,
    "foreign": https.get("/sign-in/", secure=True, HTTP_HOST="elsewhere.example.org").status_code,
}))
"""


def hub(**extra: str) -> dict[str, Any]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
        "MEMORYHUB_HTTPS": "true",
        "MEMORYHUB_ALLOWED_HOSTS": "hub.example.org",
        "MEMORYHUB_SECRET_KEY": "0123456789-abcdefghijklmnopqrstuvwxyz-0123456789-abcdef",
        **extra,
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_cookies_belong_to_this_host_and_to_https():
    found = hub()
    assert found["cookies"] == {"__Host-hub-csrf": [True, "/", ""]}
    assert found["hsts"] == "max-age=31536000; includeSubDomains; preload"
    assert found["plain"] == [301, "https://hub.example.org/sign-in/"]
    assert found["health"] == 200
    assert found["foreign"] == 400


def test_a_proxy_is_believed_only_when_there_is_one():
    assert hub()["proxied"] == 301
    assert hub(MEMORYHUB_PROXY_HOPS="1")["proxied"] == 200

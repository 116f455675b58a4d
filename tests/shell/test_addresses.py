"""Where a request comes from."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from memoryhub import signin


@pytest.mark.parametrize(
    ("hops", "forwarded", "expected"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9", "198.51.100.1"),
        (2, "203.0.113.9", "203.0.113.9"),
        (1, "", ""),
    ],
)
def test_only_our_own_proxies_are_believed(settings, hops, forwarded, expected):
    settings.PROXY_HOPS = hops
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded})
    assert signin.address_of(request) == expected


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("192.0.2.1", False),
        ("", False),
        ("localhost", False),
    ],
)
def test_this_machine(address, here):
    assert signin.is_loopback(address) is here

"""Under which names, and from whose pages, the agents' door may be called: behind a proxy too."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.handlers.asgi import ASGIRequest

from knowledge.errors import Refused
from memoryhub.mcp.http import _check_place


def asked(**headers: str) -> ASGIRequest:
    sent = [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/mcp", "query_string": b"", "headers": sent, "scheme": "http"}
    return ASGIRequest(scope, BytesIO())


@pytest.fixture
def behind_a_proxy(settings):
    settings.ALLOWED_HOSTS = ["hub.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


OWN = {"Host": "hub.example.org", "X_Forwarded_Proto": "https"}


@pytest.mark.parametrize(
    "more", [{}, {"Origin": "https://hub.example.org"}, {"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}]
)
def test_its_own_name_is_good(behind_a_proxy, more):
    _check_place(asked(**OWN, **more))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"Host": "127.0.0.1:8000"}, "MEMORYHUB_ALLOWED_HOSTS"),
        ({"Host": "hub.example.org.evil.example"}, "MEMORYHUB_ALLOWED_HOSTS"),
        ({"Host": "hub.example.org\x00"}, "MEMORYHUB_ALLOWED_HOSTS"),
        ({"X_Forwarded_Proto": "http"}, "https"),
        ({"Origin": "http://hub.example.org"}, "other sites"),
        ({"Origin": "https://evil.example"}, "other sites"),
        ({"Origin": "null"}, "other sites"),
        ({"Sec_Fetch_Site": "same-site"}, "other sites"),
        ({"Sec_Fetch_Site": "cross-site"}, "other sites"),
    ],
)
def test_everything_else_is_refused(behind_a_proxy, wrong, said):
    with pytest.raises(Refused, match=said):
        _check_place(asked(**{**OWN, **wrong}))


def test_a_trusted_site_may(behind_a_proxy, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://app.example.org"]
    _check_place(asked(**OWN, Origin="https://app.example.org"))
    for other in ("http://app.example.org", "https://other.example.org", "https://app.example.org.evil.example"):
        with pytest.raises(Refused):
            _check_place(asked(**OWN, Origin=other))

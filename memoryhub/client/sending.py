"""Sending calls over HTTP: the token, second tries, and refusals as exceptions."""

from __future__ import annotations

import json
import os
from typing import Any

import httpx

from memoryhub.client.calls import Call

HERE = "http://127.0.0.1:8000"
TRIES = 4
TIMEOUT_SECONDS = 60.0
LONGEST_WAIT_SECONDS = 60.0
LATER = frozenset({429, 503})
IN_FLIGHT = "idempotency_in_flight"


class HubError(Exception):
    """A hub refused a call.

    Attributes:
        status: of the HTTP answer; 0 when none came.
        code: a stable word, for example `missing_scope`.
        detail: one sentence that says what to do.
        fields: what is wrong with which field.
        body: the whole problem, for what only some refusals tell.
    """

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.detail = str(body.get("detail", "The hub did not say why."))
        self.fields = {str(one["field"]): str(one["message"]) for one in body.get("errors", ())}
        self.body = body
        super().__init__(f"{self.detail} ({status} {self.code})")


class UnreachableError(HubError):
    """No answer came, in several tries."""

    def __init__(self, reason: str) -> None:
        super().__init__(0, {"code": "unreachable", "detail": f"The hub cannot be reached: {reason}"})


def client_options(url: str | None, token: str | None) -> dict[str, Any]:
    """Return how either kind of HTTP client reaches the hub.

    Args:
        url: of the hub; `MEMORYHUB_URL`, else this machine's port 8000.
        token: of an agent or a person; `MEMORYHUB_TOKEN` if absent.

    Raises:
        ValueError: there is no token.
    """
    secret = token or os.environ.get("MEMORYHUB_TOKEN", "")
    if not secret:
        raise ValueError("Give a token, or put one into MEMORYHUB_TOKEN; `manage.py token mint` makes one.")
    base = (url or os.environ.get("MEMORYHUB_URL") or HERE).rstrip("/")
    return {
        "base_url": f"{base}/api/v1",
        "headers": {"Authorization": f"Bearer {secret}", "Accept": "application/json"},
        "timeout": TIMEOUT_SECONDS,
        "follow_redirects": False,  # a token goes nowhere else
    }


def request_of(call: Call[Any]) -> dict[str, Any]:
    """Return what to hand to `request` of an HTTP client."""
    asked: dict[str, Any] = {"method": call.method, "url": call.path, "params": dict(call.query)}
    headers = {"Idempotency-Key": call.key} if call.key else {}
    if call.body is not None:
        # What is no JSON or no Unicode goes out as it is: the hub says what is wrong with it, like with all else.
        text = json.dumps(dict(call.body), ensure_ascii=False, separators=(",", ":"))
        asked["content"] = text.encode("utf-8", "surrogatepass")
        headers["Content-Type"] = "application/json"
    return {**asked, "headers": headers}


def wait_before(response: httpx.Response | None, attempt: int) -> float | None:
    """Say how many seconds to wait before another try; None when there is to be none.

    Trying again is safe: reads change nothing, and a write carries a key by which the hub knows it again.
    """
    if attempt >= TRIES:
        return None
    if response is None:
        return min(0.2 * 2.0**attempt, LONGEST_WAIT_SECONDS)
    if response.status_code not in LATER and not (response.status_code == 409 and IN_FLIGHT in response.text):
        return None
    try:
        return min(float(response.headers.get("Retry-After", 1)), LONGEST_WAIT_SECONDS)
    except ValueError:
        return 1.0


def checked(response: httpx.Response) -> Any:
    """Return the JSON of a good answer.

    Raises:
        HubError: it is a refusal.
    """
    if response.is_success:
        return response.json()
    try:
        body = response.json()
    except ValueError:
        body = {}
    raise HubError(response.status_code, body if isinstance(body, dict) else {})

"""What is a message of the protocol, and what is answered to anything else. The same for both transports."""

from __future__ import annotations

import json
import re
from typing import Any

import pydantic
from mcp import types
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from knowledge.errors import HubError, Invalid
from memoryhub.api.bodies import read_json

VERSIONS = (*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS)
"""Of the protocol, those that are spoken here."""

_NO_MESSAGE = "no_message"
_ID_DIGITS = 18
_BEGINNING = re.compile(rb'\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,18}|"[ -!#-\[\]-~]{1,200}")\s*,')
"""How clients begin a request; of one that is cut short or too deep to read this much is still known."""


def check_message(raw: bytes) -> dict[str, Any]:
    """Return a single message, refuse what is none in strict JSON.

    Raises:
        Invalid: says why.
    """
    value = read_json(raw)
    try:
        types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    except pydantic.ValidationError:
        value = None
    # A call whose id is none would pass for a message that wants no answer.
    if not isinstance(value, dict) or ("id" in value and _id_in(value) is None):
        raise Invalid("This is no message of the protocol.", code=_NO_MESSAGE)
    return value


def refusal(raw: bytes, error: HubError) -> types.JSONRPCError:
    """Return the protocol's own answer to what is no message."""
    code = types.INVALID_REQUEST if error.code == _NO_MESSAGE else types.PARSE_ERROR
    return types.JSONRPCError(jsonrpc="2.0", id=_id_of(raw), error=types.ErrorData(code=code, message=error.message))


def of_version(raw: bytes, version: str | None) -> types.JSONRPCError | None:
    """Return the protocol's own answer to a version of it that is not spoken here, None for one that is.

    Args:
        raw: the message.
        version: what its header names; None when it names none.
    """
    if version is None or version in VERSIONS:
        return None
    about = types.ErrorData(
        code=types.UNSUPPORTED_PROTOCOL_VERSION,
        message="This hub does not speak that version of the protocol; name one that data.supported lists.",
        data={"supported": list(VERSIONS), "requested": version[:_ID_DIGITS]},
    )
    return types.JSONRPCError(jsonrpc="2.0", id=_id_of(raw), error=about)


def _id_of(raw: bytes) -> str | int | None:
    """Return the id of what was to be a request, however bad the rest is; None when it cannot be told."""
    try:
        value = json.loads(raw, parse_int=lambda digits: int(digits) if len(digits) <= _ID_DIGITS else None)
    except (ValueError, RecursionError):
        begun = _BEGINNING.match(raw)
        return json.loads(begun[1]) if begun else None
    return _id_in(value) if isinstance(value, dict) else None


def _id_in(value: dict[str, Any]) -> str | int | None:
    found = value.get("id")
    if isinstance(found, str):
        return found if found.isprintable() else None
    return found if isinstance(found, int) and not isinstance(found, bool) else None

"""Reading answers of pages in tests."""

from __future__ import annotations

import html
import itertools
import re
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from knowledge.engine.types import StoreOutcome
from tests.knowledge import helpers

WRITING = re.compile(r"^\s*(insert|update|delete|replace)\b", re.IGNORECASE)


def text_of(response: Any) -> str:
    """The words on a page, without tags, white space collapsed."""
    body = re.sub(r"<(script|style|title)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def queries_of(client: Any, address: str, **headers: str) -> list[str]:
    """The statements a page sends to the database."""
    with CaptureQueriesContext(connection) as found:
        response = client.get(address, headers=headers)
    assert response.status_code == 200, response.status_code
    return [one["sql"] for one in found]


def masked(response: Any) -> str:
    """A page without what differs between any two requests: the form's token, and the address asked for."""
    body = re.sub(r"\b[A-Za-z0-9]{64}\b", "TOKEN", response.content.decode())
    return re.sub(r'(name="next" value=)"[^"]*"', r'\1"HERE"', body)


_said = itertools.count()


def say(content: str, **more: Any) -> StoreOutcome:
    """Store a memory an hour ago, each one a millisecond after the one before, unless a moment is given."""
    more.setdefault("now", timezone.now() - timedelta(hours=1) + timedelta(milliseconds=next(_said)))
    return helpers.say(content, **more)


def fact(value: str, **more: Any) -> StoreOutcome:
    """State the value of a fact at such a moment."""
    more.setdefault("now", timezone.now() - timedelta(hours=1) + timedelta(milliseconds=next(_said)))
    return helpers.fact(value, **more)


def ago(**span: float) -> datetime:
    """A moment in the past."""
    return timezone.now() - timedelta(**span)

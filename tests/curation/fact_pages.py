"""Reading the pages of facts in tests."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

from django.test import Client


def address(subject: str = "user", predicate: str = "lang", agent: str = "alice", **more: str) -> str:
    return "/facts/fact/?" + urlencode({"agent": agent, "subject": subject, "predicate": predicate, **more})


def page(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


def big(text: str) -> list[str]:
    """The values the panel answers with."""
    panel = text[text.index('id="answer"') : text.index('id="axis-title"')]
    return [html.unescape(value) for value in re.findall(r'<p class="big[^>]*>([^<]*)</p>', panel)]


def values(text: str) -> list[str]:
    """The values the table lists, newest first."""
    table = text[text.index('id="versions"') :]
    return [html.unescape(value) for value in re.findall(r"data-open[^>]*>([^<]*)</a>", table)]

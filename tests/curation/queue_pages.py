"""Reading the pages of the queue in tests."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client

HTMX = {"HX-Request": "true"}


def cards(response: Any) -> list[str]:
    """Ids of the requests on the page, in order."""
    return re.findall(r'id="q-(r_\w+)"', response.content.decode())


def card(response: Any, request: str) -> str:
    """The markup of one card."""
    found = re.search(rf'<article class="ask[^"]*" id="q-{request}".*?</article>', response.content.decode(), re.DOTALL)
    assert found is not None, request
    return found[0]


def hidden_fields(markup: str, verdict: str = "approve") -> dict[str, Any]:
    """What the form of a card sends for a verdict, as a browser would send it."""
    for form in re.findall(r"<form\b.*?</form>", markup, re.DOTALL):
        pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
        if ("verdict", verdict) in pairs:
            fields: dict[str, Any] = {}
            for name, value in pairs:
                fields.setdefault(name, []).append(html.unescape(value))
            return {name: values for name, values in fields.items() if name != "csrfmiddlewaretoken"}
    raise AssertionError(f"no form for {verdict}")


def decide(client: Client, request: str, verdict: str = "approve", *, live: bool = True, **more: Any) -> Any:
    """Press the button of a card as it is shown now; `more` is typed in."""
    markup = card(client.get("/queue/", headers=HTMX), request)
    return client.post(f"/queue/{request}/decide/", hidden_fields(markup, verdict) | more, headers=HTMX if live else {})


def notice(response: Any) -> str:
    """The sentence of the notice that came with an answer."""
    found = re.findall(r'<li class="toast.*?<span class="text">(.*?)</span>', response.content.decode(), re.DOTALL)
    said = [html.unescape(one) for one in found if one]
    return said[-1] if said else ""

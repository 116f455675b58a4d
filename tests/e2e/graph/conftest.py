"""A hub with a small graph, and its administrator signed in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from curation import graph_page
from knowledge.services.aliases import add_alias
from tests.e2e.graph_pages import FACTS, PERSON, say


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    graph_page.forget_views()
    for one in FACTS:
        say(*one)
    say("Mika", "lives in", "Nagoya", origin="channel:chat")
    add_alias(actor=PERSON, agent="alice", canonical="Ben", alias="Benjamin")
    sign_in(alice)
    return page

"""What programs can do here, as a page."""

from __future__ import annotations

import html
import re

import pytest

from memoryhub.api.router import api

pytestmark = pytest.mark.django_db


def test_every_operation_and_shape_is_there_and_every_link_leads_somewhere(as_charlie):
    answer = as_charlie.get("/api/v1/docs")
    page = answer.content.decode()
    assert answer.status_code == 200
    for path, methods in api.document["paths"].items():
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in page
            assert html.escape(operation["summary"]) in page
        assert f"<span>{path}</span>" in page
    for name, schema in api.document["components"]["schemas"].items():
        assert f'id="shape-{name}"' in page
        for field in schema.get("properties", {}):
            assert f">{field}" in page
    places = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) - places == set()
    assert "<script>" not in page


def test_it_is_for_those_who_are_signed_in(stranger):
    answer = stranger.get("/api/v1/docs")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


def test_scopes_and_kinds_are_told(as_charlie):
    page = as_charlie.get("/api/v1/docs").content.decode()
    store = page[page.index('id="store_memory"') : page.index('id="store_memories"')]
    assert "memory:write" in store
    assert 'href="#shape-StoreOneIn"' in store
    assert "Idempotency-Key" in store
    shape = page[page.index('id="shape-StoreIn"') :]
    assert "episodic | semantic | procedural" in shape

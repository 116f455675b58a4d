"""Stating a value on the page of a fact: what it would mean, what it meant, what cannot be."""

from __future__ import annotations

import html
from datetime import timedelta

import pytest
from django.test import Client

from curation.models import AgentAssignment
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, Memory
from knowledge.queries.instants import format_instant
from knowledge.services.audit import head_file
from tests.curation.fact_pages import address, big, page
from tests.knowledge.helpers import NOW, days, fact

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
TICK = timedelta(microseconds=1)
PERSON = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
NASTY = '"><script>alert(1)</script>\u202e'


def test_a_preview_says_what_would_happen_and_writes_nothing(curator):
    fact("python", now=days(-9))
    head, rows = head_file().read_bytes(), list(Memory.objects.values())
    answer = curator.post(address(), {"value": "rust", "do": "preview"})
    assert answer.status_code == 200
    text = html.unescape(answer.content.decode())
    assert "Saving this would mean" in text
    assert "“rust” is true from 30 Nov 2026 12:00 on." in text
    assert "It takes the place of “python”" in text
    assert "“python”: until 30 Nov 2026 12:00 instead of open" in text
    assert 'value="rust"' in text
    assert (head_file().read_bytes(), list(Memory.objects.values())) == (head, rows)


@pytest.mark.parametrize(
    ("sent", "said", "answers"),
    [
        ({"value": "rust"}, "It takes the place of “python”", ["rust"]),
        ({"value": "python"}, "The hub already believes this", ["python"]),
        ({"value": "cobol", "valid_from": "1999-01-01"}, "kept as history", ["python"]),
        ({"value": "zig", "valid_from": "2027-01-01"}, "Until then nothing changes.", ["python"]),
        ({"value": "python", "valid_until": "2027-01-01"}, "“python” ends at 1 Jan 2027", ["python"]),
        ({"value": "rust", "confidence": "0.5"}, "more certain", ["python"]),
    ],
)
def test_the_outcome_is_explained_in_plain_words(curator, sent, said, answers):
    fact("python", now=days(-9))
    answer = curator.post(address(), {**sent, "zone": "UTC", "do": "save"}, follow=True)
    text = html.unescape(answer.content.decode())
    assert said in text[text.index('id="toasts"') :]
    assert big(page(curator, address())) == answers


def test_a_value_true_from_now_on_is_not_said_to_start_later(curator, monkeypatch):
    """The clock goes on between reading the page and storing the statement."""
    fact("python", now=days(-9))
    monkeypatch.setattr("knowledge.services.transactions.hub_now", lambda: NOW + TICK)
    answer = curator.post(address(), {"value": "rust", "zone": "UTC", "do": "save"}, follow=True)
    text = html.unescape(answer.content.decode())
    assert "It takes the place of “python”" in text[text.index('id="toasts"') :]
    assert "Until then nothing changes." not in text


def test_a_statement_is_the_persons_own_and_keeps_what_was_left_open(curator):
    fact("python", now=days(-9), tags=("work",), importance=9, layer="procedural", content="The user writes python")
    curator.post(
        address(),
        {"value": "rust", "comment": "told me on the phone", "valid_from": "2026-11-29T09:00", "zone": "Asia/Tokyo"},
    )
    row = Memory.objects.get(object="rust")
    assert (row.origin, row.origin_trust, row.source_event) == ("operator", 1.0, "operator_correction")
    assert row.metadata == {"comment": "told me on the phone"}
    assert (row.tags, row.importance, row.layer) == (["work"], 9, "procedural")
    assert row.content == "user lang: rust"
    assert format_instant(row.valid_from) == "2026-11-29T00:00:00Z"
    assert row.sources.get().session == "person:bob"
    assert AuditEvent.objects.filter(actor="bob", target=row.id).exists()
    text = html.unescape(page(curator, address()))
    assert "told me on the phone" in text
    assert "corrected by a person" in text


def test_saying_the_same_confirms_without_retyping_the_sentence(curator):
    row = fact("python", now=days(-9), content="The user writes python").memory
    curator.post(address(), {"value": "python", "do": "save"})
    assert Memory.objects.count() == 1
    assert Memory.objects.get(id=row.id).reaffirmations.filter(original=False).count() == 1


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Write a value or a sentence"),
        ({"value": "x", "valid_from": "2026-12-02", "valid_until": "2026-12-01"}, "after the beginning"),
        ({"value": "x", "valid_until": "2020-01-01"}, "later than valid_from"),
        ({"value": "x", "valid_from": "soon"}, "Write a date and a time"),
        ({"value": "x", "confidence": "2"}, "less than or equal to 1"),
        ({"value": "x", "confidence": "nan"}, "number"),
        ({"value": "{", "is_json": "on"}, "no JSON value"),
        ({"value": "null", "is_json": "on"}, "no JSON value"),
        ({"value": "1" * 5000, "is_json": "on"}, "no JSON value"),
        ({"value": "x" * 20_001}, "at most 20000"),
    ],
)
def test_a_mistake_is_named_and_what_was_typed_is_kept(curator, sent, said):
    fact("python", now=days(-9))
    for what in ("preview", "save"):
        answer = curator.post(address(), {"comment": "keep me", **sent, "do": what})
        assert answer.status_code == 422
        text = html.unescape(answer.content.decode())
        assert said in text
        assert 'value="keep me"' in text
    assert Memory.objects.count() == 1


def test_json_values_come_and_go_as_json(curator):
    fact({"city": "Osaka"}, now=days(-9), content="x")  # type: ignore[arg-type]
    curator.post(address(), {"value": '{"city": "Kyoto"}', "is_json": "on", "do": "save"})
    row = Memory.objects.latest("number")
    assert (row.object, row.object_is_json) == ('{"city":"Kyoto"}', True)
    assert big(page(curator, address())) == ['{"city": "Kyoto"}']


def test_a_statement_needs_the_form_of_this_site(bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    fact("python")
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    assert client.post(address(), {"value": "rust"}).status_code == 403
    assert Memory.objects.count() == 1


def test_the_page_speaks_japanese(as_alice):
    fact("python", now=days(-9))
    answer = as_alice.get(address(), headers={"Accept-Language": "ja"})
    assert "時間軸" in answer.content.decode()

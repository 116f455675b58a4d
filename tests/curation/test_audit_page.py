"""The audit page: what it shows to whom, its filters and pages, its export, and the check of the chain."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from curation import audit_page, wording
from curation.services import people
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent
from knowledge.services import audit
from knowledge.services.edit import forget
from knowledge.services.transactions import write_transaction
from tests.architecture import repository
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db

SYSTEM = Actor("system", "root", "command", frozenset({"admin"}), None)


@pytest.fixture
def trail(bob):
    """Two agents' records, one about no agent at all; Bob looks after alice."""
    fact("en", now=days(-3))
    fact("fr", now=days(-2))
    gone = say("Carol's note", agent="carol", now=days(-1)).memory.id
    forget(actor=SYSTEM, memory_id=gone, reason="<script>alert(1)</script> wrong", now=NOW)
    people.assign_agents(actor=SYSTEM, person_id=bob.pk, agents=["alice"])
    return gone


def page(client: Client, address: str = "/audit/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'class="num">(\d+)</td>', html)]


def test_an_administrator_sees_everything_in_plain_words(as_alice, trail):
    html = page(as_alice)
    assert shown(html) == [5, 4, 3, 2, 1]
    for words in ("Stored a memory", "Replaced a value", "Forgot a memory", "Changed assigned agents"):
        assert words in html
    assert "5 of 5" in re.sub(r"\s+", " ", html)
    assert "Carol&#x27;s note" not in html
    assert "Carol's note" not in html


def test_a_curator_sees_the_records_of_assigned_agents_only(as_bob, trail):
    html = page(as_bob)
    assert re.findall(r"Stored a memory</span>|Replaced a value</span>", html) == [
        "Replaced a value</span>",
        "Stored a memory</span>",
    ]
    assert "carol" not in html
    assert "Check the chain" not in html
    assert trail not in html


def test_reasons_are_text_not_markup(as_alice, trail):
    html = page(as_alice)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; wrong" in html
    assert "<script>alert" not in html


def test_without_a_role_there_is_nothing_to_see(as_charlie, stranger, trail):
    for address in ("/audit/", "/audit/export/"):
        assert as_charlie.get(address).status_code == 403
        assert stranger.get(address).status_code == 302


def test_an_agent_of_others_and_one_that_never_was_answer_alike(as_bob, trail):
    for part in ("", "export/"):
        answers = [(as_bob.get(f"/audit/{part}?agent={name}"), name) for name in ("carol", "nobody")]
        assert {answer.status_code for answer, _ in answers} == {404}
        # The form of the viewer's own menu carries the address that was asked for, and a fresh token.
        texts = {re.sub(rf"[A-Za-z0-9]{{64}}|={name}", "", answer.content.decode()) for answer, name in answers}
        assert len(texts) == 1
    assert page(as_bob, "/audit/?agent=alice").count("<tr data-item>") == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("actor=root", [5, 4]),
        ("door=command", [5, 4]),
        ("action=memory.superseded", [2]),
        ("agent=carol", [4, 3]),
        ("target={gone}", [4, 3]),
        ("since=2026-11-30T00:00", [5, 4]),
        ("until=2026-11-29", [2, 1]),
        ("agent=carol&action=memory.forgotten", [4]),
        ("actor=nobody", []),
        ("action=there.is.none", [5, 4, 3, 2, 1]),
        ("since=yesterday", [5, 4, 3, 2, 1]),
        ("before=4", [3, 2, 1]),
        ("before=x", [5, 4, 3, 2, 1]),
        ("before=99999999999999999999999", [5, 4, 3, 2, 1]),
        ("after=3", [5, 4]),
    ],
)
def test_filters_are_addresses(as_alice, trail, query, expected):
    AuditEvent.objects.filter(sequence=5).update(at=NOW)
    html = page(as_alice, "/audit/?" + query.format(gone=trail))
    assert shown(html) == expected
    assert ("No record matches" in html) == (not expected)


def test_a_filter_that_cannot_be_read_says_so(as_alice, trail):
    assert "Enter a valid date/time." in page(as_alice, "/audit/?since=yesterday")


def test_pages_turn_both_ways_and_keep_the_filters(as_alice):
    for number in range(55):
        say(f"Memory {number}")
    html = page(as_alice, "/audit/?action=memory.stored")
    assert shown(html) == list(range(55, 5, -1))
    older = re.search(r'href="([^"]*before=[^"]*)"', html)
    assert older
    second = page(as_alice, "/audit/" + older.group(1).replace("&amp;", "&"))
    assert shown(second) == [5, 4, 3, 2, 1]
    newer = re.search(r'href="([^"]*after=[^"]*)"', second)
    assert newer
    assert "action=memory.stored" in newer.group(1)
    assert shown(page(as_alice, "/audit/" + newer.group(1).replace("&amp;", "&"))) == list(range(55, 5, -1))


def test_what_a_curator_sees_does_not_tell_how_much_others_write(as_bob, bob):
    """The same page, byte for byte, with and without another agent's records in between."""
    people.assign_agents(actor=SYSTEM, person_id=bob.pk, agents=[])
    say("there", now=days(-9))
    people.assign_agents(actor=SYSTEM, person_id=bob.pk, agents=["alice"])

    def transcript() -> tuple[str, bytes]:
        html = page(as_bob)
        return re.sub(r"[A-Za-z0-9]{64}", "", html), b"".join(as_bob.get("/audit/export/").streaming_content)

    before = transcript()
    for number in range(7):
        say(f"Carol's note {number}", agent="carol", now=days(-5))
    assert transcript() == before
    for number in range(60):
        say(f"Memory {number}", now=days(-3))
    html = page(as_bob)
    places = re.findall(r"before=(\d+)", html)
    assert places
    assert all(int(place) > 1_000_000 for place in places)
    second = page(as_bob, f"/audit/?before={places[0]}")
    assert second.count("<tr data-item>") == 11
    back = re.search(r"after=(\d+)", second)
    assert back
    assert page(as_bob, f"/audit/?after={back.group(1)}").count("<tr data-item>") == 50


def test_an_empty_hub_says_that_it_is_empty(as_alice):
    assert "Nothing was recorded yet" in page(as_alice)


def test_rows_lead_to_what_they_are_about(as_alice, trail, bob):
    html = page(as_alice)
    assert f'href="/settings/people/{bob.pk}/"' in html


def test_the_same_number_of_questions_for_any_number_of_rows(as_alice):
    counts = []
    for number in (1, 3, 60):
        while AuditEvent.objects.count() < number:
            say(f"Memory {AuditEvent.objects.count()}")
        with CaptureQueriesContext(connection) as captured:
            page(as_alice)
        counts.append(len(captured))
        assert [one["sql"] for one in captured if not one["sql"].lstrip().upper().startswith("SELECT")] == []
    assert len(set(counts)) == 1
    assert counts[0] <= 8


def test_the_export_holds_what_the_page_may_show(as_alice, as_bob, trail):
    answer = as_alice.get("/audit/export/")
    assert answer["Content-Type"].startswith("application/x-ndjson")
    assert answer["Content-Disposition"] == 'attachment; filename="audit.jsonl"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert [line["sequence"] for line in lines] == [1, 2, 3, 4, 5]
    assert "Carol's note" not in json.dumps(lines)
    mine = [json.loads(line) for line in b"".join(as_bob.get("/audit/export/").streaming_content).splitlines()]
    assert {line["agent"] for line in mine} == {"alice"}
    filtered = b"".join(as_alice.get("/audit/export/?agent=carol&action=memory.forgotten").streaming_content)
    assert [json.loads(line)["sequence"] for line in filtered.splitlines()] == [4]
    assert as_alice.head("/audit/export/").status_code == 405


# ------------------------------------------------------------------ the check


def check(client: Client, place: str = "", **headers: str):
    return client.post("/audit/verify/", {"place": place}, headers=headers)


def test_a_check_tells_how_many_records_are_unbroken(as_alice, trail):
    html = check(as_alice).content.decode()
    assert "Checked: 5 records, unbroken." in html
    assert shown(html) == [5, 4, 3, 2, 1]
    part = check(as_alice, **{"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="check"')
    assert "<html" not in part


def test_a_check_goes_on_from_step_to_step(as_alice, trail, monkeypatch):
    monkeypatch.setattr(audit.verify_step, "__kwdefaults__", {"limit": 2})
    html, steps, place = "", 0, ""
    while "unbroken" not in html:
        html = check(as_alice, place, **{"HX-Request": "true"}).content.decode()
        found = re.search(r'name="place" value="([^"]+)"', html)
        place = found.group(1) if found else ""
        assert ("hx-trigger" in html) == bool(place)
        assert steps != 0 or "2 of 5" in html
        steps += 1
    assert steps == 3
    assert "Checked: 5 records, unbroken." in html


def test_a_broken_link_is_named(as_alice, trail):
    AuditEvent.objects.filter(sequence=3).update(actor="somebody else")
    html = check(as_alice).content.decode()
    assert "The chain breaks at record 3." in html
    assert "was changed after it was written" in html


def test_a_place_that_the_hub_did_not_write_is_refused(as_alice, trail, monkeypatch):
    for forged in ("x", '[5,"0"]', audit_page.sealed(audit.AuditPlace(4, "0" * 64))[:-1] + "_"):
        assert check(as_alice, forged).status_code == 410
    html = check(as_alice, audit_page.sealed(audit.AuditPlace(4, "0" * 64))).content.decode()
    assert "The chain breaks at record 5." in html


def test_only_administrators_check_the_whole_chain(as_bob, as_charlie, stranger, as_alice, trail):
    assert [check(client).status_code for client in (as_bob, as_charlie)] == [403, 403]
    assert check(stranger).status_code == 302
    assert as_alice.get("/audit/verify/?before=3").url == "/audit/?before=3"


# ------------------------------------------------------------------ words


def test_every_action_of_the_code_has_plain_words():
    used = set()
    for path in repository.python():
        text = repository.text(path)
        used |= set(re.findall(r'AuditRecord\(\s*"([a-z_.]+)"', text))
        used |= set(re.findall(r'"((?:memory|agent|person|session|token|access_log|import|index)\.[a-z_]+)"', text))
    used |= {f"memory.{outcome}" for outcome in wording.OUTCOMES if outcome not in ("quarantined", "duplicate")}
    assert len(used) > 25
    assert used - set(wording.ACTIONS) == set()


def test_an_action_without_words_is_shown_as_it_is(as_alice):
    with write_transaction() as opened:
        audit.record(opened, SYSTEM, audit.AuditRecord("later.invented", target="x"))
    assert "later.invented" in page(as_alice)

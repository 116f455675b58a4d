"""The pages of facts: who sees what, every value at every moment, files."""

from __future__ import annotations

import csv
import html
import io
import json
import random
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from curation.explain import event_words
from curation.models import AgentAssignment
from knowledge.engine.types import Actor
from knowledge.models import Agent, AuditEvent, Memory, MemorySpan
from knowledge.queries.history import get_at, second_clock
from knowledge.queries.instants import format_instant
from knowledge.services import edit, moving_rows, origins, predicates, quarantine, sessions, wiki_pointers
from tests.curation.fact_pages import address, big, page, values
from tests.knowledge.helpers import NOW, days, fact

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
TICK = timedelta(microseconds=1)
PERSON = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
NASTY = '"><script>alert(1)</script>\u202e'


# ------------------------------------------------------------------ who sees what


def test_a_stranger_signs_in_first_and_an_account_without_a_role_is_refused(stranger, as_charlie):
    fact("python")
    for url in ("/facts/", address(), "/facts/fact.csv?agent=alice&subject=user&predicate=lang"):
        assert stranger.get(url).status_code == 302
        assert as_charlie.get(url).status_code == 403


def test_foreign_and_unknown_agents_look_alike(as_bob, bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    fact("python")
    fact("python", agent="carol")
    for path in ("/facts/?agent={}", address(agent="{}"), "/facts/fact.json?agent={}&subject=user&predicate=lang"):
        answers = [as_bob.get(path.replace("%7B%7D", "{}").format(name)) for name in ("carol", "nobody")]
        assert [answer.status_code for answer in answers] == [404, 404]
        foreign, unknown = (re.sub(r"\b\w{64}\b|carol|nobody", "", answer.content.decode()) for answer in answers)
        assert foreign == unknown
    assert "carol" not in page(as_bob, "/facts/")


def test_what_waits_is_shown_to_curators_only(viewer, curator):
    fact("python", now=days(-9))
    fact("cobol", now=days(-1), origin="channel:x", content="It is cobol, says the chat")
    seen = page(curator, address())
    assert "1 statement about this waits for a decision" in seen
    assert values(seen) == ["cobol", "python"]
    table = seen[seen.index('id="versions"') :]
    assert table.count(">v1</span>") == 1  # what waits is no version yet
    assert 'class="s-held"' in seen[seen.index('class="legend') :]
    hidden = page(viewer, address())
    assert "cobol" not in hidden
    assert 'class="s-held"' not in hidden
    assert values(hidden) == ["python"]
    held = Memory.objects.get(standing="held").id
    assert viewer.get(address(v=held)).status_code == 404
    assert viewer.get(address(a=held, b=held)).status_code == 404
    assert b"cobol" not in b"".join(viewer.get("/facts/fact.csv?agent=alice&subject=user&predicate=lang"))
    assert "waiting" in page(curator, "/facts/")
    assert "waiting" not in page(viewer, "/facts/")


def test_a_viewer_reads_and_cannot_state(viewer):
    fact("python")
    assert "State a value" not in page(viewer, address())
    for what in ("preview", "save"):
        assert viewer.post(address(), {"value": "rust", "do": what}).status_code == 403
    assert Memory.objects.count() == 1


def test_an_unknown_fact_is_not_found_for_a_viewer_and_a_beginning_for_a_curator(viewer, curator):
    fact("python")
    assert viewer.get(address(subject="nobody")).status_code == 404
    seen = page(curator, address(subject="nobody"))
    assert "Nothing is known about this yet" in seen
    assert curator.get(address(subject="nobody", v="m_x")).status_code == 404
    answer = curator.post(address(subject="nobody"), {"value": "x", "do": "save"})
    assert answer.status_code == 302
    assert Memory.objects.get(subject="nobody").object == "x"


def test_looking_changes_nothing(curator):
    chosen = fact("python", now=days(-9)).memory.id
    fact("rust", now=days(-3))
    before = list(Memory.objects.values()), AuditEvent.objects.count(), MemorySpan.objects.count()
    urls = ["/facts/", "/facts/?q=us", address(), address(v=chosen), address(at="2026-11-25T00:00:00Z")]
    with CaptureQueriesContext(connection) as seen:
        for url in [*urls, "/facts/fact.csv?agent=alice&subject=user&predicate=lang"]:
            b"".join(curator.get(url))
    assert [one["sql"] for one in seen if not one["sql"].lstrip("( ").upper().startswith("SELECT")] == []
    assert before == (list(Memory.objects.values()), AuditEvent.objects.count(), MemorySpan.objects.count())


# ------------------------------------------------------------------ the list


def test_the_list_finds_marks_and_pages(as_alice):
    for number in range(55):
        fact("x", subject=f"customer {number:02}", predicate="prefers")
    fact("京都", subject="美香", predicate="住所")
    seen = page(as_alice, "/facts/?q=ｃｕｓｔ")
    assert seen.count("<mark>cust</mark>") == 50
    following = re.search(r'href="(\?[^"]*after=[^"]*)"', seen)
    assert following is not None
    rest = page(as_alice, "/facts/" + html.unescape(following[1]))
    assert rest.count("<mark>cust</mark>") == 5
    assert "From the beginning" in rest
    assert "<mark>住</mark>所" in page(as_alice, "/facts/?q=住")
    assert "No fact with “zzz”" in page(as_alice, "/facts/?q=zzz")
    assert as_alice.get("/facts/?after=x").status_code == 400


def test_an_empty_hub_says_what_a_fact_is(as_alice):
    assert "No facts yet" in page(as_alice, "/facts/")


def test_an_address_that_names_no_fact_leads_to_the_list(as_alice):
    fact("python")
    assert as_alice.get("/facts/fact/?agent=alice&subject=user").headers["Location"] == "/facts/?agent=alice&q=user"
    assert as_alice.get("/facts/fact/").headers["Location"].startswith("/facts/")


@pytest.mark.parametrize(
    "url", ["/facts/", address(), address(at="2026-11-29T12:00:00Z", known="2026-11-29T12:00:00Z")]
)
def test_the_number_of_questions_does_not_grow(as_alice, url):
    counts = []
    for length in (1, 2, 60):
        for number in range(length):
            fact(f"v{number}", now=days(number / 100 - 3 + length / 100))
            fact("x", subject=f"s{number}-{length}")
        with CaptureQueriesContext(connection) as seen:
            page(as_alice, url)
        counts.append(len(seen))
    assert len(set(counts)) == 1
    assert counts[0] <= 24


# ------------------------------------------------------------------ the value at every moment


@pytest.mark.parametrize("seed", range(2))
def test_the_page_answers_like_the_store_at_every_boundary(as_alice, seed):
    dice = random.Random(seed)
    for step in range(9):
        start = None if dice.random() < 0.3 else days(dice.randint(-30, 3))
        now = days(step - 9)
        until = days(dice.randint(4, 9)) if dice.random() < 0.3 else None
        fact(dice.choice(["a", "b", "c", "d"]), now=now, valid_from=start, valid_until=until)
    rows = Memory.objects.all()
    edges = {row.valid_from for row in rows} | {row.valid_until for row in rows if row.valid_until}
    for edge in dice.sample(sorted(edges), min(7, len(edges))):
        for at in (edge - TICK, edge, edge + TICK):
            expected = [row.object for row in get_at(agent="alice", subject="user", predicate="lang", at=at, now=NOW)]
            seen = page(as_alice, address(at=format_instant(at)))
            assert big(seen)[: len(expected)] == expected
            assert nothing(seen) is (not expected)
    learned = {span.at for span in second_clock(agent="alice", subject="user", predicate="lang")}
    for known in dice.sample(sorted(learned), 3):
        for known_at in (known - TICK, known, known + TICK):
            at = dice.choice(sorted(edges))
            said = get_at(agent="alice", subject="user", predicate="lang", at=at, known_at=known_at, now=NOW)
            seen = page(as_alice, address(at=format_instant(at), known=format_instant(known_at)))
            assert big(seen)[: len(said)] == [row.object for row in said]
            assert nothing(seen) is (not said)


def nothing(text: str) -> bool:
    return any(value.startswith("Nothing") for value in big(text))


def test_a_local_time_means_the_zone_beside_it(as_alice):
    fact("a", now=days(-30))
    fact("b", now=days(-9), valid_from=days(-10))  # 2026-11-20T12:00Z
    assert big(page(as_alice, address(at="2026-11-20T20:59:59", zone="Asia/Tokyo"))) == ["a"]
    assert big(page(as_alice, address(at="2026-11-20T21:00", zone="Asia/Tokyo"))) == ["b"]
    seen = page(as_alice, address(at="2026-11-20T21:00", zone="Asia/Tokyo"))
    assert 'value="2026-11-20T21:00:00"' in seen
    assert 'value="Asia/Tokyo"' in seen


def test_what_is_no_moment_is_said_beside_its_field_and_kept(as_alice):
    fact("a", now=days(-30))
    seen = page(as_alice, address(at="yesterday", known="2026-03-29T02:30", zone="Europe/Berlin"), status=422)
    assert "Write a date and a time" in seen
    assert 'value="yesterday"' in seen
    assert "the clocks went forward" in seen
    assert big(seen) == ["a"]
    assert "no such time zone" in page(as_alice, address(at="2026-03-29T02:30", zone="Mars"), status=422)


def test_the_panel_says_what_the_hub_believed_then(as_alice):
    fact("osaka", now=days(-100))
    fact("kyoto", now=days(-20), valid_from=days(-60))
    then = page(as_alice, address(at=format_instant(days(-40))))
    assert big(then) == ["kyoto"]
    assert "At the time the hub believed “osaka”. It learned of “kyoto” on 10 Nov 2026" in html.unescape(then)
    asked = page(as_alice, address(at=format_instant(days(-40)), known=format_instant(days(-30))))
    assert big(asked) == ["osaka"]
    assert "Today the hub answers “kyoto” for this moment." in html.unescape(asked)
    assert "Replaced by" not in asked[: asked.index('id="versions"')]
    early = page(as_alice, address(at=format_instant(days(-40)), known=format_instant(days(-200))))
    assert "The hub first learned of this on" in early


def test_a_hole_names_what_was_before_and_after(as_alice):
    fact("a", now=days(-30), valid_until=days(-20))
    fact("b", now=days(-10))
    fact("c", subject="brief", now=days(-9), valid_until=days(9))
    seen = html.unescape(page(as_alice, address(at=format_instant(days(-15)))))
    assert nothing(seen)
    assert "“a” had ended on 10 Nov 2026 12:00" in seen
    assert "“b” starts on 20 Nov 2026 12:00" in seen
    assert 'class="hole"' in seen
    assert "Nothing is known for then" in page(as_alice, address(subject="brief", at="2030-01-01"))


def test_why_each_version_ended_and_who_says_so(as_alice):
    fact("first", now=days(-50), source_event="turn:1")
    fact("second", now=days(-40), source_event="turn:2")
    fact("short", now=days(-30), valid_from=days(-45), valid_until=days(-44))
    fact("gone", now=days(-20), ttl_seconds=3600)
    row = fact("oops", now=days(-10)).memory
    edit.forget(actor=PERSON, memory_id=row.id, now=days(-5))
    seen = html.unescape(page(as_alice, address()))
    assert "Replaced by “second”." in seen
    assert "Its writer stated this end." in seen
    assert "Its life time ran out." in seen
    assert "Forgotten; nothing of it is shown." in seen
    assert "oops" not in seen
    assert 'class="s-superseded' in seen
    assert " late" in seen
    chosen = html.unescape(page(as_alice, address(v=Memory.objects.get(object="first").id)))
    assert "Version 1 of 5" in chosen
    assert big(chosen) == ["first"]


def test_stepping_goes_through_every_version(as_alice):
    for number in range(5):
        fact(f"v{number}", now=days(number - 9))
    url: str | None = address()
    seen = []
    while url:
        text = page(as_alice, url)
        seen.append(big(text)[0])
        found = re.search(r'href="([^"]*)" data-key="\["', text)
        url = html.unescape(found[1]) if found else None
    assert seen == ["v4", "v3", "v2", "v1", "v0"]


def test_a_long_chain_folds_in_picture_and_table_and_stays_small(as_alice):
    for number in range(90):
        fact(f"v{number}", now=days(number - 90))
    text = page(as_alice, address())
    assert text.count("67 versions not shown") >= 2
    assert len(values(text)) == 23
    assert len(text) < 150_000
    opened = re.search(r'class="fold-row"><td[^>]*><a href="([^"]*)"', text)
    assert opened is not None
    assert len(values(page(as_alice, html.unescape(opened[1])))) == 44


def test_several_values_side_by_side(as_alice):
    Agent.objects.create(name="alice", created_at=days(-99), multi_valued=["likes"])
    fact("tea", predicate="likes", now=days(-9))
    fact("maps", predicate="likes", now=days(-8))
    seen = page(as_alice, address(predicate="likes"))
    assert big(seen) == ["tea", "maps"]
    assert 'class="hole"' not in seen[: seen.index("<figcaption")]
    assert big(page(as_alice, address(predicate="likes", object="ＴＥＡ"))) == ["tea"]


def test_the_clock_can_be_switched(as_alice):
    fact("a", now=days(-9))
    both, world, hub = (page(as_alice, address(clock=name)) for name in ("both", "world", "hub"))
    assert both.count('class="clock-name"') == 2
    assert world.count('class="clock-name"') == hub.count('class="clock-name"') == 1
    assert "clock=hub" in hub[hub.index('id="versions"') :]
    assert page(as_alice, address(clock="sideways")).count('class="clock-name"') == 2


# ------------------------------------------------------------------ comparing, exporting, hostile text


def test_two_versions_compare_word_by_word(as_alice):
    one = fact("Osaka", now=days(-9), content="Mika lives in Osaka.", confidence=0.5).memory.id
    two = fact("Kyoto", now=days(-3), content="Mika lives in Kyoto.").memory.id
    text = page(as_alice, address(a=one, b=two))
    text = text[text.index('id="compare"') :]
    assert re.search(r"<del>.*?</span>Osaka</del>", text)
    assert re.search(r"<ins>.*?</span>Kyoto</ins>", text)
    assert "0.50 → 1.00" in text
    other = fact("x", subject="other").memory.id
    assert as_alice.get(address(a=one, b=other)).status_code == 404


def export(client: Client, kind: str, **more: str) -> Any:
    query = urlencode({"agent": "alice", "subject": "user", "predicate": "lang", **more})
    answer = client.get(f"/facts/fact.{kind}?{query}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="fact.{kind}"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    text = b"".join(answer).decode()
    return json.loads(text) if kind == "json" else list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_whole_history_goes_into_a_file(as_alice):
    fact("=1+1", now=days(-9), content="=HYPERLINK(0)")
    fact({"a": 1}, now=days(-3), content="json")  # type: ignore[arg-type]
    row = fact("secret", now=days(-2)).memory
    edit.forget(actor=PERSON, memory_id=row.id, now=days(-1))
    rows = export(as_alice, "csv")
    assert [one["value"] for one in rows] == ["'=1+1", '{"a": 1}', ""]
    assert rows[0]["content"] == "'=HYPERLINK(0)"
    assert rows[0]["valid_from"] == "2026-11-21T12:00:00Z"
    read = export(as_alice, "json")
    assert [one["value"] for one in read["versions"]] == ["=1+1", {"a": 1}, None]
    assert read["versions"][2]["state"] == "archived"
    assert "secret" not in json.dumps(read)
    assert as_alice.get("/facts/fact.xml?agent=alice&subject=user&predicate=lang").status_code == 404
    assert as_alice.get("/facts/fact.csv?agent=alice&subject=none&predicate=lang").status_code == 404


def test_hostile_text_is_text_everywhere(as_alice):
    fact(NASTY, subject=NASTY, predicate=NASTY, now=days(-9), content=NASTY, tags=(NASTY,), source_event="<b>x</b>")
    two = fact("ok", subject=NASTY, predicate=NASTY, now=days(-3), metadata={"comment": NASTY}).memory.id
    one = Memory.objects.exclude(id=two).get().id
    for url in ("/facts/", address(NASTY, NASTY), address(NASTY, NASTY, v=two), address(NASTY, NASTY, a=one, b=two)):
        text = page(as_alice, url)
        assert "<script>alert" not in text
        assert "<b>x" not in text
        assert ">RLO</span>" in text


@pytest.mark.parametrize(
    "event",
    [quarantine.EVENT, moving_rows.EVENT, sessions.CLOSED, wiki_pointers.EVENT, predicates.EVENT, origins.UNDO_EVENT],
)
def test_what_the_hub_did_itself_is_said_in_words(event):
    assert event_words(event) != event
    assert "_" not in event_words(event)
    assert event_words("price feed") == "price feed"  # an agent's own

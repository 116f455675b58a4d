"""The pages of lessons: mistakes by kind, rules made of them, what a rule came from; who sees and who acts."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User

from curation.models import AgentAssignment
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, Memory, Mistake
from knowledge.queries.lessons import kinds, rules
from knowledge.services import mistakes, reflexion
from knowledge.services.mistakes import MistakeDraft
from tests.curation.pages import WRITING, queries_of, text_of
from tests.curation.queue_pages import notice
from tests.knowledge.helpers import NOW, days

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]

NASTY = '"><script>alert(1)</script>\u202e<img src=x onerror=alert(2)>'
WRITER = Actor(kind="agent", name="test", door="rest", agents=None)


def err(wrong: str = "It was wrong.", category: str = "factual", *, agent: str = "alice", ago=5.0, **more) -> str:
    draft = MistakeDraft(category, wrong, **more)
    return mistakes.record(actor=WRITER, agent=agent, draft=draft, now=days(-ago)).id


def three(agent: str = "alice", category: str = "factual", **more) -> list[str]:
    return [err(f"Wrong {n}.", category, agent=agent, ago=5 - n / 10, truth=f"Right {n}.", **more) for n in range(1, 4)]


def conclude(agent: str = "alice", ago: float = 1):
    return reflexion.consolidate(actor=WRITER, agent=agent, now=days(-ago))


def tile(text: str, name: str) -> str:
    """What stands under the name of one kind."""
    found = re.search(rf"{name} (\d+ [^A-Z]*)", text)
    assert found, text
    return found.group(1).strip()


# ------------------------------------------------------------------ what is shown


def test_mistakes_by_kind_and_how_far_each_is_from_a_rule(viewer):
    err(evidence="The invoice.")
    err()
    err(category="safety", severity="critical")
    three(category="hallucination")
    text = text_of(viewer.get("/lessons/"))
    assert tile(text, "Wrong fact") == "2 1 more makes a rule · 1 with evidence"
    assert tile(text, "Safety") == "1 2 more make a rule"
    assert tile(text, "Made up") == "3 enough for a rule"
    assert tile(text, "Behaviour") == "0 none is open"
    assert "Strict" not in text
    assert "Critical" in text
    assert "No rules yet" in text


def test_strict_mode_is_told_and_counts_conversations(viewer, settings):
    settings.HUB_TOML = {"reflexion": {"strict": True}}
    three(evidence="Seen.", session="s1")
    text = text_of(viewer.get("/lessons/"))
    assert "Strict: a rule takes 3 open mistakes of one kind and evidence for them from at least two conv" in text
    assert tile(text, "Wrong fact") == "3 evidence from 1 conversation is missing · 3 with evidence"
    assert conclude() == []
    err(evidence="Seen.", session="s2")
    assert "enough for a rule" in text_of(viewer.get("/lessons/"))
    assert [one.outcome for one in conclude()] == ["stored"]


def test_a_rule_shows_what_it_came_from(curator):
    ids = three(session="talk-1")
    err("Another one.", category="behavioral")
    (made,) = conclude()
    text = text_of(curator.get("/lessons/"))
    assert "Right 1; Right 2; Right 3" in text
    assert "(factual)" not in text
    assert "Made of 3 mistakes See the mistakes" in text
    answer = curator.get(f"/lessons/?agent=alice&rule={made.memory_id}")
    listed = re.findall(r"/lessons/mistakes/(x_\w+)/", answer.content.decode())
    assert set(listed) == set(ids)
    assert "part of a rule" in text_of(answer)
    assert "Another one." not in text_of(answer)
    memory = curator.get(f"/memories/{made.memory_id}/")
    assert memory.status_code == 200
    Mistake.objects.all().delete()
    assert "The mistakes themselves are no longer kept." in text_of(curator.get("/lessons/rules/"))


def test_one_mistake_in_full(viewer):
    one = err("It named the wrong supplier.", asked="Who?", answered="Hilltop.", truth="Harbour.", session="talk 1")
    text = text_of(viewer.get(f"/lessons/mistakes/{one}/"))
    for words in ("It named the wrong supplier.", "Who?", "Hilltop.", "Harbour.", "it is only claimed", "talk 1"):
        assert words in text
    assert "Delete" not in text


def test_texts_are_texts(curator):
    one = err(NASTY, asked=NASTY, answered=NASTY, truth=NASTY, evidence=NASTY, session="s")
    for n in (1, 2):
        err(f"{NASTY} {n}")
    for address in ("/lessons/", f"/lessons/mistakes/{one}/", "/lessons/rules/"):
        page = curator.get(address).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "\u202e" not in page


def test_filters_are_in_the_address(viewer):
    err("Open one.")
    settled = err("Settled one.", category="safety")
    mistakes.settle(actor=WRITER, mistake_id=settled, now=days(-1))
    both = text_of(viewer.get("/lessons/"))
    assert "Open one." in both
    assert "Settled one." in both
    assert "Settled one." not in text_of(viewer.get("/lessons/?stands=open"))
    assert "Open one." not in text_of(viewer.get("/lessons/?stands=settled"))
    assert "Open one." not in text_of(viewer.get("/lessons/?category=safety"))
    assert "No mistake matches" in text_of(viewer.get("/lessons/?category=behavioral"))
    assert viewer.get("/lessons/?category=nonsense&stands=%00&rule=%00&before=%00").status_code == 200


def test_pages_follow_one_another(viewer):
    for n in range(35):
        err(f"Mistake number {n}.", category=("factual", "safety")[n % 2], ago=40 - n)
    first = viewer.get("/lessons/").content.decode()
    assert first.count("data-open") == 30
    older = re.search(r'href="([^"]*before=[^"]*)"', first)
    assert older
    second = viewer.get("/lessons/" + older.group(1).replace("&amp;", "&")).content.decode()
    assert second.count("data-open") == 5
    seen = set(re.findall(r"Mistake number \d+\.", first + second))
    assert len(seen) == 35


# ------------------------------------------------------------------ who sees, who acts


def test_only_what_is_mine(as_bob, bob: User):
    AgentAssignment.objects.create(user=bob, agent="alice")
    err("Mine.")
    theirs = three("carol")
    conclude("carol")
    text = text_of(as_bob.get("/lessons/"))
    assert "Mine." in text
    assert "carol" not in text
    assert "Right 1." not in text_of(as_bob.get("/lessons/rules/"))
    assert as_bob.get("/lessons/?agent=carol").status_code == 404
    for kind in ("", "settle/", "remove/"):
        ask = as_bob.post if kind else as_bob.get
        foreign, unknown = ask(f"/lessons/mistakes/{theirs[0]}/{kind}"), ask(f"/lessons/mistakes/x_nothing/{kind}")
        assert foreign.status_code == unknown.status_code == 404
    assert as_bob.post("/lessons/rules/make/", {"agent": "carol"}).status_code == 404


def test_who_has_no_role_or_only_reads(as_charlie, viewer, stranger):
    one = three()[0]
    assert as_charlie.get("/lessons/").status_code == 403
    assert as_charlie.get(f"/lessons/mistakes/{one}/").status_code == 403
    assert stranger.get("/lessons/").status_code == 302
    for address in ("rules/make/", f"mistakes/{one}/settle/", f"mistakes/{one}/remove/"):
        assert viewer.post(f"/lessons/{address}", {"agent": "alice"}).status_code == 403
    assert "Make the rule now" not in text_of(viewer.get("/lessons/"))
    assert Mistake.objects.filter(resolved_at=None).count() == 3


def test_a_rule_that_waits_is_shown_to_curators_only(viewer, curator):
    three()
    (made,) = conclude()
    Memory.objects.filter(id=made.memory_id).update(standing="quarantined")
    assert "Right 1; Right 2; Right 3" in text_of(curator.get("/lessons/"))
    for address in ("/lessons/", "/lessons/rules/"):
        assert "Right 1" not in text_of(viewer.get(address))
    assert rules(agents=None, curator=False, now=NOW) == []


# ------------------------------------------------------------------ acting


def test_rules_are_made_now(curator):
    three()
    three(category="hallucination")
    err(category="safety")
    page = text_of(curator.get("/lessons/"))
    assert "Enough for a rule" in page
    assert "Make the rule now : alice" in page
    done = curator.post("/lessons/rules/make/", {"agent": "alice", "back": "alice"}, follow=True)
    assert notice(done) == "Made up: A rule was made. Wrong fact: A rule was made."
    assert done.redirect_chain == [("/lessons/?agent=alice", 302)]
    assert Memory.objects.filter(source_event="reflexion_consolidation").count() == 2
    assert [(one.category, one.unresolved) for one in kinds(agents={"alice"})] == [("safety", 1)]
    entry = AuditEvent.objects.filter(action="mistake.consolidated").first()
    assert entry is not None
    assert (entry.actor, entry.door) == ("bob", "page")
    again = curator.post("/lessons/rules/make/", {"agent": "alice", "back": "https://evil.example/"}, follow=True)
    assert notice(again) == "There were not enough mistakes of one kind; nothing was changed."
    assert again.redirect_chain == [("/lessons/", 302)]


def test_a_mistake_is_settled_and_removed(curator):
    one, two = err("First."), err("Second.")
    done = curator.post(f"/lessons/mistakes/{one}/settle/", follow=True)
    assert "no longer reads it" in notice(done)
    row = Mistake.objects.get(pk=one)
    assert row.resolved_by == "bob"
    assert "It is settled" not in text_of(curator.get(f"/lessons/mistakes/{one}/"))
    curator.post(f"/lessons/mistakes/{two}/remove/")
    assert list(Mistake.objects.values_list("pk", flat=True)) == [one]
    assert curator.get("/lessons/rules/make/").status_code == 405


# ------------------------------------------------------------------ cost


def test_queries_do_not_grow_and_looking_writes_nothing(curator):
    three()
    conclude(ago=2)
    addresses = ("/lessons/", "/lessons/?agent=alice&category=factual")
    few = [len(queries_of(curator, address)) for address in addresses]
    for n in range(6):
        three(category=("factual", "safety", "hallucination")[n % 3])
        conclude(ago=1 - n / 100)
    three(category="capability")
    for address, count in zip(addresses, few, strict=True):
        many = queries_of(curator, address)
        assert len(many) == count <= 12, many
        assert [one for one in many if WRITING.match(one)] == []
    assert len(queries_of(curator, "/lessons/rules/")) <= 12

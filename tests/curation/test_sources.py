"""Sources on their pages: where agents learned, what each taught, an origin previewed, taken back, put back."""

from __future__ import annotations

import pytest
from django.utils.http import urlencode

from knowledge.models import AuditEvent, Memory, OriginRollback
from knowledge.queries.browse import read
from knowledge.services.origins import invalidate_by_origin
from tests.curation.pages import WRITING, queries_of, text_of
from tests.knowledge.forget_helpers import ADMIN, CHAT, forget, learn, message
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
BAD = "channel:bad"
PREVIEW = f"/sources/origin/?{urlencode({'agent': 'alice', 'origin': BAD})}"
SESSION = f"/sources/conversation/?{urlencode({'agent': 'alice', 'session': CHAT})}"


def seen(memory_id: str):
    return read(agents=frozenset({"alice"}), memory_id=memory_id, for_person=True, now=NOW)


@pytest.fixture
def poisoned():
    """A fact that a bad origin replaced, and what was made from it."""
    old = fact("Oslo", now=days(-9), origin=BAD.replace("bad", "good"))
    bad = fact("Rome", now=days(-5), origin=BAD)
    child = say("It is warm there.", derived_from=(bad.memory.id,), origin="agent_derived", now=days(-4))
    other = say("<b>unrelated</b>", origin="channel:bad-extra", now=days(-4))
    return {"old": old.memory.id, "bad": bad.memory.id, "child": child.memory.id, "other": other.memory.id}


def test_origins_of_all_agents_are_listed_with_their_rows(as_alice, poisoned):
    fact("x", agent="bob", origin=BAD, now=days(-1))
    page = text_of(as_alice.get("/sources/"))
    assert "Sources" in page
    assert page.count("bad-extra") == 1
    assert "bob" in page
    only = as_alice.get("/sources/?agent=bob").content.decode()
    assert only.count("/sources/origin/?") == 1
    assert "/sources/origin/?agent=bob&amp;origin=channel%3Abad" in only


def test_a_preview_says_everything_and_changes_nothing(as_alice, poisoned):
    before = list(Memory.objects.order_by("number").values())
    page = as_alice.get(PREVIEW)
    words = text_of(page)
    assert "nothing has been changed" in words
    assert "Rows closed 1" in words
    assert "Made from them, trusted less 1" in words
    assert "Earlier values true again 1" in words
    assert "1 step away: 1" in words
    assert "without an end" in words
    body = page.content.decode()
    assert body.count('class="reach-closed"') == body.count('class="reach-returns"') == 1
    assert body.count('<path class="reach-') == 2
    for name in ("old", "bad", "child"):
        assert f"/memories/{poisoned[name]}/" in body
    assert poisoned["other"] not in body
    assert list(Memory.objects.order_by("number").values()) == before


def test_only_what_was_learned_since_is_meant(as_alice, poisoned):
    late = as_alice.get(f"{PREVIEW}&since={days(-2):%Y-%m-%dT%H:%M}&zone=UTC")
    assert "Nothing believed comes from this origin" in text_of(late)
    assert as_alice.get(f"{PREVIEW}&since=nonsense").status_code == 422


def test_an_origin_is_taken_back_with_a_reason_and_put_back(as_alice, poisoned):
    told = {"agent": "alice", "origin": BAD}
    silent = as_alice.post("/sources/origin/", told)
    assert (silent.status_code, OriginRollback.objects.count()) == (422, 0)
    done = as_alice.post("/sources/origin/", {**told, "reason": "poisoned <i>"})
    (row,) = OriginRollback.objects.all()
    assert done["Location"] == f"/sources/taken-back/{row.pk}/"
    page = as_alice.get(done["Location"])
    words = text_of(page)
    assert "1 row is closed." in words
    assert "poisoned &lt;i&gt;" in page.content.decode()
    assert seen(poisoned["old"]).state == "current"
    assert poisoned["child"] in page.content.decode()
    assert "Closed " + Memory.objects.get(id=poisoned["bad"]).content in words
    assert "Taken back" in text_of(as_alice.get("/sources/?tab=rollbacks"))
    undone = as_alice.post(f"{done['Location']}undo/", {"reason": ""}, follow=True)
    assert "1 row is believed again." in text_of(undone)
    assert seen(poisoned["bad"]).state == "current"
    assert seen(poisoned["child"]).origin_trust == pytest.approx(0.3)
    again = as_alice.post(f"{done['Location']}undo/")
    assert again.status_code == 409
    assert AuditEvent.objects.filter(action__in=["origin.invalidated", "origin.restored"]).count() == 2


def test_an_undoing_says_what_it_left_as_it_is(as_alice):
    learn("canary", "10", origin=BAD)
    learn("other", "11", origin=BAD)
    report = invalidate_by_origin(actor=ADMIN, agent="alice", origin=BAD, reason="x", now=NOW)
    forget("10")
    undone = as_alice.post(f"/sources/taken-back/{report.rollback_id}/undo/", follow=True)
    assert "Forgotten for good meanwhile: 1" in text_of(undone)


def test_conversations_are_paged_and_found_by_their_key(as_alice):
    for number in range(53):
        learn(f"row {number}", "1", f"chat-{number:02}")
    learn("a line", session="other")
    first = as_alice.get("/sources/?tab=conversations").content.decode()
    assert first.count("data-item") == 50
    assert "session=chat-49" in first
    assert "session=chat-50" not in first
    onward = as_alice.get("/sources/?tab=conversations&cursor=chat-49").content.decode()
    assert [onward.count(f"session={name}") for name in ("chat-49", "chat-50", "other")] == [0, 1, 1]
    found = as_alice.get("/sources/?tab=conversations&prefix=oth").content.decode()
    assert found.count("data-item") == 1
    assert "No key begins like that" in text_of(as_alice.get("/sources/?tab=conversations&prefix=zzz"))
    learn("x", agent="bob")
    assert "Choose an agent" in text_of(as_alice.get("/sources/?tab=conversations"))


def test_a_conversation_shows_what_each_item_taught_in_its_order(as_alice):
    for number in range(60):
        say(f"learned {number}", source=message(f"m{number}", seq=number, at=days(-1)))
    root = say("<script>alert(1)</script>", source=message("last", seq=99)).memory
    say("made from it", derived_from=(root.id,))
    first = as_alice.get(SESSION)
    words = text_of(first)
    assert words.index("learned 2") < words.index("learned 10")  # by position, not by key
    assert "learned 49" in words
    assert "learned 50" not in words
    onward = first.context["next"]
    second = as_alice.get(f"/sources/conversation/{onward}")
    body = second.content.decode()
    assert "learned 50" in text_of(second)
    assert "&lt;script&gt;" in body
    assert "<script>alert" not in body
    assert "Through a parent" in text_of(second)
    assert as_alice.get(f"{SESSION}&cursor=nonsense").status_code == 400
    assert as_alice.get(f"{SESSION}nothing").status_code == 404


def test_blocks_are_digests(as_alice):
    learn("canary", "10")
    assert "Nothing is blocked" in text_of(as_alice.get("/sources/?tab=blocks"))
    forget("10")
    page = as_alice.get("/sources/?tab=blocks")
    assert "Message, run or call" in text_of(page)
    assert CHAT not in page.content.decode()
    assert as_alice.get("/sources/?tab=blocks&cursor=99999999999999999999").status_code == 200


def test_curators_look_administrators_act_others_see_nothing(curator, viewer, as_charlie, stranger, poisoned):
    say("x", agent="bob", origin=BAD)
    learn("x", "10")
    report = invalidate_by_origin(actor=ADMIN, agent="alice", origin="channel:bad-extra", reason="x", now=NOW)
    looks = ("/sources/", PREVIEW, SESSION, f"/sources/taken-back/{report.rollback_id}/")
    acts: tuple[tuple[str, dict[str, str]], ...] = (
        ("/sources/origin/", {"agent": "alice", "origin": BAD, "reason": "x"}),
        (f"/sources/taken-back/{report.rollback_id}/undo/", {}),
        ("/sources/plans/new/", {"agent": "alice", "session": CHAT}),
    )
    for address in looks:
        page = curator.get(address)
        assert page.status_code == 200, address
        assert '<form class="stack" method="post"' not in page.content.decode(), address
        assert viewer.get(address).status_code == as_charlie.get(address).status_code == 403, address
        assert stranger.get(address).status_code == 302
    assert "/sources/" not in viewer.get("/").content.decode()
    assert "/sources/" in curator.get("/").content.decode()
    for address, data in acts:
        for client in (curator, viewer, as_charlie):
            assert client.post(address, data).status_code == 403, address
    assert curator.get("/sources/plans/new/").status_code == 403
    assert OriginRollback.objects.get().undone_at is None


def test_what_is_foreign_and_what_is_not_there_look_alike(curator, poisoned):
    say("x", agent="carol", origin=BAD)
    learn("x", "10", agent="carol")
    report = invalidate_by_origin(actor=ADMIN, agent="carol", origin=BAD, reason="x", now=NOW)
    pairs = (
        ("/sources/?agent=carol", "/sources/?agent=nobody"),
        ("/sources/origin/?agent=carol&origin=x", "/sources/origin/?agent=nobody&origin=x"),
        (f"/sources/conversation/?agent=carol&session={CHAT}", "/sources/conversation/?agent=nobody&session=x"),
        (f"/sources/taken-back/{report.rollback_id}/", "/sources/taken-back/b_nothing/"),
    )
    for foreign, absent in pairs:
        one, other = curator.get(foreign), curator.get(absent)
        assert one.status_code == other.status_code == 404, foreign
        assert text_of(one) == text_of(other)
    assert "carol" not in curator.get("/sources/").content.decode()
    assert curator.get("/sources/taken-back/%00/").status_code == 404
    assert curator.get("/sources/origin/?agent=alice&origin=%00").status_code == 404


@pytest.mark.parametrize("address", ["/sources/", "/sources/?tab=conversations", PREVIEW, SESSION])
def test_looking_writes_nothing_and_costs_the_same(as_alice, address):
    def more(number: int) -> None:
        bad = say(f"bad {number}", origin=BAD, source=message(f"m{number}", seq=number)).memory
        say(f"child {number}", derived_from=(bad.id,))
        say(f"elsewhere {number}", origin=f"channel:{number}", source=message("1", f"chat {number}"))

    more(0)
    few = queries_of(as_alice, address)
    assert not [sql for sql in few if WRITING.match(sql)]
    for number in range(1, 6):
        more(number)
    assert len(queries_of(as_alice, address)) == len(few)

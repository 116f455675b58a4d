"""The page on life times says what a change would do before it is saved, and saves only what was shown."""

from __future__ import annotations

import re

import pytest

from knowledge.models import Memory
from knowledge.queries import policies as kinds
from tests.curation.pages import ago, say, text_of

pytestmark = pytest.mark.django_db
NEWS = {
    "name": "news",
    "reason": "It gets old.",
    "ttl": "10",
    "ttl_unit": "days",
    "failure_cost": "low",
    "min_confidence": "0.7",
    "on_conflict": "review",
    "predicates": "headline*\n\n",
    "tags": "news",
}
NEW, PAGE = "/settings/policies/new/", "/settings/policies/kind/news/"


def seen_on(response) -> str:
    found = re.search(r'name="seen" value="([0-9a-f]{32})"', response.content.decode())
    assert found is not None
    return found.group(1)


def save(client, **fields) -> None:
    sent = {**NEWS, **fields}
    address = PAGE if any(one.policy.name == "news" for one in kinds.list_policies()) else NEW
    shown = client.post(address, {**sent, "look": "1"})
    assert client.post(address, {**sent, "save": "1", "seen": seen_on(shown)}).status_code == 302


def test_a_new_kind_is_shown_first_and_saved_then(as_alice):
    shown = as_alice.post(NEW, {**NEWS, "look": "1"})
    assert shown.status_code == 200
    assert "No memory that is there changes" in text_of(shown)
    assert kinds.policy_names() == ("default", "identity", "preference", "realtime", "session")
    save(as_alice)
    kind = kinds.read_policy(name="news").policy
    assert (kind.ttl_seconds, kind.predicates, kind.tags) == (864_000, ("headline*",), ("news",))
    page = text_of(as_alice.get("/settings/policies/"))
    assert "news It gets old. 10 days 0.70 waits for a person all headline* news 0" in page


def test_what_would_expire_is_named_before_it_does_and_does_then(as_alice):
    save(as_alice)
    old = say("old", policy="news", now=ago(days=6)).memory
    say("young", policy="news", now=ago(days=1))
    shown = as_alice.post(PAGE, {**NEWS, "ttl": "5", "look": "1"})
    page = text_of(shown)
    assert "Expire at once 1" in page
    assert "End earlier 1" in page
    assert "Would expire at once old alice" in page
    assert old.id in shown.content.decode()
    assert kinds.read_policy(name="news").memories == 2
    save(as_alice, ttl="5")
    assert kinds.read_policy(name="news").memories == 1
    assert Memory.objects.get(id=old.id).expires_at is not None


def test_only_what_was_shown_is_saved(as_alice):
    save(as_alice)
    shown = as_alice.post(PAGE, {**NEWS, "ttl": "9", "look": "1"})
    other = as_alice.post(PAGE, {**NEWS, "ttl": "5", "save": "1", "seen": seen_on(shown)})
    assert other.status_code == 409
    assert "Something has changed since that was shown" in text_of(other)
    assert as_alice.post(PAGE, {**NEWS, "ttl": "5", "save": "1"}).status_code == 409
    assert kinds.read_policy(name="news").policy.ttl_seconds == 864_000
    say("meanwhile", policy="news", now=ago(days=1))
    assert as_alice.post(PAGE, {**NEWS, "ttl": "9", "save": "1", "seen": seen_on(shown)}).status_code == 409


def test_numbers_outside_their_range_stay_on_the_form(as_alice):
    for fields, sentence in (
        ({"name": "no good"}, "letters, digits, - and _ only"),
        ({"versions_kept": "2"}, "greater than or equal to 3"),
        ({"min_confidence": "1.5"}, "less than or equal to 1"),
        ({"reason": ""}, "required"),
        ({"name": "realtime", "ttl_unit": "seconds", "ttl": "5"}, "ttl_seconds of realtime is from 300 to 1800"),
    ):
        answer = as_alice.post(NEW, {**NEWS, **fields, "look": "1"})
        assert answer.status_code == 400
        assert sentence in text_of(answer), fields
    assert as_alice.get("/settings/policies/kind/nothing/").status_code == 404


def test_the_hub_proposes_numbers_and_says_why_without_saving(as_alice):
    asked = {"like": "realtime", "interval": "4", "failure_cost": "high", "advise": "1"}
    answer = as_alice.post("/settings/policies/kind/realtime/", {**NEWS, **asked})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert re.search(r'name="ttl" value="5"', page)
    assert re.search(r'name="min_confidence" value="0.85"', page)
    assert "One update interval of the source, because a wrong answer costs much." in text_of(answer)
    assert not kinds.read_policy(name="realtime").changed


def test_a_kind_is_removed_and_a_built_in_one_gets_its_numbers_back(as_alice):
    save(as_alice)
    assert as_alice.post("/settings/policies/kind/news/remove/").status_code == 302
    assert "news" not in kinds.policy_names()
    assert as_alice.post("/settings/policies/kind/news/remove/").status_code == 404


def test_a_legal_hold_is_put_on_shown_and_ended(as_alice):
    say("evidence")
    assert as_alice.post("/settings/policies/hold/", {"agent": "alice", "reason": ""}).status_code == 400
    assert as_alice.post("/settings/policies/hold/", {"agent": "nobody", "reason": "court"}).status_code == 400
    assert as_alice.post("/settings/policies/hold/", {"agent": "alice", "reason": "court"}).status_code == 302
    assert "court" in text_of(as_alice.get("/settings/policies/"))
    assert as_alice.post("/settings/policies/unhold/", {"agent": "alice"}).status_code == 302
    assert kinds.legal_holds() == ()


def test_only_administrators_see_and_change_life_times(as_bob):
    for address in ("/settings/policies/", NEW, "/settings/policies/kind/default/"):
        assert as_bob.get(address).status_code == 403
    for address in (NEW, "/settings/policies/kind/news/remove/", "/settings/policies/hold/"):
        assert as_bob.post(address, NEWS).status_code == 403
    assert "Life times" not in text_of(as_bob.get("/settings/"))

"""A fact that nobody has stated yet is begun on its own page: by a curator, for an agent they may see."""

from __future__ import annotations

import pytest
from django.test import Client

from curation.models import AgentAssignment
from knowledge.models import Agent, Memory
from tests.curation.fact_pages import address, big, page
from tests.curation.pages import text_of
from tests.knowledge.helpers import days, fact, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
NEW = "/facts/new/"
MIKA = {"agent": "alice", "subject": "Mika", "predicate": "lives in", "value": "Kyoto", "zone": "UTC"}


def test_the_list_leads_to_a_form_and_the_form_to_the_fact(curator):
    say("known")
    listed = page(curator, "/facts/?agent=alice&q=nothing")
    assert 'href="/facts/new/?agent=alice" data-key="c"' in listed
    form = page(curator, "/facts/new/?agent=alice&subject=Mika")
    assert '<option value="alice" selected>' in form
    assert 'name="subject" value="Mika"' in form
    seen = curator.post(NEW, {**MIKA, "do": "preview"})
    assert "“Kyoto” is true from 30 Nov 2026 12:00 on." in text_of(seen)
    assert not Memory.objects.filter(subject="Mika").exists()
    made = curator.post(NEW, {**MIKA, "do": "save"})
    row = Memory.objects.get(subject="Mika")
    assert made["Location"] == address("Mika", "lives in", v=row.id)
    assert (row.agent.name, row.predicate, row.object, row.origin_trust) == ("alice", "lives in", "Kyoto", 1.0)
    assert big(page(curator, address("Mika", "lives in"))) == ["Kyoto"]


def test_a_fact_that_is_known_gets_a_new_version(curator):
    fact("python", now=days(-9), tags=("work",))
    done = curator.post(NEW, {**MIKA, "subject": "user", "predicate": "lang", "value": "rust"}, follow=True)
    assert "It takes the place of “python”" in text_of(done)
    assert Memory.objects.get(object="rust").tags == ["work"]


@pytest.mark.parametrize("missing", ["agent", "subject", "predicate", "value"])
def test_what_is_missing_is_asked_for_and_the_rest_is_kept(curator, missing):
    say("known")
    answer = curator.post(NEW, {**MIKA, missing: " "})
    assert answer.status_code == 422
    kept = MIKA["value"] if missing != "value" else MIKA["subject"]
    assert f'value="{kept}"' in answer.content.decode()
    assert Memory.objects.count() == 1


def test_only_for_agents_one_may_see_and_only_for_curators(curator, viewer, as_alice):
    say("known")
    AgentAssignment.objects.filter(user__username="bob").delete()
    assert curator.post(NEW, MIKA).status_code == 404
    assert "You look after no agent yet" in text_of(curator.get(NEW))
    assert "New fact" not in text_of(viewer.get("/facts/"))
    assert [viewer.get(NEW).status_code, viewer.post(NEW, MIKA).status_code] == [403, 403]
    assert as_alice.post(NEW, {**MIKA, "agent": "nobody"}).status_code == 404
    assert Memory.objects.count() == 1


def test_in_an_empty_hub_an_administrator_makes_the_first_agent_with_the_first_fact(as_alice: Client):
    assert 'class="btn btn-primary" href="/facts/new/"' in page(as_alice, "/facts/")
    assert "this one is made with its first fact" in text_of(as_alice.get(NEW))
    wrong = as_alice.post(NEW, {**MIKA, "agent": "a//b"})
    assert (wrong.status_code, Agent.objects.count()) == (422, 0)
    assert "Write the agent&#x27;s name in plain form" in wrong.content.decode()
    as_alice.post(NEW, {**MIKA, "agent": "studio"})
    assert Memory.objects.get().agent.name == "studio"
    assert big(page(as_alice, address("Mika", "lives in", "studio"))) == ["Kyoto"]

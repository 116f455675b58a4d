"""What waits for a person says why and who decides, in the same words at both doors."""

from __future__ import annotations

import pytest

from curation.queue_words import REASONS
from knowledge.engine.waiting import WHY, explanation
from tests.api.helpers import program
from tests.mcp.agent import agent

ASKED_BY_PEOPLE = {"planned", "multi_valued", "asked"}
"""Reasons of requests that no write raised."""


def test_every_reason_that_pages_know_has_a_sentence_for_programs():
    words = {reason for reason in REASONS if reason.isidentifier()}  # the rest are sentences of decisions
    assert set(WHY) == words - ASKED_BY_PEOPLE
    for reason in WHY:
        said = explanation("held", reason)
        assert WHY[reason] in said
        assert said.count("Queue") == said.count("/api/v1/approvals") == 1
        assert explanation("stored", reason) == ""
    assert "has to be looked at" in explanation("quarantined", "something new")


@pytest.mark.django_db
@pytest.mark.parametrize("door", ["rest", "mcp"])
def test_the_fact_that_makes_a_flood_says_what_became_of_the_others(door):
    facts = [
        {"content": f"Mika likes tea {n}", "subject": "Mika", "predicate": f"likes {n}", "object": "tea"}
        for n in range(5)
    ]
    if door == "rest":
        caller = program("alice")
        answers = [caller.post("/memories", one).json for one in facts]
    else:
        answers = [agent().good("memory_store", **one) for one in facts]
    assert [one["explanation"] for one in answers[:4]] == [""] * 4
    last = answers[-1]
    assert (last["outcome"], last["reason"]) == ("quarantined", "burst")
    assert last["explanation"] == explanation("quarantined", "burst")
    assert "those of the hour that were stored before wait with it" in last["explanation"]


@pytest.mark.django_db
def test_other_names_and_pages_that_wait_say_so(alice):
    writer = program("alice")
    fact = {"content": "x", "subject": "CEO", "predicate": "is", "object": "Alice", "agent": "alice"}
    assert program(user="alice").post("/memories", fact).status == 201
    name = writer.post("/aliases", {"canonical": "CEO", "alias": "me"}).json
    assert (name["reason"], name["explanation"]) == ("touches_trusted", explanation("held", "touches_trusted"))
    page = writer.call("PUT", "/wiki/pages/core.md", {"content": "---\nlayer: core\n---\n# Core\n"}).json
    assert (page["outcome"], page["explanation"]) == ("held", explanation("held", "layer"))

"""Settings: one's own account, people, agents, limits. Forms without scripts, refusals in place, nothing for others."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from curation import access
from curation.services import people
from knowledge.engine.types import Actor
from knowledge.models import Agent, AuditEvent
from tests.knowledge.helpers import days, fact, say

pytestmark = pytest.mark.django_db

SYSTEM = Actor("system", "root", "command", frozenset({"admin"}), None)
ADMIN_PAGES = (
    "/settings/people/",
    "/settings/people/new/",
    "/settings/agents/",
    "/settings/limits/",
    "/settings/tokens/",
)


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def html(answer, status: int = 200) -> str:
    assert answer.status_code == status
    return answer.content.decode()


def actions() -> list[str]:
    return list(AuditEvent.objects.order_by("sequence").values_list("action", flat=True))


# ------------------------------------------------------------------ who sees what


@pytest.mark.parametrize("address", ADMIN_PAGES)
def test_pages_of_administrators_are_absent_for_others_and_refused(as_bob, as_charlie, stranger, as_alice, address):
    assert [client.get(address).status_code for client in (as_bob, as_charlie)] == [403, 403]
    assert stranger.get(address).status_code == 302
    own = html(as_bob.get("/settings/"))
    assert f'href="{address}"' not in own
    assert as_alice.get(address).status_code == 200


def test_everybody_has_an_own_account(as_alice, as_bob, as_charlie, bob):
    say("there")
    people.assign_agents(actor=SYSTEM, person_id=bob.pk, agents=["alice"])
    mine = html(as_bob.get("/settings/"))
    assert "Curator" in mine
    assert ">alice<" in mine
    assert "ask an administrator for one" in html(as_charlie.get("/settings/"))
    assert "All agents" in html(as_alice.get("/settings/"))


# ------------------------------------------------------------------ own account


def test_a_first_password_needs_no_old_one_and_ends_other_sessions(as_bob, bob):
    other = Client()
    other.force_login(bob)
    answer = as_bob.post("/settings/", {"new": "correct horse battery", "again": "correct horse battery"})
    assert (answer.status_code, answer.url) == (302, "/settings/")
    assert "Your password is set." in html(as_bob.get("/settings/"))
    assert other.get("/settings/").status_code == 302
    bob.refresh_from_db()
    assert bob.check_password("correct horse battery")


def test_a_wrong_old_password_and_unequal_new_ones_are_told_at_their_fields(as_bob, bob):
    bob.set_password("correct horse battery")
    bob.save()
    as_bob.force_login(bob)
    wrong = {"old": "guess", "new": "another long sentence", "again": "another long sentence"}
    assert "The current password is not right." in html(as_bob.post("/settings/", wrong), 400)
    unequal = {"old": "correct horse battery", "new": "another long sentence", "again": "other long sentence"}
    assert "The two do not match." in html(as_bob.post("/settings/", unequal), 400)
    weak = {"old": "correct horse battery", "new": "short", "again": "short"}
    answer = html(as_bob.post("/settings/", weak), 400)
    assert "too short" in answer
    assert "correct horse battery" not in answer
    bob.refresh_from_db()
    assert bob.check_password("correct horse battery")


def test_signing_out_everywhere_ends_this_session_too(as_bob, bob):
    other = Client()
    other.force_login(bob)
    assert as_bob.post("/settings/sessions/end/").url == "/sign-in/"
    assert [client.get("/settings/").status_code for client in (as_bob, other)] == [302, 302]
    assert actions() == ["person.sessions_ended"]


# ------------------------------------------------------------------ people


def test_a_person_is_made_given_a_role_and_agents_without_scripts(as_alice):
    say("there")
    say("there", agent="carol")
    answer = as_alice.post("/settings/people/new/", {"name": "dora", "role": "viewer", "agents": ["alice"]})
    dora = User.objects.get(username="dora")
    assert answer.url == f"/settings/people/{dora.pk}/"
    page = html(as_alice.get(answer.url))
    assert "Make a sign-in link and hand it over." in page
    assert re.search(r'value="alice"[^>]*checked', page)

    as_alice.post(f"{answer.url}role/", {"role": "curator"})
    as_alice.post(f"{answer.url}agents/", {"agents": ["carol"]})
    roles = access.roles_of(User.objects.get(pk=dora.pk))
    assert (roles, access.agents_of(dora, roles)) == ({"viewer", "curator"}, {"carol"})
    assert actions()[2:] == ["person.created", "person.role_changed", "person.agents_changed"]


def test_refusals_appear_in_the_form(as_alice, alice, bob):
    taken = html(as_alice.post("/settings/people/new/", {"name": "BOB", "role": "viewer"}), 400)
    assert "There is already an account with this name" in taken
    assert 'value="BOB"' in taken
    assert "Select a valid choice" in html(as_alice.post("/settings/people/new/", {"name": "x", "role": "owner"}), 400)
    own = html(as_alice.post(f"/settings/people/{alice.pk}/role/", {"role": "viewer"}), 400)
    assert "Ask another administrator" in own
    say("there")
    unknown = as_alice.post(f"/settings/people/{bob.pk}/agents/", {"agents": ["nobody"]})
    assert "Select a valid choice" in html(unknown, 400)


def test_shutting_out_ends_the_session_with_the_next_request(as_alice, as_bob, bob):
    assert as_bob.get("/settings/").status_code == 200
    as_alice.post(f"/settings/people/{bob.pk}/off/")
    assert as_bob.get("/settings/").status_code == 302
    assert "Shut out" in html(as_alice.get("/settings/people/"))
    as_alice.post(f"/settings/people/{bob.pk}/on/")
    assert as_bob.get("/settings/").status_code == 302
    assert actions() == ["person.deactivated", "person.reactivated"]


@pytest.mark.parametrize("page", ["", "role/", "agents/", "off/", "on/", "sessions/end/", "link/"])
def test_nobody_is_not_found(as_alice, page):
    send = as_alice.get if not page else as_alice.post
    assert send(f"/settings/people/987654/{page}").status_code == 404


def test_names_from_elsewhere_are_text(as_alice, bob):
    User.objects.filter(pk=bob.pk).update(username='<img src=x onerror="x">')
    for address in ("/settings/people/", f"/settings/people/{bob.pk}/"):
        page = html(as_alice.get(address))
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


def test_people_are_found_by_part_of_a_name(as_alice, bob, charlie):
    found = html(as_alice.get("/settings/people/?q=OB"))
    assert (">bob<" in found, ">charlie<" in found) == (True, False)
    assert "Nobody has such a name" in html(as_alice.get("/settings/people/?q=zz%00"))


# ------------------------------------------------------------------ agents


def test_a_property_comes_to_hold_several_values_and_one_again(as_alice):
    fact("tea", predicate="likes", now=days(-9))
    fact("coffee", predicate="likes", now=days(-5))
    send = {"agent": "alice", "predicate": "likes"}
    answer = as_alice.post("/settings/agents/several-values/", send)
    assert answer.url == "/settings/agents/?agent=alice"
    assert "1 value is true again." in html(as_alice.get(answer.url))
    assert Agent.objects.get().multi_valued == ["likes"]
    refused = html(as_alice.post("/settings/agents/one-value/", send), 400)
    assert "1 subjects hold several values" in refused
    assert Agent.objects.get().multi_valued == ["likes"]


def test_a_quota_is_set_and_taken_away(as_alice):
    say("there")
    as_alice.post("/settings/agents/quota/", {"agent": "alice", "quota": "5"})
    assert Agent.objects.get().quota == 5
    assert re.search(r"1 of\s+5", html(as_alice.get("/settings/agents/?agent=alice")))
    assert "greater than or equal to 0" in html(
        as_alice.post("/settings/agents/quota/", {"agent": "alice", "quota": "-1"}), 400
    )
    as_alice.post("/settings/agents/quota/", {"agent": "alice", "quota": ""})
    assert Agent.objects.get().quota is None


def test_an_unknown_agent_is_not_found(as_alice):
    assert as_alice.get("/settings/agents/?agent=nobody").status_code == 404
    for page, more in (
        ("quota", {"quota": "1"}),
        ("several-values", {"predicate": "x"}),
        ("one-value", {"predicate": "x"}),
    ):
        assert as_alice.post(f"/settings/agents/{page}/", {"agent": "nobody", **more}).status_code == 404


def test_an_empty_hub_has_no_agents_yet(as_alice):
    assert "No agents yet" in html(as_alice.get("/settings/agents/"))


# ------------------------------------------------------------------ limits


def test_limits_name_their_source_and_what_could_not_be_used(as_alice, settings):
    settings.HUB_TOML = {"memory": {"access_log_days": 30, "held_per_day": "many", "tags": 100}}
    page = html(as_alice.get("/settings/limits/"))
    assert "Kept for 30 days." in page
    assert "held_per_day must be a whole number from 1 to 10000; the default is used." in page
    rows = dict(re.findall(r"\[memory\] (\w+)</div></th>.*?data-label=\"Source\">(.*?)</td>", page, re.DOTALL))
    assert {name for name, cell in rows.items() if "set in hub.toml" in cell} == {"access_log_days", "tags"}
    assert "built in" in rows["held_per_day"]
    for weight in ("Freshness", "0.25", "Match with the words", "0.35", "Trust in its source", "0.10"):
        assert weight in page


def test_secrets_are_not_settings_to_look_at(as_alice, settings):
    settings.CONFIG_KNOWN = {
        "MEMORYHUB_SECRET_KEY": ("a very secret key", "environment"),
        "DATABASE_URL": ("postgres://user:hunter2@host/name", "environment"),
        "MEMORYHUB_HTTPS": (True, "environment"),
    }
    page = html(as_alice.get("/settings/limits/"))
    assert "a very secret key" not in page
    assert "hunter2" not in page
    assert page.count("set in the environment") == 3


# ------------------------------------------------------------------ cost


@pytest.mark.parametrize("address", ["/settings/people/", "/settings/agents/", "/settings/tokens/"])
def test_lists_ask_as_often_for_many_rows_as_for_one(as_alice, address):
    from memoryhub import tokens

    counts = []
    for start, end in ((0, 1), (1, 3), (3, 12)):
        for number in range(start, end):
            say("there", agent=f"agent{number}")
            people.create_person(actor=SYSTEM, name=f"person{number}", role="viewer", agents=[f"agent{number}"])
            tokens.mint(actor=SYSTEM, agent=f"agent{number}", scopes=["memory:read"])
            tokens.mint(actor=SYSTEM, user=f"person{number}")
        with CaptureQueriesContext(connection) as captured:
            html(as_alice.get(address))
        counts.append(len(captured))
        assert [one["sql"] for one in captured if not one["sql"].lstrip().upper().startswith("SELECT")] == []
    assert len(set(counts)) == 1
    assert counts[0] <= 8

"""Connecting a client: the token once, what to paste, and a light that turns green with the first call."""

from __future__ import annotations

import html
import json
import re
import shlex

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from knowledge.models import AuditEvent
from memoryhub import tokens
from memoryhub.models import AgentToken
from memoryhub.pages.clients import PLACEHOLDER, recipes
from tests.api.helpers import Program

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"mh_live_[0-9A-Za-z]{33}")
GOOD = {"agent": "alice", "may": "all", "days": "90"}


def connect(client: Client, **more: str):
    return client.post("/connect/", {**GOOD, **more})


def test_the_token_is_in_every_recipe_and_shown_once(as_alice):
    answer = connect(as_alice)
    page = html.unescape(answer.content.decode())
    secrets = set(SECRET.findall(page))
    assert (answer.status_code, len(secrets)) == (200, 1)
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
    credential = tokens.verify(secrets.pop(), door="mcp")
    assert credential is not None
    assert (credential.agent, credential.scopes) == ("alice", set(tokens.SCOPES[:4]))
    row = AgentToken.objects.get()
    assert row.expires_at is not None
    assert AuditEvent.objects.get(action="token.minted").target == row.pk
    for address in ("/connect/", f"/connect/{row.pk}/", f"/connect/{row.pk}/light/", "/settings/tokens/", "/audit/"):
        assert not SECRET.search(as_alice.get(address).content.decode())
    again = html.unescape(as_alice.get(f"/connect/{row.pk}/").content.decode())
    assert f"Bearer {PLACEHOLDER}" in again


def test_what_is_pasted_is_well_formed():
    made = {one.key: one.text for one in recipes(address="https://hub.example", token="mh_live_x")}
    for key in ("claude-desktop", "cursor", "vs-code"):
        (servers,) = json.loads(made[key]).values()
        assert set(servers) == {"memoryhub"}
    assert json.loads(made["cursor"])["mcpServers"]["memoryhub"] == {
        "url": "https://hub.example/mcp",
        "headers": {"Authorization": "Bearer mh_live_x"},
    }
    assert json.loads(made["claude-desktop"])["mcpServers"]["memoryhub"]["args"][1] == "mcp_stdio"
    for key in ("openai-agents", "langgraph", "python"):
        compile(made[key], key, "exec")
        assert "mh_live_x" in made[key]
    for key in ("claude-code", "curl"):
        assert "Authorization: Bearer mh_live_x" in shlex.split(made[key])
    assert all("mh_live_x" not in address for text in made.values() for address in re.findall(r"https?://\S+", text))


def test_the_light_turns_green_with_the_first_call_and_asks_no_more(as_alice):
    secret = SECRET.search(connect(as_alice).content.decode())
    assert secret
    address = f"/connect/{AgentToken.objects.get().pk}/light/"
    waiting = as_alice.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Waiting for the first call" in waiting
    assert f'hx-get="{address}"' in waiting
    assert Program(secret.group()).get("/memories").status == 200
    green = as_alice.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Connected." in green
    assert "hx-get" not in green
    assert "/memories/?agent=alice" in green
    assert "Connected." in as_alice.get(address.removesuffix("light/")).content.decode()


def test_the_light_costs_one_query_beside_the_session(as_alice):
    connect(as_alice)
    address = f"/connect/{AgentToken.objects.get().pk}/light/"
    with CaptureQueriesContext(connection) as queries:
        as_alice.get(address)
    assert len([one for one in queries if "memoryhub_agenttoken" in one["sql"]]) == 1
    assert len(queries) <= 6


def test_a_token_that_ended_is_told_so(as_alice):
    connect(as_alice)
    row = AgentToken.objects.get()
    as_alice.post(f"/settings/tokens/{row.pk}/revoke/")
    light = as_alice.get(f"/connect/{row.pk}/light/").content.decode()
    assert "does not work any more" in light
    assert "hx-get" not in light
    assert as_alice.get("/connect/t_000000000000/").status_code == 404


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"agent": ""}, "This field is required."),
        ({"agent": "a//b"}, "agent"),
        ({"may": "admin"}, "Select a valid choice"),
        ({"days": "-1"}, "Select a valid choice"),
    ],
)
def test_refusals_appear_in_the_form_and_no_token_is_made(as_alice, sent, said):
    answer = connect(as_alice, **sent)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert AgentToken.objects.count() == 0


def test_only_administrators_connect(as_bob, as_charlie, stranger, as_alice):
    connect(as_alice)
    row = AgentToken.objects.get()
    for client, status in ((as_bob, 403), (as_charlie, 403), (stranger, 302)):
        for address in ("/connect/", f"/connect/{row.pk}/", f"/connect/{row.pk}/light/"):
            assert client.get(address).status_code == status
        assert connect(client).status_code == status
    assert AgentToken.objects.count() == 1


def test_the_first_steps_and_the_agents_page_lead_here(as_alice):
    assert 'href="/connect/"' in as_alice.get("/").content.decode()
    assert 'href="/connect/' in as_alice.get("/settings/agents/").content.decode()
    assert 'href="/connect/"' in as_alice.get("/settings/tokens/").content.decode()
    assert 'value="bob"' in as_alice.get("/connect/?agent=bob").content.decode()

"""Tokens and sign-in links on pages: shown once, never in an address, good or ended at once."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from knowledge.engine.types import Actor
from knowledge.models import AuditEvent
from memoryhub import tokens
from memoryhub.models import AgentToken, SignInLink
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"mh_live_[0-9A-Za-z]{33}")


def mint(client: Client, **more: object):
    return client.post("/settings/tokens/new/", {"agent": "alice", "scopes": ["memory:read"], "days": "30", **more})


def test_a_token_is_shown_once_and_works(as_alice):
    answer = mint(as_alice)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "no-referrer"
    secret = SECRET.search(answer.content.decode())
    assert secret
    assert answer.request["PATH_INFO"] == "/settings/tokens/new/"
    assert not answer.request.get("QUERY_STRING")
    credential = tokens.verify(secret.group(), door="rest")
    assert credential is not None
    assert (credential.agent, credential.scopes) == ("alice", {"memory:read"})
    for address in ("/settings/tokens/", "/settings/tokens/new/", "/audit/"):
        assert not SECRET.search(as_alice.get(address).content.decode())
    record = AuditEvent.objects.get(action="token.minted")
    assert (record.actor, record.door, record.target) == ("alice", "page", AgentToken.objects.get().pk)
    assert secret.group() not in str(record.details)
    assert tokens.digest(secret.group()) not in str(record.details)


def test_origin_is_put_together_from_class_and_name(as_alice):
    mint(as_alice, origin="channel", origin_name="discord-42")
    assert AgentToken.objects.get().origin == "channel:discord-42"
    answer = mint(as_alice, origin="", origin_name="discord-42")
    assert (answer.status_code, AgentToken.objects.count()) == (400, 1)
    assert "Choose what kind of source it is." in answer.content.decode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"agent": ""}, "An agent&#x27;s name has 1 to 200 characters."),
        ({"scopes": []}, "Say what the token may do"),
        ({"scopes": ["everything"]}, "Select a valid choice"),
        ({"days": "-1"}, "Select a valid choice"),
        ({"user": "nobody"}, "There is no such person"),
        ({"user": "alice", "origin": "channel"}, "leave origin out"),
    ],
)
def test_refusals_appear_in_the_form_and_no_token_is_made(as_alice, sent, said):
    answer = mint(as_alice, **sent)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert AgentToken.objects.count() == 0


def test_a_token_of_a_person_carries_the_role(as_alice, bob):
    answer = mint(as_alice, agent="", scopes=[], user="bob", days="")
    secret = SECRET.search(answer.content.decode())
    assert secret
    credential = tokens.verify(secret.group(), door="rest")
    assert credential is not None
    assert credential.actor.roles == {"curator", "viewer"}
    assert AgentToken.objects.get().expires_at is None


def test_revoking_holds_from_the_next_call_on(as_alice):
    minted = SECRET.search(mint(as_alice).content.decode())
    assert minted
    row = AgentToken.objects.get()
    assert row.pk in as_alice.get("/settings/tokens/").content.decode()
    assert as_alice.post(f"/settings/tokens/{row.pk}/revoke/").url == "/settings/tokens/"
    assert tokens.verify(minted.group(), door="rest") is None
    page = as_alice.get("/settings/tokens/").content.decode()
    assert row.pk not in page
    assert "Show 1 that ended" in page
    ended = as_alice.get("/settings/tokens/?ended=1").content.decode()
    assert "Revoked" in ended
    assert as_alice.post("/settings/tokens/t_000000000000/revoke/").status_code == 404
    assert as_alice.get(f"/settings/tokens/{row.pk}/revoke/").status_code == 405


def test_only_administrators_see_make_and_end_tokens(as_bob, as_charlie, stranger, as_alice, bob):
    mint(as_alice)
    row = AgentToken.objects.get()
    for client, status in ((as_bob, 403), (as_charlie, 403), (stranger, 302)):
        assert client.get("/settings/tokens/").status_code == status
        assert client.get("/settings/tokens/new/").status_code == status
        assert mint(client).status_code == status
        assert client.post(f"/settings/tokens/{row.pk}/revoke/").status_code == status
        assert client.post(f"/settings/people/{bob.pk}/link/").status_code == status
    row.refresh_from_db()
    assert (AgentToken.objects.count(), row.revoked_at, SignInLink.objects.count()) == (1, None, 0)


def test_agent_names_are_text(as_alice):
    say("there", agent='<b>"x"</b>')
    tokens.mint(
        actor=Actor("system", "root", "command", frozenset({"admin"}), None),
        agent='<b>"x"</b>',
        scopes=["memory:read"],
    )
    for address in ("/settings/tokens/", "/settings/tokens/new/"):
        page = as_alice.get(address).content.decode()
        assert '<b>"x"' not in page
        assert "&lt;b&gt;" in page


def link_for(client: Client, person: User) -> str:
    answer = client.post(f"/settings/people/{person.pk}/link/")
    assert answer["Cache-Control"] == "no-store"
    found = re.search(r"http://testserver(/sign-in/link/[\w-]+/)", answer.content.decode())
    assert found
    return found.group(1)


def test_a_link_signs_its_person_in_once_from_anywhere(as_alice, bob):
    address = link_for(as_alice, bob)
    guest = Client()
    guest.get(address, REMOTE_ADDR="192.0.2.7")
    assert guest.post("/sign-in/link/", REMOTE_ADDR="192.0.2.7")["Location"] == "/"
    assert guest.session["_auth_user_id"] == str(bob.pk)
    other = Client()
    other.get(address)
    assert other.post("/sign-in/link/").status_code == 410
    records = AuditEvent.objects.order_by("sequence").values_list("action", "actor", "target")
    assert list(records) == [("person.link_made", "alice", "bob"), ("session.started", "bob", "bob")]
    secret = address.split("/")[-2]
    assert secret not in str(list(AuditEvent.objects.values()))
    assert secret not in str(list(SignInLink.objects.values()))


def test_a_new_link_replaces_the_old_one_and_none_is_made_for_somebody_shut_out(as_alice, bob):
    first = link_for(as_alice, bob)
    link_for(as_alice, bob)
    guest = Client()
    guest.get(first)
    assert guest.post("/sign-in/link/").status_code == 410
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert as_alice.post(f"/settings/people/{bob.pk}/link/").status_code == 409


def test_the_printed_link_is_for_an_administrator_by_role_too():
    from django.contrib.auth.models import Group

    from memoryhub.management.commands.up import Command

    old = User.objects.create_superuser("admin", is_active=False)
    dora = User.objects.create_user("dora")
    dora.groups.add(Group.objects.get(name="admin"))
    Command()._mint_link()
    assert SignInLink.objects.get().user == dora
    assert User.objects.count() == 2
    assert not SignInLink.objects.filter(user=old).exists()

"""Tokens: made once, kept as digests, judged on every call."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from curation.models import AgentAssignment
from knowledge.clock import hub_now
from knowledge.errors import Invalid, NotFound
from knowledge.models import AuditEvent
from memoryhub import tokens
from memoryhub.logs import SECRET
from memoryhub.models import AgentToken
from tests.api.helpers import OPERATOR, Program, mint, program

pytestmark = pytest.mark.django_db


def test_a_token_has_its_shape_and_checksum():
    secrets = {mint("alice").secret for _ in range(50)}
    assert len(secrets) == 50
    for secret in secrets:
        assert re.fullmatch(r"mh_live_[0-9A-Za-z]{33}", secret)
        assert tokens.is_well_formed(secret)
        assert SECRET.search(f"x {secret} y")  # logs hide it
        wrong = secret[:20] + ("a" if secret[20] != "a" else "b") + secret[21:]
        assert not tokens.is_well_formed(wrong)
        assert not tokens.is_well_formed(secret[:-1])
        assert not tokens.is_well_formed(secret.replace("live", "test"))


def test_the_environment_is_part_of_it(settings):
    settings.TOKEN_ENVIRONMENT = "Staging"
    secret = mint("alice").secret
    assert secret.startswith("mh_staging_")
    assert Program(secret).get("/memories").status == 200
    settings.TOKEN_ENVIRONMENT = "live"
    assert Program(secret).get("/memories").status == 401


def test_a_copy_of_the_database_holds_no_token():
    secret = mint("alice").secret
    assert Program(secret).get("/memories").status == 200
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            dumped = repr(cursor.fetchall())
            assert secret not in dumped, table
            assert secret.split("_")[2][:20] not in dumped, table


def test_revoked_means_the_next_call_is_refused():
    minted = mint("alice")
    caller = Program(minted.secret)
    assert caller.get("/memories").status == 200
    tokens.revoke(actor=OPERATOR, token_id=minted.token.id)
    answer = caller.get("/memories")
    assert (answer.status, answer.code) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert tokens.revoke(actor=OPERATOR, token_id=minted.token.id).state == "revoked"
    assert AuditEvent.objects.filter(action="token.revoked", target=minted.token.id).count() == 1
    with pytest.raises(NotFound):
        tokens.revoke(actor=OPERATOR, token_id="t_nothing")


def test_expired_means_refused():
    minted = mint("alice", days=2)
    assert minted.token.expires_at == minted.token.created_at + timedelta(days=2)
    caller = Program(minted.secret)
    assert caller.get("/memories").status == 200
    AgentToken.objects.filter(pk=minted.token.id).update(created_at=hub_now() - timedelta(days=3), expires_at=hub_now())
    assert caller.get("/memories").status == 401
    assert [token.state for token in tokens.listed()] == ["expired"]


def test_all_reasons_to_refuse_look_alike():
    revoked = mint("alice")
    tokens.revoke(actor=OPERATOR, token_id=revoked.token.id)
    other_hub = mint("alice")
    AgentToken.objects.filter(pk=other_hub.token.id).delete()
    callers = [
        Program(None),
        Program(""),
        Program("mh_live_nonsense"),
        Program("x" * 4_000),
        Program("日本"),
        Program(revoked.secret),
        Program(other_hub.secret),
    ]
    answers = [caller.get("/memories") for caller in callers]
    assert {answer.status for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert Program(None).get("/memories", Authorization="Basic YTpi").status == 401


def test_the_last_use_is_written_once_a_minute():
    caller = Program(mint("alice").secret)
    caller.get("/memories")
    first = AgentToken.objects.get().last_used_at
    assert first is not None
    caller.get("/memories")
    assert AgentToken.objects.get().last_used_at == first
    earlier = first - timedelta(seconds=61)
    AgentToken.objects.update(last_used_at=earlier)
    caller.get("/memories")
    assert AgentToken.objects.filter(last_used_at__gt=earlier).count() == 1


def test_a_token_in_an_address_is_refused():
    secret = mint("alice").secret
    caller = Program(secret)
    for path in (
        f"/memories?token={secret}",
        "/memories?access_token=x",
        f"/memories?subject={secret}",
        f"/memories/{secret}",
        f"/memories/{secret.replace('_', '%5F')}",
        f"/memories?subject={secret.replace('_', '%5f')}",
        f"/memories?{secret}=1",
    ):
        for program_ in (caller, Program(None)):
            answer = program_.get(path)
            assert (answer.status, answer.code) == (400, "token_in_address"), path
            assert secret not in answer.text


def test_what_a_token_may_be_made_with():
    for wrong in (
        {"agent": "", "scopes": ["memory:read"]},
        {"agent": "alice", "scopes": []},
        {"agent": "alice", "scopes": ["everything"]},
        {"agent": " alice", "scopes": ["memory:read"]},
        {"agent": "alice\n", "scopes": ["memory:read"]},
        {"agent": "alice", "scopes": ["memory:read"], "days": 0},
        {"agent": "alice", "scopes": ["memory:read"], "origin": "president"},
        {"agent": "alice", "scopes": ["memory:read"], "origin": "channel:\nx"},
    ):
        with pytest.raises(Invalid):
            tokens.mint(actor=OPERATOR, **wrong)
    with pytest.raises(NotFound):
        tokens.mint(actor=OPERATOR, user="nobody")
    assert AgentToken.objects.count() == 0
    assert mint("alice", origin="channel:discord-42").token.origin == "channel:discord-42"


def test_the_database_refuses_a_token_of_nobody():
    with pytest.raises(IntegrityError), transaction.atomic():
        AgentToken.objects.create(id="t_1", digest="x", created_at=hub_now())


# ------------------------------------------------------------------ people


def test_a_persons_token_does_what_the_person_may(bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    caller = program(user="bob")
    stored = caller.store("Bob says so")["memory"]
    assert (stored["agent"], stored["origin"], stored["origin_trust"]) == ("alice", "operator", 1.0)
    assert AuditEvent.objects.filter(action="memory.stored", actor_kind="person", actor="bob").count() == 1
    assert caller.get("/approvals").status == 200
    assert caller.get("/memories?agent=carol").status == 403
    AgentAssignment.objects.create(user=bob, agent="carol")
    assert caller.get("/memories?agent=carol").status == 200
    several = caller.get("/memories")
    assert (several.status, several.fields) == (400, {"agent"})


def test_roles_and_accounts_are_looked_up_on_every_call(bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    caller = program(user="bob")
    assert caller.post("/memories", {"content": "x"}).status == 201
    bob.groups.set([Group.objects.get(name="viewer")])
    assert caller.post("/memories", {"content": "x"}).code == "missing_scope"
    assert caller.get("/memories").status == 200
    bob.groups.clear()
    assert caller.get("/memories").status == 403
    bob.is_active = False
    bob.save()
    assert caller.get("/memories").status == 401


def test_a_person_who_only_reads_sees_nothing_of_what_waits(bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    program("alice", origin="operator").store("The plan is A", subject="s", predicate="plan", object="A")
    poison = {"subject": "s", "predicate": "plan", "object": "Z"}
    held = program("alice", origin="channel:x").store("The plan is Z", **poison)["memory"]
    caller = program(user="bob")
    history = "/facts/history?subject=s&predicate=plan"
    assert held["state"] == "held"
    assert caller.get(f"/memories/{held['id']}").status == 200
    assert [row["state"] for row in caller.get(history).json["items"]] == ["current", "held"]
    bob.groups.set([Group.objects.get(name="viewer")])
    assert caller.get(f"/memories/{held['id']}").status == 404
    assert [row["state"] for row in caller.get(history).json["items"]] == ["current"]
    assert caller.get("/memories?state=held").status == 403
    assert caller.get("/memories?state=all").status == 403
    assert caller.get("/approvals").status == 403
    assert caller.get("/facts").json["items"][0]["waiting"] == 0


def test_a_persons_token_can_be_narrowed(alice):
    everything = program(user="alice")
    assert everything.get("/memories?agent=anybody").status == 200
    assert everything.get("/memories").status == 400
    narrow = program("carol", user="alice", scopes=["memory:read"])
    assert narrow.get("/memories").status == 200
    assert narrow.get("/memories?agent=anybody").status == 403
    assert narrow.post("/memories", {"content": "x"}).code == "missing_scope"
    stranger = program(user="alice", scopes=["memory:read"])
    assert stranger.post("/memories?agent=x", {"content": "x"}).status == 403


def test_people_without_a_role_have_no_use_of_a_token(charlie):
    assert program(user="charlie").get("/memories?agent=alice").status == 403


# ------------------------------------------------------------------ the command


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("token", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_makes_lists_and_revokes():
    secret = run("mint", "alice", "--scopes", "memory:read,memory:write", "--days", "3").strip()
    assert Program(secret).store("x")["memory"]["agent"] == "alice"
    minted = json.loads(run("mint", "bob", "--scopes", "memory:read", "wiki:read", "--origin", "channel:x", "--json"))
    assert minted["scopes"] == ["memory:read", "wiki:read"]
    assert minted["origin"] == "channel:x"
    assert Program(minted["token"]).get("/memories").status == 200
    listed = json.loads(run("list", "--json"))
    assert {one["agent"] for one in listed} == {"alice", "bob"}
    assert secret not in run("list")
    assert "revoked" in run("revoke", minted["id"])
    assert Program(minted["token"]).get("/memories").status == 401
    assert re.search(rf"{minted['id']}\s+revoked\s+bob", run("list"))
    event = AuditEvent.objects.get(action="token.minted", agent="bob")
    assert event.door == "command"
    assert minted["token"] not in json.dumps(event.details)


def test_the_command_says_what_is_wrong():
    with pytest.raises(CommandError, match="scopes are memory:read"):
        run("mint", "alice")
    with pytest.raises(CommandError, match="no such token"):
        run("revoke", "t_1")
    assert "Example: python3 manage.py token mint alice" in run("list")


def test_guessing_from_one_address_is_slowed_and_good_tokens_go_on():
    good = program("alice")
    guesses = []
    for _ in range(11):
        minted = mint("bob")
        AgentToken.objects.filter(pk=minted.token.id).delete()
        guesses.append(Program(minted.secret).get("/memories"))
    assert [answer.status for answer in guesses] == [401] * 10 + [429]
    assert 1 <= int(guesses[-1].headers["Retry-After"]) <= 6
    assert good.get("/memories").status == 200
    assert Program("mh_live_typing_error").get("/memories").status == 401
    with time_machine.travel(hub_now() + timedelta(seconds=30), tick=True):
        assert Program(minted.secret).get("/memories").status == 401

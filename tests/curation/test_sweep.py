"""What holds for every page, asked of every address of the URL map."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from curation.models import AgentAssignment
from knowledge.models import Agent, AuditEvent, Memory
from memoryhub.models import AgentToken, SignInLink
from tests.curation import sweep
from tests.curation.sweep import ADMIN, ANYBODY, CURATOR, EVERYBODY, UNKNOWN_MEMORY, VIEWER, World
from tests.shell.test_headers import POLICY

pytestmark = pytest.mark.django_db

ROUTES = sweep.routes()
CALLS = sweep.calls()
POSTS = [route for route, method, _ in CALLS if method == "POST"]
RANK = {EVERYBODY: 0, ANYBODY: 1, VIEWER: 2, CURATOR: 3, ADMIN: 4}
WRITE = re.compile(r"^\s*(?:insert|update|delete|replace|create|drop|alter)\b", re.IGNORECASE)
# What ends or begins a session may write; so may the cookie that remembers the last use, which needs no table.
SESSION = re.compile(r'"django_session"')


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def world() -> World:
    return sweep.make_world()


def by_name(route) -> str:
    return route.name


def names(calls) -> list[str]:
    return [f"{method} {route.name}" for route, method, _ in calls]


def is_turned_away(answer) -> bool:
    return answer.status_code == 302 and answer.url.startswith("/sign-in/")


def snapshot() -> list[object]:
    """Everything that decides who may do what, and every memory."""
    tables = (User, User.groups.through, Group, AgentAssignment, AgentToken, SignInLink, Memory, Agent, AuditEvent)
    return [list(table._base_manager.order_by("pk").values()) for table in tables]


# ------------------------------------------------------------------ the map itself


def test_every_page_is_listed_and_every_part_of_an_address_has_a_sample(world):
    assert {route.name for route in ROUTES} - set(sweep.NEEDED) == set(), "list new pages in tests/curation/sweep.py"
    assert set(sweep.NEEDED) - {route.name for route in ROUTES} == set(), "these pages are gone"
    assert {part for route in ROUTES for part in route.parts} - set(world.samples) == set()


@pytest.mark.parametrize("route", ROUTES, ids=by_name)
def test_a_page_answers_the_methods_it_is_listed_with_and_no_other(world, route):
    listed = set(sweep.NEEDED[route.name])
    for method in ("GET", "PUT", "PATCH", "DELETE", "POST"):  # one of them may end the session
        answer = world.clients[ADMIN].generic(method, world.path(route))
        assert (answer.status_code != 405) == (method in listed or is_form_view(route, method)), method


def is_form_view(route, method: str) -> bool:
    """Django's own form views answer other methods too; they do nothing then that a form would not do."""
    return route.name in ("sign-in", "set_language")


# ------------------------------------------------------------------ who may


@pytest.mark.parametrize(("route", "method", "needed"), CALLS, ids=names(CALLS))
def test_roles_and_pages(world, route, method, needed):
    for role, client in world.clients.items():
        may = RANK[role] >= RANK[needed]
        before = None if may else snapshot()
        answer = client.generic(method, world.path(route))
        if may:
            assert answer.status_code != 403, role
            assert not is_turned_away(answer) or route.name in ("sign-out", "end-my-sessions", "sign-in-link"), role
        elif role == EVERYBODY:
            assert is_turned_away(answer)
            assert snapshot() == before
        else:
            assert answer.status_code == 403, role
            assert snapshot() == before


def test_links_to_pages_one_may_not_open_are_absent(world):
    for role in (ANYBODY, VIEWER, CURATOR, ADMIN):
        client = world.clients[role]
        seen = set()
        for start in ("/settings/", "/audit/", "/facts/", "/memories/", "/"):
            if role != ANYBODY or start == "/settings/":
                seen |= set(re.findall(r'href="(/[^"#?]*)', client.get(start).content.decode()))
        pages = {address for address in seen if not address.startswith("/static/")}
        if role == ANYBODY:
            pages -= {"/"}  # the product's own name leads home, for everybody
        assert pages
        refused = {address for address in pages if client.get(address).status_code == 403}
        assert refused == set(), role


def test_somebody_shut_out_is_a_stranger_from_the_next_request_on(world):
    User.objects.exclude(username="emil").update(is_active=False)
    before = snapshot()
    for route, method, needed in CALLS:
        for role in (ANYBODY, VIEWER, CURATOR, ADMIN):
            if needed != EVERYBODY:
                assert is_turned_away(world.clients[role].generic(method, world.path(route))), (route.name, role)
    assert snapshot() == before


# ------------------------------------------------------------------ other sites


def test_writing_needs_the_token_of_this_site(world):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(world.people[ADMIN])
    before = snapshot()
    for route in ROUTES:
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert browser.generic(method, world.path(route)).status_code == 403, (route.name, method)
    assert snapshot() == before


ELSEWHERE = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "nonsense"},
]


def test_writing_that_another_site_began_is_refused_even_with_the_token(world):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(world.people[ADMIN])
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get("/settings/").content.decode())
    assert token
    sent = {"csrfmiddlewaretoken": token.group(1)}
    before = snapshot()
    for route in POSTS:
        for headers in ELSEWHERE:
            answer = browser.post(world.path(route), sent, headers=headers)
            assert answer.status_code == 403, (route.name, headers)
    assert snapshot() == before
    own = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert browser.post("/settings/sessions/end/", sent, headers=own).status_code == 302


def test_looking_writes_nothing(world):
    for route in ROUTES:
        for role, client in world.clients.items():
            for method in ("GET", "HEAD", "OPTIONS"):
                with CaptureQueriesContext(connection) as captured:
                    answer = client.generic(method, world.path(route))
                    if answer.streaming:
                        assert b"".join(answer.streaming_content) is not None
                written = [one["sql"] for one in captured if WRITE.match(one["sql"]) and not SESSION.search(one["sql"])]
                assert written == [], (route.name, role, method)


# ------------------------------------------------------------------ what every answer carries


def is_locked_down(answer) -> None:
    assert {part.strip() for part in answer["Content-Security-Policy"].split(";")} == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
    assert "no-store" in answer["Cache-Control"]
    assert len(answer["X-Request-ID"]) == 16
    assert "Server" not in answer
    assert "X-Powered-By" not in answer
    for cookie in answer.cookies.values():
        if cookie.value:
            assert cookie["samesite"] == "Lax"
            assert cookie["httponly"] is True


@pytest.mark.parametrize("route", ROUTES, ids=by_name)
def test_every_answer_is_locked_down(world, route):
    for client in world.clients.values():
        for method in ("GET", "POST", "PUT", "OPTIONS"):
            is_locked_down(client.generic(method, world.path(route)))


def test_errors_are_locked_down_too(world, monkeypatch):
    client = world.clients[ADMIN]
    client.raise_request_exception = False
    answers = {
        404: client.get("/there/is/nothing"),
        400: client.get("/audit/", headers={"Host": "evil.example"}),
        403: Client(enforce_csrf_checks=True).post("/sign-in/", {}),
        405: client.get("/settings/sessions/end/"),
        410: client.post("/audit/verify/", {"place": "forged"}),
    }

    def broken(**_: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("curation.audit_page.list_audit", broken)
    answers[500] = client.get("/audit/")
    assert {status: answer.status_code for status, answer in answers.items()} == {status: status for status in answers}
    for answer in answers.values():
        is_locked_down(answer)
        assert "Traceback" not in answer.content.decode()
        assert "broken on purpose" not in answer.content.decode()


# ------------------------------------------------------------------ rows of others


def masked(answer, asked: str) -> tuple[int, str, dict[str, str]]:
    """An answer without what differs anyway: tokens against forgery, and the address that was asked for."""
    text = re.sub(r"\b[A-Za-z0-9]{64}\b", "(token)", answer.content.decode()).replace(asked, "(asked)")
    headers = {name: value.replace(asked, "(asked)") for name, value in answer.items() if name != "X-Request-ID"}
    return answer.status_code, text, headers


def test_a_row_of_another_agent_and_one_that_never_was_answer_alike(world):
    before = snapshot()
    asked = [(route, method) for route, method, _ in CALLS if "memory_id" in route.parts]
    assert len(asked) >= 4
    for route, method in asked:
        for role in (VIEWER, CURATOR):
            for agent in ("", "?agent=alice", "?agent=carol", "?agent=nobody"):
                answers = []
                for key in (world.foreign["memory_id"], UNKNOWN_MEMORY):
                    path = route.path({**world.samples, "memory_id": key}) + agent
                    answers.append(masked(world.clients[role].generic(method, path), str(key)))
                assert answers[0] == answers[1]
                assert answers[0][0] in ((404,) if method == "GET" or role == CURATOR else (403, 404))
    assert snapshot() == before


AGENT_PAGES = [route for route in ROUTES if sweep.NEEDED.get(route.name, {}).get("GET") == VIEWER and not route.parts]


@pytest.mark.parametrize("route", AGENT_PAGES, ids=by_name)
def test_an_agent_of_others_and_one_that_never_was_answer_alike(world, route):
    for role in (VIEWER, CURATOR):
        answers = [
            masked(world.clients[role].get(f"/{route.pattern}?subject=x&predicate=y&agent={name}"), name)
            for name in ("carol", "zelda")
        ]
        assert answers[0] == answers[1]
        assert answers[0][0] == 404


# ------------------------------------------------------------------ fields one may not set


PRIVILEGED = {
    "is_superuser": "1", "is_staff": "1", "is_active": "0", "password": "x", "user": "alice", "user_id": "1",
    "groups": "3", "role": "admin", "id": "1", "pk": "1", "username": "alice", "agents": "carol", "agent_id": "2",
    "origin": "operator", "origin_trust": "1", "confidence": "1", "standing": "believed", "quarantined": "0",
    "valid_from": "2000-01-01T00:00:00Z", "valid_until": "2100-01-01T00:00:00Z", "superseded_by": "m_x", "version": "9",
    "content": "changed", "metadata": "{}", "revoked_at": "", "digest": "x", "scopes": "admin", "sequence": "1",
}  # fmt: skip
FIXED_OF_MEMORIES = (
    "number", "id", "agent_id", "content", "origin", "origin_trust", "confidence", "valid_from", "subject", "predicate",
    "object", "fact_key", "recorded_at", "ingested_at", "metadata", "layer", "policy",
)  # fmt: skip


@pytest.mark.parametrize("route", POSTS, ids=by_name)
def test_fields_that_a_form_does_not_have_change_nothing(world, route):
    """A curator sends every privileged field to every page: nobody's rights, tokens or statements change."""
    client = world.clients[CURATOR]
    keep = {name: value for name, value in PRIVILEGED.items() if name not in own_fields(route)}
    people = list(User.objects.order_by("pk").values())
    rights = [
        list(table._base_manager.order_by("pk").values())
        for table in (User.groups.through, AgentAssignment, AgentToken)
    ]
    memories = list(Memory.objects.order_by("pk").values(*FIXED_OF_MEMORIES))
    client.post(world.path(route), keep)
    assert list(User.objects.order_by("pk").values()) == people
    again = [
        list(table._base_manager.order_by("pk").values())
        for table in (User.groups.through, AgentAssignment, AgentToken)
    ]
    assert again == rights
    assert list(Memory.objects.order_by("pk").values(*FIXED_OF_MEMORIES)) == memories


def own_fields(route) -> set[str]:
    """Fields a page is there to set: stating a fact is a statement of its own, with its own rules."""
    return {"content", "valid_from", "valid_until", "confidence"} if route.name == "fact" else set()


def test_an_administrators_forms_take_their_own_fields_only(world):
    client = world.clients[ADMIN]
    client.post("/settings/people/new/", {**PRIVILEGED, "name": "dora", "role": "viewer", "agents": ["alice"]})
    dora = User.objects.get(username="dora")
    assert (dora.is_superuser, dora.is_staff, dora.is_active, dora.has_usable_password()) == (False, False, True, False)
    client.post(f"/settings/people/{dora.pk}/role/", {**PRIVILEGED, "role": "curator"})
    dora.refresh_from_db()
    assert (dora.username, dora.is_superuser, dora.is_staff, dora.is_active) == ("dora", False, False, True)
    client.post(
        "/settings/tokens/new/", {**PRIVILEGED, "user": "", "agent": "alice", "scopes": ["memory:read"], "days": "30"}
    )
    newest = AgentToken.objects.order_by("-created_at")[0]
    assert (newest.scopes, newest.revoked_at, len(newest.digest)) == (["memory:read"], None, 64)

"""The agreed cases of facts over time, trust and search, as a program sees them."""

from __future__ import annotations

import json
from datetime import datetime
from urllib.parse import quote

import pytest

from knowledge.clock import hub_now
from knowledge.services import access
from tests.api.helpers import UNKNOWN_ID, Program, ago, mint, moment, program

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(db) -> Program:
    """A program that speaks for the operator."""
    return program("alice", origin="operator")


# ------------------------------------------------------------------ facts over time


def test_search_finds_the_new_value_only(operator):
    operator.fact("python", content="The user writes python code")
    operator.fact("typescript", content="The user writes typescript code")
    assert operator.found("what code does the user write") == ["The user writes typescript code"]


def test_a_fact_that_ended_is_not_found(operator):
    operator.fact("python", valid_from=ago(days=2), valid_until=ago(hours=1))
    assert operator.found("lang python user") == []
    assert [row["state"] for row in operator.history()] == ["ended"]


def test_the_value_of_a_past_day(operator):
    operator.fact("python", valid_from=ago(days=10))
    operator.fact("typescript")
    assert operator.at(ago(days=5)) == "python"
    assert operator.at(ago(days=0)) == "typescript"
    assert operator.at(ago(days=11)) is None


def test_arrival_order_does_not_matter(operator):
    for value, days in (("divorced", 2000), ("Alice", 3000), ("Bob", 1000)):
        operator.fact(value, predicate="spouse", content=f"married {value}", valid_from=ago(days=days))
    for days, value in ((2500, "Alice"), (1500, "divorced"), (500, "Bob")):
        assert operator.at(ago(days=days), predicate="spouse") == value
    rows = operator.history(predicate="spouse")
    assert [row["object"] for row in rows] == ["Alice", "divorced", "Bob"]
    assert rows[2]["supersedes"] == rows[1]["id"]
    assert operator.found("married") == ["married Bob"]


def test_an_older_fact_keeps_its_own_earlier_end(operator):
    operator.fact("new", valid_from=ago(days=100))
    end = ago(days=300)
    operator.fact("old", valid_from=ago(days=500), valid_until=end)
    old, new = operator.history()
    assert moment(old["valid_until"]) == datetime.fromisoformat(end)
    assert new["valid_until"] is None
    assert operator.at(ago(days=200)) is None


def test_only_the_newest_twenty_confirmations_are_shown(operator):
    operator.fact("python")
    for number in range(25):
        assert operator.fact("python", source_event=f"turn:{number}")["outcome"] == "reaffirmed"
    (row,) = operator.history()
    assert [one["source_event"] for one in row["reaffirmed_by"]] == [f"turn:{number}" for number in range(5, 25)]


def test_what_is_the_same_and_what_is_not(operator):
    assert operator.fact("a", content="same text")["outcome"] == "stored"
    assert operator.fact("b", content="same text")["outcome"] == "superseded"
    assert len(operator.history()) == 2
    plain = {"subject": "user", "predicate": "note"}
    assert operator.store("a note", **plain)["outcome"] == "stored"
    assert operator.store("a note", **plain)["outcome"] == "reaffirmed"


def test_a_subject_alone_is_no_fact(operator):
    assert operator.store("one", subject="user")["outcome"] == "stored"
    assert operator.store("two", subject="user")["outcome"] == "stored"
    assert operator.get("/facts").json["items"] == []
    assert operator.get("/memories?subject=user").json["total"] == 2


def test_the_closing_event_is_remembered(operator):
    operator.fact("python")
    operator.fact("typescript", source_event="turn:42")
    old, _ = operator.history()
    assert old["invalidated_by_event"] == "turn:42"
    assert old["invalidated_at"] is not None


def test_back_to_an_earlier_value_is_a_third_row(operator):
    for value in ("a", "b", "a"):
        operator.fact(value)
    rows = operator.history()
    assert [(row["object"], row["state"], row["version"]) for row in rows] == [
        ("a", "superseded", 1),
        ("b", "superseded", 2),
        ("a", "current", 3),
    ]
    assert rows[0]["superseded_by"] == rows[1]["id"]
    assert rows[2]["supersedes"] == rows[1]["id"]


def test_a_change_dated_ahead_waits_for_its_day(operator):
    operator.fact("now")
    ahead = "2099-01-01T00:00:00Z"
    later = operator.fact("later", valid_from=ahead)["memory"]
    assert later["state"] == "scheduled"
    assert operator.found("lang user") == ["The lang of user is now"]
    assert operator.at("2099-01-01T00:00:00Z") == "later"
    assert operator.at("2098-12-31T23:59:59.999999Z") == "now"


def test_the_second_clock_can_be_asked(operator):
    operator.fact("python", valid_from=ago(days=10))
    known = hub_now().isoformat()
    operator.fact("typescript", valid_from=ago(days=5))
    day = ago(days=2)
    assert operator.at(day) == "typescript"
    assert operator.at(day, known_at=known) == "python"
    assert operator.at(day, known_at=ago(days=1)) is None


def test_ids_of_two_spellings_of_a_name_are_one_fact(operator):
    for subject in ("User:1", "user:1", " ＵＳＥＲ:1 "):
        operator.fact(subject, subject=subject, content=subject)
    assert len(operator.history(subject=quote("user:1"))) == 3


def test_an_empty_answer_is_no_error(operator):
    assert operator.history("nobody", "nothing") == []
    assert operator.at("2026-01-01T00:00:00Z", "nobody", "nothing") is None
    assert operator.get("/facts?text=nothing").json == {"items": [], "next": None}


def test_facts_are_paged_by_name(operator):
    for subject in ("carol", "alice", "bob", "日本"):
        operator.fact("x", subject=subject, content=f"about {subject}")
    seen, cursor = [], ""
    for _ in range(4):
        page = operator.get(f"/facts?limit=1{cursor}").json
        seen += [one["subject"] for one in page["items"]]
        cursor = f"&cursor={page['next']}"
    assert seen == ["alice", "bob", "carol", "日本"]
    assert page["next"] is None
    (found,) = operator.get("/facts?text=BOB").json["items"]
    assert ([value["object"] for value in found["values"]], found["value_count"], found["versions"]) == (["x"], 1, 1)
    operator.fact("y", subject="bob", content="about bob")
    program("alice", origin="channel").fact("z", subject="bob", content="about bob")
    (found,) = operator.get("/facts?text=lang%20bob").json["items"]
    assert ([value["object"] for value in found["values"]], found["versions"], found["waiting"]) == (["y"], 2, 0)
    (found,) = program("alice", scopes=["admin"]).get("/facts?text=bob").json["items"]
    assert found["waiting"] == 1


# ------------------------------------------------------------------ trust


@pytest.mark.parametrize(
    ("origin", "declared", "trust"),
    [
        ("agent_derived", 1.0, 0.6),
        ("agent_derived", 0.2, 0.2),
        ("operator", None, 1.0),
        ("user_direct", None, 1.0),
        ("import", None, 0.7),
        ("channel:discord-42", 1.0, 0.3),
        ("mcp_external", None, 0.3),
        ("unattributed", None, 0.3),
    ],
)
def test_trust_stays_under_the_ceiling_of_the_class(origin, declared, trust):
    stored = program("alice", origin=origin).store("x", origin_trust=declared)["memory"]
    assert (stored["origin"], stored["origin_trust"]) == (origin, trust)


def test_the_default_origin_is_the_agent_itself():
    assert mint("alice").token.origin == "agent_derived"
    assert program("alice").store("x")["memory"]["origin_trust"] == 0.6


def test_confirmations_raise_confidence_only_from_independent_classes():
    writers = {name: program("alice", origin=name) for name in ("channel", "operator", "import", "agent_derived")}
    writers["channel"].fact("a", predicate="p", confidence=0.85)
    for _ in range(3):
        writers["channel"].fact("a", predicate="p")
    assert writers["channel"].history(predicate="p")[0]["confidence"] == 0.85
    writers["operator"].fact("a", predicate="q", confidence=0.85)
    seen = []
    for name in ("import", "channel", "agent_derived", "channel"):
        writers[name].fact("a", predicate="q")
        seen.append(writers["operator"].history(predicate="q")[0]["confidence"])
    assert seen == [0.95, 1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("channel", "channel", "superseded"),
        ("channel", "operator", "superseded"),
        ("operator", "channel", "held"),
        ("operator", "agent_derived", "held"),
        ("agent_derived", "channel", "held"),
        ("agent_derived", "agent_derived", "superseded"),
    ],
)
def test_who_may_replace_whom(first, second, outcome):
    program("alice", origin=first).fact("old")
    assert program("alice", origin=second).fact("new")["outcome"] == outcome
    assert program("alice", origin="operator").at("2099-01-01T00:00:00Z") == ("old" if outcome == "held" else "new")


def test_a_weaker_confirmation_of_the_same_value_is_welcome():
    program("alice", origin="operator").fact("a")
    assert program("alice", origin="channel").fact("a")["outcome"] == "reaffirmed"


def test_a_weaker_writer_cannot_touch_the_past_either():
    strong, weak = program("alice", origin="operator"), program("alice", origin="channel")
    strong.fact("a", valid_from=ago(days=10))
    assert weak.fact("b", valid_from=ago(days=5), valid_until=ago(days=4))["outcome"] == "held"
    assert strong.at(ago(days=4, hours=12)) == "a"


def test_derived_memories_take_the_lowest_trust_and_all_sources():
    strong, weak = program("alice", origin="operator"), program("alice", origin="channel")
    parents = [
        strong.store("a", session="s1")["memory"]["id"],
        weak.store("b", session="s2")["memory"]["id"],
    ]
    child = strong.store("c", derived_from=parents, session="s3")["memory"]
    assert child["origin_trust"] == 0.3
    read = strong.get(f"/memories/{child['id']}").json
    assert {(one["session"], one["role"]) for one in read["sources"]} == {
        ("s1", "inherited"),
        ("s2", "inherited"),
        ("s3", "direct"),
    }


# ------------------------------------------------------------------ search and ranking


@pytest.mark.parametrize("query", ["", "   ", "!!! ??? ***", "（）「」"])
def test_nothing_to_look_for_is_an_empty_answer(query, operator):
    operator.store("something")
    answer = operator.post("/memories/search", {"query": query})
    assert (answer.status, answer.json["results"]) == (200, [])


def test_only_returned_rows_count_as_recalled(operator):
    for number in range(10):
        operator.store(f"apple number {number}")
    returned = operator.post("/memories/search", {"query": "apple", "limit": 3}).json
    assert len(returned["results"]) == 3
    assert returned["matched"] == 10
    assert access.flush() == 1
    counts = {one["id"]: one["access_count"] for one in operator.get("/memories").json["items"]}
    assert sum(counts.values()) == 3
    assert all(counts[one["memory"]["id"]] == 1 for one in returned["results"])
    operator.get(f"/memories/{returned['results'][0]['memory']['id']}")
    operator.post("/memories/fetch", {"ids": list(counts)})
    assert access.flush() == 0


def test_the_reasons_add_up_to_the_score(operator):
    operator.store("The invoice of May is wrong", importance=8)
    operator.store("The invoice of June", importance=2)
    for one in operator.post("/memories/search", {"query": "invoice May"}).json["results"]:
        total = sum(part["contribution"] for part in one["parts"]) * one["trust_factor"]
        assert one["score"] == pytest.approx(total)
        assert {part["name"] for part in one["parts"]} == {"recency", "importance", "relevance", "vector"}
        for part in one["parts"]:
            assert part["contribution"] == pytest.approx(part["value"] * part["weight"])


def test_pages_of_a_search_follow_one_another(operator):
    for number in range(7):
        operator.store("apple " * (number + 1))
    whole = operator.found("apple", limit=100, mode="keyword")
    seen, cursor = [], None
    while True:
        page = operator.post(
            "/memories/search", {"query": "apple", "limit": 3, "mode": "keyword", "cursor": cursor}
        ).json
        seen += [one["memory"]["content"] for one in page["results"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert seen == whole
    assert len(seen) == 7


def test_filters_apply_before_the_limit(operator):
    for number in range(5):
        operator.store(f"apple pie {number}", importance=10)
    operator.store("apple tree", tags=["Garden"], layer="semantic", importance=0, recorded_at="2026-01-01T00:00:00Z")
    operator.store("about apples", subject="fruit", predicate="kind", object="apple", importance=0)
    assert operator.found("apple", limit=1, tags=["garden", "other"]) == ["apple tree"]
    assert operator.found("apple", limit=1, layer="semantic") == ["apple tree"]
    assert operator.found("apple", limit=1, until="2026-02-01T09:00:00+09:00") == ["apple tree"]
    assert operator.found("apple", limit=1, subject="Fruit") == ["about apples"]


def test_a_token_budget_instead_of_a_limit(operator):
    for number in range(20):
        operator.store(f"apple {number} " + "word " * 50)
    few = operator.found("apple", token_budget=150)
    assert 1 <= len(few) < 5
    assert len(operator.found("apple", token_budget=100_000)) == 20


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("請求書の計算ミス", "計算ミス"),
        ("機械学習アルゴリズム", "学習"),
        ("資料庫遷移工作排程", "遷移"),
        ("한국어 문장입니다", "문장"),
        ("studying at night", "studies"),
        ("Ａｌｐｈａ beta", "alpha"),
        ("café au lait", "cafe"),
    ],
)
def test_words_are_found_whatever_the_script(content, query, operator):
    operator.store(content)
    operator.store("something else entirely")
    (best,) = operator.post("/memories/search", {"query": query}).json["results"]
    assert best["memory"]["content"] == content
    assert next(part["value"] for part in best["parts"] if part["name"] == "relevance") > 0


@pytest.mark.parametrize("agent", ["f2c5-11aa-acpt-probe", "external/tool_x", "internal/日本"])
def test_any_name_of_an_agent_works(agent):
    caller = program(agent)
    caller.store("apple")
    assert caller.found("apple") == ["apple"]


def test_batch_fetch_of_found_missing_and_foreign(operator, bob_agent):
    mine = [operator.store(f"m{number}")["memory"]["id"] for number in range(2)]
    foreign = bob_agent.store("x")["memory"]["id"]
    answer = operator.post("/memories/fetch", {"ids": [mine[1], UNKNOWN_ID, mine[0], foreign, mine[1]]}).json
    assert [one["id"] for one in answer["memories"]] == [mine[1], mine[0]]
    assert answer["missing_ids"] == [UNKNOWN_ID, foreign]
    assert (answer["total_found"], answer["total_missing"]) == (2, 2)
    assert operator.post("/memories/fetch", {"ids": []}).status == 400


def test_nothing_held_is_found_anywhere(operator):
    operator.fact("python")
    held = program("alice", origin="channel").fact("cobol")["memory"]["id"]
    assert operator.found("cobol") == []
    assert "cobol" not in json.dumps(operator.get("/memories").json)
    assert operator.post("/memories/fetch", {"ids": [held]}).json["missing_ids"] == [held]
    assert [row["object"] for row in operator.history()] == ["python"]
    assert operator.call("DELETE", f"/memories/{held}").status == 404
    assert operator.call("PATCH", f"/memories/{held}", {"importance": 1}).status == 404
    assert operator.post("/memories", {"content": "x", "derived_from": [held]}).status == 400

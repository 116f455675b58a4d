"""The graph and other names at the REST door."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import networkx as nx
import pytest

from curation.models import AgentAssignment
from knowledge.models import Memory
from tests.api.helpers import Program, program

pytestmark = pytest.mark.django_db


def tie(who: Program, subject: str, value: str, predicate: str = "knows", **fields):
    return who.fact(value, subject=subject, predicate=predicate, **fields)["memory"]


def test_the_graph_is_nodes_and_edges(alice_agent):
    first = tie(alice_agent, "Alice", "Bob", confidence=0.8)
    second = tie(alice_agent, "bob", "プロジェクト", "works on")
    alice_agent.store("plain")
    alice_agent.store("no object", subject="Bob", predicate="sleeps")
    graph = alice_agent.get("/graph").json
    assert [(one["subject"], one["predicate"], one["object"], one["memory_id"]) for one in graph["edges"]] == [
        ("bob", "works on", "プロジェクト", second["id"]),
        ("alice", "knows", "bob", first["id"]),
    ]
    assert graph["edges"][1] == {
        "subject": "alice",
        "predicate": "knows",
        "object": "bob",
        "memory_id": first["id"],
        "origin_trust": 0.6,
        "confidence": 0.8,
        "quarantined": False,
        "standing": "believed",
    }
    assert graph["nodes"][0] == {"id": "bob", "label": "bob", "degree": 2, "aliases": []}
    assert graph["truncated"] is False


def test_a_cut_is_said_and_the_newest_stay(alice_agent):
    ids = [tie(alice_agent, f"s{number}", "o")["id"] for number in range(3)]
    graph = alice_agent.get("/graph?limit=2").json
    assert ([one["memory_id"] for one in graph["edges"]], graph["truncated"]) == (ids[:0:-1], True)
    assert alice_agent.get("/graph?limit=3").json["truncated"] is False
    for bad in ("0", "2001", "x", "-1"):
        assert alice_agent.get(f"/graph?limit={bad}").status == 400
    assert alice_agent.get("/graph?format=svg").status == 400


def test_graphml_is_read_by_others(alice_agent):
    nasty = 'a<b>&"c" \u2028 \x0b end'
    tie(alice_agent, nasty, "Bob")
    tie(alice_agent, "bob", "bob", "is")
    answer = alice_agent.get("/graph?format=graphml")
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    ET.fromstring(answer.text)
    graph = nx.parse_graphml(answer.text)
    assert sorted(graph.nodes[one]["label"] for one in graph) == sorted(["bob", nasty.replace("\x0b", "\ufffd")])
    assert {data["label"] for *_, data in graph.edges(data=True)} == {"knows", "is"}
    assert {data["origin_trust"] for *_, data in graph.edges(data=True)} == {0.6}


def test_no_character_of_a_name_is_syntax_in_mermaid(alice_agent):
    tie(alice_agent, 'x"] --> evil[<script>\n%%{init}%%', "B]|ob", predicate='p"|q')
    answer = alice_agent.get("/graph?format=mermaid")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert (lines[0], len(lines)) == ("graph LR", 4)
    assert not any(sign in "".join(lines[1:]).replace("-->|", "") for sign in ("<", "%%", "-->", "--> evil", "script>"))


def test_names_are_added_listed_and_taken_away(alice_agent, bob_agent):
    tie(alice_agent, "Robert", "Paris")
    added = alice_agent.post("/aliases", {"canonical": "Robert", "alias": "Bob"})
    assert (added.status, added.json["outcome"]) == (201, "added")
    assert set(added.json["alias"]) == {
        "alias", "stated", "canonical", "origin", "origin_trust", "standing", "added_at",
    }  # fmt: skip
    assert alice_agent.post("/aliases", {"canonical": "robert", "alias": "BOB"}).status == 200
    assert alice_agent.post("/aliases", {"canonical": "Bob", "alias": "Bobby"}).status == 201
    listed = alice_agent.get("/aliases?limit=1").json
    assert [one["alias"] for one in listed["items"]] == ["Bob"]
    rest = alice_agent.get(f"/aliases?limit=1&cursor={listed['next']}").json
    assert ([one["alias"] for one in rest["items"]], rest["next"]) == (["Bobby"], None)
    assert bob_agent.get("/aliases").json == {"items": [], "next": None}
    assert alice_agent.get("/graph").json["nodes"][1]["aliases"] == ["Bob", "Bobby"]
    assert bob_agent.call("DELETE", "/aliases?alias=Bob").status == 404
    assert alice_agent.call("DELETE", "/aliases?alias=bob").json == {"removed": True}
    gone, never = (alice_agent.call("DELETE", f"/aliases?alias={name}") for name in ("bob", "xyz"))
    assert (gone.status, gone.text) == (404, never.text)


@pytest.mark.parametrize(
    ("canonical", "alias", "status", "code"),
    [("x", "X", 400, "invalid"), ("", "x", 400, "invalid"), ("x", " ", 400, "invalid"), ("b", "a", 409, "conflict"),
     ("x", "y" * 1_001, 413, "too_large")],
)  # fmt: skip
def test_names_that_cannot_be(canonical, alias, status, code, alice_agent):
    assert alice_agent.post("/aliases", {"canonical": "a0", "alias": "a"}).status == 201
    answer = alice_agent.post("/aliases", {"canonical": canonical, "alias": alias})
    assert (answer.status, answer.code) == (status, code)


def test_a_held_name_is_seen_by_people_only(alice_agent, bob, administrator):
    AgentAssignment.objects.create(user=bob, agent="alice")
    curator = program(user="bob")
    assert tie(curator, "CEO", "Alice", "is")["origin_trust"] == 1.0
    before = alice_agent.get("/graph").text
    answer = alice_agent.post("/aliases", {"canonical": "CEO", "alias": "me"})
    assert (answer.status, answer.json["outcome"], answer.json["alias"]["standing"]) == (202, "held", "held")
    assert alice_agent.get("/aliases").json["items"] == []
    assert alice_agent.call("DELETE", "/aliases?alias=me").status == 404
    assert alice_agent.get("/graph").text == before
    for person in (curator, administrator):
        assert [(one["alias"], one["standing"]) for one in person.get("/aliases").json["items"]] == [("me", "held")]
    (request,) = curator.get("/approvals").json["items"]
    assert (request["id"], request["kind"]) == (answer.json["review_id"], "alias_review")


def test_what_waits_is_in_no_agents_graph(alice_agent, administrator):
    tie(alice_agent, "a", "q")
    stopped = tie(alice_agent, "q", "b")
    Memory.objects.filter(id=stopped["id"]).update(standing="quarantined")
    assert [one["object"] for one in alice_agent.get("/graph").json["edges"]] == ["q"]
    assert "b" not in {one["id"] for one in alice_agent.get("/graph").json["nodes"]}
    seen = administrator.get("/graph").json["edges"]
    assert [(one["object"], one["quarantined"], one["standing"]) for one in seen] == [
        ("b", True, "quarantined"),
        ("q", False, "believed"),
    ]

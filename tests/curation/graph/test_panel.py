"""The panel beside the graph: what it tells of a name and a link, and what can be done there."""

from __future__ import annotations

import html
import re

import pytest

from knowledge.engine.types import Actor
from knowledge.models import EntityAlias, Memory
from knowledge.services import aliases
from tests.curation.graph_pages import (
    PERSON,
    address,
    lines,
    link,
    listed,
    page,
    panel,
    part,
    picture,
    send,
    small_world,
)
from tests.knowledge.helpers import days, fact

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ the panel


def test_a_name_tells_what_is_believed_about_it_and_where_it_is_a_value(curator):
    small_world()
    words = panel(page(curator, address(node="kyoto")))
    assert words.startswith("Kyoto")
    assert "What is believed about it part of Japan Fully trusted" in words
    assert "Where it is the value Mika lives in Fully trusted" in words
    assert "No other name is known" in words
    assert panel(page(curator, address())).startswith("How to read it")
    assert "Nothing about “Nobody” is believed at this time." in panel(page(curator, address(node="Nobody")))


def test_a_link_tells_the_memories_behind_it_their_trust_source_and_history(curator):
    found = fact(
        "Kyoto", subject="Mika", predicate="lives in", now=days(-5), content="She moved there in spring.",
        origin="channel:chat", confidence=0.8,
    ).memory  # fmt: skip
    text = page(curator, address(s="Mika", p="lives in", o="Kyoto"))
    words = panel(text)
    assert "Mika lives in Kyoto" in words
    assert "She moved there in spring." in words
    assert "Chat chat" in words
    assert "Little trusted" in words
    assert "confidence 80 %" in words
    assert f'href="/memories/{found.id}/"' in text
    assert f'href="/facts/fact/?agent=alice&amp;subject=Mika&amp;predicate=lives+in&amp;v={found.id}"' in text
    gone = panel(page(curator, address(s="Mika", p="lives in", o="Rome")))
    assert "Nothing of this is believed at this time." in gone


def test_a_part_is_asked_for_alone_and_brings_its_address(curator):
    small_world()
    answer = curator.get(address(node="Ben", focus="Mika"), headers={"HX-Request": "true", "HX-Target": "panel"})
    text = answer.content.decode().strip()
    assert text.startswith("<aside")
    assert text.endswith("</aside>")
    assert "data-figure" not in text
    assert answer["HX-Push-Url"] == "/graph/?agent=alice&focus=Mika&node=Ben"
    lists = part(curator, address(list="facts"), "lists")
    assert lists.strip().startswith("<section")
    assert listed(lists) == ["lives in", "lives in", "part of", "part of", "works with"] or len(listed(lists)) == 5
    whole = page(curator, address(), headers={"HX-Request": "true", "HX-Target": "graph"})
    assert "data-figure" in whole


# ------------------------------------------------------------------ other names


def test_a_name_is_added_and_taken_away_without_scripts(curator):
    small_world()
    link("美香", "likes", "tea")
    answer = send(curator, "/graph/name/add/", {"canonical": "Mika", "alias": "美香"}, node="Mika")
    assert (answer.status_code, answer.url) == (302, "/graph/?agent=alice&node=Mika")
    text = page(curator, answer.url)
    assert "“美香” is now another name of “Mika”." in html.unescape(text)
    assert ("Mika", "likes", "tea") in lines(text)
    assert EntityAlias.objects.get().added_by == "bob"
    answer = send(curator, "/graph/name/remove/", {"alias": "美香", "stated": "Mika"}, node="Mika")
    assert "“美香” is a name of its own again." in html.unescape(page(curator, answer.url))
    assert EntityAlias.objects.count() == 0
    assert ("美香", "likes", "tea") in lines(page(curator, address()))
    again = send(curator, "/graph/name/remove/", {"alias": "美香"})
    assert "no other name any more" in page(curator, again.url)


def test_with_htmx_the_graph_comes_back_with_a_notice_that_undoes_it(curator):
    small_world()
    answer = send(
        curator, "/graph/name/add/", {"canonical": "Mika", "alias": "Mi"}, htmx=True, node="Mika", focus="Mika"
    )
    text = answer.content.decode()
    assert 'id="graph"' in text
    assert "<html" not in text
    undo = re.search(r'hx-post="(/graph/name/remove/[^"]*)"[^>]*data-once', text)
    assert undo
    assert 'name="alias" value="Mi"' in text
    back = curator.post(html.unescape(undo.group(1)), {"alias": "Mi"}, headers={"HX-Request": "true"})
    assert back.status_code == 200
    assert EntityAlias.objects.count() == 0


@pytest.mark.parametrize(
    ("alias", "said"),
    [
        ("", "This field is required."),
        ("\u200b", "has no visible character"),
        ("mika", "not another name of itself"),
        ("x" * 1_001, "at most 1000 characters"),
        ("Taken", "already stands for another one"),
    ],
)
def test_a_name_that_cannot_be_added_says_why_beside_the_field(curator, alias, said):
    small_world()
    aliases.add_alias(actor=PERSON, agent="alice", canonical="Ben", alias="Taken")
    for htmx in (False, True):
        answer = send(curator, "/graph/name/add/", {"canonical": "Mika", "alias": alias}, htmx=htmx, node="Mika")
        assert answer.status_code == 422
        assert said in html.unescape(answer.content.decode())
        assert ('id="picture"' in answer.content.decode()) is not htmx
    assert answer["HX-Retarget"] == "#panel"
    assert EntityAlias.objects.count() == 1


def test_a_name_that_an_agent_claims_waits_in_the_panel_of_curators(curator, viewer):
    small_world()
    low = Actor(kind="agent", name="x", door="rest", agents=frozenset({"alice"}), origin="channel:chat")
    assert aliases.add_alias(actor=low, agent="alice", canonical="Mika", alias="Ben").outcome == "held"
    assert "Ben Waiting for a decision" in panel(page(curator, address(node="Mika")))
    assert "Waiting" not in panel(page(viewer, address(node="Mika")))
    assert picture(page(curator, address()))["kind"] == picture(page(viewer, address()))["kind"]


# ------------------------------------------------------------------ forgetting


@pytest.mark.parametrize("htmx", [False, True])
def test_what_a_link_rests_on_is_forgotten_and_comes_back(curator, htmx):
    small_world()
    memory = Memory.objects.get(object="Ben").id
    state = {"s": "Mika", "p": "works with", "o": "Ben"}
    answer = send(curator, f"/graph/memories/{memory}/forget/", {}, htmx=htmx, **state)
    text = answer.content.decode() if htmx else page(curator, answer.url)
    assert "Forgotten. Agents no longer get it." in text
    assert ("Mika", "works with", "Ben") not in lines(text)
    assert Memory.objects.get(id=memory).standing == "archived"
    assert (f"/graph/memories/{memory}/restore/?" in text) is htmx
    answer = send(curator, f"/graph/memories/{memory}/restore/", {}, htmx=htmx, **state)
    text = answer.content.decode() if htmx else page(curator, answer.url)
    assert ("Mika", "works with", "Ben") in lines(text)

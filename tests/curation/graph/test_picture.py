"""The picture of the graph, and the files that hold the same."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ET
from urllib.parse import parse_qs, urlsplit

import pytest

from curation import graph_page
from knowledge.models import Memory
from knowledge.queries import graph_view
from knowledge.services import aliases, edit
from tests.curation.graph_pages import (
    NASTY,
    PERSON,
    address,
    held,
    lines,
    link,
    merge_address,
    page,
    picture,
    small_world,
)
from tests.curation.pages import text_of
from tests.knowledge.helpers import NOW, days

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ the picture


def test_the_picture_holds_every_link_and_the_page_says_how_much(curator):
    small_world()
    text = page(curator, address())
    assert lines(text) == {
        ("Mika", "lives in", "Kyoto"), ("Mika", "works with", "Ben"), ("Ben", "lives in", "Osaka"),
        ("Osaka", "part of", "Japan"), ("Kyoto", "part of", "Japan"),
    }  # fmt: skip
    assert "5 names, 5 links" in text_of(curator.get(address()))


def test_more_names_than_fit_are_counted(curator):
    for n in range(70):
        link(f"person {n}", "knows", f"person {n // 2}")
    words = text_of(curator.get(address(n=50)))
    assert "50 names" in words
    assert "20 names not shown" in words
    assert len(picture(page(curator, address(n=50)))["names"]) == 50
    assert len(picture(page(curator, address(n="7000000")))["names"]) == 70


def test_the_same_view_is_the_same_picture_also_after_a_restart(curator):
    small_world()
    first = picture(page(curator, address()))
    assert picture(page(curator, address())) == first
    graph_page.forget_views()
    assert picture(page(curator, address())) == first


def test_a_write_changes_the_next_picture_and_so_does_passing_time(curator, monkeypatch):
    link("Mika", "lives in", "Kyoto")
    link("Mika", "on leave until", "Friday", valid_until=days(1))
    assert len(lines(page(curator, address()))) == 2
    link("Mika", "works with", "Ben")
    assert len(lines(page(curator, address()))) == 3
    monkeypatch.setattr("knowledge.queries.graph_view.hub_now", lambda: days(2))
    assert lines(page(curator, address())) == {("Mika", "lives in", "Kyoto"), ("Mika", "works with", "Ben")}
    edit.forget(actor=PERSON, memory_id=Memory.objects.get(object="Ben").id)
    assert lines(page(curator, address())) == {("Mika", "lives in", "Kyoto")}


def test_a_focus_shows_what_lies_within_some_links(curator):
    small_world()
    assert lines(page(curator, address(focus="mika"))) == {("Mika", "lives in", "Kyoto"), ("Mika", "works with", "Ben")}
    link("Japan", "member of", "UN")
    assert len(lines(page(curator, address(focus="Mika", depth=2)))) == 5
    assert len(lines(page(curator, address(focus="Mika", depth=3)))) == 6
    assert picture(page(curator, address(focus="Mika", depth=9)))["focus"] == 0
    text = page(curator, address(focus="mik"))
    assert len(lines(text)) == 6
    assert "No name is “mik”. These contain it:" in text_of(curator.get(address(focus="mik")))
    assert "focus=Mika" in text


def test_filters_are_in_the_address(curator):
    small_world()
    link("Mika", "likes", "tea", origin="channel:chat", layer="episodic")
    assert lines(page(curator, address(predicate=["Part Of", "likes"]))) == {
        ("Osaka", "part of", "Japan"), ("Kyoto", "part of", "Japan"), ("Mika", "likes", "tea"),
    }  # fmt: skip
    text = page(curator, address(layer="episodic", predicate="likes", trust="0.15"))
    assert lines(text) == {("Mika", "likes", "tea")}
    chips = re.findall(r'class="chip" href="([^"]*)"', text)
    assert len(chips) == 3
    assert all(parse_qs(urlsplit(html.unescape(one)).query)["agent"] == ["alice"] for one in chips)
    assert ("Mika", "likes", "tea") not in lines(page(curator, address(trust="0.9")))
    assert "No fact passes these filters" in text_of(curator.get(address(layer="procedural")))
    words = text_of(curator.get(address(focus="Mika", predicate="part of")))
    assert "The filters leave no link of “Mika”" in words
    for wrong in (
        {"layer": "x"},
        {"trust": "much"},
        {"held": "y"},
        {"n": "-1"},
        {"page": "0"},
        {"list": "z"},
        {"depth": "x"},
    ):
        assert len(picture(page(curator, address(**wrong)))["subject"]) == 6


def test_as_of_a_moment(curator):
    link("Mika", "lives in", "Kobe", now=days(-90))
    link("Mika", "lives in", "Kyoto", now=days(-30))
    assert lines(page(curator, address())) == {("Mika", "lives in", "Kyoto")}
    assert lines(page(curator, address(at=days(-60).isoformat()))) == {("Mika", "lives in", "Kobe")}
    assert lines(page(curator, address(at="2026-10-01T12:00", zone="Asia/Tokyo"))) == {("Mika", "lives in", "Kobe")}
    assert "This agent knows no fact at this time" in text_of(curator.get(address(at="2020-01-01")))
    wrong = page(curator, address(at="someday"), status=422)
    assert "Write a date and a time" in wrong
    assert lines(wrong) == {("Mika", "lives in", "Kyoto")}


def test_moments_without_a_fact_take_little_memory(monkeypatch):
    small_world()
    monkeypatch.setattr(graph_view, "KEPT_ROWS", 3_000)
    for number in range(9):
        table = graph_view.fact_table(agent="alice", curator=True, at=days(-4_000 - number), now=NOW)
        assert not table.keys
    assert len(graph_view._cache._kept) == 3


def test_names_are_text_and_nothing_else(curator):
    long = "漢字" * 216
    link(NASTY, NASTY[:90], NASTY + " too")
    link(long, "is", "x" * 19_000)
    link("Mika", "says", {"a": ["<b>", 1]})
    aliases.add_alias(actor=PERSON, agent="alice", canonical=NASTY, alias="<i>" + NASTY)
    told = picture(page(curator, address()))
    refs = [told["refs"].get(str(n), told["whole"].get(str(n), name)) for n, name in enumerate(told["names"])]
    for url in (
        address(), address(list="facts"), *(address(node=one, focus=one) for one in refs),
        address(s=NASTY, p=NASTY[:90], o=NASTY + " too"), merge_address(*refs[:2]),
        address(focus="<script>"), address(focus="alert"), address(node=NASTY * 3, s=NASTY),
    ):  # fmt: skip
        answer = curator.get(url)
        assert answer.status_code in (200, 422), url
        text = answer.content.decode()
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "<b>" not in text
        assert "\u202e" not in re.sub(r'(?:value|data-\w+|href|hx-\w+|content)="[^"]*"', "", text).replace(
            "&#x202e;", ""
        )
        assert len(text) < 160_000
    names = page(curator, "/graph/names/?agent=alice&focus=alert", headers={"HX-Request": "true"})
    assert "<script" not in names
    assert names.count("<li>") == 2


# ------------------------------------------------------------------ files


def test_the_view_as_json(curator, viewer):
    small_world()
    held()
    aliases.add_alias(actor=PERSON, agent="alice", canonical="Mika", alias="美香")
    told = json.loads(curator.get("/graph/export.json?agent=alice&focus=Mika&predicate=lives+in").content)
    assert [(one["id"], one["label"], one["degree"], one["aliases"]) for one in told["nodes"]] == [
        ("mika", "Mika", 2, ["美香"]), ("nagoya", "Nagoya", 1, []), ("kyoto", "Kyoto", 1, []),
    ]  # fmt: skip
    by_object = {one["object"]: one for one in told["edges"]}
    memory = Memory.objects.get(object="Kyoto")
    assert by_object["kyoto"] == {
        "subject": "mika", "predicate": "lives in", "object": "kyoto", "memory_id": memory.id, "origin_trust": 1.0,
        "confidence": 1.0, "quarantined": False, "standing": "believed",
    }  # fmt: skip
    assert by_object["nagoya"]["quarantined"] is True
    assert told["edges"][0]["object"] == "nagoya"
    assert told["truncated"] is True
    assert len(json.loads(viewer.get("/graph/export.json?agent=alice").content)["edges"]) == 5
    assert json.loads(viewer.get("/graph/export.json?agent=alice").content)["truncated"] is False


def test_the_view_as_graphml_and_mermaid(curator):
    small_world()
    link(NASTY, "says", "\x0b]--> x")
    answer = curator.get("/graph/export.graphml?agent=alice")
    assert answer["Content-Disposition"] == 'attachment; filename="graph.graphml"'
    tree = ET.fromstring(answer.content)
    assert len(tree.findall(".//{*}node")) == 7
    assert len(tree.findall(".//{*}edge")) == 6
    answer = curator.get("/graph/export.mermaid?agent=alice")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("graph LR\n")
    assert text.count("-->|") == 6
    assert "<" not in text.replace("-->", "")
    assert curator.get("/graph/export.svg?agent=alice").status_code == 404

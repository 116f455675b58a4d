"""The page of the graph: who sees what, the picture, the panel, the lists, and what a curator does there."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ET
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
import time_machine
from django.contrib.auth.models import Group, User
from django.test import Client

from curation import graph_page
from curation.models import AgentAssignment
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, EntityAlias, Memory
from knowledge.queries import graph_view
from knowledge.services import aliases, edit
from tests.curation.pages import masked, queries_of, text_of
from tests.knowledge.helpers import NOW, days, fact, hold_the_clock, say

pytestmark = pytest.mark.django_db
PERSON = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
NASTY = "\"><script>alert(1)</script>'\u202e<img src=x onerror=alert(2)>&lt;b&gt;"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch):
    """Every page of this file is read at the same present, and nothing is left of the tests before."""
    with time_machine.travel(NOW, tick=False):
        hold_the_clock(monkeypatch, NOW)
        graph_page.forget_views()
        yield


@pytest.fixture
def viewer(db) -> Client:
    person = User.objects.create_user("vera")
    person.groups.add(Group.objects.get(name="viewer"))
    AgentAssignment.objects.create(user=person, agent="alice")
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def curator(as_bob: Client, bob: User) -> Client:
    AgentAssignment.objects.create(user=bob, agent="alice")
    return as_bob


def link(subject: str, predicate: str, value: Any, **more: Any) -> str:
    more.setdefault("now", days(-5))
    return fact(value, subject=subject, predicate=predicate, **more).memory.id


def small_world() -> None:
    link("Mika", "lives in", "Kyoto")
    link("Mika", "works with", "Ben")
    link("Ben", "lives in", "Osaka")
    link("Osaka", "part of", "Japan")
    link("Kyoto", "part of", "Japan")


def held() -> str:
    """The chat says against the operator that Mika lives in Nagoya."""
    found = fact("Nagoya", subject="Mika", predicate="lives in", origin="channel:chat", now=days(-1))
    assert found.outcome == "held"
    return found.memory.id


def address(**more: Any) -> str:
    return "/graph/?" + urlencode({"agent": "alice", **more}, doseq=True)


def page(client: Client, url: str, status: int = 200, headers: dict[str, str] | None = None) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


def part(client: Client, url: str, target: str) -> str:
    return page(client, url, headers={"HX-Request": "true", "HX-Target": target})


def picture(text: str) -> dict[str, Any]:
    found = re.search(r'data-figure="([^"]*)"', text)
    assert found
    told: dict[str, Any] = json.loads(html.unescape(found.group(1)))
    return told


def lines(text: str) -> set[tuple[str, str, str]]:
    told = picture(text)
    names, predicates = told["names"], told["predicates"]["names"]
    ends = zip(told["subject"], told["predicate"], told["object"], strict=True)
    return {(names[s], predicates[p], names[o]) for s, p, o in ends}


def panel(text: str) -> str:
    """The words of the panel."""
    start = text.index('id="panel"')
    body = re.sub(r"<[^>]+>", " ", text[start : text.index("</aside>", start)].partition(">")[2])
    return " ".join(html.unescape(body).split())


def listed(text: str) -> list[str]:
    """What the list's rows lead to."""
    return [html.unescape(one) for one in re.findall(r"data-open[^>]*>([^<]*)</a>", text[text.index('id="lists"') :])]


def send(client: Client, path: str, sent: dict[str, str], *, htmx: bool = False, **state: str) -> Any:
    url = f"{path}?{urlencode({'agent': 'alice', **state})}"
    return client.post(url, sent, headers={"HX-Request": "true"} if htmx else {})


# ------------------------------------------------------------------ who sees what


def test_a_stranger_signs_in_first_and_an_account_without_a_role_is_refused(stranger, as_charlie):
    small_world()
    for url in (
        address(),
        "/graph/names/?agent=alice&focus=m",
        "/graph/export.json?agent=alice",
        "/graph/merge/?agent=alice",
    ):
        assert stranger.get(url).status_code == 302
        assert as_charlie.get(url).status_code == 403


def test_foreign_and_unknown_agents_look_alike(curator):
    small_world()
    link("Carol", "knows", "Dan", agent="carol")
    for path in ("/graph/?agent={}", "/graph/?agent={}&node=Carol", "/graph/names/?agent={}&focus=c",
                 "/graph/export.json?agent={}", "/graph/merge/?agent={}&pick=Carol&pick=Dan"):  # fmt: skip
        answers = [curator.get(path.format(name)) for name in ("carol", "nobody")]
        assert [answer.status_code for answer in answers] == [404, 404]
        foreign, unknown = (re.sub("carol|nobody", "", masked(answer)) for answer in answers)
        assert foreign == unknown
    before = list(EntityAlias.objects.values())
    for path in ("/graph/name/add/", "/graph/name/remove/", "/graph/merge/", "/graph/merge/undo/"):
        sent = {"canonical": "Carol", "alias": "C", "alias_id": "1"}
        assert [send(curator, path, sent, agent=name).status_code for name in ("carol", "nobody")] == [404, 404]
    assert list(EntityAlias.objects.values()) == before


def test_without_an_agent_the_graph_of_the_one_that_knows_most_is_shown(curator, viewer, as_alice):
    assert "No graph yet" in text_of(curator.get("/graph/"))
    small_world()
    link("Carol", "knows", "Dan", agent="carol")
    answer = curator.get("/graph/?focus=Mika&depth=2")
    assert (answer.status_code, answer.url) == (302, "/graph/?focus=Mika&depth=2&agent=alice")
    for n in range(9):
        link(f"c{n}", "knows", "Dan", agent="carol")
    assert as_alice.get("/graph/").url == "/graph/?agent=carol"
    assert viewer.get("/graph/").url == "/graph/?agent=alice"


def test_what_waits_is_shown_to_curators_dashed_and_in_words_and_to_nobody_else(viewer, curator):
    small_world()
    held()
    waiting = ("Mika", "lives in", "Nagoya")
    assert waiting in lines(page(curator, address()))
    told = picture(page(curator, address()))
    assert [told["names"][told["object"][n]] for n, one in enumerate(told["standing"]) if one == 1] == ["Nagoya"]
    assert "Waiting for a decision" in panel(page(curator, address(node="Mika")))
    assert "waits for a decision" in page(curator, address())
    assert lines(page(curator, address(held="only"))) == {waiting}
    assert waiting not in lines(page(curator, address(held="without")))

    urls = [address(), address(held="only"), address(node="Mika"), address(focus="Nagoya"), address(list="facts"),
            address(s="Mika", p="lives in", o="Nagoya"), "/graph/names/?agent=alice&focus=nag",
            *(f"/graph/export.{kind}?agent=alice" for kind in ("json", "graphml", "mermaid"))]  # fmt: skip
    for url in urls:
        answer = viewer.get(url, headers={"HX-Request": "true"} if "names" in url else {})
        assert answer.status_code == 200
        assert (
            not re.search("Nagoya", answer.content.decode().replace(quote("Nagoya"), "").replace('value="Nagoya"', ""))
            or "focus=Nagoya" in url
            or "o=Nagoya" in url
        )
        assert waiting[2] not in (
            picture(answer.content.decode())["names"] if "data-figure" in answer.content.decode() else []
        )
    assert "No name contains “Nagoya”" in text_of(viewer.get(address(focus="Nagoya")))
    assert "held" not in page(viewer, address())
    assert (
        curator.get("/graph/names/?agent=alice&focus=nag", headers={"HX-Request": "true"}).content.count(b"<li>") == 1
    )


def test_a_viewer_reads_and_cannot_act(viewer):
    small_world()
    text = page(viewer, address(node="Mika"))
    for word in ("Another name", "Merge with", "merge-form", 'name="pick"', "/graph/name/"):
        assert word not in text
    assert "Forget" not in page(viewer, address(s="Mika", p="lives in", o="Kyoto"))
    before = (list(Memory.objects.values()), EntityAlias.objects.count(), AuditEvent.objects.count())
    memory = Memory.objects.get(object="Kyoto").id
    for path in ("/graph/name/add/", "/graph/name/remove/", "/graph/merge/", "/graph/merge/undo/",
                 f"/graph/memories/{memory}/forget/", f"/graph/memories/{memory}/restore/"):  # fmt: skip
        assert send(viewer, path, {"canonical": "Mika", "alias": "M"}).status_code == 403
    assert viewer.get("/graph/merge/?agent=alice&pick=Mika&pick=Ben").status_code == 403
    assert (list(Memory.objects.values()), EntityAlias.objects.count(), AuditEvent.objects.count()) == before


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


# ------------------------------------------------------------------ the lists


def test_the_lists_mirror_the_picture_a_page_at_a_time(curator):
    for n in range(60):
        link(f"person {n:02}", "knows", f"person {n // 2:02}")
    told = picture(page(curator, address()))
    seen: list[str] = []
    for number in (1, 2, 3):
        found = listed(page(curator, address(page=number)))
        assert len(found) == (25 if number < 3 else 10)
        seen += found
    assert seen == told["names"]
    facts = [one for number in (1, 2, 3) for one in listed(page(curator, address(list="facts", page=number)))]
    assert len(facts) == len(told["subject"]) == 60
    assert "51 to 60 of 60" in text_of(curator.get(address(list="facts", page=3)))
    assert listed(page(curator, address(page=999))) == seen[50:]


# ------------------------------------------------------------------ looking for a name


def test_typing_offers_names_and_other_names(curator):
    small_world()
    link("Mikael", "lives in", "Oslo")
    aliases.add_alias(actor=PERSON, agent="alice", canonical="Mika", alias="美香")
    asked = {"HX-Request": "true"}

    def offered(said: str) -> list[str]:
        text = page(curator, "/graph/names/?" + urlencode({"agent": "alice", "focus": said}), headers=asked)
        return [html.unescape(one).strip() for one in re.findall(r'class="who"[^>]*>([^<]*)', text)]

    assert offered("mik") == ["Mika", "Mikael"]
    assert offered("ＭＩＫＡＥ") == ["Mikael"]
    assert offered("香") == ["Mika"]
    assert offered("ka") == ["Mika", "Osaka", "Mikael"]
    assert offered("zzz") == offered("") == []
    answer = curator.get("/graph/names/?agent=alice&focus=mik")
    assert (answer.status_code, answer.url) == (302, "/graph/?agent=alice&focus=mik")


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


# ------------------------------------------------------------------ merging


def two_people() -> None:
    small_world()
    link("M. Tanaka", "lives in", "Nara")
    link("M. Tanaka", "works with", "Ben")


def merge_address(*picks: str, **more: str) -> str:
    return "/graph/merge/?" + urlencode({"agent": "alice", "pick": picks, **more}, doseq=True)


def form_of(text: str) -> dict[str, str]:
    """The hidden fields of the form that merges."""
    form = text[text.index('<form class="row row-end"') :]
    return {
        name: html.unescape(value) for name, value in re.findall(r'name="(keep|other|token)" value="([^"]*)"', form)
    }


def test_a_merge_is_seen_first_then_done_then_taken_back(curator):
    two_people()
    text = page(curator, merge_address("Mika", "M. Tanaka"))
    words = " ".join(re.sub(r"<[^>]+>", " ", html.unescape(text)).split())
    assert "All its names Mika , M. Tanaka" in words, words
    assert "Linked with both Ben" in words
    assert "Said of both alike 1 fact" in words
    assert "lives in : Kyoto against Nara" in words
    assert EntityAlias.objects.count() == 0
    done = curator.post(merge_address("Mika", "M. Tanaka"), form_of(text))
    assert done.status_code == 302
    alias = EntityAlias.objects.get()
    assert (alias.alias, alias.canonical) == ("M. Tanaka", "Mika")
    landed = page(curator, done.url)
    assert "“M. Tanaka” is now another name of “Mika”." in html.unescape(landed)
    assert ("Mika", "lives in", "Nara") in lines(landed)
    assert ("Mika", "lives in", "Kyoto") in lines(landed)
    back = send(curator, "/graph/merge/undo/", {"alias_id": str(alias.pk)}, node="Mika")
    assert "“M. Tanaka” is a name of its own again." in html.unescape(page(curator, back.url))
    assert ("M. Tanaka", "lives in", "Nara") in lines(page(curator, address()))
    assert send(curator, "/graph/merge/undo/", {"alias_id": str(alias.pk)}).status_code == 404
    for wrong in ("x", "-1", "9" * 30, "9" * 5_000, "²"):
        assert send(curator, "/graph/merge/undo/", {"alias_id": wrong}).status_code == 404


def test_a_name_of_which_only_something_that_waits_is_known_can_be_merged(curator):
    two_people()
    held()
    text = page(curator, merge_address("Nara", "Nagoya"))
    words = " ".join(re.sub(r"<[^>]+>", " ", html.unescape(text)).split())
    assert "All its names Nara , Nagoya" in words
    assert "Linked with both Mika" not in words, "what waits is compared with nothing"
    assert curator.post(merge_address("Nara", "Nagoya"), form_of(text)).status_code == 302
    alias = EntityAlias.objects.get()
    assert (alias.alias, alias.canonical) == ("Nagoya", "Nara")


def test_either_name_can_stay(curator):
    two_people()
    text = page(curator, merge_address("Mika", "M. Tanaka", keep="M. Tanaka"))
    assert text.index("M. Tanaka</a></h2>") < text.index(">Mika</a></h2>")
    curator.post(merge_address("Mika", "M. Tanaka", keep="M. Tanaka"), form_of(text))
    assert EntityAlias.objects.get().alias == "Mika"


def test_a_merge_of_something_else_than_was_seen_is_refused(curator):
    two_people()
    sent = form_of(page(curator, merge_address("Mika", "M. Tanaka")))
    aliases.add_alias(actor=PERSON, agent="alice", canonical="Mika", alias="Mi")
    answer = curator.post(merge_address("Mika", "M. Tanaka"), sent)
    assert answer.status_code == 409
    assert "have changed since you looked" in answer.content.decode()
    assert EntityAlias.objects.count() == 1


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        (("Mika",), "Choose exactly two names."),
        ((), "Choose exactly two names."),
        (("Mika", "Ben", "Kyoto"), "Choose exactly two names."),
        (("Mika", "mika"), "These are one name already."),
        (("Mika", "Kyot"), "No name is “Kyot”."),
    ],
)
def test_other_than_two_names_are_not_merged(curator, picks, said):
    small_world()
    for answer in (curator.get(merge_address(*picks)), curator.post(merge_address(*picks), {})):
        assert answer.status_code == 422
        assert said in html.unescape(answer.content.decode())
    if "Kyot" in picks:
        assert 'href="/graph/merge/?agent=alice&amp;pick=Mika&amp;pick=Kyoto"' in answer.content.decode()
    assert EntityAlias.objects.count() == 0


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


# ------------------------------------------------------------------ cost, words


def test_the_number_of_queries_does_not_grow(curator):
    counts = []
    for upto in (1, 3, 60):
        for n in range(upto):
            link(f"person {n}", "knows", "Mika")
            if n % 9 == 0:
                aliases.add_alias(actor=PERSON, agent="alice", canonical=f"person {n}", alias=f"p{n}")
        found = []
        for url in (address(), address(node="Mika"), address(s="person 0", p="knows", o="Mika"), address(list="facts")):
            graph_page.forget_views()
            found.append(len(queries_of(curator, url)))
        counts.append(found)
    assert counts[0] == counts[1] == counts[2]
    assert max(counts[0]) <= 14


def test_a_view_that_is_kept_asks_for_little(curator):
    small_world()
    page(curator, address())
    # One of them is the number in the navigation.
    assert len(queries_of(curator, address())) <= 8


def test_the_page_speaks_japanese(curator):
    small_world()
    held()
    curator.cookies["hub-language"] = "ja"
    ours = "Mika|Ben|Kyoto|Osaka|Japan|Nagoya|lives in|works with|part of|alice|bob|The user|chat|agent|test"
    theirs = "MemoryHub|GraphML|Mermaid|JSON|English|Enter|Shift"
    for url in (
        address(node="Mika"), address(list="facts"), address(s="Mika", p="lives in", o="Nagoya"),
        merge_address("Mika", "Ben"),
    ):  # fmt: skip
        words = re.sub(rf"\b(?:{ours}|{theirs})\b", "", text_of(curator.get(url)))
        assert re.findall(r"[A-Za-z]{4,}", words) == []


def test_plotly_comes_with_this_page_alone_and_is_kept_by_the_browser(curator):
    memory = link("Mika", "lives in", "Kyoto")
    files = re.findall(r'src="(/static/vendor/[^"]*)"', page(curator, address()))
    assert len(files) == 1
    answer = curator.get(files[0])
    assert (answer.status_code, "immutable" in answer["Cache-Control"]) == (200, True)
    assert b"".join(answer.streaming_content).startswith(b"/**\n* plotly.js (basic - minified) v4.1.1")
    own = curator.get("/static/js/graph.js")
    assert b"".join(own.streaming_content).startswith(b"// The picture")
    assert "immutable" not in own["Cache-Control"]
    for url in ("/", "/memories/", f"/memories/{memory}/", "/facts/", "/settings/", merge_address("Mika", "Kyoto")):
        assert "plotly-basic" not in page(curator, url)


def test_facts_and_memories_lead_into_the_graph(curator):
    memory = link("Mika", "lives in", "Kyoto")
    target = "/graph/?agent=alice&amp;focus=Mika&amp;node=Mika"
    assert target in page(curator, f"/memories/{memory}/")
    assert target in page(curator, "/facts/fact/?agent=alice&subject=Mika&predicate=lives+in")
    plain = say("Nothing to link.").memory.id
    assert "/graph/?agent=alice&amp;focus" not in page(curator, f"/memories/{plain}/")

"""The page of the graph: who sees what, its lists, and what it costs."""

from __future__ import annotations

import html
import re
from urllib.parse import quote, urlencode

import pytest

from curation import graph_page
from knowledge.models import AuditEvent, EntityAlias, Memory
from knowledge.services import aliases
from tests.curation.graph_pages import (
    PERSON,
    address,
    held,
    lines,
    link,
    listed,
    merge_address,
    page,
    panel,
    picture,
    send,
    small_world,
)
from tests.curation.pages import masked, queries_of, text_of
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db


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
    theirs = "MemoryHub|GraphML|Mermaid|JSON|English|Enter|Shift|Ctrl|Wiki"
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

"""Finding pages, what wants attention, and how pages belong together."""

from __future__ import annotations

from datetime import timedelta

import pytest

from knowledge.queries.wiki import PageFilters, folder, list_pages
from knowledge.queries.wiki_graph import related_graph
from knowledge.queries.wiki_health import health
from knowledge.queries.wiki_search import score_of, search_pages
from knowledge.services.wiki_moves import archive
from knowledge.services.wiki_trust import promote
from tests.wiki.pages import ADMIN, NOW, agent, curator, write

pytestmark = pytest.mark.django_db
BOB = curator("alice", "carol")


def found(query, actor=BOB, **rest):
    return [hit.page.path for hit in search_pages(actor=actor, query=query, **rest).hits]


def test_trust_and_kind_of_source_weigh():
    assert score_of(1.0, 0.9, "verified_fact") == pytest.approx(1.68)
    assert score_of(1.0, 0.4, "raw_dialogue") == pytest.approx(0.54)
    write("fact.md", "---\ntrust: 0.9\nsource_type: verified_fact\n---\nconcept alone")
    write("talk.md", "---\ntrust: 0.4\nsource_type: raw_dialogue\n---\nconcept alone")
    one, two = search_pages(actor=BOB, query="concept").hits
    assert (one.page.path, one.score, two.page.path, two.score) == (
        "fact.md",
        pytest.approx(1.68),
        "talk.md",
        pytest.approx(0.54),
    )
    assert one.relevance == 1.0


def test_words_of_every_script_are_found():
    write("ja.md", "# 休暇\n\n有給休暇の申請手順は人事部に聞く。")
    write("zh.md", "# 请假\n\n请假流程需要经理批准。")
    write("en.md", "# Leave\n\nEmployees are requesting holidays by e-mail.")
    for query, path in (
        ("休暇", "ja.md"),
        ("申請手順", "ja.md"),
        ("流程", "zh.md"),
        ("批", "zh.md"),
        ("How do I request a holiday?", "en.md"),
    ):
        assert found(query)[0] == path, query
    for nothing in ("", "   ", '"', "*", "(", "AND", "NEAR(", "a:b", "-", "\x00", "zzz"):
        assert isinstance(found(nothing), list)


def test_hits_are_marked():
    write("a.md", "# Budget plan\n\n" + "Nothing here. " * 40 + "The budget of 2026 is final.")
    hit = search_pages(actor=BOB, query="final budget").hits[0]
    assert [hit.page.title[a:b] for a, b in hit.title_marks] == ["Budget"]
    assert "Budget" in [hit.snippet[a:b] for a, b in hit.marks]
    assert len(hit.snippet) <= 240


def test_agents_never_get_what_is_marked():
    write("a.md", "---\ndo_not_inject: true\n---\nneedle")
    write("b.md", "needle")
    assert found("needle", actor=agent()) == ["b.md"]
    assert sorted(found("needle")) == ["a.md", "b.md"]


def test_filters_come_before_the_limit():
    for number in range(12):
        write(f"x/{number}.md", "needle needle")
    write("y/last.md", "---\ntags: [Rare]\nlayer: core\ntrust: 0.9\n---\nneedle and many other words beside it")
    for filters in (
        PageFilters(tag="Rare"),
        PageFilters(layer="core"),
        PageFilters(min_trust=0.8),
        PageFilters(prefix="y/"),
    ):
        assert found("needle", filters=filters, limit=1) == ["y/last.md"]
        assert [one.path for one in list_pages(actor=BOB, filters=filters).items] == ["y/last.md"]


def test_only_what_may_be_seen_is_found():
    write("mine.md", "needle", space="carol")
    write("secret.md", "---\nwiki_visible_to: [carol]\n---\nneedle", actor=ADMIN, space="")
    write("open.md", "needle", actor=ADMIN, space="")
    assert found("needle", actor=agent("alice")) == ["open.md"]
    assert sorted(found("needle", actor=agent("carol"))) == ["mine.md", "open.md", "secret.md"]
    assert found("needle", actor=agent("carol"), space="") != found("needle", actor=agent("carol"), space="carol")


def test_the_index_follows_every_write():
    write("a.md", "needle")
    write("a.md", "haystack", base=1)
    assert (found("needle"), found("haystack")) == ([], ["a.md"])
    archive(actor=BOB, space="alice", path="a.md", base=2, now=NOW)
    assert found("haystack") == []


def test_one_hop_is_a_list_of_its_own():
    write("hub.md", "needle [[spoke]]")
    write("spoke.md", "other")
    write("back.md", "[[hub]]")
    done = search_pages(actor=BOB, query="needle", expand=True)
    assert [hit.page.path for hit in done.hits] == ["hub.md"]
    assert sorted(one.path for one in done.nearby) == ["back.md", "spoke.md"]


def test_lists_have_an_end_that_can_be_reached():
    for number in range(7):
        write(f"p{number}.md")
    paths, after = [], ""
    while True:
        page = list_pages(actor=BOB, after=after, limit=3)
        paths += [one.path for one in page.items]
        if page.next is None:
            break
        after = page.next
    assert paths == [f"p{number}.md" for number in range(7)]


def test_folders():
    for path in ("a.md", "x/b.md", "x/y/c.md", "z/d.md"):
        write(path)
    top = folder(actor=BOB, space="alice")
    assert (top.folders, [path for path, *_ in top.pages]) == ((("x/", 2), ("z/", 1)), ["a.md"])
    inner = folder(actor=BOB, space="alice", path="x/")
    assert (inner.folders, [path for path, *_ in inner.pages]) == ((("x/y/", 1),), ["x/b.md"])


def test_what_wants_attention(django_assert_max_num_queries):
    text = " ".join(f"word{number}" for number in range(80))
    write("a.md", f"{text} [[b]] [[gone]]", now=NOW - timedelta(days=200))
    write("b.md", f"{text} [[a]]")
    write("c.md", "alone [[c]]")
    with django_assert_max_num_queries(13):
        seen = health(actor=BOB, space="alice", now=NOW)
    assert [one.path for one in seen.orphans] == ["c.md"]
    assert [(one.page.path, one.target) for one in seen.broken] == [("a.md", "gone")]
    assert [one.path for one in seen.stale] == ["a.md"]
    assert [(one.one.path, one.other.path) for one in seen.alike] == [("a.md", "b.md")]
    assert (seen.orphan_count, seen.broken_count, seen.stale_count) == (1, 1, 1)


def test_the_graph_of_topics():
    write("x/a.md", "---\ntags: [t]\n---\n[[b]]")
    write("x/b.md", "---\ntags: [T]\n---\nx")
    write("c.md", "---\ntags: [t, lonely]\n---\nx")
    graph = related_graph(actor=BOB, space="alice")
    labels = {node.id: node.label for node in graph.nodes}
    edges = {(labels[one.source], labels[one.target], one.kind) for one in graph.edges}
    assert {kind for *_, kind in edges} == {"link", "topic", "related"}
    assert {node.kind for node in graph.nodes} == {"page", "tag", "folder"}
    assert ("lonely" in labels.values(), len(graph.nodes), graph.total, graph.is_cut) == (False, 5, 3, False)
    assert related_graph(actor=BOB, space="alice") == graph
    write("c.md", "x", base=1)
    assert len(related_graph(actor=BOB, space="alice").edges) < len(graph.edges)
    assert related_graph(actor=BOB, space="alice", limit=2).is_cut


def test_a_promotion_shows_in_the_order():
    write("one.md", "needle", actor=agent())
    write("two.md", "---\ntrust: 0.7\n---\nneedle", space="alice")
    assert found("needle")[0] == "two.md"
    promote(actor=BOB, space="alice", path="one.md", base=1, now=NOW)
    assert found("needle")[0] == "one.md"


def test_a_folder_is_found_in_whatever_letters():
    for path in ("Notes/a.md", "notes/b.md", "ｎotes/c.md", "notesx/d.md"):
        write(path, "# Zebra\n")
    for prefix in ("notes/", "NOTES/"):
        listed = list_pages(actor=agent(), space="alice", filters=PageFilters(prefix=prefix))
        hits = search_pages(actor=agent(), query="zebra", filters=PageFilters(prefix=prefix))
        assert len(listed.items) == 3
        assert {one.path for one in listed.items} == {one.page.path for one in hits.hits}

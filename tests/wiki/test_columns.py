"""What is kept between searches is never older than the pages, and a search asks as often in many wikis as in one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.models import Agent, WikiPage, WikiSpace
from knowledge.queries.textindex import PAGES, postings
from knowledge.queries.wiki import PageFilters
from knowledge.queries.wiki_columns import cache
from knowledge.queries.wiki_graph import related_graph
from knowledge.queries.wiki_search import search_pages
from knowledge.services.wiki import PageConflict
from knowledge.services.wiki_moves import archive, bring_back, move, share
from knowledge.services.wiki_rules import set_rule
from knowledge.services.wiki_trust import promote, take_back
from knowledge.services.wiki_vault import VaultPage, VaultRequest, import_vault
from tests.wiki.pages import ADMIN, NOW, agent, curator, write

BOB = curator("alice", "carol")


def found(query="needle", actor=BOB, **rest):
    return {
        (hit.page.space, hit.page.path): round(hit.score, 6)
        for hit in search_pages(actor=actor, query=query, **rest).hits
    }


@pytest.mark.django_db(transaction=True)
def test_every_kind_of_change_is_seen_by_the_next_search():
    cache.clear()
    write("a.md", "needle one", actor=BOB)
    kept = found()
    assert list(kept) == [("alice", "a.md")]
    assert found() == kept
    write("a.md", "needle two words more", base=1, actor=BOB)
    write("b.md", "needle", actor=BOB)
    assert set(found()) == {("alice", "a.md"), ("alice", "b.md")}
    before = found()["alice", "b.md"]
    promote(actor=BOB, space="alice", path="b.md", base=1, trust=1.0, now=NOW)
    assert found()["alice", "b.md"] > before
    assert set(found(filters=PageFilters(min_trust=0.9))) == {("alice", "b.md")}
    take_back(actor=BOB, space="alice", path="b.md", now=NOW)
    assert not found(filters=PageFilters(min_trust=0.9))
    move(actor=BOB, space="alice", path="b.md", to="folder/b.md", base=1, now=NOW)
    assert set(found(filters=PageFilters(prefix="folder/"))) == {("alice", "folder/b.md")}
    share(actor=ADMIN, space="alice", path="folder/b.md", to="b.md", now=NOW)
    assert ("", "b.md") in found(actor=agent())
    set_rule(actor=ADMIN, space="", path="b.md", visible_to=["carol"], now=NOW)
    assert ("", "b.md") not in found(actor=agent())
    assert ("", "b.md") in found(actor=agent("carol"))
    gone = archive(actor=BOB, space="alice", path="a.md", base=2, now=NOW)
    assert ("alice", "a.md") not in found()
    bring_back(actor=BOB, page_id=gone.id, now=NOW)
    assert ("alice", "a.md") in found()
    request = VaultRequest("carol", "vault")
    import_vault(
        actor=ADMIN, request=request, pages=[VaultPage("c.md", b"needle [[d]]"), VaultPage("d.md", b"d")], now=NOW
    )
    assert ("carol", "c.md") in found()
    graph = related_graph(actor=BOB, space="carol")
    assert len(graph.nodes) == 2
    assert related_graph(actor=BOB, space="carol") is graph
    write("d.md", "none", space="carol", base=1, actor=BOB)
    write("c.md", "none", space="carol", base=1, actor=BOB)
    assert related_graph(actor=BOB, space="carol") != graph


@pytest.mark.django_db
def test_a_write_that_fails_counts_as_none():
    write("a.md", "needle", actor=BOB)
    assert list(WikiSpace.objects.values_list("changes", flat=True)) == [1]
    with pytest.raises(PageConflict):
        write("a.md", "other", base=0, actor=BOB)
    assert list(WikiSpace.objects.values_list("changes", flat=True)) == [1]


@pytest.mark.django_db
def test_a_search_in_many_wikis_asks_no_more_often_than_in_few():
    def queries():
        with CaptureQueriesContext(connection) as seen:
            assert found(actor=ADMIN, query="needle thread", expand=True, limit=50)
        return len(seen)

    names = [f"agent-{number}" for number in range(12)]
    for name in names[:2]:
        write("a.md", "needle [[b]]", space=name, actor=ADMIN)
    few = queries()
    for name in names[2:]:
        write("a.md", "needle thread [[b]]", space=name, actor=ADMIN)
        write("b.md", "other", space=name, actor=ADMIN)
    assert queries() <= few + 1  # what is one link away is read where there is any
    assert few <= 8
    assert len(found(actor=ADMIN, query="needle thread", limit=50)) == 12


@pytest.mark.django_db
def test_how_often_a_word_stands_in_a_page_is_read_from_the_index():
    counts = [1, 2, 3, 17, 100, 254, 255, 400]
    for count in counts:
        write(f"p{count}.md", "needle\n\n" * count, actor=BOB)
    space = Agent.objects.get(name="alice").pk
    at = postings([f"{space}_nothing", f"{space}_needl", f"{space}_p3"], PAGES)
    times: dict[tuple[int, int], int] = {}
    for number, term, frequency in zip(at.number.tolist(), at.term.tolist(), at.frequency.tolist(), strict=True):
        times[number, term] = times.get((number, term), 0) + frequency
    numbers = dict(WikiPage.objects.values_list("path", "number"))
    assert {number for number, term in times if term == 2} == {numbers["p3.md"]}
    # The first words are also the title of a page without one of its own.
    most = 255 if connection.vendor == "postgresql" else 400
    assert [min(times[numbers[f"p{count}.md"], 1], 255) for count in counts] == [
        min(count, most, 255) for count in counts
    ]

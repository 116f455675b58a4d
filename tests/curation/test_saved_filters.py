"""Filters of the queue under a name: one's own, shared ones, and whose they are to remove."""

from __future__ import annotations

import pytest

from curation.models import SavedFilter
from curation.queries.queue import QueueFilters
from curation.queries.saved_filters import saved_filters
from curation.services.saved_filters import MOST_FILTERS, remove_filter, save_filter
from knowledge.engine.types import Actor
from knowledge.errors import Conflict, Invalid, NotFound, Refused, TooLarge
from knowledge.models import AuditEvent
from tests.curation.deciding import conflict
from tests.curation.queue_pages import cards, notice
from tests.knowledge.helpers import NOW, days, fact

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def actor(user, *roles: str) -> Actor:
    return Actor(kind="person", name=user.username, door="page", roles=frozenset(roles), agents=None, user_id=user.pk)


def test_saved_once_replaced_by_name_and_written_down(alice):
    me = actor(alice, "viewer")
    key = save_filter(actor=me, name="  Attacks  here ", query="risk=high&page=7&junk=x", now=NOW)
    assert save_filter(actor=me, name="Attacks here", query="risk=high&age=older", now=NOW) == key
    (one,) = saved_filters(user_id=alice.pk, agents=None)
    assert (one.name, one.filters, one.query, one.mine) == (
        "Attacks here",
        QueueFilters(risk="high", age="older"),
        "risk=high&age=older",
        True,
    )
    assert [event.action for event in AuditEvent.objects.order_by("pk")] == ["filter.saved", "filter.saved"]
    assert remove_filter(actor=me, filter_id=key) == "Attacks here"
    assert not SavedFilter.objects.exists()


def test_rules(alice, bob):
    me = actor(alice, "viewer")
    for name, query, error in (
        ("", "risk=high", Invalid),
        ("a\u202eb", "risk=high", Invalid),
        ("x" * 101, "risk=high", TooLarge),
        ("x", "", Invalid),
        ("x", "page=2", Invalid),
        ("x", "origin=" + "%F0%9F%98%80" * 90, TooLarge),
    ):
        with pytest.raises(error):
            save_filter(actor=me, name=name, query=query)
    with pytest.raises(Refused):
        save_filter(actor=me, name="x", query="risk=high", shared=True)
    with pytest.raises(Refused):
        save_filter(actor=actor(bob), name="x", query="risk=high")
    with pytest.raises(Refused):
        save_filter(actor=Actor(kind="agent", name="a", door="rest"), name="x", query="risk=high")
    for number in range(MOST_FILTERS):
        save_filter(actor=me, name=f"n{number}", query="risk=high")
    with pytest.raises(Conflict):
        save_filter(actor=me, name="one more", query="risk=high")


def test_others_see_shared_ones_without_names_of_agents_they_do_not_see(alice, bob):
    me = actor(alice, "admin", "curator", "viewer")
    save_filter(actor=me, name="mine", query="risk=high")
    shared = save_filter(actor=me, name="all", query="risk=low", shared=True)
    save_filter(actor=me, name="zoe", query="agent=zoe", shared=True)
    assert [one.name for one in saved_filters(user_id=bob.pk, agents=["alice"])] == ["all"]
    assert [one.name for one in saved_filters(user_id=bob.pk, agents=None)] == ["all", "zoe"]
    with pytest.raises(NotFound):
        remove_filter(actor=actor(bob, "curator"), filter_id=shared)
    own = save_filter(actor=actor(bob, "curator"), name="of bob", query="risk=low", shared=True)
    assert remove_filter(actor=me, filter_id=own) == "of bob"


def test_on_the_page_without_scripts(curator):
    fact("A", now=days(-1), origin="operator")
    request = conflict(now=NOW)
    done = curator.post(
        "/queue/filters/save/", {"name": "<b>Konflikte</b>", "here": "kind=fact_conflict", "shared": "yes"}
    )
    assert done["Location"] == "/queue/?kind=fact_conflict"
    page = curator.get(done["Location"])
    assert notice(page) == "The filter is saved."
    assert cards(page) == [request]
    body = page.content.decode()
    assert "&lt;b&gt;Konflikte&lt;/b&gt; <span" in body
    assert 'href="/queue/?kind=fact_conflict" aria-current="true"' in body
    assert "<b>Konflikte" not in body
    (one,) = SavedFilter.objects.all()
    assert curator.post(f"/queue/filters/{one.pk}/remove/").status_code == 302
    assert curator.post(f"/queue/filters/{one.pk}/remove/").status_code == 404
    assert curator.post("/queue/filters/save/", {"name": "x", "here": ""}).status_code == 400


def test_filters_of_the_queue_are_for_those_who_see_it(viewer, as_charlie):
    for client in (viewer, as_charlie):
        assert client.post("/queue/filters/save/", {"name": "x", "here": "risk=high"}).status_code == 403
        assert client.post("/queue/filters/1/remove/").status_code == 403
    assert not SavedFilter.objects.exists()

"""Pages somebody has to look at: what the hub filed by itself, and changes that wait."""

from __future__ import annotations

import re

import pytest

from knowledge.models import AuditEvent, WikiPage
from tests.curation.pages import text_of
from tests.wiki.pages import agent, write
from tests.wiki.test_filing import PATH, pointers, procedure, tell

pytestmark = pytest.mark.django_db
FILED = "/wiki/filed/?agent=alice"


def test_one_click_keeps_a_page_the_hub_filed(curator, viewer):
    path = tell(procedure()).path
    assert path == PATH
    assert "nobody has checked it" in text_of(curator.get(f"/wiki/page/{path}?agent=alice"))
    assert "/wiki/keep/" not in viewer.get(FILED).content.decode()
    assert viewer.post(f"/wiki/keep/{path}?agent=alice", {"base": 1}).status_code == 403
    assert curator.post(f"/wiki/keep/{path}?agent=alice", {"base": 7}).status_code == 409
    before = WikiPage.objects.values("trust", "source_type", "layer", "revision", "filed").get(path=path)
    assert f"/wiki/keep/{path}" in curator.get(FILED).content.decode()
    assert curator.post(f"/wiki/keep/{path}?agent=alice", {"base": 1, "back": "filed"}).url == FILED
    assert WikiPage.objects.values(*before).get(path=path) == before
    assert len(pointers()) == 1
    assert "/wiki/keep/" not in curator.get(FILED).content.decode()
    assert "a person keeps it as it is" in text_of(curator.get(f"/wiki/page/{path}?agent=alice"))
    assert AuditEvent.objects.filter(action="page.kept").count() == 1
    tell(procedure(amount=900), key="e")
    assert not WikiPage.objects.get(path=path).kept
    write("own.md")
    assert curator.post("/wiki/keep/own.md?agent=alice", {"base": 1}).status_code == 409


def test_a_change_that_waits_leads_to_its_request_and_is_closed_when_it_is_out_of_date(curator):
    write("plan.md", "The plan.")
    write("other.md", "Another.")
    for path in ("plan.md", "other.md"):
        held = write(path, "---\nlayer: identity\n---\nI am.", actor=agent(), base=1)
        assert held.outcome == "held"
    page = curator.get("/wiki/page/plan.md?agent=alice").content.decode()
    link = re.search(r'href="([^"]+)">1 change waits', page)
    assert link is not None
    history = curator.get(link[1].replace("&amp;", "&")).content.decode()
    requests = set(re.findall(r'href="(/queue/r_[^"]+)"', history))
    assert len(requests) == 1
    (request,) = requests
    body = text_of(curator.get(request))
    assert "Approved, the page says this from then on." in body
    assert "out of date" not in body
    write("plan.md", "The plan, changed.", base=1)
    late = text_of(curator.get(request))
    assert "Close as out of date" in late
    assert "Approved, the page says this from then on." not in late

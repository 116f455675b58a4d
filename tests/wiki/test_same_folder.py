"""Who sees and who writes holds for a folder in whatever letters; what was taken away is not decided back."""

from __future__ import annotations

import pytest

from knowledge.errors import NotFound, Refused
from knowledge.queries.wiki import PageFilters, list_pages, read_page
from knowledge.queries.wiki_search import search_pages
from knowledge.services import wiki_moves, wiki_review
from knowledge.services.wiki_rules import set_rule
from tests.wiki.pages import ADMIN, NOW, agent, write

pytestmark = pytest.mark.django_db(transaction=True)
SHARED = ""


def test_a_folder_that_is_closed_to_agents_is_closed_in_any_letters():
    set_rule(actor=ADMIN, space=SHARED, path="ops/", mode="read_only", now=NOW)
    set_rule(actor=ADMIN, space=SHARED, path="pin/one.md", mode="operator_only", now=NOW)
    for path in ("Ops/b.md", "OPS/deep/c.md", "ｏps/d.md", "Pin/One.md"):
        with pytest.raises(Refused):
            write(path, actor=agent(), space=SHARED)
    assert write("opsx/a.md", actor=agent(), space=SHARED).outcome == "created"


def test_a_folder_that_is_hidden_is_hidden_in_any_letters():
    set_rule(actor=ADMIN, space=SHARED, path="secret/", visible_to=["alice"], now=NOW)
    write("Secret/b.md", "# Zebrafish\n", actor=agent(), space=SHARED)
    write("other/c.md", "# Zebrafish\n", actor=agent(), space=SHARED)
    assert read_page(actor=agent(), space=SHARED, path="Secret/b.md").title == "Zebrafish"
    with pytest.raises(NotFound):
        read_page(actor=agent("carol"), space=SHARED, path="Secret/b.md")
    seen = list_pages(actor=agent("carol"), space=SHARED, filters=PageFilters())
    found = search_pages(actor=agent("carol"), query="zebrafish")
    assert [one.path for one in seen.items] == [one.page.path for one in found.hits] == ["other/c.md"]


def test_a_folder_has_one_rule_in_whatever_letters_it_is_named():
    set_rule(actor=ADMIN, space=SHARED, path="ops/", mode="read_only", now=NOW)
    set_rule(actor=ADMIN, space=SHARED, path="OPS/", mode="agent_writable", now=NOW)
    assert write("ops/a.md", actor=agent(), space=SHARED).outcome == "created"


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_change_that_waited_does_not_bring_an_archived_page_back(is_taken):
    write("a.md", "# A\n", actor=agent())
    held = write("a.md", "---\nlayer: core\n---\n# B\n", actor=agent(), base=1)
    wiki_moves.archive(actor=agent(), space="alice", path="a.md", base=1, now=NOW)
    if is_taken:
        write("a.md", "# New\n", actor=agent())
    assert held.outcome == "held"
    assert wiki_review.approve(actor=ADMIN, revision_id=held.revision_id, now=NOW) is None
    with pytest.raises(NotFound):
        wiki_review.approve(actor=ADMIN, revision_id=held.revision_id, now=NOW)
    live = list_pages(actor=agent(), space="alice", filters=PageFilters())
    assert [one.title for one in live.items] == (["New"] if is_taken else [])

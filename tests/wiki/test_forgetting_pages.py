"""What a forgotten source taught the wiki goes with it: revisions, what was made from them, copies, drafts, cards."""

from __future__ import annotations

import pytest

from curation.models import ApprovalItem
from knowledge.engine.lineage import Selector
from knowledge.errors import Refused
from knowledge.models import ForgetPlan, ForgetPlanItem, WikiDraft, WikiPage, WikiRevision, WikiSource
from knowledge.queries.wiki_access import SHARED_NAME
from knowledge.queries.wiki_search import search_pages
from knowledge.services import forgetting, plans
from knowledge.services.distil import Conversation, Said, distil
from knowledge.services.wiki_drafts import keep_draft
from knowledge.services.wiki_moves import archive, share
from tests.knowledge.forget_helpers import ADMIN, CHAT, OTHER_ADMIN, approved, forget, message, plan
from tests.wiki.pages import NOW, agent, curator, write

pytestmark = pytest.mark.django_db
CANARY = "kestrelmoor"
BEFORE, TOLD = "# A\n\nQuiet.\n", f"# A\n\nQuiet. {CANARY}.\n"
MORE = TOLD + "\nMore of it.\n"
DOCUMENT = f"""# Refund procedure

1. Open the order of {CANARY} in the back office.
2. Check that the item was returned. Amounts above 500 EUR must be approved by a manager.
3. Approve the refund and send the confirmation mail.
"""


def texts() -> list[tuple[int | None, str]]:
    return list(WikiRevision.objects.order_by("number", "pk").values_list("number", "text"))


def page(path: str = "a.md") -> WikiPage:
    return WikiPage.objects.get(path=path)


def found(space: str = "alice") -> list[str]:
    results = search_pages(actor=curator("alice"), query=CANARY, space=space)
    return [hit.page.path for hit in results.hits]


def test_a_page_shows_its_newest_text_that_is_not_from_there():
    write(text=BEFORE)
    write(text=TOLD, base=1, source=message("10"))
    write(text=MORE, base=2)
    assert found() == ["a.md"]
    made = plan("10")
    assert (made.counts["memories"], made.counts["pages"], made.counts["revisions"]) == (0, 0, 2)
    assert CANARY not in str(list(ForgetPlan.objects.values())) + str(list(ForgetPlanItem.objects.values()))
    forget("10")
    assert texts() == [(1, BEFORE)]
    assert (page().text, page().revision, CANARY in page().html + page().plain) == (BEFORE, 1, False)
    assert not WikiSource.objects.exists()
    assert found() == []
    assert write(text=BEFORE + "\nOn.\n", base=1).page.revision == 2
    with pytest.raises(Refused) as caught:
        write(text=TOLD, base=2, source=message("10"))
    assert caught.value.code == "source_blocked"


def test_what_was_brought_back_from_before_stays():
    write(text=BEFORE)
    write(text=TOLD, base=1, source=message("10"))
    write(text=BEFORE, base=2, action="restored")
    write(text=BEFORE + "\nNew.\n", base=3)
    forget("10")
    assert [number for number, _ in texts()] == [1, 3, 4]
    assert page().text == BEFORE + "\nNew.\n"


def test_a_page_of_which_nothing_stays_is_gone_with_its_links_drafts_and_pointer():
    told = Conversation((Said(DOCUMENT, id="10"),), session=CHAT)
    distil(actor=agent(), agent="alice", conversation=told, now=NOW)
    path = page("auto/sop/refund-procedure.md").path
    write("b.md", f"# B\n\nSee [[{path}]].\n")
    keep_draft(actor=curator("alice"), space="alice", path=path, text=f"{CANARY} typed", base=1, now=NOW)
    linked = page("b.md").links.get()
    assert linked.page_id is not None
    made = plan("10")
    assert (made.counts["pages"], made.counts["revisions"]) == (1, 0)
    assert made.counts["memories"] >= 1  # the pointer, and whatever else was learned
    forget("10")
    assert list(WikiPage.objects.values_list("path", flat=True)) == ["b.md"]
    linked.refresh_from_db()
    assert linked.page_id is None
    assert not WikiDraft.objects.exists()
    assert found() == []


def test_copies_in_the_shared_wiki_go_too():
    write(text=TOLD, source=message("10"))
    share(actor=curator("alice"), space="alice", path="a.md", to="copy.md", now=NOW)
    write("copy.md", TOLD + "\nMore.\n", space=SHARED_NAME, base=1)
    write("own.md", "# Own\n", space=SHARED_NAME)
    made = plan("10")
    assert made.counts["pages"] == 2
    forget("10")
    assert list(WikiPage.objects.values_list("path", flat=True)) == ["own.md"]


def test_a_page_whose_frontmatter_names_the_source():
    write(text=f"---\nsources: ['{CHAT}']\n---\n{CANARY}\n")
    write("item.md", f"---\nsources: ['{CHAT}/10']\n---\n{CANARY}\n")
    write("other.md", "---\nsources: [chat-2]\n---\nx\n")
    assert plan("10").counts["pages"] == 1
    selector = Selector(session=CHAT)
    assert plan(selector=selector).counts["pages"] == 1
    assert forget(selector=selector).deleted == 0
    assert set(WikiPage.objects.values_list("path", flat=True)) == {"item.md", "other.md"}


def test_archived_pages_and_revisions_that_wait_go_too():
    write(text=TOLD, source=message("10"))
    archive(actor=curator("alice"), space="alice", path="a.md", base=1, now=NOW)
    held = write("identity.md", f"---\nlayer: identity\n---\n{CANARY}\n", actor=agent(), source=message("10"))
    assert held.outcome == "held"
    assert ApprovalItem.objects.filter(memory__startswith="page:").count() == 1
    made = plan("10")
    assert (made.counts["pages"], made.counts["cards"]) == (2, 1)
    forget("10")
    assert not WikiPage.objects.exists()
    assert not ApprovalItem.objects.filter(memory__startswith="page:").exists()


def test_another_agents_pages_stay():
    write(text=TOLD, source=message("10"))
    write(text=TOLD, space="carol", source=message("10"))
    forget("10")
    assert list(WikiPage.objects.values_list("agent__name", flat=True)) == ["carol"]


def test_a_page_written_after_the_plan_makes_it_stale():
    write(text=TOLD, source=message("10"))
    made = approved("10")
    write(text=MORE, base=1)
    with pytest.raises(plans.StaleError) as caught:
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert caught.value.reasons == ({"what": "more", "count": 1},)
    assert len(texts()) == 2
    again = plan("10")
    assert plans.approve(actor=OTHER_ADMIN, plan_id=again.pk, seen=again.hash, now=NOW)
    forgetting.apply(actor=ADMIN, plan_id=again.pk, now=NOW)
    assert texts() == []

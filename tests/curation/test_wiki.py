"""The wiki's pages: read, found, written, moved, vouched for; and who may do none of it."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest

from knowledge.models import AuditEvent, WikiDraft, WikiPage, WikiRevision
from knowledge.queries import wiki as queries
from tests.curation.pages import WRITING, masked, queries_of, text_of
from tests.wiki.pages import ADMIN, agent, curator, write

pytestmark = pytest.mark.django_db

PLAN = (
    "---\ntitle: The plan\ntags: [harbour]\nlayer: core\n---\n# The plan\n\nSee [[notes/tide]] and [[nowhere]].\n\n"
    "## First\n\n## Second\n\n## Third\n"
)
HTMX = {"HX-Request": "true"}


def at(name: str, path: str = "", space: str = "alice", **more: object) -> str:
    said = {**({"agent": space} if space else {}), **more}
    return f"/wiki/{name}/{path}" + (f"?{urlencode(said)}" if said else "")


@pytest.fixture
def bobs(curator):
    return curator


@pytest.fixture
def pages(db):
    write("plan.md", PLAN)
    write("notes/tide.md", "# Tide\n\nThe **tide** comes twice a day.\n\n潮は一日に二回来る。\n")


# ------------------------------------------------------------------ reading


def test_a_page_says_what_it_is_and_what_belongs_to_it(bobs, pages):
    body = bobs.get(at("page", "plan.md")).content.decode()
    words = text_of(bobs.get(at("page", "plan.md")))
    for part in (
        "The plan",
        "On this page First Second Third",
        "Core",
        "Who may see it alice and its curators",
        "harbour",
        "revision 1",
    ):
        assert part in words, part
    assert body.count("<h1") == 1
    assert 'class="wiki-link" href="/wiki/page/notes/tide.md?agent=alice"' in body
    assert 'class="wiki-missing" href="/wiki/new/?agent=alice&amp;path=nowhere.md"' in body
    tide = text_of(bobs.get(at("page", "notes/tide.md")))
    assert "Linked from 1 The plan" in tide


def test_a_viewer_reads_and_changes_nothing(viewer, pages):
    page = viewer.get(at("page", "plan.md"))
    assert page.status_code == 200
    assert "/wiki/edit/" not in page.content.decode()
    assert "/wiki/new/" not in page.content.decode()
    for name in ("edit", "move"):
        assert viewer.get(at(name, "plan.md")).status_code == 403
    for name in ("edit", "draft", "merge", "move", "archive", "share", "promote", "take-back", "restore"):
        assert viewer.post(at(name, "plan.md"), {"base": "1", "text": "x", "number": "1"}).status_code == 403, name
    assert WikiRevision.objects.count() == 2


@pytest.mark.parametrize("name", ["page", "raw", "edit", "history", "changes", "move"])
def test_foreign_absent_and_impossible_pages_look_alike(bobs, pages, name):
    write("secret.md", space="carol", actor=ADMIN)
    answers = [
        bobs.get(at(name, path, space))
        for path, space in (
            ("secret.md", "carol"), ("secret.md", "nobody"), ("gone.md", "alice"), ("secret.md", "alice"),
            ("%2e%2e%2fsecret.md", "alice"), ("x.txt", "alice"), ("CON.md", "alice"),
        )
    ]  # fmt: skip
    assert {one.status_code for one in answers} == {404}
    assert len({masked(one) for one in answers}) == 1


def test_reading_writes_nothing_and_costs_the_same(bobs, pages):
    few = queries_of(bobs, at("page", "plan.md"))
    for number in range(5):
        write(f"more/{number}.md", "[[plan]] [[notes/tide]]\n")
    write(
        "plan.md",
        WikiPage.objects.get(path="plan.md").text + "\n" + " ".join(f"[[more/{n}]]" for n in range(5)),
        base=1,
    )
    many = queries_of(bobs, at("page", "plan.md"))
    assert len(many) == len(few) <= 8
    about_pages = [sql for sql in many if "wiki" in sql]
    assert len(about_pages) <= 5
    assert [sql for sql in many if WRITING.match(sql)] == []


def test_a_page_takes_eight_queries_whoever_reads_it(bobs, viewer, as_alice, pages):
    WikiPage.objects.update(filed=True)
    write("shared.md", "# Shared\n\n[[plan]]\n", space="", actor=ADMIN)
    for person in (bobs, viewer, as_alice):
        for address in (at("page", "plan.md"), at("page", "shared.md", "", scope="shared")):
            person.get(address)
            asked = [one for one in queries_of(person, address) if one != "SELECT clock_timestamp()"]
            assert len(asked) <= 8, address  # PostgreSQL is asked for the time besides, where SQLite is not


def test_the_hub_shows_tree_changes_and_costs_little(bobs, pages):
    hub = bobs.get("/wiki/?agent=alice")
    words = text_of(hub)
    for part in ("notes", "The plan", "Tide", "Latest changes"):
        assert part in words, part
    open_folder = text_of(bobs.get("/wiki/?agent=alice&folder=notes/"))
    assert open_folder.count("Tide") == 2
    few = queries_of(bobs, "/wiki/?agent=alice")
    for number in range(5):
        write(f"more/{number}.md")
    many = queries_of(bobs, "/wiki/?agent=alice")
    assert len(many) == len(few) <= 15
    assert len(queries_of(bobs, "/wiki/")) <= 15
    assert len(queries_of(bobs, "/wiki/?agent=alice&q=tide")) <= 15
    assert [sql for sql in many if WRITING.match(sql)] == []


def test_a_search_marks_the_words(bobs, pages):
    body = bobs.get("/wiki/?agent=alice&q=tide").content.decode()
    assert "<mark>Tide</mark>" in body
    assert "<mark>tide</mark>" in body
    assert "潮 は一日" in text_of(bobs.get("/wiki/?q=潮"))
    assert "Nothing matches" in text_of(bobs.get("/wiki/?agent=alice&q=zebra"))


def test_every_list_opens_empty_and_full(bobs, pages):
    for name in ("graph", "health", "filed", "archive", "rules", "new"):
        for more in ("?agent=alice", "?scope=shared", ""):
            assert bobs.get(f"/wiki/{name}/{more}").status_code == 200, (name, more)
        assert bobs.get(f"/wiki/{name}/?agent=carol").status_code == 404, name


# ------------------------------------------------------------------ writing


def form_of(response) -> dict[str, str]:
    """What a browser would send when nothing is typed."""
    body = response.content.decode()
    form = body[body.index("data-editor") :]
    form = form[: form.index("</form>")]
    data = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag, re.DOTALL)
        if name and name[1] != "csrfmiddlewaretoken":
            data[name[1]] = html.unescape(value[1]) if value else ""
    for name, value in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL):
        data[name] = html.unescape(value)
    chosen = re.search(r'<option value="([^"]*)" selected', form)
    data["layer"] = chosen[1] if chosen else ""
    # Forms send line ends of their own.
    return {name: re.sub(r"\r\n|\r|\n", "\r\n", value) for name, value in data.items()}


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\nText.\n",
        "---\ntitle: 'A: b'   # why\ncustom: {x: 1}\ntags: [one, two]\n---\n\n\nText\r\n",
        "---\r\nlayer: L1\r\n---\r\nWindows\r\n\r\nlines\r\n",
        "\n\nbegins empty",
        "日本語の本文\n\n二行目",
    ],
)
def test_opening_and_saving_changes_no_byte(bobs, text):
    write("a.md", text)
    for raw in ("", "1"):
        data = form_of(bobs.get(at("edit", "a.md", **({"raw": "1"} if raw else {}))))
        assert bobs.post(at("edit", "a.md"), data).status_code == 302
    assert WikiPage.objects.get().text == text
    assert WikiRevision.objects.count() == 1


def test_fields_change_only_what_they_say(bobs):
    text = "---\n# kept\ntitle: Old\nzebra: 1\ntags: [one]\n---\nText\n"
    write("a.md", text)
    data = form_of(bobs.get(at("edit", "a.md")))
    data |= {"title": "New", "tags": "one、二", "body": "Text\r\nmore\r\n", "comment": "why"}
    assert bobs.post(at("edit", "a.md"), data).status_code == 302
    page = WikiPage.objects.get()
    assert page.text.startswith("---\n# kept\ntitle: New\nzebra: 1\ntags:")
    assert page.text.endswith("---\nText\nmore\n")
    assert (page.title, page.tags) == ("New", ["one", "二"])
    assert WikiRevision.objects.get(number=2).comment == "why"


def test_a_new_page_takes_its_path_from_its_title(bobs, pages):
    data = form_of(bobs.get("/wiki/new/?agent=alice")) | {"title": "Harbour: rules/2", "body": "Text"}
    answer = bobs.post("/wiki/new/?agent=alice", data)
    assert answer.url == "/wiki/page/Harbour%20rules%202.md?agent=alice"
    assert WikiPage.objects.get(path="Harbour rules 2.md").title == "Harbour: rules/2"
    again = bobs.post("/wiki/new/?agent=alice", data | {"path": "plan.md", "body": "typed text"})
    assert again.status_code == 422
    assert "There is a page at this path already" in text_of(again)
    assert "typed text" in again.content.decode()


def test_what_cannot_be_saved_is_still_in_the_editor(bobs, pages):
    for bad in ({"path": "../x.md"}, {"path": "con.md"}, {"path": "a.txt"}, {"path": "PLAN.md"}):
        answer = bobs.post("/wiki/new/?agent=alice", {"title": "T", "body": "all my words", "base": "0", **bad})
        assert answer.status_code == 422, bad
        assert "all my words" in answer.content.decode()
    broken = bobs.post(at("edit", "plan.md"), {"base": "1", "text": "---\ntrust: much\n---\nall my words"})
    assert broken.status_code == 422
    assert "all my words" in broken.content.decode()
    assert WikiPage.objects.count() == 2


def test_preview_and_frontmatter_work_without_scripts(bobs, pages):
    data = form_of(bobs.get(at("edit", "plan.md"))) | {"act": "preview", "body": "## Drawn\r\n<script>x</script>"}
    answer = bobs.post(at("edit", "plan.md"), data)
    assert '<h2 id="wiki-drawn">Drawn</h2>' in answer.content.decode()
    assert "<script>x" not in answer.content.decode()
    raw = bobs.post(at("edit", "plan.md"), data | {"act": "raw", "title": "Other"})
    assert "title: Other" in form_of(raw)["text"]
    fields = bobs.post(at("edit", "plan.md"), form_of(raw) | {"act": "fields"})
    assert form_of(fields)["title"] == "Other"
    assert WikiRevision.objects.count() == 2


def test_drafts_are_kept_and_come_back(bobs, pages):
    data = form_of(bobs.get(at("edit", "plan.md"))) | {"body": "half a sent"}
    assert bobs.post(at("draft", "plan.md"), data).status_code == 204
    assert WikiDraft.objects.get().text.endswith("half a sent")
    again = bobs.get(at("edit", "plan.md"))
    assert form_of(again)["body"] == "half a sent"
    assert "This is what you typed and did not save." in text_of(again)
    assert "Typed and not saved:" in text_of(bobs.get("/wiki/?agent=alice"))
    bobs.post(at("draft", "plan.md"), {"act": "drop", "base": "1"})
    assert "half a sent" not in bobs.get(at("edit", "plan.md")).content.decode()
    bobs.post(at("draft", "plan.md"), data)
    bobs.post(at("edit", "plan.md"), data)
    assert WikiDraft.objects.count() == 0


def test_a_newer_revision_is_never_overwritten(bobs, pages):
    text = "One.\n\nTwo.\n\nThree.\n"
    write("a.md", text)
    mine = {"base": "1", "text": text.replace("One", "One of mine"), "comment": "c"}
    write("a.md", text.replace("Three", "Three of theirs"), base=1)
    answer = bobs.post(at("edit", "a.md"), mine)
    assert answer.status_code == 409
    words = text_of(answer)
    assert "both fit together" in words
    assert "of mine" in words
    assert "of theirs" in words
    assert WikiDraft.objects.get().text == mine["text"]
    joined = bobs.post(at("merge", "a.md"), {"base": "1", "current": "2", "text": mine["text"], "comment": "c"})
    data = form_of(joined)
    assert (data["base"], data["text"]) == ("2", "One of mine.\r\n\r\nTwo.\r\n\r\nThree of theirs.\r\n")
    assert bobs.post(at("edit", "a.md"), data).status_code == 302
    assert WikiPage.objects.get(path="a.md").text == "One of mine.\n\nTwo.\n\nThree of theirs.\n"
    assert WikiDraft.objects.count() == 0


@pytest.mark.parametrize(("chosen", "told"), [("mine", "朝は雨"), ("theirs", "朝は雪"), ("both", "朝は雪雨")])
def test_the_same_words_are_chosen_by_a_person(bobs, chosen, told):
    write("a.md", "朝は晴れ。\n")
    write("a.md", "朝は雪。\n", base=1)
    answer = bobs.post(at("edit", "a.md"), {"base": "1", "text": "朝は雨。\n"})
    assert answer.status_code == 409
    (piece, *_) = re.findall(r'name="(piece-\d+)"', answer.content.decode())
    data = {"base": "1", "current": "2", "text": "朝は雨。\n", piece: chosen}
    assert form_of(bobs.post(at("merge", "a.md"), data))["text"] == f"{told}。\r\n"


def test_scripts_are_told_where_to_go(bobs, pages):
    data = form_of(bobs.get(at("edit", "plan.md"))) | {"body": "x"}
    answer = bobs.post(at("edit", "plan.md"), data, headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/wiki/page/plan.md?agent=alice")
    assert bobs.post("/wiki/preview/", {"text": "# P"}).content.decode().count("<h2") == 1


# ------------------------------------------------------------------ history and what else is done with a page


def test_history_differences_and_restoring(bobs, pages):
    write("plan.md", "# The plan\n\nOther words.\n", base=1)
    words = text_of(bobs.get(at("history", "plan.md")))
    assert "Changed" in words
    assert "Written" in words
    diff = bobs.get(at("changes", "plan.md", old=1, new=2)).content.decode()
    assert re.search(r"<ins>.*?Other", diff, re.DOTALL)
    assert "Restore this text" in text_of(bobs.get(at("changes", "plan.md", new=1)))
    assert bobs.get(at("changes", "plan.md", old=1, new=9)).status_code == 404
    assert bobs.get(at("changes", "plan.md", new="x")).status_code == 404
    first = WikiRevision.objects.get(page__path="plan.md", number=1).text
    assert bobs.post(at("restore", "plan.md"), {"number": "1", "base": "2"}).status_code == 302
    assert WikiPage.objects.get(path="plan.md").text == first
    assert queries.history(actor=curator_actor(), space="alice", path="plan.md")[0].action == "restored"


def curator_actor():
    return curator("alice")


def test_a_page_moves_and_its_links_follow(bobs, pages):
    taken = bobs.post(at("move", "notes/tide.md"), {"to": "plan.md", "base": "1"})
    assert taken.status_code == 422
    assert "There is a page at that path already" in text_of(taken)
    done = bobs.post(at("move", "notes/tide.md"), {"to": "sea/ebb.md", "base": "1"})
    assert done.url == "/wiki/page/sea/ebb.md?agent=alice"
    assert "[[sea/ebb]]" in WikiPage.objects.get(path="plan.md").text
    assert "1 page had its links follow" in text_of(bobs.get(done.url))
    assert bobs.get(at("page", "notes/tide.md")).url == done.url
    assert bobs.get(at("page", "notes/nothing.md")).status_code == 404
    bobs.post(at("archive", "sea/ebb.md"), {"base": "2"})
    assert bobs.get(at("page", "notes/tide.md")).status_code == 404


def test_archived_pages_come_back(bobs, pages):
    assert bobs.post(at("archive", "plan.md"), {"base": "1", "reason": "old"}).status_code == 302
    assert bobs.get(at("page", "plan.md")).status_code == 404
    page = WikiPage.objects.get(path="plan.md")
    assert "The plan" in text_of(bobs.get("/wiki/archive/?agent=alice"))
    assert bobs.post("/wiki/archive/back/", {"page": page.id}).status_code == 302
    assert bobs.get(at("page", "plan.md")).status_code == 200
    assert AuditEvent.objects.get(action="page.archived").reason == "old"


def test_vouching_is_an_act_that_can_be_taken_back(bobs, pages):
    data = {"base": "1", "trust": "0.9", "source_type": "verified_fact", "layer": "context"}
    assert bobs.post(at("promote", "notes/tide.md"), data).status_code == 302
    assert "0.90" in text_of(bobs.get(at("page", "notes/tide.md")))
    assert bobs.post(at("promote", "notes/tide.md"), data | {"trust": "7"}).status_code == 400
    bobs.post(at("take-back", "notes/tide.md"))
    assert "0.50" in text_of(bobs.get(at("page", "notes/tide.md")))


def test_a_shared_copy_is_read_by_whoever_may(bobs, viewer, pages, as_alice):
    assert bobs.post(at("share", "plan.md")).url == "/wiki/page/plan.md"
    assert "everybody in the hub" in text_of(viewer.get("/wiki/page/plan.md"))
    assert bobs.post("/wiki/rules/", {"path": "plan.md", "seen": "nobody"}).status_code == 422
    assert (
        as_alice.post("/wiki/rules/", {"path": "plan.md", "seen": "chosen", "seen_names": "carol"}).status_code == 302
    )
    assert viewer.get("/wiki/page/plan.md").status_code == 404
    assert "plan" not in text_of(viewer.get("/wiki/?scope=shared"))
    as_alice.post("/wiki/rules/", {"path": "plan.md"})
    assert viewer.get("/wiki/page/plan.md").status_code == 200


def test_a_held_change_is_named_and_leads_to_the_queue(bobs, pages):
    write("plan.md", "---\nlayer: core\n---\nOther\n", base=1, actor=agent())
    words = text_of(bobs.get(at("page", "plan.md")))
    assert "1 change waits for a decision" in words
    assert "Waiting for a decision" in text_of(bobs.get(at("history", "plan.md")))


def test_nobody_without_a_role_sees_anything(as_charlie, pages):
    for address in ("/wiki/", at("page", "plan.md"), "/wiki/graph/", "/wiki/health/", at("history", "plan.md")):
        assert as_charlie.get(address).status_code in {403, 404}, address

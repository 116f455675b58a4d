"""Paths that lead elsewhere, hide something, or differ only in form: refused by pages and by an import alike."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from knowledge.models import WikiDraft, WikiPage
from knowledge.services.wiki_vault import VaultPage, VaultRequest, import_vault
from tests.curation.pages import text_of
from tests.engine.wiki.test_paths import BAD
from tests.wiki.pages import ADMIN, NOW, write

pytestmark = pytest.mark.django_db

TRICKS = [one for one in BAD if one]
# What no address and no form can carry is refused before the path is looked at.
SENT = [one for one in TRICKS if "\ud800" not in one]


def test_there_are_many_tricks():
    assert len(TRICKS) >= 60


def test_no_page_is_made_at_such_a_path(as_alice):
    write("kept.md", "Text", actor=ADMIN)
    for path in SENT:
        data = {"path": path, "title": "T", "body": "words", "base": "0"}
        answer = as_alice.post("/wiki/new/?agent=alice", data)
        # White space at the ends is a slip of the fingers; what is left may be a path.
        if answer.status_code == 302:
            assert WikiPage.objects.exclude(path="kept.md").get().path == path.strip()
            WikiPage.objects.exclude(path="kept.md").delete()
            continue
        assert answer.status_code == 422, path
        assert "words" in answer.content.decode()
    assert WikiPage.objects.count() == 1


def test_no_page_moves_is_shared_or_comes_back_to_such_a_path(as_alice):
    page = write("a.md", "Text", actor=ADMIN).page
    for path in SENT:
        moved = as_alice.post("/wiki/move/a.md?agent=alice", {"to": path, "base": "1"})
        assert moved.status_code == 422, path
        shared = as_alice.post("/wiki/share/a.md?agent=alice", {"to": path})
        assert shared.status_code in {302, 400, 409}, path
    assert set(WikiPage.objects.values_list("path", flat=True)) <= {"a.md", *(one.strip() for one in SENT)}
    assert all(".." not in one and not one.startswith("/") for one in WikiPage.objects.values_list("path", flat=True))
    as_alice.post("/wiki/archive/a.md?agent=alice", {"base": "1"})
    for path in ("../a.md", "/a.md", "con.md", "a\u202e.md"):
        assert as_alice.post("/wiki/archive/back/", {"page": page.id, "to": path}).status_code == 400, path


def test_no_address_with_such_a_path_shows_anything(as_alice):
    write("secret.md", "The secret", actor=ADMIN)
    for path in SENT:
        for name in ("page", "raw", "edit", "history", "changes", "move"):
            answer = as_alice.get(f"/wiki/{name}/{quote(path, safe='')}?agent=alice&new=1")
            assert answer.status_code == 404, (name, path)
            assert "secret" not in text_of(answer)
        assert as_alice.post(f"/wiki/draft/{quote(path, safe='')}?agent=alice", {"text": "x"}).status_code in {400, 404}
    assert WikiDraft.objects.count() == 0


def test_no_file_with_such_a_name_is_imported():
    pages = [VaultPage(path, b"Text") for path in TRICKS]
    report = import_vault(actor=ADMIN, request=VaultRequest("alice", "tricks"), pages=pages, now=NOW)
    assert dict(report.counts) == {"refused": len(TRICKS)}
    assert WikiPage.objects.count() == 0


def test_two_paths_that_differ_only_in_form_are_one(as_alice):
    write("Café/Plan.md", "Text", actor=ADMIN)
    for twin in ("café/plan.md", "Cafe\u0301/Plan.md", "CAFÉ/PLAN.md", "Ｃafé/Plan.md"):
        answer = as_alice.post("/wiki/new/?agent=alice", {"path": twin, "body": "other", "base": "0"})
        assert answer.status_code == 422, twin
    twins = [VaultPage("café/plan.md", b"a"), VaultPage("CAFÉ/plan.md", b"b")]
    report = import_vault(actor=ADMIN, request=VaultRequest("carol", "twins"), pages=twins, now=NOW)
    assert dict(report.counts) == {"created": 1, "refused": 1}
    assert WikiPage.objects.count() == 2

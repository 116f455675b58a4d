"""Navigation, shortcuts, chips and the viewer's choices."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.urls import reverse

from curation import presenters
from curation.wording import VOCABULARIES


def test_every_shortcut_is_unambiguous():
    table = presenters.shortcut_table(presenters.nav_links(path="/", is_admin=True))
    keys = [key for line in table for key in line.keys]
    assert len(keys) == len(set(keys))
    leaders = {key.split(" ")[0] for key in keys if " " in key}
    assert leaders.isdisjoint(keys)


def test_only_an_administrator_sees_the_admin():
    assert reverse("admin:index") in [link.href for link in presenters.nav_links(path="/", is_admin=True)]
    assert reverse("admin:index") not in [link.href for link in presenters.nav_links(path="/", is_admin=False)]


def test_the_room_one_is_in_is_marked():
    links = presenters.nav_links(path="/admin/auth/user/", is_admin=True)
    assert [link.href for link in links if link.active] == ["/admin/"]


def test_chips_name_the_filter_and_lead_to_the_page_without_it():
    params = QueryDict("q=x&state=held&tag=a&tag=b&cursor=zzz")
    found = presenters.form_chips(params, {"state": "State", "tag": "Label"})
    assert [(str(chip.label), chip.value, chip.href) for chip in found] == [
        ("State", "Waiting for a decision", "?q=x&tag=a&tag=b"),
        ("Label", "a", "?q=x&state=held&tag=b"),
        ("Label", "b", "?q=x&state=held&tag=a"),
    ]


def test_every_word_has_a_label():
    assert all(str(word.label) for table in VOCABULARIES.values() for word in table.values())


def test_choices_are_kept_in_cookies_and_show_at_once(stranger):
    answer = stranger.post(
        "/preferences/", {"theme": "dark", "language": "ja", "shortcuts": "off", "next": "/sign-in/"}
    )
    assert answer["Location"] == "/sign-in/"
    page = stranger.get("/sign-in/").content.decode()
    assert '<html lang="ja" data-theme="dark">' in page
    assert 'data-shortcuts="off"' in page
    assert "サインイン" in page


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_never_leads_to_another_site(stranger, back):
    assert stranger.post("/preferences/", {"theme": "dark", "next": back})["Location"] == "/"


def test_unknown_choices_are_ignored(stranger):
    answer = stranger.post("/preferences/", {"theme": "<script>", "language": "xx", "zone": "Mars/Base", "admin": "1"})
    assert answer.cookies == {}


def test_a_broken_cookie_falls_back(stranger):
    stranger.cookies["hub-theme"] = '"><script>'
    stranger.cookies["hub-zone"] = "../../etc/passwd"
    page = stranger.get("/sign-in/")
    assert page.status_code == 200
    assert '<html lang="en">' in page.content.decode()

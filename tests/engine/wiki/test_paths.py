"""Paths of pages: one grammar, and nothing that could be read in two ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.wiki.paths import (
    MOST_BYTES,
    PathError,
    checked_folder,
    checked_path,
    folder_of,
    folders_of,
    name_of,
    path_key,
    slug_of,
)

GOOD = [
    "a.md",
    "notes/plan.md",
    "会議：議事録/11月.md",
    "a b/c d.md",
    "50% off.md",
    "v1.2 notes.md",
    "Müller & Söhne.md",
    "日本語/请假流程.md",
    "휴가/규정.md",
    "it's.md",
    "aux-notes/con man.md",
]
BAD = [
    "",
    "a.txt",
    "a",
    ".md",
    "../x.md",
    "a/../x.md",
    "a/./x.md",
    "/etc/x.md",
    "/" + "/x.md",
    "a//x.md",
    "~/../x.md",
    "_index.md",
    "notes/_index.md",
    "..\\x.md",
    "a\\b.md",
    "C:/x.md",
    "C:x.md",
    "%2e%2e%2fx.md",
    "%2E%2E/x.md",
    "a%2fb.md",
    "a%00.md",
    "%252e%252e/x.md",
    "&#46;&#46;/x.md",
    "a&sol;b.md",
    "．．/x.md",
    "‥/x.md",
    "a／b.md",
    "a＼b.md",
    "a⁄b\\.md",
    "a\u2044b.md",
    "a\u2215b.md",
    "a\u2216b.md",
    "＿index.md",
    "x.MD",
    "x.md/",
    "x.md ",
    " x.md",
    "a /x.md",
    "a/ x.md",
    "a./x.md",
    "a./b.md",
    ".git/x.md",
    ".x.md",
    "x .md",
    "x..md/y.md/../z.md",
    "con.md",
    "CON.md",
    "notes/NUL.md",
    "com1.md",
    "lpt9.notes.md",
    "COM¹.md",
    "aux/x.md",
    "a\0.md",
    "a\n.md",
    "a\t.md",
    "a\x7f.md",
    "a\u200b.md",
    "a\u200f.md",
    "a\u202e.md",
    "a\u2066x\u2069.md",
    "a\ufeff.md",
    "a\u00a0b.md",
    "a\u3000b.md",
    "a\u2028b.md",
    "a\U000e0041.md",
    "a\ufe0f.md",
    "a\u3164b.md",
    "a\ud800.md",
    "a\ue000.md",
    "a<b.md",
    "a>b.md",
    'a"b.md',
    "a|b.md",
    "a?b.md",
    "a*b.md",
    "a#b.md",
    "a[b].md",
    "a^b.md",
    "a:b.md",
    "x.md/y.md",
    "x.MD/y.md",
    "a" * 260 + ".md",
    "é" * 130 + ".md",
    "/".join(["a"] * 300) + ".md",
    "/".join(["a"] * 18) + ".md",
]


@pytest.mark.parametrize("path", GOOD)
def test_plain_paths_are_kept(path):
    assert checked_path(path) == path


@pytest.mark.parametrize("path", BAD, ids=range(len(BAD)))
def test_tricks_are_refused(path):
    with pytest.raises(PathError):
        checked_path(path)


@pytest.mark.parametrize("path", [None, 1, b"a.md", ["a.md"]])
def test_other_things_are_no_paths(path):
    with pytest.raises(PathError):
        checked_path(path)


def test_one_form_and_one_key():
    assert checked_path("cafe\u0301.md") == "café.md"
    twins = ["Notes/Plan.md", "notes/plan.md", "NOTES/PLAN.md", "ｎotes/plan.md"]
    assert {path_key(checked_path(one)) for one in twins} == {"notes/plan.md"}
    assert path_key("straße.md") == path_key("STRASSE.md")


def test_folders():
    assert folders_of("a/b/c.md") == ["", "a/", "a/b/"]
    assert (folder_of("a/b/c.md"), folder_of("c.md"), name_of("a/b/c.d.md")) == ("a/b/", "", "c.d")
    assert (checked_folder("a/b"), checked_folder("a/b/"), checked_folder("")) == ("a/b/", "a/b/", "")
    for bad in ("../", "/", "a/../", None, "a.md/"):
        with pytest.raises(PathError):
            checked_folder(bad)


@given(st.text(max_size=40))
def test_whatever_passes_stays_inside(text):
    try:
        path = checked_path(text + ".md")
    except PathError:
        return
    assert checked_path(path) == path
    assert len(path.encode()) <= MOST_BYTES
    parts = path.split("/")
    assert not path.startswith("/")
    assert all(part and part not in {".", ".."} and part == part.strip() for part in parts)
    assert path_key(path_key(path)) == path_key(path)


@given(st.text(max_size=60))
def test_anchors_are_words_and_dashes(text):
    slug = slug_of(text)
    assert slug
    assert not set(slug) & set(" #?&\"'<>/\\")
    assert slug_of(slug) == slug

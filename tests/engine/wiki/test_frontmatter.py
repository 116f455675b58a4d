"""Frontmatter: read into plain values, and changed without touching the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.wiki.frontmatter import (
    FrontmatterError,
    Meta,
    body_of,
    changed,
    layer_of,
    names_or_nobody,
    read,
    split,
)

PAGE = """---
# who owns this
title: "Leave  policy"   # shown everywhere
tags: [hr, 休暇]
layer: L1
trust: 0.8
Custom-Key: {b: 2, a: [1, two]}
related:
  - a.md   # first
  - B/c.md
sources: chat:17
wiki_visible_to: [alice]
---

# Text
"""


def test_known_keys():
    meta = read(PAGE)
    assert meta.title == "Leave policy"
    assert (meta.tags, meta.layer, meta.trust) == (("hr", "休暇"), "core", 0.8)
    assert (meta.related, meta.sources) == (("a.md", "B/c.md"), ("chat:17",))
    assert (meta.source_type, meta.do_not_inject, meta.visible_to) == ("", False, ("alice",))
    assert meta.everything["Custom-Key"] == {"b": 2, "a": [1, "two"]}


def test_a_page_need_not_have_one():
    for text in (
        "",
        "# Text",
        "---\nnot closed",
        "text\n---\na: 1\n---\n",
        "---\n---\nx",
        "---\n# only a comment\n---\n",
    ):
        assert read(text) == Meta()
        assert "".join(split(text)) == text


def test_changes_leave_the_rest_alone():
    after = changed(PAGE, {"layer": "deep", "status": "new"})
    assert after == PAGE.replace("layer: L1", "layer: deep").replace("[alice]\n---", "[alice]\nstatus: new\n---")
    assert changed(PAGE, {"trust": 0.8}) == PAGE
    assert "trust" not in changed(PAGE, {"trust": None})
    assert changed("# x\n", {"title": "T"}) == "---\ntitle: T\n---\n\n# x\n"
    assert changed("---\r\na: 1\r\n---\r\nx\r\n", {"b": 2}) == "---\r\na: 1\r\nb: 2\r\n---\r\nx\r\n"


@pytest.mark.parametrize(
    "head",
    [
        "- a\n- b",
        "a: [",
        "just text",
        "trust: 2",
        "trust: yes",
        "trust: -0.1",
        "trust: .nan",
        "layer: unknown",
        "layer: [core]",
        "title: [a]",
        "tags: {a: 1}",
        "tags: [[a]]",
        "a: &x 1\nb: *x",
        "a: !!python/object/apply:os.system ['true']",
        "a: !ruby/object x",
        "a: " + "[" * 40 + "]" * 40,
        "tags: [" + ",".join(map(str, range(300))) + "]",
        "a: 1\na: 2",
        "? [a, b]\n: 1\n? {c: 1}\n: 2",
        "a: " + "x" * 70_000,
        "a: \x01",
        "title: " + "x" * 400,
    ],
    ids=range(22),
)
def test_what_cannot_be_used_is_refused(head):
    with pytest.raises(FrontmatterError):
        read(f"---\n{head}\n---\n")


def test_layers():
    assert [layer_of(one) for one in ("L0", "L1", "l2", "l3", "deep", " Core ", None, "")] == [
        "identity",
        "core",
        "context",
        "deep",
        "deep",
        "core",
        "",
        "",
    ]
    for bad in ("L4", "unknown", 1, True):
        with pytest.raises(FrontmatterError):
            layer_of(bad)


def test_who_sees_it_closes_when_malformed():
    for bad in ("alice", 1, True, {"a": 1}, [1], ["a", None], [""], [["a"]], None, []):
        assert names_or_nobody(bad) == ()
    assert names_or_nobody(["a", "b/c"]) == ("a", "b/c")
    for said in ("wiki_visible_to:", "wiki_visible_to: alice", "wiki_visible_to: [1]", "wiki_visible_to: []"):
        assert read(f"---\n{said}\n---\n").visible_to == ()
    assert read("---\na: 1\n---\n").visible_to is None


def test_a_switch_that_cannot_be_read_is_on():
    said = {"true": True, "false": False, "no": False, "": False, "maybe": True, "1": True, "0": False, "[x]": True}
    for value, means in said.items():
        assert read(f"---\ndo_not_inject: {value}\n---\n").do_not_inject is means, value


def test_bidirectional_controls_leave_the_title():
    assert read('---\ntitle: "a\u202eb\\u0007c"\n---\n').title == "abc"


@given(st.text(max_size=300))
def test_any_text_splits_and_joins(text):
    head, body = split(text)
    assert head + body == text
    assert body_of(text) == body.removeprefix("\ufeff")


@given(st.text(alphabet="-\n: a#[]{}&*!|>'\"%@`\t", max_size=120))
def test_any_frontmatter_is_read_or_refused(text):
    try:
        read(f"---\n{text}\n---\n")
    except FrontmatterError:
        return


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.text(max_size=30) | st.integers() | st.booleans(), max_size=4
    )
)
def test_what_is_written_is_read_back(values):
    known = {"title", "tags", "layer", "trust", "related", "sources", "author"}
    values = {key: value for key, value in values.items() if key not in known}
    text = changed("body\n", values)
    found = read(text).everything
    for key, value in values.items():
        if isinstance(value, int) or (isinstance(value, str) and value.isprintable()):
            assert found[key] == (value if not isinstance(value, int) or abs(value) <= 1 << 53 else str(value))
    assert body_of(text).lstrip("\n") == "body\n"


@pytest.mark.parametrize(
    "key", ["WIKI_VISIBLE_TO", "wiki-visible-to", "wikiVisibleTo", "ｗiki_visible_to", '"wiki_visible_to\\u200b"']
)
def test_a_key_that_keeps_somebody_out_holds_however_it_is_written(key):
    assert read(f"---\n{key}: [alice]\n---\n").visible_to == ("alice",)
    assert read(f"---\n{key}: alice\n---\n").visible_to == ()
    assert read(f"---\nwiki_visible_to: [alice]\n{key}: [bob]\n---\n").visible_to == ()
    assert read("---\nDo-Not-Inject: true\n---\n").do_not_inject
    assert read("---\nvisible_to: [alice]\n---\n").visible_to is None


@pytest.mark.parametrize(
    "text",
    [
        "---\n{}\n# not closed",
        "---\r{}\r---\rCR alone",
        "---\u00a0\n{}\n---\n",
        "----\n{}\n----\n",
        " ---\n{}\n---\n",
        "\n---\n{}\n---\n",
        "\ufeff\ufeff---\n{}\n---\n",
        "\u200b---\n{}\n---\n",
        "--- # mine\n{}\n---\n",
        "---\n{}\n ---\n",
        "---\u2028{}\u2028---\u2028",
        '+++\nwiki_visible_to = ["alice"]\n+++\n',
        ';;;\n{{"wiki_visible_to": ["alice"]}}\n;;;\n',
    ],
)
def test_fences_that_are_none_do_not_open_a_page(text):
    for key in ("wiki_visible_to: [alice]", "Do_Not_Inject: true"):
        with pytest.raises(FrontmatterError):
            read(text.format(key) if "{}" in text else text.replace("{{", "{").replace("}}", "}"))
    assert read("---\n\nA line, then text about wiki_visible_to: it names agents.\n") == Meta()
    assert read("# Text\n\n```\n---\nwiki_visible_to: [alice]\n```\n") == Meta()


def test_switches_read_as_they_are_written():
    assert read("---\ntitle: true\ntags: [true, off, 1]\n---\n").tags == ("true", "off", "1")
    assert read("---\ntitle: true\n---\n").title == "true"


def test_a_change_leaves_the_letters_of_every_other_key():
    text = (
        "\ufeff---  \r\n# top\r\ntags: [a,   b]\r\nsources:\r\n    - one\r\n    -   two # why\r\n"
        "'q' :  \"x\"\r\nblock: >-\r\n   folded\r\n   text\r\n# about n\r\nn: 0x1F\r\n"
        "related:\r\n- a.md\r\n# end\r\n...\r\nbody"
    )
    after = changed(text, {"related": ["b.md"], "n": None, "new": 1})
    assert after == text.replace("n: 0x1F\r\n", "").replace("- a.md\r\n# end\r\n", "- b.md\r\n# end\r\nnew: 1\r\n")
    assert changed("---\n{a: 1,  b: [2,   3]}\n---\n", {"a": 2}).endswith("---\n")
    assert read(changed("---\n{a: 1,  b: [2,   3]}\n---\n", {"a": 2})).everything == {"a": 2, "b": [2, 3]}

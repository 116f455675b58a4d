"""Links between pages: found where a reader sees them, and following a renamed page."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.wiki.links import Pages, asked_key, moved, own_links_moved
from knowledge.engine.wiki.markdown import parse

BODY = """# Links

See [[Plan]], [[notes/Plan.md#Goals|the goals]] and [the same](notes/plan.md#goals "why") – also ![[Plan]].

`[[Plan]]` is code, and so is

    [[Plan]]

```
[[Plan]]
```

> - [x] [[ Plan | with blanks ]]
>   and [[Other]] [out](https://example.org/plan.md) [here](#links)

| a | b |
|---|---|
| [[Plan\\|in a table]] | [p](notes/plan.md) |

[ref]: notes/plan.md

By [reference][ref]. Escaped \\[[Plan]] twice. [up](../x.md) [%20](<a b.md>) [a](a%20b.md)
"""


def targets(text):
    return [(link.target, link.anchor) for link in parse(text).links]


def test_links_are_found_outside_of_code():
    assert targets(BODY) == [
        ("Plan", ""),
        ("notes/Plan.md", "Goals"),
        ("notes/plan.md", "goals"),
        ("Plan", ""),
        ("Plan", ""),
        ("Other", ""),
        ("Plan", ""),
        ("notes/plan.md", ""),
        ("notes/plan.md", ""),
        ("../x.md", ""),
        ("a b.md", ""),
        ("a b.md", ""),
    ]


def test_what_a_link_means():
    pages = Pages.of(
        [
            ("notes/plan.md", "The plan"),
            ("plan.md", ""),
            ("work/plan.md", ""),
            ("work/deep/a.md", "Ａ"),
            ("日本/請求.md", "請求書"),
        ]
    )
    assert pages.find("notes/Plan.md", source="x.md") == "notes/plan.md"
    assert pages.find("plan", source="x.md") == "plan.md"
    assert pages.find("Plan", source="work/b.md") == "work/plan.md"
    assert pages.find("../plan.md", source="work/deep/a.md") == "work/plan.md"
    assert pages.find("the PLAN", source="x.md") == "notes/plan.md"
    assert pages.find("請求", source="x.md") == "日本/請求.md"
    assert pages.find("請求書", source="x.md") == "日本/請求.md"
    for nothing in ("../../../plan.md", "nowhere", "", ".md", "/"):
        assert pages.find(nothing, source="notes/b.md") is None


def means(text, path="notes/plan.md"):
    pages = Pages.of([(path, ""), ("other.md", "")])
    return lambda link: pages.find(link.target, source="x.md") == path


def test_links_follow_a_renamed_page():
    after = moved(BODY, is_meant=means(BODY), source="x.md", new_path="archive/old plan.md", old_path="notes/plan.md")
    assert "See [[archive/old plan]], [[archive/old plan.md#Goals|the goals]]" in after
    assert '[the same](archive/old%20plan.md#goals "why") – also ![[archive/old plan]].' in after
    assert "`[[Plan]]` is code" in after
    assert "    [[Plan]]\n" in after
    assert "```\n[[Plan]]\n```" in after
    assert "[[archive/old plan| with blanks ]]" in after.replace("plan |", "plan|")
    assert "[[archive/old plan\\|in a table]] | [p](archive/old%20plan.md) |" in after
    assert "and [[Other]] [out](https://example.org/plan.md) [here](#links)" in after
    assert "Escaped \\[[Plan]] twice." in after
    assert "[ref]: archive/old%20plan.md\n\nBy [reference][ref]." in after


def test_related_pages_of_the_frontmatter_follow():
    text = "---\nrelated: [Notes/Plan.md, other.md] # both\nx: 1\n---\n\nText\n"
    after = moved(text, is_meant=lambda _: False, source="x.md", new_path="new.md", old_path="notes/plan.md")
    assert re.sub(" +#", " #", after) == "---\nrelated: [new.md, other.md] # both\nx: 1\n---\n\nText\n"


def test_a_page_that_moves_keeps_its_own_relative_links():
    text = "[a](b.md) [[b]] [c](../c.md#x) [out](https://example.org/b.md) [gone](gone.md)\n"
    after = own_links_moved(
        text, found={0: "one/b.md", 1: "one/b.md", 2: "c.md"}, old_path="one/a.md", new_path="two/deep/a.md"
    )
    assert after == "[a](../../one/b.md) [[b]] [c](../../c.md#x) [out](https://example.org/b.md) [gone](gone.md)\n"


def renamed(text, old, new, back=False):
    pages = Pages.of([(new if back else old, ""), ("other.md", "")])
    meant = new if back else old
    return moved(
        text,
        is_meant=lambda link: pages.find(link.target, source="n/x.md") == meant,
        source="n/x.md",
        new_path=old if back else new,
        old_path=meant,
    )


def test_an_address_is_rewritten_whole_however_it_is_written():
    old, new = "n/t(1).md", "deep/New (v2) & co.md"
    address = "../deep/New%20%28v2%29%20&%20co.md"
    for written in ("t(1).md", "<t(1).md>", "t%281%29.md", "t\\(1\\).md", "t&#40;1&#41;.md", "./t(1).md"):
        text = f"[a]({written}) ![b]( {written} 'see ](x.md)' ) [c [d](other.md)\n"
        assert renamed(text, old, new) == f"[a]({address}) ![b]( {address} 'see ](x.md)' ) [c [d](other.md)\n"
    assert renamed("[a](t(1).md#Sec) [b](<t(1).md#one two>)", old, new) == (
        f"[a]({address}#Sec) [b]({address}#one%20two)"
    )
    once = renamed("[a](t(1).md) **[b](t%281%29.md)**", old, new)
    assert renamed(once, old, new, back=True) == "[a](t%281%29.md) **[b](t%281%29.md)**"


def test_links_whose_address_stands_elsewhere_follow_in_it():
    text = (
        "[text][R] [r][] [R] ![p][r] [other][o] [gone]\n\n[r]: t.md#x 'r'\n[o]: ../other.md\n> [q]: <t.md>\n\n[q]\n"
        "\n```\n[r]: t.md\n```\n"
    )
    assert renamed(text, "n/t.md", "m/u.md") == (
        text.replace("[r]: t.md#x", "[r]: ../m/u.md#x", 1).replace("<t.md>", "../m/u.md")
    )


def test_a_page_that_moves_leads_where_it_led():
    text = "[[../c]] [[sub/d]] [[one/b]] [[b]] [[e]] [r]\n\n[r]: b.md\n"
    found = {0: "c.md", 1: "one/sub/d.md", 2: "one/b.md", 3: "one/b.md", 4: "one/e.md", 5: "one/b.md"}
    after = own_links_moved(text, found=found, old_path="one/a.md", new_path="two/a.md", shared_names={"b"})
    assert after == "[[c]] [[one/sub/d]] [[one/b]] [[one/b]] [[e]] [r]\n\n[r]: ../one/b.md\n"


def test_windows_line_ends_are_kept():
    text = BODY.replace("\n", "\r\n")
    after = moved(text, is_meant=means(text), source="x.md", new_path="archive/old plan.md", old_path="notes/plan.md")
    before = moved(BODY, is_meant=means(BODY), source="x.md", new_path="archive/old plan.md", old_path="notes/plan.md")
    assert after == before.replace("\n", "\r\n")


def test_keys():
    assert [asked_key(one) for one in ("A.MD", "/a.md", "./A", " Ａ ", "x/Y.md")] == ["a", "a", "a", "a", "x/y"]


pieces = st.sampled_from(
    [
        "[[Plan]]",
        "[[plan|label]]",
        "[t](notes/plan.md)",
        "`[[Plan]]`",
        "``[[Plan]]",
        "\n\n",
        "\n- ",
        "\n> ",
        " word ",
        "*a*",
        "[[Other]]",
        "\\[[Plan]]",
        "\n\n    [[Plan]]\n\n",
        "[[Plan#x]]",
        "| [[Plan]] |",
        "[",
        "]]",
        "\n```\n",
        "[a [[Plan]]](b.md)",
        "[text][k]",
        "[k]",
        "\n\n[k]: notes/plan.md 'why'\n\n",
        '[t](notes/plan.md "](b)")',
        "[t](notes/pl&#97;n.md#a)",
        "[t](<notes/plan.md>)",
    ]
)


@given(st.lists(pieces, max_size=14).map("".join))
def test_after_a_rename_no_link_means_the_old_place(text):
    if "](b.md)" in text:
        text = text.replace("[a [[Plan]]](b.md)", "x")
    is_meant = means(text)
    after = moved(text, is_meant=is_meant, source="x.md", new_path="z/new.md", old_path="notes/plan.md")
    before = parse(text).links
    pages = Pages.of([("z/new.md", ""), ("other.md", "")])
    found = [pages.find(link.target, source="x.md") for link in parse(after).links]
    assert found == ["z/new.md" if is_meant(link) else pages.find(link.target, source="x.md") for link in before]
    back = moved(
        after,
        is_meant=lambda link: pages.find(link.target, source="x.md") == "z/new.md",
        source="x.md",
        new_path="notes/plan.md",
        old_path="z/new.md",
    )
    assert len(parse(back).links) == len(before)


@given(st.text(max_size=200))
def test_any_text_survives(text):
    assert moved(text, is_meant=lambda _: True, source="x.md", new_path="n.md", old_path="o.md") is not None

"""Drawing pages: what CommonMark says, and nothing that runs, loads or pretends to be the dashboard."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.engine.wiki.render import ATTRIBUTES, TAGS, Target, fill, render

OWN_SCHEMES = ("http:", "https:", "mailto:", "wiki:")


class Reader(HTMLParser):
    """Collects what a browser could act on."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.other: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_comment(self, data):
        self.other.append(data)

    def handle_decl(self, decl):
        self.other.append(decl)

    def unknown_decl(self, data):
        self.other.append(data)

    def handle_pi(self, data):
        self.other.append(data)


def check_harmless(html: str) -> None:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.other
    for tag, attributes in reader.tags:
        assert tag in TAGS, tag
        assert set(attributes) <= ATTRIBUTES.get(tag, set()) | ({"rel"} if tag == "a" else set()), (tag, attributes)
        for name, value in attributes.items():
            if name == "id":
                assert value
                assert value.startswith(("wiki-", "fn-wiki-", "fnref-wiki-"))
            if name == "href":
                plain = "".join(letter for letter in value or "" if letter > " ").lower()
                assert ":" not in plain.split("/")[0].split("#")[0].split("?")[0] or plain.startswith(OWN_SCHEMES), (
                    value
                )
        if "href" in attributes:
            assert attributes["rel"] == "noopener noreferrer nofollow"


JS = "javascript:alert(1)"
ADDRESSES = [
    JS,
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java&#10;script:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;avascript&colon;alert(1)",
    "\x01javascript:alert(1)",
    " javascript:alert(1)",
    "javascript&colon;alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "filesystem:https://example.org/1",
    "feed:javascript:alert(1)",
    "view-source:javascript:alert(1)",
    "jar:http://example.org!/x",
    "about:blank",
    "ＪＡＶＡＳＣＲＩＰＴ:alert(1)",
    "javascript://%0aalert(1)",
    "x-javascript:alert(1)",
    "livescript:alert(1)",
    "mhtml:http://example.org/x",
]
LINKS = [
    "[x]({0})",
    "[x](<{0}>)",
    "<{0}>",
    "![x]({0})",
    "[x][r]\n\n[r]: {0}",
    '<a href="{0}">x</a>',
    "<a href='{0}' title=\"y\">x</a>",
]
TAGGED = [
    "<script>alert(1)</script>",
    "<script src=https://example.org/x.js></script>",
    "<SCRIPT/x>alert(1)</SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x</maction></math>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<template><img src=x onerror=alert(1)></template>",
    '<xmp><img alt="</xmp><img src=x onerror=alert(1)>"></xmp>',
    "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
    "<plaintext><img src=x onerror=alert(1)>",
    '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
    '<textarea><a title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    "<base href=https://example.org/>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href=https://example.org/x.css>",
    "<link rel=import href=data:text/html,x>",
    "<style>@import url(https://example.org/x.css);</style>",
    "<style>body{background:url(javascript:alert(1))}</style>",
    "<form action=https://example.org><input name=password><button>x</button></form>",
    "<form id=x></form><button form=x formaction=javascript:alert(1)>x</button>",
    "<input autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)>",
    "<keygen autofocus onfocus=alert(1)>",
    "<isindex type=image src=1 onerror=alert(1)>",
    "<video src=x onerror=alert(1)></video>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)></audio>",
    "<body onload=alert(1)>",
    "<frameset onload=alert(1)>",
    "<html manifest=x><head></head>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<details open ontoggle=alert(1)>x</details>",
    "<dialog open onclose=alert(1)>x</dialog>",
    "<table background=javascript:alert(1)><tr><td background=javascript:alert(1)>x</table>",
    "<td style='background:url(javascript:alert(1))'>x",
    '<p style="width:expression(alert(1))">x</p>',
    "<p style=position:fixed;inset:0>x</p>",
    "<p onclick=alert(1) onmouseover=alert(1)>x</p>",
    "<a href=x onclick=alert(1)>x</a>",
    "<a ping=https://example.org/p href=/x>x</a>",
    "<a target=_blank rel=opener href=https://example.org>x</a>",
    "<a download href=/x>x</a>",
    "<area href=javascript:alert(1)>",
    "<map name=x><area href=javascript:alert(1)></map>",
    "<canvas id=x></canvas>",
    "<applet code=x></applet>",
    "<portal src=https://example.org></portal>",
    "<slot name=x onslotchange=alert(1)>",
    "<custom-element onx=alert(1)>x</custom-element>",
    "<button popovertarget=x>x</button><p popover id=x onbeforetoggle=alert(1)>y",
    "<p id=csrf>x</p>",
    "<p id=csrfmiddlewaretoken name=csrfmiddlewaretoken>x</p>",
    "<a id=location name=location href=/x>x</a>",
    "<form name=document><p name=cookie>",
    "<img name=getElementById>",
    "<h1 id=main class=toast>x</h1>",
    "<span class='dialog toast hx-request'>x</span>",
    "<code class='button htmx-indicator'>x</code>",
    "<p hx-get=/queue/ hx-trigger=load>x</p>",
    "<p hx-post=/settings/ hx-trigger='every 1s'>x</p>",
    "<p data-hx-post=/settings/ data-hx-trigger=load>x</p>",
    "<p hx-on:click=alert(1)>x</p>",
    "<p hx-on::load=alert(1)>x</p>",
    "<p hx-vals='js:{a:alert(1)}'>x</p>",
    "<p hx-swap-oob=true id=toasts>x</p>",
    "<a hx-boost=true hx-push-url=/x href=/x>x</a>",
    "<p hx-ext=x hx-include=* hx-headers='{}'>x</p>",
    "<p hx-disinherit=x hx-confirm=x hx-delete=/x hx-put=/y hx-patch=/z>x</p>",
    "<p data-x onx=1 autofocus tabindex=1 accesskey=x contenteditable>x</p>",
    "<p dir=rtl lang=x translate=no hidden>x</p>",
    "<p is=x slot=y part=z nonce=q>x</p>",
    "<!-- <script>alert(1)</script> -->",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml-stylesheet href=javascript:alert(1)?>",
    "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
    "<<script>alert(1);//<</script>",
    "<p/onclick=alert(1)>x",
    "<p\x00onclick=alert(1)>x",
    "<p\x0conclick=alert(1)>x",
    "</p><script>alert(1)</script>",
    '<a href="x" title="><script>alert(1)</script>">x</a>',
    "<a title='\"onmouseover=alert(1) x=\"'>x</a>",
    "<abbr title='\"><img src=x onerror=alert(1)>'>x</abbr>",
    "<th colspan='1\" onclick=alert(1)'>x",
    "<ol start='1 onclick=alert(1)'>x",
]
WRITTEN = [
    '[x](/y "\\"onmouseover=alert(1)")',
    "[x](/y '\"><script>alert(1)</script>')",
    '!["onerror=alert(1)](https://example.org/x.png)',
    '![x](https://example.org/x.png "\\"onerror=alert(1)")',
    "![x](https://tracker.example/pixel.gif?u=1)",
    "![x](//tracker.example/pixel.gif)",
    "![![x](javascript:alert(1))](javascript:alert(2))",
    "[[<script>alert(1)</script>]]",
    "[[x|<img src=x onerror=alert(1)>]]",
    '[[x"onclick=alert(1) y="]]',
    "[[javascript:alert(1)]]",
    '[[x#"><script>alert(1)</script>]]',
    "![[https://tracker.example/x.png]]",
    "[x](wiki:1)",
    "[x](wiki:javascript:alert(1))",
    '<a href="wiki:0" onclick=alert(1)>x</a>',
    '```"><script>alert(1)</script>\nx\n```',
    "```html\n<script>alert(1)</script>\n```",
    "```python onclick=alert(1)\nx\n```",
    '``` " onmouseover=alert(1)\nx\n```',
    "# <script>alert(1)</script>",
    '# "><img src=x onerror=alert(1)>',
    "# x {#csrf onclick=alert(1)}",
    "[^x]: <script>alert(1)</script>\n\n[^x]",
    '[^"onclick=alert(1)]: x\n\n[^"onclick=alert(1)]',
    "^[inline <img src=x onerror=alert(1)>]",
    "- [ ] <input type=checkbox onclick=alert(1)>",
    "- [x] [y](javascript:alert(1))",
    '<input class="task-list-item-checkbox" onclick=alert(1)>',
    "| <script>alert(1)</script> |\n|:-:|\n| [x](javascript:alert(1)) |",
    '|a|\n|:" onclick=alert(1)-:|\n|b|',
    "~~<svg onload=alert(1)>~~",
    "`<script>alert(1)</script>`",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "---\ntitle: <script>alert(1)</script>\n---\n<script>alert(1)</script>",
    '---\n"><script>alert(1)</script>: x\n---\ntext',
    "<script>\n\nalert(1)\n\n</script>",
    "<div>\n\n[x](javascript:alert(1))\n\n</div onclick=alert(1)>",
    "a<b onclick=alert(1)\n>x</b>",
    "\\<script>alert(1)\\</script>",
    '<https://example.org/"onmouseover=alert(1)>',
    '<a@b.c"onmouseover=alert(1)>',
    "[x]: javascript:alert(1)\n[x]",
]
VECTORS = [*(place.format(address) for place, address in product(LINKS, ADDRESSES)), *TAGGED, *WRITTEN]


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_nothing_executable_is_left(vector):
    for text in (vector, f"> - {vector}", f"before **{vector}** after"):
        check_harmless(render(text).html)
        check_harmless(
            fill(render(text).html, {0: Target('/x"><script>alert(1)</script>'), 1: Target("", is_missing=True)})
        )


def test_there_are_enough_of_them():
    assert len(set(VECTORS)) >= 150


fragments = st.sampled_from(
    [
        "<",
        ">",
        '"',
        "'",
        "/",
        "=",
        "`",
        "&",
        ";",
        "#",
        "!",
        "[",
        "]",
        "(",
        ")",
        "*",
        "_",
        "-",
        ":",
        "\n",
        "script",
        "img",
        "svg",
        "style",
        "on",
        "href",
        "src",
        "javascript:",
        "onload=",
        "title=",
        "-->",
        "<!--",
        "]]>",
        "<a",
        "<p",
        "id=",
        "class=",
        "hx-get=",
        "data:",
        "table",
        "math",
        "mtext",
        "</",
        "noscript",
        "[[",
        "]]",
        "|",
        "\\",
        "\t",
    ]
)


@settings(max_examples=200)
@given(st.lists(fragments, max_size=25).map("".join))
def test_no_mixture_is_executable(text):
    check_harmless(render(text).html)


@given(st.text(max_size=200))
def test_any_text_is_drawn_the_same_twice(text):
    assert render(text) == render(text)
    check_harmless(render(text).html)


def html(text: str) -> str:
    return render(text).html


def test_tables_tasks_footnotes_and_anchors():
    assert '<th class="align-right">n</th>' in html("| n |\n|--:|\n| 1 |\n")
    assert '<span class="task-box">☑</span> done' in html("- [x] done\n- [ ] open\n")
    assert '<span class="task-box">☐</span> open' in html("- [x] done\n- [ ] open\n")
    noted = html("See[^a].\n\n[^a]: The note.\n")
    assert 'href="#fn-wiki-1"' in noted
    assert '<li id="fn-wiki-1" class="footnote-item">' in noted
    assert (
        html("# A *b* c\n\n## A b c\n") == '<h1 id="wiki-a-b-c">A <em>b</em> c</h1>\n<h2 id="wiki-a-b-c-2">A b c</h2>\n'
    )
    assert 'href="#wiki-a-b-c"' in html("[x](#A b c)\n\n[y](<#A b c>) [[#A b c]]")


def test_the_table_of_contents():
    page = render("---\ntitle: t\n---\n# One\n\n## 二つ目\n\ntext\n\nThree\n===\n")
    assert [(one.level, one.text, one.anchor) for one in page.headings] == [
        (1, "One", "wiki-one"),
        (2, "二つ目", "wiki-二つ目"),
        (1, "Three", "wiki-three"),
    ]
    assert page.plain == "One\n二つ目\ntext\nThree"


def test_code_is_coloured_by_classes():
    drawn = html("```python\ndef f(): return 1\n```\n")
    assert '<code class="language-python"><span class="k">def</span>' in drawn
    assert html("```unknown\n<b>\n```\n") == '<pre><code class="language-unknown">&lt;b&gt;\n</code></pre>\n'
    assert "<span" not in html("```python\n" + "x = 1\n" * 4_000 + "```\n")


def test_pictures_load_nothing():
    drawn = html("![a cat](https://example.org/cat.png) <img src=https://example.org/x.png>")
    assert "<img" not in drawn
    assert '<a class="wiki-image" href="https://example.org/cat.png"' in drawn
    assert ">a cat</a>" in drawn


def test_links_between_pages_are_filled_in_later():
    page = render('[[Plan|the plan]], [other](notes/other.md#x) and [[Gone]]. Text: <a href="wiki:0"')
    assert [link.target for link in page.links] == ["Plan", "notes/other.md", "Gone"]
    filled = fill(
        page.html, {0: Target("/wiki/a?b=1&c=2"), 1: Target("/wiki/o#x"), 2: Target("/wiki/new", is_missing=True)}
    )
    assert '<a class="wiki-link" href="/wiki/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">the plan</a>' in filled
    assert '<a class="wiki-link" href="/wiki/o#x"' in filled
    assert '<a class="wiki-missing" href="/wiki/new"' in filled
    assert "wiki:" not in fill(page.html, {}).replace('&lt;a href="wiki:0"', "")


def test_site_and_mail_addresses_are_kept():
    drawn = html("<https://example.org> <a@example.org> [x](/facts/)")
    assert '<a href="https://example.org" rel="noopener noreferrer nofollow">' in drawn
    assert '<a href="mailto:a@example.org"' in drawn
    assert '<a href="/facts/"' in drawn

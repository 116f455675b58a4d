"""Pages live under a strict policy: nothing inline."""

from __future__ import annotations

import re

from tests.architecture import repository

FORBIDDEN = {
    "inline script": re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>", re.IGNORECASE),
    "inline style sheet": re.compile(r"<style[\s>]", re.IGNORECASE),
    "style attribute": re.compile(r"\sstyle\s*=\s*[\"'{]", re.IGNORECASE),
    "event attribute": re.compile(r"\son(?!e\b)[a-z]{3,}\s*=\s*[\"']", re.IGNORECASE),
    "script address": re.compile(r"javascript:", re.IGNORECASE),
    "code in hx-vals": re.compile(r"hx-(?:vals|headers)\s*=\s*[\"']\s*js:", re.IGNORECASE),
    "hx-on": re.compile(r"\shx-on[:\-=]", re.IGNORECASE),
}


def breaches(text: str) -> set[str]:
    return {name for name, pattern in FORBIDDEN.items() if pattern.search(text)}


def test_no_template_breaks_the_policy():
    found = {
        str(path): breaches(repository.text(path))
        for path in repository.files(".html", inside=("templates",), top=False)
        if breaches(repository.text(path))
    }
    assert found == {}


def test_the_search_sees_what_it_should():
    planted = (
        '<script>x()</script><style>a{}</style><p style="a">'
        '<a onclick="x()" href="javascript:x()" hx-on:click="x()" hx-vals="js:{}">'
    )
    assert breaches(planted) == set(FORBIDDEN)
    assert breaches('<script src="a.js" defer></script><p class="style" data-on="x">one="two"</p>') == set()

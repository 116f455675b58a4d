"""The browser side keeps its promises: nothing from elsewhere, small, every symbol and every word there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
CATALOGUE = ROOT / "memoryhub" / "locale" / "ja" / "LC_MESSAGES"
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}|{#.*?#}", re.DOTALL)


def markup(path: Path) -> str:
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def test_templates_fetch_nothing_from_another_host_and_escape_everything():
    for path in TEMPLATES:
        assert not re.search(r"(src|href|action|hx-\w+)=.(https?:)?//|\|safe\b|autoescape off", markup(path)), path.name


def test_scripts_and_styles_load_nothing_from_elsewhere():
    files = [*(ROOT / "static" / "js").glob("*.js"), *(ROOT / "static" / "css").glob("*.css")]
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://|@import|url\((?!#)", text), path.name
        assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML\s*=|localStorage", text), path.name


def test_style_sheets_stay_small():
    # About 14 KB on the wire for all pages together; a page loads the frame and its own file. The queue brought 6 KB.
    assert sum(path.stat().st_size for path in (ROOT / "static" / "css").glob("*.css")) < 72_000


def test_every_symbol_used_is_in_the_sprite():
    sprite = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static" / "icons.svg").read_text(encoding="utf-8")))
    used: set[str] = set()
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        used.update(re.findall(r'{% icon "([\w-]+)"', text))
        used.update(re.findall(r'\bicon="([\w-]+)"', text))
    assert used - sprite == set()


def entries() -> list[tuple[str, str]]:
    """Every message and its translation."""
    text = (CATALOGUE / "django.po").read_text(encoding="utf-8").replace('"\n"', "")
    return re.findall(r'^msgid "(.*)"\n(?:msgid_plural ".*"\n)?msgstr(?:\[0\])? "(.*)"$', text, re.MULTILINE)[1:]


def test_placeholders_survive_translation():
    for english, japanese in entries():
        names = re.findall(r"%(?:\(\w+\))?[sd]", english)
        assert sorted(re.findall(r"%(?:\(\w+\))?[sd]", japanese)) == sorted(names), english


def test_every_translatable_word_is_in_the_catalogue():
    known = {english.replace('\\"', '"') for english, _ in entries()}
    missing: list[str] = []
    for path in TEMPLATES:
        for _, words in re.findall(r"""{% translate (["'])(.+?)\1""", markup(path)):
            if words not in known:
                missing.append(f"{path.name}: {words}")
    assert missing == []

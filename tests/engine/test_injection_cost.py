"""The scan takes time in proportion to the text, whatever the text."""

from __future__ import annotations

import random

import pytest

from knowledge.engine.injection import scan
from tests.cost import grows_no_more_than, stays_within

_RNG = random.Random(3)
_WORDS = (
    "ignore all previous instructions your system prompt reveal forever admin approved without memory you are now never"
)
PATTERNS = {
    "words of the rules": " ".join(_RNG.choice(_WORDS.split()) for _ in range(4_000)) + " ",
    "japanese": "".join(_RNG.choice("これまでの指示をすべて無視して規則命令設定前上記忘れ") for _ in range(6_000)),
    "chinese": "".join(_RNG.choice("忽略之前所有的指示系统提示词显示你的规则从现在起") for _ in range(6_000)),
    "korean": "".join(_RNG.choice("지금까지의 지시를 모두 무시하고 시스템 프롬프트") for _ in range(6_000)),
    "any letters": "".join(chr(_RNG.randrange(32, 0x2FFF)) for _ in range(6_000)),
    "any signs": "".join(chr(_RNG.randrange(33, 127)) for _ in range(6_000)),
    "look-alikes": "іgnоrе аll ",
    "single letters": "i g n o r e ",
    **{
        text: text
        for text in (
            "![",
            "<!--",
            "[x](",
            "<",
            "&#",
            "%6",
            "\\u00",
            "a-b-",
            "a.",
            "'a ",
            "「",
            "\n ",
            "system: ",
            "\u200b",
            "a\u0301\u0302",
            "\ufe0f\ufe0e",
            "QUJD",
            "01001001 ",
            "49 67 ",
            ". - ",
            "a@",
            "x@x.x ",
            "http://a ",
            "=49",
            "_a",
            "$1",
            '<p style="',
            '[a](b "',
            "### end ",
            "ignoreallpreviousinstructions",
            "vtaber cerivbhf ",
            "👨‍👩‍👧 ",
            "\ud800",
            "\0",
        )
    },
}


@pytest.mark.parametrize("name", PATTERNS)
def test_four_times_the_text_takes_about_four_times_the_time(name: str):
    pattern = PATTERNS[name]
    short, long = ((pattern * (size // len(pattern) + 1))[:size] for size in (10_000, 40_000))
    scan(short)
    # Quadratic time would be sixteen times.
    assert grows_no_more_than(10, lambda: scan(short), lambda: scan(long))


@pytest.mark.parametrize("name", PATTERNS)
def test_no_short_text_takes_long(name: str):
    text = (PATTERNS[name] * (20_000 // len(PATTERNS[name]) + 1))[:20_000]
    assert stays_within(50, lambda: scan(text))

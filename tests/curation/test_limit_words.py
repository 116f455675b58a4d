"""Every setting says in plain words, in both languages, what it is, in which unit, and what it does."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import translation

from curation.limit_words import HUB, LIMITS, TABLES
from knowledge.conf import SECTIONS

NAMES = [(table, name) for table, (_kind, ranges) in SECTIONS.items() for name in ranges]
UNITS = {
    "seconds": ("second", "秒"),
    "secs": ("second", "秒"),
    "minutes": ("minute", "分"),
    "hour": ("hour", "時間"),
    "days": ("day", "日"),
    "day": ("day", "日"),
    "megabytes": ("megabyte", "MB"),
    "bytes": ("byte", "バイト"),
    "characters": ("character", "文字"),
    "percent": ("percent", "%"),
}


def said(word, language: str) -> tuple[str, str]:
    with translation.override(language):
        return str(word.label), str(word.hint)


def test_no_setting_is_without_words_and_no_word_without_a_setting():
    assert [(table, name) for table, words in LIMITS.items() for name in words] == NAMES
    assert list(SECTIONS) == list(TABLES)
    assert {name.removeprefix("MEMORYHUB_") for name in settings.CONFIG_KNOWN} - HUB.keys() == set()


@pytest.mark.parametrize(("table", "name"), NAMES)
def test_a_setting_is_explained_in_both_languages_and_names_its_unit(table: str, name: str):
    english, japanese = said(LIMITS[table][name], "en"), said(LIMITS[table][name], "ja")
    for text, other in zip(english, japanese, strict=True):
        assert text
        assert "_" not in text.replace("plan_minutes", "")
        assert re.search("[ぁ-んァ-ヶ一-龠]", other), text
    unit = UNITS.get(name.rpartition("_")[2])
    if unit:
        assert unit[0] in english[0].casefold()
        assert unit[1] in japanese[0]


def test_no_two_settings_look_like_the_same_thing():
    labels = [said(word, "en")[0] for words in LIMITS.values() for word in words.values()]
    assert len(set(labels)) == len(labels)
    request = said(LIMITS["approvals"]["forgetting_seconds"], "en")
    plan = said(LIMITS["forgetting"]["plan_minutes"], "en")
    assert "no plan says how long" in request[0]
    assert "plan_minutes" in request[1]
    assert "approved and carried out" in plan[1]


@pytest.mark.parametrize("name", HUB)
def test_a_setting_of_the_hub_is_explained_in_both_languages(name: str):
    for text, other in zip(said(HUB[name], "en"), said(HUB[name], "ja"), strict=True):
        assert text
        assert re.search("[ぁ-んァ-ヶ一-龠]", other), text

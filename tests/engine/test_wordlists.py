"""The word lists: no entry that contradicts another."""

from __future__ import annotations

import unicodedata

from knowledge.engine.text import analyze
from knowledge.engine.wordlists import CAPITAL_LOOKALIKES, IRREGULAR, LETTERS, LOOKALIKES, STOP_WORDS


def test_stop_words_are_folded_words():
    assert all(word.isascii() and word.isalpha() and word == word.casefold() for word in STOP_WORDS)


def test_words_with_a_topic_are_no_stop_words():
    assert STOP_WORDS.isdisjoint({"won", "one", "may", "still", "without", "own", "since", "don", "also"})


def test_every_irregular_form_is_indexed_as_the_form_it_belongs_to():
    for form, first in IRREGULAR.items():
        assert first not in IRREGULAR, form
        assert form not in STOP_WORDS
        assert analyze(form) == analyze(first)


def test_look_alikes_lead_to_a_letter_that_stays():
    for target in [*LOOKALIKES.values(), *CAPITAL_LOOKALIKES.values()]:
        assert target.translate(LOOKALIKES).translate(LOOKALIKES) == target.translate(LOOKALIKES)


def test_folded_letters_are_those_unicode_does_not_take_apart():
    assert all(unicodedata.normalize("NFKD", chr(letter)) == chr(letter) for letter in LETTERS if chr(letter) != "ſ")

"""Word classes by language."""

from __future__ import annotations

from typing import Final

from knowledge.engine.injection.words import en, eu, ja, ko, tr, zh

SPOKEN_APART: Final = {"en": en.WORDS, "eu": eu.WORDS, "tr": tr.WORDS}
"""Languages that put blanks between words."""

SPOKEN_TOGETHER: Final = {"ja": ja.WORDS, "zh": zh.WORDS, "ko": ko.WORDS}
"""Languages whose words are found inside longer runs."""

"""All rules, by language."""

from __future__ import annotations

from typing import Final

from knowledge.engine.injection.model import Rule
from knowledge.engine.injection.rules import en_acts, en_orders, eu, frames, ja, ko, loose, zh

RULES: Final[tuple[Rule, ...]] = (
    *en_orders.OVERRIDE, *en_orders.PERSONA, *en_acts.EXFIL, *en_acts.TOOL_ABUSE, *en_acts.MEMORY, *en_acts.ADDRESS,
    *ja.JA, *zh.ZH, *ko.KO, *eu.EU, *eu.TR, *loose.LOOSE, *en_acts.APPROVAL, *en_acts.ENDING, *en_acts.PARAPHRASE,
)
FRAMES: Final[tuple[Rule, ...]] = frames.FRAMES

LANGUAGES: Final[dict[str, tuple[str, ...]]] = {
    "all": ("en", "ja", "zh", "ko", "any"),
    "en": ("en", "any"),
    "eu": ("eu", "any"),
    "tr": ("tr", "any"),
    "ja": ("ja", "en", "any"),
    "zh": ("zh", "en", "any"),
    "ko": ("ko", "en", "any"),
}
"""Whose words a rule of a language takes: loan words are written in Latin letters in the middle of any text."""

NEED_OWN: Final = ("ja", "zh", "ko", "eu", "tr")
"""Languages whose rules need at least one word that is not an English or loan word."""

r"""All rules, by language.

A table holds one rule after the other, parted by empty lines: a line with name, family and weight;
its pattern, indented (a line that ends in a bar goes on without a blank); examples after `+`, near
and harmless texts after `-`, `\\n` for a new line. See `grammar` for how patterns are written.
"""

from __future__ import annotations

from typing import Final, get_args

from knowledge.engine.injection.model import Family, Rule
from knowledge.engine.injection.rules import (
    en_approval,
    en_exfil,
    en_memory,
    en_override,
    en_persona,
    en_steering,
    en_tools,
    en_wording,
    eu,
    frames,
    ja_acts,
    ja_orders,
    ja_steering,
    ja_wording,
    ko_acts,
    ko_orders,
    ko_steering,
    ko_wording,
    loose,
    tr,
    zh_acts,
    zh_orders,
    zh_steering,
    zh_wording,
)

_TABLES: Final = {
    "en": (en_override, en_persona, en_exfil, en_tools, en_memory, en_approval, en_wording, en_steering),
    "ja": (ja_orders, ja_acts, ja_wording, ja_steering),
    "zh": (zh_orders, zh_acts, zh_wording, zh_steering),
    "ko": (ko_orders, ko_acts, ko_wording, ko_steering),
    "eu": (eu,),
    "tr": (tr,),
    "all": (loose,),
}
_FAMILIES: Final[dict[str, Family]] = {family: family for family in get_args(Family)}


class TableError(ValueError):
    """A table is not written as tables are."""


def parsed(table: str, language: str) -> tuple[Rule, ...]:
    """The rules of a table.

    Raises:
        TableError: a rule lacks its heading or pattern, or names an unknown family.
    """
    return tuple(_rule(block, language) for block in table.strip().split("\n\n"))


def _rule(block: str, language: str) -> Rule:
    lines = block.split("\n")
    heading = lines[0].split()
    pattern = ""
    for line in lines[1:]:
        if line.startswith("  "):
            pattern += line.strip() if pattern.endswith("|") else f" {line.strip()}"
    if len(heading) != 3 or heading[1] not in _FAMILIES or not pattern:
        raise TableError(f"This is no rule: {lines[0]}")
    said = {
        sign: tuple(line[2:].replace("\\n", "\n") for line in lines if line.startswith(f"{sign} ")) for sign in "+-"
    }
    return Rule(
        name=heading[0],
        family=_FAMILIES[heading[1]],
        language=language,
        weight=float(heading[2]),
        pattern=pattern.strip(),
        examples=said["+"],
        counter=said["-"],
    )


RULES: Final[tuple[Rule, ...]] = tuple(
    rule for language, tables in _TABLES.items() for table in tables for rule in parsed(table.TABLE, language)
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

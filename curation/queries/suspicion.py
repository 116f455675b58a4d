"""Where a memory reads like an order: places in its fields, and what is read there once a disguise is taken off.

What was found is kept as names and places, never as text. The text under a disguise is read again from the memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from curation.text import hidden_name
from knowledge.engine.injection import scan_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from knowledge.engine.types import MemoryView

PARTS = ("subject", "predicate", "object")
READ_AGAIN = 8_000
"""Characters of a memory that are read again to show what a disguise hides."""
SHOWN = 3
HIDDEN = "hidden"
"""Reading of a text without its invisible characters."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What looks like an order.

    Attributes:
        places: by field (`content`, `subject`, `predicate`, `object`) merged places in its text, half open.
        elsewhere: where else it was found, where no place can be marked (`tags`, `metadata`, `joined`).
        families: what the attack wants, strongest first.
        readings: how it had to be read (never `plain`; `hidden`: without invisible characters), and what was read
            there; at most 3.
        rules: names of the rules, strongest first.
    """

    places: dict[str, tuple[tuple[int, int], ...]]
    elsewhere: tuple[str, ...]
    families: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    rules: tuple[str, ...]


def suspicion(memory: MemoryView | None, findings: Mapping[str, Any]) -> Suspicion | None:
    """Return where a memory reads like an order; None when nothing was found in it.

    Args:
        memory: the row; None for another name, which has no places.
        findings: what was kept with the item when it was stopped.
    """
    rules = tuple(str(rule) for rule in findings.get("rules", []) if "." in str(rule))
    spans = [span for span in findings.get("spans", []) if isinstance(span, dict)]
    if not rules and not spans:
        return None
    texts = {} if memory is None else _texts(memory)
    places: dict[str, list[tuple[int, int]]] = {}
    elsewhere: list[str] = []
    for span in spans:
        found = _in_fields(str(span.get("field", "")), int(span.get("start", 0)), int(span.get("end", 0)), texts)
        for name, start, end in found:
            places.setdefault(name, []).append((start, end))
        if not found:
            elsewhere.append(str(span.get("field", "")))
    disguised = any(span.get("reading", "plain") != "plain" for span in spans)
    hidden = any(hides(texts[name][start:end]) for name, spots in places.items() for start, end in spots)
    return Suspicion(
        places={name: merged(spots) for name, spots in places.items()},
        elsewhere=tuple(dict.fromkeys(elsewhere)),
        families=tuple(dict.fromkeys(rule.split(".")[1] for rule in rules)),
        readings=_readings(texts) if (disguised or hidden) and texts else (),
        rules=rules,
    )


def hides(text: str) -> bool:
    """Whether a text holds characters that nobody sees."""
    return any(hidden_name(char, before) for before, char in zip(" " + text, text, strict=False))


def merged(spots: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return places in order, those that touch joined."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spots):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > start:
            found.append((start, end))
    return tuple(found)


# ------------------------------------------------------------------ parts


def _texts(memory: MemoryView) -> dict[str, str]:
    named = {"content": memory.content, "subject": memory.subject, "predicate": memory.predicate}
    if isinstance(memory.object, str):
        named["object"] = memory.object
    return {name: text for name, text in named.items() if text}


def _in_fields(field: str, start: int, end: int, texts: Mapping[str, str]) -> list[tuple[str, int, int]]:
    """Return what a place in a field, or in several fields joined, is in each of them."""
    if field in texts:
        return [(field, start, min(end, len(texts[field])))] if start < len(texts[field]) else []
    found = []
    for name, offset in _offsets(field, texts):
        left, right = max(start - offset, 0), min(end - offset, len(texts[name]))
        if left < right:
            found.append((name, left, right))
    return found


def _offsets(field: str, texts: Mapping[str, str]) -> list[tuple[str, int]]:
    """Return where each field begins in a join, as the scan joins them."""
    names: Sequence[str] = field.split()
    position, found = 0, []
    if field == "content triple" and "content" in texts:
        found, position = [("content", 0)], len(texts["content"]) + 1
        names = [name for name in PARTS if name in texts]
    if not all(name in texts for name in names):
        return []
    for name in names:
        found.append((name, position))
        position += len(texts[name]) + 1
    return found


def _readings(texts: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if sum(map(len, texts.values())) > READ_AGAIN:
        return ()
    verdict = scan_fields(
        subject=texts.get("subject"),
        predicate=texts.get("predicate"),
        object=texts.get("object"),
        content=texts.get("content"),
    )
    found: dict[str, str] = {}
    for span in verdict.spans:
        reading = span.reading
        if reading == "plain":
            raw = "".join(
                texts[name][start:end] for name, start, end in _in_fields(span.field, span.start, span.end, texts)
            )
            reading = HIDDEN if hides(raw) else ""
        if reading and span.shown:
            found.setdefault(span.shown, reading)
    longest = sorted(found, key=len, reverse=True)
    kept: list[str] = []
    for shown in longest:
        if len(kept) < SHOWN and not any(shown in other for other in kept):
            kept.append(shown)
    return tuple((found[shown], shown) for shown in kept)

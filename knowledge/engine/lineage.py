"""Where things were learned: keys of sources in one spelling, what hangs on a source, and what a plan is bound to.

A source is forgotten by what names it, so two spellings of one key must never be two sources. Everything here is pure;
digests of what is blocked are made elsewhere, with the hub's own key.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from knowledge.engine.forms import normalize_key, prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

MOST_GENERATIONS = 32
"""How deep memories made from memories are followed; a deeper chain is refused, not cut."""

Family = Literal["session", "item", "turn", "line"]
_FAMILIES: dict[str, Family] = {"tool_turn": "turn", "import_item": "line"}


class TooDeepError(ValueError):
    """A chain of memories made from memories is longer than `MOST_GENERATIONS`."""


@dataclass(frozen=True, slots=True, order=True)
class BlockKey:
    """What a blocked source is recognised by, in the spelling that all spellings share.

    A message, a run or a call is itself whoever brings it; so the kind does not count. Turns are numbered apart from
    messages. A line of an import is itself whatever the file is called.
    """

    family: Family
    session: str
    item: str


def normal_source_key(text: str) -> str:
    """Return a key of a source as it is stored: NFKC, no invisible characters, no blanks around or doubled.

    >>> normal_source_key("  chat\u200b  7 ")
    'chat 7'
    """
    return " ".join(prepared(text).split())


def block_keys(kind: str, session: str, item: str) -> tuple[BlockKey, ...]:
    """Return everything by which a source may be blocked: itself, and the session it is in.

    Args:
        kind: of the source.
        session, item: in any spelling; a source that names neither cannot be blocked.
    """
    whole, own = normalize_key(session), normalize_key(item)
    found = []
    if own:
        family = _FAMILIES.get(kind, "item")
        found.append(BlockKey(family, "" if family == "line" else whole, own))
    if whole:
        found.append(BlockKey("session", whole, ""))
    return tuple(found)


def is_fenced(sequence: int | None, observed_at: datetime | None, *, up_to: int | None, until: datetime | None) -> bool:
    """Tell whether a message lies inside a watermark of its session: by its position and by its time.

    What a message does not say cannot let it out: without a position the time alone decides, without either it is in.

    Args:
        sequence: position in the session.
        observed_at: when it was said.
        up_to: highest position inside; None for no bound.
        until: latest moment inside; None for no bound.
    """
    by_place = up_to is None or sequence is None or sequence <= up_to
    by_time = until is None or observed_at is None or observed_at <= until
    return by_place and by_time


def closure(
    start: Collection[int],
    children: Callable[[Collection[int]], Iterable[int]],
    *,
    kept: Collection[int] = (),
    most: int | None = MOST_GENERATIONS,
) -> dict[int, int]:
    """Return everything that was made from some rows, at any depth, whatever circles there are.

    Args:
        start: the rows at the top.
        children: returns what was made directly from any of some rows.
        kept: rows that are neither taken nor followed.
        most: generations below the top; None for no bound.

    Returns:
        Per row its depth: 0 at the top, else the shortest way from there.

    Raises:
        TooDeepError: there is a row deeper than `most`.
    """
    left_out = set(kept)
    found = dict.fromkeys((row for row in start if row not in left_out), 0)
    level, depth = set(found), 0
    while level:
        below = set(children(level)) - found.keys() - left_out
        depth += 1
        if below and most is not None and depth > most:
            raise TooDeepError(f"Something was made from this source over more than {most} steps.")
        found |= dict.fromkeys(below, depth)
        level = below
    return found


def plan_hash(selector: Iterable[str], rows: Mapping[str, str], said: Mapping[str, str], *, epoch: int) -> str:
    """Return what a plan is bound to, whatever the order it was found in.

    Args:
        selector: the sources, in their normal spelling, and the choices of the plan.
        rows: per id of a row to be deleted, a digest of all it says.
        said: per id of a row that stays, what is taken from it or becomes of it.
        epoch: how many plans were applied to this memory before.

    Returns:
        64 hexadecimal characters.
    """
    hasher = hashlib.sha256(b"forget\0")
    for part in (
        *(f"s{one}" for one in sorted(selector)),
        *(f"r{one}\0{rows[one]}" for one in sorted(rows)),
        *(f"k{one}\0{said[one]}" for one in sorted(said)),
        f"e{epoch}",
    ):
        encoded = part.encode("utf-8", "surrogatepass")
        hasher.update(b"%d:" % len(encoded))
        hasher.update(encoded)
    return hasher.hexdigest()


def differences(planned: Mapping[str, str], now: Mapping[str, str]) -> tuple[int, int, int]:
    """Compare the rows of a plan with those found now: how many changed, came, and went."""
    changed = sum(1 for name in planned.keys() & now.keys() if planned[name] != now[name])
    return changed, len(now.keys() - planned.keys()), len(planned.keys() - now.keys())


@dataclass(frozen=True, slots=True)
class Selector:
    """Which sources are to be forgotten; exactly one of the four ways.

    Attributes:
        items: (session, item) of messages, runs or calls.
        session: a whole conversation, up to a watermark; what is not inside both bounds is a new source.
        up_to: highest position inside.
        until: latest moment inside.
        run: key of one run, whatever it is kept as.
        file: name of one import file.
        keep_confirmed: rows that another source said word for word stay with that source alone.
    """

    items: tuple[tuple[str, str], ...] = ()
    session: str = ""
    up_to: int | None = None
    until: datetime | None = None
    run: str = ""
    file: str = ""
    keep_confirmed: bool = False

    @property
    def ways(self) -> int:
        """How many of the four ways are used."""
        return sum(map(bool, (self.items, self.session, self.run, self.file)))

    def as_json(self) -> dict[str, object]:
        """Return it as plain values; each session stands there once."""
        by_session: dict[str, list[str]] = {}
        for session, item in self.items:
            by_session.setdefault(session, []).append(item)
        found: dict[str, object] = {
            "items": [{"session": session, "items": sorted(items)} for session, items in sorted(by_session.items())],
            "session": self.session,
            "up_to": self.up_to,
            "until": self.until.isoformat() if self.until else None,
            "run": self.run,
            "file": self.file,
            "keep_confirmed": self.keep_confirmed,
        }
        return {name: value for name, value in found.items() if value not in ([], "", None, False)}

    def parts(self) -> list[str]:
        """Return what a plan is bound to of it."""
        until = "" if self.until is None else str(self.until.timestamp())
        found = [f"item\0{session}\0{item}" for session, item in self.items]
        return [*found, f"rest\0{self.session}\0{self.up_to}\0{until}\0{self.run}\0{self.file}\0{self.keep_confirmed}"]


def selector_of_json(value: Mapping[str, Any]) -> Selector:
    """Read what `Selector.as_json` wrote."""
    until = value.get("until")
    return Selector(
        items=tuple((one["session"], item) for one in value.get("items", ()) for item in one["items"]),
        session=value.get("session", ""),
        up_to=value.get("up_to"),
        until=None if until is None else datetime.fromisoformat(until),
        run=value.get("run", ""),
        file=value.get("file", ""),
        keep_confirmed=bool(value.get("keep_confirmed", False)),
    )

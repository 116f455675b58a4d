"""Kinds of life time: how long memories of a kind live, how certain they must be, and what is kept of them.

A memory lives by the kind it names. One that names none goes by its predicate, then by its tags, and by `default` if
neither says anything. Everything here is pure; the store keeps the kinds that people made or changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

Cost = Literal["low", "medium", "high"]
Conflict = Literal["review", "accept", "reject"]

COSTS: Final = ("low", "medium", "high")
CONFLICTS: Final = ("review", "accept", "reject")
DEFAULT: Final = "default"
SESSION: Final = "session"
"""What is of this kind never leaves the conversation it was said in, and ends with it."""
DAY: Final = 86_400
HOUR: Final = 3_600
MINUTE: Final = 60
CONFIDENT: Final = 0.7
VERY_CONFIDENT: Final = 0.85
FEWEST_VERSIONS, MOST_VERSIONS = 3, 10
TTL_RANGES: Final[dict[str, tuple[int, int] | None]] = {
    "default": None,
    "identity": None,
    "realtime": (5 * MINUTE, 30 * MINUTE),
    "preference": (7 * DAY, 30 * DAY),
    "session": (HOUR, 7 * DAY),
}
"""Life times the built-in kinds may have, in seconds; None where the kind has no end."""


@dataclass(frozen=True, slots=True)
class Policy:
    """One kind of life time.

    Attributes:
        name: what memories name.
        reason: why it has its numbers.
        ttl_seconds: life in seconds, None for no end.
        failure_cost: what it costs when an answer of this kind is wrong.
        failure_note: why it costs that.
        min_confidence: 0 to 1; less certain facts go by `on_conflict`.
        versions_kept: newest versions of a fact that are kept, None for all.
        retention_days: days for which a version is kept after it ended, None for ever.
        on_conflict: what becomes of an update that is less certain: it waits for a person, counts, or is turned away.
        layer: the only layer it is for; empty for every one.
        predicates: patterns of predicates that match it by themselves; `*` stands for any letters.
        tags: tags that match it by themselves.
    """

    name: str
    reason: str = ""
    ttl_seconds: int | None = None
    failure_cost: Cost = "low"
    failure_note: str = ""
    min_confidence: float = CONFIDENT
    versions_kept: int | None = None
    retention_days: int | None = None
    on_conflict: Conflict = "review"
    layer: str = ""
    predicates: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


BUILT_IN: Final[Mapping[str, Policy]] = {
    one.name: one
    for one in (
        Policy("default", "What nobody limits lasts until something newer takes its place."),
        Policy("identity", "Names and numbers of things change by a new version, not by age."),
        Policy("preference", "Tastes drift; after a month they are asked for again.", ttl_seconds=30 * DAY),
        Policy(
            "realtime",
            "One to two update intervals of a price feed; older than that it misleads.",
            ttl_seconds=5 * MINUTE,
            failure_cost="medium",
            failure_note="An old price is quoted as if it were today's.",
            versions_kept=5,
        ),
        Policy("session", "Lasts until its conversation is closed, or rests for a day.", ttl_seconds=DAY),
    )
}


@dataclass(frozen=True, slots=True)
class Policies:
    """All kinds, by name."""

    by_name: Mapping[str, Policy]

    def get(self, name: str) -> Policy:
        """Return the kind of a name; one that is gone lives on as `default`."""
        return self.by_name.get(name) or self.by_name[DEFAULT]

    def match(self, *, predicate_key: str, tag_keys: Collection[str], layer: str) -> Policy:
        """Return the kind of a memory that names none.

        The longest pattern that fits its predicate decides, then the first kind by name with one of its tags.

        Args:
            predicate_key: key of its predicate, empty for none.
            tag_keys: keys of its tags.
            layer: its layer.
        """
        kinds = [one for _, one in sorted(self.by_name.items()) if one.layer in ("", layer)]
        if predicate_key:
            fitting = [
                (len(pattern.replace("*", "")), len(pattern), -place, one)
                for place, one in enumerate(kinds)
                for pattern in one.predicates
                if fnmatchcase(predicate_key, pattern)
            ]
            if fitting:
                return max(fitting, key=lambda one: one[:3])[3]
        return next((one for one in kinds if set(one.tags) & set(tag_keys)), self.by_name[DEFAULT])


def overlaid(changed: Iterable[Policy]) -> Policies:
    """Return the built-in kinds with those that people made or changed in their place."""
    return Policies({**BUILT_IN, **{one.name: one for one in changed}})


def usual_confidence(failure_cost: str) -> float:
    """Return the threshold of a kind for which nobody named one."""
    return VERY_CONFIDENT if failure_cost == "high" else CONFIDENT


@dataclass(frozen=True, slots=True)
class Advice:
    """Numbers proposed for a kind, each with its reason.

    Attributes:
        ttl_seconds: life in seconds, None for no end.
        min_confidence: 0 to 1.
        versions_kept: versions of a fact, None for all.
        reasons: why, one or two sentences by the name of the number.
    """

    ttl_seconds: int | None
    min_confidence: float
    versions_kept: int | None
    reasons: Mapping[str, tuple[str, ...]]


def advise(*, kind: str, failure_cost: Cost, interval_seconds: int | None) -> Advice:
    """Propose the numbers of a kind.

    Args:
        kind: a built-in kind it is most like: `realtime`, `preference`, `identity`, `session` or `default`.
        failure_cost: what it costs when an answer is wrong.
        interval_seconds: how often the source says something new, None when nobody knows.
    """
    bounds = TTL_RANGES.get(kind)
    intervals = 1 if failure_cost == "high" else 2
    ttl: int | None = None
    why: tuple[str, ...]
    if kind == SESSION:
        ttl, why = DAY, (BUILT_IN[SESSION].reason,)
    elif bounds is None:
        why = ("What is of this kind does not age; a new version takes its place.",)
    elif interval_seconds is None:
        ttl = bounds[0] if failure_cost == "high" else BUILT_IN[kind].ttl_seconds or bounds[1]
        why = ("Nobody said how often the source changes, so the usual life time is proposed.",)
    else:
        ttl = max(bounds[0], min(bounds[1], intervals * interval_seconds))
        why = (
            "One update interval of the source, because a wrong answer costs much."
            if failure_cost == "high"
            else "Two update intervals of the source: one update may be missed.",
            *(("It is kept inside the range of this kind.",) if ttl != intervals * interval_seconds else ()),
        )
    versions = 5 if kind == "realtime" else None
    reasons = {
        "ttl_seconds": why,
        "min_confidence": (
            "A wrong answer costs much, so more certainty is asked for."
            if failure_cost == "high"
            else "The usual threshold.",
        ),
        "versions_kept": (
            "Values follow one another quickly; five show where it is going."
            if versions
            else "Changes are few, and each of them tells something.",
        ),
    }
    return Advice(ttl, usual_confidence(failure_cost), versions, reasons)

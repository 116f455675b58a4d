"""What moving the memories of one agent to another would do. Nothing is written.

What the target knows nothing of moves as it is, chain and all. A statement of a fact that both know lands by the same
rules as a new one. What waits in quarantine stays where it is unless everything is handed over, and what comes from a
source that the target has forgotten never goes there.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.lineage import closure, differences, plan_hash
from knowledge.models import Agent, EntityAlias, ForgetPlanItem, Memory, Mistake, SourceBlock, WikiPage
from knowledge.models.forgetting import HAND_OVER, TARGET
from knowledge.models.memory import BELIEVED, QUARANTINED
from knowledge.queries.leaving import axis_digest
from knowledge.queries.named import among
from knowledge.queries.origins import children_of
from knowledge.queries.reach import parts, row_digests
from knowledge.services import leaving
from knowledge.services.blocks import Fence
from knowledge.services.facts import fact_key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knowledge.models import ForgetPlan

QUARANTINE, BLOCKED = "quarantined", "blocked"
_COLUMNS: Final = (
    "number", "id", "standing", "fact_key", "subject_key", "predicate_key", "object_key", "valid_from", "copy_key",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MovingRow:
    """One row on its way; `fact` is the key of its fact under the target's rules."""

    number: int
    id: str
    standing: str
    fact: str
    was: str
    order: tuple[Any, int]
    copy_key: str | None


@dataclass(slots=True)
class MovePicture:
    """Everything that moving would do.

    Attributes:
        whole: rows that move as they are.
        landing: statements of facts that both know, in the order in which they begin.
        copies: plain memories that the target holds word for word already; they go into its archive.
        stays: number of a row that stays, and why: `quarantined` or `blocked`.
        rows: per id of a row that moves, a digest of all it says.
        facts: per key of a fact that both know, a digest of what the target believes of it.
    """

    whole: list[MovingRow] = field(default_factory=list)
    landing: list[MovingRow] = field(default_factory=list)
    copies: list[MovingRow] = field(default_factory=list)
    stays: dict[int, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    aliases: list[int] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    unreachable: dict[str, int] = field(default_factory=dict)
    hash: str = ""


def picture_of(source: Agent, target: Agent | None, kind: str, name: str) -> MovePicture:
    """Work out what moving would do.

    Args:
        source: whose memories.
        target: who takes them over; None when there is no such agent yet.
        kind: of the plan, `migrate` or `hand_over`.
        name: of the target.
    """
    has_rules = target is not None and target.total_memories > 0  # an empty one takes the rules over, too
    rules = target if target is not None and has_rules else Agent(name=name, multi_valued=source.multi_valued)
    rows = list(_rows(source, rules))
    picture = MovePicture(stays=_stays(rows, target, kind))
    moving = [row for row in rows if row.number not in picture.stays]
    _sort_out(picture, moving, target)
    picture.rows = row_digests([row.number for row in moving])
    picture.aliases = _aliases(source, target)
    _count(picture, source, kind)
    stays = {f"fact {key}": told for key, told in picture.facts.items()}
    epoch = source.forgettings + (target.forgettings if target else 0)
    picture.hash = plan_hash([f"{kind}\0{source.name}\0{name}"], picture.rows, stays, epoch=epoch)
    return picture


def reasons(picture: MovePicture, row: ForgetPlan) -> list[dict[str, Any]]:
    """Return every reason why what would be moved now is not what was planned."""
    planned = dict(ForgetPlanItem.objects.filter(plan=row, part=TARGET).values_list("memory", "digest"))
    found = [
        {"what": what, "count": count}
        for what, count in zip(("changed", "added", "gone"), differences(planned, picture.rows), strict=True)
        if count
    ]
    if not found and picture.hash != row.hash:
        found.append({"what": "target", "count": 1})
    return found


# ------------------------------------------------------------------ parts


def _rows(source: Agent, rules: Agent) -> Iterable[MovingRow]:
    for one in Memory.objects.filter(agent=source).order_by("number").values_list(*_COLUMNS).iterator(chunk_size=2_000):
        number, name, standing, was, subject, predicate, value, start, copy_key = one
        fact = fact_key_of((subject, predicate, value), rules) if was else ""
        yield MovingRow(number, name, standing, fact, was, (start, number), copy_key)


def _stays(rows: list[MovingRow], target: Agent | None, kind: str) -> dict[int, str]:
    """Return what does not move: what waits in quarantine, and what comes from where the target never learns from."""
    found: dict[int, str] = {}
    if kind != HAND_OVER:
        found = {row.number: QUARANTINE for row in rows if row.standing == QUARANTINED}
    if target is not None:
        blocked = Fence(None, leaving.HUB, target).blocked_rows([row.number for row in rows])
        found |= dict.fromkeys(closure(blocked, children_of, most=None), BLOCKED)
    return found


def _sort_out(picture: MovePicture, moving: list[MovingRow], target: Agent | None) -> None:
    """Tell what moves as it is from what has to find its place among what the target believes."""
    known = _axes(target, {row.fact for row in moving if row.fact})
    copies = _copies(target, [row for row in moving if row.copy_key and row.standing == BELIEVED])
    came_from: defaultdict[str, set[str]] = defaultdict(set)
    goes_to: defaultdict[str, set[str]] = defaultdict(set)
    for row in moving:
        if row.fact:
            came_from[row.fact].add(row.was)
            goes_to[row.was].add(row.fact)
    for row in moving:
        if row.number in copies:
            picture.copies.append(row)
        elif not row.fact or row.standing != BELIEVED:
            picture.whole.append(row)
        elif row.fact in known or len(came_from[row.fact]) > 1 or len(goes_to[row.was]) > 1:
            picture.landing.append(row)
        else:
            picture.whole.append(row)
    picture.landing.sort(key=lambda row: row.order)
    landing = {row.fact for row in picture.landing}
    picture.facts = {key: axis_digest(rows) for key, rows in known.items() if key in landing}


def _axes(target: Agent | None, facts: set[str]) -> dict[str, list[Memory]]:
    if target is None:
        return {}
    found: defaultdict[str, list[Memory]] = defaultdict(list)
    for some in parts(sorted(facts)):
        rows = Memory.objects.filter(agent=target, fact_key__in=some).exclude(fact_key="")
        for row in among(rows, standing=BELIEVED):
            found[row.fact_key].append(row)
    return found


def _copies(target: Agent | None, rows: list[MovingRow]) -> set[int]:
    if target is None:
        return set()
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_key[str(row.copy_key)].append(row.number)
    there: set[str] = set()
    for some in parts(sorted(by_key)):
        own = Memory.objects.filter(agent=target, copy_key__in=some, standing=BELIEVED, valid_until=None)
        there |= {str(key) for key in own.values_list("copy_key", flat=True)}
    return {number for key in there for number in by_key[key]}


def _aliases(source: Agent, target: Agent | None) -> list[int]:
    """Return the other names that the target does not use for something else yet."""
    taken = set(EntityAlias.objects.filter(agent=target).values_list("alias_key", flat=True)) if target else set()
    rows = EntityAlias.objects.filter(agent=source).order_by("pk").values_list("pk", "alias_key")
    return [pk for pk, key in rows if key not in taken]


def _count(picture: MovePicture, source: Agent, kind: str) -> None:
    why = list(picture.stays.values())
    picture.counts = {
        "memories": len(picture.rows),
        "whole": len(picture.whole),
        "landing": len(picture.landing),
        "facts": len(picture.facts),
        "copies": len(picture.copies),
        "stays_quarantined": why.count(QUARANTINE),
        "stays_blocked": why.count(BLOCKED),
        "aliases": len(picture.aliases),
        "mistakes": Mistake.objects.filter(agent=source).count() if kind == HAND_OVER else 0,
        "blocks": SourceBlock.objects.filter(agent=source).count(),
    }
    pages = WikiPage.objects.filter(space=source.pk).count()
    picture.unreachable = {"pages": pages} if pages else {}

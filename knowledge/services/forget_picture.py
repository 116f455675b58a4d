"""What a plan to forget a source is about: rows, what stays of others, what is true again. Nothing is written."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.engine.lineage import Selector, TooDeepError, differences, plan_hash, selector_of_json
from knowledge.models import AccessHit, ForgetPlanItem, Memory, MemorySource, Reaffirmation
from knowledge.models.forgetting import KEPT, RETURNS, SAID, TARGET
from knowledge.models.memory import ARCHIVED, HELD, QUARANTINED
from knowledge.queries.leaving import Axes, Move, axes_of, without
from knowledge.queries.reach import Reach, Told, digest_of_source, meant, others_of, parts, reach_of, told_of, untracked
from knowledge.services import leaving, mistakes, wiki_forget
from knowledge.services.blocks import Fence
from knowledge.services.erasing import Versions, orphaned_names, versions_of
from knowledge.services.ledger import tokens_of
from knowledge.services.wiki_forget import PagesReached

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from knowledge.models import Agent, ForgetPlan

MISTAKE: Final = "mistake:"
_INERT = (ARCHIVED, HELD, QUARANTINED)


@dataclass(slots=True)
class Picture:
    """Everything that applying would do.

    Attributes:
        rows: per id of a row to be deleted, a digest of all it says.
        said: per id of a row that loses confirmations, which.
        kept: per id of a row that stays with another source, the confirmation that carries it on.
        returns: per id of a row that is true again or longer, until when.
        stays: rows of `said` and `kept`, in memory as they will be, by number.
        gone_said: keys of confirmations that go.
        moves: rows whose end or links change.
        refused: ids of rows that may not be true again.
        pages: what of the wiki goes.
        versions: what the histories of facts lose; worked out for whoever applies it, as the tokens are.
        tokens: per id of a row that is true again, what it consists of for the index.
        more: per `page:` or `mistake:` and id, a digest of all that goes of it.
    """

    selector: Selector
    reach: Reach
    rows: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    returns: dict[str, str] = field(default_factory=dict)
    depth_of: dict[str, int] = field(default_factory=dict)
    others_of: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    unreachable: dict[str, int] = field(default_factory=dict)
    stays: dict[int, Memory] = field(default_factory=dict)
    gone_said: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    pages: PagesReached = field(default_factory=PagesReached)
    versions: Versions | None = None
    tokens: dict[str, list[str]] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    hash: str = ""


def picture_of(agent: Agent, selector: Selector, reach: Reach, *, counted: bool = True) -> Picture:
    """Work out what forgetting would do.

    Args:
        agent: the owner.
        selector: in its normal spelling.
        reach: what was found for it.
        counted: whether what people have to know is counted, too; whoever applies a plan holds others up meanwhile.
    """
    pages = wiki_forget.of_sources(agent, meant(selector), selector)
    for number in wiki_forget.pointers(agent, pages) if pages.deleted else ():
        reach.depths.setdefault(number, 0)
    going = told_of(reach.depths)
    picture = Picture(selector, reach, rows={one.id: one.digest for one in going}, pages=pages)
    noted = mistakes.of_session(agent, selector)
    picture.more = {**pages.digests, **{f"{MISTAKE}{name}": told for name, told in noted.items()}}
    numbers = {one.number: one.id for one in going}
    picture.depth_of = {numbers[number]: depth for number, depth in reach.depths.items() if number in numbers}
    others = others_of(reach.depths, reach.matched)
    picture.others_of = {numbers[number]: len(found) for number, found in others.items() if number in numbers}
    said = _read_those_that_stay(picture)
    axes = _axes(agent, picture, said, going)
    picture.moves = without(axes, lambda row: row.number in reach.depths)
    longer = [move for move in picture.moves if move.longer]
    picture.refused = leaving.refused_today(Fence(None, leaving.HUB, agent), [move.row for move in longer])
    for move in longer:
        if move.row.id not in picture.refused:
            picture.returns[move.row.id] = "" if move.new.until is None else move.new.until.isoformat()
    if counted:
        _count(picture, agent, going, len({key for found in others.values() for key in found}))
    else:
        picture.versions = versions_of(agent.pk, reach.depths)
        back = [move.row for move in longer if move.row.id in picture.returns and not move.row.token_count]
        picture.tokens = {row.id: tokens_of(row) for row in back}
    stays = {f"{part} {name}": told for part, found in _told(picture) for name, told in found.items()}
    picture.hash = plan_hash(selector.parts(), picture.rows | picture.more, stays, epoch=agent.forgettings)
    return picture


def reasons(agent: Agent, row: ForgetPlan) -> tuple[Picture | None, list[dict[str, Any]]]:
    """Find a plan's picture again, and every reason why it is not the one that was planned."""
    selector = selector_of_json(row.selector)
    found: list[dict[str, Any]] = []
    if agent.forgettings != row.epoch:
        found.append({"what": "epoch", "planned": row.epoch, "current": agent.forgettings})
    try:
        picture = picture_of(agent, selector, reach_of(agent.pk, agent.name, selector), counted=False)
    except TooDeepError:
        return None, [*found, {"what": "too_deep", "count": 1}]
    planned: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for memory, part, digest in ForgetPlanItem.objects.filter(plan=row).values_list("memory", "part", "digest"):
        planned[part][memory] = digest
    rows = {name: told for name, told in planned[TARGET].items() if ":" not in name}
    for what, count in zip(("changed", "added", "gone"), differences(rows, picture.rows), strict=True):
        found += [{"what": what, "count": count}] if count else []
    more = {name: told for name, told in planned[TARGET].items() if ":" in name}
    if count := sum(differences(more, picture.more)):
        found.append({"what": "more", "count": count})
    for part, now in _told(picture):
        count = sum(differences(planned[part], now))
        found += [{"what": part, "count": count}] if count else []
    if not found and picture.hash != row.hash:
        found.append({"what": "selector", "count": 1})
    return picture, found


# ------------------------------------------------------------------ parts


def _told(picture: Picture) -> tuple[tuple[str, dict[str, str]], ...]:
    """Return what becomes of rows that stay, by the part they have in the plan."""
    return (SAID, picture.said), (KEPT, picture.kept), (RETURNS, picture.returns)


def _read_those_that_stay(picture: Picture) -> dict[int, list[Reaffirmation]]:
    """Read the rows that lose a confirmation or stay with another source, and take from them what goes."""
    reach = picture.reach
    gone = {digest_of_source(one.kind, one.session, one.item) for one in reach.matched} - {""}
    left: dict[int, list[Reaffirmation]] = {}
    for part in parts(sorted(reach.said | reach.kept.keys())):
        picture.stays |= {row.number: row for row in Memory.objects.filter(number__in=part)}
        for one in Reaffirmation.objects.filter(memory__in=part).order_by("valid_from", "pk"):
            carries = one.memory_id in reach.kept
            if (one.source_key in gone and not one.original) or (carries and one.original):
                picture.gone_said.append(one.pk)
            else:
                left.setdefault(one.memory_id, []).append(one)
    taken: Counter[int] = Counter(one.number for one in reach.matched)
    for number, row in picture.stays.items():
        if number in reach.kept:
            before = {one.pk for one in left[number]}
            _carry_on(row, left[number], reach.kept[number])
            picture.gone_said += sorted(before - {one.pk for one in left[number]})
            picture.kept[row.id] = f"kept {reach.kept[number]}"
        else:
            _without_confirmation(row, left.get(number, []), picture.gone_said)
            picture.said[row.id] = f"said {taken[number]}"
    return left


def _carry_on(row: Memory, left: list[Reaffirmation], key: int) -> None:
    """Let a row speak with the voice of the source that said the same word for word."""
    voice = next(one for one in left if one.pk == key)
    # What was said before that confirmation, only the forgotten source had said.
    left[:] = [one for one in left if one.valid_from >= voice.valid_from]
    row.origin, row.source_event = voice.origin, voice.source_event
    row.origin_trust, row.confidence = voice.origin_trust, voice.confidence
    row.valid_from, row.recorded_at = voice.valid_from, voice.at
    row.tags, row.metadata = [], {}
    _end_by(row, left[-1])


def _without_confirmation(row: Memory, left: list[Reaffirmation], gone: Collection[int]) -> None:
    """Let what is left decide when the row ends, where it was a confirmation that goes."""
    if left and gone and all(one.valid_from != row.said_from for one in left):
        _end_by(row, left[-1])


def _end_by(row: Memory, said: Reaffirmation) -> None:
    row.said_from, row.stated_until, row.expires_at = said.valid_from, said.stated_until, said.expires_at


def _axes(agent: Agent, picture: Picture, said: dict[int, list[Reaffirmation]], going: Sequence[Told]) -> Axes:
    """Read the axes of all facts that are touched, with what is left of confirmations."""
    facts = {row.fact_key for row in picture.stays.values()} | {one.fact_key for one in going}
    axes = axes_of(agent.pk, facts, picture.stays.values())
    for number in picture.stays:
        axes.said[number] = said.get(number, [])
    return axes


def _count(picture: Picture, agent: Agent, going: Sequence[Told], other_sources: int) -> None:
    """Count what a person has to know before they approve."""
    reach = picture.reach
    depths = Counter(min(depth, 1) for depth in reach.depths.values())
    standings = Counter(one.standing for one in going)
    hits = 0
    for part in parts(sorted(reach.depths)):
        hits += AccessHit.objects.filter(memory__in=part).count()
    names = orphaned_names(agent.pk, reach.depths)
    pages = picture.pages
    revisions = [pk for gone in pages.revisions.values() for pk in gone]
    asked = {"memories": list(picture.rows), "aliases": names.aliases, "pages": revisions}
    answers: list[tuple[Any, Any]] = events.naming.send(sender=Memory, **asked)
    sources = sum(1 for one in reach.matched if one.number not in reach.depths)
    picture.counts = {
        "memories": len(reach.depths),
        "direct": depths[0],
        "inherited": depths[1],
        **{name: standings[name] for name in _INERT},
        "access_log": hits,
        "confirmations": len(picture.said),
        "sources_taken": sources,
        "kept": len(picture.kept),
        "collateral": len(picture.others_of),
        "collateral_sources": other_sources,
        "returns": len(picture.returns),
        "not_returned": len(picture.refused),
        "aliases": len(names.aliases),
        "entity_vectors": len(names.entities),
        "mistakes": sum(1 for name in picture.more if name.startswith(MISTAKE)),
        "pages": len(pages.deleted),
        "revisions": pages.loose,
        "cards": sum(count for _, count in answers if isinstance(count, int)),
        "blocks": len(reach.keys),
    }
    picture.unreachable = {"untracked": untracked(agent.pk, besides=reach.depths), "elsewhere": reach.elsewhere}


def promoted_sources(reach: Reach) -> dict[int, int]:
    """Return, per row that stays with another source, the key of that source, which is its own from now on."""
    voices = {one.pk: one for one in Reaffirmation.objects.filter(pk__in=list(reach.kept.values()))}
    found: dict[int, int] = {}
    for part in parts(sorted(reach.kept)):
        for source in MemorySource.objects.filter(memory__in=part).exclude(item="").order_by("pk"):
            voice = voices.get(reach.kept[source.memory_id])
            key = digest_of_source(source.kind, source.session, source.item)
            if voice is not None and key == voice.source_key:
                found.setdefault(source.memory_id, source.pk)
    return found

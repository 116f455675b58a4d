"""Carrying a plan to forget out, inside the transaction that recomputed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knowledge.models import MemorySource, MemorySpan, MemoryTag, Mistake, Reaffirmation
from knowledge.models.source import DIRECT
from knowledge.queries.reach import parts
from knowledge.services import blocks, bulk, leaving, mistakes, wiki_forget
from knowledge.services.descent import lower, made_from
from knowledge.services.erasing import Erased, erase, note_removed, take_sources
from knowledge.services.forget_picture import MISTAKE, promoted_sources
from knowledge.services.ledger import Ledger, reindex
from knowledge.services.transactions import settle

if TYPE_CHECKING:
    from knowledge.engine.types import Actor
    from knowledge.models import Agent, ForgetPlan, Memory
    from knowledge.services.forget_picture import Picture
    from knowledge.services.transactions import WriteTransaction

EVENT: Final = "source_forgotten"
_VOICE: Final = ("origin", "origin_trust", "source_event", "valid_from", "recorded_at", "tags", "metadata")


def carry_out(
    opened: WriteTransaction, actor: Actor, agent: Agent, plan: ForgetPlan, picture: Picture
) -> tuple[Erased, list[str]]:
    """Delete what the plan names, take the source out of what stays, and block it.

    Returns:
        What was deleted, and the ids of rows that are true again or longer.
    """
    blocks.add(opened, agent, picture.reach.keys, picture.selector, plan.pk)
    return take_out(opened, actor, agent, picture)


def take_out(opened: WriteTransaction, actor: Actor, agent: Agent, picture: Picture) -> tuple[Erased, list[str]]:
    """Delete what a picture names and take its sources out of what stays; they are blocked already.

    Returns:
        See `carry_out`.
    """
    reach = picture.reach
    gone = set(picture.rows)
    own = promoted_sources(reach)
    wiki_forget.erase(opened, agent.name, picture.pages)
    # What is deleted leaves the axis first: at no moment do two rows hold at once.
    erased = erase(opened, agent, reach.depths)
    if picture.versions is not None:
        note_removed(agent, picture.versions)
    take_sources([one.pk for one in reach.matched if one.number not in reach.depths], picture.gone_said)
    longer = [move.row for move in picture.moves if move.longer and move.row.id not in picture.refused]
    leaving.lower_to_parents(longer)
    ledger = Ledger(opened, agent)
    ledger.know_tokens(picture.tokens)
    leaving.move(ledger, picture.moves, refused=picture.refused, cut=gone)
    for row in picture.stays.values():
        row.supersedes_id = None if row.supersedes_id in gone else row.supersedes_id
        row.superseded_by_id = None if row.superseded_by_id in gone else row.superseded_by_id
        ledger.change(row, event=EVENT)
    _carry_on(agent, picture, own)
    ledger.flush()
    for number in reach.kept:
        reindex(picture.stays[number], agent)
    names = [name.removeprefix(MISTAKE) for name in picture.more if name.startswith(MISTAKE)]
    for some in parts(names):
        Mistake.objects.filter(pk__in=some).delete()
    mistakes.take_out_blocked(agent, blocks.Fence(None, actor, agent))
    settle()
    return erased, [row.id for row in longer]


def _carry_on(agent: Agent, picture: Picture, own: dict[int, int]) -> None:
    """Write rows that stay with another source: its voice, its start, and nothing the forgotten source added."""
    kept = picture.reach.kept
    rows: list[Memory] = [picture.stays[number] for number in kept]
    bulk.update_many(rows, _VOICE)
    # The other voice may be trusted less, and so is what was made from the row then.
    for row in rows:
        lower(agent, made_from([row.number]), most=row.origin_trust)
    for some in parts(sorted(kept)):
        MemoryTag.objects.filter(memory__in=some).delete()
        MemorySpan.objects.filter(memory__in=some).delete()
    for some in parts(sorted(own.values())):
        MemorySource.objects.filter(pk__in=some).update(role=DIRECT)
    for some in parts(sorted(kept.values())):
        Reaffirmation.objects.filter(pk__in=some).update(original=True)

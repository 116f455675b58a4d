"""What a plan to forget a source reaches, as people look at it: by depth, row by row, and as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Count

from knowledge.clock import hub_now
from knowledge.models import ForgetPlanItem, Memory, Mistake, WikiPage
from knowledge.models.forgetting import KEPT, RETURNS, SAID, TARGET
from knowledge.models.wiki import SHARED
from knowledge.queries import wiki_access
from knowledge.queries.named import among
from knowledge.queries.origins import Reach, ReachEdge, ReachNode, edges_among
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor, MemoryView
    from knowledge.queries.sources import PlanView

ROWS_SHOWN: Final = 50
NODES_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One row of a plan with its text; `memory` is None once it is deleted.

    Attributes:
        part: `target`, `kept`, `said` or `returns`.
        depth: 0 when learned there, else how many steps of derivation away.
        others: how many other sources it has.
    """

    id: str
    part: str
    depth: int
    others: int
    memory: MemoryView | None


class PlanPage(NamedTuple):
    """One page of the wiki, while it is there; `space` is empty for the shared one."""

    space: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class PlanReach:
    """The rows of a plan.

    Attributes:
        depths: (depth, rows) of what is deleted, the nearest first.
        rows: the nearest rows to be deleted, then those that stay and change; at most `ROWS_SHOWN` of each part.
        picture: what is deleted, what hangs on it and what returns.
        pages: of which something would go, by path; at most `ROWS_SHOWN`.
        mistakes: what the mistakes say that would go; at most `ROWS_SHOWN`.
    """

    depths: tuple[tuple[int, int], ...]
    rows: tuple[PlanRow, ...]
    picture: Reach
    pages: tuple[PlanPage, ...] = ()
    mistakes: tuple[str, ...] = ()


def plan_reach(*, plan: PlanView, actor: Actor, now: datetime | None = None) -> PlanReach:
    """Read what a plan is about; whoever calls has read the plan as somebody who may see it.

    Pages of the shared wiki that this actor does not see are left out.

    The queries are few, however many rows it has.
    """
    moment = now or hub_now()
    items = ForgetPlanItem.objects.filter(plan=plan.id).exclude(memory__contains=":")
    groups = items.filter(part=TARGET).values("depth").annotate(n=Count("pk")).order_by("depth")
    depths = tuple((one["depth"], one["n"]) for one in groups)
    nearest = list(items.filter(part=TARGET).order_by("depth", "pk")[:NODES_SHOWN])
    back = list(items.filter(part=RETURNS).order_by("pk")[:ROWS_SHOWN])
    others = [one for part in (KEPT, SAID) for one in items.filter(part=part).order_by("pk")[:ROWS_SHOWN]]
    names = {one.memory for one in (*nearest, *back, *others)}
    known = {row.id: row for row in among(Memory.objects.filter(id__in=names), agent_name=plan.agent)}
    rows = tuple(
        PlanRow(
            id=one.memory,
            part=one.part,
            depth=one.depth,
            others=one.others,
            memory=to_view(known[one.memory], plan.agent, moment) if one.memory in known else None,
        )
        for one in (*nearest[:ROWS_SHOWN], *back, *others)
    )
    total = sum(count for _, count in depths) + items.filter(part=RETURNS).count()
    return PlanReach(depths, rows, _picture(nearest, back, known, total), *_beside(plan, actor))


def _beside(plan: PlanView, actor: Actor) -> tuple[tuple[PlanPage, ...], tuple[str, ...]]:
    """Return the pages and mistakes of a plan; they stand in it by their kind and id."""
    items = ForgetPlanItem.objects.filter(plan=plan.id, memory__contains=":").order_by("pk")[: 2 * ROWS_SHOWN]
    named = [one.partition(":") for one in items.values_list("memory", flat=True)]
    ids = {kind: [name for one, _, name in named if one == kind][:ROWS_SHOWN] for kind in ("page", "mistake")}
    pages: tuple[PlanPage, ...] = ()
    mistakes: tuple[str, ...] = ()
    if ids["page"]:
        rows = WikiPage.objects.filter(id__in=ids["page"]).exclude(pk__in=wiki_access.Reach(actor).hidden)
        found = rows.order_by("path").values_list("space", "path", "title")
        pages = tuple(PlanPage("" if space == SHARED else plan.agent, *rest) for space, *rest in found)
    if ids["mistake"]:
        slips = Mistake.objects.filter(pk__in=ids["mistake"]).order_by("pk")
        mistakes = tuple(slips.values_list("what_went_wrong", flat=True))
    return pages, mistakes


def _picture(nearest: list[ForgetPlanItem], back: list[ForgetPlanItem], known: dict[str, Memory], total: int) -> Reach:
    nodes = [ReachNode(one.memory, "derived" if one.depth else "closed", one.depth) for one in nearest]
    nodes += [ReachNode(one.memory, "returns", 1) for one in back]
    ids = {one.number: one.id for one in known.values()}
    edges = [ReachEdge(ids[parent], ids[child], "derived") for child, parent in edges_among(list(ids))]
    shown = {node.id for node in nodes}
    for one in back:
        row = known.get(one.memory)
        if row is not None and row.superseded_by_id in shown:
            edges.append(ReachEdge(row.id, str(row.superseded_by_id), "replaced"))
    return Reach(tuple(nodes), tuple(edges), max(0, total - len(nodes)))

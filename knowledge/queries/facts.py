"""Facts as people look at them: finding one, and its versions a window at a time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, Max, Q, Window
from django.db.models.functions import Coalesce, RowNumber

from knowledge.clock import hub_now
from knowledge.engine.forms import normalize_key
from knowledge.errors import Invalid
from knowledge.models import Agent, Memory
from knowledge.models.memory import ARCHIVED, BELIEVED, HELD, PURGED, QUARANTINED, REJECTED
from knowledge.queries.views import current, to_view

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import MemoryView

WAITING = (HELD, QUARANTINED)
FOR_EVERYONE = (BELIEVED, PURGED, ARCHIVED)
"""Standings every viewer may see in a history; the archived ones without their text."""
FOR_CURATORS = (*FOR_EVERYONE, HELD, QUARANTINED, REJECTED)

VALUES_SHOWN = 3
_MAX_LIMIT = 200
_WORDS = 12


@dataclass(frozen=True, slots=True)
class FactLine:
    """One fact of the explorer.

    Attributes:
        subject, predicate: as written by the newest believed row.
        values: what is true now, the latest start first; at most three.
        value_count: how many values are true now.
        versions: rows that are or were believed.
        waiting: rows that wait for a person; always 0 for those who may not see them.
        learned_at: when the hub last learned something about it.
    """

    agent: str
    subject: str
    predicate: str
    values: tuple[MemoryView, ...]
    value_count: int
    versions: int
    waiting: int
    learned_at: datetime


@dataclass(frozen=True, slots=True)
class FactPage:
    """One page of the explorer, by agent and name; `after` is the key of the next page, None on the last."""

    lines: tuple[FactLine, ...]
    after: str | None


def find_facts(
    *,
    agents: Collection[str] | None,
    text: str = "",
    after: str | None = None,
    limit: int = 50,
    curator: bool = False,
    now: datetime | None = None,
) -> FactPage:
    """Find facts by part of their subject or predicate.

    Args:
        agents: namespaces the caller may see; None for all.
        text: words, each of which has to occur in the subject or the predicate, compared by key: case
            and full or half width make no difference. Empty finds every fact.
        after: key of a page as given by the page before.
        limit: 1 to 200.
        curator: also find facts of which nothing but waiting, rejected or forgotten rows are left.

    Raises:
        Invalid: `after` is no key of a page.
    """
    moment = now or hub_now()
    limit = min(max(limit, 1), _MAX_LIMIT)
    names = dict(_agents(agents).values_list("pk", "name"))
    rows = _named_rows(names, FOR_CURATORS if curator else (BELIEVED, PURGED))
    for word in _blanked(normalize_key(text)).split()[:_WORDS]:
        rows = rows.filter(Q(subject_key__contains=word) | Q(predicate_key__contains=word))
    if after is not None:
        rows = rows.filter(_beyond(after, names))
    groups = list(_grouped(rows)[: limit + 1])
    page = groups[:limit]
    written = {
        row.number: (row.subject, row.predicate)
        for row in Memory.objects.filter(number__in=[group["newest"] for group in page]).only("subject", "predicate")
    }
    values = _values_now(page, names, moment)
    lines = []
    for group in page:
        subject, predicate = written[group["newest"]]
        shown, count = values.get((group["agent_id"], group["subject_key"], group["predicate_key"]), ((), 0))
        lines.append(
            FactLine(
                agent=names[group["agent_id"]],
                subject=subject or "",
                predicate=predicate or "",
                values=tuple(shown),
                value_count=count,
                versions=group["versions"],
                waiting=group["waiting"],
                learned_at=group["learned_at"],
            )
        )
    return FactPage(tuple(lines), _key_of(page[-1], names) if len(groups) > limit else None)


def _grouped(rows: QuerySet[Memory]) -> QuerySet[Any, Any]:
    """Return one line per fact, in the order of the list."""
    return (
        rows.values("agent_id", "subject_key", "predicate_key")
        .annotate(
            versions=Count("number", filter=Q(standing__in=(BELIEVED, PURGED))),
            waiting=Count("number", filter=Q(standing__in=WAITING)),
            learned_at=Max("ingested_at"),
            newest=Coalesce(Max("number", filter=Q(standing=BELIEVED)), Max("number")),
        )
        .order_by("agent_id", "subject_key", "predicate_key")
    )


def _blanked(key: str) -> str:
    """Let the dot people see between subject and predicate, and what no database takes, part words."""
    return key.replace("·", " ").replace("\0", " ")


def _agents(allowed: Collection[str] | None) -> QuerySet[Agent]:
    return Agent.objects.all() if allowed is None else Agent.objects.filter(name__in=allowed)


def _named_rows(names: dict[int, str], standings: Sequence[str]) -> QuerySet[Memory]:
    return Memory.objects.filter(agent__in=names, standing__in=standings).exclude(fact_key="")


def _key_of(group: Mapping[str, Any], names: dict[int, str]) -> str:
    return json.dumps([names[group["agent_id"]], group["subject_key"], group["predicate_key"]], ensure_ascii=False)


def _beyond(key: str, names: dict[int, str]) -> Q:
    """Return the filter of everything behind a line in the order of the list."""
    try:
        agent, subject, predicate = json.loads(key)
        number = {name: number for number, name in names.items()}[agent]
    except (ValueError, KeyError, TypeError) as error:
        raise Invalid("This address names no page of the list; start from its beginning.", field="after") from error
    subject, predicate = normalize_key(str(subject)), normalize_key(str(predicate))
    # Said twice, once as a plain bound: an index can start from that.
    further = Q(subject_key__gte=subject) & (Q(subject_key__gt=subject) | Q(predicate_key__gt=predicate))
    if len(names) == 1:
        return further
    return Q(agent__gte=number) & (Q(agent__gt=number) | further)


_Values = dict[tuple[int, str, str], tuple[list["MemoryView"], int]]


def _values_now(page: Sequence[Mapping[str, Any]], names: dict[int, str], now: datetime) -> _Values:
    """Return the newest current values of each fact of a page and how many there are, in one query."""
    if not page:
        return {}
    wanted = {(group["agent_id"], group["subject_key"], group["predicate_key"]) for group in page}
    fact = [F("agent_id"), F("subject_key"), F("predicate_key")]
    rows = (
        Memory.objects.filter(
            current(now),
            agent__in={key[0] for key in wanted},
            subject_key__in={key[1] for key in wanted},
            predicate_key__in={key[2] for key in wanted},
        )
        .exclude(fact_key="")
        .annotate(
            place=Window(RowNumber(), fact, [F("valid_from").desc(), F("number").desc()]),
            among=Window(Count("number"), fact),
        )
        .filter(place__lte=VALUES_SHOWN)
    )
    found: _Values = {}
    for row in rows.order_by("place"):
        key = (row.agent_id, row.subject_key, row.predicate_key)
        found.setdefault(key, ([], row.among))[0].append(to_view(row, names[row.agent_id], now))
    return {key: value for key, value in found.items() if key in wanted}

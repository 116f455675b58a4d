"""Other names of entities, as an export holds them, on their way back into the memory they came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.engine import exchange
from knowledge.engine.forms import normalize_key
from knowledge.engine.importers.base import LineError
from knowledge.models import EntityAlias
from knowledge.models.entity import ALIAS_BELIEVED, ALIAS_HELD
from knowledge.services.blocks import FORGOTTEN, MESSAGE
from knowledge.services.erasing import used_names
from knowledge.services.import_report import LineReport

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent, Memory

_KEYS: Final = ("alias", "stated", "canonical")


@dataclass(slots=True)
class ComingNames:
    """The other names of one export.

    Attributes:
        forgotten: names that rows of the export told of and that stayed out, because their source is blocked.
    """

    forgotten: set[str] = field(default_factory=set)

    def stayed_out(self, row: Memory) -> None:
        """Remember what a row told of that was refused for its source."""
        self.forgotten |= {row.subject_key, row.object_key} - {""}

    def judged(self, agent: Agent, number: int, fields: dict[str, Any]) -> tuple[LineReport, dict[str, Any]]:
        """Say what becomes of one name, and the columns it would have; nothing is written.

        A name that only what is forgotten told of would tell of it again, so it stays out too.
        """
        try:
            values = exchange.values_of(fields, exchange.ALIAS_COLUMNS)
        except LineError as error:
            return LineReport(number, "refused", error.code, error.reason), {}
        keys = {f"{name}_key": normalize_key(values[name]) for name in _KEYS}
        if agent.pk is not None:
            same = EntityAlias.objects.filter(agent=agent, alias_key=keys["alias_key"])
            if same.filter(
                stated_key=keys["stated_key"], standing=values["standing"], origin=values["origin"]
            ).exists():
                return LineReport(number, "already"), {}
            if values["standing"] == ALIAS_BELIEVED and same.filter(standing=ALIAS_BELIEVED).exists():
                reason = "This name stands for something else here."
                return LineReport(number, "refused", "changed_here", reason), {}
            named = set(keys.values())
            if named & self.forgotten and not used_names(agent.pk, named):
                return LineReport(number, "refused", FORGOTTEN, MESSAGE), {}
        return LineReport(number, "new"), {**values, **keys}

    def bring(self, actor: Actor, agent: Agent, number: int, fields: dict[str, Any], now: datetime) -> LineReport:
        """Bring one name back into the memory of a locked agent, unless the hub knows it or may not."""
        told, columns = self.judged(agent, number, fields)
        if not columns:
            return told
        alias = EntityAlias.objects.create(agent=agent, **columns)
        agent.generation += 1
        if alias.standing == ALIAS_HELD:
            events.alias_held.send(
                sender=EntityAlias,
                alias=alias,
                agent=agent.name,
                reason=alias.standing_reason,
                actor=actor,
                now=now,
                again=False,
                findings={},
            )
        return LineReport(number, "stored")

"""Saying who sees and who writes which part of a wiki."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knowledge.engine.wiki.paths import PathError, checked_folder, checked_path, path_key
from knowledge.engine.wiki.policy import MODES
from knowledge.errors import Invalid, NotFound, Refused
from knowledge.models import Agent, WikiRule
from knowledge.models.wiki import SHARED
from knowledge.queries.wiki_access import SHARED_NAME, is_operator, sees_everything
from knowledge.services import audit
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki_changes import note_change

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor

MOST_RULES = 500
MOST_NAMES = 500


def set_rule(
    *,
    actor: Actor,
    space: str,
    path: str,
    visible_to: Sequence[str] | None = None,
    mode: str | None = None,
    allowed: Sequence[str] = (),
    now: datetime | None = None,
) -> None:
    """Say who sees and who writes a folder, a page, or a whole wiki; saying neither takes the rule away.

    Args:
        actor: an administrator; for the wiki of an agent, also its curators.
        space: name of the agent whose wiki it is; empty for the shared one.
        path: a folder (with `/` at its end), a page, or empty for the whole wiki.
        visible_to: names of agents; None for everybody, empty for nobody. Only of the shared wiki.
        mode: `agent_writable`, `read_only`, `operator_only` or `allowlist`; None leaves it to the rule above.
        allowed: of an allowlist, names of agents.
        now: moment of the write; None reads the hub clock.

    Raises:
        Invalid: a value is none of these, or there are too many rules.
        Refused: not a curator of this wiki.
        NotFound: no such agent for this actor.
    """
    check_may_write(actor)
    if not is_operator(actor) or (space == SHARED_NAME and not sees_everything(actor)):
        raise Refused("Only an administrator may do this.")
    names = None if visible_to is None else _names(visible_to, "visible_to")
    writing: dict[str, Any] | None = None
    if mode is not None:
        if mode not in MODES:
            raise Invalid(f"mode must be one of {', '.join(MODES)}.", field="mode")
        writing = {"mode": mode, "agents": _names(allowed, "allowed")} if mode == "allowlist" else {"mode": mode}
    if space != SHARED_NAME and names is not None:
        raise Invalid("Only pages of the shared wiki are shown to chosen agents.", field="visible_to")
    place = _place(path)
    with write_transaction(now) as opened:
        number, agent = _space(actor, space)
        rows = WikiRule.objects.filter(space=number)
        same = [row.pk for row in rows.only("path") if path_key(row.path) == path_key(place)]
        rows.filter(pk__in=same).delete()
        if names is not None or writing is not None:
            if rows.count() >= MOST_RULES:
                raise Invalid(f"A wiki has at most {MOST_RULES} rules.", field="path")
            WikiRule.objects.create(
                space=number,
                agent=agent,
                path=place,
                visible_to=names,
                writing=writing,
                updated_at=opened.now,
                updated_by=actor.name[:200],
            )
        note_change(number)
        seen = "everybody" if names is None else len(names)
        details = {"path": place, "visible_to": seen, "mode": mode or ""}
        audit.record(opened, actor, audit.AuditRecord("page.rule_set", agent=space, details=details))


def _space(actor: Actor, space: str) -> tuple[int, Agent | None]:
    if space == SHARED_NAME:
        return SHARED, None
    agent = Agent.objects.filter(name=space).first() if actor.may_touch(space) else None
    if agent is None:
        raise NotFound("There is no such agent.")
    return agent.pk, agent


def _place(path: str) -> str:
    try:
        return checked_folder(path) if path == "" or path.endswith("/") else checked_path(path)
    except PathError as error:
        raise Invalid(str(error), field="path", code="bad_path") from error


def _names(given: Sequence[str], name: str) -> list[str]:
    if isinstance(given, str) or not all(isinstance(one, str) and one.strip() for one in given):
        raise Invalid(f"{name} is a list of agents' names.", field=name)
    if len(given) > MOST_NAMES:
        raise Invalid(f"{name} has at most {MOST_NAMES} names.", field=name)
    return list(dict.fromkeys(given))

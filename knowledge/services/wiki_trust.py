"""Raising the trust of a page: an act of a named curator, recorded, that can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.engine.wiki.frontmatter import SOURCE_FACTORS, FrontmatterError, layer_of
from knowledge.errors import Conflict, Invalid, NotFound, Refused
from knowledge.queries.wiki_access import is_operator
from knowledge.queries.wiki_review import page_pictures
from knowledge.queries.wiki_views import PageView, page_view
from knowledge.services import audit
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki_changes import note_change
from knowledge.services.wiki_moves import locked_page
from knowledge.services.wiki_rows import known_path

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor

PROMOTED_TRUST: Final = 0.8
VERIFIED: Final = "verified_fact"


def promote(
    *,
    actor: Actor,
    space: str,
    path: str,
    base: int,
    trust: float = PROMOTED_TRUST,
    source_type: str = VERIFIED,
    layer: str | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> PageView:
    """Vouch for a page as it is now.

    Args:
        actor: a curator or administrator.
        space: name of the agent whose wiki it is; empty for the shared one.
        path: of the page.
        base: the revision the curator read.
        trust: 0 to 1.
        source_type: one of the kinds of sources.
        layer: None leaves it.
        reason: for the audit.
        now: moment of the write; None reads the hub clock.

    Raises:
        Refused: nobody but a person who curates may do this.
        Invalid: a value is out of its range.
        NotFound, Conflict: no such page, or somebody saved it meanwhile.
    """
    _check_curates(actor)
    if isinstance(trust, bool) or not isinstance(trust, int | float) or not 0 <= trust <= 1:
        raise Invalid("trust is a number from 0 to 1.", field="trust")
    if source_type not in SOURCE_FACTORS:
        raise Invalid("source_type must be one of the kinds of sources.", field="source_type")
    try:
        chosen = layer_of(layer)
    except FrontmatterError as error:
        raise Invalid(str(error), field="layer") from error
    with write_transaction(now) as opened:
        page = locked_page(opened, actor, space, known_path(path), base)
        before = {"trust": page.trust, "source_type": page.source_type, "layer": page.layer, "revision": page.revision}
        page.promoted = before
        page.trust, page.source_type = float(trust), source_type
        page.layer = chosen or page.layer
        page.save(update_fields=["promoted", "trust", "source_type", "layer"])
        note_change(page.space)
        details: dict[str, Any] = {
            "before": before,
            "trust": page.trust,
            "layer": page.layer,
            "source_type": source_type,
        }
        entry = audit.AuditRecord("page.promoted", agent=space, target=page.id, reason=reason, details=details)
        audit.record(opened, actor, entry)
        return page_view(page)


def keep(*, actor: Actor, space: str, path: str, base: int, now: datetime | None = None) -> PageView:
    """Let a page that the hub filed by itself stay as it is, trusted as before; a new text of it is looked at anew.

    Args:
        actor: a curator or administrator.
        space: name of the agent whose wiki it is.
        path: of the page.
        base: the revision the curator read.
        now: moment of the write; None reads the hub clock.

    Raises:
        Refused: nobody but a person who curates may do this.
        NotFound, Conflict: no such page, somebody saved it meanwhile, or the hub did not file it.
    """
    _check_curates(actor)
    with write_transaction(now) as opened:
        page = locked_page(opened, actor, space, known_path(path), base)
        if not page.filed:
            raise Conflict("The hub did not file this page.")
        if not page.kept:
            page.kept = True
            page.save(update_fields=["kept"])
            entry = audit.AuditRecord("page.kept", agent=space, target=page.id, details={"revision": page.revision})
            audit.record(opened, actor, entry)
        return page_view(page)


def ask(*, actor: Actor, space: str, path: str, base: int, reason: str = "", now: datetime | None = None) -> str | None:
    """Ask a person to vouch for a page as it is now; nothing changes before one does.

    Args:
        actor: whoever may write pages.
        space: name of the agent whose wiki it is; empty for the shared one.
        path: of the page.
        base: the revision that was read.
        reason: for the audit.
        now: moment of the write; None reads the hub clock.

    Returns:
        The id of the request, None where nobody takes requests.

    Raises:
        Refused: the role only reads.
        NotFound, Conflict: no such page, or somebody saved it meanwhile.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        page = locked_page(opened, actor, space, known_path(path), base)
        details = {"revision": page.revision, "trust": page.trust}
        entry = audit.AuditRecord("page.promotion_asked", agent=space, target=page.id, reason=reason, details=details)
        audit.record(opened, actor, entry)
        answers = events.promotion_asked.send(
            sender=None, page=page.id, agent=space, origin=page.origin, actor=actor, now=opened.now
        )
        return next((str(answer) for _, answer in answers if answer), None)


def vouch(*, actor: Actor, page_id: str, shown: str, reason: str = "", now: datetime | None = None) -> bool:
    """Vouch for a page because somebody asked; return whether it was still the page that was shown.

    Args:
        actor: a curator or administrator.
        page_id: of the page.
        shown: digest of what the person saw.
        reason: for the audit.
        now: moment of the write; None reads the hub clock.

    Raises:
        Refused: nobody but a person who curates may do this.
        NotFound: the page is not there, or not this actor's.
    """
    with write_transaction(now) as opened:
        found = page_pictures([page_id], agents=actor.agents).get(page_id)
        if found is None:
            raise NotFound("There is no such page.")
        if found.digest != shown:
            return False
        promote(actor=actor, space=found.space, path=found.path, base=found.revision, reason=reason, now=opened.now)
        return True


def take_back(*, actor: Actor, space: str, path: str, reason: str = "", now: datetime | None = None) -> PageView:
    """Take a promotion back: the page is trusted as before, or less if it was changed since.

    Raises:
        Refused: nobody but a person who curates may do this.
        NotFound: no such page.
        Conflict: it was not promoted.
    """
    _check_curates(actor)
    with write_transaction(now) as opened:
        page = locked_page(opened, actor, space, known_path(path), None)
        before = page.promoted
        if before is None:
            raise Conflict("This page was not promoted.")
        page.trust = min(page.trust, before["trust"])
        page.source_type, page.layer, page.promoted = before["source_type"], before["layer"], None
        page.save(update_fields=["promoted", "trust", "source_type", "layer"])
        note_change(page.space)
        entry = audit.AuditRecord(
            "page.unpromoted", agent=space, target=page.id, reason=reason, details={"trust": page.trust}
        )
        audit.record(opened, actor, entry)
        return page_view(page)


def _check_curates(actor: Actor) -> None:
    check_may_write(actor)
    if actor.kind != "person" or not is_operator(actor):
        raise Refused("Only people who curate raise the trust of a page.")

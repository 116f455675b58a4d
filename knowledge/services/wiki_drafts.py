"""What a person has typed and not saved: kept for them alone, so that no lost session loses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.conf import wiki_settings
from knowledge.engine.wiki.paths import path_key
from knowledge.errors import Invalid, NotFound, Refused, TooLarge
from knowledge.models import Agent, WikiDraft
from knowledge.models.wiki import SHARED
from knowledge.queries.wiki_access import SHARED_NAME
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki import PageConflict, PageDraft, SaveOutcome, save
from knowledge.services.wiki_rows import MOST_BYTES, plain_path

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor


def keep_draft(*, actor: Actor, space: str, path: str, text: str, base: int, now: datetime | None = None) -> None:
    """Keep what a person has typed; it takes the place of their earlier draft of that page.

    Raises:
        Refused: not a person who curates.
        Invalid, TooLarge: the path or the text breaks a rule.
        NotFound: no such agent for this actor.
    """
    number = _space(actor, space)
    clean = plain_path(path)
    if not isinstance(text, str) or "\0" in text or isinstance(base, bool) or base < 0:
        raise Invalid("The content of a page is text.", field="content")
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise TooLarge(f"A page has at most {MOST_BYTES // 1024} KiB; split it.", field="content")
    with write_transaction(now) as opened:
        WikiDraft.objects.update_or_create(
            user_id=_person(actor),
            space=number,
            path_key=path_key(clean),
            defaults={"path": clean, "text": text, "base": base, "updated_at": opened.now},
        )
        rows = WikiDraft.objects.filter(user_id=_person(actor)).order_by("-updated_at")
        old = list(rows.values_list("pk", flat=True)[wiki_settings().drafts :])
        WikiDraft.objects.filter(pk__in=old).delete()


def save_typed(*, actor: Actor, draft: PageDraft, now: datetime | None = None) -> SaveOutcome:
    """Save what a person typed and let go of their draft; where somebody was faster, what they typed stays as a draft.

    Raises:
        As `knowledge.services.wiki.save`.
    """
    try:
        outcome = save(actor=actor, draft=draft, now=now)
    except PageConflict:
        keep_draft(actor=actor, space=draft.space, path=draft.path, text=draft.text, base=draft.base, now=now)
        raise
    drop_draft(actor=actor, space=draft.space, path=draft.path, now=now)
    return outcome


def drop_draft(*, actor: Actor, space: str, path: str, now: datetime | None = None) -> bool:
    """Let go of a draft, after a save or because the person says so; return whether there was one."""
    number = _space(actor, space)
    with write_transaction(now):
        rows = WikiDraft.objects.filter(user_id=_person(actor), space=number, path_key=path_key(plain_path(path)))
        return rows.delete()[0] > 0


def _person(actor: Actor) -> int:
    assert actor.user_id is not None
    return actor.user_id


def _space(actor: Actor, space: str) -> int:
    check_may_write(actor)
    if actor.kind != "person" or actor.user_id is None:
        raise Refused("Only people keep drafts.")
    if space == SHARED_NAME:
        return SHARED
    found = Agent.objects.filter(name=space).first() if actor.may_touch(space) else None
    if found is None:
        raise NotFound("There is no such agent.")
    return found.pk

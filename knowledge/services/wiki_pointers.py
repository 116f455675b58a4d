"""The memory that points to a page the hub filed: one per page, ended with it and with nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knowledge.engine.trust import CEILINGS
from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.errors import HubError
from knowledge.queries.history import get_at
from knowledge.services.attempts import attempt
from knowledge.services.edit import expire_by_subject
from knowledge.services.store import store

if TYPE_CHECKING:
    from knowledge.models import WikiPage
    from knowledge.services.transactions import WriteTransaction

PREDICATE: Final = "documented_in"
CHANNEL: Final = "channel"
EVENT: Final = "wiki_filed"
_PREFIX: Final = "wiki:"


def subject_of(path: str) -> str:
    """Return the subject under which a page is pointed to: `wiki:auto/<type>/<slug>`."""
    return f"{_PREFIX}{path.removesuffix('.md')}"


def ensure_pointer(opened: WriteTransaction, page: WikiPage, source: SourceRef | None = None) -> str:
    """Let a memory point to a page, unless one does; return its id, empty when it was refused.

    It is what a channel said: trust 0.3, whoever filed the page. It may be held or put in quarantine like any other.

    Args:
        opened: the write.
        page: a page of an agent.
        source: where the page was learned; the page itself when that is not known.
    """
    if page.agent is None:
        return ""
    agent, subject = page.agent.name, subject_of(page.path)
    there = get_at(agent=agent, subject=subject, predicate=PREDICATE, at=opened.now, now=opened.now)
    if there:
        return there[-1].id
    hub = Actor(kind="system", name="wiki", door="job", agents=frozenset({agent}), origin=CHANNEL)
    draft = MemoryDraft(
        content=f"{page.title} is documented in the wiki page {page.path}.",
        layer="semantic",
        subject=subject,
        predicate=PREDICATE,
        object=page.path,
        origin_trust=CEILINGS[CHANNEL],
        source=source or SourceRef(kind="system", session="wiki", item=page.id),
        source_event=EVENT,
    )
    try:
        with attempt(opened):
            return store(actor=hub, agent=agent, draft=draft, now=opened.now).memory.id
    except HubError:
        return ""  # the page stands without it: search finds pages by their words


def expire_pointer(opened: WriteTransaction, actor: Actor, page: WikiPage, path: str) -> int:
    """End what points to a page at a path: exactly its subject, never by origin; return how many rows were ended."""
    if page.agent is None:
        return 0
    return expire_by_subject(
        actor=actor, agent=page.agent.name, subject=subject_of(path), reason="page_removed", now=opened.now
    )

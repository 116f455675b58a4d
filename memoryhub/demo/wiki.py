"""Pages of the demo, written through the same services as everybody else's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from knowledge.services import wiki_moves, wiki_trust
from knowledge.services.distil import Conversation, Said, distil
from knowledge.services.wiki import PageDraft
from knowledge.services.wiki import save as save_page
from memoryhub.demo.steps import Copy, File, Trust, Write

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.services.types import Actor


class Wiki:
    """The wiki of one agent while its story is told."""

    def __init__(self, agent: str, person: Actor, itself: Actor) -> None:
        self.agent = agent
        self._person = person
        self._itself = replace(itself, origin="agent_derived")
        self._revisions: dict[str, int] = {}

    def do(self, step: Write | Trust | Copy | File, now: datetime) -> str:
        """Take one step; return what became of it, in a word for the report."""
        if isinstance(step, Write):
            return self._write(step, now)
        if isinstance(step, File):
            conversation = Conversation((Said(step.text, id="m0"),), session=step.session)
            distil(actor=replace(self._itself, origin=""), agent=self.agent, conversation=conversation, now=now)
            return "filed"
        if isinstance(step, Copy):
            wiki_moves.share(actor=self._person, space=self.agent, path=step.path, now=now)
            return "shared"
        base = self._revisions[step.path]
        wiki_trust.promote(actor=self._person, space=self.agent, path=step.path, base=base, reason=step.reason, now=now)
        return "vouched for"

    def _write(self, step: Write, now: datetime) -> str:
        draft = PageDraft(
            self.agent,
            step.path,
            step.text,
            base=self._revisions.get(step.path, 0),
            comment=step.comment,
            origin=None if step.by_agent else "operator",
        )
        done = save_page(actor=self._itself if step.by_agent else self._person, draft=draft, now=now)
        self._revisions[step.path] = done.page.revision
        return "held" if done.outcome == "held" else "pages"

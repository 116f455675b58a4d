"""What an agent should read before it answers, put together in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knowledge.clock import hub_now
from knowledge.engine.assembling import Piece, assemble
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.queries import reading
from knowledge.queries.mistakes import MESSAGE_CHARACTERS
from knowledge.queries.recall import RecallRequest, search
from knowledge.services.recall import leave_trace

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.queries.recall import RecallHit

__all__ = ["MemoryContext", "Piece", "memory_context"]

LEAST_TOKENS: Final = 100
MOST_TOKENS: Final = 32_000
USUAL_TOKENS: Final = 2_000
_RECALLED: Final = 20


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """What to read, and why each part is there.

    Attributes:
        text: one passage for a model; texts in it are escaped and stand in frames that none of them can close.
        pieces: its parts in their order, each with the reason for it.
        used_tokens: an estimate on the high side, never above the budget.
        token_budget: what was asked for.
        left_out: by kind, how many parts did not fit.
        repeated: how many were left out because they are there already.
        degraded: names of the parts of recall that failed.
    """

    text: str
    pieces: tuple[Piece, ...]
    used_tokens: int
    token_budget: int
    left_out: Mapping[str, int]
    repeated: int
    degraded: tuple[str, ...]


def memory_context(
    *,
    actor: Actor,
    agent: str,
    message: str,
    token_budget: int = USUAL_TOKENS,
    shared_session: bool = False,
    session: str | None = None,
    now: datetime | None = None,
) -> MemoryContext:
    """Put together what an agent should read before it answers a message.

    In this order, each with a share of the budget that is its own: identity and core pages of the wiki (6 KB), up to
    three rules made of mistakes, up to three mistakes that fit, facts about the user, recalled memories. What was
    recalled leaves the trace that every recall leaves.

    Args:
        actor: who asks.
        agent: whose memory.
        message: what is about to be answered, at most 20 000 characters.
        token_budget: language-model tokens of the whole text, 100 to 32 000.
        shared_session: whether others read along; then nothing about the user is told.
        session: key of the conversation: what belongs to it is told besides what lasts.
        now: the moment to look from; None reads the hub clock.

    Raises:
        NotFound: not this actor's agent.
        Invalid, TooLarge: an argument breaks a rule.
    """
    if not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    _check(message, token_budget)
    moment = now or hub_now()
    found = search(agent=agent, request=RecallRequest(message, limit=_RECALLED, session=session), now=moment)
    hits = [(hit.memory, hit.score, _signal(hit)) for hit in found.hits]
    pieces = [
        *reading.pages_to_read(actor=actor, agent=agent),
        *reading.rules_to_read(agent=agent, now=moment),
        *reading.mistakes_to_read(agent=agent, message=message),
        *([] if shared_session else reading.facts_to_read(agent=agent, now=moment)),
        *reading.recalled_to_read(hits, shared_session=shared_session),
    ]
    put = assemble(pieces, budget=token_budget)
    told = {piece.id for piece in put.pieces if piece.kind == "memory"}
    hits_told = [hit for hit in found.hits if hit.memory.id in told]
    leave_trace(actor=actor, agent=agent, query=message, hits=hits_told, at=moment, session=session or "")
    return MemoryContext(
        text=put.text,
        pieces=put.pieces,
        used_tokens=put.used,
        token_budget=token_budget,
        left_out=put.left_out,
        repeated=put.repeated,
        degraded=found.degraded,
    )


def _check(message: str, token_budget: int) -> None:
    if isinstance(token_budget, bool) or not LEAST_TOKENS <= token_budget <= MOST_TOKENS:
        raise Invalid(
            f"token_budget must be a whole number from {LEAST_TOKENS} to {MOST_TOKENS}.", field="token_budget"
        )
    if not isinstance(message, str):
        raise Invalid("message must be text.", field="message")
    if len(message) > MESSAGE_CHARACTERS:
        raise TooLarge(f"message has at most {MESSAGE_CHARACTERS} characters.", field="message")


def _signal(hit: RecallHit) -> str:
    """Return the name of what says most for a hit."""
    return max(hit.parts, key=lambda part: part.contribution).name if hit.parts else "words"

"""Tools that learn: from conversations, and from mistakes."""

from __future__ import annotations

from knowledge.queries import mistakes as notebook
from knowledge.services import distil, mistakes
from memoryhub.api.conversation_shapes import ConversationIn, DistilOut
from memoryhub.api.door import Caller
from memoryhub.api.mistakes import MistakeIn, MistakeOut, RelevantOut
from memoryhub.api.schemas import QUESTION_CHARACTERS
from memoryhub.mcp import shapes
from memoryhub.mcp.registry import by_name, tool
from memoryhub.tokens import READ, WRITE


@tool("Learn what a conversation says", scope=WRITE, repeats=True, apart=True)
def conversation_distill(caller: Caller, asked: ConversationIn) -> DistilOut:
    """Learn preferences, names, decisions and appointments from turns of a conversation, in several languages.

    Replies and small talk are not learned, nor is what was recalled shortly before. The same turns again add nothing.
    """
    agent = caller.agent(asked.agent)
    return DistilOut.of(distil.distil(actor=caller.actor(agent), agent=agent, conversation=asked.conversation()))


@tool("Write a mistake down", scope=WRITE)
def mistake_record(caller: Caller, asked: MistakeIn) -> MistakeOut:
    """Note what went wrong and what would have been right. Several of one category become a standing rule."""
    agent = caller.agent(asked.agent)
    return MistakeOut.model_validate(mistakes.record(actor=caller.actor(agent), agent=agent, draft=asked.draft()))


@tool("Mistakes to read before answering", scope=READ)
def mistakes_relevant(caller: Caller, asked: shapes.RelevantIn) -> RelevantOut:
    """List past mistakes that share words with what is about to be answered; when none does, the newest."""
    agent = caller.agent(asked.agent)
    message = asked.message[:QUESTION_CHARACTERS]
    return RelevantOut.model_validate(notebook.relevant_mistakes(agent=agent, message=message, limit=asked.limit))


TOOLS = by_name([conversation_distill, mistake_record, mistakes_relevant])

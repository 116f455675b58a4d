"""Tools that learn, from conversations and from mistakes, and what to read before answering."""

from __future__ import annotations

from knowledge.queries import mistakes as notebook
from knowledge.services import distil, mistakes
from knowledge.services import memory_context as reading
from memoryhub.api.context import ContextIn, ContextOut
from memoryhub.api.conversation_shapes import ConversationIn, DistilOut
from memoryhub.api.door import Caller
from memoryhub.api.mistakes import MistakeIn, MistakeOut, RelevantOut
from memoryhub.api.schemas import QUESTION_CHARACTERS
from memoryhub.mcp import shapes
from memoryhub.mcp.registry import by_name, tool
from memoryhub.tokens import READ, WRITE


@tool("What to read before answering", scope=READ)
def memory_context(caller: Caller, asked: ContextIn) -> ContextOut:
    """Put together what to read before answering a message, within a budget of tokens, as one passage.

    Identity and core pages, standing rules, past mistakes, facts about the user (not in a shared session) and what is
    remembered about the message.
    """
    agent = caller.agent(asked.agent)
    found = reading.memory_context(
        actor=caller.actor(agent),
        agent=agent,
        message=asked.message,
        token_budget=asked.token_budget,
        shared_session=asked.shared_session,
        session=asked.session,
    )
    return ContextOut.model_validate(found)


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


TOOLS = by_name([memory_context, conversation_distill, mistake_record, mistakes_relevant])

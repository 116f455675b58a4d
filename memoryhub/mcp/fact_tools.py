"""Tools about facts over time, the names things go by, and where statements come from."""

from __future__ import annotations

from knowledge.errors import NotFound
from knowledge.queries import aliases as names
from knowledge.queries import graph, history
from knowledge.queries import origins as seen_origins
from knowledge.services import aliases, origins
from memoryhub.api import answers, schemas
from memoryhub.api.door import Caller
from memoryhub.api.graph import alias_page, read_cursor
from memoryhub.api.source_shapes import InvalidateOut, PreviewOut, RollbackOut
from memoryhub.mcp import shapes
from memoryhub.mcp.registry import by_name, tool
from memoryhub.tokens import ADMIN, READ, WRITE


@tool("All that was ever true of a fact", scope=READ)
def memory_get_history(caller: Caller, asked: shapes.FactIn) -> answers.HistoryOut:
    """List every statement about a fact, oldest world time first, with when it was true and when it was known."""
    found = history.fact_history(
        agent=caller.agent(asked.agent),
        subject=asked.subject,
        predicate=asked.predicate,
        object_=asked.object,
        include_inert=caller.sees_all,
    )
    return answers.HistoryOut.model_validate(found)


@tool("What was true of a fact at a moment", scope=READ)
def memory_get_at(caller: Caller, asked: shapes.AtIn) -> answers.AtOut:
    """Say what was true of a fact at a moment; with `known_at`, as it was known then. Nothing is an ordinary answer."""
    rows = history.get_at(
        agent=caller.agent(asked.agent),
        subject=asked.subject,
        predicate=asked.predicate,
        at=asked.at,
        known_at=asked.known_at,
        include_inert=caller.sees_all,
        object_=asked.object,
    )
    return answers.AtOut.of(rows)


@tool("Take an origin back", scope=ADMIN, destroys=True, changes=True)
def memory_invalidate_by_origin(caller: Caller, asked: shapes.InvalidateIn) -> InvalidateOut:
    """Close everything that one origin said. With `dry_run`, which is the default, only say what would be closed.

    Equality of the whole text decides. What was made from it is trusted no more than 0.1.
    """
    agent = caller.agent(asked.agent)
    if asked.dry_run:
        found = seen_origins.preview(agent=agent, origin=asked.origin, since=asked.since)
        return InvalidateOut(action="preview", preview=PreviewOut.model_validate(found))
    done = origins.invalidate_by_origin(
        actor=caller.actor(agent), agent=agent, origin=asked.origin, since=asked.since, reason=asked.reason
    )
    return InvalidateOut(action="apply", rollback=RollbackOut.model_validate(done))


@tool("Say that two names mean the same", scope=WRITE, repeats=True)
def memory_alias_add(caller: Caller, asked: schemas.AliasIn) -> answers.AliasAddedOut:
    """Let another name stand for an entity: the graph and questions that name either take both for one."""
    agent = caller.agent(asked.agent)
    done = aliases.add_alias(actor=caller.actor(agent), agent=agent, canonical=asked.canonical, alias=asked.alias)
    return answers.AliasAddedOut.model_validate(done)


@tool("Take another name away", scope=WRITE, destroys=True, told=False)
def memory_alias_remove(caller: Caller, asked: shapes.AliasRemoveIn) -> answers.AliasRemovedOut:
    """Let a name be nobody's other name any more; what it joined falls apart again."""
    agent = caller.agent(asked.agent)
    if not aliases.remove_alias(actor=caller.actor(agent), agent=agent, alias=asked.alias, reason=asked.reason):
        raise NotFound("There is no such name.")
    return answers.AliasRemovedOut(removed=True)


@tool("List other names", scope=READ)
def memory_alias_list(caller: Caller, asked: shapes.AliasesIn) -> answers.AliasPage:
    """List which names stand for which, by name; of one entity when one is named."""
    page = names.list_aliases(
        agent=caller.agent(asked.agent),
        for_curator=caller.sees_all,
        entity=asked.entity,
        after=None if asked.cursor is None else read_cursor(asked.cursor),
        limit=asked.limit,
    )
    return alias_page(page)


@tool("The newest facts as a graph", scope=READ)
def graph_export(caller: Caller, asked: shapes.GraphIn) -> answers.GraphOut:
    """Return the newest facts as nodes and edges; every edge names the memory it comes from."""
    agent = caller.agent(asked.agent)
    return answers.GraphOut.model_validate(
        graph.export_graph(agent=agent, for_curator=caller.sees_all, limit=asked.limit)
    )


TOOLS = by_name(
    [
        memory_get_history,
        memory_get_at,
        memory_invalidate_by_origin,
        memory_alias_add,
        memory_alias_remove,
        memory_alias_list,
        graph_export,
    ]
)

"""Tools about memories: store, find, read, forget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.http import HttpResponse

from knowledge.clock import hub_now
from knowledge.errors import HubError
from knowledge.queries import browse
from knowledge.services import edit, recall, store
from memoryhub.api import answers, problems, schemas
from memoryhub.api.door import Caller
from memoryhub.api.memories import plain_id, stored_each
from memoryhub.api.recall import asked_of
from memoryhub.mcp import shapes
from memoryhub.mcp.registry import by_name, tool
from memoryhub.tokens import READ, WRITE

SUMMARY_DAYS = 7


@tool("Store a memory", scope=WRITE)
def memory_store(caller: Caller, asked: schemas.StoreOneIn) -> answers.StoreOut | HttpResponse:
    """Remember one thing. With subject and predicate it is a fact: a new value replaces the old one from its time on.

    The outcome says what became of it: stored, superseded, history, reaffirmed, ended or extended; held and
    quarantined wait for a person and are not told to anybody until then.
    """
    agent = caller.agent(asked.agent)
    outcome = store.store_many(actor=caller.actor(agent), agent=agent, drafts=[asked.draft()])[0]
    if isinstance(outcome, HubError):
        return problems.of_error(outcome)
    if outcome.outcome == "duplicate":
        return problems.of_copy(outcome.memory.id)
    return answers.StoreOut.model_validate(outcome)


@tool("Store several memories", scope=WRITE)
def memory_store_batch(caller: Caller, asked: shapes.BatchIn) -> answers.BatchOut:
    """Remember up to 100 things in one transaction; each gets its own outcome, a refused one leaves the others."""
    agent = caller.agent(asked.agent)
    return stored_each(actor=caller.actor(agent), agent=agent, items=asked.items)


@tool("Recall what answers a question", scope=READ, brief=True)
def memory_search(caller: Caller, asked: schemas.SearchIn) -> answers.SearchOut:
    """Find what is remembered about a question in plain words. Only what is current; each result says why it is there.

    Mode keyword finds every memory with the words, page by page; recall ranks by all signals. `token_budget` instead of
    `limit` returns as much as fits into that many tokens.
    """
    agent = caller.agent(asked.agent)
    found = recall.recall(actor=caller.actor(agent), agent=agent, request=asked_of(asked))
    return answers.SearchOut.model_validate(found)


@tool("List what was learned last", scope=READ)
def memory_list_recent(caller: Caller, asked: shapes.RecentIn) -> shapes.RecentOut:
    """List the memories that were learned last and are current, newest first."""
    found = browse.recent(agent=caller.agent(asked.agent), limit=asked.limit)
    return shapes.RecentOut(memories=[answers.MemoryOut.model_validate(one) for one in found])


@tool("Summarise a window of time", scope=READ)
def memory_summarize(caller: Caller, asked: shapes.WindowIn) -> shapes.SummaryOut:
    """Say how much was recorded in a window of time and name the most important of it; the same every time it is asked.

    Without `since` the window is the seven days before `until`, without `until` it ends now.
    """
    until = asked.until or hub_now()
    earliest = datetime.min.replace(tzinfo=UTC)
    window = min(timedelta(days=SUMMARY_DAYS), until - earliest)  # there is no day before the first one
    since = asked.since or until - window
    text = browse.summarize(agent=caller.agent(asked.agent), since=since, until=until)
    return shapes.SummaryOut(since=since, until=until, text=text)


@tool("Read a memory", scope=READ)
def memory_read(caller: Caller, asked: shapes.MemoryIn) -> answers.MemoryInFull:
    """Read one memory by its id, with its sources, parents and confirmations."""
    agents = frozenset({caller.agent(asked.agent)})
    memory = browse.read(agents=agents, memory_id=plain_id(asked.memory_id), for_person=caller.sees_all)
    return answers.MemoryInFull.model_validate(memory)


@tool("Read several memories", scope=READ)
def memory_fetch_batch(caller: Caller, asked: shapes.FetchIn) -> answers.FetchOut:
    """Read up to 100 memories by id. Ids that are unknown, foreign or not visible are listed as missing alike."""
    batch = browse.fetch_batch(agent=caller.agent(asked.agent), ids=asked.ids)
    found = answers.FetchOut.of(batch)
    if not asked.include_metadata:
        for memory in found.memories:
            memory.metadata = {}
    return found


@tool("Forget a memory", scope=WRITE, destroys=True, repeats=True, told=False)
def memory_forget(caller: Caller, asked: shapes.ForgetIn) -> answers.ForgetOut:
    """Put a memory into the archive: nothing tells it any more, and a person can bring it back."""
    actor = caller.actor(caller.agent(asked.agent))
    forgotten = edit.forget(actor=actor, memory_id=plain_id(asked.memory_id), reason=asked.reason)
    return answers.ForgetOut(forgotten=forgotten)


TOOLS = by_name(
    [
        memory_store,
        memory_store_batch,
        memory_search,
        memory_list_recent,
        memory_summarize,
        memory_read,
        memory_fetch_batch,
        memory_forget,
    ]
)

"""Tools about pages of the wiki."""

from __future__ import annotations

from django.http import HttpResponse

from knowledge.errors import HubError
from knowledge.queries import wiki
from knowledge.queries import wiki_search as finding
from knowledge.services import wiki_moves
from knowledge.services.wiki import PageConflict, PageDraft, save
from memoryhub.api import problems
from memoryhub.api import wiki_shapes as pages
from memoryhub.api.door import Caller
from memoryhub.api.schemas import QUESTION_CHARACTERS
from memoryhub.api.wiki import SAID, space_of
from memoryhub.mcp import shapes
from memoryhub.mcp.registry import by_name, tool
from memoryhub.tokens import WIKI_READ, WIKI_WRITE


@tool("Find pages", scope=WIKI_READ)
def wiki_search(caller: Caller, asked: shapes.PageSearchIn) -> pages.PageHitsOut:
    """Find pages of the agent's own and the shared wiki by the words of a question; snippets show where."""
    agent = caller.agent(asked.agent)
    found = finding.search_pages(
        actor=caller.actor(agent),
        query=asked.query[:QUESTION_CHARACTERS],
        space=space_of(asked.scope, agent),
        filters=_filters(asked),
        limit=asked.limit,
        expand=asked.expand,
    )
    return pages.PageHitsOut.of(found)


@tool("Read a page", scope=WIKI_READ)
def wiki_read(caller: Caller, asked: shapes.PageReadIn) -> pages.PageInFullOut:
    """Read a page with its text, headings and links; its revision is what a save or a deletion names as its base."""
    agent = caller.agent(asked.agent)
    page = wiki.read_page(actor=caller.actor(agent), space=space_of(asked.scope, agent) or "", path=asked.path)
    return pages.PageInFullOut.of(page)


@tool("List pages", scope=WIKI_READ)
def wiki_list(caller: Caller, asked: shapes.PagesIn) -> pages.PageListOut:
    """List pages by path; `next` sent back as `cursor` goes on."""
    agent = caller.agent(asked.agent)
    page = wiki.list_pages(
        actor=caller.actor(agent),
        space=space_of(asked.scope, agent),
        filters=_filters(asked),
        after=asked.cursor,
        limit=asked.limit,
    )
    return pages.PageListOut(items=[pages.page_out(one) for one in page.items], next=page.next)


@tool("Write a page", scope=WIKI_WRITE, destroys=True)
def wiki_write(caller: Caller, asked: shapes.PageWriteIn) -> pages.SavedOut | HttpResponse:
    """Save the whole text of a page: Markdown with its frontmatter. Name the revision it was made from.

    If somebody saved meanwhile it is refused with the current text, unless `merge` is set and no words are in conflict.
    Every revision is kept. What needs a person's consent is held, not lost.
    """
    agent = caller.agent(asked.agent)
    draft = PageDraft(
        space=space_of(asked.scope, agent) or "",
        path=asked.path,
        text=asked.content,
        base=asked.base_revision or 0,
        comment=asked.comment,
        merges=asked.merge,
        source=asked.learned_from(),
    )
    try:
        done = save(actor=caller.actor(agent), draft=draft)
    except PageConflict as error:
        return problems.of_page_conflict(error)
    except HubError as error:
        if error.code not in SAID:
            raise
        return problems.of_error(error)
    return pages.SavedOut(
        outcome=done.outcome, page=pages.page_out(done.page), review_id=done.review_id, reason=done.reason
    )


@tool("Archive a page", scope=WIKI_WRITE, destroys=True)
def wiki_delete(caller: Caller, asked: shapes.PageDeleteIn) -> pages.ArchivedOut:
    """Put a page into the archive, from which a person can bring it back. Name the revision that you read."""
    agent = caller.agent(asked.agent)
    page = wiki_moves.archive(
        actor=caller.actor(agent),
        space=space_of(asked.scope, agent) or "",
        path=asked.path,
        base=asked.base_revision,
        reason=asked.reason,
    )
    return pages.ArchivedOut(archived=True, page=pages.page_out(page))


def _filters(asked: shapes.PageSearchIn | shapes.PagesIn) -> wiki.PageFilters:
    return wiki.PageFilters(prefix=asked.prefix, layer=asked.layer or "", tag=asked.tag, min_trust=asked.min_trust)


TOOLS = by_name([wiki_search, wiki_read, wiki_list, wiki_write, wiki_delete])

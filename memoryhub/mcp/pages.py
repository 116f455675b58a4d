"""Pages of the wiki as resources: ``wiki://agent/PATH`` is the agent's own, ``wiki://shared/PATH`` everybody's."""

from __future__ import annotations

from urllib.parse import quote, unquote

from mcp import types

from knowledge.errors import NotFound
from knowledge.queries import wiki
from memoryhub import tokens
from memoryhub.api.door import let_in
from memoryhub.api.wiki import space_of
from memoryhub.api.wiki_shapes import PageOut, page_out
from memoryhub.mcp.registry import UNTRUSTED
from memoryhub.tokens import WIKI_READ

SCHEME = "wiki://"
SCOPES = ("agent", "shared")
MARKDOWN = "text/markdown"
_AT_ONCE = 100
_CURSOR = 600

TEMPLATES = [
    types.ResourceTemplate(
        name=f"wiki-{scope}",
        title=title,
        uri_template=f"{SCHEME}{scope}/{{+path}}",
        description=f"A page of {title[0].lower()}{title[1:]}, by its path.",
        mime_type=MARKDOWN,
    )
    for scope, title in zip(SCOPES, ("The agent's wiki", "The shared wiki"), strict=True)
]


def listed(credential: tokens.Credential, cursor: str) -> types.ListResourcesResult:
    """List pages of both wikis, one part at a time.

    A token that may not read the wiki sees none; one that is bound to no agent sees the shared wiki.

    Raises:
        Invalid: the cursor is none.
    """
    if not credential.allows(WIKI_READ):
        return types.ListResourcesResult(resources=[])
    actor = let_in(credential, scope=WIKI_READ, writes=False).actor(credential.agent)
    page = wiki.list_pages(actor=actor, space=None if credential.agent else "", after=cursor[:_CURSOR], limit=_AT_ONCE)
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=address_of(one),
                name=one.path,
                title=one.title or one.path,
                mime_type=MARKDOWN,
                _meta=_about(one),
            )
            for one in map(page_out, page.items)
        ],
        next_cursor=page.next or None,
    )


def read(credential: tokens.Credential, address: str) -> types.ReadResourceResult:
    """Read one page by its address.

    Raises:
        Refused: the token may not read the wiki.
        NotFound: unknown, foreign and hidden alike.
    """
    caller = let_in(credential, scope=WIKI_READ, writes=False)
    agent = caller.agent(None)
    scope, _, path = address.removeprefix(SCHEME).partition("/")
    if not address.startswith(SCHEME) or scope not in SCOPES or not path:
        raise NotFound("There is no such page.")
    page = wiki.read_page(actor=caller.actor(agent), space=space_of(scope, agent) or "", path=unquote(path))
    content = types.TextResourceContents(uri=address, mime_type=MARKDOWN, text=page.text, _meta=_about(page_out(page)))
    return types.ReadResourceResult(contents=[content])


def address_of(page: PageOut) -> str:
    """Return the address of a page."""
    return f"{SCHEME}{page.scope}/{quote(page.path)}"


def _about(page: PageOut) -> dict[str, object]:
    return {"origin": page.origin, "trust": page.trust, "revision": page.revision, UNTRUSTED: True}

"""What callers send to the wiki and what they get."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from knowledge.queries.wiki_search import PageResults
from knowledge.queries.wiki_views import PageInFull
from knowledge.services.types import SourceRef
from memoryhub.api.answers import Instant, Output, WaitingOut
from memoryhub.api.schemas import QUESTION_CHARACTERS, AgentName, AgentQuery, Input, Limit, SourceIn

Scope = Literal["agent", "shared"]
PageLayer = Literal["identity", "core", "context", "deep"]
Trust = float


class ScopeQuery(AgentQuery):
    """Which wiki is meant: the agent's own, or the shared one."""

    scope: Scope = "agent"


class PagesQuery(AgentQuery):
    """Which pages to list: of one wiki, or of both when none is named."""

    scope: Scope | None = None
    prefix: str = Field(default="", max_length=512)
    layer: PageLayer | None = None
    tag: str = Field(default="", max_length=512)
    min_trust: float | None = Field(default=None, ge=0, le=1)
    cursor: str = Field(default="", max_length=600)
    limit: Limit = 50


class PageSearchQuery(AgentQuery):
    """What to look for."""

    query: str = Field(
        max_length=QUESTION_CHARACTERS, description="Its beginning is enough; an address has no room for more."
    )
    scope: Scope | None = None
    prefix: str = Field(default="", max_length=512)
    layer: PageLayer | None = None
    tag: str = Field(default="", max_length=512)
    min_trust: float | None = Field(default=None, ge=0, le=1)
    expand: bool = Field(default=False, description="Also list what is one link away.")
    limit: Limit = 10


class DeletePageQuery(ScopeQuery):
    """What the caller saw of the page it archives."""

    base_revision: int | None = Field(default=None, ge=0, description="The header If-Match says the same.")
    reason: str = Field(default="", max_length=1_000)


class RevisionsQuery(ScopeQuery):
    """Where to go on in the history of a page."""

    before: int | None = Field(default=None, ge=1)
    limit: Limit = 50


class WikiGraphQuery(AgentQuery):
    """Which wiki to draw."""

    scope: Scope | None = None
    limit: int = Field(default=500, ge=1, le=500)


class PageIn(Input):
    """The new text of a page."""

    content: str = Field(description="Markdown with its frontmatter, at most 512 KiB; kept byte for byte.")
    base_revision: int | None = Field(
        default=None, ge=0, description="The revision it was made from; 0 for a new page. If-Match says the same."
    )
    scope: Scope = "agent"
    comment: str = Field(default="", max_length=500)
    merge: bool = Field(default=False, description="Merge with a newer revision when no words are in conflict.")
    source: SourceIn | None = None
    agent: AgentName | None = None
    idempotency_key: str | None = Field(default=None, description="The header Idempotency-Key is preferred.")

    def learned_from(self) -> SourceRef | None:
        """Return where the text was learned."""
        given = self.source
        if given is None:
            return None
        return SourceRef(given.kind, given.session, given.item, given.seq, given.observed_at, given.turn)


class PageOut(Output):
    """A page without its text."""

    id: str
    scope: str = Field(description="agent or shared")
    path: str
    title: str
    tags: list[str]
    layer: str
    trust: float
    source_type: str
    origin: str
    author: str
    sources: list[str]
    related: list[str]
    do_not_inject: bool
    filed: bool
    revision: int
    created_at: Instant
    updated_at: Instant
    updated_by: str


class PageLinkOut(Output):
    """A link of a page; `path` is empty where it leads nowhere the caller may see."""

    target: str
    anchor: str
    path: str | None


class HeadingOut(Output):
    """A heading and the anchor that leads to it."""

    level: int
    text: str
    anchor: str


class PageInFullOut(PageOut):
    """A page with its text."""

    content: str
    headings: list[HeadingOut]
    links: list[PageLinkOut]

    @classmethod
    def of(cls, page: PageInFull) -> PageInFullOut:
        """Return a page as it is sent."""
        return cls(
            **page_out(page).model_dump(),
            content=page.text,
            headings=[HeadingOut(level=level, text=text, anchor=anchor) for level, text, anchor in page.headings],
            links=[PageLinkOut.model_validate(one) for one in page.links],
        )


class SavedOut(WaitingOut):
    """What a save did."""

    outcome: str = Field(description="created, saved, merged, unchanged or held")
    page: PageOut
    review_id: str | None


class PageListOut(Output):
    """Pages by path."""

    items: list[PageOut]
    next: str | None


class PageHitOut(Output):
    """A page that was found: score = relevance × (0.5 + trust) × source factor."""

    page: PageOut
    score: float
    relevance: float
    source_factor: float
    snippet: str
    marks: list[tuple[int, int]]


class PageHitsOut(Output):
    """Pages that were found, best first; what is one link away is a list of its own."""

    items: list[PageHitOut]
    nearby: list[PageOut]
    total: int

    @classmethod
    def of(cls, found: PageResults) -> PageHitsOut:
        """Return results as they are sent."""
        return cls(
            items=[
                PageHitOut(
                    page=page_out(one.page),
                    score=one.score,
                    relevance=one.relevance,
                    source_factor=one.source_factor,
                    snippet=one.snippet,
                    marks=list(one.marks),
                )
                for one in found.hits
            ],
            nearby=[page_out(one) for one in found.nearby],
            total=found.total,
        )


class RevisionOut(Output):
    """One revision of a page; the number is missing for one that is held or was rejected."""

    number: int | None
    base: int
    standing: str
    action: str
    path: str
    origin: str
    by: str
    door: str
    comment: str
    at: Instant


class RevisionsOut(Output):
    """The history of a page, newest first."""

    items: list[RevisionOut]


class WikiNodeOut(Output):
    """A page or a topic."""

    id: str
    label: str
    kind: str = Field(description="page, tag or folder")
    degree: int
    path: str


class WikiEdgeOut(Output):
    """Two nodes that belong together."""

    source: str
    target: str
    kind: str = Field(description="link, topic or related")


class WikiGraphOut(Output):
    """Pages and what joins them; at most 500 nodes."""

    nodes: list[WikiNodeOut]
    edges: list[WikiEdgeOut]
    total: int
    is_cut: bool


class ArchivedOut(Output):
    """A page that went to the archive."""

    archived: bool
    page: PageOut


def page_out(page: object) -> PageOut:
    """Return a page as it is sent."""
    return PageOut.model_validate(_Scoped(page))


class _Scoped:
    """A page whose space is told as a scope: the names of agents stay where they are."""

    def __init__(self, page: object) -> None:
        self._page = page

    def __getattr__(self, name: str) -> object:
        if name == "scope":
            return "shared" if self._page.space == "" else "agent"  # type: ignore[attr-defined]
        return getattr(self._page, name)

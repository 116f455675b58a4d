"""What tools take and give where the REST door has no such shape: there the same parts stand in the address."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator

from knowledge.queries.mistakes import MOST_RELEVANT
from memoryhub.api.answers import Instant as InstantOut
from memoryhub.api.answers import MemoryOut, Output
from memoryhub.api.schemas import QUESTION_CHARACTERS, AgentName, Input, Instant, Limit, StoreIn
from memoryhub.api.wiki_shapes import PageIn, PageLayer, Scope

BATCH = 100
Reason = Annotated[str, Field(max_length=1_000, description="Why; it goes into the audit.")]
PagePath = Annotated[
    str, Field(max_length=512, description="Path of the page in its wiki, for example notes/kyoto.md.")
]
Name = Annotated[str, Field(max_length=1_000)]


class AboutAgent(Input):
    """Whose memory is meant."""

    agent: AgentName | None = None


class Repeatable(AboutAgent):
    """A write that may be sent twice."""

    idempotency_key: str | None = None


def _as_it_is(value: Any) -> Any:
    if not isinstance(value, list) or not 1 <= len(value) <= BATCH:
        raise ValueError(f"Send a list of 1 to {BATCH} items.")
    return value


class BatchIn(Repeatable):
    """Memories to store in one transaction; each gets its own outcome."""

    # Each is read on its own, so that one that is wrong leaves the others untouched.
    items: Annotated[
        list[Any],
        PlainValidator(
            _as_it_is,
            json_schema_input_type=Annotated[list[StoreIn], Field(min_length=1, max_length=BATCH)],
        ),
    ]


class RecentIn(AboutAgent):
    """How many."""

    limit: Limit = 10


class RecentOut(Output):
    """What is current, newest learned first."""

    memories: list[MemoryOut]


class WindowIn(AboutAgent):
    """A window of time; the last seven days if absent."""

    since: Instant | None = None
    until: Instant | None = None


class SummaryOut(Output):
    """How much there is, and the most important of it, as lines of text."""

    since: InstantOut
    until: InstantOut
    text: str


class MemoryIn(AboutAgent):
    """One memory."""

    memory_id: str = Field(max_length=200)


class ForgetIn(Repeatable):
    """One memory to forget."""

    memory_id: str = Field(max_length=200)
    reason: Reason = ""


class FetchIn(AboutAgent):
    """Memories to read."""

    ids: list[str] = Field(description="1 to 100 ids; one that is named twice is answered once.")
    include_metadata: bool = Field(default=True, description="Whether to tell the metadata of each; if not, {}.")


class FactIn(AboutAgent):
    """One fact."""

    subject: Name
    predicate: Name
    object: Annotated[str, Field(max_length=2_000)] | None = None


class AtIn(FactIn):
    """One fact at a moment, as known now or at another moment."""

    at: Instant
    known_at: Instant | None = None


class InvalidateIn(AboutAgent):
    """An origin to take back."""

    origin: str = Field(max_length=512, description="The whole text; no part of another one matches.")
    reason: Reason
    since: Instant | None = Field(default=None, description="Only what was learned at or after this moment.")
    dry_run: bool = Field(default=True, description="Only say what would be closed; false does it.")


class AliasRemoveIn(Repeatable):
    """A name that is to be nobody's other name any more."""

    alias: Name
    reason: Reason = ""


class AliasesIn(AboutAgent):
    """Which other names."""

    entity: Name = Field(default="", description="Only names of this entity, itself named in any way.")
    limit: Limit = 50
    cursor: str | None = Field(default=None, max_length=12_000, pattern=r"^[A-Za-z0-9_-]*$")


class GraphIn(AboutAgent):
    """How much of the graph."""

    limit: int = Field(default=500, ge=1, le=2_000, description="Most facts, newest learned first.")


class RelevantIn(AboutAgent):
    """What is about to be answered."""

    message: str = Field(max_length=20_000, description=f"Its first {QUESTION_CHARACTERS} characters count.")
    limit: Annotated[int, Field(ge=1, le=MOST_RELEVANT)] = 3


class PageSearchIn(AboutAgent):
    """What to look for in the wiki."""

    query: str = Field(max_length=20_000, description=f"Its first {QUESTION_CHARACTERS} characters count.")
    scope: Scope | None = None
    prefix: str = Field(default="", max_length=512)
    layer: PageLayer | None = None
    tag: str = Field(default="", max_length=512)
    min_trust: Annotated[float, Field(ge=0, le=1)] | None = None
    expand: bool = Field(default=False, description="Also list what is one link away.")
    limit: Limit = 10


class PagesIn(AboutAgent):
    """Which pages to list: of one wiki, or of both when none is named."""

    prefix: str = Field(default="", max_length=512, description="Of the path; a folder with its /.")
    scope: Scope | None = None
    layer: PageLayer | None = None
    tag: str = Field(default="", max_length=512)
    min_trust: Annotated[float, Field(ge=0, le=1)] | None = None
    cursor: str = Field(default="", max_length=600)
    limit: Limit = 50


class PageReadIn(AboutAgent):
    """One page."""

    path: PagePath
    scope: Scope = "agent"


class PageWriteIn(PageIn):
    """The new text of a page."""

    path: PagePath


class PageDeleteIn(Repeatable):
    """A page to archive, as the caller saw it."""

    path: PagePath
    base_revision: int = Field(ge=0, description="The revision that you read.")
    scope: Scope = "agent"
    reason: Reason = ""

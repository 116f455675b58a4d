"""Putting a text on a page: everything that is made from it, inside one write."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest, new_id
from knowledge.engine.text import analyze
from knowledge.engine.wiki.frontmatter import FrontmatterError, Meta, read
from knowledge.engine.wiki.likeness import sketch
from knowledge.engine.wiki.paths import MOST_BYTES as LONGEST_PATH
from knowledge.engine.wiki.paths import PathError, checked_path, name_key, name_of, path_key
from knowledge.engine.wiki.render import Rendered, render
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.models import WikiPage, WikiRevision, WikiSource
from knowledge.models.wiki import HELD, KEPT, LIVE, SHARED
from knowledge.queries.textindex import PAGES
from knowledge.services import index
from knowledge.services.scanning import texts_in
from knowledge.services.wiki_changes import note_change
from knowledge.services.wiki_links import KEY_CHARACTERS, link, relink

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor, SourceRef
    from knowledge.engine.wiki.standing import Standing
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

MOST_BYTES: Final = 512 * 1024
"""UTF-8 bytes of a page."""

COMMENT_CHARACTERS: Final = 500
_PUTS: Final = "pages_put"
_MARKUP: Final = " \t#>-*+|"
_PLAIN_CHARACTERS: Final = 600_000


@dataclass(slots=True)
class Ready:
    """A text that passed every check that needs no database.

    Attributes:
        tokens: of the text index, with repetitions.
    """

    path: str
    text: str
    meta: Meta
    drawn: Rendered
    title: str
    tokens: list[str] = field(default_factory=list)

    def texts(self) -> list[tuple[str, str]]:
        """Return everything an agent may see of it later, with what it is."""
        # What is read as it was written is scanned once: beside the text only the lines that its markup hides.
        written = {line.strip(_MARKUP) for line in self.text.splitlines()}
        shown = "\n".join(line for line in self.drawn.plain.splitlines() if line.strip(_MARKUP) not in written)
        found = [("path", self.path), ("content", self.text), *([("content", shown)] if shown else [])]
        return [*found, *(("frontmatter", text) for text in texts_in(dict(self.meta.everything)) if text)]


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes a revision, and why.

    Attributes:
        action: one of the actions of a revision.
        origin: of what is written, `class` or `class:name`.
    """

    actor: Actor
    origin: str
    action: str = "saved"
    comment: str = ""
    source: SourceRef | None = None


def plain_path(path: object) -> str:
    """Return a page's path as it is stored.

    Raises:
        Invalid: no page may have it.
    """
    try:
        return checked_path(path)
    except PathError as error:
        raise Invalid(str(error), field="path", code="bad_path") from error


def known_path(path: object) -> str:
    """Return the path of a page that should be there.

    Raises:
        NotFound: no page may have it, so none does.
    """
    try:
        return plain_path(path)
    except Invalid:
        raise NotFound("There is no such page.") from None


def ready(path: str, text: object) -> Ready:
    """Check a text, take it apart and draw it.

    Raises:
        Invalid: the path or the frontmatter breaks a rule, or the text holds a NUL or half a character.
        TooLarge: it has more than 512 KiB.
    """
    path = plain_path(path)
    if not isinstance(text, str):
        raise Invalid("The content of a page is text.", field="content")
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise TooLarge(f"A page has at most {MOST_BYTES // 1024} KiB; split it.", field="content")
    if "\0" in text:
        raise Invalid("The text contains a NUL character; remove it.", field="content")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Invalid("The text contains half of a surrogate pair; send valid Unicode.", field="content") from error
    try:
        meta = read(text)
    except FrontmatterError as error:
        raise Invalid(str(error), field=error.key, code="bad_frontmatter") from error
    drawn = render(text)
    title = meta.title or next((one.text[:300] for one in drawn.headings if one.level == 1 and one.text), name_of(path))
    tokens = analyze("\n".join([name_of(path), title, *meta.tags, drawn.plain[:_PLAIN_CHARACTERS]]))
    return Ready(path, text, meta, drawn, title[:300], tokens)


def checked_comment(comment: object) -> str:
    """Return the comment of a revision in one line.

    Raises:
        Invalid: it is too long or no text.
    """
    if not isinstance(comment, str) or len(comment) > COMMENT_CHARACTERS or not comment.isprintable():
        raise Invalid(f"A comment is one line of at most {COMMENT_CHARACTERS} characters.", field="comment")
    return comment.strip()


def new_page(opened: WriteTransaction, agent: Agent | None, path: str, writing: Writing, standing: str) -> WikiPage:
    """Return a page that has no text yet; nothing is written."""
    return WikiPage(
        id=new_id("w", opened.now),
        space=agent.pk if agent else SHARED,
        agent=agent,
        path=path,
        path_key=path_key(path),
        name_key=name_key(path)[:KEY_CHARACTERS],
        title=name_of(path)[:300],
        title_key="",
        origin=writing.origin,
        standing=standing,
        created_at=opened.now,
        updated_at=opened.now,
        updated_by=writing.actor.name[:200],
    )


@dataclass(frozen=True, slots=True)
class Put:
    """A page that has just got a text, and what is still to be written about it.

    Attributes:
        page: its row; written already unless it is new.
        what: the text.
        names: that were taken or became free with it.
        revision: the new one, None where an earlier one is shown.
        source: where that was learned.
    """

    page: WikiPage
    what: Ready
    names: frozenset[str]
    revision: WikiRevision | None = None
    source: SourceRef | None = None


def put(opened: WriteTransaction, page: WikiPage, what: Ready, standing: Standing, writing: Writing) -> WikiRevision:
    """Make a text the page's next revision, with everything that is made from it.

    Args:
        opened: the write.
        page: its row, locked; a new one is written here. It is live afterwards.
        what: the text.
        standing: where the page stands with it.
        writing: by whom and why.
    """
    number, base = _next_number(page), page.revision
    page.updated_at, page.updated_by = opened.now, writing.actor.name[:200]
    names = _taken(page, what, standing, number)
    revision = _revision(opened, page, what.text, writing, number=number, base=base)
    done = Put(page, what, names, revision, writing.source)
    waiting: list[Put] | None = opened.shared.get(_PUTS)
    if waiting is None:
        _settle([done])
    else:
        waiting.append(done)
    return revision


def set_text(page: WikiPage, what: Ready, standing: Standing, *, number: int) -> None:
    """Let a page have a text and everything that is made from it; it is live afterwards.

    Args:
        page: its row, locked.
        what: the text.
        standing: where the page stands with it.
        number: of the revision.
    """
    _settle([Put(page, what, _taken(page, what, standing, number))])


@contextmanager
def together(opened: WriteTransaction) -> Iterator[None]:
    """Write what is made from many pages at once, when the last of them has its text.

    Until then new pages, revisions, links and the index are not written, so nothing in between may look for them.
    """
    waiting: list[Put] = []
    opened.shared[_PUTS] = waiting
    try:
        yield
    finally:
        del opened.shared[_PUTS]
    _settle(waiting)


def _taken(page: WikiPage, what: Ready, standing: Standing, number: int) -> frozenset[str]:
    """Give a page its text, written unless the page is new; return the names that were taken or became free."""
    was_live = page.standing == LIVE
    names = {*_names_of(page)} if was_live else set()
    fill(page, what, standing)
    page.revision, page.standing, page.archived_at = number, LIVE, None
    if page.pk is not None:
        page.save()
    note_change(page.space)
    now = {*_names_of(page)}
    return frozenset(names | now) if now != names or not was_live else frozenset()


def _settle(puts: Sequence[Put]) -> None:
    known = [one.page.pk for one in puts if one.page.pk is not None]
    WikiPage.objects.bulk_create([one.page for one in puts if one.page.pk is None])
    WikiRevision.objects.bulk_create([one.revision for one in puts if one.revision is not None])
    WikiSource.objects.bulk_create(
        [_source(one.page, one.revision, one.source) for one in puts if one.revision is not None and one.source]
    )
    index.remove(known, PAGES)
    index.add([(one.page.pk, one.page.space, one.what.tokens) for one in puts], PAGES)
    link([(one.page, one.what.drawn.links) for one in puts], known=known)
    for space in dict.fromkeys(one.page.space for one in puts):
        here = [one for one in puts if one.page.space == space]
        relink(space, {name for one in here for name in one.names}, but=[one.page.pk for one in here])


def fill(page: WikiPage, what: Ready, standing: Standing) -> None:
    """Set every column that is made from a text; nothing is written."""
    page.path, page.path_key = what.path, path_key(what.path)
    page.name_key = name_key(what.path)[:KEY_CHARACTERS]
    page.title, page.title_key = what.title, normalize_key(what.title)[:KEY_CHARACTERS]
    page.tags, page.sources, page.related = list(what.meta.tags), list(what.meta.sources), list(what.meta.related)
    page.author = what.meta.author
    page.text, page.html, page.plain = what.text, what.drawn.html, what.drawn.plain
    page.headings = [[one.level, one.text, one.anchor] for one in what.drawn.headings]
    page.token_count, page.sketch = len(what.tokens), sketch(what.tokens)
    page.trust, page.source_type, page.layer = standing.trust, standing.source_type, standing.layer
    page.origin, page.do_not_inject = standing.origin, standing.do_not_inject
    page.visible_to = None if standing.visible_to is None else list(standing.visible_to)


def hold(opened: WriteTransaction, page: WikiPage, text: str, writing: Writing, *, reason: str) -> WikiRevision:
    """Write a revision that waits for a person, and the page if it is new."""
    if page.pk is None:
        page.save(force_insert=True)
    revision = _revision(opened, page, text, writing, number=None, base=page.revision, reason=reason)
    revision.save(force_insert=True)
    if writing.source is not None:
        _source(page, revision, writing.source).save(force_insert=True)
    return revision


def held_already(page: WikiPage, text: str, writing: Writing) -> WikiRevision | None:
    """Return the revision in which the same text of the same origin waits already, None when there is none.

    It is learned from where the text comes from now, too.
    """
    if page.pk is None:
        return None
    rows = WikiRevision.objects.filter(page=page, standing=HELD, base=page.revision, origin=writing.origin, text=text)
    revision = rows.order_by("-at").first()
    if revision is not None and writing.source is not None:
        row = _source(page, revision, writing.source)
        same = WikiSource.objects.filter(revision=revision, kind=row.kind, session=row.session, item=row.item)
        if not same.exists():
            row.save(force_insert=True)
    return revision


def _revision(
    opened: WriteTransaction,
    page: WikiPage,
    text: str,
    writing: Writing,
    *,
    number: int | None,
    base: int,
    reason: str = "",
) -> WikiRevision:
    actor = writing.actor
    return WikiRevision(
        id=new_id("r", opened.now),
        page=page,
        number=number,
        base=base,
        standing=HELD if number is None else KEPT,
        reason=reason,
        action=writing.action,
        path=page.path,
        text=text,
        origin=writing.origin,
        by_kind=actor.kind,
        by=actor.name[:200],
        door=actor.door,
        comment=writing.comment,
        at=opened.now,
    )


def _source(page: WikiPage, revision: WikiRevision, source: SourceRef) -> WikiSource:
    return WikiSource(
        page=page,
        revision=revision,
        kind=source.kind,
        session=source.session,
        item=source.item,
        sequence=source.sequence,
        observed_at=source.observed_at,
    )


def take_down(page: WikiPage) -> None:
    """Take a page out of the index and away from whoever links to it; its row is written by the caller."""
    note_change(page.space)
    index.remove([page.number], PAGES)
    relink(page.space, {*_names_of(page)}, but=[page.number])


def _next_number(page: WikiPage) -> int:
    if page.pk is None:
        return 1
    rows = WikiRevision.objects.filter(page=page, number__isnull=False).order_by("-number")
    return (rows.values_list("number", flat=True).first() or 0) + 1


def _names_of(page: WikiPage) -> list[str]:
    return [page.name_key, page.title_key.rsplit("/", 1)[-1]]


def revision_text(page: WikiPage, number: int) -> str | None:
    """Return the text a page had at one of its revisions, None when there is no such one."""
    rows = WikiRevision.objects.filter(page=page, number=number)
    return rows.values_list("text", flat=True).first()


def audit_details(page: WikiPage, **more: Any) -> dict[str, Any]:
    """Return what the audit keeps of a write to a page: ids, numbers and digests, never text."""
    return {"revision": page.revision, "shared": page.space == SHARED, "digest": digest(page.text), **more}


def held_today(space: int, now: datetime) -> int:
    """Return how many writes to a wiki were held since the day began (UTC)."""
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return WikiRevision.objects.filter(page__space=space, number__isnull=True, at__gte=day).count()


assert LONGEST_PATH <= 512  # what the columns hold

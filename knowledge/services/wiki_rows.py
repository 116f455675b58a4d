"""Putting a text on a page: everything that is made from it, inside one write."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Q

from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest, new_id
from knowledge.engine.text import analyze
from knowledge.engine.wiki.frontmatter import FrontmatterError, Meta, read
from knowledge.engine.wiki.likeness import sketch
from knowledge.engine.wiki.links import Pages, name_keys
from knowledge.engine.wiki.paths import MOST_BYTES as LONGEST_PATH
from knowledge.engine.wiki.paths import PathError, checked_path, name_key, name_of, path_key
from knowledge.engine.wiki.render import Rendered, render
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.models import WikiLink, WikiPage, WikiRevision, WikiSource
from knowledge.models.wiki import HELD, KEPT, LIVE, SHARED
from knowledge.queries.textindex import PAGES
from knowledge.services import index
from knowledge.services.scanning import texts_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor, SourceRef
    from knowledge.engine.wiki.markdown import PageLink
    from knowledge.engine.wiki.standing import Standing
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

MOST_BYTES: Final = 512 * 1024
"""UTF-8 bytes of a page."""

COMMENT_CHARACTERS: Final = 500
_KEY_CHARACTERS: Final = 600
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
    """Return a page that has no text yet, written."""
    page = WikiPage(
        id=new_id("w", opened.now),
        space=agent.pk if agent else SHARED,
        agent=agent,
        path=path,
        path_key=path_key(path),
        name_key=name_key(path)[:_KEY_CHARACTERS],
        title=name_of(path)[:300],
        title_key="",
        origin=writing.origin,
        standing=standing,
        created_at=opened.now,
        updated_at=opened.now,
        updated_by=writing.actor.name[:200],
    )
    page.save(force_insert=True)
    return page


def put(opened: WriteTransaction, page: WikiPage, what: Ready, standing: Standing, writing: Writing) -> WikiRevision:
    """Make a text the page's next revision, with everything that is made from it.

    Args:
        opened: the write.
        page: its row, locked; it is live afterwards.
        what: the text.
        standing: where the page stands with it.
        writing: by whom and why.
    """
    revision = new_revision(opened, page, what.text, writing, number=_next_number(page), base=page.revision)
    page.updated_at, page.updated_by = opened.now, writing.actor.name[:200]
    set_text(page, what, standing, number=revision.number or 0)
    return revision


def set_text(page: WikiPage, what: Ready, standing: Standing, *, number: int) -> None:
    """Let a page have a text and everything that is made from it; it is live afterwards.

    Args:
        page: its row, locked.
        what: the text.
        standing: where the page stands with it.
        number: of the revision.
    """
    was_live = page.standing == LIVE
    names = {*_names_of(page)} if was_live else set()
    fill(page, what, standing)
    page.revision, page.standing, page.archived_at = number, LIVE, None
    page.save()
    index.remove([page.number], PAGES)
    index.add([(page.number, page.space, what.tokens)], PAGES)
    link(page, what.drawn.links)
    now = {*_names_of(page)}
    if now != names or not was_live:
        relink(page.space, names | now, except_page=page.number)


def fill(page: WikiPage, what: Ready, standing: Standing) -> None:
    """Set every column that is made from a text; nothing is written."""
    page.path, page.path_key = what.path, path_key(what.path)
    page.name_key = name_key(what.path)[:_KEY_CHARACTERS]
    page.title, page.title_key = what.title, normalize_key(what.title)[:_KEY_CHARACTERS]
    page.tags, page.sources, page.related = list(what.meta.tags), list(what.meta.sources), list(what.meta.related)
    page.author = what.meta.author
    page.text, page.html, page.plain = what.text, what.drawn.html, what.drawn.plain
    page.headings = [[one.level, one.text, one.anchor] for one in what.drawn.headings]
    page.token_count, page.sketch = len(what.tokens), sketch(what.tokens)
    page.trust, page.source_type, page.layer = standing.trust, standing.source_type, standing.layer
    page.origin, page.do_not_inject = standing.origin, standing.do_not_inject
    page.visible_to = None if standing.visible_to is None else list(standing.visible_to)


def new_revision(
    opened: WriteTransaction,
    page: WikiPage,
    text: str,
    writing: Writing,
    *,
    number: int | None,
    base: int,
    reason: str = "",
) -> WikiRevision:
    """Write a revision; without a number it is held for the reason given."""
    actor = writing.actor
    revision = WikiRevision(
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
    revision.save(force_insert=True)
    if writing.source is not None:
        add_source(page, revision, writing.source)
    return revision


def add_source(page: WikiPage, revision: WikiRevision, source: SourceRef) -> None:
    """Note where a revision was learned."""
    WikiSource.objects.create(
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
    index.remove([page.number], PAGES)
    relink(page.space, {*_names_of(page)}, except_page=page.number)


def _next_number(page: WikiPage) -> int:
    rows = WikiRevision.objects.filter(page=page, number__isnull=False).order_by("-number")
    return (rows.values_list("number", flat=True).first() or 0) + 1


def _names_of(page: WikiPage) -> list[str]:
    return [page.name_key, page.title_key.rsplit("/", 1)[-1]]


# ------------------------------------------------------------------ links


def link(page: WikiPage, links: Sequence[PageLink]) -> None:
    """Write down what a page links to now."""
    WikiLink.objects.filter(source=page).delete()
    rows = [
        WikiLink(
            source=page,
            place=one.place,
            target=one.target,
            key=name_keys(one.target)[:_KEY_CHARACTERS],
            anchor=one.anchor,
        )
        for one in links
    ]
    meant = meanings(page.space, page.path, [row.target for row in rows])
    for row in rows:
        row.page_id = meant.get(row.target)
    WikiLink.objects.bulk_create(rows, batch_size=200)


def relink(space: int, names: Collection[str], *, except_page: int) -> None:
    """Find out anew what links mean that ask for names which were taken or became free."""
    asked = WikiLink.objects.filter(key__in=[name for name in names if name]).exclude(source=except_page)
    asked = asked.filter(source__standing=LIVE)
    if space != SHARED:
        asked = asked.filter(source__space=space)
    changed = []
    by_source: dict[tuple[int, str], list[WikiLink]] = {}
    for row in asked.select_related("source").only("target", "page", "source__space", "source__path"):
        by_source.setdefault((row.source.space, row.source.path), []).append(row)
    found = _candidates({key[0] for key in by_source}, [row.target for rows in by_source.values() for row in rows])
    for (place, path), rows in by_source.items():
        for row in rows:
            meant = _meaning(found, place, path, row.target)
            if meant != row.page_id:
                row.page_id = meant
                changed.append(row)
    WikiLink.objects.bulk_update(changed, ["page"], batch_size=200)


def meanings(space: int, path: str, targets: Iterable[str]) -> dict[str, int]:
    """Return the number of the page each target of links on a page means; those that mean none are left out.

    A page's own wiki is searched first, then the shared one.
    """
    listed = list(targets)
    found = _candidates({space}, listed)
    meant = {target: _meaning(found, space, path, target) for target in dict.fromkeys(listed)}
    return {target: number for target, number in meant.items() if number is not None}


def _candidates(spaces: Collection[int], targets: Sequence[str]) -> dict[int, tuple[Pages, dict[str, int]]]:
    """Return the pages that could be meant, by space: to be found by path or name, and their numbers by path."""
    names = {name_keys(target)[:_KEY_CHARACTERS] for target in targets}
    titles = {normalize_key(target)[:_KEY_CHARACTERS] for target in targets} | names
    found: dict[int, tuple[Pages, dict[str, int]]] = {}
    listed = sorted((names | titles) - {""})
    for start in range(0, len(listed), 300):
        some = listed[start : start + 300]
        rows = WikiPage.objects.filter(
            Q(name_key__in=some) | Q(title_key__in=some), space__in={*spaces, SHARED}, standing=LIVE
        )
        for space, path, title, number in rows.values_list("space", "path", "title", "number"):
            pages, numbers = found.setdefault(space, (Pages(), {}))
            if path not in numbers:
                pages.add(path, title)
                numbers[path] = number
    return found


def _meaning(found: dict[int, tuple[Pages, dict[str, int]]], space: int, path: str, target: str) -> int | None:
    for place in dict.fromkeys((space, SHARED)):
        pages, numbers = found.get(place, (None, {}))
        meant = pages.find(target, source=path) if pages else None
        if meant is not None:
            return numbers[meant]
    return None


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

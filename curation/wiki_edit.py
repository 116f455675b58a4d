"""The editor: what was typed becomes a text, byte for byte where nothing was typed, and opens again as it was."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from curation import access
from curation.wiki_links import Scope, crumbs_of, page_href
from curation.wiki_page import one_heading
from curation.wiki_samples import samples
from curation.wiki_words import LAYERS
from knowledge.engine.text import UNSPACED
from knowledge.engine.wiki.frontmatter import FrontmatterError, Meta, changed, read, split
from knowledge.engine.wiki.merge import Merge, merge
from knowledge.engine.wiki.paths import PathError, checked_path, name_of
from knowledge.errors import HubError, Invalid, NotFound
from knowledge.queries import wiki, wiki_page
from knowledge.services.wiki import PageDraft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import QueryDict

    from knowledge.queries.wiki_page import ForEditing
    from knowledge.services.types import Actor
    from knowledge.services.wiki import PageConflict, SaveOutcome

_UNFIT = re.compile(r'[\\/<>:"|?*#^\[\]\x00-\x1f]+')
_JOINED = re.compile(rf"[\s{UNSPACED}]")
_SEPARATORS = re.compile(r"[,、，]")
TAKEN = "There is a page at this path already; choose another path, or open that page."
CONTEXT = 180
"""Characters of unchanged text that are shown around a change."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the editor.

    Attributes:
        space, path: of the page; an empty path is taken from the title.
        text: frontmatter and all.
        base: the revision it was made from; 0 for a new page.
        is_raw: whether the frontmatter is typed as text instead of in fields.
    """

    space: str
    path: str
    text: str
    base: int = 0
    comment: str = ""
    is_raw: bool = False

    def draft(self) -> PageDraft:
        """Return what is saved."""
        return PageDraft(self.space, self.path, self.text, base=self.base, comment=self.comment)


def opened(space: str, path: str, actor: Actor, params: Mapping[str, str]) -> tuple[Typed, ForEditing]:
    """Return what the editor of a page opens with: this person's draft when there is one, else the page.

    Raises:
        NotFound: there is no such page for this person, and no draft of it.
    """
    access.check_may_curate(actor)
    found = wiki_page.for_editing(actor=actor, space=space, path=path)
    if not found.base and found.draft is None:
        raise NotFound("There is no such page.")
    text, base = (found.draft[0], found.draft[1]) if found.draft else (found.text, found.base)
    return Typed(space, path, text, base, is_raw="raw" in params), found


def blank(space: str, actor: Actor, params: Mapping[str, str]) -> tuple[Typed, ForEditing]:
    """Return what the editor of a new page opens with.

    Raises:
        NotFound: not this person's agent.
    """
    access.check_may_curate(actor)
    path = params.get("path", "")
    found = wiki_page.for_editing(actor=actor, space=space, path=path)
    if found.draft and not found.base:
        return Typed(space, path, found.draft[0], is_raw="raw" in params), found
    text = ""
    sample = samples().get(params.get("sample", ""))
    if sample:
        text = sample.text
    if path:
        text = changed(text, {"title": name_of(path)})
    return Typed(space, path, text, is_raw="raw" in params), found


def typed(data: QueryDict, space: str, path: str, before: str) -> Typed:
    """Read what was typed.

    Args:
        data: of the form.
        space, path: of the page; the path of a new one is typed.
        before: the text the page has now; what differs from it only by line endings is it.

    Raises:
        Invalid: the frontmatter cannot be read, so its fields cannot be set.
    """
    base = data.get("base", "0")
    title = " ".join(data.get("title", "").split())
    path = path or data.get("path", "").strip() or _path_of(title)
    head, body = plain(data.get("head", "")), plain(data.get("body", ""))
    is_raw = "text" in data
    text = plain(data.get("text", "")) if is_raw else head + body
    said = Typed(
        space=space,
        path=path,
        text=text,
        base=int(base) if base.isascii() and base.isdigit() and len(base) < 18 else 0,
        comment=" ".join(data.get("comment", "").split()),
        is_raw=is_raw,
    )
    if not is_raw:
        said = replace(said, text=_with_fields(text, title, data))
    return replace(said, text=restored(said.text, before))


def as_typed(data: QueryDict, space: str, path: str) -> Typed:
    """Return what was typed as one text, whether or not it can be read; the fields are set where they can be."""
    try:
        return typed(data, space, path, "")
    except Invalid:
        title = " ".join(data.get("title", "").split())
        text = plain(data.get("head", "")) + plain(data.get("body", ""))
        base = data.get("base", "0")
        number = int(base) if base.isascii() and base.isdigit() and len(base) < 18 else 0
        return Typed(space, path or data.get("path", "").strip() or _path_of(title), text, number, is_raw=True)


def with_view(said: Typed, asked: str) -> Typed:
    """Return the editor with the frontmatter as text (`raw`) or in fields (`fields`)."""
    return replace(said, is_raw={"raw": True, "fields": False}.get(asked, said.is_raw))


def taken(said: Typed) -> Invalid:
    """Return what is said where a new page has the path of another one."""
    return Invalid(TAKEN, field="path")


def outcome_words(outcome: SaveOutcome) -> tuple[int, str]:
    """Return what became of a save, as the level and the words of a notice."""
    words = {
        "created": _("The page is there."),
        "saved": _("Saved."),
        "merged": _("Saved, together with what somebody else changed."),
        "unchanged": _("Nothing had changed."),
        "held": _("It waits for a decision; until then the page stays as it was."),
    }
    level = messages.WARNING if outcome.outcome == "held" else messages.SUCCESS
    return level, words.get(outcome.outcome, _("Saved."))


def _with_fields(text: str, title: str, data: QueryDict) -> str:
    """Set what the fields say where it differs from what the text says."""
    try:
        meta = read(text)
        tags = [one.strip() for one in _SEPARATORS.split(data.get("tags", "")) if one.strip()]
        layer = data.get("layer", "")
        changes: dict[str, Any] = {}
        if title != meta.title:
            changes["title"] = title or None
        if tuple(dict.fromkeys(tags)) != meta.tags:
            changes["tags"] = tags or None
        if layer != meta.layer and layer in {"", *LAYERS}:
            changes["layer"] = layer or None
        return changed(text, changes) if changes else text
    except FrontmatterError as error:
        raise Invalid(str(error), field="content", code="bad_frontmatter") from error


def _path_of(title: str) -> str:
    name = " ".join(_UNFIT.sub(" ", title).split()).strip(". _")
    return f"{name}.md" if name else ""


def plain(text: str) -> str:
    """Return a text of a form with the line ends it was typed with: forms send another kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def restored(text: str, before: str) -> str:
    """Return a typed text with the line ends the page has; the page's own text where nothing else differs."""
    if plain(before) == text:
        return before
    return text.replace("\n", "\r\n") if before.count("\r\n") * 2 > before.count("\n") else text


def editor_context(
    said: Typed, found: ForEditing, actor: Actor, *, error: HubError | None = None, preview: bool = False
) -> dict[str, Any]:
    """Return what the editor shows.

    Args:
        said: what stands in it.
        found: the page as it is.
        actor: who types.
        error: why the last save was refused.
        preview: whether to draw what was typed.
    """
    try:
        meta, unreadable = read(said.text), ""
    except FrontmatterError as wrong:
        meta, unreadable = Meta(), _(str(wrong))
    head, body = split(said.text)
    is_new = not found.base
    address = page_href(said.space, said.path, "wiki-edit") if not is_new else Scope(said.space).to("wiki-new")
    return {
        "now": timezone.now(),
        "said": said,
        "scope": Scope(said.space),
        "is_new": is_new,
        "title": found.title or (name_of(said.path) if said.path else ""),
        "meta": meta,
        "head": head,
        "body": body,
        "tags": ", ".join(meta.tags),
        "unstated": LAYERS[found.layer].label if found.layer in LAYERS else "",
        "layers": [(name, word) for name, word in LAYERS.items()],
        "raw": said.is_raw or bool(unreadable),
        "unreadable": unreadable,
        "error": _message(error) if error else "",
        "error_field": error.field if error else "",
        "action": address,
        "draft_href": page_href(said.space, said.path, "wiki-draft") if _is_path(said.path) else "",
        "cancel": page_href(said.space, said.path) if not is_new else Scope(said.space).to(),
        "crumbs": crumbs_of(said.space, said.path),
        "draft": found.draft if found.draft and found.draft[0] == said.text else None,
        "is_old": bool(found.base) and said.base < found.base,
        "others": _people(found),
        "samples": samples() if is_new and not said.text.strip() else {},
        "folders": wiki.folders_with_pages(actor=actor, space=said.space)[:200] if is_new else [],
        "drawn": drawn(said.text) if preview else None,
    }


def _is_path(path: str) -> bool:
    try:
        return bool(checked_path(path))
    except PathError:
        return False


def _message(error: HubError) -> str:
    return _(error.message)


def _people(found: ForEditing) -> list[tuple[str, Any]]:
    """Return who else types at this page now."""
    if not found.others:
        return []
    names = dict(User.objects.filter(pk__in=[number for number, _at in found.others]).values_list("pk", "username"))
    return [(names[number], at) for number, at in found.others if number in names]


def drawn(text: str) -> dict[str, Any]:
    """Return a text as a reader would see it, or why it cannot be drawn."""
    try:
        return {"html": one_heading(wiki.preview(text)), "problem": ""}
    except HubError as error:
        return {"html": "", "problem": _message(error)}


# ------------------------------------------------------------------ somebody was faster


def conflict_context(conflict: PageConflict, said: Typed) -> dict[str, Any]:
    """Return what is shown when somebody saved the page meanwhile."""
    return _conflict(said, conflict.merged, conflict.current, conflict.theirs)


def _conflict(said: Typed, merged: Merge, current: int, theirs: str) -> dict[str, Any]:
    pieces: list[dict[str, Any]] = []
    for number, piece in enumerate(merged.pieces):
        shown = {"number": number, "piece": piece, "side": piece.side, "text": piece.theirs}
        if piece.side == "same":
            first, last = number == 0, number + 1 == len(merged.pieces)
            shown["text"], shown["folded"] = fold(piece.base, first=first, last=last)
            shown["is_cut"] = shown["text"] != piece.base
        pieces.append(shown)
    return {
        "now": timezone.now(),
        "said": said,
        "scope": Scope(said.space),
        "crumbs": crumbs_of(said.space, said.path),
        "title": name_of(said.path),
        "current": current,
        "pieces": pieces,
        "conflicts": merged.conflicts,
        "merged": merged.text,
        "theirs": theirs,
        "action": page_href(said.space, said.path, "wiki-edit"),
        "merge_href": page_href(said.space, said.path, "wiki-merge"),
        "page_href": page_href(said.space, said.path),
        "draft_href": page_href(said.space, said.path, "wiki-draft"),
        "changes_href": page_href(said.space, said.path, "wiki-changes", old=said.base, new=current),
    }


def put_together(data: QueryDict, space: str, path: str, actor: Actor) -> tuple[Typed, ForEditing]:
    """Return the editor with both texts put together as a person chose, made from the newer revision.

    Raises:
        NotFound: no such page or revision for this person.
    """
    access.check_may_curate(actor)
    found = wiki_page.for_editing(actor=actor, space=space, path=path)
    base, current = _number(data, "base"), _number(data, "current")
    texts = wiki.revision_texts(actor=actor, space=space, path=path, numbers=(base, current))
    mine = restored(plain(data.get("text", "")), texts[current])
    parts = []
    for number, piece in enumerate(merge(texts[base], mine, texts[current]).pieces):
        chosen = data.get(f"piece-{number}", "mine")
        if piece.side == "theirs" or (piece.side == "conflict" and chosen == "theirs"):
            parts.append(piece.theirs)
        elif piece.side == "conflict" and chosen == "both":
            parts.append(_both(piece.theirs, piece.mine))
        else:
            parts.append(piece.mine)
    comment = " ".join(data.get("comment", "").split())
    return Typed(space, path, "".join(parts), current, comment, is_raw=True), found


def _both(one: str, other: str) -> str:
    """Return both versions of a stretch, one after the other."""
    if not one or not other or _JOINED.search(one[-1]) or _JOINED.search(other[0]):
        return one + other
    return f"{one}\n{other}" if "\n" in one or "\n" in other else f"{one} {other}"


def _number(data: QueryDict, name: str) -> int:
    said = data.get(name, "")
    if not (said.isascii() and said.isdigit() and len(said) < 18):
        raise NotFound("There is no such page.")
    return int(said)


def fold(text: str, *, first: bool, last: bool) -> tuple[str, str]:
    """Return the beginning and the end of a long stretch that did not change; short ones stay whole.

    The first stretch of a text keeps its end only, the last one its beginning.
    """
    if len(text) <= 2 * CONTEXT + 80:
        return text, ""
    if first:
        return "", text[-CONTEXT:]
    return text[:CONTEXT], "" if last else text[-CONTEXT:]

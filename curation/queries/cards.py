"""What a card shows, as one digest: a decision is bound to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from curation.models import ApprovalRequest
from knowledge.engine.ids import digest
from knowledge.queries import review
from knowledge.queries.aliases import aliases_by_id
from knowledge.queries.sources import plan_hashes
from knowledge.queries.wiki_review import page_pictures, shown_revisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from knowledge.queries.aliases import AliasView

MEMORY, ALIAS, PLAN, PAGE, VOUCH = "m_", "alias:", "plan:", "page:", "vouch:"
"""What items begin with: ids of memories, and ids of other things with their kind in front."""


def shown_now(items: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return, per item that is still there, the digest of all that is shown of it now, and what is in its place."""
    listed = list(items)
    found = review.shown([item for item in listed if item.startswith(MEMORY)])
    for view in aliases_by_id(alias_numbers(listed)).values():
        found[f"{ALIAS}{view.id}"] = (name_digest(view), "")
    pages = shown_revisions(item.removeprefix(PAGE) for item in listed if item.startswith(PAGE))
    found |= {f"{PAGE}{name}": (digest, "") for name, digest in pages.items()}
    asked = [item.removeprefix(VOUCH) for item in listed if item.startswith(VOUCH)]
    if asked:
        found |= {f"{VOUCH}{name}": (one.digest, "") for name, one in page_pictures(asked).items()}
    return found | {name: (digest, "") for name, digest in plan_digests(listed).items()}


def raised_by(request_id: str) -> tuple[str, str]:
    """Return the kind and the name of whoever raised a request; both empty when it is gone."""
    rows = ApprovalRequest.objects.filter(pk=request_id).values_list("raised_by_kind", "raised_by")
    return rows.first() or ("", "")


def plan_digests(items: Iterable[str]) -> dict[str, str]:
    """Return what a decision about each plan among some items is bound to."""
    found = plan_hashes(item.removeprefix(PLAN) for item in items if item.startswith(PLAN))
    return {f"{PLAN}{name}": digest for name, digest in found.items()}


def alias_numbers(items: Iterable[str]) -> list[int]:
    """Return the ids of the other names among some items."""
    names = (item.removeprefix(ALIAS) for item in items if item.startswith(ALIAS))
    return [int(name) for name in names if name.isascii() and name.isdigit()]


def name_digest(view: AliasView) -> str:
    """Return a digest over every field that is shown of another name."""
    return digest(view.alias, view.stated, view.canonical, view.origin, repr(view.origin_trust), view.standing)


def card_digest(items: Mapping[str, str]) -> str:
    """Return one digest over the items of a card and the digest of each, whatever their order."""
    return digest(*(part for item in sorted(items) for part in (item, items[item])))

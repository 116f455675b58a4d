"""What a new page may begin with."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Sample:
    """A beginning for a page: what people call it, and its text."""

    label: str
    icon: str
    text: str


def samples() -> dict[str, Sample]:
    """Return the beginnings that are offered, in the viewer's language."""
    return {
        "decision": Sample(_("Decision"), "git-branch", _sections(_("Context"), _("Decision"), _("Consequences"))),
        "howto": Sample(
            _("How-to"), "list", _sections(_("When to use this"), _("Steps"), _("If something goes wrong"))
        ),
        "meeting": Sample(_("Meeting"), "users", _sections(_("Present"), _("Talked about"), _("To do"))),
        "reference": Sample(_("Reference page"), "book-open", _sections(_("In short"), _("Details"), _("Sources"))),
    }


def _sections(*titles: str) -> str:
    return "\n".join(f"## {title}\n" for title in titles)

"""Plain words of the wiki: layers, kinds of sources, what a revision did, how a page may be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

LAYERS: Mapping[str, Word] = {
    "identity": Word(_("Identity"), "user", "", _("Who the agent is; read before every answer.")),
    "core": Word(_("Core"), "circle-dot", "", _("What always matters; read before every answer.")),
    "context": Word(_("Context"), "focus", "", _("Read when it fits the question.")),
    "deep": Word(_("Reference"), "book-open", "", _("Looked up when it is needed.")),
}
SOURCE_TYPES: Mapping[str, Word] = {
    "verified_fact": Word(_("Verified"), "shield-check", "", _("Somebody checked it.")),
    "user_statement": Word(_("A person's word"), "user"),
    "tool_output": Word(_("Tool output"), "square-terminal"),
    "raw_dialogue": Word(_("Taken from a conversation"), "message-square", "", _("As it was said, unchecked.")),
    "": Word(_("Not stated")),
}
REVISIONS: Mapping[str, Word] = {
    "created": Word(_("Written"), "plus"),
    "saved": Word(_("Changed"), "pencil"),
    "merged": Word(_("Merged"), "merge"),
    "moved": Word(_("Moved, or links followed"), "route"),
    "restored": Word(_("Earlier text restored"), "rotate-ccw"),
    "filed": Word(_("Filed from a conversation"), "message-square"),
    "imported": Word(_("Imported"), "upload"),
    "shared": Word(_("Shared"), "users"),
    "archived": Word(_("Archived"), "archive"),
    "brought back": Word(_("Brought back"), "rotate-ccw"),
}
WRITING: Mapping[str, Word] = {
    "agent_writable": Word(_("Its agents and curators")),
    "read_only": Word(_("Nobody: for reading only")),
    "operator_only": Word(_("Curators only")),
    "allowlist": Word(_("Chosen agents and curators")),
}
STANDINGS: Mapping[str, Word] = {
    "kept": Word(_("Kept"), "check", "grey"),
    "held": Word(_("Waiting for a decision"), "inbox", "amber"),
    "rejected": Word(_("Turned away"), "ban", "red"),
}
FILED_AS: Mapping[str, Word] = {
    "charter": Word(_("Charter")),
    "sop": Word(_("Procedure")),
    "spec": Word(_("Specification")),
    "policy": Word(_("Policy")),
    "reference": Word(_("Reference")),
}
EDGES: Mapping[str, Word] = {
    "link": Word(_("links to")),
    "topic": Word(_("belongs to")),
    "related": Word(_("shares a topic with")),
}

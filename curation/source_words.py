"""Plain words for sources, plans to forget and what was taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAN_STATUSES: Mapping[str, Word] = {
    "planned": Word(_("Waits for approval"), "inbox", "amber", _("Nothing is deleted before it is approved.")),
    "approved": Word(_("Approved"), "circle-check", "pine", _("It may be carried out; nothing is deleted yet.")),
    "applied": Word(_("Carried out"), "trash-2", "grey", _("What it names is deleted for good.")),
    "stale": Word(_("Out of date"), "clock", "grey", _("Something has changed since; plan anew.")),
    "rejected": Word(_("Turned away"), "circle-x", "red", _("Somebody decided against it.")),
    "expired": Word(_("Time is over"), "hourglass", "grey", _("Nobody carried it out in time; plan anew.")),
}

PLAN_KINDS: Mapping[str, Word] = {
    "forget": Word(_("Forget a source"), "trash-2"),
    "migrate": Word(_("Move a namespace"), "route"),
    "hand_over": Word(_("Hand memories over"), "route"),
    "erase": Word(_("Erase a person"), "user"),
}

MOVE_COUNTS: Mapping[str, Word] = {
    "memories": Word(_("Memories that move")),
    "whole": Word(_("As they are, with their chains")),
    "landing": Word(_("Statements of facts that both know")),
    "facts": Word(_("Facts that both know")),
    "copies": Word(_("Copies of what is known there; they go into the archive")),
    "stays_quarantined": Word(_("Stay, set aside")),
    "stays_blocked": Word(_("Stay, from a source that is forgotten there")),
    "aliases": Word(_("Other names that move")),
    "blocks": Word(_("Blocked sources that are blocked there, too")),
}
"""What a plan to move a namespace counts, in the order it is shown."""

BLOCK_FAMILIES: Mapping[str, Word] = {
    "session": Word(_("Conversation")),
    "item": Word(_("Message, run or call")),
    "turn": Word(_("Turn")),
    "line": Word(_("Imported line")),
}

STEPS: Mapping[str, Word] = {
    "block_file": Word(_("The list of blocks is kept beside the database")),
    "index": Word(_("The index holds no word of it")),
    "vacuum": Word(_("The database file holds no byte of it")),
    "log": Word(_("The write-ahead log is cut")),
}

STEP_STATES: Mapping[str, Word] = {
    "waiting": Word(_("Waiting"), "clock", "amber"),
    "done": Word(_("Done"), "check", "pine"),
    "needed": Word(_("Needs a person"), "triangle-alert", "amber"),
    "failed": Word(_("Tried again"), "refresh-cw", "amber"),
}

PLAN_COUNTS: Mapping[str, Word] = {
    "direct": Word(_("Learned there")),
    "inherited": Word(_("Made from what was learned there")),
    "archived": Word(_("Of these, forgotten before")),
    "held": Word(_("Of these, waiting for a decision")),
    "quarantined": Word(_("Of these, set aside")),
    "access_log": Word(_("Traces of recalls deleted")),
    "confirmations": Word(_("Confirmations taken back")),
    "sources_taken": Word(_("Mentions of the source taken from rows that stay")),
    "kept": Word(_("Kept, because others said so too")),
    "collateral": Word(_("Deleted although others said so too")),
    "collateral_sources": Word(_("Other sources these had")),
    "returns": Word(_("Earlier values true again")),
    "not_returned": Word(_("Earlier values that stay away")),
    "aliases": Word(_("Other names removed")),
    "entity_vectors": Word(_("Vectors of names removed")),
    "mistakes": Word(_("Mistakes deleted")),
    "pages": Word(_("Pages deleted")),
    "revisions": Word(_("Revisions of other pages deleted")),
    "cards": Word(_("Requests that let go of it")),
    "source_keys": Word(_("Keys of sources that named the person, replaced")),
    "blocks": Word(_("Sources blocked")),
}
"""What a plan counts, in the order it is shown."""

UNREACHABLE: Mapping[str, Word] = {
    "pages": Word(_("Pages of the wiki"), hint=_("They stay where they are; move them there.")),
    "untracked": Word(_("Memories that name no source"), hint=_("If they tell the same, forget them one by one.")),
    "elsewhere": Word(_("Memories of other agents from there"), hint=_("Each agent's memory is planned by itself.")),
}

REASONS: Mapping[str, Word] = {
    "epoch": Word(_("Another plan was carried out meanwhile")),
    "changed": Word(_("Rows have changed")),
    "added": Word(_("Rows have come in")),
    "gone": Word(_("Rows are gone")),
    "said": Word(_("Confirmations have changed")),
    "kept": Word(_("Rows that would stay have changed")),
    "returns": Word(_("Other values would become true again")),
    "more": Word(_("Pages or mistakes have changed")),
    "too_deep": Word(_("Something was made from it over too many steps")),
    "selector": Word(_("The choice is another one")),
    "target": Word(_("What the other agent knows has changed")),
}

SELECTOR: Mapping[str, Word] = {
    "to": Word(_("To the agent")),
    "session": Word(_("Conversation")),
    "up_to": Word(_("Up to position")),
    "run": Word(_("Agent run")),
    "file": Word(_("Imported file")),
}

ACTIONS: Mapping[str, Word] = {
    "person.erased": Word(_("Erased a person"), "trash-2", "red", _("Everything that names them is deleted for good.")),
    "namespace.move_planned": Word(
        _("Planned to move a namespace"), "route", "blue", _("Nothing moves before an administrator has approved it.")
    ),
    "namespace.moved": Word(_("Moved a namespace"), "route", "amber", _("Its memories belong to another agent now.")),
    "namespace.handed_over": Word(
        _("Handed memories over"), "route", "amber", _("All memories of an agent belong to another one now.")
    ),
    "namespace.move_refused": Word(_("Refused to move a namespace"), "ban", "amber", _("The plan was not approved.")),
    "namespace.move_stale": Word(
        _("Found a move out of date"), "clock", "amber", _("Something had changed since it was planned.")
    ),
}
"""What the audit tells of moving memories and of erasing people."""

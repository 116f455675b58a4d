"""Plain words of the queue: why something waits, how risky it is, what was found in it, what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: Mapping[str, Word] = {
    "fact_conflict": Word(_("Conflict"), "replace", "amber", _("It contradicts something better founded.")),
    "knowledge_quarantine": Word(
        _("Set aside"),
        "shield-alert",
        "violet",
        _("It looked suspicious, so no agent gets it before a person decides."),
    ),
    "alias_review": Word(
        _("Another name"), "link", "blue", _("Two names would mean the same, one of them better trusted.")
    ),
    "wiki_review": Word(_("Wiki write"), "file-text", "blue", _("A page would say something else.")),
    "wiki_promotion": Word(_("Wiki promotion"), "arrow-up", "blue", _("Somebody asks a person to vouch for a page.")),
    "forget_source": Word(
        _("Forgetting a source"), "trash-2", "red", _("Everything learned from one source would be deleted for good.")
    ),
    "namespace_migration": Word(_("Moving a namespace"), "route", "blue"),
}

PLANNED: Mapping[str, Word] = {
    "memories": Word(_("Memories deleted")),
    "confirmations": Word(_("Confirmations taken back")),
    "kept": Word(_("Kept, because others said so too")),
    "collateral": Word(_("Deleted although others said so too")),
    "returns": Word(_("Earlier values true again")),
    "not_returned": Word(_("Earlier values that stay away")),
    "aliases": Word(_("Other names removed")),
    "mistakes": Word(_("Mistakes deleted")),
    "pages": Word(_("Pages deleted")),
    "revisions": Word(_("Revisions of other pages deleted")),
    "blocks": Word(_("Sources blocked")),
}
"""What a plan to forget a source counts."""

REASONS: Mapping[str, Word] = {
    # As it is written into the audit, where a reason is a sentence of its own.
    "Decided by whoever raised it: there is no other administrator.": Word(
        _("Decided by whoever raised it: there is no other administrator.")
    ),
    "planned": Word(_("Planned by an administrator"), hint=_("An approval holds for exactly what was planned.")),
    "less_trusted": Word(
        _("Less trusted than what it would replace"),
        hint=_("A weaker source never overrules a stronger one by itself."),
    ),
    "look_alike": Word(
        _("Its subject could be mistaken for another"),
        hint=_("A name that looks like a known one is never silently a second person."),
    ),
    "less_certain": Word(
        _("Less certain than what it would replace"), hint=_("Its writer was less sure than the one before.")
    ),
    "below_threshold": Word(_("Not certain enough for its kind"), hint=_("Its kind asks for more certainty.")),
    "multi_valued": Word(_("The property may now hold several values")),
    "touches_trusted": Word(
        _("Would join something better trusted"), hint=_("Whatever is known under one name would count for the other.")
    ),
    "layer": Word(
        _("Would stand near every answer"), hint=_("A page of this layer is shown to the agent whatever it is asked.")
    ),
    "trust": Word(_("Would replace what a person vouched for")),
    "changes": Word(_("Too many changes of one page within the hour")),
    "asked": Word(_("Somebody asks for it"), hint=_("Only people raise the trust of a page.")),
    "injection": Word(
        _("Reads like orders to whoever reads it later"),
        hint=_("Memories are read by agents; a sentence that gives orders may be obeyed."),
    ),
    "burst": Word(
        _("Too many new facts about one subject at once"),
        hint=_("One source said so much about one subject within the hour that it may be a flood."),
    ),
    "drip": Word(
        _("Too many new facts about one subject over days"),
        hint=_("One source keeps adding to one subject, slowly and for long."),
    ),
    "spread": Word(
        _("The same text told to many agents"), hint=_("One source said the same to several agents within the hour.")
    ),
    "guard_failed": Word(
        _("Could not be counted"), hint=_("The guard against floods failed at that moment; what it cannot count waits.")
    ),
}

RISKS: Mapping[str, Word] = {
    "high": Word(_("High risk"), "triangle-alert", "red", _("Approving this wrongly may turn an agent against you.")),
    "medium": Word(_("Medium risk"), "", "", _("Approving this wrongly puts something untrue in a trusted place.")),
    "low": Word(_("Low risk"), "", "", _("Approving this wrongly does little harm.")),
}

AGES: Mapping[str, Word] = {
    "under_1_hour": Word(_("Within the hour")),
    "under_1_day": Word(_("Within the day")),
    "older": Word(_("Older")),
}

STATUSES: Mapping[str, Word] = {
    "pending": Word(_("Waiting"), "inbox", "amber", _("A person has to decide.")),
    "approved": Word(_("Approved"), "circle-check", "pine", _("A person let it in.")),
    "rejected": Word(_("Rejected"), "circle-x", "red", _("A person decided against it.")),
    "expired": Word(_("No answer"), "hourglass", "grey", _("Nobody decided in time, which counts as a rejection.")),
    "stale": Word(_("Out of date"), "clock", "grey", _("It was no longer what had been shown.")),
    "withdrawn": Word(_("Withdrawn"), "minus", "grey", _("Whoever raised it took it back.")),
}

FAMILIES: Mapping[str, Word] = {
    "override": Word(_("tells its reader to drop the rules it has")),
    "persona": Word(_("gives its reader another role")),
    "exfil": Word(_("wants something sent elsewhere")),
    "tool_abuse": Word(_("has something run")),
    "tool": Word(_("has something run")),
    "memory_directive": Word(_("plants a standing order")),
    "memory": Word(_("plants a standing order")),
    "role_forgery": Word(_("pretends to come from the system")),
    "role": Word(_("pretends to come from the system")),
    "paraphrase": Word(_("gives an order in other words")),
    "approval_spoof": Word(_("claims that somebody has approved it")),
    "approval": Word(_("claims that somebody has approved it")),
    "termination": Word(_("pretends that the text before it has ended")),
    "obfuscation": Word(_("hides its words")),
    "split_spo": Word(_("is an order split over several fields")),
    "embedded_long": Word(_("hides an order in a long text")),
    "address": Word(_("speaks to its reader")),
}

READINGS: Mapping[str, Word] = {
    "plain": Word(_("as it stands")),
    "hidden": Word(_("without its hidden characters")),
    "percent encoding": Word(_("with its percent signs read")),
    "entities": Word(_("with its entities read")),
    "escapes": Word(_("with its escapes read")),
    "quoted printable": Word(_("with its quoted signs read")),
    "spaced letters": Word(_("with its letters joined")),
    "split letters": Word(_("with its letters joined")),
    "split words": Word(_("with its words joined")),
    "markup inside words": Word(_("without the marks inside words")),
    "signs as letters": Word(_("with its signs read as letters")),
    "gaps between characters": Word(_("without the gaps between characters")),
    "words run together": Word(_("with its words taken apart")),
    "tag characters": Word(_("from its invisible letters")),
    "variation selectors": Word(_("from its invisible letters")),
    "zero width": Word(_("from its invisible letters")),
    "reversed": Word(_("backwards")),
    "base64": Word(_("decoded")),
    "base32": Word(_("decoded")),
    "base85": Word(_("decoded")),
    "hex": Word(_("decoded")),
    "binary": Word(_("decoded")),
    "octal": Word(_("decoded")),
    "decimal": Word(_("decoded")),
    "morse": Word(_("decoded")),
}

FIELDS: Mapping[str, Word] = {
    "content": Word(_("the text")),
    "subject": Word(_("the subject")),
    "predicate": Word(_("the property")),
    "object": Word(_("the value")),
    "tags": Word(_("its labels")),
    "metadata": Word(_("its further data")),
    "joined": Word(_("several texts of this source together")),
}

EFFECTS: Mapping[str, Word] = {
    "added": Word(_("Both names mean the same"), "link", "pine"),
    "gone": Word(_("It was gone already"), "minus", "grey"),
    "asked again": Word(_("Asked again on a new request"), "rotate-ccw", "grey"),
    "rejected": STATUSES["rejected"],
    "stale": STATUSES["stale"],
}
"""What a decision did, besides the outcomes of a write."""

ALIKE: Mapping[str, Word] = {
    "value": Word(_("same value")),
    "subject": Word(_("same subject")),
    "origin": Word(_("same source")),
}

EVENTS: Mapping[str, Word] = {
    "knowledge.quarantined": Word(_("Something was set aside"), "shield-alert"),
    "knowledge.write_held": Word(_("A write waits"), "replace"),
    "knowledge.alias_held": Word(_("Another name waits"), "link"),
    "knowledge.page_held": Word(_("A wiki write waits"), "file-text"),
    "knowledge.promotion_asked": Word(_("Somebody asks to vouch for a page"), "arrow-up"),
    "knowledge.forget_planned": Word(_("A source is to be forgotten"), "trash-2"),
    "knowledge.migration_planned": Word(_("A namespace is to be moved"), "route"),
    "knowledge.page_auto_filed": Word(_("A page was filed"), "file-text"),
    "approval.decided": Word(_("A decision was made"), "circle-check"),
    "approval.expired": Word(_("A request ran out"), "hourglass"),
    "approval.reminder": Word(_("A request is nearly over"), "timer"),
    "approval.undone": Word(_("A decision was undone"), "undo-2"),
    "webhook.ping": Word(_("A try"), "plug"),
}

DELIVERIES: Mapping[str, Word] = {
    "waiting": Word(_("On its way"), "clock", "blue", _("It is sent, or tried again, when its turn comes.")),
    "delivered": Word(_("Arrived"), "circle-check", "pine", _("The other side confirmed it.")),
    "given_up": Word(_("Given up"), "octagon-alert", "red", _("It was tried often enough and never arrived.")),
}

REJECTIONS = (
    _("Not true"),
    _("Looks like an attack"),
    _("The source is not to be trusted"),
    _("Out of date"),
    _("Says the same as another one"),
)
"""Reasons to choose from when something is rejected."""

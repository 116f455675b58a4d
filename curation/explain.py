"""Sentences about facts: why a version ended, what the hub learned, what a statement did or would do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation.lanes import moment_text
from curation.text import clip
from curation.wording import word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from knowledge.queries.versions import FactVersion, Learned

LABEL_LIMIT = 80
CORRECTION = "operator_correction"
"""The event of a statement a person makes on the page of a fact."""

_PERSON = "person:"


def value_of(version: FactVersion) -> str:
    """Return what a version says in short: its value, else the beginning of its text; a stub says so."""
    if version.forgotten:
        return _("forgotten")
    if version.value is None:
        return clip(version.content, LABEL_LIMIT)
    return version.value if isinstance(version.value, str) else json.dumps(version.value, ensure_ascii=False)


def label_of(version: FactVersion) -> str:
    """Return `value_of`, cut to the length of a label."""
    return clip(value_of(version), LABEL_LIMIT)


def quoted(text: str) -> str:
    """Put a value into the quotation marks of the language."""
    return _("“%s”") % text


def author_of(version: FactVersion) -> str:
    """Return who said it as far as its source tells: a person's name, else the key of the conversation."""
    direct = next((source for source in version.sources if source.role == "direct"), None)
    if direct is None:
        return ""
    return direct.session.removeprefix(_PERSON)


def closed_words(version: FactVersion, known: Mapping[str, FactVersion]) -> str:
    """Say by what a version was closed and who said so, as far as that is known."""
    successor = known.get(version.superseded_by or "")
    words = event_words(version.invalidated_by_event)
    author = author_of(successor) if successor else ""
    return " · ".join(dict.fromkeys(part for part in (words, author) if part))


_HELD: Mapping[str, Any] = {
    "less_trusted": gettext_lazy("Waits for a decision: the value it would change is better trusted."),
    "look_alike": gettext_lazy("Waits for a decision: its subject could be mistaken for another that is known."),
    "less_certain": gettext_lazy("Waits for a decision: the value it would change is more certain."),
    "below_threshold": gettext_lazy("Waits for a decision: it is less certain than its kind of memory has to be."),
}


def why_ended(version: FactVersion, known: Mapping[str, FactVersion]) -> str:
    """Say in one sentence why a version is not an answer any more, or not yet; empty when there is nothing to say.

    Args:
        version: the row.
        known: other versions by id, to name a successor.
    """
    state = version.state
    if state in _STANDINGS:
        return _not_believed(version)
    if version.valid_until == version.valid_from:
        return _("Overruled by a later statement with the same start.")
    if state == "superseded":
        successor = known.get(version.superseded_by or "")
        return _("Replaced by %s.") % quoted(label_of(successor)) if successor else _("Replaced by a newer statement.")
    if version.invalidated_by_event == "expired_by_subject":
        return _("Ended together with everything about its subject.")
    return _by_itself(version)


def _by_itself(version: FactVersion) -> str:
    if version.valid_until is None:
        return ""
    if version.valid_until == version.expires_at and version.valid_until != version.stated_until:
        return _("Its life time ends there.") if version.state != "expired" else _("Its life time ran out.")
    if version.valid_until == version.stated_until:
        return _("Its writer stated this end.")
    if version.state in {"current", "scheduled"}:
        return _("A later value is already known.")
    return _("Cut short by a statement learned later.")


_STANDINGS = frozenset({"held", "quarantined", "archived", "purged", "rejected"})


def _not_believed(version: FactVersion) -> str:
    if version.state == "held":
        return str(_HELD.get(version.hold_reason, _("Waits for a decision.")))
    if version.state == "archived":
        return _("Forgotten; nothing of it is shown. It can be restored.")
    if version.state == "purged":
        return _("Taken back with its source.")
    if version.state == "rejected":
        return _("A person decided that this is not true.")
    return _("Looked suspicious; agents do not see it until a person releases it.")


def event_words(event: str) -> str:
    """Return words for what produced a change; an event of an agent's own is shown as it is."""
    known = {
        CORRECTION: _("corrected by a person"),
        "ttl_expired": _("life time ran out"),
        "expired_by_subject": _("everything about the subject ended"),
        "origin_purge": _("source taken back"),
        "quarantine_reject": _("rejected"),
        "claim_reject": _("rejected"),
        "released": _("let in by a person"),
        "merged": _("another row says the same"),
        "stale": _("out of date when it was decided"),
        "undone": _("a decision was taken back"),
        "forgotten": _("forgotten"),
        "restored": _("restored"),
        "reaffirmed": _("confirmed again"),
        "split": _("continues after a change in between"),
        "held": _("waits for a decision"),
        "quarantined": _("set aside as suspicious"),
        "source_forgotten": _("its source was forgotten"),
        "moved": _("came from another agent"),
        "session_closed": _("its conversation was closed"),
        "session_used": _("its conversation went on"),
        "policy_changed": _("its life time was set anew"),
        "clock_set_right": _("the clock was set right"),
        "rollback_undone": _("source put back"),
        "multi_valued": _("the property may hold several values"),
        "wiki_filed": _("taken from a page"),
        "reflexion_consolidation": _("made of mistakes"),
        "conversation": _("read in a conversation"),
    }
    if event.startswith("superseded:"):
        return _("replaced")
    return known.get(event, event)


def learned_words(one: Learned) -> str:
    """Say what the hub learned at one moment of its own clock."""
    value = _("A version forgotten since") if one.version.forgotten else quoted(label_of(one.version))
    if one.version.forgotten and not one.believed:
        return _("A version was forgotten.")
    if not one.believed:
        shapes = {
            "held": _("%s came in and waits for a decision."),
            "quarantined": _("%s came in and was set aside."),
            "purged": _("%s was taken back."),
            "rejected": _("%s was rejected."),
        }
        return shapes.get(one.version.state, _("%s was no longer believed.")) % value
    return _believed_words(one, value)


def _believed_words(one: Learned, value: str) -> str:
    if one.starts == one.ends:
        return _("%s was overruled by another statement with the same start.") % value
    names = {"value": value, "start": moment_text(one.starts), "end": moment_text(one.ends) if one.ends else ""}
    if one.first:
        shape = (
            _("%(value)s is true from %(start)s on.")
            if one.ends is None
            else _("%(value)s is true from %(start)s until %(end)s.")
        )
    else:
        shape = (
            _("%(value)s is true without an end.") if one.ends is None else _("%(value)s is true only until %(end)s.")
        )
    return shape % names


def outcome_words(
    result: Any, *, value: str, starts: datetime, ends: datetime | None, now: datetime, known: Mapping[str, FactVersion]
) -> list[str]:
    """Say what a statement did, or would do, in plain sentences.

    Args:
        result: a store outcome or a preview: `outcome`, `superseded_id`, `reason`.
        value: what was stated, in short.
        starts, ends: from when until when the row that carries it answers.
        now: present moment.
        known: versions of the fact by id, from before the statement.
    """
    stretch = {"value": quoted(value), "start": moment_text(starts), "end": moment_text(ends) if ends else ""}
    old = known.get(result.superseded_id or "")
    if result.outcome == "held":
        return [str(_HELD.get(result.reason, _("Waits for a decision."))), _("Nothing else changes.")]
    if result.outcome == "reaffirmed":
        return [_("The hub already believes this. Saying it again is noted as a confirmation; nothing else changes.")]
    if result.outcome == "ended":
        return [_("%(value)s ends at %(end)s.") % stretch]
    if result.outcome == "extended":
        if ends is None:
            return [_("%(value)s no longer has an end.") % stretch]
        return [_("%(value)s lasts until %(end)s.") % stretch]
    shape = _("%(value)s is true from %(start)s until %(end)s.") if ends else _("%(value)s is true from %(start)s on.")
    lines = [shape % stretch]
    if result.outcome == "history":
        lines.append(_("It is kept as history: what is true now stays as it is."))
    elif old is not None:
        lines.append(_("It takes the place of %s, which stays in the history.") % quoted(label_of(old)))
    if starts > now:
        lines.append(_("Until then nothing changes."))
    return lines


def change_words(moved: Any, known: Mapping[str, FactVersion]) -> str:
    """Say how the end of another version would move."""
    version = known.get(moved.memory_id)
    names = {
        "value": quoted(label_of(version)) if version else _("another version"),
        "before": moment_text(moved.before) if moved.before else _("open"),
        "after": moment_text(moved.after) if moved.after else _("open"),
    }
    return _("%(value)s: until %(after)s instead of %(before)s.") % names


def hole_words(before: FactVersion | None, after: FactVersion | None) -> tuple[str, str]:
    """Say what lay before and after a moment at which nothing was true; empty where there was nothing."""
    ended = starts = ""
    if before is not None and before.valid_until is not None:
        ended = _("%(value)s had ended on %(end)s.") % {
            "value": quoted(label_of(before)),
            "end": moment_text(before.valid_until),
        }
    if after is not None:
        starts = _("%(value)s starts on %(start)s.") % {
            "value": quoted(label_of(after)),
            "start": moment_text(after.valid_from),
        }
    return ended, starts


def belief_words(
    answers: Sequence[FactVersion], others: Sequence[FactVersion], *, same: bool, today: bool, asked_at: datetime | None
) -> str:
    """Compare an answer with what the hub answers by its other knowledge.

    Args:
        answers: what is shown.
        others: what it is compared with.
        same: whether both are the same rows.
        today: the other is today's knowledge; else it is that of the moment itself.
        asked_at: the moment asked about.
    """
    if same:
        return _same_words(today=today, known=bool(answers))
    listed = ", ".join(quoted(label_of(one)) for one in others)
    if today:
        if not listed:
            return _("Today the hub answers nothing for this moment.")
        return _("Today the hub answers %s for this moment.") % listed
    told = _("At the time the hub believed %s.") % listed if listed else _("At the time the hub knew of nothing.")
    late = [
        _("It learned of %(value)s on %(at)s.") % {"value": quoted(label_of(one)), "at": moment_text(one.ingested_at)}
        for one in answers
        if asked_at is not None and one.ingested_at > asked_at
    ]
    return " ".join([told, *late])


def _same_words(*, today: bool, known: bool) -> str:
    if today:
        return _("The hub answers the same today.")
    return _("The hub believed this at the time, too.") if known else _("The hub knew of nothing at the time, either.")


def compared(one: FactVersion, two: FactVersion) -> list[tuple[str, str]]:
    """Return what else differs between two versions, as name and "before → after"."""
    pairs: list[tuple[Any, Any, Any]] = [
        (_("Origin"), one.origin, two.origin),
        (_("Confidence"), f"{one.confidence:.2f}", f"{two.confidence:.2f}"),
        (_("Trust"), f"{one.origin_trust:.2f}", f"{two.origin_trust:.2f}"),
        (_("Labels"), ", ".join(one.tags), ", ".join(two.tags)),
        (_("Kind"), word("layer", one.layer).label, word("layer", two.layer).label),
    ]
    return [(name, f"{before or '–'} → {after or '–'}") for name, before, after in pairs if before != after]

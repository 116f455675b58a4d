"""Deciding from the pages: what a form asks for, and a sentence about what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from curation import wording
from curation.queries.cards import PLAN, VOUCH
from curation.queue_page import ids_of
from curation.services.decisions import Choice, DecisionReport, decide_many, undo_many, undo_report, withdraw_report
from curation.templatetags.hub import relative
from knowledge.errors import HubError, Invalid

if TYPE_CHECKING:
    from curation.services.settling import Verdict
    from knowledge.services.types import Actor

APPROVE, REJECT = "approve", "reject"
NAMED_IN_ADDRESS = 100
"""Of more items than this each is taken back where it stands."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one act.

    Attributes:
        text: one sentence for the person.
        kind: tone of the notice: `success`, `warning` or `error`.
        request_id: the request it was about; after an undo the new one.
        undo: address that takes it back, empty when nothing can be.
        left: how many items of the request still wait.
        here: the filters of the list the form was part of.
        changed: whether anything is different now.
        then: address of the page where it goes on, empty where nothing does.
    """

    text: str
    kind: str
    request_id: str
    undo: str = ""
    left: int = 0
    here: QueryDict = field(default_factory=QueryDict)
    changed: bool = True
    then: str = ""

    @property
    def undo_fields(self) -> list[tuple[str, str]]:
        """Hidden fields of the form that takes it back."""
        return [("here", self.here.urlencode())]


def decide_one(request_id: str, sent: QueryDict, actor: Actor) -> Answer:
    """Do what the form of one card asks for.

    Raises:
        Invalid, TooLarge: it asks for nothing, or a rejection has no reason.
        Refused, NotFound: not this person's to decide, or unknown.
    """
    verdict = _verdict(sent.get("verdict", ""))
    items = tuple(dict.fromkeys(sent.getlist("item"))) if sent.get("which") != "all" else ()
    if sent.get("which") == "chosen" and not items:
        raise Invalid("Choose at least one request.", field="item")
    choice = Choice(request_id, verdict, items, _reason(sent), sent.get("seen", ""))
    report = decide_many(actor=actor, choices=[choice])[0]
    here = QueryDict(sent.get("here", ""))
    if report.result == "done":
        text, undo = _done(verdict, report), _undo_address(report)
        return Answer(text, _tone(report), request_id, undo, report.pending, here, then=plan_address(report))
    text = problem_words(report)
    if report.result in {"already_decided", "expired", "failed"} or _has_changed(report):
        return Answer(text, "warning", request_id, left=report.pending, here=here, changed=False)
    assert report.error is not None
    raise report.error


def undo_one(request_id: str, sent: QueryDict, items: list[str], actor: Actor) -> Answer:
    """Take a decision back, or that about some items; without names about all that can be undone.

    Raises:
        Expired, Conflict, Refused, NotFound, Invalid: see `decisions.undo`.
    """
    report = undo_report(actor=actor, request_id=request_id, items=items)
    if report.error is not None:
        raise report.error
    here = QueryDict(sent.get("here", ""))
    if report.status != "pending":
        return Answer(
            _("Undone, but its time is over: it counts as rejected."), "warning", report.request_id, here=here
        )
    return Answer(
        _("Undone. It waits for a decision again."), "success", report.request_id, left=report.pending, here=here
    )


def withdraw_one(request_id: str, sent: QueryDict, actor: Actor) -> Answer:
    """Take a request back.

    Raises:
        Expired, Conflict, Refused, NotFound, Invalid: see `decisions.withdraw`.
    """
    report = withdraw_report(actor=actor, request_id=request_id, reason=_reason(sent))
    if report.error is not None:
        raise report.error
    return Answer(
        _("Withdrawn. Nobody has to decide it any more."), "success", request_id, here=QueryDict(sent.get("here", ""))
    )


@dataclass(frozen=True, slots=True)
class ManyAnswer:
    """What came of deciding many at once.

    Attributes:
        counts: how many requests ended how, in plain words, the most frequent first.
        reports: of those that were not done.
        done: ids of those that were.
        plans: addresses of the plans that may be carried out now.
    """

    verdict: str
    counts: tuple[tuple[str, int], ...]
    reports: tuple[tuple[DecisionReport, str], ...]
    done: tuple[str, ...]
    plans: tuple[str, ...] = ()


def decide_all(sent: QueryDict, actor: Actor) -> ManyAnswer:
    """Decide many requests as a confirmed form asks for; each is bound to what was shown of it.

    Raises:
        Invalid, TooLarge: none is named, too many are, or a rejection has no reason.
        Refused: the person's role only reads.
    """
    verdict = _verdict(sent.get("verdict", ""))
    named = [one.partition(":")[::2] for one in ids_of(sent.get("ids", ""))]
    reason = _reason(sent)
    reports = decide_many(
        actor=actor, choices=[Choice(name, verdict, reason=reason, seen=digest) for name, digest in named]
    )
    done = [one for one in reports if one.result == "done"]
    counts = Counter(_result_words(verdict, one) for one in reports)
    return ManyAnswer(
        verdict=verdict,
        counts=tuple(counts.most_common()),
        reports=tuple((one, problem_words(one)) for one in reports if one.result != "done"),
        done=tuple(one.request_id for one in done),
        plans=tuple(address for one in done if (address := plan_address(one))),
    )


def undo_all(sent: QueryDict, actor: Actor) -> Answer:
    """Take many decisions back.

    Raises:
        Invalid, TooLarge: none is named, or too many.
    """
    reports = undo_many(actor=actor, request_ids=ids_of(sent.get("ids", "")))
    done = sum(one.error is None for one in reports)
    text = ngettext("%d decision undone.", "%d decisions undone.", done) % done
    if left := len(reports) - done:
        text = f"{text} {ngettext('%d could not be undone.', '%d could not be undone.', left) % left}"
    return Answer(text, "warning" if left else "success", "", here=QueryDict(sent.get("here", "")))


def problem_words(report: DecisionReport) -> str:
    """Say why a decision was not taken: by whom and when it was decided before, if it was."""
    if report.result == "already_decided" and report.decided_at is not None:
        when = relative(report.decided_at, timezone.now())
        status = wording.word("request_status", report.status).label
        if report.decided_by:
            values = {"who": report.decided_by, "status": status, "when": when}
            return _("%(who)s decided this already: %(status)s, %(when)s.") % values
        return _("This was closed already: %(status)s, %(when)s.") % {"status": status, "when": when}
    if report.result == "expired":
        return _("The time to decide this was over; no answer has counted as a rejection.")
    return _(report.error.message) if report.error is not None else ""


def plan_address(report: DecisionReport) -> str:
    """Return the address of the plan a decision lets be carried out; empty for any other decision."""
    names = [one.item for one in report.items if one.item.startswith(PLAN) and one.status == "approved"]
    return reverse("curation:plan", args=[names[0].removeprefix(PLAN)]) if names else ""


# ------------------------------------------------------------------ parts


def _undo_address(report: DecisionReport) -> str:
    """Return the address that takes back what this decision was about, and nothing else; empty for none."""
    names = [one.item for one in report.items if one.status in {"approved", "rejected"}]
    if not names or len(names) > NAMED_IN_ADDRESS:
        return ""
    return f"{reverse('curation:queue-undo', args=[report.request_id])}?{urlencode([('item', one) for one in names])}"


def _verdict(text: str) -> Verdict:
    if text not in {APPROVE, REJECT}:
        raise Invalid("Choose what to do with the requests.", field="verdict")
    return cast("Verdict", text)


def _reason(sent: QueryDict) -> str:
    """Return the reason chosen with a button and the one that was written."""
    given = (sent.get("because", "").strip(), sent.get("reason", "").strip())
    return ": ".join(one for one in given if one)


def _has_changed(report: DecisionReport) -> bool:
    return isinstance(report.error, HubError) and report.error.code == "changed"


def _tone(report: DecisionReport) -> str:
    return "warning" if any(one.outcome in {"stale", "gone", "held"} for one in report.items) else "success"


def _done(verdict: str, report: DecisionReport) -> str:
    """Say what a decision did."""
    outcomes = Counter(one.outcome for one in report.items)
    if len(report.items) != 1:
        good = sum(one.status == ("approved" if verdict == APPROVE else "rejected") for one in report.items)
        shape = (
            ngettext("%d approved.", "%d approved.", good)
            if verdict == APPROVE
            else ngettext("%d rejected.", "%d rejected.", good)
        )
        lines = [shape % good]
        if old := outcomes["stale"] + outcomes["gone"]:
            lines.append(ngettext("%d was out of date.", "%d were out of date.", old) % old)
        if verdict == APPROVE and (held := outcomes["held"]):
            lines.append(ngettext("%d waits again.", "%d wait again.", held) % held)
        return " ".join(lines)
    (outcome,) = outcomes
    said = {
        "stale": _("It has changed since it was stopped, so it was closed as out of date."),
        "gone": _("It was gone already; nothing is left to decide."),
        "held": _("Let in, but something stronger stands in its place: it waits again, as a conflict."),
        "added": _("Approved. Both names mean the same now."),
    }
    if outcome in said and (verdict == APPROVE or outcome in {"stale", "gone"}):
        return said[outcome]
    if verdict == REJECT:
        return _("Rejected.")
    if outcome == "approved":
        return _approved(report)
    return _("Approved: %s.") % str(wording.word("effect", outcome).label)


def _approved(report: DecisionReport) -> str:
    """Say what an approval did that is no writing of a memory."""
    if report.kind == "namespace_migration":
        return _("The plan is approved. Nothing has moved yet: the next step is to carry it out.")
    if report.items[0].item.startswith(PLAN):
        return _("The plan is approved. Nothing is deleted yet: the next step is to carry it out.")
    if report.items[0].item.startswith(VOUCH):
        return _("Approved. You vouch for the page as it is now.")
    return _("Approved.")


def _result_words(verdict: str, report: DecisionReport) -> str:
    if report.result == "done":
        if all(one.outcome in {"stale", "gone"} for one in report.items):
            return str(wording.word("request_status", "stale").label)
        return str(wording.word("request_status", "approved" if verdict == APPROVE else "rejected").label)
    words = {
        "already_decided": _("Already decided"),
        "expired": _("Time over"),
        "refused": _("Refused"),
        "failed": _("Failed; it waits as before"),
    }
    return words[report.result]

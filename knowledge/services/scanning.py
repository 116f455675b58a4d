"""The scan of what is learned, before it is stored: every text an agent may see later goes through it.

What reads like an order is dropped and audited by the names of rules and a digest; what might be one is stored inert
for a person to judge. What a person writes on a page is stored, and they are told. When the scan itself fails,
nothing is stored.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from knowledge.conf import keyed_digest
from knowledge.engine.injection import scan, scan_fields, scan_together, warm_up
from knowledge.engine.trust import origin_class
from knowledge.errors import HubError, Invalid, Refused
from knowledge.services import audit, splits
from knowledge.services.drafts import Prepared
from knowledge.services.finding import Finding
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from knowledge.engine.injection import Verdict
    from knowledge.engine.types import Actor, SourceRef
    from knowledge.models import Memory
    from knowledge.services.transactions import WriteTransaction

DROPPED: Final = "prompt_injection"
"""Code of the refusal, and name of the entry in the audit."""

SUSPICIOUS: Final = "injection"
"""Why a row is in quarantine."""

FAILED: Final = "scan_failed"
_DROP: Final = (
    "This text tries to give orders to whoever reads it later and was not stored; send what is to be remembered only."
)
_CANNOT_WAIT: Final = (
    "This text could be read as an order, and nothing here can wait for a person to decide, so it was not stored; say"
    " it in other words."
)
_FAILED: Final = "The check for hidden orders failed on this text, so it was not stored; tell an administrator."
_SHORT: Final = 200
_DIGEST: Final = re.compile("[0-9a-f]{32}")
_MOST_SPANS: Final = 20
_NAME_WORDS: Final = 2
_log = logging.getLogger(__name__)
_remembered = lru_cache(maxsize=8_192)(scan)


def warm_up_beside() -> Thread:
    """Make the scanner ready in a thread of its own, so that the first write does not have to wait for it."""
    thread = Thread(target=warm_up, name="scanner", daemon=True)
    thread.start()
    return thread


@dataclass(slots=True)
class Screened:
    """Drafts after the scan.

    Attributes:
        prepared: in the order given; what was dropped is an error, what is suspicious carries its finding.
        records: for the audit, written in the transaction of whatever is stored beside it.
    """

    prepared: list[Prepared | HubError] = field(default_factory=list)
    records: list[audit.AuditRecord] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to store."""
        return all(isinstance(one, HubError) for one in self.prepared)

    def record(self, opened: WriteTransaction, actor: Actor) -> None:
        """Write into the audit what was dropped."""
        for entry in self.records:
            audit.record(opened, actor, entry)


def is_exempt(actor: Actor) -> bool:
    """Tell whether it is a person's own edit on a page, which is warned about and not blocked."""
    return actor.kind == "person" and actor.door == "page"


def screen(actor: Actor, agent: str, prepared: Sequence[Prepared | HubError], now: datetime | None = None) -> Screened:
    """Scan drafts that passed every other check.

    Args:
        actor: who writes.
        agent: for whom.
        prepared: checked drafts; errors are handed through.
        now: moment of the write; None reads the hub clock.
    """
    screened = Screened()
    apart = actor.door == "import" or is_exempt(actor)
    before = splits.Pieces() if apart else splits.learn(agent, prepared, now)
    for one in prepared:
        if isinstance(one, HubError):
            screened.prepared.append(one)
            continue
        try:
            one.finding = judged(actor, texts_of(one)) or (None if apart else _split(one, before))
        except HubError as error:
            screened.prepared.append(error)
            screened.records.append(_record_of(error, agent, one.origin, texts_of(one)))
        else:
            screened.prepared.append(one)
    return screened


def _split(one: Prepared, before: splits.Pieces) -> Finding | None:
    """Find an order that is split over what one voice said; its last part waits."""
    try:
        verdict = before.together(one)
    except Exception as error:
        _log.exception("scan failed")
        raise Refused(_FAILED, code=FAILED) from error
    return None if verdict is None else _finding(_named(verdict, "joined"), warns=False)


def would_wait(actor: Actor, one: Prepared) -> bool:
    """Scan a draft without writing: whether it would wait in quarantine.

    Raises:
        Invalid, Refused: see `judged`.
    """
    finding = judged(actor, texts_of(one))
    return finding is not None and not finding.warns


def write_down(actor: Actor, screened: Screened, now: datetime | None) -> None:
    """Write into the audit what was dropped, where nothing else is written."""
    if screened.records:
        with write_transaction(now) as opened:
            screened.record(opened, actor)


def write_down_one(actor: Actor, agent: str, origin: str, texts: Texts, error: HubError, now: datetime | None) -> None:
    """Write into the audit that these texts were dropped, or could not be scanned."""
    with write_transaction(now) as opened:
        audit.record(opened, actor, _record_of(error, agent, origin, texts))


def judged(actor: Actor, texts: Texts) -> Finding | None:
    """Scan the texts of one write; None when they pass.

    Returns:
        Why they wait for a person, or what a person is told about their own text.

    Raises:
        Invalid: they are dropped (`prompt_injection`).
        Refused: the scan failed (`scan_failed`).
    """
    try:
        verdict = _verdict(texts)
    except Exception as error:
        _log.exception("scan failed")
        raise Refused(_FAILED, code=FAILED) from error
    if verdict.outcome == "pass":
        return None
    finding = _finding(verdict, warns=is_exempt(actor))
    if verdict.outcome == "drop" and not finding.warns:
        raise _Dropped(finding)
    return finding


def check_texts(
    opened: WriteTransaction, actor: Actor, agent: str, origin: str, texts: Texts, *, field_name: str = ""
) -> HubError | None:
    """Scan texts that cannot wait in quarantine: what is suspicious is refused as what is dropped is.

    The caller raises the error once the transaction is over, so that the entry in the audit stays.

    Args:
        opened: the write that the entry belongs to.
        actor: who writes.
        agent: for whom.
        origin: who says it.
        texts: what is said.
        field_name: of the refusal.
    """
    try:
        finding = judged(actor, texts)
        if finding is None or finding.warns:
            return None
        raise _Dropped(finding, _CANNOT_WAIT)
    except HubError as error:
        error.field = field_name or None
        audit.record(opened, actor, _record_of(error, agent, origin, texts))
        return error


def check_note(actor: Actor, texts: Iterable[str], *, field_name: str, now: datetime | None = None) -> None:
    """Refuse words beside an act, a reason or a name, that read like an order; audited.

    Raises:
        Invalid: see `judged`; what is only suspicious is refused too, for it cannot wait.
        Refused: the scan failed.
    """
    said = Texts(others=tuple((field_name, text) for text in texts if text))
    with write_transaction(now) as opened:
        error = check_texts(opened, actor, "", actor.origin, said, field_name=field_name)
    if error is not None:
        raise error


# ------------------------------------------------------------------ texts


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one write: a triple and a sentence, which are also read joined, and others with what they are.

    `labels`: what an agent sees beside them of those others is read joined too, and with the triple and the sentence.
    `known`: triple and sentence are there already and were judged then.
    """

    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    content: str | None = None
    others: tuple[tuple[str, str], ...] = ()
    labels: tuple[str, ...] = ()
    known: bool = False

    @property
    def all(self) -> Iterator[str]:
        """Every text."""
        yield from (text for text in (self.subject, self.predicate, self.object, self.content) if text)
        yield from (text for _, text in self.others)


def texts_of(one: Prepared) -> Texts:
    """Return everything of a draft that an agent may see later."""
    said = [("origin", one.origin.partition(":")[2]), ("source_event", one.source_event)]
    for source in {one.source, one.arrival}:
        said += [] if source is None else source_texts(source)
    labels = _labels(one.tags, one.metadata, one.object if one.object_is_json else None)
    others = [pair for pair in (*labels, *said) if pair[1]]
    read = (*(text for _, text in labels), *(text for _, text in said if not _is_key(text)))
    return Texts(one.subject, one.predicate, one.object, one.content, tuple(others), read)


def texts_of_row(row: Memory) -> Texts:
    """Return what an agent may read of a stored row."""
    labels = _labels(row.tags, row.metadata, row.object if row.object_is_json else None)
    others = tuple(pair for pair in labels if pair[1])
    return Texts(row.subject, row.predicate, row.object, row.content, others, tuple(text for _, text in others))


def texts_of_labels(row: Memory, tags: Sequence[str] | None, metadata: dict[str, Any] | None) -> Texts:
    """Return new labels of a stored row, to be read together with what the row says."""
    fresh = tuple(pair for pair in _labels(tags or (), metadata or {}, None) if pair[1])
    read = _labels(row.tags if tags is None else tags, row.metadata if metadata is None else metadata, None)
    texts = tuple(text for _, text in read)
    return Texts(row.subject, row.predicate, row.object, row.content, fresh, texts, known=True)


def source_texts(source: SourceRef) -> list[tuple[str, str]]:
    """Return the keys of a source that could be texts."""
    keys = (source.session, source.item, source.turn)
    return [("source", key) for key in keys if key and not _is_opaque(key)]


def _labels(tags: Sequence[str], metadata: object, value: str | None) -> list[tuple[str, str]]:
    found = [*(("tags", tag) for tag in tags), *(("metadata", text) for text in texts_in(metadata))]
    return found if not value else [*found, *(("object", text) for text in texts_in(_plain_json(value)))]


def _is_key(text: str) -> bool:
    """Tell whether a text is a word or two that name something, not a piece of a sentence."""
    return not text or (text.isascii() and len(text.split()) <= _NAME_WORDS)


def texts_in(value: object) -> Iterator[str]:
    """Return every key and text of a JSON value."""
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if isinstance(current, str):
            yield current
        elif isinstance(current, dict):
            yield from (str(key) for key in current)
            waiting += current.values()
        elif isinstance(current, list | tuple):
            waiting += current


def _is_opaque(key: str) -> bool:
    """Tell whether a key is 32 hexadecimal digits that are no text: a digest, which no reading turns into words.

    Only the hexadecimal reading of sixteen letters can be a sentence; the others know too few of them.
    """
    if not _DIGEST.fullmatch(key):
        return False
    try:
        bytes.fromhex(key).decode()
    except UnicodeDecodeError:
        return True
    return False


def _plain_json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


# ------------------------------------------------------------------ verdicts


class _Dropped(Invalid):
    """A refusal that knows what was found."""

    code = DROPPED

    def __init__(self, finding: Finding, sentence: str = _DROP) -> None:
        super().__init__(sentence)
        self.finding = finding


def _verdict(texts: Texts) -> Verdict:
    """Return the strongest verdict over all texts; each is scanned once."""
    triple = (texts.subject, texts.predicate, texts.object)
    best = (
        scan_fields(
            subject=texts.subject,
            predicate=texts.predicate,
            object=texts.object,
            content=texts.content,
        )
        if not texts.known
        else scan("")
    )
    for name, text in dict.fromkeys(texts.others):
        verdict = _remembered(text) if len(text) <= _SHORT else scan(text)
        if verdict.score > best.score:
            best = _named(verdict, name)
    if texts.labels and best.outcome == "pass":
        joined = scan_together([*filter(None, triple), *texts.labels], texts.content)
        best = best if joined is None else _named(joined, "joined")
    return best


def _named(verdict: Verdict, name: str) -> Verdict:
    return replace(verdict, spans=tuple(replace(span, field=name) for span in verdict.spans))


def _finding(verdict: Verdict, *, warns: bool) -> Finding:
    spans = [
        {"field": one.field, "start": one.start, "end": one.end, "rule": one.rule, "reading": one.reading}
        for one in verdict.spans[:_MOST_SPANS]
    ]
    shown = tuple(dict.fromkeys(one.shown for one in verdict.spans if one.shown)) if warns else ()
    return Finding(SUSPICIOUS, {"score": verdict.score, "rules": list(verdict.rules), "spans": spans}, warns, shown[:3])


def _record_of(error: HubError, agent: str, origin: str, texts: Texts) -> audit.AuditRecord:
    found: dict[str, Any] = error.finding.details if isinstance(error, _Dropped) else {}
    details = {
        "rules": found.get("rules", []),
        "fields": sorted({str(span["field"]) for span in found.get("spans", [])}),
        "digest": digest_of(texts.all),
        "origin_class": origin_class(origin),
    }
    return audit.AuditRecord(error.code, agent=agent, details=details)


def digest_of(texts: Iterable[str]) -> str:
    """Return the hub's own digest of some texts: equal ones match, nothing can be guessed back."""
    return keyed_digest(*texts)

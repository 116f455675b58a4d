"""Sending a request twice has one effect and one answer.

The claim on a key is committed first, with a lease. The effect and its answer are then stored in one transaction, so
that an effect never stands without the answer to repeat. An answer that says "refused" is stored on its own, because
its effect was undone. Answers that tell the caller to try later are not stored at all.

A stored answer is not repeated once a memory it tells has been forgotten: then only that it was done is said.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from knowledge.errors import Conflict, HubError, Invalid
from knowledge.queries.told import withdrawn
from knowledge.services import bulk
from knowledge.services.transactions import write_transaction
from memoryhub import keys
from memoryhub.models import IdempotencyClaim

LEASE = timedelta(seconds=60)
KEPT = timedelta(hours=24)
KEY_CHARACTERS = 255
_SWEPT_AT_ONCE = 100
_RETRY_LATER = 429
_ID = re.compile("m_[0-9a-z]{26}")


class KeyReusedError(HubError):
    """The key was used for another request."""

    status = 422
    code = "idempotency_key_reused"


class InFlightError(Conflict):
    """The first request with this key is still running."""

    code = "idempotency_in_flight"
    retry_after = 1


class WithdrawnError(Conflict):
    """The request was carried out, and what its answer told has been forgotten since."""

    code = "answer_withdrawn"


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer: what a client that asks again gets, byte for byte.

    Attributes:
        undone: whether the effect was refused, so that nothing of it may stay.
        headers: further headers of the first answer; they are not kept.
    """

    status: int
    content_type: str
    body: str
    undone: bool = False
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def may_be_repeated(self) -> bool:
        """Whether the same answer is right for a second try; not so for "later" and "broken"."""
        return self.status < 500 and self.status != _RETRY_LATER


@dataclass(frozen=True, slots=True)
class Request:
    """What identifies a request: the token, the route, the key, and a digest of everything it asks for."""

    token_id: str
    agent: str
    route: str
    key_digest: str
    request_digest: str


class _Undone(Exception):  # noqa: N818 - not an error: it takes the transaction back
    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def request_of(*, token_id: str, agent: str, route: str, key: str, asked: object) -> Request:
    """Describe a request.

    Args:
        asked: the request as plain JSON values; equal values are the same request, however they were spelled.

    Raises:
        Invalid: the key is empty, longer than 255 characters, or holds control characters.
    """
    if not key or len(key) > KEY_CHARACTERS or not key.isprintable():
        raise Invalid(f"An idempotency key has 1 to {KEY_CHARACTERS} visible characters.", field="idempotency_key")
    text = json.dumps(asked, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return Request(token_id, agent, route, _digest("key", key), _digest("request", text))


def once(request: Request, perform: Callable[[], Answer], *, apart: bool = False) -> tuple[Answer, bool]:
    """Do something once per key.

    Args:
        perform: does it and returns the answer; called inside the transaction that also stores the answer.
        apart: for what takes long before it writes and has no second effect by itself: it is done in transactions of
            its own, and the answer is stored after them.

    Returns:
        The answer, and whether it is a repetition of an earlier one.

    Raises:
        KeyReusedError: the key belongs to another request.
        InFlightError: the first request with it is still running.
        WithdrawnError: it was done, and a memory in its answer has been forgotten since.
        Busy, OutOfSpace: nothing was done.
    """
    claimed = _claim(request)
    if isinstance(claimed, Answer):
        if withdrawn(_memories_in(claimed)):
            raise WithdrawnError("This was done; a memory in its answer has been forgotten since, so look anew.")
        return claimed, True
    number, holder = claimed
    try:
        answer = _perform_apart(number, holder, perform) if apart else _perform(number, holder, perform)
    except BaseException:
        _release(number, holder)
        raise
    return answer, False


def let_go(memories: Collection[str], agent: str) -> int:
    """Blank the stored answers that tell memories which were deleted for good; inside that transaction.

    What is left of an answer is the id of one of them, so that a second try hears that it was withdrawn.

    Returns:
        How many answers were blanked.
    """
    gone = frozenset(memories)
    told = []
    for claim in IdempotencyClaim.objects.filter(agent__in=(agent, ""), status__isnull=False).iterator():
        named = sorted(gone.intersection(_ID.findall(claim.body)))
        if named:
            claim.body = json.dumps({"id": named[0], "content": ""})
            told.append(claim)
    bulk.update_many(told, ("body",))
    return len(told)


def _perform(number: int, holder: str, perform: Callable[[], Answer]) -> Answer:
    try:
        with write_transaction():
            answer = perform()
            if answer.undone:
                raise _Undone(answer)  # noqa: TRY301 - taking the transaction back is its purpose
            _finish(number, holder, answer)
            return answer
    except _Undone as undone:
        answer = undone.answer
    with write_transaction():
        _finish(number, holder, answer)
    return answer


def _perform_apart(number: int, holder: str, perform: Callable[[], Answer]) -> Answer:
    answer = perform()
    with write_transaction():
        _finish(number, holder, answer)
    return answer


def _claim(request: Request) -> Answer | tuple[int, str]:
    """Claim the key, or find the answer it already has."""
    holder = secrets.token_hex(16)
    with write_transaction() as opened:
        now = opened.now
        _sweep(now)
        fresh = IdempotencyClaim(
            token_id=request.token_id,
            route=request.route,
            key_digest=request.key_digest,
            request_digest=request.request_digest,
            agent=request.agent,
            holder=holder,
            lease_until=now + LEASE,
            expires_at=now + KEPT,
        )
        mine = {"token_id": request.token_id, "route": request.route, "key_digest": request.key_digest}
        IdempotencyClaim.objects.filter(**mine, expires_at__lte=now).delete()
        IdempotencyClaim.objects.bulk_create([fresh], ignore_conflicts=True)
        row = IdempotencyClaim.objects.select_for_update().get(**mine)
        if row.holder == holder:
            return row.pk, holder
        if not hmac.compare_digest(row.request_digest, request.request_digest):
            raise KeyReusedError("This idempotency key was used for another request; take a new key.")
        if row.status is not None:
            return Answer(row.status, row.content_type, row.body)
        if row.lease_until > now:
            raise InFlightError("The first request with this key is still running; ask again in a moment.")
        row.holder, row.lease_until = holder, now + LEASE
        row.save(update_fields=["holder", "lease_until"])
        return row.pk, holder


def _finish(number: int, holder: str, answer: Answer) -> None:
    """Store the answer, unless somebody else took the claim over meanwhile: then the effect must not stand."""
    mine = IdempotencyClaim.objects.filter(pk=number, holder=holder, status__isnull=True)
    if not answer.may_be_repeated:
        mine.delete()
        return
    if not mine.update(status=answer.status, content_type=answer.content_type, body=answer.body):
        raise InFlightError("This request took too long and was started again; ask again in a moment.")


def _memories_in(answer: Answer) -> set[str]:
    """Return the ids of the memories whose content an answer tells."""
    try:
        open_values: list[object] = [json.loads(answer.body)]
    except ValueError:
        return set()
    found: set[str] = set()
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict):
            open_values.extend(value.values())
            if "content" in value and isinstance(value.get("id"), str):
                found.add(value["id"])
        elif isinstance(value, list):
            open_values.extend(value)
    return found


def _release(number: int, holder: str) -> None:
    with write_transaction():
        IdempotencyClaim.objects.filter(pk=number, holder=holder, status__isnull=True).delete()


def _sweep(now: datetime) -> None:
    old = IdempotencyClaim.objects.filter(expires_at__lte=now).values("pk")[:_SWEPT_AT_ONCE]
    IdempotencyClaim.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()


def _digest(kind: str, text: str) -> str:
    return hmac.new(keys.token_pepper(), f"{kind}\0{text}".encode(errors="replace"), hashlib.sha256).hexdigest()

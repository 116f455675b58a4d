"""Every answer that is not a success, as RFC 9457 problem details, from one table.

A problem says what to do and in which field; it never repeats what was sent beyond the names of fields, and it is the
same for what does not exist and for what belongs to somebody else.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import pydantic
import structlog
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import DatabaseError, IntegrityError
from django.db.transaction import TransactionManagementError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from ninja.errors import AuthenticationError, HttpError, ValidationError

from knowledge.errors import Busy, Conflict, HubError, Invalid, NotFound, TooLarge
from knowledge.services.transactions import plain_database_errors
from knowledge.services.wiki import PageConflict

log = structlog.get_logger("memoryhub.api")

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:memoryhub:problem:"
_SHOWN_NAME = 60
_PARAMETERS = frozenset({"body", "filters", "query"})  # what views call the whole of a body or of the parameters

Field = tuple[str, str]
"""Name of a field, and what is wrong with it."""


class UnsupportedError(HubError):
    """The body is not JSON."""

    status = 415
    code = "unsupported_media_type"


class MethodNotAllowedError(HubError):
    """The address exists, but not for this method."""

    status = 405
    code = "method_not_allowed"


class LengthRequiredError(HubError):
    """The body comes without its length."""

    status = 411
    code = "length_required"


class UnauthorizedError(HubError):
    """There is no good token. All reasons look alike."""

    status = 401
    code = "unauthorized"

    def __init__(self) -> None:
        super().__init__("Send a valid token in the header: Authorization: Bearer mh_…")


def problem(
    *,
    status: int,
    code: str,
    detail: str,
    fields: Iterable[Field] = (),
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, str | int] | None = None,
) -> HttpResponse:
    """Build a problem answer.

    Args:
        status: HTTP status.
        code: a stable word for programs.
        detail: one sentence that says what to do.
        fields: fields at fault.
        more: further members of the problem.
    """
    body: dict[str, Any] = {
        "type": TYPE_PREFIX + code,
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    listed = [{"field": name, "message": message} for name, message in fields]
    if listed:
        body["errors"] = listed
    body |= more or {}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, status=status, content_type=MEDIA_TYPE, headers=headers)


def of_error(error: HubError) -> HttpResponse:
    """Turn an expected error into its answer."""
    headers = {}
    retry_after = getattr(error, "retry_after", None)
    if retry_after is not None:
        headers["Retry-After"] = str(max(1, int(retry_after)))
    if isinstance(error, UnauthorizedError):
        headers["WWW-Authenticate"] = 'Bearer realm="memoryhub"'
    fields = [(error.field, error.message)] if error.field else []
    return problem(status=error.status, code=error.code, detail=error.message, fields=fields, headers=headers)


def of_copy(memory_id: str) -> HttpResponse:
    """Answer a memory that was not stored because another one of the same agent says the same."""
    return problem(
        status=Conflict.status,
        code="duplicate",
        detail=f"Memory {memory_id} says the same already, so nothing was stored; change what differs or use that one.",
        more={"outcome": "duplicate", "duplicate_of": memory_id},
    )


def item_of(error: HubError) -> dict[str, Any]:
    """Return the body of a problem as part of an answer about many items."""
    body: dict[str, Any] = json.loads(of_error(error).content)
    return body


def item_of_validation(error: pydantic.ValidationError) -> dict[str, Any]:
    """Return the body of a problem for one item that does not have the right shape."""
    body: dict[str, Any] = json.loads(of_shape(error).content)
    return body


def of_shape(error: pydantic.ValidationError) -> HttpResponse:
    """Turn what is wrong with the shape of an input into its answer."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return _of_fields([_field_of(one, one["loc"]) for one in found])


def of_page_conflict(error: PageConflict) -> HttpResponse:
    """Answer a save or a deletion that began with an older revision than the current one."""
    return problem(
        status=error.status,
        code=error.code,
        detail=error.message,
        fields=[("base_revision", error.message)],
        more={"current_revision": error.current, "current": error.theirs},
    )


def of_exception(request: HttpRequest | None, error: Exception) -> HttpResponse:
    """Turn any exception into an answer; the table below says how. The answer knows that its effect was undone."""
    for kind, answer in TABLE:
        if isinstance(error, kind):
            response = answer(error)
            break
    else:
        response = _unexpected(request, error)
    response.hub_undone = True  # type: ignore[attr-defined]
    return response


def was_undone(response: HttpResponse) -> bool:
    """Whether an answer stands for an exception, so that nothing it had begun may stay."""
    return bool(getattr(response, "hub_undone", False))


# ------------------------------------------------------------------ the table


def _of_validation(error: ValidationError) -> HttpResponse:
    return _of_fields([_field_of(one, one["loc"][1:]) for one in error.errors])


def _of_fields(fields: list[Field]) -> HttpResponse:
    names = ", ".join(dict.fromkeys(name for name, _ in fields if name))
    return problem(
        status=Invalid.status,
        code=Invalid.code,
        detail=f"Correct these fields: {names}." if names else "Send a JSON object as the body.",
        fields=[(name or "body", message) for name, message in fields],
    )


def _field_of(found: Mapping[str, Any], place: Sequence[str | int]) -> Field:
    """Name one field as the caller wrote it, and say what is wrong without repeating its value."""
    where = place[1:] if place and place[0] in _PARAMETERS and (len(place) > 1 or place[0] == "body") else place
    name = ".".join(_plain(str(part)) for part in where)
    if found["type"] == "extra_forbidden":
        return name, "There is no such field; remove it."
    return name, str(found["msg"]).removeprefix("Value error, ")


def _plain(name: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:_SHOWN_NAME])
    return shown if len(name) <= _SHOWN_NAME else shown + "…"


def _of_http(error: HttpError) -> HttpResponse:
    if isinstance(error.__cause__, HubError):
        return of_error(error.__cause__)
    if isinstance(error, AuthenticationError):
        return of_error(UnauthorizedError())
    return of_error(Invalid("The body is not JSON that can be read; send a JSON object."))


def _of_database(error: DatabaseError) -> HttpResponse:
    try:
        with plain_database_errors():
            raise error
    except HubError as plain:
        return of_error(plain)
    except (IntegrityError, TransactionManagementError):
        log.warning("write_conflict", kind=type(error).__name__)
        return of_error(Busy("Somebody wrote the same at this moment; send the request again.", retry_after=1))
    except DatabaseError:
        log.error("database_error", kind=type(error).__name__, where=_where(error))  # noqa: TRY400 - no values
        return _broken()


def _unexpected(request: HttpRequest | None, error: Exception) -> HttpResponse:
    # Only where it happened: the message of an exception may carry what was sent.
    log.error("unexpected_error", kind=type(error).__name__, where=_where(error))
    got_request_exception.send(sender=None, request=request)
    return _broken()


def _broken() -> HttpResponse:
    return problem(
        status=500,
        code="internal",
        detail="Something broke here; the log of the hub has it under the X-Request-ID of this answer.",
    )


def _where(error: Exception) -> list[str]:
    return [f"{one.filename}:{one.lineno} {one.name}" for one in traceback.extract_tb(error.__traceback__)[-6:]]


TABLE: tuple[tuple[type[Exception] | tuple[type[Exception], ...], Callable[[Any], HttpResponse]], ...] = (
    (HubError, of_error),
    (ValidationError, _of_validation),
    (HttpError, _of_http),
    (Http404, lambda _: of_error(NotFound("There is nothing at this address."))),
    (RequestDataTooBig, lambda _: of_error(TooLarge("The request is too large; send less at once."))),
    (UnreadablePostError, lambda _: of_error(Invalid("The body ended before its end; send it again."))),
    (SuspiciousOperation, lambda _: of_error(Invalid("The request cannot be read; check its address and headers."))),
    (DatabaseError, _of_database),
    (TransactionManagementError, _of_database),
)
"""Which exception gets which answer; the first row that fits counts."""

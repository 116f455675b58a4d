"""Errors every door maps from one table.

Each message is one sentence that says what to do; it never contains memory content, a token or
another agent's name. `status` is the HTTP status the doors answer with, `code` a stable word for
programs.
"""

from __future__ import annotations


class HubError(Exception):
    """Base of all expected errors.

    Args:
        message: what is wrong and what to do about it.
        field: the input field at fault, when there is one.
        code: a stable machine-readable word; the class default when omitted.
    """

    status = 400
    code = "error"

    def __init__(self, message: str, *, field: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        if code is not None:
            self.code = code


class Invalid(HubError):
    """The input breaks a rule; nothing was written."""

    status = 400
    code = "invalid"


class Refused(HubError):
    """The caller may not do this."""

    status = 403
    code = "refused"


class NotFound(HubError):
    """There is nothing here for this caller; foreign and unknown look alike."""

    status = 404
    code = "not_found"


class Conflict(HubError):
    """Somebody else changed or decided it first."""

    status = 409
    code = "conflict"


class Expired(HubError):
    """The time to do this has passed."""

    status = 410
    code = "expired"


class TooLarge(HubError):
    """The input is over a limit; the message names the limit."""

    status = 413
    code = "too_large"


class TooMany(HubError):
    """A rate or amount limit is reached.

    Args:
        retry_after: whole seconds until another try makes sense.
    """

    status = 429
    code = "too_many"

    def __init__(self, message: str, *, retry_after: int = 60, field: str | None = None) -> None:
        super().__init__(message, field=field)
        self.retry_after = retry_after


class Busy(HubError):
    """The store is locked or restarting; the same call may go through later."""

    status = 503
    code = "busy"

    def __init__(self, message: str, *, retry_after: int = 5) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class OutOfSpace(HubError):
    """The disk is full; nothing was written."""

    status = 507
    code = "out_of_space"

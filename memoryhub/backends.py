"""How a person proves who they are. Pages call Django's ``authenticate``; these answer."""

from __future__ import annotations

from typing import Any

import structlog
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from curation.services import sessions
from memoryhub import signin
from memoryhub.middleware import SIGNED_IN_AT

log = structlog.get_logger("memoryhub.signin")


class PasswordBackend(ModelBackend):
    """Name and password, with a limit on tries that all processes share."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        """Judge one try.

        Raises:
            PermissionDenied: too many tries; the caller sees the same answer as for a wrong password.
        """
        if username is None or password is None:
            return None
        address = signin.address_of(request)
        if not signin.may_try(account=username, address=address, now=timezone.now()):
            log.warning("sign_in_refused_too_many")
            raise PermissionDenied
        user = super().authenticate(request, username=username, password=password)
        if user is None:
            log.warning("sign_in_failed")
            sessions.record_failed_sign_in(name=username, address=address)
            return None
        signin.forget_tries(account=username, address=address)
        return user if isinstance(user, User) else None


class LinkBackend(ModelBackend):
    """A single-use link: the one that ``up`` prints, from this machine only, or one an administrator handed out."""

    def authenticate(  # type: ignore[override]
        self, request: HttpRequest | None, link_token: str | None = None, **kwargs: Any
    ) -> User | None:
        """Use a link up; None when it is not good (any more)."""
        if link_token is None or request is None:
            return None
        here = signin.is_loopback(signin.address_of(request))
        return signin.redeem(token=link_token, now=timezone.now(), here=here)


@receiver(user_logged_in, dispatch_uid="memoryhub.signed_in_at")
def _remember_when(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    request.session[SIGNED_IN_AT] = int(timezone.now().timestamp())
    log.info("signed_in", user_id=user.pk)

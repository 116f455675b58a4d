"""What every call passes through before its view: the token, the rate, the shape of the request, the second try."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja.operation import Operation
from ninja.security import HttpBearer

from knowledge.errors import HubError, Invalid, Refused, TooLarge
from knowledge.services.types import Actor, Door
from memoryhub import idempotency, signin, throttle, tokens
from memoryhub.api import problems
from memoryhub.api.bodies import StrictParser, check_text
from memoryhub.api.schemas import AGENT_CHARACTERS

Run = Callable[..., HttpResponseBase]

WRITING = frozenset({tokens.WRITE, tokens.WIKI_WRITE})
KEY_HEADER = "Idempotency-Key"
REPLAYED_HEADER = "Idempotency-Replayed"
KEY_FIELD = "idempotency_key"
_NAMES_OF_TOKENS = frozenset({"token", "access_token", "auth_token", "api_key", "apikey", "authorization", "bearer"})
_LENGTH_DIGITS = 18
_parser = StrictParser()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and for whom."""

    credential: tokens.Credential

    def agent(self, named: str | None) -> str:
        """Return the agent the call is about.

        Raises:
            Refused: the token does not reach that agent; the answer does not tell whether there is one.
            Invalid: none is named and the token does not say which.
        """
        if named is None:
            if not self.credential.agent:
                raise Invalid("Name the agent; this token reaches several.", field="agent")
            return self.credential.agent
        if not self.credential.actor.may_touch(named):
            raise Refused("This token may not name that agent; leave agent out.", field="agent")
        if not named:
            raise Invalid("Name the agent, or leave agent out.", field="agent")
        return named

    def actor(self, agent: str) -> Actor:
        """Return the actor, narrowed to one agent: no row of another can be reached by its id."""
        return replace(self.credential.actor, agents=frozenset({agent}))

    @property
    def sees_all(self) -> bool:
        """Whether rows that are inert for agents (held, quarantined, forgotten …) may be shown.

        As on the pages, a person who only reads sees nothing of what waits for a decision or was rejected.
        """
        actor = self.credential.actor
        may_decide = actor.kind == "person" and not actor.roles.isdisjoint({"curator", "admin"})
        return may_decide or tokens.ADMIN in self.credential.scopes


class Bearer(HttpBearer):
    """The scope an operation needs; the door has judged the token by the time this is asked.

    Args:
        apart: the operation writes in transactions of its own and may be done twice; see `idempotency.once`.
    """

    def __init__(self, scope: str, *, apart: bool = False) -> None:
        super().__init__()
        self.scope = scope
        self.apart = apart

    @property
    def writes(self) -> bool:
        """Whether operations under this scope change anything."""
        return self.scope in WRITING

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        """Return the caller that the door found."""
        found: Caller | None = request.__dict__.get("_hub_caller")
        return found


def caller_of(request: HttpRequest) -> Caller:
    """Return who calls."""
    caller: Caller = request.__dict__["_hub_caller"]
    return caller


def guarded(run: Run) -> Run:
    """Wrap the running of one operation; whatever goes wrong becomes a problem answer."""
    operation: Operation = run.__self__  # type: ignore[attr-defined]
    bearer = next(one for one in operation.auth_callbacks if isinstance(one, Bearer))

    def guarded_run(request: HttpRequest, **path: Any) -> HttpResponseBase:
        try:
            caller = _admit(request, bearer)
            _check_query(request, operation)
            has_body = _check_body(request, operation)
            key = _key_of(request, has_body=has_body) if bearer.writes else None
            if key is None:
                return run(request, **path)
            described = _described(request, operation, caller, key)
            return _run_once(described, lambda: run(request, **path), apart=bearer.apart)
        except Exception as error:  # noqa: BLE001 - the table of problems knows them all
            return problems.of_exception(request, error)

    return guarded_run


# ------------------------------------------------------------------ the token


def _admit(request: HttpRequest, bearer: Bearer) -> Caller:
    credential = credential_of(request, door="rest")
    structlog.contextvars.bind_contextvars(token_id=credential.token_id)
    caller = request.__dict__["_hub_caller"] = let_in(credential, scope=bearer.scope, writes=bearer.writes)
    return caller


def credential_of(request: HttpRequest, *, door: Door) -> tokens.Credential:
    """Judge the token that a request brings.

    Raises:
        Invalid: the address holds a token.
        UnauthorizedError: there is no good token in the header.
        TooMany: too many tokens were guessed from where it comes from.
    """
    _check_address(request)
    secret = tokens.bearer(request)
    credential = tokens.verify(secret, door=door) if secret else None
    if credential is None:
        _count_guess(request, secret)
        raise problems.UnauthorizedError
    return credential


def let_in(credential: tokens.Credential, *, scope: str, writes: bool) -> Caller:
    """Count one call and check that the token may make it.

    Raises:
        TooMany: the token has called too often.
        Refused: it lacks the scope.
    """
    if writes:
        throttle.spend_write(credential.token_id)
    else:
        throttle.spend_read(credential.token_id)
    if not credential.allows(scope):
        raise Refused(f"This token lacks the scope {scope}.", code="missing_scope")
    return Caller(credential)


def _check_address(request: HttpRequest) -> None:
    """Refuse tokens in addresses: those end up in logs, histories and referrers."""
    names = {name.lower() for name in request.GET}
    texts = [request.path, *(text for name, values in request.GET.lists() for text in (name, *values))]
    if names & _NAMES_OF_TOKENS or any(map(tokens.looks_like_one, texts)):
        raise Invalid(
            "A token does not belong in an address: revoke it, and send its successor in the Authorization header.",
            code="token_in_address",
        )


def _count_guess(request: HttpRequest, secret: str) -> None:
    """Count tokens that look right and never existed; old ones and slips of typing are no guesses."""
    if secret and tokens.is_well_formed(secret) and not tokens.is_known(secret):
        throttle.spend_wrong_token(tokens.digest(signin.address_of(request))[:32])


# ------------------------------------------------------------------ the shape


def _check_query(request: HttpRequest, operation: Operation) -> None:
    known, lists = _query_names(operation)
    for name, values in request.GET.lists():
        if name not in known:
            shown = name[:60] if name.isprintable() else "?"
            raise Invalid(f"There is no parameter {shown}; remove it.", field=shown)
        if len(values) > 1 and name not in lists:
            raise Invalid(f"Send {name} once.", field=name)
        for value in values:
            check_text(value)


def _query_names(operation: Operation) -> tuple[frozenset[str], frozenset[str]]:
    """Return the query parameters of an operation, and those of them that are lists."""
    models: list[Any] = [model for model in operation.models if model.__ninja_param_source__ == "query"]
    names = frozenset[str]().union(*(model.__ninja_flatten_map__ for model in models))
    lists = frozenset[str]().union(*(model.__ninja_collection_fields__ for model in models))
    return names, lists


def _check_body(request: HttpRequest, operation: Operation) -> bool:
    """Check what can be known of the body without reading it; tell whether the operation takes one."""
    if not any(model.__ninja_param_source__ == "body" for model in operation.models):
        return False
    check_kind(request)
    length = request.headers.get("Content-Length", "")
    if not length and "Transfer-Encoding" in request.headers:
        raise problems.LengthRequiredError("Send the body with a Content-Length header.")
    if length and not (length.isascii() and length.isdigit() and len(length) <= _LENGTH_DIGITS):
        raise Invalid("The header Content-Length is no number.")
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length and int(length) > most:
        raise TooLarge(f"A request body has at most {most} bytes; send less at once.")
    return True


def check_kind(request: HttpRequest) -> None:
    """Refuse a body that is not said to be JSON.

    Raises:
        UnsupportedError: it is not.
    """
    kind = (request.content_type or "").lower()
    charset = (request.content_params or {}).get("charset", "utf-8").lower()
    if kind != "application/json" or charset not in {"utf-8", "utf8"}:
        raise problems.UnsupportedError("Send JSON in UTF-8 with the header Content-Type: application/json.")


# ------------------------------------------------------------------ the second try


def _key_of(request: HttpRequest, *, has_body: bool) -> str | None:
    named = request.headers.get(KEY_HEADER)
    if named is not None or not has_body:
        return named
    try:
        body = _parser.parse_body(request)
    except HubError:
        return None  # the view's own parsing tells what is wrong
    given = body.get(KEY_FIELD) if isinstance(body, dict) else None
    return given if isinstance(given, str) else None


def _described(request: HttpRequest, operation: Operation, caller: Caller, key: str) -> idempotency.Request:
    asked = _asked(request, has_body=bool(request.body))
    return idempotency.request_of(
        token_id=caller.credential.token_id,
        agent=(_agent_named(asked) or caller.credential.agent)[:AGENT_CHARACTERS],
        route=f"{request.method} {operation.path}"[:100],
        key=key,
        asked=asked,
    )


def _run_once(described: idempotency.Request, run: Callable[[], HttpResponseBase], *, apart: bool) -> HttpResponse:
    def perform() -> idempotency.Answer:
        response = run()
        assert isinstance(response, HttpResponse)
        return idempotency.Answer(
            response.status_code,
            response["Content-Type"],
            response.content.decode(),
            undone=problems.was_undone(response),
            headers={name: value for name, value in response.items() if name == "Retry-After"},
        )

    answer, replayed = idempotency.once(described, perform, apart=apart)
    response = HttpResponse(answer.body, status=answer.status, content_type=answer.content_type, headers=answer.headers)
    if replayed:
        response[REPLAYED_HEADER] = "true"
    return response


def _asked(request: HttpRequest, *, has_body: bool) -> dict[str, Any]:
    """Return all that a request asks for, without the key itself."""
    asked: dict[str, Any] = {"path": request.path, "query": sorted(request.GET.lists())}
    if has_body:
        try:
            body = _parser.parse_body(request)
        except HubError:
            body = request.body.hex()
        asked["body"] = {k: v for k, v in body.items() if k != KEY_FIELD} if isinstance(body, dict) else body
    return asked


def _agent_named(asked: dict[str, Any]) -> str:
    body = asked.get("body")
    named = body.get("agent") if isinstance(body, dict) else dict(asked["query"]).get("agent", [""])[0]
    return named if isinstance(named, str) else ""

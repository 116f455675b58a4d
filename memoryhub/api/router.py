"""The REST door: its map, its OpenAPI document, and the answers to addresses that are not on the map."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property, wraps
from http import HTTPStatus
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, re_path
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import JSONRenderer
from pydantic import BaseModel

from knowledge.errors import NotFound
from memoryhub import tokens
from memoryhub.api import (
    answers,
    approvals,
    context,
    conversations,
    facts,
    graph,
    memories,
    mistakes,
    oversight,
    problems,
    recall,
    sessions,
    sources,
    upkeep,
    wiki,
)
from memoryhub.api.bodies import StrictParser
from memoryhub.api.door import KEY_HEADER, REPLAYED_HEADER, Bearer, guarded
from memoryhub.api.schemas import StoreIn

_REFERENCE = "#/components/schemas/{model}"
View = Callable[..., HttpResponseBase]

ALWAYS = (400, 401, 403, 405, 429, 503)
WITH_ID = (404,)
WITH_BODY = (411, 413, 415)
WRITING = (404, 409, 422, 507)
FURTHER = {
    "decide_approval": (410,),
    "undo_approval": (410,),
    "withdraw_approval": (410,),
    "invalidate_origin": (404, 409, 410, 507),
    "plan_forgetting": (404, 409, 507),
    "apply_plan": (409, 410, 507),
    "save_policy": (409, 507),
    "run_job": (507,),
}
"""Operations that come too late at some time, or find something else than they were told."""

REPEATED = (
    "Send the same key with a second try: it has no second effect and gets the first answer again, for 24 hours. "
    "The same key with another request is refused with 422, while the first still runs with 409."
)


class Renderer(JSONRenderer):
    """JSON in UTF-8, as written; never NaN."""

    json_dumps_params = {"ensure_ascii": False, "allow_nan": False, "separators": (",", ":")}


class HubAPI(NinjaAPI):
    """Ninja with problem details for everything that goes wrong, also outside its operations."""

    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        """Answer an exception from the one table."""
        return problems.of_exception(request, exc)

    def _get_urls(self) -> list[URLResolver | URLPattern]:
        patterns = super()._get_urls()
        for pattern in patterns:
            assert isinstance(pattern, URLPattern)
            pattern.callback = _answering(pattern.callback)
        return [*patterns, re_path(r"", _answering(_nowhere))]

    @cached_property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return _documented(self, super().get_openapi_schema())

    def get_openapi_schema(self, **_: Any) -> OpenAPISchema:
        """Return the document; it is built once."""
        return copy.deepcopy(self.document)  # type: ignore[return-value]


def _answering(view: View) -> View:
    """Make a view answer with problem details whatever happens."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **path)
        except Exception as error:  # noqa: BLE001 - the table of problems knows them all
            return problems.of_exception(request, error)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        refused = problems.of_error(problems.MethodNotAllowedError("Use one of the methods that Allow names."))
        refused["Allow"] = ", ".join(sorted(response.get("Allow", "").split(", ")))
        return refused

    answer.csrf_exempt = True  # type: ignore[attr-defined] # no cookie is looked at here, so none can be abused
    return answer


def _nowhere(request: HttpRequest) -> HttpResponse:
    raise NotFound("There is nothing at this address.")


def _for_those_inside(view: View) -> View:
    """Show the document to tokens and to people who are signed in."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
        if request.method != "GET":
            return HttpResponse(status=HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET"})
        if not request.user.is_authenticated and tokens.from_request(request) is None:
            raise problems.UnauthorizedError
        return view(request, *args, **path)

    return shown


# ------------------------------------------------------------------ the document


def _documented(hub: HubAPI, document: OpenAPISchema) -> dict[str, Any]:
    """Add to ninja's document what the door does around every operation."""
    scopes = {
        operation.operation_id: one.scope
        for bound in hub._get_bound_routers()  # noqa: SLF001 - there is no public list of operations
        for view in bound.path_operations.values()
        for operation in view.operations
        for one in operation.auth_callbacks
        if isinstance(one, Bearer)
    }
    for path, methods in document["paths"].items():
        for operation in methods.values():
            scope = scopes[operation["operationId"]]
            _add_problems(operation, with_id="{" in path, writes=Bearer(scope).writes)
            operation["description"] = f"{operation.get('description', '')}\n\nScope: `{scope}`.".strip()
    schemas = document["components"]["schemas"]
    schemas.update(_schemas_of(answers.Problem, "serialization"), **_schemas_of(StoreIn, "validation"))
    schemas["StoreBatchIn"]["properties"]["items"]["items"] = {"$ref": _REFERENCE.format(model="StoreIn")}
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    if not document.get("servers"):
        document.pop("servers", None)
    return dict(document)


def _schemas_of(model: type[BaseModel], mode: Literal["validation", "serialization"]) -> dict[str, Any]:
    schema = model.model_json_schema(mode=mode, ref_template=_REFERENCE)
    return {**schema.pop("$defs", {}), model.__name__: schema}


def _add_problems(operation: dict[str, Any], *, with_id: bool, writes: bool) -> None:
    expected = {*ALWAYS, *(WITH_ID if with_id else ()), *(WRITING if writes else ())}
    expected |= set(FURTHER.get(operation["operationId"], ()))
    if "requestBody" in operation:
        expected |= set(WITH_BODY)
    if writes:
        operation.setdefault("parameters", []).append(
            {
                "in": "header",
                "name": KEY_HEADER,
                "required": False,
                "description": REPEATED,
                "schema": {"type": "string", "minLength": 1, "maxLength": 255},
            }
        )
        for response in operation["responses"].values():
            response["headers"] = {
                REPLAYED_HEADER: {"description": "true on a repeated answer.", "schema": {"type": "string"}}
            }
    responses = {str(status): response for status, response in operation["responses"].items()}
    for status in sorted(expected):
        responses[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        if status in {429, 503}:
            responses[str(status)]["headers"] = {
                "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
            }
    operation["responses"] = responses


api = HubAPI(
    title="MemoryHub",
    version="1",
    description=(
        "A memory for agents: facts over time, recall with reasons. Errors are RFC 9457 problem details. "
        "Times are RFC 3339 with a zone; answers are in UTC. Lists are paged with `next`, sent back as `cursor`."
    ),
    urls_namespace="api",
    docs_url=None,
    docs_decorator=_for_those_inside,
    renderer=Renderer(),
    parser=StrictParser(),
)
api.add_decorator(guarded, mode="view")
# Fixed addresses first: /memories/search is no id.
for _router in (
    recall.router,
    memories.router,
    facts.router,
    graph.router,
    approvals.router,
    conversations.router,
    mistakes.router,
    sources.router,
    wiki.router,
    oversight.router,
    context.router,
    sessions.router,
    upkeep.router,
):
    api.add_router("", _router)

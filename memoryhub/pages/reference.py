"""What programs can do here, as a page: the OpenAPI document for reading, without a script."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from memoryhub.api.router import api

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_REFERENCE = "#/components/schemas/"
_BOUNDS = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minimum": "from {}",
    "maximum": "to {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a part of a shape; `shapes` are those it leads to."""

    name: str
    kind: str
    shapes: tuple[str, ...]
    required: bool
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What an operation may answer."""

    status: str
    text: str
    shape: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing to do."""

    key: str
    method: str
    path: str
    title: str
    text: str
    scope: str
    fields: tuple[Field, ...]
    body: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """One object that is sent or answered."""

    name: str
    text: str
    fields: tuple[Field, ...]


@login_required
@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show every operation and every shape."""
    operations, shapes = _reference()
    groups: dict[str, list[Operation]] = {}
    for tag, operation in operations:
        groups.setdefault(tag, []).append(operation)
    context = {
        "groups": groups,
        "shapes": shapes,
        "base": request.build_absolute_uri("/").rstrip("/"),
        "document": reverse("api:openapi-json"),
        "parameter_columns": [{"label": label} for label in (_("Name"), _("In"), _("Kind"), _("Meaning"))],
        "shape_columns": [{"label": label} for label in (_("Name"), _("Kind"), _("Meaning"))],
    }
    return render(request, "memoryhub/reference.html", context)


@cache
def _reference() -> tuple[tuple[tuple[str, Operation], ...], tuple[Shape, ...]]:
    document = api.document
    operations = tuple(
        (one["tags"][0], _operation(path, method, one))
        for path, methods in document["paths"].items()
        for method, one in methods.items()
    )
    shapes = tuple(_shape(name, one) for name, one in document["components"]["schemas"].items())
    return operations, shapes


def _operation(path: str, method: str, one: dict[str, Any]) -> Operation:
    text, _mark, scope = one.get("description", "").rpartition("Scope:")
    fields = tuple(
        _field(part["name"], part["schema"], required=part.get("required", False), place=part["in"], said=part)
        for part in one.get("parameters", ())
    )
    body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return Operation(
        key=one["operationId"],
        method=method.upper(),
        path=path,
        title=one["summary"],
        text=text.strip(),
        scope=scope.strip(" `."),
        fields=fields,
        body=next(iter(_shapes(body)), ""),
        answers=tuple(_answer(status, told) for status, told in one["responses"].items()),
    )


def _answer(status: str, told: dict[str, Any]) -> Answer:
    schema: dict[str, Any] = next((one["schema"] for one in told.get("content", {}).values() if "schema" in one), {})
    return Answer(status, told.get("description", ""), next(iter(_shapes(schema)), ""))


def _shape(name: str, one: dict[str, Any]) -> Shape:
    required = set(one.get("required", ()))
    fields = tuple(
        _field(part, schema, required=part in required, place="", said=schema)
        for part, schema in one.get("properties", {}).items()
    )
    return Shape(name, one.get("description", ""), fields)


def _field(name: str, schema: dict[str, Any], *, required: bool, place: str, said: dict[str, Any]) -> Field:
    inner = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    text = said.get("description") or next((one["description"] for one in inner if "description" in one), "")
    bounds = [words.format(one[key]) for one in (schema, *inner) for key, words in _BOUNDS.items() if key in one]
    parts = [text.rstrip("."), ", ".join(bounds), _default(schema)]
    return Field(
        name=name,
        kind=_kind(schema),
        shapes=tuple(dict.fromkeys(_shapes(schema))),
        required=required,
        place=place,
        text="; ".join(part for part in parts if part),
    )


def _default(schema: dict[str, Any]) -> str:
    value = schema.get("default")
    return (
        "" if value in (None, "", [], {}) else f"{str(value).lower() if isinstance(value, bool) else value} if absent"
    )


def _kind(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_kind(one) for one in schema["anyOf"]))
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(_REFERENCE))
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    kind = str(schema.get("format") or schema.get("type") or "any JSON")
    return f"list of {_kind(schema.get('items', {}))}" if kind == "array" else kind


def _shapes(schema: Any) -> list[str]:
    """Return the names of the shapes that a schema leads to directly."""
    if isinstance(schema, list):
        return [name for one in schema for name in _shapes(one)]
    if not isinstance(schema, dict):
        return []
    if "$ref" in schema:
        return [schema["$ref"].removeprefix(_REFERENCE)]
    return [name for key in ("anyOf", "items", "additionalProperties") for name in _shapes(schema.get(key))]

"""The REST contract: a change of the OpenAPI document is made on purpose or not at all.

Write the new one with: WRITE_SNAPSHOTS=1 python3 manage.py test --database sqlite tests/contracts
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from openapi_spec_validator import validate

from memoryhub.api.router import api
from tests.api.helpers import Program, mint

LONGEST_ADDRESS = 60_000
"""Bytes. The servers take some 65 500 of path and query; what is longer they refuse before the hub sees it."""

BYTES_OF_CHARACTER = 12  # four bytes of UTF-8, each as %XX
SNAPSHOT = Path(__file__).with_name("openapi.json")


def test_the_document_is_the_agreed_one():
    document = json.loads(json.dumps(api.document))
    if os.environ.get("WRITE_SNAPSHOTS"):
        SNAPSHOT.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert document == json.loads(SNAPSHOT.read_text(encoding="utf-8"))


def test_the_document_is_valid_openapi_3_1():
    assert api.document["openapi"].startswith("3.1.")
    validate(json.loads(json.dumps(api.document)))


def test_every_error_is_a_problem():
    for path, methods in api.document["paths"].items():
        for method, operation in methods.items():
            assert {"400", "401", "403", "429", "503"} <= set(operation["responses"]), (method, path)
            for status, response in operation["responses"].items():
                media, *others = response["content"]
                assert media == ("application/json" if status < "300" else "application/problem+json")
                assert not others or path == "/api/v1/graph"
            assert operation["summary"]
            assert operation["description"]


def _longest(schema: dict[str, Any], name: str) -> int:
    """The most bytes that a parameter can take in an address."""
    if "anyOf" in schema:
        return max(_longest(one, name) for one in schema["anyOf"])
    if "enum" in schema:
        return max(len(quote(str(one))) for one in schema["enum"])
    if schema["type"] == "array":
        return schema["maxItems"] * (len(name) + 2 + _longest(schema["items"], name))
    if schema["type"] == "string":
        plain = re.fullmatch(r"\^\[A-Za-z0-9_-\]\*\$", schema.get("pattern", ""))
        return schema["maxLength"] * (1 if plain else BYTES_OF_CHARACTER)
    return {"null": 0, "boolean": 5, "integer": 20, "number": 25}[schema["type"]]


def test_whatever_is_allowed_in_an_address_fits_into_one():
    for path, methods in api.document["paths"].items():
        for method, operation in methods.items():
            parts = [one for one in operation.get("parameters", ()) if one["in"] in {"path", "query"}]
            length = len(path) + sum(len(one["name"]) + 2 + _longest(one["schema"], one["name"]) for one in parts)
            assert length <= LONGEST_ADDRESS, (method, path, length)


@pytest.mark.django_db
def test_the_document_is_for_those_inside(as_charlie, stranger):
    served = Program(mint("alice").secret).get("/openapi.json")
    assert served.status == 200
    assert served.json == json.loads(json.dumps(api.document))
    assert as_charlie.get("/api/v1/openapi.json").status_code == 200
    outside = stranger.get("/api/v1/openapi.json")
    assert outside.status_code == 401
    assert outside["Content-Type"] == "application/problem+json"
    assert "paths" not in outside.content.decode()
    assert Program(mint("alice").secret).post("/openapi.json", {}).status == 405

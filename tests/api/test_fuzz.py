"""Requests made up from the OpenAPI document: no server error, and every answer as documented."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as how_many
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from memoryhub.api.router import api
from tests.api.helpers import READ_WRITE, mint
from tests.api.operations import OPERATIONS

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 15

schema = schemathesis.openapi.from_dict(api.document)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scopes", [READ_WRITE, ("admin",)], ids=["agent", "administrator"])
def test_made_up_requests(scopes, live_server):
    """Against a server of its own, over the wire."""
    secret = mint("alice", scopes=scopes).secret
    called = 0
    for name in OPERATIONS:
        operation = schema.find_operation_by_id(name)
        good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        bad = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @how_many(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=good | bad)
        def made_up(case):
            nonlocal called
            called += 1
            headers = {"Authorization": f"Bearer {secret}"}
            case.validate_response(case.call(base_url=live_server.url, headers=headers), checks=CHECKS)

        made_up()
    assert called >= EXAMPLES * len(OPERATIONS) / 2

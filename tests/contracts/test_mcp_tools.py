"""The contract with agents: a change of a tool is made on purpose or not at all.

Write the new one with: WRITE_SNAPSHOTS=1 python3 manage.py test --database sqlite tests/contracts
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from memoryhub.mcp.calls import TOOLS

SNAPSHOT = Path(__file__).with_name("mcp_tools.json")


def test_the_tools_are_the_agreed_ones():
    listed = [tool.listed.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in TOOLS.values()]
    if os.environ.get("WRITE_SNAPSHOTS"):
        SNAPSHOT.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert listed == json.loads(SNAPSHOT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_says_what_it_is(name):
    tool = TOOLS[name]
    assert re.fullmatch(r"[a-z_]{3,40}", name)
    assert 20 <= len(tool.description) <= 600
    for schema in (tool.takes_schema, tool.gives_schema):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert tool.takes_schema["additionalProperties"] is False
    hints = tool.listed.annotations
    assert hints is not None
    assert hints.read_only_hint is not tool.changes
    assert not (hints.read_only_hint and hints.destructive_hint)
